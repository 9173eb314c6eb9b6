"""A tournament's rounds, standings and records as the frozen values that are printed.

What hangs in the hall shows public names only; slips and records, which stay with the referees, the real ones.
"""

from itertools import chain, product

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Entrant, Round, Seat, Submission, Tournament
from tournament.reports.values import (
    Army,
    Certificate,
    CrossLine,
    CrossSheet,
    Game,
    Head,
    RecordLine,
    RecordSheet,
    RecordTable,
    Remark,
    RoundSheet,
    SeatLine,
    StandingLine,
    StandingsSheet,
    TableSheet,
)
from tournament.selectors.closing import closing_of, closing_throws
from tournament.selectors.knockout import final_ranking
from tournament.selectors.public import Sight
from tournament.selectors.rounds import seating_history, tables_for_round
from tournament.selectors.standings import StageStandings


def head_of(tournament: Tournament, address: str) -> Head:
    """The top of every sheet; `address` is where the public finds the same."""
    return Head(
        tournament=tournament.name,
        place=tournament.place,
        day=tournament.starts_on,
        printed_at=timezone.localtime(),
        address=address,
    )


def round_sheet(round_: Round, sight: Sight, *, entry_address: str = "") -> RoundSheet:
    """A round's tables; `entry_address` is a pattern with `{table}` for the QR of each slip."""
    return RoundSheet(
        round_.title,
        tuple(
            TableSheet(
                table.number,
                tuple(_seat_line(seat, sight) for seat in table.seats.all()),
                entry_url=entry_address.format(table=table.pk) if entry_address else "",
                room=table.venue,
            )
            for table in tables_for_round(round_)
        ),
        has_board=round_.tournament.game.has_board,
        figure=str(round_.tournament.game.figure),
        objective=str(round_.tournament.game.objective),
    )


def _seat_line(seat: Seat, sight: Sight) -> SeatLine:
    name = sight.name_of(seat.entrant)
    club = seat.entrant.club.name if seat.entrant.club else ""
    return SeatLine(
        name, club, _surname_first(seat.entrant, name), Army(seat.colour) if seat.colour else None
    )


def _surname_first(entrant: Entrant, name: str) -> str:
    """The name as an alphabetical list has it; a pseudonym or a stand-in as it is."""
    person = entrant.person
    return f"{person.last_name} {person.first_name}" if person and name == person.full_name else name


def standings_sheet(standings: StageStandings, sight: Sight, title: str) -> StandingsSheet:
    """The standings with every game."""
    return StandingsSheet(
        title,
        tuple(_("R%(number)s") % {"number": number} for number in standings.numbers),
        tuple(
            StandingLine(
                rank=str(row.rank or "–"),
                name=sight.name_of(standings.entrant_of(row)),
                total=str(standings.figure(row.total)),
                club=club.name if (club := standings.entrant_of(row).club) else "",
                games=tuple(
                    Game(
                        "" if units is None else str(standings.figure(units)),
                        counted,
                        score is not None and score.won,
                    )
                    for units, counted, score in zip(row.games, row.counted, row.tally.scores, strict=True)
                ),
                wins=str(row.wins),
            )
            for row in standings.rows
        ),
    )


def cross_sheet(tournament: Tournament, sight: Sight, title: str) -> CrossSheet:
    """Who met whom in which rounds."""
    met: dict[tuple[str, str], list[str]] = {}
    for number, tables in enumerate(seating_history(tournament, before=10**6), start=1):
        for one, other in chain.from_iterable(product(table, table) for table in tables):
            met.setdefault((one, other), []).append(str(number))
    seated = {one for one, _other in met}
    entrants = [one for one in tournament.entrants.select_related("person") if str(one.pk) in seated]
    return CrossSheet(
        title,
        tuple(
            CrossLine(
                sight.name_of(one),
                tuple(
                    "" if one.pk == other.pk else " ".join(met.get((str(one.pk), str(other.pk)), ()))
                    for other in entrants
                ),
            )
            for one in entrants
        ),
    )


def record_sheet(round_: Round) -> RecordSheet:
    """The referee's record of a round: figures, who entered and confirmed, rulings, penalties, real names."""
    effective = (
        Submission.objects.filter(table__round=round_, effective=True)
        .select_related("table", "entered_by", "entered_by_entrant__person", "confirmed_by")
        .prefetch_related("results__seat__entrant__person", "table__disputes__rulings")
        .order_by("table__number")
    )
    penalties = round_.penalties.select_related("entrant__person")
    return RecordSheet(
        round_.title,
        tuple(_record_table(submission) for submission in effective),
        tuple(
            Remark(
                f"{timezone.localtime(one.created_at):%H:%M}",
                f"{one.entrant.full_name}: {one.get_effect_display()}. {one.reason}",
            )
            for one in penalties
        ),
        has_board=round_.tournament.game.has_board,
        figure=str(round_.tournament.game.figure),
    )


def _closing_throws(submission: Submission) -> list[tuple[str, str]]:
    """What the table noted of its closing throws, as one fact; nothing where it noted none."""
    seats = sorted((row.seat for row in submission.results.all()), key=lambda seat: seat.turn_order)
    names = {seat.turn_order: seat.entrant.full_name for seat in seats}
    throws = closing_throws(closing_of(submission.table, list(names)))
    told = [
        _("%(name)s %(dice)s at %(value)s")
        % {"name": names[step.turn], "dice": "+".join(map(str, step.dice)) or "–", "value": value}
        for step, value in throws
    ]
    return [(_("Sdadata"), ", ".join(told))] if told else []


def _record_table(submission: Submission) -> RecordTable:
    rulings = [ruling for dispute in submission.table.disputes.all() for ruling in dispute.rulings.all()]
    return RecordTable(
        title=submission.table.title,
        rows=tuple(
            RecordLine(
                place=str(row.place),
                name=row.seat.entrant.full_name,
                army=Army(row.seat.colour) if row.seat.colour else None,
                objective=str(row.objective or ""),
                territories=str(len(row.territories) or ""),
                points=str(row.points),
                outside=str(row.outside_points),
                eliminated=str(row.elimination or ""),
            )
            for row in sorted(submission.results.all(), key=lambda row: row.place)
        ),
        facts=((_("Ending"), submission.get_ending_display()), *_closing_throws(submission)),
        remarks=tuple(
            Remark(
                f"{timezone.localtime(ruling.created_at):%H:%M}",
                f"{ruling.dispute.question} {ruling.get_decision_display()} {ruling.reason}".strip(),
                ", ".join(
                    dict.fromkeys(finding["article"] for finding in ruling.document.get("findings", ()))
                ),
            )
            for ruling in rulings
        ),
        referee=submission.reporter_name,
        confirmed_by=submission.confirmed_by.display_name if submission.confirmed_by else "",
    )


PODIUM = 3


def certificates_of(
    tournament: Tournament, standings: StageStandings | None, sight: Sight
) -> list[Certificate]:
    """The first three of the final ranking, or of the standings while there is none."""
    ranking = final_ranking(tournament)
    if ranking:
        best = [(place.rank, ranking.entrant_of(place)) for place in ranking.places if place.rank <= PODIUM]
    elif standings:
        best = [
            (row.rank, standings.entrant_of(row)) for row in standings.rows if row.rank and row.rank <= PODIUM
        ]
    else:
        best = []
    titles = {1: _("First place"), 2: _("Second place"), 3: _("Third place")}
    return [
        Certificate(sight.name_of(one), titles[rank], club=one.club.name if one.club else "")
        for rank, one in best
    ]
