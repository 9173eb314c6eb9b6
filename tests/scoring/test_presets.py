"""Presets: what each gives for a game, by the manual and by the clubs' program."""

import pytest

from scoring.formulas import Formula, score_table
from scoring.games import Game
from scoring.presets import COMPATIBILITY, UnknownPresetError, preset, preset_names
from scoring.problems import Level
from scoring.results import SeatResult, TableResult
from scoring.text import units_plain
from tests.scoring.builders import table


def scores(name: str, game: TableResult, compatibility: str | None = None) -> list[str]:
    formula = preset(name, compatibility=compatibility)
    return [units_plain(score.units, formula.digits) for score in score_table(formula, game)]


def test_there_is_a_preset_for_each_format_in_use() -> None:
    assert preset_names() == (
        "bgl", "campionato-gufo", "futurisiko", "gufo", "kingmaker", "master", "nazionale", "open", "raduno",
        "risikard", "risk-places", "risk-territories", "rulebook", "santeufemia", "squadre", "threes", "victory",
    )  # fmt: skip
    assert tuple(preset(name).code for name in preset_names()) == preset_names()


@pytest.mark.parametrize(
    ("game", "names"),
    [
        (Game.RISK, ("risk-places", "risk-territories")),
        (Game.FUTURISIKO, ("futurisiko",)),
        (Game.RISIKARD, ("risikard",)),
        (Game.KINGMAKER, ("kingmaker",)),
    ],
)
def test_every_game_has_its_presets_and_says_what_no_rulebook_says(
    game: Game, names: tuple[str, ...]
) -> None:
    assert preset_names(game) == names
    assert all(preset(name).unprinted for name in names)


def test_the_presets_of_the_challenge_are_all_the_others() -> None:
    others = {name for name in preset_names() if preset(name).game is not Game.CHALLENGE}
    assert set(preset_names(Game.CHALLENGE)) == set(preset_names()) - others
    assert not any(preset(name).unprinted for name in preset_names(Game.CHALLENGE))


@pytest.mark.parametrize(
    ("alias", "code"),
    [
        ("masterrisiko", "master"),
        ("RadunoNazionale", "raduno"),
        ("nazionalerisiko", "nazionale"),
        ("torneogufo", "gufo"),
        ("campionato_gufo", "campionato-gufo"),
        ("campionatogufo", "campionato-gufo"),
        ("torneoasquadre", "squadre"),
    ],
)
def test_aliases_name_presets(alias: str, code: str) -> None:
    assert preset(alias) == preset(code)


def test_an_unknown_preset_names_the_known_ones() -> None:
    with pytest.raises(UnknownPresetError) as refused:
        preset("scala-quaranta")
    assert refused.value.name == "scala-quaranta"
    assert str(refused.value).startswith(
        "no preset is called 'scala-quaranta'; there are: bgl, campionato-gufo"
    )


def test_an_unknown_compatibility_is_refused() -> None:
    with pytest.raises(UnknownPresetError):
        preset("open", compatibility="excel")


@pytest.mark.parametrize("compatibility", [None, COMPATIBILITY])
@pytest.mark.parametrize("name", preset_names())
def test_a_preset_survives_its_document(name: str, compatibility: str | None) -> None:
    formula = preset(name, compatibility=compatibility)
    assert Formula.from_document(formula.to_document()) == formula


@pytest.mark.parametrize("formula", [*map(preset, preset_names())], ids=lambda formula: formula.code)
def test_no_preset_has_an_error(formula: Formula) -> None:
    assert [problem for problem in formula.validate() if problem.level is Level.ERROR] == []


