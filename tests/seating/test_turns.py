"""Turn orders and table numbers: nobody's place repeats needlessly."""

from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seating import draw
from seating.coloring import color_turns
from seating.lottery import Lottery
from tests.seating.conftest import MakeRequest


def random_tables(players: int, rounds: int, size: int, seed: int) -> list[list[list[int]]]:
    lottery = Lottery(seed, "test")
    orders = [lottery.shuffled(range(players)) for _ in range(rounds)]
    return [[order[first : first + size] for first in range(0, players, size)] for order in orders]


@given(st.integers(2, 9), st.integers(1, 12), st.sampled_from([3, 4, 5]), st.integers(0, 999))
def test_equal_tables_give_every_place_equally_often(tables: int, rounds: int, size: int, seed: int) -> None:
    seats = random_tables(tables * size, rounds, size, seed)
    colored = color_turns(seats, tables * size)
    assert colored is not None
    assert [[sorted(table) for table in played] for played in colored] == [
        [sorted(table) for table in played] for played in seats
    ]
    places = Counter(
        (who, place) for played in colored for table in played for place, who in enumerate(table)
    )
    assert {places[who, place] for who in range(tables * size) for place in range(size)} <= {
        rounds // size,
        -(-rounds // size),
    }


@pytest.mark.parametrize("count", [13, 14, 17, 18, 19, 21, 22, 23, 26, 27])
@pytest.mark.parametrize("rounds", [4, 6])
def test_mixed_tables_meet_the_bound(request_of: MakeRequest, count: int, rounds: int) -> None:
    drawing = draw(request_of(count, rounds, "fives turn-order", split="most-fives"))
    assert [line.value for line in drawing.report.criteria] == [
        line.lower_bound for line in drawing.report.criteria
    ]


def test_tables_of_three_and_of_five_are_too_different_for_colours() -> None:
    assert color_turns([[[0, 1, 2], [3, 4, 5, 6, 7]]], 8) is None


def test_with_a_past_each_table_has_the_best_of_its_orders(request_of: MakeRequest) -> None:
    request = request_of(16, 1, "repeats turn-order")
    places: Counter[tuple[str, int]] = Counter()
    for seed in range(4):
        drawing = draw(replace(request, seed=seed))
        best = sum(
            min(sum(places[who, place] for place, who in enumerate(order)) for order in permutations(table))
            for table in drawing.rounds[0]
        )
        assert drawing.report.criteria[1].value == best
        places.update((who, place) for table in drawing.rounds[0] for place, who in enumerate(table))
        request = replace(request, history=request.history + drawing.rounds)


def test_new_neighbours_are_found_without_harm_to_the_turn_order(request_of: MakeRequest) -> None:
    plain = draw(request_of(20, 4, "repeats turn-order", split="most-fives"))
    both = draw(request_of(20, 4, "repeats turn-order neighbours", split="most-fives"))
    assert both.report.criteria[1].value == plain.report.criteria[1].value == 0
    assert both.report.criteria[2].value == 0


def test_neighbours_alone(request_of: MakeRequest) -> None:
    assert draw(request_of(12, 3, "neighbours")).report.criteria[0].value == 0


def test_people_move_about_the_room(request_of: MakeRequest) -> None:
    drawing = draw(request_of(32, 4, "repeats table-change"))
    assert drawing.report.criteria[1].value == 0


def test_people_at_equal_tables_change_table(request_of: MakeRequest) -> None:
    request = request_of(24, 1, "table-change", history=draw(request_of(24, 1)).rounds, horizon=2)
    assert draw(request).report.criteria[0].value <= 1


def test_neighbours_that_cannot_all_be_new_are_as_few_as_can_be(request_of: MakeRequest) -> None:
    neighbours = draw(request_of(4, 4, "turn-order neighbours")).report.criteria[1]
    assert neighbours.value >= 4
    assert draw(request_of(5, 5, "turn-order neighbours")).report.criteria[0].value == 0


def test_mixed_tables_find_new_neighbours_too(request_of: MakeRequest) -> None:
    drawing = draw(request_of(27, 5, "fives repeats turn-order neighbours", split="most-fives"))
    order, neighbours = drawing.report.criteria[2:]
    assert (order.value, neighbours.value) == (order.lower_bound, 0)


def test_in_a_large_hall_numbers_are_exchanged_nearby(request_of: MakeRequest) -> None:
    request = request_of(300, 1, "table-change", history=draw(request_of(300, 1, "")).rounds)
    assert draw(request).report.criteria[0].value == 0
