"""Standings: players in order, with the criterion that separates each from the next.

Players are ordered by the first criterion; those it leaves level go to the next one, and so on. Whoever the last
criterion leaves level shares a rank, and the ranks they fill are skipped: 39, 39, 39, 39, 43.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from itertools import groupby, takewhile
from typing import Any, NamedTuple, TypeAlias

from scoring.criteria import Code, Criterion
from scoring.formulas import FinalPlaces, Formula
from scoring.lots import Lots
from scoring.results import PlayerKey, TableResult
from scoring.sheet import NO_ADJUSTMENTS, Adjustments, Player, Sheet, Tally

Key: TypeAlias = Any
"""Anything that sorts; the higher the better."""

Value: TypeAlias = Callable[[Tally, Criterion, PlayerKey], Key]
"""What a player has in a criterion."""

Group: TypeAlias = list[PlayerKey]
Separated: TypeAlias = list[tuple[Group, Criterion | None]]
"""Groups of level players from the top down, each with what separates it from the next."""

FINAL = Criterion(Code.FINAL)


class Row(NamedTuple):
    """A player's line. `rank` is None without a rank; `separated_by` is what puts it above the next line, None
    for the last, for a line without a rank and for one that shares its rank with the next."""

    rank: int | None
    player: Player
    tally: Tally
    separated_by: Criterion | None = None

    @property
    def total(self) -> int:
        """The total, in units of 10**-digits of the formula."""
        return self.tally.total

    @property
    def games(self) -> tuple[int | None, ...]:
        """The score of each round in units; None for a round not played."""
        return self.tally.games

    @property
    def counted(self) -> tuple[bool, ...]:
        """Whether each round counts in the total."""
        return self.tally.counted

    @property
    def wins(self) -> int:
        """How many games were won or shared."""
        return self.tally.wins


@dataclass(frozen=True, slots=True)
class Standings:
    """Everybody in order after `rounds` rounds; rows of equal rank are in the order of their names."""

    formula: Formula
    rounds: int
    rows: tuple[Row, ...]

    def row_of(self, player: PlayerKey) -> Row:
        """The player's row. Raises KeyError."""
        for row in self.rows:
            if row.player.key == player:
                return row
        raise KeyError(player)


@dataclass(frozen=True, slots=True)
class Change:
    """A player whose line differs between two standings; None where the player is missing."""

    player: Player
    before: Row | None
    after: Row | None


def standings(
    formula: Formula,
    rounds: Iterable[Iterable[TableResult]],
    players: Iterable[Player] = (),
    adjustments: Adjustments = NO_ADJUSTMENTS,
) -> Standings:
    """The standings of the rounds, in order; players without a game stand at the end with 0."""
    return rank(Sheet.of(formula, rounds, adjustments), players)


def rank(sheet: Sheet, players: Iterable[Player] = (), *, rounds: int | None = None) -> Standings:
    """The standings of a sheet after its first rounds (None: all).

    Those who have a game but are not among the players stand there by their key alone.
    """
    upto = sheet.rounds if rounds is None else min(rounds, sheet.rounds)
    people = _people(sheet, players)
    sheet.tallies(people, upto)
    ranked = [key for key in people if sheet.is_ranked(key)]
    ordered = _Ordering(sheet, upto).ordered(ranked)
    rows = [*_ranked_rows(sheet, upto, people, ordered), *_unranked_rows(sheet, upto, people, set(ranked))]
    return Standings(sheet.formula, upto, tuple(rows))


def difference(before: Standings, after: Standings) -> tuple[Change, ...]:
    """Whose rank, total or games differ between two standings, in the order of the later ones."""
    earlier = {row.player.key: row for row in before.rows}
    later = {row.player.key for row in after.rows}
    changes = [Change(row.player, earlier.get(row.player.key), row) for row in after.rows]
    gone = [Change(row.player, row, None) for row in before.rows if row.player.key not in later]
    return tuple(change for change in (*changes, *gone) if _differs(change.before, change.after))


def _differs(before: Row | None, after: Row | None) -> bool:
    if before is None or after is None:
        return True
    return (before.rank, before.total, before.games, before.counted) != (
        after.rank,
        after.total,
        after.games,
        after.counted,
    )


def _people(sheet: Sheet, players: Iterable[Player]) -> dict[PlayerKey, Player]:
    everybody = {player.key: player for player in players}
    for key in sheet.players():
        if key not in everybody:
            everybody[key] = Player(key)
    if sheet.formula.only_taking_part:
        return {key: player for key, player in everybody.items() if player.takes_part}
    return everybody


def _by_name(people: Mapping[PlayerKey, Player], group: Group) -> Group:
    return sorted(group, key=lambda key: (people[key].name.casefold(), _natural(key)))


def _natural(key: PlayerKey) -> tuple[int, int, str]:
    return (0, key, "") if isinstance(key, int) else (1, 0, str(key))


