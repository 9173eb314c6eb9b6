"""The director's minute: how far the day is, the one thing to do next, and what is wrong beside it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from tournament.models import (
    DisputeState,
    Entrant,
    EntrantState,
    FeeState,
    Round,
    RoundState,
    StageKind,
    Submission,
    Table,
    Tournament,
    TournamentState,
)
from tournament.selectors.cut import knockout_stage
from tournament.selectors.round_board import BoardTable, RoundBoard, TableState, round_board
from tournament.selectors.seating import SplitChoice, split_choices

EXPECTED = (
    EntrantState.REGISTERED,
    EntrantState.CONFIRMED,
    EntrantState.CHECKED_IN,
    EntrantState.ABSENT,
)
NOT_CALLED = (EntrantState.REGISTERED, EntrantState.CONFIRMED)


class NextStep(StrEnum):
    """The one thing that comes next."""

    ENTER = "enter"
    CALL = "call"
    SEAT = "seat"
    PUBLISH = "publish"
    START = "start"
    RESULTS = "results"
    CLOSE = "close"
    CUT = "cut"
    FINALS = "finals"
    FINISH = "finish"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Turnout:
    """Entrants by where they stand. `expected` are all but those out or on the waiting list.

    `standby` are volunteers among the `present`, who play only when they are called in.
    """

    expected: int
    present: int
    standby: int
    absent: int
    waiting: int
    out: int
    fees_due: int
    fees_paid: int
    fees_waived: int

    @property
    def not_called(self) -> int:
        """Expected, neither present nor absent yet."""
        return self.expected - self.present - self.absent

    @property
    def to_seat(self) -> int:
        """Present and in play: whom the next draw seats."""
        return self.present - self.standby


@dataclass(frozen=True, slots=True)
class Day:
    """Everything the console's first page shows. Rounds carry `table_count` and `confirmed_count`."""

    tournament: Tournament
    turnout: Turnout
    not_called: tuple[Entrant, ...]
    rounds: tuple[Round, ...]
    board: RoundBoard | None
    cut_is_made: bool
    splits: tuple[SplitChoice, ...]
    open_disputes: int

    @property
    def planned(self) -> int:
        """Qualifying rounds of the plan."""
        return int(self.tournament.plan.get("rounds", 2))

    @property
    def has_cut(self) -> bool:
        """Whether a knockout follows the qualifying rounds."""
        return bool(self.tournament.plan.get("cut") != "none")

    @property
    def latest(self) -> Round | None:
        """The newest round, drafts included."""
        return self.rounds[-1] if self.rounds else None

    @property
    def next_number(self) -> int:
        """The number of the round that is seated next."""
        return self.latest.number + 1 if self.latest else 1

    def next_step(self) -> NextStep:
        """What comes next, by the state of the newest round."""
        if self.tournament.state == TournamentState.FINISHED:
            return NextStep.FINISHED
        if self.latest is None:
            return self._before_the_first_round()
        state = RoundState(self.latest.state)
        if state == RoundState.CLOSED:
            return self._after_a_round(self.latest)
        if state == RoundState.DRAFT:
            return NextStep.PUBLISH
        if self.board and self.board.tables and not self.board.missing:
            return NextStep.CLOSE
        return NextStep.START if state == RoundState.PUBLISHED else NextStep.RESULTS

    def _before_the_first_round(self) -> NextStep:
        if not self.turnout.expected:
            return NextStep.ENTER
        if not self.turnout.present or self.turnout.not_called > self.turnout.present:
            return NextStep.CALL
        return NextStep.CUT if self.planned == 0 else NextStep.SEAT

    def _after_a_round(self, latest: Round) -> NextStep:
        if latest.stage.kind == StageKind.KNOCKOUT:
            return NextStep.FINALS
        if latest.number < self.planned:
            return NextStep.SEAT
        return NextStep.CUT if self.has_cut else NextStep.FINISH

    def tables(self, state: TableState) -> list[BoardTable]:
        """The tables of the current round in a state."""
        return [one for one in self.board.tables if one.state is state] if self.board else []

    def late(self, now: datetime) -> list[BoardTable]:
        """Tables whose time is over and that nobody has reported."""
        playing = self.tables(TableState.PLAYING)
        return [one for one in playing if one.clock and not one.clock.stands_still and one.clock.is_over(now)]


def day_of(tournament: Tournament) -> Day:
    """The day as it is now; the number of queries does not grow with the tournament."""
    rounds = tuple(_rounds(tournament))
    latest = rounds[-1] if rounds else None
    turnout = turnout_of(tournament)
    stage = knockout_stage(tournament)
    return Day(
        tournament=tournament,
        turnout=turnout,
        not_called=tuple(not_called(tournament)) if turnout.not_called else (),
        rounds=rounds,
        board=round_board(latest) if latest and latest.state in PLAYED_NOW else None,
        cut_is_made=stage is not None and bool(stage.plan.get("confirmed")),
        splits=tuple(split_choices(tournament, turnout.to_seat)) if turnout.to_seat else (),
        open_disputes=tournament.disputes.filter(
            state__in=(DisputeState.OPEN, DisputeState.APPEALED)
        ).count(),
    )


PLAYED_NOW = {RoundState.PUBLISHED, RoundState.PLAYING}


def turnout_of(tournament: Tournament) -> Turnout:
    """How many are entered, here, absent, waiting, out, and how many fees are open; one query."""
    counts = tournament.entrants.aggregate(
        expected=Count("pk", filter=Q(state__in=EXPECTED)),
        present=Count("pk", filter=Q(state=EntrantState.CHECKED_IN)),
        standby=Count("pk", filter=Q(state=EntrantState.CHECKED_IN, is_standby=True)),
        absent=Count("pk", filter=Q(state=EntrantState.ABSENT)),
        waiting=Count("pk", filter=Q(state=EntrantState.WAITING)),
        out=Count("pk", filter=Q(state__in=(EntrantState.WITHDRAWN, EntrantState.DISQUALIFIED))),
        fees_due=Count("pk", filter=Q(state__in=EXPECTED, fee_state=FeeState.DUE)),
        fees_paid=Count("pk", filter=Q(fee_state=FeeState.PAID)),
        fees_waived=Count("pk", filter=Q(state__in=EXPECTED, fee_state=FeeState.WAIVED)),
    )
    return Turnout(**counts)


def not_called(tournament: Tournament) -> QuerySet[Entrant]:
    """Expected and neither here nor absent, by name."""
    waiting = tournament.entrants.filter(state__in=NOT_CALLED).select_related("person", "club")
    return waiting.order_by("person__last_name", "person__first_name", "number")


def _rounds(tournament: Tournament) -> Sequence[Round]:
    """The rounds in order with their tables and how many of them are confirmed."""
    confirmed = Submission.objects.filter(table=OuterRef("pk"), effective=True)
    counted = dict(
        Table.objects.filter(round__tournament=tournament)
        .filter(Exists(confirmed))
        .values_list("round")
        .annotate(number=Count("pk"))
    )
    rounds = list(
        tournament.rounds.select_related("stage", "tournament")
        .annotate(table_count=Count("tables"))
        .order_by("number")
    )
    for round_ in rounds:
        round_.confirmed_count = counted.get(round_.pk, 0)  # type: ignore[attr-defined]  # for the page
    return rounds
