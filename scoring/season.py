"""A season: the national ranking, circuits of tournaments, club rankings, and a player's years.

Everything starts from `SeasonResult`s, one per player and tournament. What a result is worth is a `Worth` (the
national formula, points by place, or the tournament's own points); what counts is a `CountingRule` per type of
tournament. Values are exact, except where the national formula asks for an exponential: that one is computed with
28 digits and rounded once, half up, to the stated number of decimals, so it is the same on every machine.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from typing import TypeAlias

from scoring.cut import Key, Points

NATIONAL_DECIMALS = 3
_CONTEXT = Context(prec=28, rounding=ROUND_HALF_UP)


@dataclass(frozen=True, slots=True)
class SeasonTournament:
    """A tournament of the season: its type, its size in tables, its rounds."""

    id: Key
    type: str
    tables: int
    rounds: int
    year: int


@dataclass(frozen=True, slots=True)
class SeasonResult:
    """How a player ended a tournament. `club` is the one at the time; `points` are the tournament's own."""

    player: Key
    tournament: SeasonTournament
    place: int
    points: Points = 0
    wins: int = 0
    games: int = 0
    club: str = ""


Worth: TypeAlias = Callable[[SeasonResult], Fraction | None]
"""What a result is worth, exactly; None when it does not count at all (too few tables, unknown type)."""


@dataclass(frozen=True, slots=True)
class TournamentClass:
    """The weight of a type of tournament by its number of rounds: steps of (at least so many rounds, weight)."""

    by_rounds: tuple[tuple[int, Decimal], ...]

    def weight(self, rounds: int) -> Decimal:
        """The weight for so many rounds. Raises ValueError when they are fewer than the first step."""
        reached = [weight for at_least, weight in self.by_rounds if rounds >= at_least]
        if not reached:
            raise ValueError(f"no weight for {rounds} rounds")
        return reached[-1]


@dataclass(frozen=True, slots=True)
class NationalFormula:
    """a · (100 + tables) · class · f, with a larger a for the winner and f falling by place.

    f is 1 for the winner and exp(−place / decay) for the others. Fewer than `minimum_tables` tables do not count.
    """

    classes: Mapping[str, TournamentClass]
    winner_bonus: Decimal = Decimal("1.2")
    base: int = 100
    decay: int = 20
    minimum_tables: int = 6
    decimals: int = NATIONAL_DECIMALS

    def __call__(self, result: SeasonResult) -> Fraction | None:
        """The worth of a result, rounded half up to `decimals`; None for a small tournament or an unknown type.

        Raises ValueError for a place under 1.
        """
        tournament = result.tournament
        if result.place < 1:
            raise ValueError(f"a place is 1 or more, not {result.place}")
        if tournament.tables < self.minimum_tables or tournament.type not in self.classes:
            return None
        weight = self.classes[tournament.type].weight(tournament.rounds)
        share = self.share(result.place)
        worth = _CONTEXT.multiply(_CONTEXT.multiply(Decimal(self.base + tournament.tables), weight), share)
        return Fraction(worth.quantize(Decimal(1).scaleb(-self.decimals), context=_CONTEXT))

    def share(self, place: int) -> Decimal:
        """a · f for a place, with 28 digits."""
        if place == 1:
            return self.winner_bonus
        return _CONTEXT.exp(_CONTEXT.divide(Decimal(-place), Decimal(self.decay)))


def _fixed(weight: str) -> TournamentClass:
    return TournamentClass(((0, Decimal(weight)),))


NATIONAL = NationalFormula(
    {
        "raduno": _fixed("5"),
        "master": _fixed("4"),
        "open": _fixed("2"),
        "interclub": _fixed("1.5"),
        "league": TournamentClass(
            (
                (0, Decimal("0.2")),
                (3, Decimal("0.5")),
                (4, Decimal("0.7")),
                (5, Decimal("0.8")),
                (6, Decimal(1)),
            )
        ),
    }
)
"""The national ranking as the clubs' own tool computes it (one source)."""


@dataclass(frozen=True, slots=True)
class PlacePoints:
    """Points by place: the first, the second … and `beyond` for everyone after the last listed."""

    points: tuple[int, ...]
    beyond: int = 0

    def __call__(self, result: SeasonResult) -> Fraction:
        """The points of the result's place."""
        return Fraction(self.points[result.place - 1] if result.place <= len(self.points) else self.beyond)


def own_points(result: SeasonResult) -> Fraction:
    """The tournament's own points, as they are."""
    return Fraction(result.points)


@dataclass(frozen=True, slots=True)
class Weighted:
    """What a result is worth by itself, times the weight of its tournament's type; an unknown type does not count."""

    worth: Callable[[SeasonResult], Fraction]
    classes: Mapping[str, TournamentClass]

    def __call__(self, result: SeasonResult) -> Fraction | None:
        """The product, exactly. Raises ValueError where the type has no weight for so few rounds."""
        known = self.classes.get(result.tournament.type)
        return self.worth(result) * Fraction(known.weight(result.tournament.rounds)) if known else None


