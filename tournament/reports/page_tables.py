"""The tables of the public pages as files: the entrants, who sits where, what a round gave; stable headers."""

from tournament.models import Round
from tournament.reports.tables import Table, Value
from tournament.selectors.public import Sight
from tournament.selectors.rounds import tables_for_round

ENTRANT_COLUMNS = ("number", "name", "club", "state")
SEAT_COLUMNS = ("round", "table", "venue", "turn", "colour", "number", "name", "club")
RESULT_COLUMNS = (
    "round",
    "table",
    "number",
    "name",
    "club",
    "place",
    "points",
    "objective",
    "eliminated",
    "shared",
)


def entrants_table(sight: Sight) -> Table:
    """Everybody entered, by number; `state` is the code."""
    entrants = sight.tournament.entrants.select_related("person", "club").order_by("number")
    rows = [(one.number, sight.name_of(one), _club(one.club), one.state) for one in entrants]
    return Table("entrants", ENTRANT_COLUMNS, tuple(rows))


def seats_table(sight: Sight, round_: Round) -> Table:
    """The seats of a round by table, in turn order; `colour` is the code."""
    rows: list[tuple[Value, ...]] = []
    for table in tables_for_round(round_):
        for seat in table.seats.all():
            one = seat.entrant
            where = (round_.number, table.number, table.venue or None, seat.turn_order, seat.colour or None)
            rows.append((*where, one.number, sight.name_of(one), _club(one.club)))
    return Table("seating", SEAT_COLUMNS, tuple(rows))


def results_table(sight: Sight, round_: Round) -> Table:
    """The confirmed results of a round by table, the best first."""
    rows: list[tuple[Value, ...]] = []
    for table in tables_for_round(round_):
        clubs = {seat.entrant_id: _club(seat.entrant.club) for seat in table.seats.all()}
        for submission in table.effective:  # type: ignore[attr-defined]  # prefetched by the selector
            for row in submission.results.all():
                one = row.seat.entrant
                who = (round_.number, table.number, one.number, sight.name_of(one), clubs[one.pk])
                got = (row.place, row.points, row.objective_reached, row.elimination, row.shares_victory)
                rows.append((*who, *got))
    return Table("results", RESULT_COLUMNS, tuple(rows))


def _club(club: object) -> str | None:
    return str(club) if club else None
