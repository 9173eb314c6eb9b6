"""Positions for the tests of the engine, set up by hand."""

from games.challenge import BOARD
from games.challenge.engine import GameOptions, Phase, Position, new_game
from games.challenge.engine.position import Turn

T = BOARD.index


def bits(*territories):
    return sum(1 << T[territory] for territory in territories)


def table(holdings, *, options=None, rest=0, turn=None, **fields) -> Position:
    """A game under way: `holdings` {seat: {territory: armies}}; all other territories belong to `rest` with one army."""
    options = options or GameOptions(4)
    owners, armies = [rest] * 42, [1] * 42
    for seat, board in holdings.items():
        for territory, number in board.items():
            owners[T[territory]], armies[T[territory]] = seat, number
    held = tuple(
        sum(1 << t for t, owner in enumerate(owners) if owner == seat) for seat in range(options.players)
    )
    return new_game(options)._replace(
        **{
            "phase": Phase.COMBAT,
            "round": 5,
            "owners": tuple(owners),
            "armies": tuple(armies),
            "held": held,
            "objectives": tuple(range(1, options.players + 1)),
            "supply": (0,) * options.players,
            "groups": tuple((seat,) for seat in range(options.players)),
            "turn": Turn(**(turn or {})),
            "eliminated": tuple(seat for seat, mask in enumerate(held) if not mask),
            **fields,
        }
    )
