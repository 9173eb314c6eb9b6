"""A formula as a value: what the rulebook objects to, what a document may hold."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from scoring.criteria import Code, Criterion
from scoring.document import DocumentError
from scoring.formulas import Formula, Rounding
from scoring.parts import GamePoints, VictoryPrize
from scoring.presets import preset
from scoring.problems import Level
from scoring.text import Text

RULEBOOK = preset("rulebook")


def problems(formula: Formula, **asked: Any) -> list[tuple[str, str, Level]]:
    return [(problem.code, problem.article, problem.level) for problem in formula.validate(**asked)]


@pytest.mark.rule("12.2.1")
def test_a_prize_above_100_is_refused() -> None:
    formula = RULEBOOK.with_part(VictoryPrize(0, ((4, 96), (5, 120))))
    assert problems(formula) == [("prize-too-high", "12.2.1", Level.ERROR)]
    assert formula.validate()[0].text == Text(
        "The victory prize is 120; 12.2.1 allows 100 at most.",
        "Il premio vittoria è 120; 12.2.1 ammette al massimo 100.",
        "O prêmio por vitória é 120; o 12.2.1 admite no máximo 100.",
    )


@pytest.mark.rule("12.2.1")
def test_a_prize_of_100_is_allowed_and_a_negative_one_is_not() -> None:
    assert problems(RULEBOOK.with_part(VictoryPrize(0, ((4, 80), (5, 100))))) == []
    assert problems(RULEBOOK.with_part(VictoryPrize(0, ((4, -4), (5, -5))))) == [
        ("prize-negative", "12.2.1", Level.ERROR)
    ]


@pytest.mark.rule("12.2.2")
def test_the_prize_at_tables_of_4_is_20_percent_lower() -> None:
    formula = RULEBOOK.with_part(VictoryPrize(50))
    assert problems(formula) == [("prize-at-four", "12.2.2", Level.ERROR)]
    assert problems(formula, sizes=[4]) == []
    assert problems(replace(formula, official=False)) == [("prize-at-four", "12.2.2", Level.WARNING)]
    assert formula.validate()[0].text.en == (
        "The prize is 50 at tables of 4 and 50 at tables of 5; 12.2.2 asks for 20% less at tables of 4: 40."
    )


@pytest.mark.rule("12.1")
def test_tables_of_3_are_for_themselves() -> None:
    assert problems(RULEBOOK, sizes=[3, 4]) == [("threes-mixed", "12.1", Level.ERROR)]
    assert problems(RULEBOOK, sizes=[3]) == []
    assert problems(RULEBOOK, sizes=[4, 6]) == [("size", "12.1", Level.ERROR)]


@pytest.mark.rule("12.2")
def test_games_of_a_stage_last_equally_long() -> None:
    assert problems(RULEBOOK, minutes=[90, 105, 90]) == [("different-times", "12.2", Level.ERROR)]
    assert problems(RULEBOOK, minutes=[90, 90]) == []


def test_a_formula_needs_parts_criteria_and_sensible_digits() -> None:
    empty = replace(RULEBOOK, parts=(), criteria=(), rounding=Rounding(digits=10))
    assert [code for code, _, _ in problems(empty)] == ["no-parts", "digits", "no-criteria"]


def test_a_part_is_replaced_or_added() -> None:
    with_prize = RULEBOOK.with_part(VictoryPrize(50))
    assert [part.kind for part in with_prize.parts] == ["points", "prize"]
    assert with_prize.with_part(VictoryPrize(60)).prize() == VictoryPrize(60)
    assert RULEBOOK.prize() is None
    assert replace(RULEBOOK, parts=(VictoryPrize(1),)).game_points() is None
    assert RULEBOOK.game_points() == GamePoints()


def test_a_composed_formula_survives_its_document() -> None:
    formula = replace(
        RULEBOOK,
        criteria=(
            Criterion(Code.TOTAL),
            Criterion(Code.AFTER_ROUND, n=2),
            Criterion(Code.LOTS, seed=7),
            Criterion(Code.MANUAL, order=("3", "1"), reason="play-off"),
        ),
        parts=(GamePoints(factors=((5, Fraction(5, 4)), (3, Fraction(2, 3)))), VictoryPrize(Fraction(1, 3))),
    )
    document = formula.to_document()
    assert document["criteria"][1] == "after-round:2"
    assert document["parts"][0]["factors"] == {"5": "1.25", "3": "2/3"}
    again = Formula.from_document(document)
    assert again.criteria == formula.criteria
    assert again.parts[1] == VictoryPrize(Fraction(1, 3))
    assert again.to_document()["parts"][0]["factors"] == {"3": "2/3", "5": "1.25"}


@pytest.mark.parametrize(
    ("change", "place", "message"),
    [
        ({"code": 5}, "formula.code", "a text is expected, not 5"),
        ({"colour": 1}, "formula.colour", "unknown; known are: code, title, parts"),
        ({"title": 5}, "formula.title", "a text, or an object with en and it, is expected"),
        ({"parts": 5}, "formula.parts", "a list is expected, not 5"),
        ({"parts": [{"kind": "luck"}]}, "formula.parts[0].kind", "'luck' is none of: points, prize"),
        ({"parts": ["points"]}, "formula.parts[0].kind", "None is none of"),
        ({"parts": [{"kind": "bonus"}]}, "formula.parts[0]", "incomplete; needed are: amount, who"),
        (
            {"parts": [{"kind": "prize", "amount": "x"}]},
            "formula.parts[0].amount",
            "a number is expected, not 'x'",
        ),
        ({"parts": [{"kind": "prize", "amount": "1/0"}]}, "formula.parts[0].amount", "a number is expected"),
        (
            {"parts": [{"kind": "prize", "amount": float("inf")}]},
            "formula.parts[0].amount",
            "a number is expected",
        ),
        (
            {"parts": [{"kind": "prize", "amount": True}]},
            "formula.parts[0].amount",
            "a number is expected, not True",
        ),
        (
            {"parts": [{"kind": "prize", "sizes": [1]}]},
            "formula.parts[0].sizes",
            "an object from table size to value",
        ),
        ({"parts": [{"kind": "prize", "sharing": "x"}]}, "formula.parts[0].sharing", "'x' is none of: split"),
        (
            {"parts": [{"kind": "points", "divisor": 1.5}]},
            "formula.parts[0].divisor",
            "a whole number is expected, not 1.5",
        ),
        (
            {"parts": [{"kind": "points", "divisor": False}]},
            "formula.parts[0].divisor",
            "a whole number is expected",
        ),
        (
            {"parts": [{"kind": "margin", "floored": "perhaps"}]},
            "formula.parts[0].floored",
            "true or false is expected",
        ),
        ({"criteria": ["luck"]}, "formula.criteria[0]", "'luck' is none of the criteria: final, total"),
        ({"criteria": [5]}, "formula.criteria[0]", "a criterion is expected, not 5"),
        ({"criteria": ["best:x"]}, "formula.criteria[0].n", "a number is expected, not 'x'"),
        (
            {"rounding": {"direction": "sideways"}},
            "formula.rounding.direction",
            "'sideways' is none of: down, up",
        ),
        ({"discards": {"keep": "many"}}, "formula.discards.keep", "a number is expected, not 'many'"),
        ({"discards": 3}, "formula.discards", "an object is expected, not 3"),
    ],
)
def test_a_mistake_in_a_document_is_named_with_its_place(
    change: dict[str, Any], place: str, message: str
) -> None:
    with pytest.raises(DocumentError) as mistake:
        Formula.from_document(RULEBOOK.to_document() | change)
    assert mistake.value.place == place
    assert mistake.value.message.startswith(message)


def test_a_document_without_parts_is_incomplete() -> None:
    with pytest.raises(DocumentError, match="formula: incomplete; needed are: title, parts"):
        Formula.from_document({"code": "mine"})


def test_a_title_may_be_one_text_and_numbers_may_come_as_floats() -> None:
    formula = Formula.from_document(
        {"code": "mine", "title": "Mine", "parts": [{"kind": "prize", "amount": 0.1}], "criteria": ["best"]}
    )
    assert formula.title == Text("Mine", "Mine", "Mine")
    assert formula.prize() == VictoryPrize(Fraction(1, 10))
    assert formula.criteria == (Criterion(Code.BEST, n=1),)
