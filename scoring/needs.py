"""What a player needs in the last round: which own results are enough, which may be, which cannot be. By bounds.

Nothing is sampled. For each own result the others are put where they would do the most harm, and where they would do
the least. A result is *sure* when even the most harm leaves the player within the places, *impossible* when even the
least does not, and *possible* otherwise. Assumed of every other game: 0 to 86 points or an objective, any place,
one winner a table where the formula wants one; the points of a table do not otherwise depend on each other.
Equal totals (and wins, where these come next) count against the player for *sure* and for the player for *possible*.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple, TypeAlias

from scoring.criteria import Code
from scoring.formulas import Formula
from scoring.results import OBJECTIVE_POINTS, PlayerKey, SeatResult, TableResult
from scoring.scorer import Scorer
from scoring.sheet import Sheet
from scoring.text import Text

HIGHEST_POINTS = 86
"""The most that territories give: the value of an objective."""

Key: TypeAlias = tuple[int, ...]
"""What is compared: total and wins, in the order of the formula's first criteria."""


class Verdict(StrEnum):
    """What a result means for the cut."""

    SURE = "sure"
    POSSIBLE = "possible"
    IMPOSSIBLE = "impossible"


class Spread(NamedTuple):
    """The lowest and the highest score of a result, in units."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Need:
    """What own results from `lowest` to `highest` game points mean, won or not; 100 is an objective."""

    won: bool
    lowest: int
    highest: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Needs:
    """What a player needs for one of the first `places`, result by result."""

    player: PlayerKey
    places: int
    needs: tuple[Need, ...]

    def verdict(self, *, won: bool, points: int) -> Verdict:
        """What this result would mean. Raises LookupError for points that cannot be."""
        for need in self.needs:
            if need.won == won and need.lowest <= points <= need.highest:
                return need.verdict
        raise LookupError(points)


def needs(sheet: Sheet, player: PlayerKey, places: int, tables: Sequence[Sequence[PlayerKey]]) -> Needs:
    """What the player needs in the coming round, whose seating is `tables`, to stand within the first `places`.

    The sheet holds the rounds before. Who sits at no table plays no more. Raises ValueError when the player has
    no seat, or the formula does not begin with total or wins.
    """
    own = next((table for table in tables if player in table), None)
    if own is None:
        raise ValueError(f"{player!r} has no seat in the coming round")
    field = _Field(sheet, player, tables)
    verdicts = [
        (won, points, field.verdict(own, won=won, points=points, places=places))
        for won in (True, False)
        for points in (*range(HIGHEST_POINTS + 1), *([OBJECTIVE_POINTS] if won else []))
    ]
    runs = [list(run) for _, run in groupby(verdicts, key=lambda result: (result[0], result[2]))]
    return Needs(player, places, tuple(Need(run[0][0], run[0][1], run[-1][1], run[0][2]) for run in runs))


def needs_words(found: Needs) -> tuple[Text, ...]:
    """The needs as sentences, the strongest first."""
    order = list(Verdict)
    ranked = sorted(found.needs, key=lambda need: (order.index(need.verdict), not need.won, need.lowest))
    return tuple(_sentence(need) for need in ranked)


_VERDICTS = {
    Verdict.SURE: Text("is enough", "basta", "basta"),
    Verdict.POSSIBLE: Text("may be enough", "può bastare", "pode bastar"),
    Verdict.IMPOSSIBLE: Text("is not enough", "non basta", "não basta"),
}


def _sentence(need: Need) -> Text:
    span = f"{need.lowest}" if need.lowest == need.highest else f"{need.lowest}–{need.highest}"
    verdict = _VERDICTS[need.verdict]
    if need.won:
        return Text(
            f"Winning with {span} {verdict.en}.",
            f"Vincere con {span} {verdict.it}.",
            f"Vencer com {span} {verdict.pt}.",
        )
    return Text(
        f"{span} without winning {verdict.en}.",
        f"{span} senza vincere {verdict.it}.",
        f"{span} sem vencer {verdict.pt}.",
    )


class _Prospect(NamedTuple):
    """Where another player may end: the keys after the worst and best lost game and after the worst and best won."""

    low: Key
    high: Key
    low_won: Key
    high_won: Key


class _Field:
    """Everybody else, as far as they can rise or fall in the coming round."""

    def __init__(self, sheet: Sheet, player: PlayerKey, tables: Sequence[Sequence[PlayerKey]]) -> None:
        self._sheet = sheet
        self._player = player
        self._codes = _leading(sheet.formula)
        self._one_winner = sheet.formula.single_winner
        self._spreads = _Spreads(sheet.formula)
        self._tables = [(table, self._prospects(table)) for table in tables]
        seated = {key for table in tables for key in table}
        idle = [key for key in sheet.players() if key not in seated]
        self._idle = [self._key(key, None, wins=0) for key in sheet.ranked(idle)]

    def _prospects(self, table: Sequence[PlayerKey]) -> list[_Prospect]:
        lost, won = self._spreads.lost(len(table)), self._spreads.won(len(table))
        return [
            _Prospect(
                self._key(key, lost.low, wins=0),
                self._key(key, lost.high, wins=0),
                self._key(key, won.low, wins=1),
                self._key(key, won.high, wins=1),
            )
            for key in table
            if key != self._player and not self._sheet.has_left(key)
        ]

    def _key(self, key: PlayerKey, units: int | None, *, wins: int) -> Key:
        tally = self._sheet.tally(key)
        games = (*tally.games, units)
        kept = self._sheet.formula.discards.counted(games)
        total = sum(game for game, counts in zip(games, kept, strict=True) if counts and game is not None)
        values = {Code.TOTAL: total - tally.penalty, Code.WINS: tally.wins + wins}
        return tuple(values[code] for code in self._codes)

    def verdict(self, own: Sequence[PlayerKey], *, won: bool, points: int, places: int) -> Verdict:
        """What the own result means."""
        spread = self._spreads.of(len(own), points, won=won)
        low = self._key(self._player, spread.low, wins=int(won))
        high = self._key(self._player, spread.high, wins=int(won))
        if self._most_at_least(low, own if won else None) < places:
            return Verdict.SURE
        return (
            Verdict.POSSIBLE
            if self._fewest_above(high, own if won else None) < places
            else Verdict.IMPOSSIBLE
        )

    def _most_at_least(self, key: Key, won_by_player: Sequence[PlayerKey] | None) -> int:
        """At most how many others end at the key or above it."""
        count = sum(idle >= key for idle in self._idle)
        for table, prospects in self._tables:
            reaching = sum(other.high >= key for other in prospects)
            by_winning = sum(other.high_won >= key > other.high for other in prospects)
            if self._one_winner:
                by_winning = 0 if table is won_by_player else min(by_winning, 1)
            count += reaching + by_winning
        return count

    def _fewest_above(self, key: Key, won_by_player: Sequence[PlayerKey] | None) -> int:
        """At least how many others end above the key, whatever happens."""
        count = sum(idle > key for idle in self._idle)
        for table, prospects in self._tables:
            certain = sum(other.low > key for other in prospects)
            forced = self._one_winner and table is not won_by_player and bool(prospects) and not certain
            count += certain or int(forced and self._whoever_wins(table, prospects, key))
        return count

    def _whoever_wins(self, table: Sequence[PlayerKey], prospects: list[_Prospect], key: Key) -> bool:
        """Whether every possible winner of the table ends above the key."""
        possible = len(table) - (self._player in table)
        return len(prospects) == possible and all(other.low_won > key for other in prospects)


def _leading(formula: Formula) -> tuple[Code, ...]:
    codes: list[Code] = []
    for criterion in formula.criteria:
        if criterion.code not in {Code.TOTAL, Code.WINS} or criterion.code in codes:
            break
        codes.append(criterion.code)
    if Code.TOTAL not in codes:
        raise ValueError("bounds need a formula that begins with total, or with wins and total")
    return tuple(codes)


class _Spreads:
    """The lowest and highest scores of results at a table, found by scoring every extreme of the opponents."""

    def __init__(self, formula: Formula) -> None:
        self._scorer = Scorer(formula)
        self._known: dict[tuple[int, int, bool], Spread] = {}

    def of(self, size: int, points: int, *, won: bool) -> Spread:
        """The spread of a result with so many points."""
        known = self._known.get((size, points, won))
        if known is None:
            units = [self._scorer.score(table)[0].units for table in _extremes(size, points, won=won)]
            known = self._known[size, points, won] = Spread(min(units), max(units))
        return known

    def won(self, size: int) -> Spread:
        """The spread of all won games."""
        return self._over(size, (*range(HIGHEST_POINTS + 1), OBJECTIVE_POINTS), won=True)

    def lost(self, size: int) -> Spread:
        """The spread of all lost games."""
        return self._over(size, range(HIGHEST_POINTS + 1), won=False)

    def _over(self, size: int, points: Iterable[int], *, won: bool) -> Spread:
        spreads = [self.of(size, worth, won=won) for worth in points]
        return Spread(min(spread.low for spread in spreads), max(spread.high for spread in spreads))


def _extremes(size: int, points: int, *, won: bool) -> Iterable[TableResult]:
    """Tables in which the first seat has the points and the opponents stand at their extremes."""
    for ahead in [0] if won else range(1, size):
        for above in {min(points, HIGHEST_POINTS), HIGHEST_POINTS, OBJECTIVE_POINTS} if ahead else {0}:
            for below in {0, min(points, HIGHEST_POINTS)}:
                yield from _tables(size, points, ahead, above, below)


def _tables(size: int, points: int, ahead: int, above: int, below: int) -> Iterable[TableResult]:
    second = min(above, HIGHEST_POINTS)
    best = SeatResult(1, above, 1, objective=above == OBJECTIVE_POINTS)
    fronts = [best, *[SeatResult(number, second, number) for number in range(2, ahead + 1)]][:ahead]
    rears = [SeatResult(number, below, number) for number in range(ahead + 2, size + 1)]
    own = SeatResult(0, points, ahead + 1, objective=points == OBJECTIVE_POINTS)
    yield TableResult(1, (own, *fronts, *rears))
    if points == 0 and ahead == size - 1:
        yield TableResult(1, (own._replace(eliminated=1), *fronts, *rears))
