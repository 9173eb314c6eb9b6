"""Knockout by article 12.3: which structures of tables of 4 and 5 lead n entrants to a final of 4 or 5.

The article sends the winner of each game on and asks that the number of tables be a multiple of the size of the
final. `plan` lists every structure in which that holds in each round before the final. Where the winners alone
cannot be seated so that it holds again, the next round is filled with the k best of each table and, beyond them, the
best remaining by points; the smallest number of tables that holds the winners is filled, no more.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from scoring.cut import Edge, Key, Place, Points, TieAtCut, tie_after

SMALL, LARGE = 4, 5
FINALS = (SMALL, LARGE)


@dataclass(frozen=True, slots=True)
class EliminationRound:
    """One round: how many sit down, at how many tables of 4 and 5, and how many of them go on (1 after a final)."""

    entrants: int
    tables: int
    advancing: int

    @property
    def fives(self) -> int:
        """Number of tables of 5."""
        return self.entrants - SMALL * self.tables

    @property
    def fours(self) -> int:
        """Number of tables of 4."""
        return self.tables - self.fives

    @property
    def sizes(self) -> tuple[int, ...]:
        """Players at each table, the tables of 4 first."""
        return (SMALL,) * self.fours + (LARGE,) * self.fives

    @property
    def best_per_table(self) -> int:
        """How many of each table go on by their place alone."""
        return self.advancing // self.tables

    @property
    def best_remaining(self) -> int:
        """How many go on by points, chosen among those next in place at all the tables."""
        return self.advancing % self.tables

    @property
    def notation(self) -> str:
        """For example `20×5`, `3×4 + 2×5`; a single table is its size alone."""
        if self.tables == 1:
            return str(self.entrants)
        groups = ((self.fours, SMALL), (self.fives, LARGE))
        return " + ".join(f"{count}×{size}" for count, size in groups if count)


@dataclass(frozen=True, slots=True)
class Structure:
    """A whole knockout, first round to final."""

    rounds: tuple[EliminationRound, ...]

    @property
    def entrants(self) -> int:
        """Entrants of the first round."""
        return self.rounds[0].entrants

    @property
    def final(self) -> int:
        """Players expected in the final."""
        return self.rounds[-1].entrants

    @property
    def winners_only(self) -> bool:
        """Whether each round sends on the winners and nobody else, as article 12.3 describes it."""
        return all(stage.advancing == stage.tables for stage in self.rounds)

    @property
    def keeps_multiple(self) -> bool:
        """Whether the tables of each round before the final are a multiple of the size of the final (12.3)."""
        return all(stage.tables % self.final == 0 for stage in self.rounds[:-1])

    @property
    def filled(self) -> int:
        """How many go on in all the rounds without having won."""
        return sum(stage.advancing - stage.tables for stage in self.rounds)

    @property
    def mixed(self) -> int:
        """How many rounds have tables of both sizes."""
        return sum(bool(stage.fours and stage.fives) for stage in self.rounds)

    @property
    def notation(self) -> str:
        """For example `20×5 → 5×4 → 5`."""
        return " → ".join(stage.notation for stage in self.rounds)


def plan(entrants: int, *, finals: Sequence[int] = FINALS, strict: bool = True) -> tuple[Structure, ...]:
    """Every structure for so many entrants, the most regular first.

    First come those where only winners go on, then those with fewer players filled in, fewer rounds of mixed table
    sizes, fewer rounds, the larger final. Empty where there is none (with 6 entrants, say: they cannot sit at tables
    of 4 and 5). With `strict` off, structures whose number of tables is not a multiple of the final follow; they tell
    it by `keeps_multiple`. Raises ValueError for a final that is not of 4 or 5, or negative entrants.
    """
    if entrants < 0 or not set(finals) <= set(FINALS):
        raise ValueError(
            f"a knockout has 0 or more entrants and a final of 4 or 5, not {entrants} and {finals}"
        )
    found = {rounds for final in finals for rounds in _structures(entrants, final, strict=True)}
    if not strict:
        found |= {rounds for final in finals for rounds in _structures(entrants, final, strict=False)}
    return tuple(sorted((Structure(rounds) for rounds in found), key=_regularity))


def table_counts(entrants: int) -> range:
    """The numbers of tables at which so many can sit by 4 and 5 (12.1); empty for 1, 2, 3, 6, 7 and 11."""
    return range(-(-entrants // LARGE), entrants // SMALL + 1) if entrants else range(0)


def _regularity(structure: Structure) -> tuple[bool, int, int, int, int, tuple[int, ...]]:
    """Sort key of `plan`."""
    return (
        not structure.keeps_multiple,
        structure.filled,
        structure.mixed,
        len(structure.rounds),
        -structure.final,
        tuple(stage.tables for stage in structure.rounds),
    )


@cache
def _structures(entrants: int, final: int, *, strict: bool) -> tuple[tuple[EliminationRound, ...], ...]:
    """All ways from so many entrants to a final of exactly the given size."""
    if entrants == final:
        return ((EliminationRound(final, 1, 1),),)
    return tuple(
        (EliminationRound(entrants, tables, advancing), *rest)
        for tables in table_counts(entrants)
        if tables > 1 and not (strict and tables % final)
        for advancing in _advancing(entrants, tables, final, strict=strict)
        for rest in _structures(advancing, final, strict=strict)
    )


def _advancing(entrants: int, tables: int, final: int, *, strict: bool) -> Iterator[int]:
    """How many may go on: the winners if a structure follows from them, else every filling of the next round."""
    if _structures(tables, final, strict=strict):
        yield tables
        return
    levels = (_fillings(entrants, tables, following, final, strict=strict) for following in range(1, tables))
    yield from next(filter(None, levels), ())


def _fillings(entrants: int, tables: int, following: int, final: int, *, strict: bool) -> list[int]:
    """The numbers beyond the winners that fill so many following tables, the final when that is one."""
    seats = (final,) if following == 1 else range(SMALL * following, LARGE * following + 1)
    return [
        size for size in seats if tables < size < entrants and _fits(size, following, final, strict=strict)
    ]


def _fits(entrants: int, tables: int, final: int, *, strict: bool) -> bool:
    """Whether a structure for so many entrants begins with so many tables."""
    return any(rounds[0].tables == tables for rounds in _structures(entrants, final, strict=strict))


@dataclass(frozen=True, slots=True)
class TableOutcome:
    """A played table of an elimination round: its players from first to last, and their points in that order."""

    table: int
    order: tuple[Key, ...]
    points: tuple[Points, ...]


def best_of_tables(outcomes: Sequence[TableOutcome], advancing: int) -> tuple[Key, ...] | TieAtCut:
    """So many from tables of any size: equally many of each by place, the rest by points among those next in place.

    The sizes need not be those planned: a round may have lost players. A tie that points do not settle is returned.
    """
    kept, remaining = divmod(advancing, len(outcomes))
    through = tuple(player for outcome in outcomes for player in outcome.order[:kept])
    candidates = _next_in_place(outcomes, kept)
    if tie := tie_after(candidates, remaining, Edge.REMAINING):
        return tie
    return through + tuple(row.player for row in candidates[:remaining])


def _next_in_place(outcomes: Sequence[TableOutcome], place: int) -> tuple[Place, ...]:
    """Those who came in the given place (from 0) at every table, by points, equal points sharing a rank."""
    scored = sorted(
        (
            (Fraction(outcome.points[place]), outcome.order[place])
            for outcome in outcomes
            if place < len(outcome.order)
        ),
        key=lambda row: -row[0],
    )
    return tuple(
        Place(player, 1 + sum(other > points for other, _ in scored), points) for points, player in scored
    )
