"""A million results at once: best-of totals and shared ranks by arrays of whole numbers. For seasons and circuits."""

import numpy as np
from numpy.typing import NDArray

from scoring.loading import Numbers


def best_totals(players: Numbers, units: Numbers, *, keep: int | None = None) -> Numbers:
    """The sum of the `keep` best results (None: all) of each player 0, 1, 2, …; a player without results has 0.

    `players` and `units` are the player and the score of each result, equally long; scores fit 32 bits, so sums are
    exact. Raises ValueError for arrays of different lengths.
    """
    if players.shape != units.shape:
        raise ValueError("each result needs a player and a score")
    if not players.size:
        return np.zeros(0, dtype=np.int64)
    counts = np.bincount(players)
    ordered = _best_first(players, units)
    if keep is not None:
        place = np.arange(ordered.size) - np.repeat(np.cumsum(counts) - counts, counts)
        ordered[place >= keep] = 0
    running = np.concatenate(([0], np.cumsum(ordered)))
    ends = np.cumsum(counts)
    totals: Numbers = running[ends] - running[ends - counts]
    return totals


def _best_first(players: Numbers, units: Numbers) -> Numbers:
    """The scores, player by player, the best of each first: one sort of packed numbers."""
    highest = int(units.max())
    span = highest - int(units.min()) + 1
    packed = players * span + (highest - units)
    packed.sort()
    scores: Numbers = highest - packed % span
    return scores


def shared_ranks(totals: Numbers) -> NDArray[np.int64]:
    """The rank of each total: equal totals share it, the next is skipped."""
    ordered = np.sort(totals)
    ranks: NDArray[np.int64] = totals.size - np.searchsorted(ordered, totals, side="right") + 1
    return ranks