@pytest.mark.parametrize(
    ("name", "points", "expected"),
    [
        ("rulebook", (46, 31, 12, 4), ["46", "31", "12", "4"]),
        ("rulebook", (100, 31, 12, 4), ["100", "31", "12", "4"]),
        ("raduno", (46, 31, 12, 4), ["96", "31", "12", "4"]),
        ("raduno", (100, 31, 12, 4, 0), ["150", "31", "12", "4", "0"]),
        ("open", (46, 31, 12, 4, 0), ["107.5", "38.75", "15", "5", "0"]),
        ("open", (86, 84, 12, 4, 0), ["150", "105", "15", "5", "0"]),
        ("open", (100, 31, 12, 4, 0), ["150", "38.75", "15", "5", "0"]),
        ("open", (44, 31, 12), ["83", "23.25", "9"]),
        ("open", (100, 31, 12), ["150", "23.25", "9"]),
        ("master", (50, 41, 21, 0), ["1.05", "0.041", "0.021", "0"]),
        ("master", (50, 21, 20, 19, 0), ["1.063", "0.027", "0.025", "0.024", "0"]),
        ("victory", (86, 80, 79, 1, 0), ["1.1", "0.1", "0.099", "0.002", "0"]),
        ("master", (100, 20, 1, 0, 0), ["1.1", "0.025", "0.002", "0", "0"]),
        ("nazionale", (36, 36, 10, 0), ["61", "61", "10", "0"]),
        ("gufo", (46, 31, 12, 4), ["12.46", "7.31", "5.12", "3.04"]),
        ("gufo", (100, 31, 12, 4, 0), ["13", "7.3875", "5.15", "3.05", "2"]),
        ("squadre", (30, 24, 24, 12), ["12.3", "7.24", "7.24", "3.12"]),
        ("campionato-gufo", (42, 33, 10, 0), ["142", "91", "68", "58"]),
        ("campionato-gufo", (58, 51, 39, 12, 3), ["172.5", "93", "81", "54", "45"]),
        ("campionato-gufo", (100, 27, 23, 0), ["186", "27", "23", "0"]),
        ("bgl", (50, 20, 10, 0), ["101.666", "60.333", "40.142", "20"]),
        ("bgl", (50, 20, 20, 20, 0), ["100.833", "48.555", "48.555", "48.555", "15"]),
        ("bgl", (30, 20, 10), ["100.625", "60.344", "20.147"]),
        ("bgl", (0, 0, 0, 0), ["55", "55", "55", "55"]),
        ("threes", (46, 31, 12), ["46", "31", "12"]),
        ("kingmaker", (55, 54, 53, 33), ["55", "54", "53", "33"]),
        ("risk-places", (20, 6, 6, 2, 1, 1), ["10", "5", "5", "3", "1.5", "1.5"]),
        ("risk-places", (30, 12), ["10", "6"]),
        ("risk-territories", (20, 12, 6, 4), ["20", "12", "6", "4"]),
        ("futurisiko", (20, 9, 7), ["20", "9", "7"]),
        ("risikard", (84, 41, 12), ["80", "41", "12"]),
    ],
)
def test_games_by_the_manual(name: str, points: tuple[int, ...], expected: list[str]) -> None:
    assert scores(name, table(*points)) == expected


@pytest.mark.parametrize(
    ("name", "points", "expected"),
    [
        ("raduno", (40, 40, 40, 0), ["40", "40", "40", "0"]),
        ("raduno", (40, 40, 30, 0), ["65", "65", "30", "0"]),
        ("open", (100, 31, 12), ["125", "23.25", "9"]),
        ("gufo", (100, 31, 12, 4, 0), ["13.25", "7.3875", "5.15", "3.05", "2"]),
        ("campionato-gufo", (100, 27, 23, 0), ["200", "27", "23", "0"]),
        ("campionato-gufo", (100, 27, 23, 0, 0), ["225", "27", "23", "0", "0"]),
        ("campionato-gufo", (86, 27, 23, 0), ["186", "27", "23", "0"]),
        ("bgl", (50, 20, 10, 0), ["100.625", "60.25", "40.125", "20"]),
        ("bgl", (20, 15, 15, 15, 0), ["100.307", "48.56", "48.56", "48.56", "15"]),
        ("bgl", (30, 20, 10), ["100.384", "60.256", "20.128"]),
    ],
)
def test_games_by_the_program(name: str, points: tuple[int, ...], expected: list[str]) -> None:
    assert scores(name, table(*points), COMPATIBILITY) == expected


@pytest.mark.parametrize(
    ("fallen", "expected"),
    [
        ((None, None, 2, 1), ["12.4", "7.2", "2", "1"]),
        ((None, 3, 2, 1), ["12.4", "3", "2", "1"]),
        ((None, None, None, 1), ["12.4", "7.2", "5", "1"]),
    ],
)
def test_the_eliminated_score_by_place_in_gufo(fallen: tuple[int | None, ...], expected: list[str]) -> None:
    points = [40, 20, 0, 0]
    seats = [SeatResult(n, p, eliminated=f) for n, (p, f) in enumerate(zip(points, fallen, strict=True))]
    seats[1] = seats[1]._replace(points=0 if fallen[1] else 20)
    assert scores("gufo", TableResult(1, tuple(seats))) == expected


def test_the_fifth_to_stand_gets_nothing_when_eliminated() -> None:
    seats = [SeatResult(n, p) for n, p in enumerate([40, 20, 10, 5])]
    game = TableResult(1, (*seats, SeatResult(9, 0, eliminated=1)))
    assert scores("gufo", game)[-1] == "0"


def test_a_seated_ghost_takes_a_place_and_a_seat() -> None:
    game = table(40, 0, 0, ghosts=1)
    assert scores("gufo", game, COMPATIBILITY) == ["12.4", "7", "7"]
    assert scores("gufo", game) == ["12.3", "7", "7"]
    assert scores("campionato-gufo", table(40, 10, 0, ghosts=1)) == ["140", "70", "60"]


def test_typed_decimals_only_order() -> None:
    seats = (SeatResult(1, 44), SeatResult(2, 44, decimals=1), SeatResult(3, 10), SeatResult(4, 0))
    assert scores("open", TableResult(1, seats)) == ["44", "94", "10", "0"]


@pytest.mark.parametrize(
    ("name", "points", "expected"),
    [
        ("risk-territories", 14, "42"),
        ("risikard", 35, "80"),
        ("kingmaker", 133, "133"),
        ("raduno", 46, "150"),
    ],
)
def test_what_an_objective_is_worth_in_each_game(name: str, points: int, expected: str) -> None:
    seats = (SeatResult(1, points, place=1, objective=True), SeatResult(2, 16, place=2))
    assert scores(name, TableResult(1, seats))[0] == expected
