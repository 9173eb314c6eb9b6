"""Figures of the draw, against a plain baseline in the same run: random deal, then swaps that help.

python -m benchmarks.seating            # everything; some minutes
python -m benchmarks.seating --quick    # every sixth case of the panel
python -m benchmarks.seating --only panel clubs time plain teams
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from statistics import fmean
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from seating import CriterionCode, Player, Request, Round, SplitPolicy, check, draw, split_for
from seating.lottery import Lottery

Code = CriterionCode
PANEL_SIZES = (*range(12, 35), 36, 38, 40, 42, 44, 45, 48, 50, 55, 60)
PANEL_CRITERIA = (Code.FIVES, Code.REPEATS, Code.TURN_ORDER)
BASELINE_FAILURES = 3_000  # swaps in a row that do not help, after which the baseline stops


def main() -> None:
    """Run the parts asked for and print a table of each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="a sixth of the panel, two seeds instead of six")
    parser.add_argument("--only", nargs="+", choices=sorted(PARTS), default=list(PARTS))
    options = parser.parse_args()
    draw(Request(players=people(20), rounds=4, criteria=PANEL_CRITERIA), compiled=True)  # warm up
    for part in options.only:
        print(f"\n## {part}\n")
        PARTS[part](quick=options.quick)


def people(count: int, clubs: Iterable[str] = ()) -> tuple[Player, ...]:
    """Return people of the clubs given, or of none."""
    names = list(clubs) or [None] * count
    return tuple(Player(id=f"p{number:05}", club=names[number]) for number in range(count))


def clubs_of(count: int, least: int, most: int, seed: int) -> list[str]:
    """Return the clubs, of least to most people, of so many people."""
    lottery, clubs = Lottery(seed, "clubs"), list[str]()
    while len(clubs) < count:
        clubs += [f"club {len(clubs)}"] * (least + lottery.below(most - least + 1))
    return clubs[:count]


