"""Cases of Risikard! to and from documents: options, position, turn."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from games.core.envelope import read_player, read_players
from games.core.notation import Node
from games.risikard.action_document import (
    MOST_CARDS,
    by_player,
    kind_of,
    read_action,
    read_cards,
    read_territories,
    write_card,
)
from games.risikard.deck import Deck, read_deck_option, territory_named
from games.risikard.position import FACE_DOWN, Action, ArmyCard, Case, Position, Turn
from games.risikard.rulesets import LEAST_PLAYERS, MOST_PLAYERS, Options, SetKind, Side

POSITION_KEYS = tuple(f.name for f in dataclasses.fields(Position))
MOST_ROTATIONS = 100


def read_case(root: Node, actions: tuple[str, ...]) -> Case[Action]:
    """The case of a document. Raises UnreadableCase with every defect."""
    root.only(("ruleset", "options", "position", "action"))
    options = read_options(root.given("options"))
    place, act = root.need("position"), root.need("action")
    position = action = None
    if place is not None and place.is_object():
        position = read_position(place, options.deck)
    if act is not None and position is not None and act.is_object():
        action = read_action(act, position, options.deck, actions)
    root.errors.stop_if_any()
    if position is None or action is None:  # pragma: no cover  # a reader that gives None has noted why
        raise AssertionError("a defect without a message")
    return Case(position, action, options)


def read_options(node: Node | None) -> Options:
    """The choices of a table; defects are noted."""
    readers: Mapping[str, Callable[[Node], Any]] = {
        "rotations": lambda entry: entry.integer(0, MOST_ROTATIONS),
        "both_jokers": lambda entry: Side(word) if (word := entry.one_of(tuple(Side), "side")) else None,
        "set_kind": lambda entry: (
            SetKind(word) if (word := entry.one_of(tuple(SetKind), "kind of set")) else None
        ),
        "deck": read_deck_option,
    }
    chosen: dict[str, Any] = {}
    for key, entry in node.members() if node else ():
        if key not in readers:
            entry.fail(f"unknown option; one of {', '.join(readers)}")
        elif entry.value is not None:
            chosen[key] = readers[key](entry)
    return Options(**{key: value for key, value in chosen.items() if value is not None})


def read_position(node: Node, deck: Deck) -> Position:
    """A position, perhaps partial; defects are noted."""
    node.only(POSITION_KEYS)
    players = read_players(node, LEAST_PLAYERS, MOST_PLAYERS)
    rotation, out = node.given("rotation"), node.given("eliminated")
    hands = by_player(node, "hands", players, _hand)
    _counted(node, hands, deck)
    return Position(
        players=players,
        board=_board(node.given("board"), players, deck),
        hands=hands,
        objectives=by_player(node, "objectives", players, lambda e: read_territories(e, deck)),
        protected=by_player(
            node, "protected", players, lambda e: tuple(read_territories(s, deck) for s in e.elements())
        ),
        eliminated=_eliminated(out, players) if out else (),
        rotation=rotation.integer(0, MOST_ROTATIONS) if rotation else None,
        turn=_turn(node.given("turn"), players),
    )


def _counted(node: Node, hands: Mapping[str, tuple[ArmyCard, ...]], deck: Deck) -> None:
    """Note more cards of a kind than the deck has, where the deck says."""
    held = Counter(kind_of(card) for hand in hands.values() for card in hand if card.told)
    for kind, number in held.items():
        if number > deck.army_cards.get(kind, number):
            node.at("hands", None).fail(f"{number} cards {kind}; the deck has {deck.army_cards[kind]}")


def _board(node: Node | None, players: tuple[str, ...], deck: Deck) -> dict[str, str]:
    held: dict[str, str] = {}
    for name, entry in node.members() if node else ():
        territory, owner = territory_named(entry, name, deck), read_player(entry, players)
        if territory in held:
            entry.fail(f'"{territory}" stands twice')
        if territory is not None and owner is not None:
            held[territory] = owner
    return held


def _hand(node: Node) -> tuple[ArmyCard, ...]:
    if isinstance(node.value, list):
        return read_cards(node)
    number = node.integer(0, MOST_CARDS)
    return (FACE_DOWN,) * (number or 0)


def _eliminated(node: Node, players: tuple[str, ...]) -> tuple[str, ...]:
    out = tuple(p for entry in node.elements() if (p := read_player(entry, players)) is not None)
    if players and set(out) >= set(players):
        node.fail("nobody is left in the game")
    return out


def _turn(node: Node | None, players: tuple[str, ...]) -> Turn:
    if node is None or not node.is_object():
        return Turn()
    node.only(("player", "attacks"))
    player, attacks = node.given("player"), node.given("attacks")
    return Turn(read_player(player, players) if player else None, attacks.integer() if attacks else None)


def write_position(position: Position) -> dict[str, object]:
    """The document of a position; what is not given stays out."""
    document: dict[str, object] = {
        "players": list(position.players),
        "board": dict(position.board),
        "hands": {p: [write_card(card) for card in hand] for p, hand in position.hands.items()},
        "objectives": {p: list(wanted) for p, wanted in position.objectives.items()},
        "protected": {p: [list(one) for one in sets] for p, sets in position.protected.items()},
        "eliminated": list(position.eliminated),
    }
    if position.rotation is not None:
        document["rotation"] = position.rotation
    turn = {"player": position.turn.player, "attacks": position.turn.attacks}
    document["turn"] = {key: value for key, value in turn.items() if value is not None}
    return document
