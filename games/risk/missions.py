"""Secret missions as data: decks, what a mission asks for, and whether a position fulfils it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from games.core.text import Text, say
from games.risk.geography import BOARD, PORTUGUESE

INSTEAD_OF_A_COLOUR = 24


class Instead(StrEnum):
    """When a mission against a colour becomes one of territories."""

    OWN = "own"
    ABSENT = "absent"
    BY_ANOTHER = "by_another"


@dataclass(frozen=True, slots=True)
class Mission:
    """What a card asks for: continents, so many others, so many territories with `armies` each, a colour destroyed."""

    id: str
    continents: tuple[str, ...] = ()
    more_continents: int = 0
    territories: int = 0
    armies: int = 1
    destroy: str | None = None

    def text(self) -> Text:
        """The mission in words."""
        parts = [
            Text(c.english, c.name, PORTUGUESE[c.id])
            for c in (BOARD.continents[name] for name in self.continents)
        ]
        if self.more_continents:
            parts.append(
                say(
                    "{n} more continents",
                    "altri {n} continenti di scelta",
                    "mais {n} continentes à escolha",
                    n=self.more_continents,
                )
                if self.more_continents > 1
                else Text(
                    "one more continent", "un altro continente di scelta", "mais um continente à escolha"
                )
            )
        if self.territories:
            parts.append(
                say(
                    "{n} territories with at least {armies} on each",
                    "{n} territori con almeno {armies} su ciascuno",
                    "{n} territórios com pelo menos {armies} em cada",
                    n=self.territories,
                    armies=self.armies,
                )
                if self.armies > 1
                else say("{n} territories", "{n} territori", "{n} territórios", n=self.territories)
            )
        if self.destroy:
            parts.append(
                say("destroy {colour}", "distruggere {colour}", "destruir {colour}", colour=self.destroy)
            )
        return Text(
            ", ".join(p.en for p in parts), ", ".join(p.it for p in parts), ", ".join(p.pt for p in parts)
        )


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck of missions by id; `from_rulebook` is false for an example or a club's own cards."""

    id: str
    title: Text
    missions: Mapping[str, Mission]
    instead: frozenset[Instead]
    from_rulebook: bool
    colours_from_rulebook: bool


def _mission(data: Mapping[str, Any]) -> Mission:
    return Mission(**{**data, "continents": tuple(data.get("continents", ()))})


def _deck(data: Mapping[str, Any]) -> Deck:
    cards = [_mission(entry) for entry in data["missions"]]
    cards += [Mission(f"destroy-{colour}", destroy=colour) for colour in data["colours"]]
    return Deck(
        id=data["id"],
        title=Text(data["english"], data["italian"], data["portuguese"]),
        missions=MappingProxyType({card.id: card for card in cards}),
        instead=frozenset(Instead(word) for word in data["instead"]),
        from_rulebook=data["from_rulebook"],
        colours_from_rulebook=data["colours_from_rulebook"],
    )


def load(text: str) -> Mapping[str, Deck]:
    """The decks of a TOML text, by id."""
    return MappingProxyType({deck["id"]: _deck(deck) for deck in tomllib.loads(text)["decks"]})


DECKS = load((files("games.risk") / "data" / "missions.toml").read_text(encoding="utf-8"))
# a club's own cards, written into the case
OWN_DECK = "own"


def own_deck(cards: Iterable[Mission]) -> Deck:
    """The deck of a club's own cards, with every reading of a mission against a colour."""
    return Deck(
        id=OWN_DECK,
        title=Text("The club's own missions", "Le missioni del club", "As missões do próprio clube"),
        missions=MappingProxyType({card.id: card for card in cards}),
        instead=frozenset(Instead),
        from_rulebook=False,
        colours_from_rulebook=False,
    )
