"""A tournament as the clubs' workbook: what the clubs' program opens, draws on and publishes."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal

from django.utils import timezone

from scoring.formulas import Formula
from scoring.parts import EliminationPoints, PlacePoints
from tournament.models import Entrant, EntrantState, Round, RoundState, SeatResult, Table, Tournament
from tournament.reports.entrant_file import EntrantRow
from tournament.reports.workbook import (
    TournamentKind,
    Workbook,
    WorkbookInfo,
    WorkbookRound,
    WorkbookSeat,
    WorkbookStanding,
    WorkbookTable,
)
from tournament.selectors.formulas import formula_of
from tournament.selectors.rounds import tables_for_round
from tournament.selectors.standings import StageStandings, full_name, stage_for_standings, standings_for_stage

OBJECTIVE = 100
"""What the workbook writes for an objective."""

KINDS = {
    "nazionale": TournamentKind.NATIONAL,
    "raduno": TournamentKind.RADUNO,
    "master": TournamentKind.MASTER,
    "open": TournamentKind.OPEN,
    "squadre": TournamentKind.TEAMS,
    "campionato-gufo": TournamentKind.PERIODIC,
}
"""The kind of tournament that a format is usually published as; any other is an open one."""


def usual_kind(tournament: Tournament) -> TournamentKind:
    """The kind that is proposed."""
    return KINDS.get(tournament.preset, TournamentKind.OPEN)


def workbook_of(tournament: Tournament, *, kind: TournamentKind | None = None) -> Workbook:
    """The whole workbook: people by their number, every round that was published, the standings.

    Eliminations are written as negative points where the formula counts them. Whoever the standings do not rank
    stands at their end without a place, and is not published; `tournament.reports.national` says who and why.
    """
    entrants = list(tournament.entrants.select_related("person", "club").order_by("number"))
    rounds = list(tournament.rounds.exclude(state=RoundState.DRAFT).order_by("number"))
    stage = stage_for_standings(tournament)
    standings = standings_for_stage(stage, name=full_name) if stage else None
    counts_falling = _counts_falling(formula_of(tournament))
    return Workbook(
        entrants=tuple(_entrant(one) for one in entrants),
        rounds=tuple(_round(one, counts_falling=counts_falling) for one in rounds),
        standings=_standings(standings, {one.pk: one for one in entrants}, rounds) if standings else (),
        info=_info(tournament, rounds, kind or usual_kind(tournament)),
    )


def _counts_falling(formula: Formula) -> bool:
    return any(
        isinstance(part, EliminationPoints) or (isinstance(part, PlacePoints) and bool(part.eliminated))
        for part in formula.parts
    )


def _names(entrant: Entrant) -> tuple[str, str]:
    if entrant.person is None:
        return entrant.stand_in_name, ""
    return entrant.person.first_name, entrant.person.last_name


def _entrant(entrant: Entrant) -> EntrantRow:
    first, last = _names(entrant)
    person = entrant.person
    national_id = person.national_id if person else ""
    return EntrantRow(
        row=0,
        first=first,
        last=last,
        number=entrant.number,
        nickname=person.nickname if person else "",
        club=entrant.club.name if entrant.club else "",
        takes_part=entrant.state == EntrantState.CHECKED_IN,
        region=entrant.region or (person.region if person else ""),
        birth_date=person.birth_date if person else None,
        national_id=int(national_id) if national_id.isdecimal() else None,
    )


def _info(tournament: Tournament, rounds: list[Round], kind: TournamentKind) -> WorkbookInfo:
    return WorkbookInfo(
        place=tournament.place,
        organiser=tournament.organiser,
        name=tournament.name,
        kind=str(kind),
        planned_rounds=max([int(tournament.plan.get("rounds") or 0), *(one.number for one in rounds)])
        or None,
        notes=tournament.description,
        dates=tuple(_day(tournament, one) for one in rounds),
    )


def _day(tournament: Tournament, played: Round) -> date:
    """The round's day, the tournament's first where no time was set."""
    when = played.started_at or played.starts_at
    return timezone.localtime(when).date() if when else tournament.starts_on


def _round(played: Round, *, counts_falling: bool) -> WorkbookRound:
    tables = tables_for_round(played)
    return WorkbookRound(
        played.number,
        tuple(_table(number, table, counts_falling=counts_falling) for number, table in enumerate(tables, 1)),
    )


def _table(number: int, table: Table, *, counts_falling: bool) -> WorkbookTable:
    effective = table.effective[0] if table.effective else None  # type: ignore[attr-defined]  # prefetched there
    results = {row.seat_id: row for row in effective.results.all()} if effective else {}
    points = written_points(results.values(), counts_falling=counts_falling)
    seats = (WorkbookSeat(seat.entrant.number, points.get(seat.pk, Decimal(0))) for seat in table.seats.all())
    return WorkbookTable(number, tuple(seats))


def written_points(results: Iterable[SeatResult], *, counts_falling: bool) -> dict[int, Decimal]:
    """The points of each seat as the clubs type them: a tenth more for each worse place of equal points."""
    rows = list(results)
    fallen = sum(row.elimination is not None for row in rows)
    figures = {row.pk: _figure(row, fallen, counts_falling=counts_falling) for row in rows}
    return {row.seat_id: figures[row.pk] + _tenths(row, rows, figures) for row in rows}


def _figure(row: SeatResult, fallen: int, *, counts_falling: bool) -> Decimal:
    if row.elimination is not None and counts_falling:
        return Decimal(row.elimination - fallen - 1)
    return Decimal(OBJECTIVE if row.objective_reached else row.points)


def _tenths(row: SeatResult, rows: list[SeatResult], figures: dict[int, Decimal]) -> Decimal:
    own = figures[row.pk]
    if own < 0 or own >= OBJECTIVE or row.shares_victory:
        return Decimal(0)
    below = {other.place for other in rows if figures[other.pk] == own and other.place > row.place}
    return Decimal(len(below)) / 10


def _standings(
    standings: StageStandings, entrants: dict[int, Entrant], rounds: list[Round]
) -> tuple[WorkbookStanding, ...]:
    columns = {number: index for index, number in enumerate(standings.numbers)}
    found = []
    for row in standings.rows:
        entrant = entrants[standings.competitor_of(row).pk]
        first, last = _names(entrant)
        of_round = [columns.get(one.number) for one in rounds]
        games = [row.games[index] if index is not None else None for index in of_round]
        played = [row.tally.scores[index] if index is not None else None for index in of_round]
        found.append(
            WorkbookStanding(
                rank=row.rank,
                entrant=entrant.number,
                first=first,
                last=last,
                total=standings.figure(row.total),
                nickname=entrant.person.nickname if entrant.person else "",
                club=entrant.club.name if entrant.club else "",
                games=tuple(Decimal(0) if units is None else standings.figure(units) for units in games),
                won=tuple(score is not None and score.won for score in played),
                wins=row.wins,
            )
        )
    return tuple(found)
