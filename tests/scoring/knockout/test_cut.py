"""The cut: withdrawn players are passed over, ties are returned, remedies are explicit and recorded."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cut import (
    Cut,
    Edge,
    Place,
    Remedy,
    TieAtCut,
    by_lots,
    by_more_places,
    by_play_off,
    cut,
    settle,
    tie_after,
)


def standing(*ranks: int, gone: Sequence[int] = ()) -> tuple[Place, ...]:
    """Players 1, 2, 3 … with the given ranks."""
    return tuple(Place(number, rank, available=number not in gone) for number, rank in enumerate(ranks, 1))


ranked = st.lists(st.booleans(), min_size=1, max_size=25).map(
    lambda level: standing(
        *(max([1, *(i + 1 for i in range(n + 1) if i and not level[i])]) for n in range(len(level)))
    )
)


def test_the_first_places_go_on():
    rows = standing(1, 2, 3, 4)
    assert cut(rows, 2) == Cut(rows[:2], (), rows[2])


def test_a_withdrawn_player_is_skipped_and_recorded():
    rows = standing(1, 2, 3, 4, gone=[2])
    assert cut(rows, 2) == Cut((rows[0], rows[2]), (rows[1],), rows[3])


def test_a_tie_with_a_withdrawn_player_is_none():
    rows = standing(1, 2, 2, 4, gone=[2])
    assert cut(rows, 2) == Cut((rows[0], rows[2]), (rows[1],), rows[3])


def test_an_exact_tie_at_the_cut_is_returned():
    assert cut(standing(1, 2, 2, 2, 5), 3) == TieAtCut(Edge.CUT, 3, (2, 3, 4), 2)


def test_a_tie_inside_or_outside_does_not_matter():
    rows = standing(1, 1, 3, 4, 4)
    assert cut(rows, 3) == Cut(rows[:3], (), rows[3])


def test_a_tie_at_another_edge_comes_first():
    assert cut(standing(1, 1, 3, 3), 3, edges={1: Edge.DIRECT}) == TieAtCut(Edge.DIRECT, 1, (1, 2), 1)


def test_fewer_players_than_places():
    rows = standing(1, 1)
    assert cut(rows, 5) == Cut(rows, (), None)
    assert cut(rows, 0) == Cut((), (), rows[0])


@pytest.mark.parametrize(
    ("rows", "places", "message"),
    [
        (standing(1), -1, "0 or more places"),
        (standing(2, 1), 1, "ranks must not fall"),
        ((Place("a", 1), Place("a", 2)), 1, "each player once"),
    ],
)
def test_what_is_no_standing_is_refused(rows, places, message):
    with pytest.raises(ValueError, match=message):
        cut(rows, places)


def test_a_play_off_orders_the_tied():
    rows = standing(1, 2, 2, 4)
    tie = cut(rows, 2)
    assert isinstance(tie, TieAtCut)
    resolution = by_play_off(tie, [3, 2])
    outcome = cut(settle(rows, [resolution]), 2)
    assert isinstance(outcome, Cut)
    assert [row.player for row in outcome.qualified] == [1, 3]
    assert [(row.player, row.rank) for row in settle(rows, [resolution])] == [(1, 1), (3, 2), (2, 3), (4, 4)]


@pytest.mark.parametrize("order", [[2], [2, 4], [2, 2, 3]])
def test_a_play_off_ranks_exactly_the_tied(order):
    with pytest.raises(ValueError, match="exactly"):
        by_play_off(TieAtCut(Edge.CUT, 2, (2, 3), 1), order)


def test_lots_depend_on_the_seed_not_on_the_listing():
    one = by_lots(TieAtCut(Edge.CUT, 2, (2, "b", 10), 1), 41)
    other = by_lots(TieAtCut(Edge.CUT, 2, ("b", 10, 2), 1), 41)
    assert one.order == other.order
    assert (one.remedy, one.seed, set(one.order)) == (Remedy.LOTS, 41, {2, "b", 10})


def test_lots_reach_every_order():
    tie = TieAtCut(Edge.CUT, 2, (1, 2, 3), 1)
    assert len({by_lots(tie, seed).order for seed in range(100)}) == 6


def test_more_places_take_all_the_tied():
    tie = TieAtCut(Edge.CUT, 3, (2, 3, 4), 2)
    rows = standing(1, 2, 2, 2, 5)
    resolution = by_more_places(tie)
    assert resolution.extra_places == 1
    assert settle(rows, [resolution]) == rows
    assert by_lots(tie, 1).extra_places == 0


def test_more_places_do_not_settle_an_order():
    with pytest.raises(ValueError, match="band edge"):
        by_more_places(TieAtCut(Edge.BAND, 4, (4, 5), 1))


def test_those_equal_but_not_named_follow():
    rows = standing(1, 2, 2, 2, gone=[3])
    tie = cut(rows, 2)
    assert tie == TieAtCut(Edge.CUT, 2, (2, 4), 1)
    settled = settle(rows, [by_play_off(tie, [4, 2])])
    assert [(row.player, row.rank) for row in settled] == [(1, 1), (4, 2), (2, 3), (3, 4)]


@pytest.mark.parametrize(
    ("tie", "message"),
    [
        (TieAtCut(Edge.CUT, 2, (1, 2), 1), "share one rank"),
        (TieAtCut(Edge.CUT, 2, (2, 99), 1), "known players"),
    ],
)
def test_a_resolution_of_another_standing_is_refused(tie, message):
    with pytest.raises(ValueError, match=message):
        settle(standing(1, 2), [by_play_off(tie, tie.tied)])


def test_no_tie_at_the_ends():
    assert tie_after(standing(1, 1), 0, Edge.CUT) is None
    assert tie_after(standing(1, 1), 2, Edge.CUT) is None


@given(ranked, st.integers(0, 30), st.integers())
def test_settled_by_lots_the_cut_always_succeeds(rows, places, seed):
    outcome = cut(rows, places)
    if isinstance(outcome, TieAtCut):
        assert 0 < outcome.inside < len(outcome.tied)
        settled = settle(rows, [by_lots(outcome, seed)])
        assert {row.player for row in settled} == {row.player for row in rows}
        outcome = cut(settled, places)
    assert isinstance(outcome, Cut)
    assert len(outcome.qualified) == min(places, len(rows))
