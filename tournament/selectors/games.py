"""Confirmed games as plain values: what crosses from the database to `scoring/`.

Two queries whatever the size: the rounds of the stage with the submissions that count, and the results on their
seats. The results come as two numbers each, the entrant and everything else packed into one, and all of them in one
row, because ten thousand are read in one request. What a submission says never changes: rounds of which the same
ones count need not be read again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import (
    Aggregate,
    BigIntegerField,
    Case,
    ExpressionWrapper,
    F,
    IntegerField,
    OuterRef,
    Subquery,
    TextField,
    Value,
    When,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Coalesce
from django.db.models.sql.compiler import SQLCompiler

from scoring.adjustments import Adjustments
from scoring.formulas import Formula
from scoring.loading import Numbers, can_load, revise_round, sheet_of_rows, tables_of_rows
from scoring.results import TableResult
from scoring.sheet import Sheet
from seating.splits import SplitPolicy
from tournament.models import Round, RoundState, SeatResult, Stage, Submission, Tournament
from tournament.selectors.formulas import formula_of
from tournament.selectors.prepared import Prepared

OBJECTIVE_IN_TIME = "objective_in_time"

_BITS = {"table": 14, "place": 3, "points": 12, "fallen": 3, "objective": 1}
"""How the packed number is made, after the round: more than the models allow of each."""
_LOWEST_POINTS = -1024


class Held(NamedTuple):
    """What is known of a round before its games are read; `submissions` are the ids of those that count, as listed."""

    number: int
    closed: bool
    submissions: str


@dataclass(frozen=True)
class PlayedRound:
    """The confirmed games of one round; `rows` are as `scoring.loading` knows them, beside the `players`' entrant ids.

    `has_ghost`: at a table of 3 nobody sits in the fourth seat, and it counts.
    """

    held: Held
    players: tuple[int, ...]
    rows: Numbers
    has_ghost: bool = False

    @property
    def number(self) -> int:
        """The round's number."""
        return self.held.number

    @property
    def closed(self) -> bool:
        """Whether it is closed."""
        return self.held.closed

    def has_games_of(self, other: "PlayedRound") -> bool:
        """Whether the games are those of another round."""
        return self is other or (self.players == other.players and np.array_equal(self.rows, other.rows))

    @cached_property
    def lines(self) -> dict[int, tuple[tuple[int, ...], bytes]]:
        """By table, who sat there and the rows as they lie in memory: quick to compare."""
        numbers, memory = self.rows[:, 1].tolist(), self.rows.tobytes()
        width = len(memory) // max(1, len(numbers))
        starts = [at for at, number in enumerate(numbers) if not at or number != numbers[at - 1]]
        bounds = zip(starts, [*starts[1:], len(numbers)], strict=True) if starts else ()
        return {
            numbers[start]: (self.players[start:end], memory[start * width : end * width])
            for start, end in bounds
        }

    @cached_property
    def tables(self) -> tuple[TableResult, ...]:
        """The tables in the order of their numbers, keyed by the players' entrant ids."""
        tables = tables_of_rows(self.players, self.rows)
        return tuple(map(_with_ghost, tables)) if self.has_ghost else tables


def _with_ghost(table: TableResult) -> TableResult:
    return table._replace(ghosts=1) if len(table.seats) == WITH_GHOST - 1 else table


WITH_GHOST = 4
"""Seats of a table that a ghost fills up."""


@dataclass(frozen=True, slots=True)
class PlayedGames:
    """A stage's rounds up to a number, in order, drafts left out; rounds without results have no tables."""

    rounds: tuple[PlayedRound, ...] = field(default_factory=tuple)

    @property
    def last_number(self) -> int:
        """Number of the last round, 0 before the first."""
        return self.rounds[-1].number if self.rounds else 0

    @property
    def players(self) -> set[int]:
        """The entrants who have a game."""
        return set().union(*[played.players for played in self.rounds])

    def sheet(
        self, formula: Formula, adjustments: Adjustments, earlier: tuple["PlayedGames", Sheet] | None = None
    ) -> Sheet:
        """The score sheet of the games; its rounds count from 1 in their order.

        With earlier games and their sheet, only rounds that differ from them are scored.
        """
        if not self.rounds or not can_load(formula) or self.rounds[0].has_ghost:
            return Sheet.of(formula, (played.tables for played in self.rounds), adjustments)
        if earlier and earlier[1].is_of(formula, adjustments) and len(earlier[0].rounds) <= len(self.rounds):
            return self._sheet_after(*earlier)
        players = [player for played in self.rounds for player in played.players]
        rows = np.concatenate([played.rows for played in self.rounds])
        rows[:, 0] = np.repeat(
            np.arange(len(self.rounds)) + 1, [len(played.players) for played in self.rounds]
        )
        sheet = sheet_of_rows(formula, players, rows, adjustments)
        sheet.hold(len(self.rounds))
        return sheet

    def _sheet_after(self, games: "PlayedGames", known: Sheet) -> Sheet:
        sheet = known.copy()
        for number, now in enumerate(self.rounds, start=1):
            then = games.rounds[number - 1] if number <= len(games.rounds) else None
            if then is None or not now.has_games_of(then):
                before = then.lines if then else {}
                unlike = {table for table, _ in before.items() ^ now.lines.items()}
                gone = [player for table in unlike & before.keys() for player in before[table][0]]
                revise_round(sheet, number, gone, now.players, now.rows, unlike)
        sheet.hold(len(self.rounds))
        return sheet


