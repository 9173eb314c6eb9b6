"""The state of every table of a round at a glance: what is reported, confirmed, stopped, called, and since when."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import Prefetch, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.models import Entrant, Round, RoundState, Seat, Submission, SubmissionState, Table
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
    ends_at: datetime | None
    seconds_left: int | None

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
    ends_at: datetime | None
    seconds_left: int | None

    @property
    def confirmed(self) -> int:
        """How many tables have a confirmed result."""
        return len(self.tables) - len(self.missing)


def round_board(round_: Round) -> RoundBoard:
    """Every table with its state, in six queries whatever the size."""
    tables = tuple(_board_table(round_, table) for table in _tables(round_))
    ends_at, seconds = clock_of(round_)
    open_round = round_.state != RoundState.CLOSED
    return RoundBoard(
        round_,
        tables,
        tuple(one.table for one in tables if not one.is_done),
        tuple(unseated_entrants(round_)) if open_round else (),
        ends_at,
        seconds,
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
    ends_at, seconds = clock_of(round_, table)
    winner = next((row.seat.entrant.full_name for row in effective.results.all()), "") if effective else ""
    return BoardTable(table, state, since, by, tuple(table.seats.all()), winner, ends_at, seconds)


def _state(
    round_: Round, table: Table, effective: Submission | None, waiting: Submission | None
) -> tuple[TableState, datetime | None, str]:
    if table.called_at:
        return TableState.CALLED, table.called_at, ""
    if table.stopped_at:
        return TableState.STOPPED, table.stopped_at, ""
    if waiting:
        state = TableState.CORRECTED if effective else TableState.REPORTED
        return state, waiting.created_at, _reporter(waiting)
    if effective:
        by = effective.confirmed_by.display_name if effective.confirmed_by else ""
        return TableState.CONFIRMED, effective.confirmed_at, by
    return TableState.PLAYING, round_.started_at, ""


def _reporter(submission: Submission) -> str:
    if submission.entered_by:
        return submission.entered_by.display_name
    return submission.entered_by_entrant.full_name if submission.entered_by_entrant else ""


def clock_of(round_: Round, table: Table | None = None) -> tuple[datetime | None, int | None]:
    """When the time of the room (or of a table) ends, and the seconds left while its clock stands still."""
    if round_.started_at is None or round_.state != RoundState.PLAYING:
        return None, None
    returned = table.returned_seconds if table else 0
    allowed = timedelta(minutes=round_.time_limit_minutes, seconds=round_.stopped_seconds + returned)
    ends_at = round_.started_at + allowed
    stopped = [at for at in (round_.stopped_at, table.stopped_at if table else None) if at]
    if not stopped:
        return ends_at, None
    return ends_at, int((ends_at - min(stopped)).total_seconds())


def age_in_minutes(since: datetime | None) -> int:
    """Whole minutes since a moment; 0 for none."""
    return int((timezone.now() - since).total_seconds() // 60) if since else 0
