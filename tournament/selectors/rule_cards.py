"""The formats a tournament is created from, each with its rule card in the reader's language."""

from dataclasses import dataclass
from typing import Any

from scoring.formulas import Formula
from scoring.presets import preset, preset_names
from scoring.rulecard import RuleCard, rule_card
from tournament.language import words

FIRST = ("raduno", "rulebook", "open", "master", "nazionale")
"""The formats most tournaments choose, in the order in which they are offered; the others follow."""


@dataclass(frozen=True, slots=True)
class CardExample:
    """A sample table: its size and, for each seat, game points, score and how that came about."""

    size: int
    lines: tuple[tuple[int, str, str], ...]


@dataclass(frozen=True, slots=True)
class FormatCard:
    """A format in words; `code` is empty for a formula that is no preset."""

    code: str
    title: str
    sentences: tuple[str, ...]
    examples: tuple[CardExample, ...]
    departures: tuple[str, ...]


def format_cards() -> tuple[FormatCard, ...]:
    """Every preset, the usual ones first."""
    others = (code for code in preset_names() if code not in FIRST)
    return tuple(_card(code, rule_card(preset(code))) for code in (*FIRST, *others))


def card_of_formula(document: dict[str, Any]) -> FormatCard:
    """The card of a tournament's own formula."""
    return _card("", rule_card(Formula.from_document(document)))


def _card(code: str, card: RuleCard) -> FormatCard:
    examples = (
        CardExample(
            shown.size,
            tuple((line.seat.points, words(line.worth), words(line.story)) for line in shown.lines),
        )
        for shown in card.examples
    )
    return FormatCard(
        code,
        words(card.title),
        tuple(words(sentence) for sentence in card.sentences),
        tuple(examples),
        tuple(words(problem.text) for problem in card.departures),
    )
