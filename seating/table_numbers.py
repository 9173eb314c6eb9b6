"""Which number each table gets, so that people move about the room; fixed tables stay."""

from collections import Counter
from itertools import combinations

from seating.frame import Frame, Seats
from seating.lottery import Lottery

MANY = 60  # beyond so many tables of a size, each looks at its next MANY neighbours only
SHAKES = 120  # rounds numbered anew, where some still return
SMALL = 400  # tables in all, up to which shaking is quick


class Numbers:
    """The tables of all planned rounds in the order of their numbers, and who has been where."""

    def __init__(self, frame: Frame, seats: Seats) -> None:
        self.rounds = [list(played) for played in seats]
        self.been: Counter[tuple[int, int]] = Counter(
            (number, who) for played in frame.history for number, table in enumerate(played) for who in table
        )
        self.been.update(
            (number, who) for played in seats for number, table in enumerate(played) for who in table
        )
        self.free = [self._by_size(frame, played) for played in self.rounds]

    @staticmethod
    def _by_size(frame: Frame, played: list[list[int]]) -> list[list[int]]:
        """Return the numbers that may be exchanged, one list a table size."""
        by_size: dict[int, list[int]] = {}
        for number, table in enumerate(played):
            if frame.pinned.keys().isdisjoint(table):
                by_size.setdefault(len(table), []).append(number)
        return list(by_size.values())

    def returns(self) -> int:
        """Return what the numbers cost."""
        return sum(times * (times - 1) // 2 for times in self.been.values())

    def exchange(self, planned: int, one: int, two: int) -> None:
        """Let two tables of a round exchange their numbers."""
        played = self.rounds[planned]
        for old, new in ((one, two), (two, one)):
            for who in played[old]:
                self.been[old, who] -= 1
                self.been[new, who] += 1
        played[one], played[two] = played[two], played[one]

    def gain(self, planned: int, one: int, two: int) -> int:
        """Return how many returns an exchange of two table numbers saves."""
        here, there = self.rounds[planned][one], self.rounds[planned][two]
        stay = sum(self.been[one, who] - 1 for who in here) + sum(self.been[two, who] - 1 for who in there)
        move = sum(self.been[two, who] for who in here) + sum(self.been[one, who] for who in there)
        return stay - move

    def settle(self) -> None:
        """Exchange numbers while that helps."""
        helped = True
        while helped:
            helped = sum(self._settle_round(planned) for planned in range(len(self.rounds))) > 0

    def _settle_round(self, planned: int) -> int:
        exchanged = 0
        for numbers in self.free[planned]:
            for one, two in combinations(numbers, 2):
                if two - one <= MANY and self.gain(planned, one, two) > 0:
                    self.exchange(planned, one, two)
                    exchanged += 1
        return exchanged

    def shake(self, lottery: Lottery) -> None:
        """Number a few tables of one round anew."""
        planned = lottery.below(len(self.rounds))
        for numbers in self.free[planned]:
            for _ in range(min(3, len(numbers) - 1)):
                one, two = numbers[lottery.below(len(numbers))], numbers[lottery.below(len(numbers))]
                if one != two:
                    self.exchange(planned, one, two)

    def copy_rounds(self) -> Seats:
        """Return the tables as they are numbered now."""
        return [list(played) for played in self.rounds]


def number_tables(frame: Frame, seats: Seats, lottery: Lottery) -> Seats:
    """Return the seats with tables of one size exchanged within a round so that few return to a number."""
    numbers = Numbers(frame, seats)
    numbers.settle()
    best, least = numbers.copy_rounds(), numbers.returns()
    shakes = SHAKES if sum(map(len, seats)) <= SMALL else 0
    for _ in range(shakes):
        if numbers.returns() == 0:
            break
        numbers.shake(lottery)
        numbers.settle()
        if numbers.returns() < least:
            best, least = numbers.copy_rounds(), numbers.returns()
    return best