def _ranked_rows(
    sheet: Sheet, upto: int, people: Mapping[PlayerKey, Player], ordered: Separated
) -> Iterable[Row]:
    finals = sheet.formula.finals
    dense = finals.round if finals is not None and finals.places is FinalPlaces.DENSE else None
    tallies = sheet.tallies(people, upto)
    position = 1
    for number, (group, separated_by) in enumerate(ordered, start=1):
        place = position if dense is None or not _played(tallies[group[0]], dense) else number
        if len(group) == 1:
            yield Row(place, people[group[0]], tallies[group[0]], separated_by)
        else:
            *level, last = _by_name(people, group)
            yield from [Row(place, people[key], tallies[key]) for key in level]
            yield Row(place, people[last], tallies[last], separated_by)
        position += len(group)


def _played(tally: Tally, number: int) -> bool:
    return number <= len(tally.scores) and tally.scores[number - 1] is not None


def _unranked_rows(
    sheet: Sheet, upto: int, people: Mapping[PlayerKey, Player], ranked: set[PlayerKey]
) -> Iterable[Row]:
    left = [key for key in people if key not in ranked]
    for key in sorted(
        left, key=lambda key: (-sheet.tally(key, upto).total, people[key].name.casefold(), _natural(key))
    ):
        yield Row(None, people[key], sheet.tally(key, upto))


class _Ordering:
    """Orders players of a sheet after so many rounds."""

    __slots__ = ("_criteria", "_sheet", "_upto")

    def __init__(self, sheet: Sheet, upto: int) -> None:
        self._sheet = sheet
        self._upto = upto
        self._criteria = sheet.formula.criteria

    def ordered(self, players: Group) -> Separated:
        """The players in groups that nothing separates, finalists before all others."""
        finalists = self._finalists(players)
        if not finalists:
            return self.separated(players, self._criteria, self._upto)
        above = {key for group in finalists for key in group}
        rest = self.separated([key for key in players if key not in above], self._criteria, self._upto)
        top: Separated = [(group, FINAL) for group in finalists]
        if not rest:
            top[-1] = (top[-1][0], None)
        return top + rest

    def _finalists(self, players: Group) -> list[Group]:
        """Those of the final round by their place in it; parallel finals share places."""
        finals = self._sheet.formula.finals
        if finals is None or finals.round > self._upto:
            return []
        known, places = set(players), dict[int, Group]()
        for table in self._sheet.tables_of(finals.round):
            scored = [(seat.player, self._sheet.score_of(finals.round, seat.player)) for seat in table.seats]
            placed = sorted(
                [(score.facts.place, key) for key, score in scored if score is not None], key=_first
            )
            for position, (shared, player) in enumerate(placed, start=1):
                place = position if finals.places is FinalPlaces.DENSE else shared
                if player in known:
                    places.setdefault(place, []).append(player)
        return [places[place] for place in sorted(places)]

    def separated(self, players: Group, criteria: Sequence[Criterion], upto: int) -> Separated:
        """The players in groups that the criteria leave level."""
        groups: Separated = [(players, None)] if players else []
        tallies = self._sheet.tallies(players, upto)
        done = 0
        while done < len(criteria) and len(groups) < len(players):
            run = _values_in_a_row(criteria, done)
            keys = [(KEYS[what.code], what) for what in run]
            refined: Separated = []
            for group, boundary in groups:
                if len(group) == 1:
                    refined.append((group, boundary))
                    continue
                parts = (
                    _by_values(group, keys, tallies)
                    if run
                    else self._split(group, criteria[: done + 1], upto)
                )
                refined.extend(parts)
                refined[-1] = (parts[-1][0], boundary)
            groups = refined
            done += len(run) or 1
        return groups

    def _split(self, group: Group, so_far: Sequence[Criterion], upto: int) -> Separated:
        """Apart by the last of the criteria so far, one that compares players with each other or looks back."""
        criterion = so_far[-1]
        if criterion.code is Code.PREVIOUS:
            parts = self._split_earlier(group, so_far, upto - 1)
        elif criterion.code is Code.AFTER_ROUND:
            parts = self._split_earlier(group, so_far[:-1], min(criterion.n or 1, upto - 1))
        elif criterion.code is Code.DIRECT:
            parts = _in_groups(group, self._direct(group, upto))
        else:
            parts = self._split_by_first_difference(group, upto)
        return [*[(part, criterion) for part in parts[:-1]], (parts[-1], None)]

    def _split_earlier(self, group: Group, criteria: Sequence[Criterion], upto: int) -> list[Group]:
        if upto < 1:
            return [group]
        return [part for part, _ in self.separated(group, criteria, upto)]

    def _direct(self, group: Group, upto: int) -> dict[PlayerKey, int]:
        """Opponents of the group beaten at the same table, less those who beat the player."""
        balance = dict.fromkeys(group, 0)
        for number in range(1, upto + 1):
            for table in self._sheet.tables_of(number):
                met = [seat.player for seat in table.seats if seat.player in balance]
                places = {player: self._place(number, player) for player in met}
                for player in met:
                    balance[player] += sum(_sign(places[other] - places[player]) for other in met)
        return balance

    def _place(self, number: int, player: PlayerKey) -> int:
        score = self._sheet.score_of(number, player)
        return 0 if score is None else score.facts.place

    def _split_by_first_difference(self, group: Group, upto: int) -> list[Group]:
        """By the first round that both have played and scored differently in."""
        games = {player: self._sheet.tally(player, upto).games for player in group}

        def compare(one: PlayerKey, other: PlayerKey) -> int:
            for mine, theirs in zip(games[one], games[other], strict=True):
                if mine is not None and theirs is not None and mine != theirs:
                    return -1 if mine > theirs else 1
            return 0

        ordered = sorted(sorted(group, key=_natural), key=cmp_to_key(compare))
        parts: list[Group] = [[ordered[0]]]
        for player in ordered[1:]:
            if compare(parts[-1][-1], player) == 0:
                parts[-1].append(player)
            else:
                parts.append([player])
        return parts


