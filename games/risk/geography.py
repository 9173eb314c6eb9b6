"""The board of Risk, with and without the route between East Africa and the Middle East, checked when first imported."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType

from games.core.board import Board, BoardError, load_board

TERRITORIES = 42
BORDERS = 83
CONTINENTS = 6
ROUTE = '  ["africa_orientale", "medio_oriente"],\n'


def load(data: str, *, with_route: bool) -> Board:
    """Read and check the board's data; `with_route` keeps East Africa–Middle East. Raises BoardError."""
    if ROUTE not in data:
        raise BoardError("the route between East Africa and the Middle East is not in the data")
    board = load_board(data if with_route else data.replace(ROUTE, ""))
    shape = (len(board), len(board.borders) + (not with_route), len(board.continents))
    if shape != (TERRITORIES, BORDERS, CONTINENTS):
        raise BoardError(f"the board of Risk is incomplete: {shape}")
    return board


def _portuguese(data: str) -> Mapping[str, str]:
    read = tomllib.loads(data)
    return MappingProxyType({t["id"]: t["portuguese"] for t in (*read["continents"], *read["territories"])})


DATA = (files("games.risk") / "data" / "board.toml").read_text(encoding="utf-8")
BOARD = load(DATA, with_route=True)
ANNIVERSARY_BOARD = load(DATA, with_route=False)
# territory or continent id → Portuguese name
PORTUGUESE = _portuguese(DATA)
