"""The cards of Risikard!: territories with continent, points and winning symbol, and the Army cards.

A club writes its own in a TOML file like data/deck.toml; the bundled one borrows the territories of RisiKo! and is
marked "not from the rulebook".
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType

from games.core.board import Symbol, plain
from games.core.notation import Node, UnreadableCase, read_value

KEYS = ("title", "source", "army_cards", "continents", "territories")
CONTINENT_KEYS = ("id", "name", "english")
TERRITORY_KEYS = ("id", "name", "english", "continent", "symbol", "points")
JOKER = "joker"
# 2.4: the values of Army cards
VALUES = (1, 2, 3, 4, 5, 6)
CARD_KINDS = (*(str(value) for value in VALUES), JOKER)
BUNDLED = "bundled"
LONGEST_FILE = 40_000
MOST_POINTS = 100


@dataclass(frozen=True, slots=True)
class Continent:
    """A continent."""

    id: str
    name: str
    english: str


@dataclass(frozen=True, slots=True)
class Territory:
    """A territory card: what it is worth at the end, and its winning symbol."""

    id: str
    name: str
    english: str
    continent: str
    symbol: Symbol
    points: int


@dataclass(frozen=True, slots=True)
class Deck:
    """All cards. `army_cards`: how many of each value and Jokers; empty where nobody said. `names`: spelling → id."""

    territories: Mapping[str, Territory]
    continents: Mapping[str, Continent]
    army_cards: Mapping[str, int]
    names: Mapping[str, str]


@lru_cache(maxsize=1)
def bundled_deck() -> Deck:
    """The territories of RisiKo!, with no word on the Army cards: not from the rulebook."""
    return load_deck((files("games.risikard") / "data" / "deck.toml").read_text(encoding="utf-8"))


def load_deck(text: str) -> Deck:
    """The deck of a club's TOML file. Raises UnreadableCase with one message per defect, each with its place."""
    try:
        root = read_value(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise UnreadableCase([f"no TOML: {error}"]) from None
    deck = read_deck(root)
    root.errors.stop_if_any()
    if deck is None:  # pragma: no cover  # a reader that gives None has noted why
        raise AssertionError("a defect without a message")
    return deck


def read_deck_option(node: Node) -> Deck | None:
    """The deck of a case: "bundled", the text of a file, or the same as an object."""
    if not isinstance(node.value, str):
        return read_deck(node)
    if node.value == BUNDLED:
        return bundled_deck()
    text = node.text(LONGEST_FILE)
    if text is None:
        return None
    try:
        return read_deck(Node(tomllib.loads(text), node.path, node.errors))
    except tomllib.TOMLDecodeError as error:
        node.fail(f"neither {BUNDLED} nor TOML: {error}")
        return None


def read_deck(node: Node) -> Deck | None:
    """The deck of a document; None after noted defects."""
    if not node.is_object():
        return None
    node.only(KEYS)
    before = len(node.errors.messages)
    continents = {c.id: c for entry in _entries(node, "continents") if (c := _continent(entry))}
    cards = [t for entry in _entries(node, "territories") if (t := _territory(entry, continents))]
    army_cards = _army_cards(node.given("army_cards"))
    names = _names(node, cards)
    if len(node.errors.messages) > before:
        return None
    territories = MappingProxyType({card.id: card for card in cards})
    return Deck(territories, MappingProxyType(continents), MappingProxyType(army_cards), names)


def read_territory(node: Node, deck: Deck) -> str | None:
    """The id of a territory written here, in any case and accents."""
    name = node.text()
    return None if name is None else territory_named(node, name, deck)


def territory_named(node: Node, name: str, deck: Deck) -> str | None:
    """The id that `name` means; an error at this place otherwise."""
    found = deck.names.get(plain(name[:80]))
    if found is None:
        known = [spelling for t in deck.territories.values() for spelling in (t.name, t.english)]
        node.fail(f'unknown territory "{name[:60]}"{node.errors.close_to(name, known)}')
    return found


def _entries(node: Node, key: str) -> Iterable[Node]:
    listed = node.need(key)
    entries = [entry for entry in (listed.elements() if listed else ()) if entry.is_object()]
    if listed is not None and listed.value == []:
        listed.fail("must not be empty")
    return entries


def _texts(entry: Node) -> list[str]:
    keys = ("id", "name", "english")
    return [text for key in keys if (part := entry.need(key)) and (text := part.text())]


def _continent(entry: Node) -> Continent | None:
    entry.only(CONTINENT_KEYS)
    texts = _texts(entry)
    return Continent(*texts) if len(texts) == 3 else None


def _territory(entry: Node, continents: Mapping[str, Continent]) -> Territory | None:
    entry.only(TERRITORY_KEYS)
    texts = _texts(entry)
    place, picture, worth = entry.need("continent"), entry.need("symbol"), entry.need("points")
    continent = place.one_of(tuple(continents), "continent") if place else None
    symbol = picture.one_of(tuple(Symbol), "symbol") if picture else None
    points = worth.integer(0, MOST_POINTS) if worth else None
    if len(texts) < 3 or continent is None or symbol is None or points is None:
        return None
    return Territory(texts[0], texts[1], texts[2], continent, Symbol(symbol), points)


def _army_cards(node: Node | None) -> dict[str, int]:
    counts: dict[str, int] = {}
    for key, entry in node.members() if node else ():
        number = entry.integer()
        if key not in CARD_KINDS:
            entry.fail(f"unknown card; one of {', '.join(CARD_KINDS)}")
        elif number is not None:
            counts[key] = number
    return counts


def _names(node: Node, cards: Iterable[Territory]) -> Mapping[str, str]:
    names: dict[str, str] = {}
    for card in cards:
        spellings = {plain(name) for name in (card.id, card.name, card.english)}
        for spelling in sorted(spellings & names.keys()):
            node.fail(f'two territories are called "{spelling}"')
        names |= dict.fromkeys(spellings, card.id)
    return MappingProxyType(names)
