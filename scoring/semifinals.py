"""The draw of the semifinal tables: a player of each band at every table, clubs and families apart, from a seed.

Among all seatings that respect the bands the draw takes one with the fewest pairs of the same group at a table,
each such seating equally likely. Where there are more than can be looked through it takes the best it found and
says so. Tables that were played already are kept; then only the others are drawn.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations

from scoring.bands import FinalSet, SemifinalPlan
from scoring.cut import Key, Place
from scoring.lots import Lots

WORK_LIMIT = 60_000


@dataclass(frozen=True, slots=True)
class SemifinalTable:
    """A drawn table: which final it leads to, its number there, its players in order of band."""

    final: int
    number: int
    players: tuple[Place, ...]

    @property
    def keys(self) -> tuple[Key, ...]:
        """The players' keys, in order of band."""
        return tuple(player.player for player in self.players)

    @property
    def clashes(self) -> int:
        """Pairs at this table who share a club or a family."""
        return sum(bool(one.groups & other.groups) for one, other in combinations(self.players, 2))


@dataclass(frozen=True, slots=True)
class SemifinalDraw:
    """All the semifinal tables, the seed they came from, and whether every seating was compared.

    `unseated` are players of the plan for whom a kept table left no place: the director decides about them.
    """

    tables: tuple[SemifinalTable, ...]
    seed: int
    exhaustive: bool
    unseated: tuple[Place, ...] = ()

    @property
    def clashes(self) -> int:
        """Pairs at one table who share a club or a family."""
        return sum(table.clashes for table in self.tables)


def draw_semifinals(plan: SemifinalPlan, seed: int, *, keep: Iterable[SemifinalTable] = ()) -> SemifinalDraw:
    """Draw the tables of every set from one seed; `keep` are the tables that stay as they are.

    The same plan, seed and kept tables give the same draw on any machine.
    """
    lots = Lots(seed)
    kept = tuple(keep)
    drawn = [
        _draw_set(final, lots, [table for table in kept if table.final == final.number])
        for final in plan.sets
    ]
    return SemifinalDraw(
        tuple(table for tables, _, _ in drawn for table in tables),
        seed,
        all(exhaustive for _, exhaustive, _ in drawn),
        tuple(place for _, _, unseated in drawn for place in unseated),
    )


def _draw_set(
    final: FinalSet, lots: Lots, kept: Sequence[SemifinalTable]
) -> tuple[tuple[SemifinalTable, ...], bool, tuple[Place, ...]]:
    """The tables of one set, kept and new, whether all seatings were compared, and who found no seat."""
    seated = {key for table in kept for key in table.keys}
    open_numbers = [n for n in range(1, final.semifinals + 1) if n not in {table.number for table in kept}]
    bands = [[place for place in band if place.player not in seated] for band in final.bands]
    if not open_numbers:
        return tuple(kept), True, tuple(place for band in bands for place in band)
    search = _Search(len(open_numbers), list(_layers(bands, len(open_numbers), lots)), lots)
    search.run()
    new = (
        SemifinalTable(final.number, number, players)
        for number, players in zip(open_numbers, search.best, strict=True)
    )
    return tuple(sorted((*kept, *new), key=lambda table: table.number)), search.left > 0, ()


def _layers(bands: Sequence[Sequence[Place]], tables: int, lots: Lots) -> Iterator[tuple[Place, ...]]:
    """The bands in drawn order, cut into layers of at most one player a table."""
    for band in bands:
        drawn = lots.shuffled(band)
        yield from (drawn[first : first + tables] for first in range(0, len(drawn), tables))


@dataclass(slots=True)
class _Search:
    """Depth first through the seatings of the layers; among the least clashing ones a uniformly drawn one stays."""

    tables: int
    layers: list[tuple[Place, ...]]
    lots: Lots
    best: tuple[tuple[Place, ...], ...] = ()
    cost: int = -1
    ties: int = 0
    left: int = WORK_LIMIT
    _sitting: list[list[Place]] = field(default_factory=list)

    def run(self) -> None:
        """Seat the first layer as drawn (the tables are alike), then try the others in every order."""
        self._sitting = [[] for _ in range(self.tables)]
        self._descend(0, 0)

    def _descend(self, layer: int, cost: int) -> None:
        if self.cost >= 0 and (cost > self.cost or not self.left):
            return
        if layer == len(self.layers):
            self._record(cost)
            return
        for targets in self._targets(layer):
            self.left = max(self.left - 1, 0)
            seats = tuple(zip(targets, self.layers[layer], strict=True))
            added = sum(
                bool(place.groups & other.groups) for table, place in seats for other in self._sitting[table]
            )
            for table, place in seats:
                self._sitting[table].append(place)
            self._descend(layer + 1, cost + added)
            for table, _ in seats:
                self._sitting[table].pop()

    def _targets(self, layer: int) -> Iterable[tuple[int, ...]]:
        """The tables at which a layer may sit; a short layer goes to the emptiest tables first."""
        if layer == 0:
            return (tuple(range(len(self.layers[0]))),)
        fewest = sorted({len(sitting) for sitting in self._sitting})
        room = [
            [table for table in range(self.tables) if len(self._sitting[table]) == size] for size in fewest
        ]
        ordered = [table for group in room for table in group]
        size = len(self.layers[layer])
        return (
            order
            for order in permutations(ordered, size)
            if sum(len(self._sitting[table]) for table in order)
            == sum(len(self._sitting[table]) for table in ordered[:size])
        )

    def _record(self, cost: int) -> None:
        """Keep a seating that is better, or, of those equally good, one drawn with equal chances."""
        self.ties = 1 if self.cost < 0 or cost < self.cost else self.ties + 1
        if self.ties == 1 or self.lots.below(self.ties) == 0:
            self.best = tuple(tuple(sitting) for sitting in self._sitting)
        self.cost = cost