def _first(pair: tuple[Key, PlayerKey]) -> Key:
    return pair[0]


def _by_values(
    group: Group, keys: Sequence[tuple[Value, Criterion]], tallies: Mapping[PlayerKey, Tally]
) -> Separated:
    """Apart by the values of several criteria at once, in order."""
    valued = [([key(tallies[player], what, player) for key, what in keys], player) for player in group]
    valued.sort(key=_first, reverse=True)
    above, best = valued[0]
    level, parts = [best], list[tuple[Group, Criterion | None]]()
    for values, player in valued[1:]:
        if values == above:
            level.append(player)
            continue
        parts.append(
            (
                level,
                next(
                    what
                    for (_, what), mine, theirs in zip(keys, above, values, strict=True)
                    if mine != theirs
                ),
            )
        )
        above, level = values, [player]
    parts.append((level, None))
    return parts


def _values_in_a_row(criteria: Sequence[Criterion], done: int) -> Sequence[Criterion]:
    """The next criteria that have values, to be compared together."""
    return tuple(takewhile(lambda what: what.code in KEYS, criteria[done:]))


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _in_groups(group: Group, keys: Mapping[PlayerKey, Key]) -> list[Group]:
    ordered = sorted(group, key=keys.__getitem__, reverse=True)
    return [list(level) for _, level in groupby(ordered, key=keys.__getitem__)]


def _nth_best(tally: Tally, criterion: Criterion, _: PlayerKey) -> int:
    n = criterion.n or 1
    if n == 1:
        return max([game or 0 for game in tally.games], default=0)
    games = tally.descending
    return games[n - 1] if n <= len(games) else 0


def _best_win(tally: Tally, *_: Any) -> int:
    return max((score.units for score in tally.scores if score is not None and score.facts.won), default=-1)


def _game_points(tally: Tally, *_: Any) -> Fraction | int:
    return sum([score.facts.points + score.facts.decimals for score in tally.scores if score is not None])


def _decimals(tally: Tally, *_: Any) -> tuple[Fraction | int, ...]:
    """The decimals typed from round 2 on, summed up to each round, the longest sum first."""
    typed = [0 if score is None else score.facts.decimals for score in tally.scores]
    return tuple(sum(typed[1:upto]) for upto in range(len(typed), 0, -1))


def lot_of(player: PlayerKey, seed: int) -> int:
    """The lot of a player: it depends on the seed and the player's key alone, so nobody else's moves when one leaves."""
    mixed = 0xCBF29CE484222325
    for byte in str(player).encode():
        mixed = (mixed ^ byte) * 0x100000001B3 % (1 << 64)
    return Lots(seed ^ mixed).word()


def _by_hand(_: Tally, criterion: Criterion, player: PlayerKey) -> int:
    order = criterion.order
    return -order.index(str(player)) if str(player) in order else -len(order)


KEYS: Mapping[Code, Value] = {
    Code.TOTAL: lambda tally, *_: tally.total,
    Code.WINS: lambda tally, *_: tally.wins,
    Code.BEST: _nth_best,
    Code.ALL_GAMES: lambda tally, *_: tally.descending,
    Code.BEST_WIN: _best_win,
    Code.TOTAL_ALL: lambda tally, *_: tally.total_all,
    Code.GAMES_PLAYED: lambda tally, *_: sum(game is not None for game in tally.games),
    Code.GAME_POINTS: _game_points,
    Code.DECIMALS: _decimals,
    Code.LOTS: lambda _, criterion, player: lot_of(player, criterion.seed or 0),
    Code.MANUAL: _by_hand,
    Code.FINAL: lambda *_: 0,
}
