"""Ratings of players over many games with several at a table, by openskill (the Plackett–Luce model).

A rating is an estimate: a mean and an uncertainty, computed by openskill with floating-point numbers. It is
therefore kept apart from points and standings, which never use it; what leaves this module is rounded to a stated
number of decimals, far coarser than the arithmetic, so that pages and exports do not show noise.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal

from openskill.models import PlackettLuce, PlackettLuceRating

from scoring.cut import Key

DECIMALS = 3
_STEP = Decimal(1).scaleb(-DECIMALS)


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A finished game: its players and their ranks at the table, 1 for the winner, equal for shared places."""

    players: tuple[Key, ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating: `mean` ± `deviation`, `cautious` = mean − 3 deviations (by which lists are ordered)."""

    player: Key
    mean: Decimal
    deviation: Decimal
    cautious: Decimal
    games: int


def rate(games: Iterable[RatedGame]) -> tuple[Rating, ...]:
    """The ratings after the games, taken in order; the best first, level ones by key.

    Raises ValueError for a game with fewer than two players, a player twice, or not a rank for each.
    """
    model = PlackettLuce()
    ratings: dict[Key, PlackettLuceRating] = {}
    played: dict[Key, int] = {}
    for game in games:
        _check(game)
        before = [[ratings.get(player) or model.rating()] for player in game.players]
        after = model.rate(before, ranks=[float(rank) for rank in game.ranks])
        for player, (rating,) in zip(game.players, after, strict=True):
            ratings[player] = rating
            played[player] = played.get(player, 0) + 1
    rows = (_rating(player, rating, played[player]) for player, rating in ratings.items())
    return tuple(sorted(rows, key=lambda row: (-row.cautious, str(row.player))))


def _check(game: RatedGame) -> None:
    if len(game.players) < 2 or len(set(game.players)) != len(game.players):
        raise ValueError(f"a game has two or more players, each once, not {game.players}")
    if len(game.ranks) != len(game.players):
        raise ValueError(f"a game has a rank for each player, not {game.ranks} for {game.players}")


def _rating(player: Key, rating: PlackettLuceRating, games: int) -> Rating:
    mean, deviation = _rounded(rating.mu), _rounded(rating.sigma)
    return Rating(player, mean, deviation, mean - 3 * deviation, games)


def _rounded(value: float) -> Decimal:
    return Decimal(value).quantize(_STEP, ROUND_HALF_EVEN)
