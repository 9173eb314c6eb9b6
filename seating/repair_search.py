"""The search for repairs: half-done ones by the number of people moved, the most promising first."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby, islice

from seating.checker import COMMON_SIZES
from seating.judge import Cost, Judge
from seating.request import Request, Round, Table

MOST_MOVED = 4
MOST_DISPLACED = 2  # once so many have moved, nobody else gives up a place for somebody
BEAM = 40  # half-done repairs kept at each stage

Outcome = tuple[Round, tuple[str, ...]]


class ChangeCode(StrEnum):
    """What has happened."""

    LATE_ARRIVAL = "late-arrival"
    NO_SHOW = "no-show"
    WITHDRAWAL = "withdrawal"
    WRONG_NAME = "wrong-name"
    SWAP = "swap"


@dataclass(frozen=True, slots=True)
class Change:
    """One event. ``other``: who really sits there (wrong name), or the second of two who were swapped."""

    code: ChangeCode
    player: str
    other: str | None = None


def number_of(tables: Round, who: str) -> int:
    return next(number for number, table in enumerate(tables, start=1) if who in table)


def search_repairs(
    request: Request, tables: Round, change: Change, locked: frozenset[int], wanted: int
) -> Iterator[Outcome]:
    """Search by the number of people moved, keeping the most promising half-done repairs of each number.

    Once enough are found, only one person more is tried.
    """
    if change.code is ChangeCode.LATE_ARRIVAL:
        start = _State(tables, (change.player,), ())
    elif number_of(tables, change.player) in locked:
        return
    else:
        left = tuple(tuple(who for who in table if who != change.player) for table in tables)
        start = _State(left, (), ())
    search = _Repairs(request, tables, locked)
    search.layers[0].append(start)
    found, last = 0, MOST_MOVED
    for layer in range(MOST_MOVED + 1):
        if layer > last:
            return
        for outcome in search.settle(layer):
            found += 1
            yield outcome
        if found >= wanted:
            last = min(last, layer + 1)


@dataclass(frozen=True, slots=True)
class _State:
    """A half-done repair: the tables, who stands waiting for a seat, and who has moved."""

    tables: Round
    waiting: tuple[str, ...]
    moved: tuple[str, ...]

    def changed(self, before: Round) -> list[tuple[int, Table]]:
        """Return the tables that are not as they were, with their indexes."""
        return [
            (number, table)
            for number, table in enumerate(self.tables)
            if number >= len(before) or table is not before[number]
        ]


class _Repairs:
    """The half-done repairs, by the number of people moved."""

    def __init__(self, request: Request, tables: Round, locked: frozenset[int]) -> None:
        self.before = tables
        self.judge = Judge(request, len(tables))
        self.steps = _Steps(request, tables, locked)
        self.layers: list[list[_State]] = [[] for _ in range(MOST_MOVED + 1)]
        self.seen: set[Hashable] = set()

    def settle(self, layer: int) -> Iterator[Outcome]:
        """Finish what can be finished with that number of people moved, and hand the rest on."""
        while states := self.layers[layer]:
            self.layers[layer] = []
            for state in self._most_promising(states):
                if self.steps.finished(state):
                    yield state.tables, state.moved
                for following in self.steps.following(state):
                    self._note(following)

    def _note(self, state: _State) -> None:
        """Keep a state unless too many have moved or the same people sit together in one already known."""
        people = (
            frozenset(state.moved),
            state.waiting,
            tuple((number, frozenset(table)) for number, table in state.changed(self.before)),
        )
        if len(state.moved) <= MOST_MOVED and people not in self.seen:
            self.seen.add(people)
            self.layers[len(state.moved)].append(state)

    def _most_promising(self, states: list[_State]) -> list[_State]:
        """Return the cheapest states, as many for each number of people and tables still to be settled."""
        ranked = sorted(states, key=lambda state: (self._unsettled(state), self._price(state), state.moved))
        alike = groupby(ranked, key=self._unsettled)
        return [state for _unsettled, group in alike for state in islice(group, BEAM)]

    def _unsettled(self, state: _State) -> tuple[int, int]:
        short = sum(len(table) not in self.steps.sizes for _, table in state.changed(self.before) if table)
        return len(state.waiting), short

    def _price(self, state: _State) -> Cost:
        """Return how the costs change."""
        total = [0] * len(self.judge.request.criteria)
        for number, table in state.changed(self.before):
            pairs = [(table, 1)] + ([(self.before[number], -1)] if number < len(self.before) else [])
            for seats, sign in pairs:
                for rank, cost in enumerate(self.judge.cost(seats, number + 1) if seats else ()):
                    total[rank] += sign * cost
        return tuple(total)


class _Steps:
    """The single steps of a repair: sit down, take a place, open, fill or give up a table."""

    def __init__(self, request: Request, tables: Round, locked: frozenset[int]) -> None:
        self.sizes = COMMON_SIZES[request.split]
        self.smallest, self.largest = min(self.sizes), max(self.sizes)
        self.fixed = request.fixed_tables
        self.locked = {number - 1 for number in locked}
        self.home = {who: number for number, table in enumerate(tables) for who in table}
        self.count = len(tables)

    def finished(self, state: _State) -> bool:
        """Return whether everybody sits and every table is legal or given up."""
        return not state.waiting and all(
            len(table) in self.sizes or not table or number in self.locked
            for number, table in enumerate(state.tables)
        )

    def following(self, state: _State) -> Iterator[_State]:
        """Yield the states one step further."""
        if state.waiting:
            yield from self._seat(state, state.waiting[0])
            return
        short = [number for number in self._free(state) if 0 < len(state.tables[number]) < self.smallest]
        if short:
            yield from self._fill(state, short[0])
            yield from self._give_up(state, short[0])

    def _free(self, state: _State) -> list[int]:
        return [number for number in range(len(state.tables)) if number not in self.locked]

    def _seat(self, state: _State, who: str) -> Iterator[_State]:
        """Let somebody who waits sit down, take somebody's place, or open a table."""
        rest = state.waiting[1:]
        for number in self._free(state):
            table = state.tables[number]
            if self.fixed.get(who, number + 1) != number + 1 or not table:
                continue
            if len(table) < self.largest:
                yield replace(state, tables=_with(state.tables, number, (*table, who)), waiting=rest)
            for place, mate in enumerate(table if len(state.moved) < MOST_DISPLACED else ()):
                if self._may_move(state, mate, number):
                    seats = (*table[:place], who, *table[place + 1 :])
                    moved = (*state.moved, mate)
                    yield _State(_with(state.tables, number, seats), (*rest, mate), moved)
        if len(state.tables) == self.count and self.largest == 5 and who not in self.fixed:
            yield replace(state, tables=(*state.tables, (who,)), waiting=rest)

    def _may_move(self, state: _State, who: str, number: int) -> bool:
        return who not in state.moved and who not in self.fixed and self.home.get(who) == number

    def _fill(self, state: _State, number: int) -> Iterator[_State]:
        """Fetch somebody for a short table from one that can spare a player."""
        for giver in self._free(state):
            table = state.tables[giver]
            if giver == number or len(table) - 1 not in self.sizes:
                continue
            for who in table:
                if self._may_move(state, who, giver):
                    left = tuple(mate for mate in table if mate != who)
                    seats = _with(_with(state.tables, giver, left), number, (*state.tables[number], who))
                    yield replace(state, tables=seats, moved=(*state.moved, who))

    def _give_up(self, state: _State, number: int) -> Iterator[_State]:
        """Give up a short table; its people wait for seats elsewhere."""
        table = state.tables[number]
        if number < self.count and all(self._may_move(state, who, number) for who in table):
            yield _State(_with(state.tables, number, ()), table, (*state.moved, *table))


def _with(tables: Round, number: int, table: Table) -> Round:
    return (*tables[:number], table, *tables[number + 1 :])
