"""Lower bounds, against small cases that can be tried out in full."""

from itertools import combinations, permutations

from hypothesis import given
from hypothesis import strategies as st

from seating import draw
from seating.bounds import even_spread, fewest_pairs
from tests.seating.conftest import MakeRequest


@given(st.integers(0, 9), st.integers(1, 4))
def test_pigeonhole_is_the_best_of_all_ways(things: int, bins: int) -> None:
    def ways(left: int, bins: int) -> list[tuple[int, ...]]:
        if bins == 1:
            return [(left,)]
        return [(first, *rest) for first in range(left + 1) for rest in ways(left - first, bins - 1)]

    assert fewest_pairs(things, bins) == min(
        sum(count * (count - 1) // 2 for count in way) for way in ways(things, bins)
    )


def test_even_spread_fills_the_lowest_first() -> None:
    assert even_spread({0: 2, 1: 1}, 5, 9) == 0 + 0 + 1 + 1 + 1
    assert even_spread({0: 2}, 2, 1) == 0
    assert even_spread({}, 0, 3) == 0


def test_no_seating_of_eight_beats_the_bound_of_repeats(request_of: MakeRequest) -> None:
    line = draw(request_of(8, 2, "repeats")).report.criteria[0]
    first = ((0, 1, 2, 3), (4, 5, 6, 7))
    together = {pair for table in first for pair in combinations(table, 2)}
    least = min(
        sum(pair in together for table in (order[:4], order[4:]) for pair in combinations(sorted(table), 2))
        for order in permutations(range(8))
    )
    assert (line.value, line.lower_bound) == (least, least) == (4, 4)
    assert line.proven_optimal
    assert line.words.en == "4 repeated meetings, 4 of them unavoidable"
    assert line.words.it == "4 incontri ripetuti, di cui 4 inevitabili"


def test_people_who_must_all_be_apart_are_counted_once(request_of: MakeRequest) -> None:
    everybody = tuple(combinations([f"p{who:02}" for who in range(4)], 2))
    line = draw(request_of(9, 2, "keep-apart", keep_apart=(*everybody, ("p04", "p05")))).report.criteria[0]
    assert (line.value, line.lower_bound) == (4, 4)
    assert line.cases[0].rounds in {(1,), (2,), (1, 2)}


def test_a_past_raises_the_bounds(request_of: MakeRequest) -> None:
    first = draw(request_of(8, 1)).rounds
    request = request_of(8, 1, "repeats fives table-change turn-order", history=first)
    found = {line.criterion.value: (line.value, line.lower_bound) for line in draw(request).report.criteria}
    assert found["repeats"] == (4, 4)
    assert found["table-change"] == (4, 0)
    assert found["turn-order"] == (0, 0)


def test_tables_of_five_are_told_in_words(request_of: MakeRequest) -> None:
    uneven = draw(request_of(9, 2, "fives")).report.criteria[0]
    assert (uneven.span, uneven.words.en) == ((1, 2), "everyone 1 to 2 × at a table of 5")
    even = draw(request_of(20, 2, "fives", split="most-fives")).report.criteria[0]
    assert (even.span, even.words.it) == ((2, 2), "ciascuno 2 × a un tavolo da 5")


def test_one_repeat_is_told_in_the_singular(request_of: MakeRequest) -> None:
    history = ((("p00", "p01", "p02", "p03"), ("p04", "p05", "p06", "p07")),)
    request = request_of(4, 1, "clubs repeats", clubs=["a", "a", "b", "c"], history=history[:0])
    clubs, repeats = draw(request).report.criteria
    assert clubs.words.en == "1 pair together, 1 of them unavoidable"
    assert repeats.words.it == "0 incontri ripetuti"


def test_club_mates_who_met_before_do_not_count_as_clubs_that_met(request_of: MakeRequest) -> None:
    teams = [f"team {who // 4}" for who in range(16)]
    past = tuple(tuple(f"p{who:02}" for who in range(first, first + 4)) for first in range(0, 16, 4))
    request = request_of(16, 1, "clubs club-meetings player-club-meetings", clubs=teams, history=(past,))
    found = [(line.value, line.lower_bound) for line in draw(request).report.criteria]
    assert found == [(0, 0), (36, 36), (0, 0)]
