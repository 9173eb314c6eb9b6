"""How n players are split into tables: every split, its consequences, and the one that a policy picks.

Rulebook 12.1: tables of 4 or 5; tables of 3 only where the whole tournament is made of them. Club
formats add tables of 3 beside tables of 4, with or without a ghost as the fourth. Games that are no RisiKo! sit at
tables of 2 to 6: as even as possible, or as many as possible of a preferred size.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from seating.words import Words


class SplitPolicy(StrEnum):
    """Which tables a format allows, and which split it prefers."""

    MOST_FOURS = "most-fours"
    MOST_FIVES = "most-fives"
    FOURS_AND_THREES = "fours-and-threes"
    FOURS_WITH_GHOST = "fours-with-ghost"
    THREES = "threes"
    PAIRS = "pairs"
    EVEN_THREE = "even-3"
    EVEN_FOUR = "even-4"
    EVEN_FIVE = "even-5"
    EVEN_SIX = "even-6"
    PREFER_THREE = "prefer-3"
    PREFER_FOUR = "prefer-4"
    PREFER_FIVE = "prefer-5"
    PREFER_SIX = "prefer-6"


EVEN: dict[SplitPolicy, int] = {
    SplitPolicy.EVEN_THREE: 3,
    SplitPolicy.EVEN_FOUR: 4,
    SplitPolicy.EVEN_FIVE: 5,
    SplitPolicy.EVEN_SIX: 6,
}
"""Policies for tables that differ by one player at most → the size they come nearest to."""

PREFERRED: dict[SplitPolicy, int] = {
    SplitPolicy.PREFER_THREE: 3,
    SplitPolicy.PREFER_FOUR: 4,
    SplitPolicy.PREFER_FIVE: 5,
    SplitPolicy.PREFER_SIX: 6,
}
"""Policies for as many tables as possible of one size → that size."""

FREE_POLICIES = frozenset({SplitPolicy.PAIRS, *EVEN, *PREFERRED})
"""The policies that the rulebook of RisiKo! does not bind; all but tables of 2 only find some for every number."""

UNIFORM = frozenset({SplitPolicy.THREES, SplitPolicy.PAIRS})
"""The policies whose tables are all of one size."""

SMALLEST, LARGEST = 3, 6
"""The sizes of free tables; a table of 2 is another game, so it is laid only where two are asked for or present."""

POLICY_TITLES: dict[SplitPolicy, Words] = {
    SplitPolicy.MOST_FOURS: Words(
        "as many tables of 4 as possible", "il maggior numero di tavoli da 4", "o maior número de mesas de 4"
    ),
    SplitPolicy.MOST_FIVES: Words(
        "as many tables of 5 as possible", "il maggior numero di tavoli da 5", "o maior número de mesas de 5"
    ),
    SplitPolicy.FOURS_AND_THREES: Words(
        "tables of 4, the rest of 3", "tavoli da 4, gli altri da 3", "mesas de 4, as outras de 3"
    ),
    SplitPolicy.FOURS_WITH_GHOST: Words(
        "tables of 4, a ghost as the fourth where one is missing",
        "tavoli da 4, con un fantasma come quarto dove manca",
        "mesas de 4, com um fantasma como quarto onde falta",
    ),
    SplitPolicy.THREES: Words("tables of 3 only", "solo tavoli da 3", "só mesas de 3"),
    SplitPolicy.PAIRS: Words("tables of 2 only", "solo tavoli da 2", "só mesas de 2"),
    **{
        policy: Words(
            f"tables of about {size}, as even as possible",
            f"tavoli da circa {size}, il più possibile uguali",
            f"mesas de cerca de {size}, o mais iguais possível",
        )
        for policy, size in EVEN.items()
    },
    **{
        policy: Words(
            f"as many tables of {size} as possible, the rest of 3 to 6",
            f"il maggior numero di tavoli da {size}, gli altri da 3 a 6",
            f"o maior número de mesas de {size}, as outras de 3 a 6",
        )
        for policy, size in PREFERRED.items()
    },
}


@dataclass(frozen=True, slots=True)
class Split:
    """Table sizes in the order of the table numbers: the smallest first, the tables of 5 last.

    ``free`` sizes belong to another game than RisiKo!: they say nothing about a victory prize.
    """

    sizes: tuple[int, ...]
    ghosts: int = 0
    free: bool = False

    @property
    def players(self) -> int:
        """Return how many people sit."""
        return sum(self.sizes)

    def count(self, size: int) -> int:
        """Return how many tables have that size."""
        return self.sizes.count(size)

    @property
    def mixed(self) -> bool:
        """Return whether tables of 4 and of 5 of RisiKo! occur in the same round."""
        return not self.free and {4, 5} <= set(self.sizes)

    def prize_share(self, size: int) -> Fraction:
        """Return the part of the victory prize paid at a table of that size.

        Rulebook 12.2: where both sizes occur, a table of 4 pays exactly 20% less than a table of 5.
        """
        return Fraction(4, 5) if self.mixed and size == 4 else Fraction(1)

    @property
    def words(self) -> Words:
        """Return the split and its consequence in words."""
        counts = sorted(Counter(self.sizes).items())
        shape_en = " + ".join(f"{count} × {size}" for size, count in counts)
        ghosts = f", {self.ghosts} ghost" + ("s" if self.ghosts != 1 else "") if self.ghosts else ""
        fantasmi = f", {self.ghosts} fantasm" + ("i" if self.ghosts != 1 else "a") if self.ghosts else ""
        prize = "; prize at tables of 4: 80%" if self.mixed else ""
        premio = "; premio ai tavoli da 4: 80%" if self.mixed else ""
        fantasmas = f", {self.ghosts} fantasma" + ("s" if self.ghosts != 1 else "") if self.ghosts else ""
        premios = "; prêmio nas mesas de 4: 80%" if self.mixed else ""
        return Words(shape_en + ghosts + prize, shape_en + fantasmi + premio, shape_en + fantasmas + premios)


def splits_of(players: int, large: int = 5, small: int = 4) -> tuple[Split, ...]:
    """Return every split into tables of ``small`` and ``large``, fewest large tables first."""
    return tuple(_splits(players, large, small))


def _splits(players: int, large: int, small: int) -> Iterator[Split]:
    for larges in range(players // large + 1):
        rest = players - larges * large
        if rest % small == 0 and players:
            yield Split((small,) * (rest // small) + (large,) * larges)


def split_for(players: int, policy: SplitPolicy = SplitPolicy.MOST_FOURS) -> Split | None:
    """Return the split that the policy picks, or None where no legal one exists."""
    return _PICK[policy](players)


def _most_fours(players: int) -> Split | None:
    return next(iter(splits_of(players)), None)


def _most_fives(players: int) -> Split | None:
    return next(reversed(splits_of(players)), None)


def _fours_and_threes(players: int) -> Split | None:
    return next(reversed(splits_of(players, large=4, small=3)), None)


def _fours_with_ghost(players: int) -> Split | None:
    if players % 4 in (0, 1):
        return _most_fours(players)
    split = _fours_and_threes(players)
    return Split(split.sizes, ghosts=split.count(3)) if split else None


def _threes(players: int) -> Split | None:
    return Split((3,) * (players // 3)) if players and players % 3 == 0 else None


def _pairs(players: int) -> Split | None:
    return _free([2] * (players // 2)) if players and players % 2 == 0 else None


def _even(size: int) -> Callable[[int], Split | None]:
    """The number of tables whose mean is nearest to the size; of two equally near the larger tables."""

    def pick(players: int) -> Split | None:
        if players < SMALLEST:
            return _pairs(players)
        tables = range(-(-players // LARGEST), players // SMALLEST + 1)
        return _free(_level(players, min(tables, key=lambda count: abs(Fraction(players, count) - size))))

    return pick


def _preferred(size: int) -> Callable[[int], Split | None]:
    """As many tables of the size as leave a rest for which there are tables; the rest as even as possible."""

    def pick(players: int) -> Split | None:
        if players < SMALLEST:
            return _pairs(players)
        most = players // size
        count = next(n for n in range(most, -1, -1) if players == n * size or players - n * size >= SMALLEST)
        rest = players - count * size
        return _free([size] * count + _level(rest, -(-rest // LARGEST)))

    return pick


def _level(players: int, tables: int) -> list[int]:
    """Sizes that differ by one at most; none for nobody."""
    if not tables:
        return []
    least, larger = divmod(players, tables)
    return [least] * (tables - larger) + [least + 1] * larger


def _free(sizes: list[int]) -> Split:
    return Split(tuple(sorted(sizes)), free=True)


_PICK: dict[SplitPolicy, Callable[[int], Split | None]] = {
    SplitPolicy.MOST_FOURS: _most_fours,
    SplitPolicy.MOST_FIVES: _most_fives,
    SplitPolicy.FOURS_AND_THREES: _fours_and_threes,
    SplitPolicy.FOURS_WITH_GHOST: _fours_with_ghost,
    SplitPolicy.THREES: _threes,
    SplitPolicy.PAIRS: _pairs,
    **{policy: _even(size) for policy, size in EVEN.items()},
    **{policy: _preferred(size) for policy, size in PREFERRED.items()},
}
