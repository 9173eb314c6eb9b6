"""What the pictures of a tournament count: points, territories, wins by objective, table size and turn order."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from tournament.models import SeatResult, StageKind, Submission
from tournament.selectors.public import Part, Sight
from tournament.selectors.standings import StageStandings, standings_for_stage


@dataclass(frozen=True, slots=True)
class Game:
    """One confirmed seat: what it played and how it went."""

    table: int
    size: int
    turn: int
    objective: int | None
    points: int
    won: bool


@dataclass(frozen=True, slots=True)
class Tally:
    """Wins of games in one group."""

    group: Hashable
    wins: int
    games: int


@dataclass(frozen=True, slots=True)
class Played:
    """The confirmed games that a visitor may see. `held`: how often each territory was held by whoever won."""

    games: tuple[Game, ...]
    boards: int
    held: dict[str, int]

    def tallies(self, group_of: Callable[[Game], Hashable | None]) -> tuple[Tally, ...]:
        """Wins by group, groups in order; games of no group are left out."""
        counted, won = Counter[Hashable](), Counter[Hashable]()
        for game in self.games:
            group = group_of(game)
            if group is None:
                continue
            counted[group] += 1
            won[group] += game.won
        return tuple(Tally(group, won[group], counted[group]) for group in sorted(counted, key=_order))

    @property
    def chance(self) -> Fraction | None:
        """The share of wins that pure chance gives: games won by those played; None without games."""
        return Fraction(sum(game.won for game in self.games), len(self.games)) if self.games else None


def _order(group: Hashable) -> tuple[int, str]:
    return (group, "") if isinstance(group, int) else (0, str(group))


def played_games(sight: Sight, territories: Iterable[str]) -> Played:
    """The confirmed games of all rounds that the visitor may see results of; three queries."""
    shown = [round_ for round_ in sight.rounds() if sight.may_see_results_of(round_)]
    rows = SeatResult.objects.filter(submission__effective=True, seat__round__in=shown).values_list(
        "seat__table_id",
        "seat__table__size",
        "seat__turn_order",
        "objective",
        "points",
        "place",
        "shares_victory",
    )
    games = tuple(
        Game(table, size, turn, objective, points, place == 1 or shares)
        for table, size, turn, objective, points, place, shares in rows
    )
    boards = Submission.objects.filter(effective=True, table__round__in=shown).exclude(board={})
    held, count = _held_by_winners(boards.values_list("table_id", "board"), games)
    return Played(games, count, {name: held[name] for name in territories})


def _held_by_winners(
    boards: Iterable[tuple[int, dict[str, int]]], games: Iterable[Game]
) -> tuple[Counter[str], int]:
    """How often the winner of a game held each territory at its end, and of how many boards."""
    winners = {(game.table, game.turn) for game in games if game.won}
    held, count = Counter[str](), 0
    for table, board in boards:
        count += 1
        held.update(territory for territory, turn in board.items() if (table, turn) in winners)
    return held, count


def standings_by_round(sight: Sight) -> list[StageStandings]:
    """The ranked stage's standings after each round that the visitor may see, in order."""
    if not sight.may_see(Part.STANDINGS):
        return []
    last = sight.through_round
    rounds = [
        round_
        for round_ in sight.rounds()
        if round_.stage.kind == StageKind.RANKED and (last is None or round_.number <= last)
    ]
    for round_ in rounds:
        round_.stage.tournament = sight.tournament
    found = (
        standings_for_stage(round_.stage, after_round=round_.number, name=sight.name_of) for round_ in rounds
    )
    return [standings for standings in found if any(game.tables for game in standings.games.rounds)]
