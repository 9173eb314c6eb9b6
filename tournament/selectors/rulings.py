"""A ruling as people read it: the articles with their text, what follows on the board, what restores order."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.adjudicator import ruleset_named
from games.challenge import BOARD
from tournament.language import words
from tournament.models import Colour, Ruling

FEW = 10
"""Territories that are listed beside the picture; a whole board is only a picture."""

VERDICTS = {
    "legal": _("Allowed"),
    "illegal": _("Not allowed"),
    "undetermined": _("Not known yet"),
}
"""One word, large."""

EFFECTS = {
    "attacker_dice": _("Dice of the attacker"),
    "defender_dice": _("Dice of the defender"),
    "attacker_losses": _("Armies lost by the attacker"),
    "defender_losses": _("Armies lost by the defender"),
    "conquered": _("Conquered"),
    "eliminated": _("Eliminated"),
    "remaining": _("Still to be placed"),
    "minimum": _("At least"),
    "maximum": _("At most"),
    "to": _("Goes to"),
    "next": _("Next"),
    "entitled": _("Entitled"),
    "may_take": _("May take"),
    "discarded": _("Discarded"),
    "must_throw": _("Must throw"),
    "value": _("Closes at"),
    "closes": _("The game closes"),
    "achieved": _("Achieved"),
    "missing": _("Missing"),
    "points": _("Points"),
    "players": _("Ranking"),
}


@dataclass(frozen=True, slots=True)
class Article:
    """A finding with the article it cites."""

    number: str
    outcome: str
    fact: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """A territory before and after."""

    territory: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class RulingView:
    """Everything that the page and the record show of a ruling."""

    ruling: Ruling
    verdict: str
    articles: tuple[Article, ...]
    effects: tuple[tuple[str, str], ...]
    changes: tuple[Change, ...]
    held: tuple[tuple[str, str], ...]
    remedy: tuple[str, ...]
    owners: Mapping[str, str]
    armies: Mapping[str, int]


def ruling_view(ruling: Ruling) -> RulingView:
    """The ruling in the language of the page."""
    document = ruling.document
    before = _pictured(ruling.case.get("position", {}).get("board", {}))
    after = _pictured((document.get("position") or {}).get("board", {}))
    shown = after or before
    return RulingView(
        ruling=ruling,
        verdict=str(VERDICTS[ruling.verdict]),
        articles=tuple(_article(ruling.ruleset, finding) for finding in document.get("findings", ())),
        effects=tuple(_effects(document.get("effects", {}))),
        changes=tuple(_changes(before, after)),
        held=tuple((BOARD.territory(name).name, _held(held)) for name, held in shown.items())
        if len(shown) <= FEW
        else (),
        remedy=tuple(_spoken(one) for one in document.get("remedy", ())),
        owners={name: held[0] for name, held in shown.items() if held[0] in Colour.values},
        armies={name: held[1] for name, held in shown.items()},
    )


def _pictured(board: Mapping[str, Any]) -> dict[str, Any]:
    """What the picture of the board can show: owner and armies on its territories. Other games have other boards."""
    return {
        name: held for name, held in board.items() if name in BOARD.index and isinstance(held, list | tuple)
    }


def _spoken(text: Mapping[str, str]) -> str:
    language = "en" if (get_language() or "it").startswith("en") else "it"
    return str(text.get(language, ""))


def _article(ruleset: str, finding: Mapping[str, Any]) -> Article:
    rule = ruleset_named(ruleset).rule(finding["article"])
    return Article(
        finding["article"],
        finding["outcome"],
        _spoken(finding["fact"]),
        words(rule.title) if rule else "",
        words(rule.text) if rule else "",
    )


def _effects(effects: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    """Label and value; what is nested is written out, what says nothing is left out."""
    told = []
    for name, value in effects.items():
        label = str(EFFECTS.get(name, name.replace("_", " ")))
        if value is None or value in ([], {}):
            continue
        if isinstance(value, Mapping):
            told += _effects(value, f"{label}: ")
        else:
            told.append((prefix + label, _value(value)))
    return told


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(_("yes") if value else _("no"))
    if isinstance(value, list):
        return "; ".join(_value(one) for one in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{_value(inner)}" for inner in value.values() if inner is not None)
    return named(str(value))


def named(word: str) -> str:
    """A territory or an army by its name, anything else as it is."""
    if word in BOARD.index:
        return BOARD.territory(word).name
    return str(Colour(word).label) if word in Colour.values else word


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    return [
        Change(BOARD.territory(name).name, _held(before.get(name)), _held(held))
        for name, held in after.items()
        if list(before.get(name) or ()) != list(held)
    ]


def _held(held: Any) -> str:
    return f"{named(str(held[0]))} {held[1]}" if held else "–"
