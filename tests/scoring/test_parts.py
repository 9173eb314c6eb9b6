"""Parts of a formula: values, stories and words that the presets do not reach."""

from fractions import Fraction

import pytest

from scoring.measures import Direction, Who, stepped
from scoring.parts import (
    Bonus,
    EliminationPoints,
    GamePoints,
    Margin,
    PlacePoints,
    PointsShare,
    Pot,
    Sharing,
    Ties,
    VictoryPrize,
)
from scoring.results import SeatFacts
from scoring.text import Text


def seat(**changes: object) -> SeatFacts:
    facts = SeatFacts(4, 4, 1, 1, True, 1, 44, 0, False, None, 44, 90)  # a tuple of facts
    return facts._replace(**changes)


@pytest.mark.parametrize(
    ("value", "direction", "units"),
    [
        (Fraction(21, 800), Direction.UP, 27),
        (Fraction(21, 800), Direction.DOWN, 26),
        (Fraction(5, 2000), Direction.HALF_UP, 3),
        (Fraction(4, 2000), Direction.UP, 2),
        (Fraction(-5, 2000), Direction.HALF_UP, -3),
        (Fraction(-5, 2000), Direction.DOWN, -2),
        (7, Direction.UP, 7000),
    ],
)
def test_rounding_to_three_digits(value: Fraction | int, direction: Direction, units: int) -> None:
    assert stepped(value, 3, direction) == units


@pytest.mark.parametrize(
    ("sharing", "winners", "expected"),
    [
        (Sharing.SPLIT, 1, 50),
        (Sharing.SPLIT, 2, 25),
        (Sharing.SPLIT, 3, Fraction(50, 3)),
        (Sharing.SPLIT_IN_TWO, 2, 25),
        (Sharing.SPLIT_IN_TWO, 3, 0),
        (Sharing.FULL, 3, 50),
    ],
)
def test_a_prize_among_winners(sharing: Sharing, winners: int, expected: Fraction | int) -> None:
    assert VictoryPrize(50, sharing=sharing).value(seat(winners=winners)) == expected


def test_the_prize_is_for_winners_and_by_size() -> None:
    prize = VictoryPrize(0, ((4, 80), (5, 100)))
    assert (prize.value(seat()), prize.value(seat(size=5)), prize.value(seat(won=False))) == (80, 100, 0)
    assert prize.words().en == (
        "The winner of a table of 4 receives 80. The winner of a table of 5 receives 100. "
        "Players who share the victory divide it equally."
    )


def test_points_only_for_the_winner() -> None:
    part = GamePoints(who=Who.WINNER)
    assert (part.value(seat()), part.value(seat(won=False))) == (44, 0)


def test_a_cap_after_the_factor_tells_its_story() -> None:
    part = GamePoints(factors=((5, Fraction(5, 4)),), cap=100, cap_for=Who.WINNER)
    high = seat(size=5, points=86)
    assert part.value(high) == 100
    assert part.story(high) == Text("min(86 × 1.25; 100)", "min(86 × 1,25; 100)", "min(86 × 1,25; 100)")
    assert part.value(high._replace(won=False)) == Fraction(215, 2)
    assert "Not more than 100 for the winner." in part.words().en


def test_an_objective_may_be_multiplied_where_the_formula_says_so() -> None:
    part = GamePoints(factors=((5, Fraction(5, 4)),), objective_scaled_at=(5,))
    assert part.value(seat(size=5, points=100, objective=True)) == 125
    assert part.words().it.endswith("L'obiettivo raggiunto in tempo vale 100, moltiplicato ai tavoli da 5.")


def test_places_beyond_the_list_have_its_last_value() -> None:
    part = PlacePoints(values=(12, 7, 5))
    assert (part.value(seat(place=5)), PlacePoints().value(seat())) == (5, 0)


def test_shared_places_at_the_end_of_a_list() -> None:
    part = PlacePoints(values=(12, 6, 1), ties=Ties.MEAN, digits=2)
    assert part.value(seat(place=2, tied=3)) == Fraction(266, 100)
    assert part.story(seat(place=2, tied=3)) == Text(
        "place 2 shared by 3", "2° posto condiviso in 3", "2º lugar dividido por 3"
    )


def test_the_order_of_falling_may_score() -> None:
    part = EliminationPoints((1, 2, 3))
    assert [part.value(seat(fell=fell)) for fell in (None, 1, 3, 4)] == [0, 1, 3, 3]
    assert EliminationPoints().value(seat(fell=1)) == 0
    assert part.story(seat(fell=2)) == Text("eliminated as number 2", "2° eliminato", "2º eliminado")
    assert part.words().it == "Gli eliminati, in ordine di caduta, ricevono 1 / 2 / 3."


def test_a_bonus_for_the_others() -> None:
    part = Bonus(10)
    assert (part.value(seat()), part.value(seat(won=False))) == (0, 10)
    assert part.story(seat(won=False)) == Text(
        "for everybody but the winner", "per tutti tranne il vincitore", "para todos menos o vencedor"
    )
    assert part.words().en == "10 points for everybody but the winner."


def test_a_margin_may_stop_at_zero() -> None:
    far = seat(won=False, points=0, top=100)
    assert Margin(base=90).value(far) == -10
    assert Margin(base=90, floored=True).value(far) == 0
    assert Margin().story(far) == Text("100 - (100 - 0)", "100 - (100 - 0)", "100 - (100 - 0)")


def test_a_winner_of_86_counts_100_for_the_margin_where_the_program_says_so() -> None:
    assert Margin(ceiling_from=86).value(seat(won=False, points=30, top=86)) == 30


def test_a_share_of_nothing_is_nothing() -> None:
    assert PointsShare().value(seat(points=0, pot=0)) == 0
    assert PointsShare(of=Pot.TABLE).value(seat(points=30, pot=90)) == Fraction(333, 1000)
    assert PointsShare(of=Pot.TABLE).words().en == (
        "Own points divided by the sum of the points at the table, cut to 3 decimals."
    )


def test_typed_decimals_may_enter_a_share() -> None:
    part = PointsShare(of=Pot.TABLE, with_decimals=True)
    tenth = seat(points=50, decimals=Fraction(1, 10), pot=130)
    assert part.value(tenth) == Fraction(385, 1000)
    assert part.story(tenth) == Text("50.1 ÷ 130", "50,1 ÷ 130", "50,1 ÷ 130")
