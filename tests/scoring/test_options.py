"""Options by name: each turns what it says."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from scoring.criteria import Code, Criterion
from scoring.discards import Absence, Discards
from scoring.document import DocumentError
from scoring.formulas import FinalPlaces, Finals, Formula, Rounding, TeamRule, score_table
from scoring.measures import Direction
from scoring.options import SETTERS, resolve
from scoring.parts import PlacePoints, Sharing, VictoryPrize
from scoring.presets import preset
from scoring.results import Ghost
from tests.scoring.builders import table


def discards(**changes: Any) -> Discards:
    return replace(Discards(), **changes)


@pytest.mark.parametrize(
    ("name", "option", "value", "field", "expected"),
    [
        ("rulebook", "single_winner", "false", "single_winner", False),
        ("rulebook", "sizes", "4,5", "sizes", (4, 5)),
        ("rulebook", "best_of", [6, 9], "discards", discards(keep=6, of=9)),
        ("rulebook", "best_of", "6 of 9", "discards", discards(keep=6, of=9)),
        ("rulebook", "best_of", "[6, 9]", "discards", discards(keep=6, of=9)),
        ("rulebook", "best_of", "two-thirds", "discards", discards(two_thirds=True)),
        ("rulebook", "compulsory_discard", "1/4", "discards", discards(compulsory=1, of=4)),
        ("rulebook", "absence", "not-a-game", "discards", discards(absence=Absence.NOT_A_GAME)),
        ("rulebook", "minimum_games", "3", "discards", discards(minimum_games=3)),
        ("rulebook", "sit_out_points", "12.5", "discards", discards(sit_out_points=Fraction(25, 2))),
        ("rulebook", "sit_out_always", "yes", "discards", discards(sit_out_always=True)),
        ("rulebook", "final_round", "5", "finals", Finals(5)),
        ("raduno", "final_round", 0, "finals", None),
        ("rulebook", "criteria", "total, best:2", "criteria", (Criterion(Code.TOTAL), Criterion(Code.BEST, n=2))),
        ("rulebook", "criteria", ["wins"], "criteria", (Criterion(Code.WINS),)),
        ("rulebook", "lots_seed", "7", "criteria", (Criterion(Code.TOTAL), Criterion(Code.LOTS, seed=7))),
        ("rulebook", "digits", "0", "rounding", Rounding(0)),
        ("rulebook", "rounding", "up", "rounding", Rounding(direction=Direction.UP)),
        ("bgl", "ghost", "none", "ghost", Ghost()),
        ("bgl", "ghost", "seated", "ghost", Ghost(seated=True)),
        ("open", "ghost", "0.5", "ghost", Ghost(share=Fraction(1, 2))),
        ("squadre", "team_best", 12, "teams", TeamRule(12, (Criterion(Code.TOTAL), Criterion(Code.WINS)))),
        ("squadre", "team_present", "4", "teams", TeamRule(9, (Criterion(Code.TOTAL), Criterion(Code.WINS)), 4)),
    ],
)  # fmt: skip
def test_an_option_sets_its_field(name: str, option: str, value: Any, field: str, expected: Any) -> None:
    assert getattr(resolve(name, {option: value}), field) == expected


def test_a_final_round_keeps_how_finals_share_places() -> None:
    asked = resolve("raduno", {"final_round": 5, "compatibility": "gestionetorneo"})
    assert asked.finals == Finals(5, FinalPlaces.DENSE)


@pytest.mark.rule("12.2.2")
@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("rulebook", {"victory_prize": 100}, VictoryPrize(100, ((4, 80), (5, 100)))),
        ("rulebook", {"victory_prize": "50", "sizes": "4"}, VictoryPrize(50, ((4, 50),))),
        ("rulebook", {"victory_prize": 50, "sizes": [3]}, VictoryPrize(50, ((3, 50),))),
        ("open", {"victory_prize": 40}, VictoryPrize(40)),
        ("open", {"sharing": "full"}, VictoryPrize(50, sharing=Sharing.FULL)),
    ],
)
def test_the_prize(name: str, options: dict[str, Any], expected: VictoryPrize) -> None:
    assert resolve(name, options).prize() == expected


@pytest.mark.parametrize(
    ("name", "options", "points", "units"),
    [
        ("campionato-gufo", {"objective": 200}, (100, 20, 10, 0), 20000),
        ("campionato-gufo", {"objective": "186"}, (100, 20, 10, 0), 18600),
        ("raduno", {"objective": 90}, (100, 20, 10, 0), 14000),
        ("nazionale", {"factor_5": "1.25"}, (40, 20, 10, 0, 0), 10000),
        ("nazionale", {"factor_3": "0.75", "factor_4": 2}, (40, 20, 10, 0), 13000),
    ],
)
def test_what_the_winner_scores(
    name: str, options: dict[str, Any], points: tuple[int, ...], units: int
) -> None:
    assert score_table(resolve(name, options), table(*points))[0].units == units


def test_an_option_for_game_points_needs_game_points() -> None:
    formula = Formula("places", preset("open").title, (PlacePoints(values=(3, 2, 1)),))
    with pytest.raises(DocumentError, match=r"options\.factor_5: places does not count game points"):
        resolve(formula.to_document(), {"factor_5": 2})


@pytest.mark.parametrize("nothing", [None, "", "none", "null"])
def test_no_compatibility_is_no_option(nothing: str | None) -> None:
    assert resolve("open", {"compatibility": nothing, "single_winner": None}) == preset("open")


def test_every_option_is_tried_here() -> None:
    assert set(SETTERS) == {
        "single_winner", "sizes", "victory_prize", "sharing", "objective", "factor_3", "factor_4", "factor_5",
        "best_of", "compulsory_discard", "absence", "minimum_games", "sit_out_points", "sit_out_always", "final_round", "criteria",
        "lots_seed", "digits", "rounding", "ghost", "team_best", "team_present",
    }  # fmt: skip
