"""The search itself: the kernel's counts against plain counting, and both ways of running it."""

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from seating import Request, check, compiled, draw, engine, solver, warm_up
from seating.bounds import lower_bound
from seating.criteria import CriterionCode
from seating.effort import Effort, Watch, cooling, effort_for
from seating.engine import Engine
from seating.frame import Frame, frame_for
from seating.lottery import Lottery
from seating.starts import deal
from tests.seating.conftest import MakeRequest, clubs_of

# The package shows the function under this name; here its module is meant.
DRAW = sys.modules[draw.__module__]
EVERYTHING = (
    "keep-apart clubs families regions winners bands fives threes repeats club-meetings "
    "player-club-meetings strength"
)


def full_request(request_of: MakeRequest, count: int, rounds: int) -> Request:
    """A request with a past, absent people, people without a club, and every wish about tables."""
    past = draw(request_of(count, 2, "clubs", clubs=clubs_of(count))).rounds
    request = request_of(
        count,
        rounds,
        EVERYTHING,
        clubs=clubs_of(count),
        history=past,
        keep_apart=(("p00", "p05"), ("p05", "p09")),
        winners=("p00", "p04", "p08"),
        standings=tuple(f"p{who:02}" for who in range(count)),
        fixed_tables={"p02": 1},
    )
    players = tuple(
        replace(
            who,
            strength=7 * number % 11,
            club=None if number % 6 == 5 else who.club,
            family=f"f{number % 9}",
            region=f"r{number % 4}",
        )
        for number, who in enumerate(request.players)
    )
    return replace(request, players=players, present=tuple(who.id for who in players[: count - 1]))


def framed(request: Request) -> Frame:
    return frame_for(request, tuple(request.split_in(planned).sizes for planned in range(request.rounds)))


def annealed(
    frame: Frame, *, compiled: bool, steps: int = 3_000
) -> tuple[int, int, list[list[list[int]]], Any]:
    """The kernel's cost before and after a hot search that counts every criterion, its seats, and its levels."""
    levels = solver.levels_for(frame)
    search = solver.search_from(frame, levels, deal(frame, Lottery(4)), Watch(), Lottery(4))
    points = {level: 900 - 70 * rank for rank, level in enumerate(levels)}
    before = sum(point * value for point, value in zip(points.values(), search.costs, strict=True))
    runner = Engine(solver.board_for(frame, search.seats, before), compiled=compiled)
    after, _random, left = runner.anneal(
        solver.weights_for(frame, points), temperature=4_000, steps=steps, cost=before, goal=0, random=99
    )
    assert left == 0
    best = solver.costs_of(frame, levels, solver.seats_of(frame, runner.board.best))
    assert sum(map(int.__mul__, points.values(), best)) == runner.board.least[0] <= after
    seats = solver.seats_of(frame, runner.board.seat)
    counted = solver.costs_of(frame, levels, seats)
    return (
        after,
        sum(point * value for point, value in zip(points.values(), counted, strict=True)),
        seats,
        levels,
    )


@pytest.mark.parametrize(("count", "split"), [(19, "most-fours"), (20, "fours-and-threes")])
def test_the_kernel_counts_what_the_assessment_counts(
    request_of: MakeRequest, count: int, split: str
) -> None:
    frame = framed(replace(full_request(request_of, count, 2), split=split))
    plain = annealed(frame, compiled=False)
    assert plain[0] == plain[1]
    assert annealed(frame, compiled=True)[:3] == plain[:3]


def test_looking_ahead_is_counted_alike(request_of: MakeRequest) -> None:
    request = full_request(request_of, 18, 3)
    frame = framed(replace(request, criteria=tuple(map(CriterionCode, ("clubs", "fives", "repeats")))))
    everywhere = solver.levels_for(frame)
    levels = tuple(solver.Level(level.code, next_only=True) for level in everywhere) + everywhere
    seats = deal(frame, Lottery(4))
    points = {level: 900 - 70 * rank for rank, level in enumerate(levels)}
    before = sum(map(int.__mul__, points.values(), solver.costs_of(frame, levels, seats)))
    outcomes = []
    for way in (False, True):
        runner = Engine(solver.board_for(frame, seats, before, ahead=True), compiled=way)
        weights = solver.weights_for(frame, points)
        cost, *_ = runner.anneal(weights, temperature=2_000, steps=3_000, cost=before, goal=0, random=5)
        after = solver.seats_of(frame, runner.board.seat)
        assert cost == sum(map(int.__mul__, points.values(), solver.costs_of(frame, levels, after)))
        outcomes.append((cost, after))
    assert outcomes[0] == outcomes[1]


def test_without_numba_plain_python_draws_the_same(
    request_of: MakeRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = request_of(17, 2, "clubs fives repeats", clubs=clubs_of(17), horizon=2)
    monkeypatch.setattr(DRAW, "effort_for", lambda slots: Effort(slots, 20_000, 1))
    expected = draw(request, compiled=True).rounds
    monkeypatch.setattr(solver, "numba_present", lambda: False)
    assert draw(request).rounds == expected


def test_warming_up_says_whether_there_is_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    assert warm_up()
    assert engine.is_loaded()
    monkeypatch.setattr(DRAW, "numba_present", lambda: False)
    assert not warm_up()


def test_where_nothing_can_be_kept_on_disk_the_kernel_is_compiled_anyway(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def njit(*functions: Callable[..., Any], cache: bool = False) -> Any:
        if cache:
            raise RuntimeError("no locator available")
        return ("compiled", functions[0].__name__)

    def kernel_function() -> None: ...

    monkeypatch.setattr(compiled, "njit", njit)
    assert compiled._compiled(kernel_function, {}) == ("compiled", "kernel_function")


def test_temperatures_fall_from_hot_to_cold() -> None:
    falling = cooling(716, 122)
    assert (falling[0], falling[-1]) == (716, 122)
    assert list(falling) == sorted(falling, reverse=True)


def test_effort_grows_with_the_seats_and_then_stops() -> None:
    assert [effort_for(slots).steps for slots in (20, 100, 400, 4_000)] == [
        100_000,
        2_000_000,
        480_000,
        400_000,
    ]


def test_where_clubs_are_not_counted_nothing_is_claimed_of_their_meetings(request_of: MakeRequest) -> None:
    frame = framed(request_of(16, 1, "club-meetings", clubs=clubs_of(16)))
    assert lower_bound(frame, CriterionCode.CLUB_MEETINGS, {}) == 0
    assert lower_bound(frame, CriterionCode.NEIGHBOURS, {}) == 0


@pytest.mark.parametrize(("clubs", "fits"), [(6, True), (5, False)])
def test_teams_turn_round_the_room_where_they_fit(request_of: MakeRequest, clubs: int, fits: bool) -> None:
    names = [f"team {who % clubs}" for who in range(24)]
    request = request_of(24, 2, "clubs club-meetings repeats", clubs=names)
    drawing = draw(request)
    assert check(request, drawing.rounds) == ()
    lines = drawing.report.criteria
    assert [line.proven_optimal for line in lines[:2]] == [True, True] if fits else lines[0].value == 0


def test_thirteen_teams_of_four_meet_once_in_a_round(request_of: MakeRequest) -> None:
    names = [f"team {who // 4:02}" for who in range(52)]
    drawing = draw(request_of(52, 1, "clubs club-meetings player-club-meetings", clubs=names))
    assert [(line.value, line.lower_bound) for line in drawing.report.criteria] == [(0, 0)] * 3
