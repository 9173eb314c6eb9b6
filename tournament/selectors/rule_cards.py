"""The formats a tournament is created from, each with its rule card in the reader's language."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from scoring.formulas import Formula
from scoring.games import Game
from scoring.presets import preset, preset_names
from scoring.results import OBJECTIVE_POINTS, TableResult
from scoring.rulecard import RuleCard, example, rule_card, sample_table
from tournament.language import words
from tournament.models import Tournament

FIRST = ("raduno", "rulebook", "open", "master", "nazionale")
"""The formats most tournaments choose, in the order in which they are offered; the others follow."""

OWN_FORMULA = "own"
"""The format's name of a tournament whose formula was composed."""


@dataclass(frozen=True, slots=True)
class CardExample:
    """A sample table: its size and, for each seat, game points, score and how that came about.

    `objective` tells that it ended with an objective reached in time.
    """

    size: int
    lines: tuple[tuple[int, str, str], ...]
    objective: bool = False


@dataclass(frozen=True, slots=True)
class FormatCard:
    """A format in words; `code` is empty for a formula that is no preset.

    `unprinted` are the choices that are not from the rulebook of the game.
    """

    code: str
    title: str
    sentences: tuple[str, ...]
    examples: tuple[CardExample, ...]
    departures: tuple[str, ...]
    unprinted: tuple[str, ...] = ()


def _codes(game: Game) -> tuple[str, ...]:
    """The presets of a game, the usual ones first."""
    names = preset_names(game)
    return (*(code for code in FIRST if code in names), *(code for code in names if code not in FIRST))


def format_cards(game: Game = Game.CHALLENGE) -> tuple[FormatCard, ...]:
    """Every preset of a game, the usual ones first."""
    return tuple(_card(code, rule_card(preset(code))) for code in _codes(game))


def card_of_formula(document: dict[str, Any]) -> FormatCard:
    """The card of a tournament's own formula."""
    return _card("", rule_card(Formula.from_document(document)))


def cards_of(tournament: Tournament) -> tuple[FormatCard, ...]:
    """Every preset, before them the tournament's own formula where it was composed."""
    own = (
        (replace(card_of_formula(tournament.formula), code=OWN_FORMULA),)
        if tournament.preset == OWN_FORMULA
        else ()
    )
    return (*own, *format_cards(tournament.game.game))


def card_of_samples(formula: Formula, sizes: Iterable[int]) -> FormatCard:
    """The card of any formula, shown on sample tables of each of these sizes: the last seat was eliminated.

    The first size once more with an objective reached in time.
    """
    tables = [_ended(sample_table(size, formula.game)) for size in sizes]
    tables.append(_reached(tables[0]))
    return _card("", replace(rule_card(formula), examples=tuple(example(formula, table) for table in tables)))


def _ended(table: TableResult) -> TableResult:
    *others, last = table.seats
    return table._replace(seats=(*others, last._replace(points=0, eliminated=1)))


def _reached(table: TableResult) -> TableResult:
    first, *others = table.seats
    return table._replace(seats=(first._replace(points=OBJECTIVE_POINTS, objective=True), *others))


def format_titles(game: Game) -> list[tuple[str, str]]:
    """Code and title of every preset of a game, the usual ones first."""
    return [(code, words(preset(code).title)) for code in _codes(game)]


def _card(code: str, card: RuleCard) -> FormatCard:
    examples = (
        CardExample(
            shown.size,
            tuple((line.seat.points, words(line.worth), words(line.story)) for line in shown.lines),
            any(line.seat.objective for line in shown.lines),
        )
        for shown in card.examples
    )
    return FormatCard(
        code,
        words(card.title),
        tuple(words(sentence) for sentence in card.sentences),
        tuple(examples),
        tuple(words(problem.text) for problem in card.departures),
        tuple(words(choice) for choice in card.unprinted),
    )
