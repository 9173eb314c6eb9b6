"""The score sheet: every game's scores by player and round, kept so that one corrected table touches its players only."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from scoring.formulas import Formula, GameScore
from scoring.parts import Exact, Margin, PointsShare
from scoring.results import PlayerKey, SeatFacts, TableResult, seat_facts


@dataclass(frozen=True, slots=True)
class Player:
    """Someone who stands in the standings; `name` orders rows of equal rank and names people in sentences."""

    key: PlayerKey
    name: str = ""
    team: str | None = None
    takes_part: bool = True

    @property
    def called(self) -> str:
        """The name, or the key of a nameless player."""
        return self.name or str(self.key)


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points taken off the total: a separate line that no discard removes."""

    player: PlayerKey
    points: Exact
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SitOut:
    """A round in which a player was made to sit out, and what that is worth (once, or always, as the formula says)."""

    player: PlayerKey
    round: int
    points: Exact


class Policy(StrEnum):
    """What becomes of someone who has left: games and rank stay, games stay without a rank, games are void."""

    KEEP = "keep"
    UNRANKED = "unranked"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Leaver:
    """A withdrawn or disqualified player and the policy for the games; opponents keep what they scored."""

    player: PlayerKey
    policy: Policy = Policy.KEEP


@dataclass(frozen=True, slots=True)
class Adjustments:
    """What touches the standings beside the games."""

    penalties: tuple[Penalty, ...] = ()
    sit_outs: tuple[SitOut, ...] = ()
    leavers: tuple[Leaver, ...] = ()


NO_ADJUSTMENTS = Adjustments()


class Tally(NamedTuple):
    """A player's games added up, in units of 10**-digits; `games` has None for a round not played."""

    total: int
    total_all: int
    wins: int
    penalty: int
    games: tuple[int | None, ...]
    counted: tuple[bool, ...]
    scores: tuple[GameScore | None, ...]

    @property
    def descending(self) -> list[int]:
        """The games from the best down, a round not played as 0."""
        return sorted([game or 0 for game in self.games], reverse=True)


class Scorer:
    """Scores tables with one formula and remembers what equal facts gave."""

    __slots__ = ("_known", "_looks_at_table", "formula")

    def __init__(self, formula: Formula) -> None:
        self.formula = formula
        self._known: dict[tuple[object, ...], int] = {}
        self._looks_at_table = any(isinstance(part, Margin | PointsShare) for part in formula.parts)

    def units(self, facts: SeatFacts) -> int:
        """The score of a seat, as a whole number of 10**-digits."""
        key = facts if self._looks_at_table else facts[:10]
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self.formula.units(facts)
        return known

    def score(self, table: TableResult) -> list[GameScore]:
        """The scores of a table, in the order of the seats."""
        facts = seat_facts(table, self.formula.ghost)
        units, number = self.units, table.table
        return [
            GameScore(seat[0], number, units(fact), fact)
            for seat, fact in zip(table.seats, facts, strict=True)
        ]


