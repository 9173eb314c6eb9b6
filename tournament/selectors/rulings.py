"""A ruling as people read it: the articles with their text, what follows on the board, what restores order."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.adjudicator import ruleset_named
from games.challenge import BOARD
from tournament.language import spoken, words
from tournament.models import Colour, Ruling
from tournament.selectors.places import places_for

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
    "attacker_dice_most": _("Dice of the attacker, at most"),
    "defender_dice_most": _("Dice of the defender, at most"),
    "attacker_losses": _("Armies lost by the attacker"),
    "defender_losses": _("Armies lost by the defender"),
    "conquered": _("Conquered"),
    "eliminated": _("Eliminated"),
    "remaining": _("Still to be placed"),
    "minimum": _("At least"),
    "maximum": _("At most"),
    "at_least": _("at least"),
    "at_most": _("at most"),
    "to": _("Goes to"),
    "next": _("Next"),
    "player": _("player"),
    "entitled": _("Entitled"),
    "territories": _("territories"),
    "continents": _("continents"),
    "set": _("set"),
    "bonus": _("on the territories of the set"),
    "own_territory_bonus": _("on the territories of the set"),
    "total": _("in all"),
    "may_take": _("May take"),
    "must_trade": _("Must trade cards"),
    "allied_due": _("Due to the Allied Army"),
    "discarded": _("Discarded"),
    "must_throw": _("Must throw"),
    "value": _("Closes at"),
    "closes": _("The game closes"),
    "achieved": _("Achieved"),
    "missing": _("Missing"),
    "unknown": _("Not known"),
    "points": _("Points"),
    "players": _("Ranking"),
    "ranking": _("Ranking"),
    "due": _("Cards due"),
    "discard": _("To discard"),
    "draw": _("To draw"),
    "order": _("Order of play"),
    "first": _("Rolls first"),
    "dice": _("Dice"),
    "over": _("The combat is over"),
    "winner": _("Winner"),
    "invades": _("It is an invasion"),
    "cost": _("Costs"),
    "when": _("When"),
    "text": _("Text of the card"),
    "strength": _("Strength of the army"),
    "fights": _("Winners of the fights"),
    "taken": _("Taken"),
    "defender_draws": _("The defender draws"),
}
"""What an effect is called; a key that is not here is a player, a continent or a place."""

WORDS = {
    "attacker": _("the attacker"),
    "defender": _("the defender"),
    "production": _("in production"),
    "combat": _("in combat"),
    "points": _("by points"),
    "order": _("by order of play"),
    "outside": _("by territories outside the objective"),
    "elimination": _("by elimination"),
    "neutral": _("the neutral army"),
    "allied": _("the Allied Army"),
    "violet": _("Violet"),
}
"""Words of the adjudicator that stand as a value."""


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
    document, options = ruling.document, ruling.case.get("options") or {}
    says = Speech(places_for(ruling.ruleset, options).names)
    before = says.stands(ruling.case.get("position") or {})
    after = says.stands(document.get("position") or {})
    board = _pictured((document.get("position") or {}).get("board", {})) or _pictured(
        (ruling.case.get("position") or {}).get("board", {})
    )
    shown = after or before
    return RulingView(
        ruling=ruling,
        verdict=str(VERDICTS[ruling.verdict]),
        articles=tuple(_article(ruling.ruleset, finding) for finding in document.get("findings", ())),
        effects=tuple(says.effects(document.get("effects", {}))),
        changes=tuple(
            Change(says.named(place), before.get(place, "–"), after.get(place, "–"))
            for place in {**before, **after}
            if after and after.get(place) != before.get(place)
        ),
        held=tuple((says.named(place), held) for place, held in shown.items()) if len(shown) <= FEW else (),
        remedy=tuple(_spoken(one) for one in document.get("remedy", ())),
        owners={name: held[0] for name, held in board.items() if held[0] in Colour.values},
        armies={name: held[1] for name, held in board.items()},
    )


def _pictured(board: Mapping[str, Any]) -> dict[str, Any]:
    """What the picture of the board can show: owner and armies on its territories. Other games have other boards."""
    return {
        name: held for name, held in board.items() if name in BOARD.index and isinstance(held, list | tuple)
    }


def _spoken(text: Mapping[str, str]) -> str:
    return str(text.get(spoken()) or text.get("en", ""))


def _article(ruleset: str, finding: Mapping[str, Any]) -> Article:
    rule = ruleset_named(ruleset).rule(finding["article"])
    return Article(
        finding["article"],
        finding["outcome"],
        _spoken(finding["fact"]),
        words(rule.title) if rule else "",
        words(rule.text) if rule else "",
    )


INVADERS = _("invaders")
UNITS = {
    "tanks": ngettext_lazy("%(number)s tank", "%(number)s tanks", "number"),
    "aircraft": ngettext_lazy("%(number)s aircraft", "%(number)s aircraft", "number"),
}


@dataclass(frozen=True, slots=True)
class Speech:
    """What stands in a document, said with the names of the game's places."""

    places: Mapping[str, str]

    def named(self, word: str) -> str:
        """A place, an army or a word of the adjudicator by its name, anything else as it is."""
        if word in self.places:
            return self.places[word]
        if word in Colour.values:
            return str(Colour(word).label)
        if word in BOARD.continents:
            return BOARD.continents[word].name
        return str(WORDS.get(word, word))

    def effects(self, effects: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
        """Label and value; what is nested is written out, what says nothing is left out."""
        told = []
        for name, value in effects.items():
            label = prefix + str(EFFECTS.get(name) or self.named(name))
            if value is None or value in ([], {}):
                continue
            if isinstance(value, Mapping):
                told += self.effects(value, f"{label}: ")
            else:
                told.append((label, self.value(value)))
        return told

    def value(self, value: Any) -> str:
        """A value of the effects in words."""
        if isinstance(value, bool):
            return str(_("yes") if value else _("no"))
        if isinstance(value, list):
            return "; ".join(self.value(one) for one in value)
        if isinstance(value, Mapping):
            return ", ".join(f"{self.value(inner)}" for inner in value.values() if inner is not None)
        return self.named(str(value))

    def stands(self, position: Mapping[str, Any]) -> dict[str, str]:
        """What stands on each territory, and in each sea, in words."""
        board = {**(position.get("board") or {}), **(position.get("fleets") or {})}
        return {name: self.held(held) for name, held in board.items() if name in self.places and held}

    def held(self, held: Any) -> str:
        """An owner, perhaps with armies; a fleet by its owners."""
        if isinstance(held, list | tuple):
            return f"{self.named(str(held[0]))} {held[1]}"
        if not isinstance(held, Mapping):
            return self.named(str(held))
        if "owner" not in held:
            return ", ".join(f"{self.named(player)} {number}" for player, number in held.items())
        told = ", ".join(filter(None, [self.named(str(held["owner"])), _units(held)]))
        invading = _units(held.get("invaders") or {})
        return f"{told}; {INVADERS}: {invading}" if invading else told


def _units(units: Mapping[str, Any]) -> str:
    return ", ".join(str(word % {"number": units[arm]}) for arm, word in UNITS.items() if units.get(arm))
