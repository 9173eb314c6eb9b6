"""Ordering: players apart by one criterion after the other, with the criterion that separates each group from the next."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cmp_to_key
from itertools import compress, groupby, repeat, takewhile
from operator import itemgetter, ne
from typing import Any, TypeAlias

from scoring.criteria import Code, Criterion
from scoring.formulas import FinalPlaces
from scoring.lots import Lots
from scoring.results import PlayerKey
from scoring.sheet import Remembered, Sheet, Tally

Key: TypeAlias = Any
"""Anything that sorts; the higher the better."""

Value: TypeAlias = Callable[[Tally, Criterion, PlayerKey], Key]
"""What a player has in a criterion."""

Group: TypeAlias = list[PlayerKey]
Separated: TypeAlias = list[tuple[Group, Criterion | None]]
"""Groups of level players from the top down, each with what separates it from the next."""

NOTHING: tuple[Tally | None, tuple[Key, ...]] = (None, ())
FINAL = Criterion(Code.FINAL)


def natural(key: PlayerKey) -> tuple[int, int, str]:
    """Sorts numbers as numbers and everything else as text."""
    return (0, key, "") if isinstance(key, int) else (1, 0, str(key))


class Ordering:
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
                [(score.facts.place, key) for key, score in scored if score is not None], key=itemgetter(0)
            )
            for position, (shared, player) in enumerate(placed, start=1):
                place = position if finals.places is FinalPlaces.DENSE else shared
                if player in known:
                    places.setdefault(place, []).append(player)
        return [places[place] for place in sorted(places)]

    def separated(self, players: Group, criteria: Sequence[Criterion], upto: int) -> Separated:
        """The players in groups that the criteria leave level."""
        groups: Separated = [(players, None)] if players else []
        done = 0
        while done < len(criteria) and len(groups) < len(players):
            run = tuple(takewhile(lambda what: what.code in KEYS, criteria[done:]))
            known = self._sheet.remembered if not done and upto == self._sheet.rounds else {}
            refined: Separated = []
            for group, boundary in groups:
                if len(group) == 1:
                    refined.append((group, boundary))
                    continue
                parts = (
                    self._by_values(group, run, upto, known)
                    if run
                    else self._split(group, criteria[: done + 1], upto)
                )
                refined += parts
                refined[-1] = (parts[-1][0], boundary)
            groups = refined
            done += len(run) or 1
        return groups

    def _by_values(self, group: Group, run: Sequence[Criterion], upto: int, known: Remembered) -> Separated:
        """Apart by several criteria that have values, at once; what an unchanged tally gave is known from before."""
        tallies = self._sheet.tallies(group, upto)
        stale = [player for player in group if known.get(player, NOTHING)[0] is not tallies[player]]
        self._value(stale, tallies, run, known)
        valued = sorted([(known[player][1], player) for player in group], key=itemgetter(0), reverse=True)
        above, best = valued[0]
        level, parts = [best], list[tuple[Group, Criterion | None]]()
        for values, player in valued[1:]:
            if values == above:
                level.append(player)
                continue
            apart = run[0] if above[0] != values[0] else next(compress(run, map(ne, above, values)))
            parts.append((level, apart))
            above, level = values, [player]
        parts.append((level, None))
        return parts

    @staticmethod
    def _value(
        players: Group, tallies: Mapping[PlayerKey, Tally], run: Sequence[Criterion], known: Remembered
    ) -> None:
        """Note what each player has in the criteria, column by column because a thousand are valued in one request."""
        own = [tallies[player] for player in players]
        columns = [list(map(KEYS[what.code], own, repeat(what), players)) for what in run]
        known.update(zip(players, zip(own, zip(*columns, strict=True), strict=True), strict=True))

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

        ordered = sorted(sorted(group, key=natural), key=cmp_to_key(compare))
        parts: list[Group] = [[ordered[0]]]
        for player in ordered[1:]:
            if compare(parts[-1][-1], player) == 0:
                parts[-1].append(player)
            else:
                parts.append([player])
        return parts


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _in_groups(group: Group, keys: Mapping[PlayerKey, Key]) -> list[Group]:
    ordered = sorted(group, key=keys.__getitem__, reverse=True)
    return [list(level) for _, level in groupby(ordered, key=keys.__getitem__)]


def _nth_best(tally: Tally, criterion: Criterion, _: PlayerKey) -> int:
    n = criterion.n or 1
    if n == 1 and tally.games and None not in tally.games:
        return max(tally.games)  # type: ignore[type-var, return-value]  # no game is None here
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
