"""Cases of futuRisiKo! to and from documents: options, position, turn."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from games.core.envelope import read_player, read_players
from games.core.notation import Node
from games.futurisiko.action_document import read_action, read_cards, read_units
from games.futurisiko.actions import Action, Case
from games.futurisiko.board import SeaBoard, place_named, read_place
from games.futurisiko.board_document import TERRITORIES, read_board_option
from games.futurisiko.position import Combat, Holding, Phase, Position, Side, Turn, Units
from games.futurisiko.rulesets import (
    DECK,
    GOALS,
    LEAST_PLAYERS,
    MOST_PLAYERS,
    PRINTED_EFFECTS,
    Card,
    Effect,
    Options,
    When,
)

POSITION_KEYS = tuple(f.name for f in dataclasses.fields(Position))
TURN_KEYS = tuple(f.name for f in dataclasses.fields(Turn))
EFFECT_KEYS = tuple(f.name for f in dataclasses.fields(Effect))
HOLDING_KEYS = ("owner", "tanks", "aircraft", "invaders")
MOST_CHANGE = 100
T = TypeVar("T")


def read_case(root: Node, actions: tuple[str, ...]) -> Case[Action]:
    """The case of a document. Raises UnreadableCase with every defect."""
    root.only(("ruleset", "options", "position", "action"))
    options = read_options(root.given("options"))
    place, act = root.need("position"), root.need("action")
    position = action = None
    if place is not None and place.is_object():
        position = read_position(place, options.board)
        _too_easy(root, position, options)
    if act is not None and position is not None and act.is_object():
        action = read_action(act, position, options.board, actions)
    root.errors.stop_if_any()
    if position is None or action is None:  # pragma: no cover  # a reader that gives None has noted why
        raise AssertionError("a defect without a message")
    return Case(position, action, options)


def _too_easy(root: Node, position: Position, options: Options) -> None:
    """Refuse a goal that the setup itself reaches."""
    each = TERRITORIES // max(1, len(position.players))
    if position.players and each >= options.territories_to_win:
        root.at("options", None).at("territories_to_win", None).fail(f"every player begins with {each}")


def read_options(node: Node | None) -> Options:
    """The choices of a table; defects are noted."""
    readers: Mapping[str, Callable[[Node], Any]] = {
        "territories_to_win": _goal,
        "special_cards": Node.boolean,
        "board": read_board_option,
        "card_effects": _effects,
    }
    chosen: dict[str, Any] = {}
    for key, entry in node.members() if node else ():
        if key not in readers:
            entry.fail(f"unknown option; one of {', '.join(readers)}")
        elif entry.value is not None:
            chosen[key] = readers[key](entry)
    return Options(**{key: value for key, value in chosen.items() if value is not None})


def _goal(node: Node) -> int | None:
    goal = node.integer()
    if goal is not None and goal not in GOALS:
        node.fail(f"one of {', '.join(map(str, GOALS))}")
        return None
    return goal


def _effects(node: Node) -> Mapping[Card, Effect]:
    effects = dict(PRINTED_EFFECTS)
    for key, entry in node.members():
        if key not in tuple(DECK):
            entry.fail(f"unknown card; one of {', '.join(DECK)}")
        elif entry.value is not None and entry.is_object():
            effects[Card(key)] = dataclasses.replace(effects[Card(key)], **_effect(entry))
    return effects


def _effect(node: Node) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for key, entry in node.members():
        if key == "when":
            word = entry.one_of(tuple(When), "moment")
            given[key] = When(word) if word else None
        elif key == "text":
            given[key] = entry.text(300) or ""
        elif key in EFFECT_KEYS:
            given[key] = entry.integer(-MOST_CHANGE, MOST_CHANGE)
        else:
            entry.fail(f"unknown; one of {', '.join(EFFECT_KEYS)}")
    return given


def read_position(node: Node, board: SeaBoard) -> Position:
    """A position, perhaps partial; defects are noted."""
    node.only(POSITION_KEYS)
    players = read_players(node, LEAST_PLAYERS, MOST_PLAYERS)
    removed, fleets = node.given("removed"), node.given("fleets")
    hands = _by_player(node, "hands", players, read_cards)
    _too_many(node, hands)
    return Position(
        players=players,
        board=_by_place(node.given("board"), board, "territories", lambda e: _holding(e, players)),
        fleets=_by_place(fleets, board, "seas", lambda e: _fleet(e, players)) if fleets else None,
        hands=hands,
        held=_by_player(node, "held", players, lambda e: e.integer(0, TERRITORIES)),
        colours=_by_player(node, "colours", players, lambda e: e.text()),
        removed=read_place(removed, board, board.territories, "territory") if removed else None,
        turn=_turn(node.given("turn"), players, board),
    )


def _too_many(node: Node, hands: Mapping[str, tuple[Card, ...]]) -> None:
    counts = Counter(card for hand in hands.values() for card in hand)
    for card, most in DECK.items():
        if counts[card] > most:
            node.at("hands", None).fail(f"{counts[card]} cards {card}; the deck has {most}")
    if counts.total() > sum(DECK.values()):
        node.at("hands", None).fail(f"{counts.total()} cards; the deck has {sum(DECK.values())}")


def _by_player(
    node: Node, key: str, players: tuple[str, ...], read: Callable[[Node], T | None]
) -> dict[str, T]:
    found: dict[str, T] = {}
    listed = node.given(key)
    for name, entry in listed.members() if listed else ():
        player = read_player(Node(name, entry.path, entry.errors), players)
        value = read(entry) if entry.value is not None and player is not None else None
        if player is not None and value is not None:
            found[player] = value
    return found


def _by_place(
    node: Node | None, board: SeaBoard, kind: str, read: Callable[[Node], T | None]
) -> dict[str, T]:
    found: dict[str, T] = {}
    among = getattr(board, kind)
    for name, entry in node.members() if node else ():
        place = place_named(entry, name, board, among, "territory" if kind == "territories" else "sea")
        if place in found:
            entry.fail(f'"{place}" stands twice')
        value = read(entry)
        if place is not None and value is not None:
            found[place] = value
    return found


def _holding(node: Node, players: tuple[str, ...]) -> Holding | None:
    if not node.is_object():
        return None
    node.only(HOLDING_KEYS)
    entry, invaders = node.need("owner"), node.given("invaders")
    owner = read_player(entry, players) if entry else None
    units = read_units(node), read_units(invaders) if invaders and invaders.is_object() else Units()
    return Holding(owner, *units) if owner is not None else None


def _fleet(node: Node, players: tuple[str, ...]) -> dict[str, int]:
    return _by_player(
        Node({"fleet": node.value}, node.path, node.errors), "fleet", players, lambda e: e.integer()
    )


def _turn(node: Node | None, players: tuple[str, ...], board: SeaBoard) -> Turn:
    if node is None or not node.is_object():
        return Turn()
    node.only(TURN_KEYS)
    player, phase, spent = node.given("player"), node.given("phase"), node.given("spent")
    moved, sailed, combat = node.given("moved"), node.given("sailed"), node.given("combat")
    word = phase.one_of(tuple(Phase), "phase") if phase else None
    return Turn(
        player=read_player(player, players) if player else None,
        phase=Phase(word) if word else None,
        order=_order(node.given("order"), players),
        drawn=_names(node.given("drawn"), players),
        spent=spent.integer() if spent else None,
        changes=_by_player(node, "changes", players, lambda e: e.integer(-1000, 1000)),
        moved=_by_place(moved, board, "territories", read_units) if moved else None,
        sailed=_by_place(sailed, board, "seas", lambda e: e.integer()) if sailed else None,
        combat=_combat(combat, board) if combat and combat.is_object() else None,
    )


def _names(node: Node | None, players: tuple[str, ...]) -> tuple[str, ...] | None:
    if node is None:
        return None
    return tuple(name for entry in node.elements() if (name := read_player(entry, players)) is not None)


def _order(node: Node | None, players: tuple[str, ...]) -> tuple[str, ...] | None:
    order = _names(node, players)
    if node is not None and order is not None and sorted(order) != sorted(players):
        node.fail("must name every player once")
    return order


def _combat(node: Node, board: SeaBoard) -> Combat | None:
    node.only(Combat._fields)
    where, following = node.need("territory"), node.need("next")
    territory = read_place(where, board, board.territories, "territory") if where else None
    side = following.one_of(tuple(Side), "side") if following else None
    return Combat(territory, Side(side)) if territory and side else None


def write_position(position: Position) -> dict[str, object]:
    """The document of a position; what is not given stays out."""
    document: dict[str, object] = {
        "players": list(position.players),
        "board": {t: _write_holding(holding) for t, holding in position.board.items()},
        "hands": {p: list(hand) for p, hand in position.hands.items()},
        "held": dict(position.held),
        "colours": dict(position.colours),
    }
    if position.fleets is not None:
        document["fleets"] = {
            sea: {p: n for p, n in fleet.items() if n} for sea, fleet in position.fleets.items()
        }
    if position.removed is not None:
        document["removed"] = position.removed
    document["turn"] = {
        key: value for key in TURN_KEYS if (value := _write_fact(getattr(position.turn, key))) is not None
    }
    return document


def _write_holding(holding: Holding) -> dict[str, object]:
    written: dict[str, object] = {"owner": holding.owner, **holding.units._asdict()}
    return {**written, "invaders": holding.invaders._asdict()} if holding.invaders.total else written


def _write_fact(value: object) -> object:
    if isinstance(value, Combat | Units):
        return value._asdict()
    if isinstance(value, tuple):
        return list(value)
    return {k: _write_fact(v) for k, v in value.items()} if isinstance(value, Mapping) else value
