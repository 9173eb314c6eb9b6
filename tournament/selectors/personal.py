"""What one entrant sees on the personal page: seat, results, place, and what the last round must bring."""

from dataclasses import dataclass

from scoring.needs import needs, needs_words
from scoring.sheet import Sheet
from scoring.standings import Row
from scoring.text import Text
from tournament.models import Entrant, Round, RoundState, Seat, SeatResult, StageKind
from tournament.selectors.cut import threshold_table
from tournament.selectors.known import shown_standings
from tournament.selectors.public import Part, Sight
from tournament.selectors.rounds import seats_for_entrant
from tournament.selectors.standings import StageStandings


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """A seat of one's own, with its confirmed result once it may be shown."""

    seat: Seat
    result: SeatResult | None


@dataclass(frozen=True, slots=True)
class PersonalView:
    """The personal page's content; `current` is the seat of the newest round that is not closed."""

    seats: tuple[PlayedSeat, ...]
    current: Seat | None
    row: Row | None
    standings: StageStandings | None
    needs: tuple[Text, ...]
    places: int | None


def personal_view(entrant: Entrant, sight: Sight) -> PersonalView:
    """Everything for one entrant, within what the publishing switches allow."""
    seats = list(seats_for_entrant(entrant.pk)) if sight.may_see(Part.SEATING) else []
    results = {
        row.seat_id: row
        for row in SeatResult.objects.filter(seat__in=seats, submission__effective=True).select_related(
            "seat__round"
        )
    }
    played = tuple(
        PlayedSeat(seat, results.get(seat.pk) if sight.may_see_results_of(seat.round) else None)
        for seat in seats
    )
    current = next((seat for seat in reversed(seats) if seat.round.state != RoundState.CLOSED), None)
    standings = _standings(entrant, sight)
    row = _line(standings, entrant) if standings else None
    found, places = _needs(entrant, standings, current)
    return PersonalView(played, current, row, standings, found, places)


def _line(standings: StageStandings, entrant: Entrant) -> Row | None:
    """Return the entrant's line; None before anybody has a score, when all would share the first place."""
    if all(score is None for row in standings.rows for score in row.games):
        return None
    return next((row for row in standings.rows if row.player.key == entrant.pk), None)


def _standings(entrant: Entrant, sight: Sight) -> StageStandings | None:
    stage = entrant.tournament.stages.filter(kind=StageKind.RANKED).first()
    if stage is None or not sight.may_see(Part.STANDINGS):
        return None
    return shown_standings(sight, stage, sight.through_round)


def _needs(
    entrant: Entrant, standings: StageStandings | None, current: Seat | None
) -> tuple[tuple[Text, ...], int | None]:
    """What the last qualifying round must bring for the cut, while it is seated and nothing of it is confirmed."""
    if standings is None or current is None or not _is_last_qualifying(current.round):
        return (), None
    if not entrant.tournament.game.is_challenge:  # the bounds are those of its board
        return (), None
    places = places_at_cut(standings)
    earlier = [played.tables for played in standings.games.rounds if played.number < current.round.number]
    tables = _tables(current.round)
    if places is None or entrant.pk not in {who for table in tables for who in table}:
        return (), None
    found = needs(Sheet.of(standings.formula, earlier), entrant.pk, places, tables)
    return needs_words(found), places


def _is_last_qualifying(round_: Round) -> bool:
    planned = int(round_.tournament.plan.get("rounds", 0))
    return round_.stage.kind == StageKind.RANKED and round_.number == planned


def _tables(round_: Round) -> list[list[int]]:
    tables: dict[int, list[int]] = {}
    for table, who in Seat.objects.filter(round=round_).values_list("table_id", "entrant_id"):
        tables.setdefault(table, []).append(who)
    return list(tables.values())


def places_at_cut(standings: StageStandings) -> int | None:
    """How many the tournament's threshold table sends on, for as many as play the last round."""
    table = threshold_table(standings.stage.tournament)
    players = sum(1 for row in standings.rows if row.rank is not None)
    steps = [step for step in table.steps if step.at_least <= players]
    return steps[-1].choices[-1].shape.by_standing if steps else None
