"""A game's rules as people read them: every article with what stands behind it, the options, what the rulebook leaves open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from games.adjudicator import HOMES, ruleset_named
from games.core.rule import Option, Rule
from games.core.text import Text
from games.futurisiko.page import PAGE as FUTURISIKO
from games.risikard.page import PAGE as RISIKARD
from games.risk.questions import QUESTIONS as RISK_QUESTIONS
from tournament.language import words

CLUB_DATA: Mapping[str, Sequence[Text]] = {"futurisiko": FUTURISIKO.club_data, "risikard": RISIKARD.club_data}
QUESTIONS: Mapping[str, Sequence[Text]] = {
    "futurisiko": FUTURISIKO.questions,
    "risikard": RISIKARD.questions,
    "risk": RISK_QUESTIONS,
}


@dataclass(frozen=True, slots=True)
class ArticleView:
    """An article: its words, whether the adjudicator checks it (else why not), and how its text is read."""

    number: str
    title: str
    text: str
    is_checked: bool
    reason: str
    readings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OptionView:
    """A choice of the table: what it means, the usual one, the one made (None: the usual)."""

    name: str
    meaning: str
    default: str
    chosen: Any


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of a game in the language of the page. `club_data`: what is not from the rulebook."""

    title: str
    edition: date
    articles: tuple[ArticleView, ...]
    options: tuple[OptionView, ...]
    club_data: tuple[str, ...]
    questions: tuple[str, ...]


def rulebook_for(ruleset: str, chosen: Mapping[str, Any]) -> Rulebook:
    """The rulebook of a ruleset, with the options chosen. Raises KeyError for a ruleset that there is not."""
    rules, game = ruleset_named(ruleset), HOMES[ruleset].split(".")[1]
    return Rulebook(
        title=words(rules.title),
        edition=rules.edition,
        articles=tuple(_article(one) for one in rules.rules),
        options=tuple(_option(one, chosen) for one in rules.options),
        club_data=tuple(words(one) for one in CLUB_DATA.get(game, ())),
        questions=tuple(words(one) for one in QUESTIONS.get(game, ())),
    )


def _article(rule: Rule) -> ArticleView:
    return ArticleView(
        number=rule.number,
        title=words(rule.title),
        text=words(rule.text),
        is_checked=rule.check is not None,
        reason=words(rule.reason) if rule.reason else "",
        readings=tuple(words(one) for one in rule.readings),
    )


def _option(option: Option, chosen: Mapping[str, Any]) -> OptionView:
    return OptionView(option.name, words(option.meaning), option.default, chosen.get(option.name))
