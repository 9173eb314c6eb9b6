"""What one more table of a round would cost, against the past: quick figures for choosing among many."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations

from seating.assessment import SHARES, groups_of
from seating.criteria import CriterionCode
from seating.request import Request, Table

Cost = tuple[int, ...]


class Judge:
    """Prices tables of the round after a request's history, one number a criterion, in the request's order."""

    def __init__(self, request: Request, tables: int) -> None:
        self.request = request
        self.tables = tables
        self.clubs = {player.id: player.club for player in request.players}
        self.strength = {player.id: player.strength or 0 for player in request.players}
        self.met: Counter[tuple[str, str]] = Counter()
        self.sizes: Counter[tuple[str, int]] = Counter()
        self.club_met: Counter[tuple[str, str]] = Counter()
        self.places: Counter[tuple[str, int]] = Counter()
        self.lefts: Counter[tuple[str, str]] = Counter()
        self.numbers: Counter[tuple[str, int]] = Counter()
        for played in request.history:
            for number, table in enumerate(played, start=1):
                self._remember(table, number)
        self._apart = {frozenset(pair) for pair in request.keep_apart}
        here = request.seated
        self._goal = SHARES * sum(self.strength[who] for who in here) // len(here)
        self._known: dict[tuple[Table, int], Cost] = {}
        self._prices = [self._price(code) for code in request.criteria]

    def _remember(self, table: Table, number: int) -> None:
        self.met.update(combinations(sorted(table), 2))
        self.sizes.update((who, len(table)) for who in table)
        self.club_met.update(
            pair for one in table for two in table if one != two for pair in self._rivals(one, two)
        )
        self.places.update((who, place) for place, who in enumerate(table))
        self.lefts.update(zip(table, table[1:] + table[:1], strict=True))
        self.numbers.update((who, number) for who in table)

    def _rivals(self, one: str, two: str) -> Iterable[tuple[str, str]]:
        own, theirs = self.clubs[one], self.clubs[two]
        if theirs is not None and own != theirs:
            yield one, theirs
            if own is not None:
                yield f"club {own}", theirs

    def cost(self, table: Table, number: int) -> Cost:
        """Return what a table costs by each criterion."""
        key = (table, number)
        if key not in self._known:
            self._known[key] = tuple(price(table, number) for price in self._prices)
        return self._known[key]

    def total(self, tables: Iterable[Table]) -> Cost:
        """Return what tables of a round cost together, numbered from 1; empty ones cost nothing."""
        costs = [self.cost(table, number) for number, table in enumerate(tables, start=1) if table]
        return tuple(map(sum, zip(*costs, strict=True)))

    def _price(self, code: CriterionCode) -> Callable[[Table, int], int]:
        prices: dict[CriterionCode, Callable[[Table, int], int]] = {
            CriterionCode.KEEP_APART: lambda table, _: sum(
                frozenset(pair) in self._apart for pair in combinations(table, 2)
            ),
            CriterionCode.FIVES: lambda table, _: self._repeated_size(table, 5),
            CriterionCode.THREES: lambda table, _: self._repeated_size(table, 3),
            CriterionCode.REPEATS: lambda table, _: sum(
                self.met[pair] for pair in combinations(sorted(table), 2)
            ),
            CriterionCode.CLUB_MEETINGS: lambda table, _: sum(
                self.club_met[f"club {self.clubs[one]}", club]
                for one, two in combinations(table, 2)
                if (club := self.clubs[two]) is not None and self.clubs[one] not in (None, club)
            ),
            CriterionCode.PLAYER_CLUB_MEETINGS: lambda table, _: sum(
                self.club_met[one, club]
                for one in table
                for two in table
                if (club := self.clubs[two]) is not None and club != self.clubs[one]
            ),
            CriterionCode.STRENGTH: lambda table, _: (
                (SHARES * sum(self.strength[who] for who in table) // len(table) - self._goal) ** 2
            ),
            CriterionCode.TURN_ORDER: lambda table, _: sum(
                self.places[who, place] for place, who in enumerate(table)
            ),
            CriterionCode.NEIGHBOURS: lambda table, _: sum(
                self.lefts[pair] for pair in zip(table, table[1:] + table[:1], strict=True)
            ),
            CriterionCode.TABLE_CHANGE: lambda table, number: sum(self.numbers[who, number] for who in table),
        }
        return prices[code] if code in prices else self._together(code)

    def _repeated_size(self, table: Table, size: int) -> int:
        return sum(self.sizes[who, size] for who in table) if len(table) == size else 0

    def _together(self, code: CriterionCode) -> Callable[[Table, int], int]:
        groups = groups_of(self.request, code, self.tables)

        def pairs(table: Table, _number: int) -> int:
            return sum(
                one in groups and groups[one] == groups.get(two) for one, two in combinations(table, 2)
            )

        return pairs
