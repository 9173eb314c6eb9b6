"""Finished games: places, winners, ghosts."""

from fractions import Fraction

import pytest

from scoring.formulas import score_table
from scoring.presets import preset
from scoring.results import Ghost, SeatResult, TableResult, seat_facts
from scoring.scorer import Scorer
from tests.scoring.builders import table


def places(*seats: SeatResult) -> list[int]:
    return [facts.place for facts in seat_facts(TableResult(1, seats))]


@pytest.mark.rule("10.4")
def test_points_then_decimals_then_the_value_outside_decide() -> None:
    assert places(SeatResult(1, 30), SeatResult(2, 31), SeatResult(3, 30, decimals=Fraction(1, 10))) == [
        3,
        1,
        2,
    ]
    assert places(SeatResult(1, 30, outside=4), SeatResult(2, 30, outside=6), SeatResult(3, 1)) == [2, 1, 3]


def test_the_eliminated_stand_below_all_others_the_later_higher() -> None:
    first, second = SeatResult(1, 0, eliminated=1), SeatResult(2, 0, eliminated=2)
    assert places(first, second, SeatResult(3, 0), SeatResult(4, 12)) == [4, 3, 2, 1]


def test_who_won_stands_first_whatever_the_points() -> None:
    assert places(SeatResult(1, 40), SeatResult(2, 30, won=True), SeatResult(3, 10)) == [2, 1, 3]


def test_decided_places_hold() -> None:
    assert places(SeatResult(1, 40, 2), SeatResult(2, 30, 1), SeatResult(3, 10, 3)) == [2, 1, 3]


def test_a_shared_victory_counts_its_winners() -> None:
    facts = seat_facts(table(36, 36, 10, 0))
    assert [(fact.won, fact.winners, fact.tied, fact.top) for fact in facts] == [
        (True, 2, 2, 36), (True, 2, 2, 36), (False, 2, 1, 36), (False, 2, 1, 36),
    ]  # fmt: skip


def test_nobody_may_have_won() -> None:
    facts = seat_facts(TableResult(1, (SeatResult(1, 5, won=False), SeatResult(2, 3))))
    assert [(fact.won, fact.winners, fact.top) for fact in facts] == [(False, 0, 0), (False, 0, 0)]


@pytest.mark.parametrize(
    ("points", "ghosts", "ghost", "size", "pot"),
    [
        ((30, 20, 10), 1, Ghost(), 3, 60),
        ((30, 20, 10), 1, Ghost(seated=True), 4, 60),
        ((30, 20, 10), 0, Ghost(share=Fraction(9, 10)), 4, 78),
        ((30, 20, 11), 0, Ghost(share=Fraction(9, 10)), 4, 79),
        ((30, 20, 10), 1, Ghost(seated=True, share=Fraction(9, 10)), 4, 60),
        ((30,), 0, Ghost(share=Fraction(9, 10)), 2, 57),
        ((30, 20, 10, 0), 0, Ghost(share=Fraction(9, 10)), 4, 60),
    ],
)
def test_ghosts(points: tuple[int, ...], ghosts: int, ghost: Ghost, size: int, pot: int) -> None:
    fact = seat_facts(table(*points, ghosts=ghosts), ghost)[0]
    assert (fact.size, fact.pot, fact.real) == (size, pot, len(points))


def test_decided_places_hold_beside_a_ghost() -> None:
    seats = (SeatResult(1, 20, 2), SeatResult(2, 20, 1), SeatResult(3, 0, 3))
    game = TableResult(1, seats, 1)
    assert [fact.place for fact in seat_facts(game, Ghost(seated=True))] == [2, 1, 3]
    assert [fact.place for fact in seat_facts(game)] == [2, 1, 3]


@pytest.mark.parametrize("name", ["rulebook", "gufo", "campionato-gufo", "bgl"])
def test_a_scorer_gives_what_the_formula_gives(name: str) -> None:
    formula = preset(name)
    decided = TableResult(1, tuple(SeatResult(n, p, n) for n, p in enumerate((46, 31, 12, 4), start=1)))
    for game in (decided, decided, table(46, 31, 31, 4), table(30, 20, 10), table(30, 20, 10, ghosts=1)):
        units = [score.units for score in Scorer(formula).score(game)]
        assert units == [score.units for score in score_table(formula, game)]
