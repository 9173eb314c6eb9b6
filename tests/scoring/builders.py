"""Short ways to write games down in tests."""

from collections.abc import Sequence

from scoring.results import SeatResult, TableResult
from scoring.sheet import Player


def table(
    *points: int, players: Sequence[object] | None = None, number: int = 1, ghosts: int = 0
) -> TableResult:
    """A table whose seats have these game points; 100 is an objective reached in time."""
    keys = players or range(1, len(points) + 1)
    seats = [SeatResult(key, worth, objective=worth == 100) for key, worth in zip(keys, points, strict=True)]
    return TableResult(number, tuple(seats), ghosts)


def players(*keys: object) -> list[Player]:
    """Players named like their keys."""
    return [Player(key, str(key)) for key in keys]
