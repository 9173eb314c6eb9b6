"""Runs the kernel on a board: compiled when numba is present, as plain Python otherwise, with one outcome."""

import importlib
import importlib.util
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from seating import kernel
from seating.kernel import ACCEPT, Board, Weights

# Below this many steps plain Python is done before numba has been loaded.
WORTH_COMPILING = 30_000
BYTES = ("met", "mark", "past")


@cache
def numba_present() -> bool:
    """Return whether numba is installed."""
    return importlib.util.find_spec("numba") is not None


@cache
def _compiled() -> ModuleType:
    return importlib.import_module("seating.compiled")


def is_loaded() -> bool:
    """Return whether the compiled kernel is already in this process."""
    return bool(_compiled.cache_info().currsize)


class Engine:
    """A board with the kernel that runs it."""

    def __init__(self, board: Board, *, compiled: bool) -> None:
        self.compiled = compiled
        self.board = _as_arrays(board) if compiled else board
        self._kernel: Any = _compiled() if compiled else kernel
        self._accept: Any = np.array(ACCEPT, dtype=np.int64) if compiled else ACCEPT

    def anneal(
        self, weights: Weights, *, temperature: int, steps: int, cost: int, goal: int, random: int
    ) -> tuple[int, int, int]:
        """Try swaps at one temperature; return cost, state of the generator and unused steps."""
        if self.compiled:
            weights = _array_weights(weights)
        outcome = self._kernel.anneal(
            self.board, weights, self._accept, temperature, steps, cost, goal, random
        )
        return int(outcome[0]), int(outcome[1]), int(outcome[2])


def _as_arrays(board: Board) -> Board:
    fields = board._asdict()
    return Board(**{name: _as_array(name, value) for name, value in fields.items()})


def _array_weights(weights: Weights) -> Weights:
    fields: dict[str, Any] = weights._asdict()
    for name in ("apart", "turns", "next_turns"):
        fields[name] = np.array(fields[name], dtype=np.int64)
    return Weights(**fields)


def _as_array(name: str, value: Any) -> Any:
    if isinstance(value, int):
        return value
    if name in BYTES:
        return np.frombuffer(value, dtype=np.int8)
    return np.array(value, dtype=np.int64)
