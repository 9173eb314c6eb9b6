"""Which number each table gets, so that people move about the room; fixed tables stay."""

from collections import Counter
from itertools import combinations

from seating.frame import Frame, Seats

SWEEPS = 8
MANY = 60  # beyond so many tables of a size, each looks at its next MANY neighbours only


def number_tables(frame: Frame, seats: Seats) -> Seats:
    """Return the seats with tables of one size exchanged within a round so that few return to a number."""
    been: Counter[tuple[int, int]] = Counter(
        (number, who) for played in frame.history for number, table in enumerate(played) for who in table
    )
    been.update((number, who) for played in seats for number, table in enumerate(played) for who in table)
    numbered = [list(played) for played in seats]
    for _ in range(SWEEPS):
        if sum(_exchange_tables(frame, played, been) for played in numbered) == 0:
            break
    return numbered


def _exchange_tables(frame: Frame, played: list[list[int]], been: Counter[tuple[int, int]]) -> bool:
    """Exchange numbers within one round while that helps; return whether it did."""
    by_size: dict[int, list[int]] = {}
    for number, table in enumerate(played):
        if frame.pinned.keys().isdisjoint(table):
            by_size.setdefault(len(table), []).append(number)
    changed = False
    for numbers in by_size.values():
        for one, two in combinations(numbers, 2):
            if two - one <= MANY and _gain(been, one, two, played) > 0:
                been.update({(one, who): -1 for who in played[one]} | {(two, who): -1 for who in played[two]})
                played[one], played[two] = played[two], played[one]
                been.update((one, who) for who in played[one])
                been.update((two, who) for who in played[two])
                changed = True
    return changed


def _gain(been: Counter[tuple[int, int]], one: int, two: int, played: list[list[int]]) -> int:
    """Return how many returns an exchange of two table numbers saves."""
    stay = sum(been[one, who] - 1 for who in played[one]) + sum(been[two, who] - 1 for who in played[two])
    move = sum(been[two, who] for who in played[one]) + sum(been[one, who] for who in played[two])
    return stay - move