class Sheet:
    """Scores by player and round.

    `put` enters or corrects a table; `tally` adds up a player and remembers it until one of the player's games
    changes. Rounds count from 1.
    """

    __slots__ = ("_adjustments", "_games", "_scorer", "_tables", "_tallies", "formula", "rounds")

    def __init__(self, formula: Formula, adjustments: Adjustments = NO_ADJUSTMENTS) -> None:
        self.formula = formula
        self.rounds = 0
        self._scorer = Scorer(formula)
        self._games: dict[PlayerKey, dict[int, GameScore]] = {}
        self._tables: dict[tuple[int, int], list[GameScore]] = {}
        self._tallies: dict[tuple[PlayerKey, int], Tally] = {}
        self._adjustments = _Adjusted(formula, adjustments)

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

    def hold(self, number: int) -> None:
        """Note that a round was held; rounds beyond those that the formula counts are not."""
        limit = self.formula.rounds_counted
        self.rounds = max(self.rounds, number if limit is None else min(number, limit))

    def put(self, number: int, table: TableResult) -> list[GameScore]:
        """Enter the table's result in the round, in place of an earlier one; returns its scores."""
        self.hold(number)
        place = (number, table.table)
        for score in self._tables.get(place, ()):
            self._forget(score.player, number)
        scores = self._tables[place] = self._scorer.score(table)
        for score in scores:
            self._forget(score.player, number)
            games = self._games.get(score.player)
            if games is None:
                games = self._games[score.player] = {}
            games[number] = score
        return scores

    def _forget(self, player: PlayerKey, number: int) -> None:
        games = self._games.get(player)
        if games is not None and games.pop(number, None) is not None and self._tallies:
            for rounds in range(number, self.rounds + 1):
                self._tallies.pop((player, rounds), None)

    def players(self) -> Iterable[PlayerKey]:
        """Everybody who has a game."""
        return self._games.keys()

    def table(self, number: int, table: int) -> Sequence[GameScore]:
        """The scores of a table, in the order of the seats; empty for a table without a result."""
        return self._tables.get((number, table), ())

    def tables_of(self, number: int) -> list[list[GameScore]]:
        """The tables of a round that have a result, in the order of their numbers."""
        return [self._tables[place] for place in sorted(self._tables) if place[0] == number]

    def tally(self, player: PlayerKey, rounds: int | None = None) -> Tally:
        """The player's games added up over the first rounds (None: all). Penalties count in every prefix."""
        upto = self.rounds if rounds is None else rounds
        key = (player, upto)
        known = self._tallies.get(key)
        if known is None:
            known = self._tallies[key] = self._added_up(player, upto)
        return known

    def _added_up(self, player: PlayerKey, upto: int) -> Tally:
        games = {} if self._adjustments.is_void(player) else self._games.get(player, {})
        scores = tuple([games.get(number) for number in range(1, upto + 1)])
        units = tuple([None if score is None else score.units for score in scores])
        compensated = self._adjustments.compensated(player, units)
        counted = self.formula.discards.counted(compensated)
        penalty = self._adjustments.penalty(player)
        total_all = sum([game for game in compensated if game is not None])
        total = total_all
        if not self.formula.discards.discards_nothing:
            total = sum([game or 0 for game, counts in zip(compensated, counted, strict=True) if counts])
        wins = sum([score.facts.won for score in scores if score is not None])
        return Tally(total - penalty, total_all - penalty, wins, penalty, compensated, counted, scores)

    def is_ranked(self, player: PlayerKey) -> bool:
        """Whether the player may have a rank: enough games, and not left without one."""
        if self._adjustments.is_unranked(player):
            return False
        least = self.formula.discards.minimum_games
        return not least or sum(game is not None for game in self.tally(player).games) >= least


class _Adjusted:
    """Adjustments looked up by player, in units."""

    __slots__ = ("_always", "_compensations", "_penalties", "_policies")

    def __init__(self, formula: Formula, adjustments: Adjustments) -> None:
        self._always = formula.discards.sit_out_always
        self._policies = {leaver.player: leaver.policy for leaver in adjustments.leavers}
        self._penalties: dict[PlayerKey, int] = {}
        for penalty in adjustments.penalties:
            taken = self._penalties.get(penalty.player, 0)
            self._penalties[penalty.player] = taken + formula.rounding.units(penalty.points)
        self._compensations: dict[PlayerKey, dict[int, int]] = {}
        for sit_out in adjustments.sit_outs:
            given = self._compensations.setdefault(sit_out.player, {})
            given[sit_out.round] = formula.rounding.units(Fraction(sit_out.points))

    def penalty(self, player: PlayerKey) -> int:
        return self._penalties.get(player, 0)

    def is_void(self, player: PlayerKey) -> bool:
        return self._policies.get(player) is Policy.VOID

    def is_unranked(self, player: PlayerKey) -> bool:
        return self._policies.get(player, Policy.KEEP) is not Policy.KEEP

    def compensated(self, player: PlayerKey, games: tuple[int | None, ...]) -> tuple[int | None, ...]:
        given = self._compensations.get(player)
        if not given:
            return games
        rounds = sorted(number for number in given if number <= len(games) and games[number - 1] is None)
        paid = rounds if self._always else rounds[:1]
        return tuple(given[number] if number in paid else game for number, game in enumerate(games, start=1))