def games_for_stage(
    stage: Stage, *, through: int | None = None, known: PlayedGames | None = None
) -> PlayedGames:
    """The confirmed games of a stage's rounds up to and with number `through` (None: all).

    Two queries. Of games `known` from before, with everybody in the same seats, only rounds that have other results
    are read: one query where none has.
    """
    listed = ROUNDS.rows(stage.pk, LAST if through is None else through)
    before = {one.held: one for one in known.rounds} if known else {}
    held = [
        Held(number, state == RoundState.CLOSED, submissions or "") for number, state, submissions in listed
    ]
    new = _read(stage, [one for one in held if one not in before])
    return PlayedGames(tuple(before.get(one) or new[one] for one in held))


def _read(stage: Stage, rounds: Sequence[Held]) -> dict[Held, PlayedRound]:
    """Rounds of a stage with their games."""
    if not rounds:
        return {}
    numbers = [one.number for one in rounds]
    entrants, table = _unpacked(*_packed_results(stage, numbers[0], numbers[-1]))
    has_ghost = seats_a_ghost(stage.tournament)
    starts = np.searchsorted(table[:, 0], numbers).tolist()
    ends = np.searchsorted(table[:, 0], numbers, side="right").tolist()
    return {
        one: PlayedRound(one, tuple(entrants[start:end]), table[start:end], has_ghost)
        for one, start, end in zip(rounds, starts, ends, strict=True)
    }


def seats_a_ghost(tournament: Tournament) -> bool:
    """Whether tables of 3 count as tables of 4 with a ghost: the plan draws them, and the formula seats it."""
    if tournament.plan.get("split") != SplitPolicy.FOURS_WITH_GHOST:
        return False
    ghost = formula_of(tournament).ghost
    return ghost.seated and ghost.share is None


class Listed(Aggregate):
    """Whole numbers of every row, joined by commas in one text; two of them in one query keep to one order."""

    function = "GROUP_CONCAT"
    output_field = TextField()

    def as_postgresql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, Any]:
        """The same under PostgreSQL's name."""
        return self.as_sql(
            compiler, connection, function="STRING_AGG", template="%(function)s((%(expressions)s)::text, ',')"
        )


def _packed_results(stage: Stage, first: int, last: int) -> tuple[Numbers, Numbers]:
    """The entrant and the packed rest of each effective result of these rounds."""
    found = RESULTS.rows(stage.pk, first, last)
    _, entrants, rest = found[0] if found else (stage.pk, "", "")
    return _numbers(entrants), _numbers(rest)


def _numbers(text: str) -> Numbers:
    return np.fromstring(text, dtype=np.int64, sep=",")


def _packed() -> Combinable:
    """Round, table, place, points, order of falling and the objective in one number, in the order of the tables.

    Who shares the victory shares the first place.
    """
    small = IntegerField()
    reached = When(objective_reached=True, submission__ending=OBJECTIVE_IN_TIME, then=Value(1))
    parts: dict[str, Combinable] = {
        "table": F("submission__table__number"),
        "place": Case(When(shares_victory=True, then=Value(1)), default=F("place"), output_field=small),
        "points": F("points") - Value(_LOWEST_POINTS),
        "fallen": Coalesce(F("elimination"), Value(0), output_field=small),
        "objective": Case(reached, default=Value(0), output_field=small),
    }
    packed: Combinable = Cast("submission__table__round__number", BigIntegerField())
    for name, part in parts.items():
        packed = ExpressionWrapper(packed * Value(1 << _BITS[name]) + part, BigIntegerField())
    return packed


def _unpacked(entrants: Numbers, packed: Numbers) -> tuple[list[int], Numbers]:
    """The entrants and the rows, in order of round, table and place."""
    order = np.argsort(packed, kind="stable")
    packed, parts = packed[order], {}
    for name in reversed(_BITS):
        parts[name] = packed & ((1 << _BITS[name]) - 1)
        packed = packed >> _BITS[name]
    points = parts["points"] + _LOWEST_POINTS
    rows = np.stack(
        [packed, parts["table"], points, parts["place"], parts["fallen"], parts["objective"]], axis=1
    )
    return entrants[order].tolist(), rows


LAST = 32_767
"""More than the number of any round."""

ROUNDS = Prepared(
    lambda stage, last: (
        Round.objects.filter(stage=stage, number__lte=last)
        .exclude(state=RoundState.DRAFT)
        .order_by("number")
        .values_list(
            "number",
            "state",
            Subquery(
                Submission.objects.filter(table__round=OuterRef("pk"), effective=True)
                .order_by()
                .values("table__round")
                .annotate(listed=Listed("pk"))
                .values("listed")
            ),
        )
    ),
    int,
    int,
)
RESULTS = Prepared(
    lambda stage, first, last: (
        SeatResult.objects.filter(
            submission__effective=True,
            submission__table__round__stage=stage,
            submission__table__round__number__range=(first, last),
        )
        .order_by()
        .values_list("submission__table__round__stage")
        .annotate(entrants=Listed("seat__entrant_id"), rest=Listed(_packed()))
    ),
    int,
    int,
    int,
)