def repeat_cost(rounds: Iterable[Round]) -> int:
    """Return the sum over pairs of meetings taken two at a time."""
    met = Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))
    return sum(times * (times - 1) // 2 for times in met.values())


def baseline(count: int, rounds: int, seed: int) -> tuple[Round, ...]:
    """Deal at random, round after round, and swap two people of the round while that saves repeats."""
    sizes = split_for(count, SplitPolicy.MOST_FIVES).sizes
    lottery, drawn, met = Lottery(seed, "baseline"), list[Round](), Counter[tuple[str, str]]()
    for _ in range(rounds):
        order = iter(lottery.shuffled([player.id for player in people(count)]))
        tables = [[next(order) for _ in range(size)] for size in sizes]
        failures = 0
        while failures < BASELINE_FAILURES:
            failures = 0 if _swap(tables, met, lottery) else failures + 1
        drawn.append(tuple(map(tuple, tables)))
        met.update(pair for table in tables for pair in combinations(sorted(table), 2))
    return tuple(drawn)


def _swap(tables: list[list[str]], met: Counter[tuple[str, str]], lottery: Lottery) -> bool:
    one, two = (tables[lottery.below(len(tables))] for _ in range(2))
    here, there = lottery.below(len(one)), lottery.below(len(two))

    def cost() -> int:
        return sum(met[pair] for table in (one, two) for pair in combinations(sorted(table), 2))

    before = cost()
    one[here], two[there] = two[there], one[here]
    if one is not two and cost() < before:
        return True
    one[here], two[there] = two[there], one[here]
    return False


def panel(*, quick: bool) -> None:
    """132 cases, all rounds planned together: repeats against the bound and the baseline."""
    cases = [(count, rounds) for count in PANEL_SIZES for rounds in (3, 4, 5, 6)][:: 6 if quick else 1]
    ours, bound, plain, turns, slowest, unequal = 0, 0, 0, 0, 0.0, 0
    for count, rounds in cases:
        request = Request(
            players=people(count),
            rounds=rounds,
            criteria=PANEL_CRITERIA,
            split=SplitPolicy.MOST_FIVES,
            seed=1,
        )
        started = perf_counter()
        drawing = draw(request)
        slowest = max(slowest, perf_counter() - started)
        assert drawing.report.checked
        fives, repeats, order = drawing.report.criteria
        assert repeats.value == repeat_cost(drawing.rounds)
        ours, bound, turns = (
            ours + repeats.value,
            bound + repeats.lower_bound,
            turns + order.value - order.lower_bound,
        )
        unequal += fives.span[1] - fives.span[0] > 1
        plain += repeat_cost(baseline(count, rounds, 1))
    print(
        "| cases | repeat cost | proven bound | baseline | baseline ÷ ours | avoidable seat repeats | fives uneven | slowest |"
    )
    print("|---|---|---|---|---|---|---|---|")
    print(
        f"| {len(cases)} | {ours} | {bound} | {plain} | {plain / ours:.2f} | {turns} | {unequal} | {slowest:.2f} s |"
    )


def clubs(*, quick: bool) -> None:
    """Five rounds drawn one by one, clubs of 3 to 8: means over six seeds."""
    print(
        "| entrants | repeats | club-mates over the bound | times at a table of 5 differ by | seconds for 5 rounds |"
    )
    print("|---|---|---|---|---|")
    for count in (16, 20, 23, 25, 36, 48):
        results = [_round_by_round(count, seed) for seed in range(2 if quick else 6)]
        repeats, mates, spread, seconds = zip(*results, strict=True)
        print(f"| {count} | {fmean(repeats):.1f} | {fmean(mates):.1f} | {max(spread)} | {max(seconds):.1f} |")


def _round_by_round(count: int, seed: int) -> tuple[int, int, int, float]:
    request = Request(
        players=people(count, clubs_of(count, 3, 8, seed)), criteria=(Code.FIVES, Code.CLUBS, Code.REPEATS)
    )
    started, mates, spread = perf_counter(), 0, 0
    for number in range(5):
        drawing = draw(replace(request, seed=100 * seed + number))
        fives, apart, _repeats = drawing.report.criteria
        mates += apart.value - apart.lower_bound
        spread = max(spread, fives.span[1] - fives.span[0])
        request = replace(request, history=request.history + drawing.rounds)
    return repeat_cost(request.history), mates, spread, perf_counter() - started


TIMED = ((100, 4), (1_000, 4), (10_000, 3))


def time(*, quick: bool) -> None:
    """Large events, warm, with and without clubs."""
    print("| players × rounds | clubs of | seconds | every criterion at its bound |")
    print("|---|---|---|---|")
    for (count, rounds), sizes in (
        (case, sizes) for case in TIMED[: 2 if quick else 3] for sizes in ((), (3, 8), (10, 30))
    ):
        request = _large(count, rounds, sizes)
        started = perf_counter()
        drawing = draw(request)
        seconds = perf_counter() - started
        optimal = all(line.proven_optimal for line in drawing.report.criteria)
        print(f"| {count} × {rounds} | {'–'.join(map(str, sizes)) or 'none'} | {seconds:.3f} | {optimal} |")


def _large(count: int, rounds: int, sizes: tuple[int, ...]) -> Request:
    names = clubs_of(count, *sizes, 1) if sizes else ()
    criteria = (Code.CLUBS, Code.FIVES, Code.REPEATS, Code.TURN_ORDER)
    return Request(players=people(count, names), rounds=rounds, criteria=criteria, seed=1)


def plain(*, quick: bool) -> None:
    """The same draws compiled and as plain Python: same tables, how much slower."""
    hard = [replace(_large(23, 1, (3, 8)), horizon=1), _large(29, 5, ())]
    print("| players × rounds | compiled | plain | ratio | same tables |")
    print("|---|---|---|---|---|")
    for request in [_large(*case, (3, 8)) for case in TIMED[: 2 if quick else 3]] + hard[: 1 if quick else 2]:
        seconds, rounds = [], []
        for compiled in (True, False):
            started = perf_counter()
            rounds.append(draw(request, compiled=compiled).rounds)
            seconds.append(perf_counter() - started)
        ratio = seconds[1] / seconds[0]
        name = f"{len(request.players)} × {request.rounds}"
        print(f"| {name} | {seconds[0]:.3f} | {seconds[1]:.3f} | {ratio:.1f} | {rounds[0] == rounds[1]} |")


def teams(*, quick: bool) -> None:  # noqa: ARG001 — every part has the same call
    """A team event: 100 people of 25 teams, 4 rounds."""
    names = [f"team {number // 4:02}" for number in range(100)]
    criteria = (Code.CLUBS, Code.CLUB_MEETINGS, Code.REPEATS, Code.PLAYER_CLUB_MEETINGS, Code.TURN_ORDER)
    request = Request(players=people(100, names), rounds=4, criteria=criteria, seed=1)
    started = perf_counter()
    drawing = draw(request)
    seconds = perf_counter() - started
    assert not check(request, drawing.rounds)
    print("| criterion | value | proven bound |\n|---|---|---|")
    for line in drawing.report.criteria:
        print(f"| {line.criterion} | {line.value} | {line.lower_bound} |")
    print(f"\n{seconds:.2f} s")


PARTS: dict[str, Callable[..., None]] = {
    "panel": panel,
    "clubs": clubs,
    "time": time,
    "plain": plain,
    "teams": teams,
}

if __name__ == "__main__":
    main()
