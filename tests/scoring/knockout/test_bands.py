"""Bands, parallel sets and the ripescato, as the clubs use them."""

from fractions import Fraction

import pytest

from scoring.bands import (
    RipescatoCandidate,
    SemifinalPlan,
    choose_ripescati,
    plan_semifinals,
)
from scoring.cut import Edge, Place, TieAtCut, by_lots, by_more_places, by_play_off
from scoring.thresholds import FinalsShape


def field(size: int, *, level: tuple[int, ...] = (), gone: tuple[int, ...] = ()) -> tuple[Place, ...]:
    """Players 1 to size on their own ranks, those in `level` sharing the rank of the first of them."""
    return tuple(
        Place(n, min(level) if n in level else n, available=n not in gone) for n in range(1, size + 1)
    )


def bands(plan: SemifinalPlan | TieAtCut) -> list[tuple[list, list[list]]]:
    assert isinstance(plan, SemifinalPlan)
    return [([p.player for p in s.direct], [[p.player for p in band] for band in s.bands]) for s in plan.sets]


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ((0, 4, 16, 1), ([], [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]])),
        ((1, 3, 12, 1), ([1], [[2, 3, 4], [5, 6, 7], [8, 9, 10], [11, 12, 13]])),
        ((2, 2, 8, 1), ([1, 2], [[3, 4], [5, 6], [7, 8], [9, 10]])),
        ((4, 0, 0, 1), ([1, 2, 3, 4], [])),
    ],
)
def test_bands_by_number_of_semifinals(shape, expected):
    assert bands(plan_semifinals(field(40), FinalsShape(*shape))) == [expected]


def test_parallel_sets_by_place_modulo_the_winners():
    plan = bands(plan_semifinals(field(160), FinalsShape(0, 12, 48, 3)))
    assert [each[1][0] for each in plan] == [[1, 4, 7, 10], [2, 5, 8, 11], [3, 6, 9, 12]]
    assert [each[1][3] for each in plan] == [[37, 40, 43, 46], [38, 41, 44, 47], [39, 42, 45, 48]]


def test_withdrawn_players_are_skipped():
    plan = bands(plan_semifinals(field(30, gone=(2, 5)), FinalsShape(2, 2, 8, 1)))
    assert plan == [([1, 3], [[4, 6], [7, 8], [9, 10], [11, 12]])]


def test_too_few_players_shorten_the_last_band():
    assert bands(plan_semifinals(field(9), FinalsShape(2, 2, 8, 1)))[0][1] == [[3, 4], [5, 6], [7, 8], [9]]
    assert bands(plan_semifinals(field(6), FinalsShape(2, 2, 8, 1)))[0][1] == [[3, 4], [5, 6]]


@pytest.mark.parametrize(
    ("level", "edge", "place"),
    [((2, 3), Edge.DIRECT, 2), ((4, 5), Edge.BAND, 4), ((10, 11), Edge.CUT, 10)],
)
def test_ties_that_matter(level, edge, place):
    plan = plan_semifinals(field(30, level=level), FinalsShape(2, 2, 8, 1))
    assert plan == TieAtCut(edge, place, level, 1)


def test_a_tie_inside_a_band_does_not_matter():
    assert isinstance(plan_semifinals(field(30, level=(3, 4)), FinalsShape(2, 2, 8, 1)), SemifinalPlan)


def test_with_parallel_sets_every_tie_matters():
    assert plan_semifinals(field(90, level=(1, 2)), FinalsShape(0, 8, 32, 2)) == TieAtCut(
        Edge.PARALLEL_SET, 1, (1, 2), 1
    )


def test_settled_ties():
    shape, rows = FinalsShape(0, 4, 16, 1), field(30, level=(16, 17))
    tie = plan_semifinals(rows, shape)
    assert isinstance(tie, TieAtCut)
    assert bands(plan_semifinals(rows, shape, resolutions=[by_play_off(tie, (17, 16))]))[0][1][3] == [
        13,
        14,
        15,
        17,
    ]
    assert bands(plan_semifinals(rows, shape, resolutions=[by_more_places(tie)]))[0][1][3] == [
        13,
        14,
        15,
        16,
        17,
    ]


def test_two_ties_are_settled_one_after_the_other():
    shape = FinalsShape(2, 2, 8, 1)
    rows = tuple(Place(n, {3: 2, 11: 10}.get(n, n)) for n in range(1, 20))
    first = plan_semifinals(rows, shape)
    assert isinstance(first, TieAtCut)
    second = plan_semifinals(rows, shape, resolutions=[by_lots(first, 3)])
    assert second == TieAtCut(Edge.CUT, 10, (10, 11), 1)
    done = plan_semifinals(rows, shape, resolutions=[by_lots(first, 3), by_lots(second, 4)])
    assert isinstance(done, SemifinalPlan)


def test_an_unplayable_shape_is_refused():
    with pytest.raises(ValueError, match="5 players at most"):
        plan_semifinals(field(30), FinalsShape(3, 4, 16, 1))


def candidates(*games: tuple[int, object, int], gone: int = 0) -> list[RipescatoCandidate]:
    return [RipescatoCandidate(Place(n, n, available=n != gone), best, played) for n, best, played in games]


def test_the_ripescato_closes_the_last_band():
    shape = FinalsShape(2, 2, 8, 1, ripescati=1)
    chosen = choose_ripescati(
        candidates((10, 61, 5), (17, Fraction(141, 2), 4), (12, 90, 2)), 1, minimum_games=3
    )
    assert isinstance(chosen, tuple)
    plan = plan_semifinals(field(24), shape, ripescati=chosen)
    assert bands(plan) == [([1, 2], [[3, 4], [5, 6], [7, 8], [9, 17]])]


def test_equal_best_games_are_a_tie():
    rows = candidates((10, 61, 5), (17, 61, 5), (12, 50, 5))
    tie = choose_ripescati(rows, 1)
    assert tie == TieAtCut(Edge.RIPESCATO, 1, (10, 17), 1)
    lots = by_lots(tie, 9)
    chosen = choose_ripescati(rows, 1, resolutions=[lots])
    assert isinstance(chosen, tuple)
    assert [place.player for place in chosen] == [lots.order[0]]
    both = choose_ripescati(rows, 1, resolutions=[by_more_places(tie)])
    assert isinstance(both, tuple)
    assert [place.player for place in both] == [10, 17]


def test_a_withdrawn_player_is_no_ripescato():
    chosen = choose_ripescati(candidates((10, 61, 5), (12, 50, 5), gone=10), 1)
    assert isinstance(chosen, tuple)
    assert [place.player for place in chosen] == [12]


def test_a_qualified_player_is_no_ripescato():
    with pytest.raises(ValueError, match="did not qualify"):
        plan_semifinals(field(24), FinalsShape(2, 2, 8, 1, ripescati=1), ripescati=field(24)[:1])
