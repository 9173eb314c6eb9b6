"""The order of play at each table, and the number of each table: what is left when the tables are made.

Turn order comes from an edge colouring when there is no past (``coloring``), which cannot be beaten, or from the
best order of each table against the past, again and again. New neighbours come from chains of exchanges of
two places that leave everybody's turn order as good as it was.
"""

from collections import Counter
from itertools import permutations

from seating.coloring import color_turns
from seating.criteria import CriterionCode
from seating.effort import Watch
from seating.frame import Frame, Seats
from seating.lottery import Lottery

ORDER = (CriterionCode.TURN_ORDER, CriterionCode.NEIGHBOURS)
CHAINS = 150  # chains of exchanges tried a table
MOST_CHAINS = 20_000  # and in all
CHAIN_LENGTH = 24

Cost = tuple[int, ...]


class Turns:
    """Seats with what has been counted of them, so that one table's order can be judged against all others."""

    def __init__(self, frame: Frame, seats: Seats) -> None:
        wanted = [code for code in frame.request.criteria if code in ORDER]
        self.codes: tuple[CriterionCode, ...] = tuple(wanted)
        self.tables: Seats = seats
        self.flat = [table for played in seats for table in played]
        self.places: Counter[tuple[int, int]] = Counter()
        self.lefts: Counter[tuple[int, int]] = Counter()
        for played in frame.history:
            for table in played:
                self.count(table, 1)
        for drawn in self.flat:
            self.count(drawn, 1)

    def count(self, table: list[int] | tuple[int, ...], step: int) -> None:
        """Count a table's places and neighbours in or out."""
        for place, who in enumerate(table):
            self.places[who, place] += step
            self.lefts[table[place - 1], who] += step

    def price(self, table: list[int] | tuple[int, ...]) -> Cost:
        """Return what an order of a table that is not counted would repeat, by criterion."""
        prices = {
            CriterionCode.TURN_ORDER: sum(self.places[who, place] for place, who in enumerate(table)),
            CriterionCode.NEIGHBOURS: sum(
                self.lefts[table[place - 1], who] for place, who in enumerate(table)
            ),
        }
        return tuple(prices[code] for code in self.codes)

    def reorder(self, number: int, order: list[int]) -> None:
        """Give a table another order."""
        self.count(self.flat[number], -1)
        self.flat[number][:] = order
        self.count(order, 1)

    def improve_table(self, number: int) -> bool:
        """Put one table into its best order against all others; return whether that changed anything."""
        table = self.flat[number]
        self.count(table, -1)
        best = min(permutations(table), key=self.price)
        better = self.price(best) < self.price(table)
        if better:
            table[:] = best
        self.count(table, 1)
        return better

    def repeats(self) -> int:
        """Return how many neighbours are repeated."""
        return sum(times * (times - 1) // 2 for times in self.lefts.values())


def order_turns(frame: Frame, seats: Seats, watch: Watch, lottery: Lottery) -> Seats:
    """Return the seats with each table in turn order: by lot, and by the criteria that concern it."""
    shuffled = [[lottery.shuffled(table) for table in played] for played in seats]
    wanted = [code for code in frame.request.criteria if code in ORDER]
    if not wanted:
        return shuffled
    colored = color_turns(shuffled, frame.players) if not frame.history else None
    if colored is not None and wanted == [CriterionCode.TURN_ORDER]:
        return colored
    turns = Turns(frame, colored or shuffled)
    _sweep(turns, watch)
    if wanted == list(ORDER):
        _chain(turns, watch, lottery)
    return turns.tables


def _sweep(turns: Turns, watch: Watch) -> None:
    """Put one table after the other into its best order while that changes anything."""
    helped = True
    while helped and watch.goes_on(turns.codes[0], 0, 1):
        helped = sum(turns.improve_table(number) for number in range(len(turns.flat))) > 0


def _chain(turns: Turns, watch: Watch, lottery: Lottery) -> None:
    """Try chains of exchanges while neighbours repeat."""
    tries = min(CHAINS * len(turns.flat), MOST_CHAINS)
    for done in range(tries):
        if done % len(turns.flat) == 0 and (
            turns.repeats() == 0 or not watch.goes_on(CriterionCode.NEIGHBOURS, done, tries)
        ):
            return
        _try_chain(turns, lottery)


def _try_chain(turns: Turns, lottery: Lottery) -> None:
    """Exchange two places at a table and wherever that upsets somebody's turn order; undo it when it is worse."""
    start = lottery.below(len(turns.flat))
    size = len(turns.flat[start])
    one = lottery.below(size)
    two = (one + 1 + lottery.below(size - 1)) % size
    upset = [start]
    old: dict[int, list[int]] = {}
    change = [0, 0]
    while upset and len(old) < CHAIN_LENGTH:
        number = upset.pop()
        if number in old or len(turns.flat[number]) <= max(one, two):
            continue
        old[number] = list(turns.flat[number])
        _exchange(turns, number, one, two, change)
        upset.extend(_upset_by(turns, number, one, two))
    if tuple(change) > (0, 0):
        for number, order in old.items():
            turns.reorder(number, order)


def _exchange(turns: Turns, number: int, one: int, two: int, change: list[int]) -> None:
    order = list(turns.flat[number])
    order[one], order[two] = order[two], order[one]
    turns.count(turns.flat[number], -1)
    before, after = turns.price(turns.flat[number]), turns.price(order)
    turns.flat[number][:] = order
    turns.count(order, 1)
    change[0] += after[0] - before[0]
    change[1] += after[1] - before[1]


def _upset_by(turns: Turns, number: int, one: int, two: int) -> list[int]:
    """Return the tables at which the two people exchanged now have the place they got here twice too often."""
    upset: list[int] = []
    for got, lost in ((one, two), (two, one)):
        who = turns.flat[number][got]
        if turns.places[who, got] > turns.places[who, lost] + 1:
            other = _other_table(turns, number, who, got)
            if other is not None:
                upset.append(other)
    return upset


def _other_table(turns: Turns, number: int, who: int, place: int) -> int | None:
    return next(
        (
            other
            for other, table in enumerate(turns.flat)
            if other != number and place < len(table) and table[place] == who
        ),
        None,
    )
