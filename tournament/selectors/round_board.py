"""The state of every table of a round at a glance: what is reported, confirmed, stopped, called, and since when."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Prefetch, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.models import Entrant, Round, RoundState, Seat, Submission, SubmissionState, Table
from tournament.selectors.round_clock import RoundClock, clock_of
from tournament.selectors.seating import unseated_entrants


class TableState(StrEnum):
    """What a table is waiting for, the most urgent first."""

    CALLED = "called"
    STOPPED = "stopped"
    REPORTED = "reported"
    CORRECTED = "corrected"
    PLAYING = "playing"
    CONFIRMED = "confirmed"


STATE_TITLES: dict[TableState, Promise] = {
    TableState.CALLED: _("calls a referee"),
    TableState.STOPPED: _("clock stands still"),
    TableState.REPORTED: _("to be confirmed"),
    TableState.CORRECTED: _("correction to be confirmed"),
    TableState.PLAYING: _("no report"),
    TableState.CONFIRMED: _("confirmed"),
}
STATE_KINDS = {
    TableState.CALLED: "bad",
    TableState.STOPPED: "warn",
    TableState.REPORTED: "note",
    TableState.CORRECTED: "note",
    TableState.PLAYING: "",
    TableState.CONFIRMED: "good",
}
"""The badge of each state."""


@dataclass(frozen=True, slots=True)
class BoardTable:
    """A table on the board. `since` is when the state began, None before the clock starts."""

    table: Table
    state: TableState
    since: datetime | None
    by: str
    seats: tuple[Seat, ...]
    winner: str
    clock: RoundClock | None

    @property
    def title(self) -> Promise:
        """The state in words."""
        return STATE_TITLES[self.state]

    @property
    def kind(self) -> str:
        """The badge's kind."""
        return STATE_KINDS[self.state]

    @property
    def is_done(self) -> bool:
        """Whether the table has a confirmed result."""
        return self.state in {TableState.CONFIRMED, TableState.CORRECTED}

    @property
    def returned_minutes(self) -> int:
        """Whole minutes given back so far."""
        return self.table.returned_seconds // 60


@dataclass(frozen=True, slots=True)
class RoundBoard:
    """The round with all its tables; `missing` have no confirmed result."""

    round: Round
    tables: tuple[BoardTable, ...]
    missing: tuple[Table, ...]
    unseated: tuple[Entrant, ...]
    clock: RoundClock | None

    @property
    def confirmed(self) -> int:
        """How many tables have a confirmed result."""
        return len(self.tables) - len(self.missing)


def round_board(round_: Round) -> RoundBoard:
    """Every table with its state, in six queries whatever the size."""
    tables = tuple(_board_table(round_, table) for table in _tables(round_))
    open_round = round_.state != RoundState.CLOSED
    return RoundBoard(
        round_,
        tables,
        tuple(one.table for one in tables if not one.is_done),
        tuple(unseated_entrants(round_)) if open_round else (),
        _running_clock(round_),
    )


def _tables(round_: Round) -> QuerySet[Table]:
    seats = Seat.objects.select_related("entrant__person").order_by("turn_order")
    submissions = Submission.objects.exclude(
        state__in=[SubmissionState.SUPERSEDED, SubmissionState.REJECTED]
    ).select_related("entered_by", "entered_by_entrant__person", "confirmed_by")
    submissions = submissions.prefetch_related("results__seat__entrant__person").order_by("number")
    return round_.tables.prefetch_related(
        Prefetch("seats", seats), Prefetch("submissions", submissions, to_attr="live")
    ).order_by("number")


def _board_table(round_: Round, table: Table) -> BoardTable:
    live: list[Submission] = table.live  # type: ignore[attr-defined]  # set by the prefetch above
    effective = next((one for one in live if one.effective), None)
    waiting = next((one for one in reversed(live) if one.state == SubmissionState.REPORTED), None)
    state, since, by = _state(round_, table, effective, waiting)
    clock = _running_clock(round_, table)
    winner = next((row.seat.entrant.full_name for row in effective.results.all()), "") if effective else ""
    return BoardTable(table, state, since, by, tuple(table.seats.all()), winner, clock)


def _state(
    round_: Round, table: Table, effective: Submission | None, waiting: Submission | None
) -> tuple[TableState, datetime | None, str]:
    if table.called_at:
        return TableState.CALLED, table.called_at, ""
    if table.stopped_at:
        return TableState.STOPPED, table.stopped_at, ""
    if waiting:
        state = TableState.CORRECTED if effective else TableState.REPORTED
        return state, waiting.created_at, waiting.reporter_name
    if effective:
        by = effective.confirmed_by.display_name if effective.confirmed_by else ""
        return TableState.CONFIRMED, effective.confirmed_at, by
    return TableState.PLAYING, round_.started_at, ""


def _running_clock(round_: Round, table: Table | None = None) -> RoundClock | None:
    """The clock of the room or of a table while the round is played."""
    return clock_of(round_, table) if round_.state == RoundState.PLAYING else None
