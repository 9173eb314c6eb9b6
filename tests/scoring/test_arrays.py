"""Arrays give what plain sums give."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.arrays import best_totals, shared_ranks

RESULTS = st.lists(st.tuples(st.integers(0, 6), st.integers(-50, 20_000)), max_size=60)


@given(RESULTS, st.none() | st.integers(1, 5))
def test_best_of_totals(results: list[tuple[int, int]], keep: int | None) -> None:
    players = np.array([player for player, _ in results], dtype=np.int64)
    units = np.array([score for _, score in results], dtype=np.int64)
    own = {
        player: sorted((u for p, u in results if p == player), reverse=True)[:keep] for player, _ in results
    }
    expected = [sum(own.get(player, [])) for player in range(max(own, default=-1) + 1)]
    assert best_totals(players, units, keep=keep).tolist() == expected


@given(st.lists(st.integers(0, 9), max_size=30))
def test_equal_totals_share_a_rank_and_the_next_is_skipped(totals: list[int]) -> None:
    ranks = shared_ranks(np.array(totals, dtype=np.int64)).tolist()
    assert ranks == [1 + sum(other > own for other in totals) for own in totals]


def test_each_result_needs_a_player_and_a_score() -> None:
    with pytest.raises(ValueError, match="each result needs a player and a score"):
        best_totals(np.zeros(2, dtype=np.int64), np.zeros(3, dtype=np.int64))
