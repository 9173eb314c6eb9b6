"""The draw: known optima, the strict order, repeatability, limits, refusals."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating import (
    CriterionCode,
    Impossible,
    InvalidRequest,
    Player,
    ProposalCode,
    ahead,
    check,
    draw,
    staggered,
)
from seating.effort import Effort, Progress
from tests.seating.conftest import MakeRequest, clubs_of, make_request


def figures(request, **how) -> dict[str, tuple[int, int]]:
    drawing = draw(request, **how)
    assert drawing.report.checked
    assert check(request, drawing.rounds) == ()
    return {line.criterion.value: (line.value, line.lower_bound) for line in drawing.report.criteria}


def test_twenty_five_people_meet_once_in_six_rounds(request_of: MakeRequest) -> None:
    found = figures(request_of(25, 6, split="most-fives"))
    assert found["repeats"] == (0, 0)
    assert found["turn-order"] == (25, 25)


def test_sixteen_people_meet_once_in_five_rounds(request_of: MakeRequest) -> None:
    assert figures(request_of(16, 5))["repeats"] == (0, 0)


@pytest.mark.parametrize(("rounds", "repeats"), [(3, 12), (4, 24), (5, 40), (6, 60)])
def test_twenty_at_tables_of_five_meet_the_bound(request_of: MakeRequest, rounds: int, repeats: int) -> None:
    found = figures(request_of(20, rounds, "repeats turn-order", split="most-fives"))
    assert found["repeats"] == (repeats, repeats)
    assert found["turn-order"][0] == found["turn-order"][1]


@pytest.mark.parametrize("compiled", [True, False])
def test_compiled_and_plain_draw_the_same_tables(request_of: MakeRequest, compiled: bool) -> None:
    request = request_of(13, 2, "clubs fives repeats strength turn-order", clubs=clubs_of(13), seed=5)
    players = tuple(replace(who, strength=number) for number, who in enumerate(request.players))
    request = replace(request, players=players, time_limit_s=600)
    drawing = draw(request, compiled=compiled, cancelled=AfterCalls(40))
    assert drawing.rounds == draw(request, cancelled=AfterCalls(40)).rounds


class AfterCalls:
    """A director who cancels at the n-th look."""

    def __init__(self, calls: int) -> None:
        self.left = calls

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


def test_the_same_seed_draws_the_same_and_another_does_not(request_of: MakeRequest) -> None:
    request = request_of(
        24, 2, "clubs fives repeats turn-order neighbours table-change", clubs=clubs_of(24), seed=7
    )
    assert draw(request).rounds == draw(request).rounds
    assert draw(request).rounds != draw(replace(request, seed=8)).rounds


def test_the_first_criterion_is_never_bought_with_the_second(request_of: MakeRequest) -> None:
    clubs = ["big"] * 10 + ["small"] * 6
    history = draw(request_of(16, 2, "repeats", clubs=clubs)).rounds
    apart_first = figures(request_of(16, 1, "clubs repeats", clubs=clubs, history=history))
    repeats_first = figures(request_of(16, 1, "repeats clubs", clubs=clubs, history=history))
    assert apart_first["clubs"] == (10, 10)
    assert repeats_first["repeats"] == (0, 0)
    assert repeats_first["clubs"][0] >= 10


def test_tables_of_five_are_shared_out_round_by_round(request_of: MakeRequest) -> None:
    request = request_of(17, 1, "fives repeats", horizon=1)
    for number in range(4):
        drawing = draw(replace(request, seed=number))
        low, high = drawing.report.criteria[0].span
        assert high - low <= 1
        request = replace(request, history=request.history + drawing.rounds, horizon=number + 2)


def test_drawn_one_by_one_the_rounds_cost_no_more_than_planned_together(
    request_of: MakeRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ahead, "AHEAD", Effort(0, 60_000, 1))
    monkeypatch.setattr(ahead, "FINISH", Effort(0, 60_000, 1))
    monkeypatch.setattr(ahead, "GUARDS_AHEAD", (12, 2))
    clubs = [f"club {size}" for size in (6, 7, 3) for _ in range(size)]
    request = request_of(16, 1, "fives clubs repeats", clubs=clubs, horizon=4)
    cost: Counter[str] = Counter()
    for number in range(4):
        drawing = draw(replace(request, seed=number))
        cost.update({line.criterion: line.value for line in drawing.report.criteria})
        request = replace(request, history=request.history + drawing.rounds)
    assert cost == {"fives": 0, "clubs": 20, "repeats": 4}  # alone, the last rounds would cost 6 repeats


def test_a_search_that_is_stopped_looks_no_further_ahead(request_of: MakeRequest) -> None:
    clubs = [f"club {size}" for size in (6, 4, 3) for _ in range(size)]
    request = request_of(13, 1, "fives clubs repeats", clubs=clubs)
    request = replace(request, history=draw(replace(request, horizon=1)).rounds)
    calls = iter(range(100_000))
    stopped = draw(request, cancelled=lambda: next(calls) > 200)
    assert (stopped.report.limit_reached, check(request, stopped.rounds)) == (True, ())


def test_everything_else_a_director_may_ask(request_of: MakeRequest) -> None:
    request = request_of(
        24,
        1,
        "keep-apart families regions winners bands threes repeats turn-order neighbours table-change",
        history=draw(request_of(24, 1)).rounds,
        winners=("p00", "p01", "p02", "p03", "p04", "p05"),
        standings=tuple(f"p{who:02}" for who in range(24)),
        keep_apart=(("p00", "p06"), ("p06", "p12")),
    )
    players = tuple(
        replace(who, family="one" if number < 3 else None, region=f"r{number % 6}")
        for number, who in enumerate(request.players)
    )
    found = figures(replace(request, players=players))
    del found["repeats"]  # so many wishes above it
    assert {code: value for code, (value, bound) in found.items() if value != bound} == {}


def test_fixed_tables_are_kept(request_of: MakeRequest) -> None:
    request = request_of(20, 3, "repeats table-change", fixed_tables={"p03": 2, "p11": 5})
    drawing = draw(request)
    assert [("p03" in tables[1], "p11" in tables[4]) for tables in drawing.rounds] == [(True, True)] * 3


def test_teams_of_four_never_meet_themselves(request_of: MakeRequest) -> None:
    teams = [f"team {who // 4}" for who in range(16)]
    found = figures(request_of(16, 2, "clubs club-meetings player-club-meetings", clubs=teams))
    assert found["clubs"] == (0, 0)
    assert found["club-meetings"] == (168, 168)
    assert found["player-club-meetings"] == (48, 48)


def test_strength_is_levelled(request_of: MakeRequest) -> None:
    request = request_of(12, 1, "strength")
    players = tuple(replace(who, strength=number) for number, who in enumerate(request.players))
    assert figures(replace(request, players=players))["strength"][0] <= 3 * 15**2


@pytest.mark.parametrize(
    ("count", "ways"),
    [
        (6, ["stand-in +2", "sit-out -1", "staggered-rounds 4+4+4", "table-of-three 3+3"]),
        (7, ["stand-in +1", "sit-out -2", "staggered-rounds 5+5+4", "table-of-three 3+4"]),
        (11, ["stand-in +1", "sit-out -1", "staggered-rounds 9+9+4", "table-of-three 3+4+4"]),
        (3, ["stand-in +1", "table-of-three 3"]),
        (1, ["stand-in +3"]),
    ],
)
def test_where_no_tables_exist_the_ways_out_are_proposed(
    request_of: MakeRequest, count: int, ways: list[str]
) -> None:
    with pytest.raises(Impossible) as refusal:
        draw(request_of(count))
    assert refusal.value.players == count
    assert [_way(proposal) for proposal in refusal.value.proposals] == ways


def _way(proposal) -> str:
    sizes = {
        ProposalCode.STAGGERED: [split.players for split in proposal.splits],
        ProposalCode.TABLE_OF_THREE: list(proposal.splits[0].sizes),
    }.get(proposal.code)
    return f"{proposal.code} {'+'.join(map(str, sizes)) if sizes else f'{proposal.change:+}'}"


@pytest.mark.parametrize("count", [6, 7, 11])
def test_in_staggered_rounds_everybody_plays_twice(request_of: MakeRequest, count: int) -> None:
    request = staggered(request_of(count))
    drawing = draw(request)
    assert check(request, drawing.rounds) == ()
    played = [who for tables in drawing.rounds for table in tables for who in table]
    assert sorted(played) == sorted([who.id for who in request.players] * 2)


def test_progress_is_told_and_a_cancelled_draw_is_still_legal(request_of: MakeRequest) -> None:
    told: list[Progress] = []
    request = request_of(27, 6, split="most-fives")
    drawing = draw(request, progress=told.append, cancelled=lambda: len(told) > 30)
    assert drawing.report.limit_reached
    assert drawing.report.checked
    assert [told[0].percent, told[0].criterion] == [0, "repeats"]
    assert len(told) < 40


def test_a_time_limit_ends_the_search(request_of: MakeRequest) -> None:
    drawing = draw(request_of(29, 6, "repeats", split="most-fives", time_limit_s=1), compiled=False)
    assert drawing.report.limit_reached
    assert drawing.report.seconds < 5


def test_people_without_a_club_never_clash() -> None:
    request = make_request(8, 1, "clubs")
    assert figures(request)["clubs"] == (0, 0)


@settings(max_examples=30, deadline=None)
@given(st.integers(8, 40).filter(lambda count: count != 11), st.integers(0, 10**9), st.booleans())
def test_every_draw_is_legal_and_never_below_its_bound(count: int, seed: int, fives: bool) -> None:
    request = make_request(
        count,
        1,
        "clubs fives repeats turn-order",
        split="most-fives" if fives else "most-fours",
        clubs=clubs_of(count, seed % 100),
        seed=seed,
        horizon=1,
    )
    history = draw(request).rounds
    following = replace(request, history=history, seed=seed + 1)
    for value, bound in figures(following).values():
        assert value >= bound


def test_the_order_of_the_players_in_the_list_does_not_decide_legality(request_of: MakeRequest) -> None:
    request = request_of(21, 2, "clubs fives repeats", clubs=clubs_of(21))
    turned = replace(request, players=request.players[::-1])
    assert figures(request) == figures(turned)


def test_absent_people_are_not_seated_but_their_past_counts_for_their_club(request_of: MakeRequest) -> None:
    teams = [f"team {who // 4}" for who in range(16)]
    request = request_of(16, 1, "clubs club-meetings repeats", clubs=teams)
    history = draw(request).rounds
    present = tuple(who.id for who in request.players[:13])
    following = replace(request, history=history, present=present)
    drawing = draw(following)
    assert {who for tables in drawing.rounds for table in tables for who in table} == set(present)
    assert check(following, drawing.rounds) == ()


def test_a_stand_in_can_be_added_by_name(request_of: MakeRequest) -> None:
    request = request_of(11)
    request = replace(request, players=(*request.players, Player(id="stand-in")))
    assert draw(request).splits[0].sizes == (4, 4, 4)


def test_two_of_three_people_never_share_a_table_three_times(request_of: MakeRequest) -> None:
    drawing = draw(request_of(24, 4, "repeats"))
    met = [
        frozenset(pair) for tables in drawing.rounds for table in tables for pair in combinations(table, 2)
    ]
    assert max(met.count(pair) for pair in set(met)) <= 2
    assert drawing.report.line(CriterionCode.REPEATS) is drawing.report.criteria[0]
    assert drawing.report.line(CriterionCode.CLUBS) is None


def test_a_broken_request_is_not_drawn(request_of: MakeRequest) -> None:
    with pytest.raises(InvalidRequest, match="A tournament has from 1 to 100 rounds"):
        draw(request_of(8, 0))


def test_ghosts_and_tables_of_three_are_shared_out(request_of: MakeRequest) -> None:
    found = draw(request_of(10, 3, "threes repeats turn-order", split="fours-with-ghost"))
    assert found.splits[0].ghosts == 2
    assert found.report.criteria[0].span == (1, 2)
    assert found.report.criteria[0].words.en == "everyone 1 to 2 × at a table of 3"
    assert {len(table) for tables in found.rounds for table in tables} == {3, 4}


def test_a_cancelled_draw_still_has_turn_orders(request_of: MakeRequest) -> None:
    history = draw(request_of(16, 2)).rounds
    request = request_of(16, 1, "turn-order neighbours", history=history)
    drawing = draw(request, cancelled=lambda: True)
    assert (drawing.report.limit_reached, drawing.report.checked) == (True, True)


@pytest.mark.parametrize(
    ("count", "policy", "sizes"),
    [
        (6, "pairs", [2, 2, 2]),
        (13, "even-4", [4, 4, 5]),
        (13, "prefer-6", [3, 4, 6]),
        (12, "prefer-6", [6, 6]),
    ],
)
def test_tables_of_other_games_are_drawn_and_checked(
    request_of: MakeRequest, count: int, policy: str, sizes: list[int]
) -> None:
    request = request_of(count, 2, "clubs repeats turn-order", split=policy, clubs=clubs_of(count))
    drawing = draw(request)
    assert [[len(table) for table in tables] for tables in drawing.rounds] == [sizes, sizes]
    assert (drawing.report.checked, check(request, drawing.rounds)) == (True, ())
