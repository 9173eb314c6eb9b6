"""A first seating to search from: the tables of odd size to those who had fewest, groups dealt round the room."""

from collections import Counter
from collections.abc import Sequence

from seating.criteria import CriterionCode
from seating.frame import KIND_OF, NOBODY, SIZE_KIND, Frame, Seats
from seating.lottery import Lottery


def deal(frame: Frame, lottery: Lottery) -> Seats:
    """Return a seating of all planned rounds that respects fixed tables and deals fairly, by chance otherwise."""
    turns = _past_turns(frame)
    seats: Seats = []
    for sizes, seated in zip(frame.sizes, frame.seated, strict=True):
        tables = _deal_round(frame, sizes, lottery.shuffled(seated), turns)
        turns.update(
            (SIZE_KIND[len(table)], who) for table in tables if len(table) in SIZE_KIND for who in table
        )
        seats.append(tables)
    return seats


def _past_turns(frame: Frame) -> Counter[tuple[int, int]]:
    """Count, by kind of table and person, the seats of the past."""
    return Counter(
        (SIZE_KIND[len(table)], who)
        for played in frame.history
        for table in played
        if len(table) in SIZE_KIND
        for who in table
    )


def _deal_round(
    frame: Frame, sizes: tuple[int, ...], people: list[int], turns: Counter[tuple[int, int]]
) -> list[list[int]]:
    tables: list[list[int]] = [[] for _ in sizes]
    for who in people:
        if who in frame.pinned:
            tables[frame.pinned[who]].append(who)
    free = [who for who in people if who not in frame.pinned]
    odd = [number for number, size in enumerate(sizes) if size in SIZE_KIND]
    plain = [number for number, size in enumerate(sizes) if size not in SIZE_KIND]
    places = sum(sizes[number] - len(tables[number]) for number in odd)
    if odd and plain and _shares_sizes(frame):
        kind = SIZE_KIND[sizes[odd[0]]]
        free.sort(key=lambda who: turns[kind, who])
    _fill(frame, sizes, tables, odd, free[:places])
    _fill(frame, sizes, tables, plain, free[places:])
    return tables


def _shares_sizes(frame: Frame) -> bool:
    return not KIND_OF.keys().isdisjoint(frame.request.criteria)


def _fill(
    frame: Frame, sizes: tuple[int, ...], tables: list[list[int]], numbers: Sequence[int], people: list[int]
) -> None:
    """Deal people, group after group, round and round the tables with free places."""
    places = [
        number
        for column in range(max(sizes))
        for number in numbers
        if column < sizes[number] - len(tables[number])
    ]
    for number, who in zip(places, _by_group(frame, people), strict=True):
        tables[number].append(who)


def _by_group(frame: Frame, people: list[int]) -> list[int]:
    """Return people with those of one group together, for the first criterion that keeps groups apart."""
    code = next((code for code in frame.request.criteria if code in frame.groups), CriterionCode.CLUBS)
    groups = frame.groups[code]
    order: dict[int, int] = {}
    for number, who in enumerate(people):
        group = groups[who] if groups[who] != NOBODY else ~number - 1
        order.setdefault(group, len(order))
    return sorted(people, key=lambda who: order.get(groups[who], len(order)))
