"""The score sheet: every game's scores by player and round, kept so that one corrected table touches its players only."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from scoring.adjustments import NO_ADJUSTMENTS, Adjusted, Adjustments
from scoring.formulas import Formula, GameScore
from scoring.results import PlayerKey, TableResult
from scoring.scorer import scorer_for


class Player(NamedTuple):
    """Someone who stands in the standings; `name` orders rows of equal rank and names people in sentences."""

    key: PlayerKey
    name: str = ""
    team: str | None = None
    takes_part: bool = True

    @property
    def called(self) -> str:
        """The name, or the key of a nameless player."""
        return self.name or str(self.key)


class Tally(NamedTuple):
    """A player's games added up, in units of 10**-digits.

    `scores` and `won` have None for a round not played, `games` too unless a sit-out is compensated; `kept` says
    which games count where the formula discards any.
    """

    total: int
    total_all: int
    penalty: int
    games: tuple[int | None, ...]
    won: tuple[bool | None, ...]
    scores: tuple[GameScore | None, ...]
    kept: tuple[bool, ...] | None = None

    @property
    def wins(self) -> int:
        """How many games were won."""
        return self.won.count(True)

    @property
    def counted(self) -> tuple[bool, ...]:
        """Whether each round counts in the total."""
        if self.kept is not None:
            return self.kept
        if None not in self.games:
            return (True,) * len(self.games)
        return tuple([game is not None for game in self.games])

    @property
    def descending(self) -> list[int]:
        """The games from the best down, a round not played as 0."""
        return sorted([game or 0 for game in self.games], reverse=True)


_UNITS, _WON = itemgetter(0), itemgetter(2)

Remembered: TypeAlias = dict[PlayerKey, tuple[Tally | None, tuple[Any, ...]]]
"""What a player had in the first criteria when the games added up to this tally."""


class Sheet:
    """Scores by round and player.

    `put` enters or corrects a table; `tally` adds up a player and remembers it until one of the player's games
    changes; `remembered` is where an ordering keeps the values of the first criteria. Rounds count from 1.
    """

    __slots__ = (
        "_adjustments",
        "_scores",
        "_tables",
        "_tallies",
        "_unread",
        "formula",
        "remembered",
        "rounds",
        "scorer",
    )

    def __init__(self, formula: Formula, adjustments: Adjustments = NO_ADJUSTMENTS) -> None:
        self.formula = formula
        self.rounds = 0
        self.scorer = scorer_for(formula)
        self._scores: list[dict[PlayerKey, GameScore]] = []
        self._tables: list[dict[int, TableResult]] = []
        self._unread: dict[int, Callable[[], dict[int, TableResult]]] = {}
        self._tallies: list[dict[PlayerKey, Tally]] = []
        self._adjustments = Adjusted(formula, adjustments)
        self.remembered: Remembered = {}

    @classmethod
    def of(
        cls,
        formula: Formula,
        rounds: Iterable[Iterable[TableResult]],
        adjustments: Adjustments = NO_ADJUSTMENTS,
    ) -> "Sheet":
        """The sheet of all rounds, in order; a round without tables counts as held."""
        sheet = cls(formula, adjustments)
        for number, tables in enumerate(rounds, start=1):
            sheet.hold(number)
            for table in tables:
                sheet.put(number, table)
        return sheet

    @property
    def adjustments(self) -> Adjustments:
        """What touches the standings beside the games."""
        return self._adjustments.given

    def is_of(self, formula: Formula, adjustments: Adjustments) -> bool:
        """Whether games are scored and added up here by this formula, with these adjustments."""
        return self._adjustments.given == adjustments and self.formula == formula

    def copy(self) -> "Sheet":
        """Another sheet of the same games, with all that this one has added up."""
        sheet = Sheet(self.formula, self._adjustments.given)
        sheet.rounds = self.rounds
        sheet._scores = [scored.copy() for scored in self._scores]
        sheet._tables = [tables.copy() for tables in self._tables]
        sheet._tallies = [tallies.copy() for tallies in self._tallies]
        sheet._unread, sheet.remembered = self._unread.copy(), self.remembered.copy()
        return sheet

    def hold(self, number: int) -> None:
        """Note that a round was held; rounds beyond those that the formula counts are not added up."""
        while len(self._scores) < number:
            self._scores.append({})
            self._tables.append({})
            self._tallies.append({})
        limit = self.formula.rounds_counted
        self.rounds = len(self._scores) if limit is None else min(len(self._scores), limit)

    def put(self, number: int, table: TableResult) -> list[GameScore]:
        """Enter the table's result in the round, in place of an earlier one; returns the scores of its seats."""
        if number > len(self._scores):
            self.hold(number)
        tables, scored = self._tables_in(number), self._scores[number - 1]
        if table.table in tables:
            self._remove(number, tables[table.table])
        tables[table.table] = table
        scores = self.scorer.score(table)
        for seat, score in zip(table.seats, scores, strict=True):
            scored[seat[0]] = score
        for tallies in self._tallies[number - 1 :]:
            if tallies:
                for seat in table.seats:
                    tallies.pop(seat[0], None)
        return scores

    def fill(
        self, number: int, scores: dict[PlayerKey, GameScore], tables: Callable[[], dict[int, TableResult]]
    ) -> None:
        """Enter a whole round that was scored elsewhere; its tables are asked for only when somebody needs them."""
        self.hold(number)
        before, self._scores[number - 1] = self._scores[number - 1], scores
        self._unread[number] = tables
        if added_up := [tallies for tallies in self._tallies[number - 1 :] if tallies]:
            changed = [key for key in before.keys() | scores.keys() if before.get(key) is not scores.get(key)]
            for tallies in added_up:
                for player in changed:
                    tallies.pop(player, None)

    def _tables_in(self, number: int) -> dict[int, TableResult]:
        unread = self._unread.pop(number, None)
        if unread is not None:
            self._tables[number - 1] = unread()
        return self._tables[number - 1]

    def _remove(self, number: int, table: TableResult) -> None:
        for seat in table.seats:
            self._scores[number - 1].pop(seat.player, None)
            for tallies in self._tallies[number - 1 :]:
                tallies.pop(seat.player, None)

    def players(self) -> set[PlayerKey]:
        """Everybody who has a game."""
        return set[PlayerKey]().union(*self._scores)

    def players_beside(self, known: Mapping[PlayerKey, object]) -> set[PlayerKey]:
        """Those who have a game and are not known."""
        strange = [
            scored.keys() - known.keys() for scored in self._scores if not scored.keys() <= known.keys()
        ]
        return set[PlayerKey]().union(*strange)

    def tables_of(self, number: int) -> list[TableResult]:
        """The tables of a round that have a result, in the order of their numbers."""
        tables = self._tables_in(number)
        return [tables[table] for table in sorted(tables)]

    def scores_in(self, number: int) -> dict[PlayerKey, GameScore]:
        """The scores of a round by player; empty for one that is not held yet."""
        return self._scores[number - 1].copy() if number <= len(self._scores) else {}

    def score_of(self, number: int, player: PlayerKey) -> GameScore | None:
        """The player's score in a round; None for a round not played."""
        return self._scores[number - 1].get(player)

    def tally(self, player: PlayerKey, rounds: int | None = None) -> Tally:
        """The player's games added up over the first rounds (None: all). Penalties count in every prefix."""
        return self.tallies((player,), rounds)[player]

    def tallies(self, players: Iterable[PlayerKey], rounds: int | None = None) -> Mapping[PlayerKey, Tally]:
        """The tallies of these players, and perhaps of others, after the first rounds (None: all)."""
        upto = self.rounds if rounds is None else rounds
        known = self._tallies[upto - 1] if upto else {}
        missing = [player for player in players if player not in known]
        if missing:
            known.update(zip(missing, self._added_up(missing, upto), strict=True))
        return known

    def _added_up(self, players: list[PlayerKey], upto: int) -> Iterator[Tally]:
        """Column by column, because a thousand players are added up in one request."""
        if not upto:
            return iter([self._tally(player, (), (), ()) for player in players])
        columns = [list(map(scored.get, players)) for scored in self._scores[:upto]]
        units, won = [_all(_UNITS, column) for column in columns], [_all(_WON, column) for column in columns]
        games, wins, scores = [list(zip(*each, strict=True)) for each in (units, won, columns)]
        if not self.formula.discards.discards_nothing:
            return map(self._tally, players, games, wins, scores)
        totals = list(map(sum, zip(*[[game or 0 for game in column] for column in units], strict=True)))
        plain = map(Tally, totals, totals, repeat(0), games, wins, scores)
        return plain if self._adjustments.are_none else self._touched(players, plain)

    def _touched(self, players: list[PlayerKey], plain: Iterable[Tally]) -> Iterator[Tally]:
        """The tallies anew of those whom anything but the games touches."""
        for player, tally in zip(players, plain, strict=True):
            touched = self._adjustments.touches(player)
            yield self._tally(player, tally.games, tally.won, tally.scores) if touched else tally

    def _tally(
        self,
        player: PlayerKey,
        games: tuple[int | None, ...],
        won: tuple[bool | None, ...],
        scores: tuple[GameScore | None, ...],
    ) -> Tally:
        penalty = 0
        if self._adjustments.touches(player):
            if self._adjustments.is_void(player):
                games, won, scores = [(None,) * len(games)] * 3
            games = self._adjustments.compensated(player, games)
            penalty = self._adjustments.penalty(player)
        total_all = sum([game for game in games if game is not None]) - penalty
        discards = self.formula.discards
        if discards.discards_nothing:
            return Tally(total_all, total_all, penalty, games, won, scores)
        kept = discards.counted(games)
        total = sum([game for game, counts in zip(games, kept, strict=True) if counts and game is not None])
        return Tally(total - penalty, total_all, penalty, games, won, scores, kept)

    def has_left(self, player: PlayerKey) -> bool:
        """Whether the player has left without a rank."""
        return player in self._adjustments.unranked

    def ranked(self, players: Iterable[PlayerKey]) -> list[PlayerKey]:
        """Those of the players who may have a rank: enough games, and not left without one."""
        left, least = self._adjustments.unranked, self.formula.discards.minimum_games
        return [
            player
            for player in players
            if player not in left
            and (not least or sum(game is not None for game in self.tally(player).games) >= least)
        ]


def _all(
    part: Callable[[GameScore], int], column: list[GameScore | None]
) -> Sequence[int] | Sequence[int | None]:
    """A part of every score, None of a round not played."""
    if all(column):
        return list(map(part, column))  # type: ignore[arg-type]  # no score is None here
    return [score and part(score) for score in column]