@dataclass(frozen=True, slots=True)
class CountingRule:
    """How many results of a type count: the larger of `minimum` and `share` of the tournaments held, rounded up.

    Both 0 means that none count; a `minimum` of None means that all do.
    """

    minimum: int | None = None
    share: Fraction = Fraction(0)

    def counted(self, held: int) -> int:
        """How many results count when so many tournaments were held."""
        if self.minimum is None:
            return held
        return min(held, max(self.minimum, -(-held * self.share.numerator // self.share.denominator)))


@dataclass(frozen=True, slots=True)
class Circuit:
    """A ranking over several tournaments: the worth of a result, and how many of each type count.

    A type without its own rule follows `other`; who has fewer than `minimum_results` results has no rank.
    """

    worth: Worth
    counting: Mapping[str, CountingRule] = field(default_factory=dict)
    other: CountingRule = CountingRule()
    minimum_results: int = 0

    def counted(self, kind: str, held: int) -> int:
        """How many results of a type count when so many tournaments of it were held."""
        return self.counting.get(kind, self.other).counted(held)


@dataclass(frozen=True, slots=True)
class ValuedResult:
    """A result with its worth and whether it is among those that count."""

    result: SeasonResult
    worth: Fraction
    counted: bool


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A line of a season's ranking; `results` explain the total, best first within each type.

    `rank` is None with too few results; such lines stand at the end.
    """

    rank: int | None
    key: Key
    total: Fraction
    results: tuple[ValuedResult, ...]


def circuit_ranking(circuit: Circuit, results: Iterable[SeasonResult]) -> tuple[SeasonRow, ...]:
    """The players by the sum of the results that count; equal totals share a rank and the next is skipped."""
    valued = _valued(circuit.worth, results)
    held = _held(result for result, _ in valued)
    by_player: dict[Key, list[tuple[SeasonResult, Fraction]]] = defaultdict(list)
    for result, worth in valued:
        by_player[result.player].append((result, worth))
    return _ranked(
        {player: _count(circuit, held, own) for player, own in by_player.items()}, circuit.minimum_results
    )


def tournaments_held(worth: Worth, results: Iterable[SeasonResult]) -> Mapping[str, int]:
    """How many tournaments of each type were held, those left out that count for nobody."""
    return _held(result for result, _ in _valued(worth, results))


def club_ranking(
    results: Iterable[SeasonResult], worth: Worth, *, best: int | None = None
) -> tuple[SeasonRow, ...]:
    """The clubs by the sum of their members' results, of each tournament only the `best` ones when given.

    Results without a club are left out. A member counts for the club of the time.
    """
    groups: dict[tuple[str, Key], list[tuple[SeasonResult, Fraction]]] = defaultdict(list)
    for result, value in _valued(worth, results):
        if result.club:
            groups[result.club, result.tournament.id].append((result, value))
    clubs: dict[Key, tuple[ValuedResult, ...]] = defaultdict(tuple)
    for (club, _), own in groups.items():
        clubs[club] += _best(own, len(own) if best is None else best)
    return _ranked(clubs)


@dataclass(frozen=True, slots=True)
class Year:
    """What a player did in a year."""

    year: int
    tournaments: int
    won: int
    podiums: int
    best_place: int
    games: int
    wins: int


def career(results: Iterable[SeasonResult]) -> tuple[Year, ...]:
    """One player's years, the latest first; a podium is one of the first three places."""
    by_year: dict[int, list[SeasonResult]] = defaultdict(list)
    for result in results:
        by_year[result.tournament.year].append(result)
    return tuple(_year(year, by_year[year]) for year in sorted(by_year, reverse=True))


def _year(year: int, results: Sequence[SeasonResult]) -> Year:
    places = [result.place for result in results]
    return Year(
        year,
        tournaments=len(results),
        won=places.count(1),
        podiums=sum(place <= 3 for place in places),
        best_place=min(places),
        games=sum(result.games for result in results),
        wins=sum(result.wins for result in results),
    )


def _valued(worth: Worth, results: Iterable[SeasonResult]) -> list[tuple[SeasonResult, Fraction]]:
    """The results that count at all, with their worth."""
    return [(result, value) for result in results if (value := worth(result)) is not None]


def _held(results: Iterable[SeasonResult]) -> Mapping[str, int]:
    """Tournaments held of each type."""
    held: dict[str, set[Key]] = defaultdict(set)
    for result in results:
        held[result.tournament.type].add(result.tournament.id)
    return {kind: len(ids) for kind, ids in held.items()}


def _count(
    circuit: Circuit, held: Mapping[str, int], own: Sequence[tuple[SeasonResult, Fraction]]
) -> tuple[ValuedResult, ...]:
    """One player's results with those marked that count, type by type."""
    counted: list[ValuedResult] = []
    for kind in sorted({result.tournament.type for result, _ in own}):
        of_kind = [one for one in own if one[0].tournament.type == kind]
        counted += _best(of_kind, circuit.counted(kind, held[kind]))
    return tuple(counted)


def _best(own: Sequence[tuple[SeasonResult, Fraction]], counted: int) -> tuple[ValuedResult, ...]:
    """The results best first, the first so many marked as counting; equal worth in order of tournament."""
    ordered = sorted(own, key=lambda one: (-one[1], str(one[0].tournament.id), str(one[0].player)))
    return tuple(
        ValuedResult(result, worth, place < counted) for place, (result, worth) in enumerate(ordered)
    )


def _ranked(rows: Mapping[Key, tuple[ValuedResult, ...]], minimum: int = 0) -> tuple[SeasonRow, ...]:
    """Rows by total, shared ranks skipping; level rows in order of key, which no rank depends on."""
    totals = {key: sum((one.worth for one in own if one.counted), Fraction(0)) for key, own in rows.items()}
    ordered = sorted(rows, key=lambda key: (len(rows[key]) < minimum, -totals[key], str(key)))
    ranks: dict[Fraction, int] = {}
    for place, key in enumerate(ordered, 1):
        ranks.setdefault(totals[key], place)
    return tuple(
        SeasonRow(ranks[totals[key]] if len(rows[key]) >= minimum else None, key, totals[key], rows[key])
        for key in ordered
    )
