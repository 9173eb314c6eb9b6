"""Explanations: one sentence a row, and every number from what the page shows."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.adjustments import Adjustments, Penalty
from scoring.criteria import Code, Criterion
from scoring.discards import Absence, Discards
from scoring.explain import criteria_words, game_story, round_story, total_story, value_text, why
from scoring.formulas import Finals, score_table
from scoring.presets import preset
from scoring.results import SeatResult, TableResult
from scoring.sheet import Player
from scoring.standings import standings
from scoring.text import Text
from tests.scoring.builders import table

RULEBOOK = preset("rulebook")


def first_sentence(*criteria: Criterion, games: list[list[TableResult]], **changes: object) -> Text:
    formula = replace(RULEBOOK, criteria=criteria, **changes)
    people = [Player(key, name) for key, name in enumerate(("Anna", "Bice", "Carla", "Dora"), start=1)]
    return why(standings(formula, games, people[:2]), 0)


TOTAL = Criterion(Code.TOTAL)
LEVEL = [[table(40, 30)], [table(20, 30)]]


@pytest.mark.parametrize(
    ("criteria", "expected"),
    [
        ((TOTAL,), Text("Level with Bice in every criterion: they share the place.", "Pari a Bice in ogni criterio: stesso posto.", "Empate com Bice em todos os critérios: mesma posição.")),
        ((TOTAL, Criterion(Code.BEST, n=1)), Text("Above Bice: level in total; best game 40 against 30.", "Davanti a Bice: pari per totale; miglior partita 40 contro 30.", "À frente de Bice: empate em total; melhor partida 40 contra 30.")),
        ((TOTAL, Criterion(Code.BEST_WIN)), Text("Above Bice: level in total; best win 40 against 30.", "Davanti a Bice: pari per totale; miglior vittoria 40 contro 30.", "À frente de Bice: empate em total; melhor vitória 40 contra 30.")),
        ((TOTAL, Criterion(Code.WINS), Criterion(Code.PREVIOUS)), Text("Above Bice: level in total, wins; stood higher after an earlier round.", "Davanti a Bice: pari per totale, vittorie; era davanti dopo un turno precedente.", "À frente de Bice: empate em total, vitórias; estava à frente depois de uma rodada anterior.")),
        ((TOTAL, Criterion(Code.AFTER_ROUND, n=1)), Text("Above Bice: level in total; stood higher after round 1.", "Davanti a Bice: pari per totale; era davanti dopo il turno 1.", "À frente de Bice: empate em total; estava à frente depois da rodada 1.")),
        ((TOTAL, Criterion(Code.FIRST_DIFFERENCE)), Text("Above Bice: level in total; more points in round 1.", "Davanti a Bice: pari per totale; più punti nel turno 1.", "À frente de Bice: empate em total; mais pontos na rodada 1.")),
        ((TOTAL, Criterion(Code.ALL_GAMES)), Text("Above Bice: level in total; the better games, compared from the best down.", "Davanti a Bice: pari per totale; partite migliori, dalla migliore in giù.", "À frente de Bice: empate em total; as melhores partidas, da melhor para baixo.")),
        ((TOTAL, Criterion(Code.MANUAL, order=("1",), reason="play-off")), Text("Above Bice: level in total; decided by the director (play-off).", "Davanti a Bice: pari per totale; deciso dal direttore (play-off).", "À frente de Bice: empate em total; decidido pelo diretor (play-off).")),
    ],
    ids=lambda value: value[-1].name if isinstance(value[0], Criterion) else "",
)  # fmt: skip
def test_one_sentence_says_what_separates(criteria: tuple[Criterion, ...], expected: Text) -> None:
    assert first_sentence(*criteria, games=LEVEL) == expected


def test_lots_name_their_seed() -> None:
    sentence = first_sentence(TOTAL, Criterion(Code.LOTS, seed=3), games=LEVEL)
    assert sentence.en.endswith("level in total; lots drawn from seed 3.")
    assert first_sentence(TOTAL, Criterion(Code.LOTS), games=LEVEL).it.endswith("sorteggio dal seme 0.")


def test_direct_games_and_decimals() -> None:
    games = [
        [table(20, 30, players=[1, 2]), table(21, 2, players=[3, 4], number=2)],
        [table(30, 20, players=[3, 1]), table(30, 20, players=[4, 2], number=2)],
        [table(30, 21, players=[1, 4]), table(20, 19, players=[2, 3], number=2)],
    ]
    formula = replace(RULEBOOK, criteria=(TOTAL, Criterion(Code.DIRECT)))
    found = standings(formula, games)
    assert [(row.player.key, row.total) for row in found.rows][:3] == [(2, 7000), (3, 7000), (1, 7000)]
    assert why(found, 0).en == "Above 3: level in total; the games against each other."
    half = Fraction(1, 2)
    typed = [[table(40, 30)], [TableResult(1, (SeatResult(1, 20, decimals=half), SeatResult(2, 30)))]]
    assert first_sentence(TOTAL, Criterion(Code.DECIMALS), games=typed).it.endswith(
        "i decimali scritti con i punti."
    )


def test_finalists_and_those_below() -> None:
    formula = replace(RULEBOOK, finals=Finals(2))
    found = standings(formula, [[table(40, 30, 86)], [table(20, 10, players=[1, 2])]])
    assert [why(found, index).en for index in range(3)] == [
        "Above 2: a better place in the final.",
        "Above 3: played the final.",
        "Last of those with a rank.",
    ]


def test_the_last_ranked_row_stands_above_rows_without_a_rank() -> None:
    formula = replace(RULEBOOK, discards=Discards(minimum_games=2))
    found = standings(formula, [[table(40, 30)], [table(40, 30, players=[1, 3])]])
    assert [why(found, index).it for index in range(3)] == [
        "Ultimo tra i classificati.",
        "Senza posto in classifica.",
        "Senza posto in classifica.",
    ]


def test_first_difference_without_one() -> None:
    apart = [[table(20, 0, players=[1, 3])], [table(20, 0, players=[2, 3])], [table(9, 8, players=[1, 2])]]
    formula = replace(RULEBOOK, criteria=(Criterion(Code.FIRST_DIFFERENCE),))
    found = standings(formula, apart)
    assert why(found, 0).en == "Above 2: more points in round 3."


@pytest.mark.parametrize(
    ("name", "points", "seat", "expected"),
    [
        ("rulebook", (44, 30, 12, 0), 3, Text("0", "0", "0")),
        ("open", (44, 30, 12, 5, 0), 0, Text("55 (44 × 1.25) + 50 (victory prize) = 105", "55 (44 × 1,25) + 50 (premio vittoria) = 105", "55 (44 × 1,25) + 50 (prêmio por vitória) = 105")),
        ("master", (44, 30, 12, 0), 1, Text("30 ÷ 1000 = 0.03", "30 ÷ 1000 = 0,03", "30 ÷ 1000 = 0,03")),
        ("master", (44, 21, 12, 5, 0), 1, Text("21 × 1.25 ÷ 1000, rounded up: 0.027", "21 × 1,25 ÷ 1000, arrotondato per eccesso: 0,027", "21 × 1,25 ÷ 1000, arredondado para cima: 0,027")),
        ("raduno", (40, 40, 40, 0), 0, Text("40 + 50/3 (victory prize 50 shared by 3), rounded to the nearest, halves up: 56.67", "40 + 50/3 (premio vittoria 50 diviso in 3), arrotondato al più vicino, le metà per eccesso: 56,67", "40 + 50/3 (prêmio por vitória 50 dividido por 3), arredondado ao mais próximo, as metades para cima: 56,67")),
        ("campionato-gufo", (42, 33, 10, 0), 1, Text("100 - (42 - 33) = 91", "100 - (42 - 33) = 91", "100 - (42 - 33) = 91")),
        ("gufo", (42, 33, 10, 0), 1, Text("7 (place 2) + 0.33 (33 ÷ 100) = 7.33", "7 (2° posto) + 0,33 (33 ÷ 100) = 7,33", "7 (2º lugar) + 0,33 (33 ÷ 100) = 7,33")),
    ],
)  # fmt: skip
def test_how_a_score_came_about(name: str, points: tuple[int, ...], seat: int, expected: Text) -> None:
    formula = preset(name)
    assert game_story(formula, score_table(formula, table(*points))[seat]) == expected


def test_an_eliminated_place_says_so() -> None:
    formula = preset("gufo")
    seats = (SeatResult(1, 40), SeatResult(2, 0, eliminated=1))
    story = game_story(formula, score_table(formula, TableResult(1, seats))[1])
    assert story == Text("place 2, eliminated = 3", "2° posto, eliminato = 3", "2º lugar, eliminado = 3")


@pytest.mark.parametrize(
    ("discards", "expected"),
    [
        (Discards(), ["10", "not played: 0", "30"]),
        (Discards(keep=1), ["10; discarded", "not played: a 0, discarded first", "30"]),
        (Discards(absence=Absence.NOT_A_GAME), ["10", "not played: no game", "30"]),
    ],
)
def test_each_round_of_a_row(discards: Discards, expected: list[str]) -> None:
    formula = replace(RULEBOOK, discards=discards)
    games = [[table(10, 20)], [table(5, 4, players=[2, 3])], [table(30, 0)]]
    row = standings(formula, games).row_of(1)
    assert [round_story(formula, row, number).en for number in (1, 2, 3)] == expected
    assert total_story(formula, row).en == ("30 = 30" if discards.keep else "10 + 30 = 40")


@pytest.mark.parametrize(
    ("points", "story"), [(-30, "10 + 30 (credit) = 40"), (3, "10 - 3 (penalty) = 7"), (0, "10 = 10")]
)
def test_what_stands_beside_the_games_is_named_in_the_sum(points: int, story: str) -> None:
    adjustments = Adjustments(penalties=(Penalty(1, points),))
    row = standings(RULEBOOK, [[table(10, 20)]], adjustments=adjustments).row_of(1)
    assert total_story(RULEBOOK, row).en == story


def test_a_criterion_of_many_numbers_has_no_single_value() -> None:
    row = standings(RULEBOOK, [[table(10, 20)]]).row_of(1)
    assert value_text(RULEBOOK, row, Criterion(Code.ALL_GAMES)) == Text("", "", "")
    assert value_text(RULEBOOK, row, Criterion(Code.BEST_WIN)) == Text("–", "–", "–")
    assert value_text(RULEBOOK, row, Criterion(Code.GAME_POINTS)) == Text("10", "10", "10")


def test_neighbours_without_a_common_round() -> None:
    """Anna stands above Carla by a round that Bice, level with both, has not played."""
    people = [Player(2, "Anna"), Player(1, "Bice"), Player(3, "Carla"), Player(9, "Dora")]
    games = [[table(30, 20, players=[2, 3])], [table(5, 0, players=[1, 9])]]
    formula = replace(RULEBOOK, criteria=(Criterion(Code.FIRST_DIFFERENCE),))
    found = standings(formula, games, people)
    assert [(row.rank, row.player.name) for row in found.rows] == [
        (1, "Anna"),
        (1, "Bice"),
        (3, "Carla"),
        (3, "Dora"),
    ]
    assert why(found, 1).it == "Davanti a Carla: i turni giocati."


def test_a_criterion_of_a_round_names_it() -> None:
    formula = replace(RULEBOOK, criteria=(Criterion(Code.AFTER_ROUND, n=2), Criterion(Code.BEST, n=4)))
    assert criteria_words(formula) == Text(
        "Order: place after round 2; best game number 4.",
        "Ordine: posto dopo il turno 2; 4ª miglior partita.",
        "Ordem: posição depois da rodada 2; 4ª melhor partida.",
    )
