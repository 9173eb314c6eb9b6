"""The rule card: sentences, and an example that the engine has computed."""

from dataclasses import replace

import pytest

from scoring.discards import Absence, Discards
from scoring.formulas import Formula, TeamRule, score_table
from scoring.measures import Direction
from scoring.presets import preset, preset_names
from scoring.rulecard import RuleCard, example, rule_card, sample_table
from scoring.text import Text, units_plain
from tests.scoring.builders import table


def texts(card: RuleCard) -> list[Text]:
    """All that the card says, in the order of the page."""
    examples = [line.story for shown in card.examples for line in shown.lines]
    return [card.title, *card.sentences, *card.unprinted, *examples]


@pytest.mark.parametrize("formula", [*map(preset, preset_names())], ids=lambda formula: formula.code)
def test_every_card_example_equals_the_engine(formula: Formula) -> None:
    card = rule_card(formula)
    assert tuple(shown.size for shown in card.examples) == formula.sizes
    for shown in card.examples:
        scored = score_table(formula, sample_table(shown.size, formula.game))
        assert [line.score for line in shown.lines] == list(scored)
        assert [line.worth.en for line in shown.lines] == [
            units_plain(score.units, formula.digits) for score in scored
        ]
        assert all(line.story.en.endswith(line.worth.en) for line in shown.lines)


@pytest.mark.parametrize("formula", [*map(preset, preset_names())], ids=lambda formula: formula.code)
def test_every_language_says_something(formula: Formula) -> None:
    for text in texts(rule_card(formula)):
        assert all(text)
        assert "  " not in "".join(text)


def test_the_card_of_open() -> None:
    assert [text.it for text in texts(rule_card(replace(preset("open"), sizes=(5,))))] == [
        "Open",
        (
            "Tutti: i punti della partita. Ai tavoli da 3 si moltiplicano per 0,75. Ai tavoli da 5 si moltiplicano per 1,25. "
            "Non più di 100 per il vincitore. L'obiettivo raggiunto in tempo vale 100, mai moltiplicato (10.5)."
        ),
        "Il vincitore riceve 50. Chi condivide la vittoria lo divide in parti uguali.",
        "Ogni punteggio ha al massimo 2 decimali, arrotondato al più vicino, le metà per eccesso; le somme sono esatte.",
        "Ogni tavolo ha un solo vincitore (10.4).",
        "Contano tutte le partite.",
        "Un turno non giocato vale 0.",
        "Ordine: totale; vittorie; miglior partita.",
        "57,5 (46 × 1,25) + 50 (premio vittoria) = 107,5",
        "31 × 1,25 = 38,75",
        "31 × 1,25 = 38,75",
        "12 × 1,25 = 15",
        "4 × 1,25 = 5",
    ]


def test_the_card_of_risk_by_territories_cites_no_article_and_marks_what_no_rulebook_says() -> None:
    assert [text.en for text in texts(rule_card(replace(preset("risk-territories"), sizes=(3,))))] == [
        "Risk by territories",
        "Everybody: the territories held at the end. An objective reached counts 42.",
        "Each score has at most 2 decimals, rounded to the nearest, halves up; sums are exact.",
        "Every table has one winner.",
        "Every game counts.",
        "A round not played counts 0.",
        "Order: total; wins; best game.",
        "Tournaments, and a point for each territory.",
        "A mission fulfilled, or all capitals taken, counts as the whole board: 42.",
        "20",
        "6",
        "6",
    ]
    assert rule_card(preset("risk-territories")).departures == ()


def test_departures_from_the_rulebook_are_on_the_card() -> None:
    assert [problem.article for problem in rule_card(preset("open")).departures] == ["12.2.2", "12.1"]
    assert rule_card(preset("rulebook")).departures == ()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"discards": Discards(absence=Absence.NOT_A_GAME)}, "A round not played is no game."),
        ({"discards": Discards(two_thirds=True)}, "A round not played counts 0, discarded first."),
        ({"discards": Discards(minimum_games=3)}, "A rank needs 3 games."),
        ({"discards": Discards(sit_out_points=15)}, "Who is made to sit out has 15 for the round, once."),
        ({"discards": Discards(sit_out_points=15, sit_out_always=True)}, "Who is made to sit out has 15 for the round, each time."),
        ({"teams": TeamRule()}, "Teams: all results count."),
        ({"teams": TeamRule(best=9)}, "Teams: the best 9 results count."),
        (
            {"teams": TeamRule(present=4)},
            "A team with fewer than 4 at the tables loses the round: its results of that round are worth 0.",
        ),
        ({"rounding": replace(preset("open").rounding, digits=0)}, "Each score is a whole number, rounded to the nearest, halves up."),
        ({"rounding": replace(preset("open").rounding, direction=Direction.DOWN)}, "Each score has at most 2 decimals, rounded down; sums are exact."),
        ({"single_winner": False}, "A victory may be shared."),
    ],
)  # fmt: skip
def test_what_was_chosen_is_said(changes: dict[str, object], sentence: str) -> None:
    assert sentence in [text.en for text in rule_card(replace(preset("open"), **changes)).sentences]


def test_any_table_may_be_the_example() -> None:
    shown = example(preset("open"), table(86, 20, 10, 5, 0))
    assert shown.lines[0].story.en == "100 (min(86 × 1.25; 100)) + 50 (victory prize) = 150"
