"""Scores of tables by one formula; what equal seats gave is remembered."""

from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from scoring.formulas import Formula, GameScore
from scoring.parts import Margin, PointsShare
from scoring.results import SeatFacts, SeatResult, TableResult, seat_facts

_SeatKey: TypeAlias = tuple[int, int, int, int, int, Fraction | int, bool, int | None, int, int]

REMEMBERED = 20_000
"""Of so many different seats a scorer remembers the score: more than a season of any formula has."""


class Scorer:
    """Scores tables with one formula and remembers what equal seats gave."""

    __slots__ = ("_ghostly", "_known", "_scored", "formula", "looks_at_table")

    def __init__(self, formula: Formula) -> None:
        self.formula = formula
        self._known: dict[_SeatKey, GameScore] = {}
        self._scored: dict[SeatFacts, GameScore] = {}
        self.looks_at_table = any(isinstance(part, Margin | PointsShare) for part in formula.parts)
        self._ghostly = frozenset({1, 3}) if formula.ghost.share is not None else frozenset()

    def score(self, table: TableResult) -> list[GameScore]:
        """The scores of a table, in the order of the seats."""
        seats = table.seats
        size = len(seats)
        places = [seat[2] for seat in seats]
        if (
            table.ghosts
            or None in places
            or size in self._ghostly
            or any(seat[7] is not None for seat in seats)
        ):
            return [self.scored(facts) for facts in seat_facts(table, self.formula.ghost)]
        return self._placed(seats, size, places)

    def _placed(self, seats: tuple[SeatResult, ...], size: int, places: list[int | None]) -> list[GameScore]:
        """The scores of a table whose places are all decided: most tables, so by the shortest way."""
        winners, known, scores = places.count(1), self._known, []
        top = pot = 0
        if self.looks_at_table:
            top = max([seat[1] for seat in seats if seat[2] == 1], default=0)
            pot = sum([seat[1] for seat in seats])
        for _, points, place, decimals, _, fell, objective, _ in seats:
            key = (size, place, places.count(place), winners, points, decimals, objective, fell, top, pot)
            score = known.get(key)  # type: ignore[arg-type]  # no place is None here
            if score is None:
                score = self.scored(
                    SeatFacts(
                        size,
                        size,
                        place or 1,
                        key[2],
                        place == 1,
                        winners,
                        points,
                        decimals,
                        objective,
                        fell,
                        top,
                        pot,
                    )
                )
                known[key] = score  # type: ignore[index]  # no place is None here
            scores.append(score)
        return scores

    def scored(self, facts: SeatFacts) -> GameScore:
        """The score of a seat of these facts."""
        score = self._scored.get(facts)
        if score is None:
            if len(self._scored) >= REMEMBERED:
                self._scored.clear()
                self._known.clear()
            score = self._scored[facts] = GameScore(self.formula.units(facts), facts, facts.won)
        return score


scorer_for = lru_cache(maxsize=32)(Scorer)
"""The scorer of a formula: tournaments of one formula, and every new standing of a tournament, share what it knows."""
