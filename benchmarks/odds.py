"""Odds: the array table and the one-battle answer against a plain memoised recursion, in the same run.

Run with `python -m benchmarks.odds`; prints milliseconds and ratios, asserts nothing about time.
"""

import sys
from collections.abc import Callable
from functools import cache
from time import perf_counter

from games.core.odds import CHALLENGE, battle
from games.core.odds_table import battle_endings, odds_table
from games.core.odds_throw import throw_counts

ARMIES = 130


def plain_table(armies: int) -> float:
    """The textbook way: a memoised recursion, one state at a time."""

    @cache
    def conquest(attackers: int, defenders: int) -> float:
        if not defenders:
            return 1.0
        dice = CHALLENGE.dice(attackers, defenders)
        if not dice[0]:
            return 0.0
        counts = throw_counts(*dice)
        return sum(
            ways / 6 ** sum(dice) * conquest(attackers - lost, defenders - min(dice) + lost)
            for lost, ways in enumerate(counts)
        )

    for attackers in range(1, armies + 1):
        for defenders in range(1, armies + 1):
            conquest(attackers, defenders)
    return conquest(armies, armies)


def fresh_table() -> None:
    """The table computed, not remembered."""
    odds_table.cache_clear()
    odds_table(ARMIES, ARMIES)


def best(run: Callable[[], object], times: int = 5) -> float:
    """Milliseconds of the best of some runs."""
    spent = []
    for _ in range(times):
        start = perf_counter()
        run()
        spent.append(perf_counter() - start)
    return 1000 * min(spent)


def main() -> None:
    """Measure and print."""
    sys.setrecursionlimit(10_000)
    plain = best(lambda: plain_table(ARMIES), 2)
    rows = {
        "plain recursion, 130 x 130": plain,
        "odds_table, 130 x 130": best(fresh_table),
        "query": best(lambda: odds_table(ARMIES, ARMIES).query(77, 66)),
        "battle_endings, 100 against 100": best(lambda: battle_endings(100, 100)),
        "exact battle, 100 against 100": best(lambda: battle(100, 100)),
    }
    for name, milliseconds in rows.items():
        print(f"{name:34} {milliseconds:10.4f} ms   1/{plain / milliseconds:.1f} of the plain table")


if __name__ == "__main__":
    main()
