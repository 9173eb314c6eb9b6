"""The draw of the semifinal tables: a player of each band at each, clubs apart, repeatable, fair."""

from collections import Counter
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.bands import FinalSet, SemifinalPlan, plan_semifinals
from scoring.cut import Place
from scoring.semifinals import SemifinalTable, draw_semifinals
from scoring.thresholds import FinalsShape

FOUR = FinalsShape(0, 4, 16, 1)


def field(size: int, clubs: list[int] | None = None) -> tuple[Place, ...]:
    names = clubs or list(range(size))
    return tuple(Place(n, n, groups=frozenset({f"club {names[n - 1]}"})) for n in range(1, size + 1))


def planned(rows: tuple[Place, ...], shape: FinalsShape) -> SemifinalPlan:
    plan = plan_semifinals(rows, shape)
    assert isinstance(plan, SemifinalPlan)
    return plan


def fewest_by_hand(final: FinalSet) -> int:
    """The fewest pairs of one club, over every way to seat three bands of three after the first."""
    first, *rest = final.bands
    costs = []
    for orders in product(*(list(permutations(band)) for band in rest)):
        tables = list(zip(first, *orders, strict=True))
        costs.append(sum(SemifinalTable(1, n, table).clashes for n, table in enumerate(tables)))
    return min(costs)


@pytest.mark.parametrize(
    "shape", [FOUR, FinalsShape(1, 3, 12, 1), FinalsShape(2, 2, 8, 1), FinalsShape(0, 8, 32, 2)]
)
def test_one_of_each_band_at_every_table(shape):
    plan = planned(field(60, [n % 7 for n in range(60)]), shape)
    draw = draw_semifinals(plan, 5)
    for final in plan.sets:
        tables = [table for table in draw.tables if table.final == final.number]
        assert [table.number for table in tables] == list(range(1, final.semifinals + 1))
        for number, band in enumerate(final.bands):
            assert {table.players[number] for table in tables} == set(band)
    assert (draw.exhaustive, draw.unseated, draw.seed) == (True, (), 5)


@given(st.lists(st.integers(0, 3), min_size=13, max_size=13), st.integers(0, 2**64 - 1))
@settings(max_examples=25, deadline=None)
def test_no_seating_has_fewer_clashes(clubs, seed):
    plan = planned(field(13, clubs), FinalsShape(1, 3, 12, 1))
    draw = draw_semifinals(plan, seed)
    assert draw.clashes == fewest_by_hand(plan.sets[0])
    assert draw == draw_semifinals(plan, seed)


def test_families_count_like_clubs():
    rows = tuple(
        Place(n, n, groups=frozenset({"family"}) if n in {3, 5} else frozenset({f"club {n}"}))
        for n in range(1, 11)
    )
    draws = [draw_semifinals(planned(rows, FinalsShape(2, 2, 8, 1)), seed) for seed in range(20)]
    assert [draw.clashes for draw in draws] == [0] * 20
    assert len({draw.tables for draw in draws}) > 5


def test_opponents_are_equally_likely_where_clubs_leave_a_choice():
    clubs = [0, 1, 2, 3, 1, *range(5, 13)]
    plan = planned(field(13, clubs), FinalsShape(1, 3, 12, 1))
    met = Counter(
        table.keys[0]
        for seed in range(300)
        for table in draw_semifinals(plan, seed).tables
        if 5 in table.keys
    )
    assert set(met) == {3, 4}
    assert 120 < met[3] < 180


def test_played_tables_stay_and_the_others_are_drawn_again():
    rows = field(20)
    before = draw_semifinals(planned(rows, FOUR), 1)
    played = before.tables[1]
    gone = next(key for key in before.tables[0].keys if key > 12)
    changed = planned(
        tuple(Place(r.player, r.rank, groups=r.groups, available=r.player != gone) for r in rows), FOUR
    )
    after = draw_semifinals(changed, 2, keep=[played])
    assert after.tables[1] == played
    assert [len(table.players) for table in after.tables] == [4, 4, 4, 4]
    assert {key for table in after.tables for key in table.keys} == set(range(1, 18)) - {gone}


def test_whoever_was_replaced_at_a_played_table_leaves_one_too_many():
    rows = field(20)
    before = draw_semifinals(planned(rows, FOUR), 1)
    played = before.tables[0]
    gone = played.keys[3]
    changed = planned(
        tuple(Place(r.player, r.rank, groups=r.groups, available=r.player != gone) for r in rows), FOUR
    )
    after = draw_semifinals(changed, 2, keep=[played])
    assert sorted(len(table.players) for table in after.tables) == [4, 4, 4, 5]
    all_kept = draw_semifinals(changed, 2, keep=before.tables)
    assert all_kept.tables == before.tables
    assert [place.player for place in all_kept.unseated] == [17]


def test_more_places_make_a_table_of_five():
    rows = tuple(Place(n, min(n, 16)) for n in range(1, 18))
    draw = draw_semifinals(
        SemifinalPlan(
            FOUR,
            (FinalSet(1, (), 4, (rows[:4], rows[4:8], rows[8:12], rows[12:])),),
            planned(field(17), FOUR).cut,
        ),
        3,
    )
    assert sorted(len(table.players) for table in draw.tables) == [4, 4, 4, 5]


def test_short_bands_fill_the_emptiest_tables():
    draw = draw_semifinals(planned(field(9), FinalsShape(2, 2, 8, 1)), 3)
    assert sorted(len(table.players) for table in draw.tables) == [3, 4]


def test_a_draw_too_large_to_compare_says_so():
    draw = draw_semifinals(planned(field(25, [n % 5 for n in range(25)]), FinalsShape(0, 5, 25, 1)), 3)
    assert not draw.exhaustive
    assert {len(table.players) for table in draw.tables} == {5}


def test_without_semifinals_there_are_no_tables():
    assert draw_semifinals(planned(field(9), FinalsShape(4, 0, 0, 1)), 3).tables == ()
