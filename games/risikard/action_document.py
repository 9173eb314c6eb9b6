"""Cards and actions of Risikard! in documents.

An Army card is written "4", "4/cavalry" with its symbol, "joker", or "unknown" face down.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import TypeVar

from games.core.board import Symbol
from games.core.envelope import read_player
from games.core.notation import Node
from games.risikard.deck import JOKER, VALUES, Deck, read_territory
from games.risikard.position import (
    FACE_DOWN,
    Action,
    ArmyCard,
    Attack,
    Begin,
    ClaimVictory,
    Deal,
    Dealt,
    Muster,
    Position,
    Protect,
)

Reader = Callable[[Node, str, str | None, Position, Deck], Action | None]
UNKNOWN = "unknown"
DEALT_KEYS = tuple(f.name for f in dataclasses.fields(Dealt))
ACTION_KEYS: Mapping[str, tuple[str, ...]] = {
    "deal": ("type", "cards"),
    "begin": ("type", "player", "called"),
    "reshuffle": ("type",),
    "attack": ("type", "player", "from", "to", "attacker_cards", "defender_cards"),
    "skip_turn": ("type", "player"),
    "muster": ("type", "player", "draw", "discard"),
    "protect": ("type", "player", "territories"),
    "claim_victory": ("type", "player", "by"),
    "final_count": ("type",),
}
MOST_CARDS = 200
T = TypeVar("T")


def read_action(node: Node, position: Position, deck: Deck, actions: tuple[str, ...]) -> Action | None:
    """The action of a case; None after a noted defect."""
    kind = node.need("type")
    word = kind.one_of(actions, "action") if kind else None
    if word is None:
        return None
    node.only(ACTION_KEYS[word])
    player = None
    if "player" in ACTION_KEYS[word]:
        entry = node.need("player")
        player = read_player(entry, position.players) if entry else None
        if player is None:
            return None
    return READERS.get(word, _plain)(node, word, player, position, deck)


def _plain(_node: Node, kind: str, player: str | None, _position: Position, _deck: Deck) -> Action | None:
    return Action(kind, player)


def _deal(node: Node, kind: str, _player: str | None, position: Position, _deck: Deck) -> Action | None:
    if node.need("cards") is None:
        return None
    return Deal(kind, None, by_player(node, "cards", position.players, _dealt))


def _dealt(node: Node) -> Dealt:
    numbers = [entry.integer() if (entry := node.need(key)) else None for key in DEALT_KEYS]
    return Dealt(*(number or 0 for number in numbers))


def _begin(node: Node, kind: str, player: str | None, _position: Position, deck: Deck) -> Action | None:
    territory = _territory(node, "called", deck)
    return Begin(kind, player, territory) if territory else None


def _territory(node: Node, key: str, deck: Deck) -> str | None:
    entry = node.need(key)
    return read_territory(entry, deck) if entry else None


def _laid(node: Node, key: str) -> tuple[ArmyCard, ...]:
    entry = node.given(key)
    return read_cards(entry) if entry else ()


def _attack(node: Node, kind: str, player: str | None, _position: Position, deck: Deck) -> Action | None:
    source, target = _territory(node, "from", deck), _territory(node, "to", deck)
    attacker, defender = _laid(node, "attacker_cards"), _laid(node, "defender_cards")
    return Attack(kind, player, source, target, attacker, defender) if source and target else None


def _muster(node: Node, kind: str, player: str | None, _position: Position, _deck: Deck) -> Action | None:
    draw = node.given("draw")
    number = draw.integer(0, MOST_CARDS) if draw else 0
    return Muster(kind, player, number or 0, _laid(node, "discard"))


def _protect(node: Node, kind: str, player: str | None, _position: Position, deck: Deck) -> Action | None:
    listed = node.need("territories")
    return Protect(kind, player, read_territories(listed, deck)) if listed else None


def _claim(node: Node, kind: str, player: str | None, _position: Position, _deck: Deck) -> Action | None:
    entry = node.need("by")
    word = entry.one_of(("points", "objective"), "way to win") if entry else None
    return ClaimVictory(kind, player, by_objective=word == "objective") if word else None


READERS: Mapping[str, Reader] = {
    "deal": _deal,
    "begin": _begin,
    "attack": _attack,
    "muster": _muster,
    "protect": _protect,
    "claim_victory": _claim,
}


def by_player(node: Node, key: str, players: tuple[str, ...], read: Callable[[Node], T]) -> dict[str, T]:
    """What each player has; null means not given."""
    found: dict[str, T] = {}
    listed = node.given(key)
    for name, entry in listed.members() if listed else ():
        player = read_player(Node(name, entry.path, entry.errors), players)
        if player is not None and entry.value is not None:
            found[player] = read(entry)
    return found


def read_cards(node: Node) -> tuple[ArmyCard, ...]:
    """A list of Army cards."""
    return tuple(card for entry in node.elements() if (card := _card(entry)) is not None)


def _card(node: Node) -> ArmyCard | None:
    word = (
        str(node.value) if isinstance(node.value, int) and not isinstance(node.value, bool) else node.text()
    )
    if word is None or word == UNKNOWN:
        return None if word is None else FACE_DOWN
    if word == JOKER:
        return ArmyCard(joker=True)
    value, _, symbol = word.partition("/")
    if value not in map(str, VALUES) or (symbol and symbol not in tuple(Symbol)):
        node.fail(f'unknown card "{word}"; as in 4, 4/cavalry, {JOKER}, {UNKNOWN}')
        return None
    return ArmyCard(int(value), Symbol(symbol) if symbol else None)


def read_territories(node: Node, deck: Deck) -> tuple[str, ...]:
    """A list of different territories."""
    found: list[str] = []
    for entry in node.elements():
        territory = read_territory(entry, deck)
        if territory in found:
            entry.fail(f'"{territory}" stands twice')
        elif territory is not None:
            found.append(territory)
    return tuple(found)


def kind_of(card: ArmyCard) -> str:
    """The word for a card that is face up, without its symbol."""
    return JOKER if card.joker else str(card.value)


def write_card(card: ArmyCard) -> str:
    """The word for a card."""
    if not card.told:
        return UNKNOWN
    return kind_of(card) if card.symbol is None else f"{card.value}/{card.symbol}"
