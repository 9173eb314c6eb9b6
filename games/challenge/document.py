"""Cases of RisiKo! Challenge to and from documents: options, position, turn."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from games.challenge.action_document import read_action
from games.challenge.card_document import read_cards
from games.challenge.geography import BOARD
from games.challenge.position import Case, Holding, LastAttack, Phase, Position, Turn
from games.challenge.rulesets import ATTACKER_DICE, CLOSING_VALUES, SUPPLY, DiceRule, Options, ReverseOrder
from games.core.acts import Action
from games.core.envelope import read_board, read_player, read_players, read_territories
from games.core.notation import Node

POSITION_KEYS = (
    "players", "board", "hands", "objectives", "eliminated", "round", "turn", "closing", "owed",
)  # fmt: skip
NO_BOUND = ("army_limit", "sets_each_turn", "points_after_time")
AT_LEAST_ONE = ("army_limit", "time_limit_minutes", "sets_each_turn")
CHOICES: Mapping[str, type[StrEnum]] = {"dice_rule": DiceRule, "reverse_order": ReverseOrder}
LARGEST_OPTION = 10_000
TURN_KEYS = (
    "player", "phase", "conquered", "last_attack", "set_played", "moved", "card_drawn", "remaining",
)  # fmt: skip


def read_case(root: Node, settings: Mapping[str, Any], actions: tuple[str, ...]) -> Case[Action]:
    """The case of a document whose ruleset allows these actions and sets these options.

    Raises UnreadableCase with every defect.
    """
    root.only(("ruleset", "options", "position", "action"))
    options = read_options(root.given("options"), settings)
    place, act = root.need("position"), root.need("action")
    position = read_position(place) if place is not None and place.is_object() else None
    action = read_action(act, position, actions) if act is not None and act.is_object() else None
    root.errors.stop_if_any()
    if position is None or action is None:  # pragma: no cover  # a reader that gives None has noted why
        raise AssertionError("a defect without a message")
    return Case(position, action, options)


def read_options(node: Node | None, settings: Mapping[str, Any]) -> Options:
    """The options of a tournament over those of the ruleset."""
    known = {field.name for field in dataclasses.fields(Options)}
    chosen: dict[str, Any] = dict(settings)
    for key, entry in node.members() if node else ():
        if key not in known:
            entry.fail(f"unknown option; one of {', '.join(sorted(known))}")
        elif entry.value is None:
            chosen[key] = None if key in NO_BOUND else getattr(Options(), key)
        elif key == "challenge_card":
            chosen[key] = entry.boolean()
        elif key in CHOICES:
            word = entry.one_of(tuple(CHOICES[key]), "reading")
            chosen[key] = CHOICES[key](word) if word else None
        else:
            chosen[key] = entry.integer(1 if key in AT_LEAST_ONE else 0, LARGEST_OPTION)
    return Options(**chosen)


def read_position(node: Node) -> Position:
    """A position, perhaps partial; defects are noted."""
    node.only(POSITION_KEYS)
    players = read_players(node, min(SUPPLY), max(SUPPLY))
    board = {t: Holding(*pair) for t, pair in read_board(node, BOARD, players).items()}
    round_node, owed = node.given("round"), node.given("owed")
    return Position(
        players=players,
        board=board,
        hands=_hands(node.given("hands"), players),
        objectives=_objectives(node.given("objectives"), players),
        eliminated=_eliminated(node.given("eliminated"), players),
        round=round_node.integer(1) if round_node else None,
        turn=_turn(node.given("turn"), players),
        closing=_closing(node.given("closing")),
        owed=read_player(owed, players) if owed else None,
    )


def write_position(position: Position) -> dict[str, object]:
    """The document of a position; what is not given stays out."""
    document: dict[str, object] = {
        "players": list(position.players),
        "board": {t: [held.owner, held.armies] for t, held in position.board.items()},
        "eliminated": list(position.eliminated),
    }
    if position.hands:
        document["hands"] = {p: list(hand) for p, hand in position.hands.items()}
    if position.objectives:
        document["objectives"] = dict(position.objectives)
    if position.round is not None:
        document["round"] = position.round
    if position.owed is not None:
        document["owed"] = position.owed
    document["turn"] = _write_turn(position.turn)
    document["closing"] = None if position.closing is None else {"value": position.closing}
    return document


def _write_turn(turn: Turn) -> dict[str, object]:
    written: dict[str, object] = {}
    for key in TURN_KEYS:
        value = getattr(turn, key)
        if value is None:
            continue
        if isinstance(value, LastAttack):
            last: dict[str, object] = {"from": value.source, "to": value.target}
            written[key] = last if value.armies is None else {**last, "armies": value.armies}
        else:
            written[key] = list(value) if isinstance(value, tuple) else value
    return written


def _hands(node: Node | None, players: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    seen: dict[str, int] = {}
    hands = {}
    for name, entry in node.members() if node else ():
        player = read_player(Node(name, entry.path, entry.errors), players)
        if entry.value is not None and player is not None:
            hands[player] = read_cards(entry, seen)
    return hands


def _objectives(node: Node | None, players: tuple[str, ...]) -> dict[str, int]:
    objectives: dict[str, int] = {}
    for name, entry in node.members() if node else ():
        player = read_player(Node(name, entry.path, entry.errors), players)
        if entry.value is None or player is None:
            continue
        number = entry.integer(1, len(BOARD.objectives))
        if number is not None and number in objectives.values():
            entry.fail(f"objective {number} stands twice")
        elif number is not None:
            objectives[player] = number
    return objectives


def _eliminated(node: Node | None, players: tuple[str, ...]) -> tuple[str, ...]:
    out: list[str] = []
    for entry in node.elements() if node else ():
        player = read_player(entry, players)
        if player in out:
            entry.fail(f'player "{player}" stands twice')
        elif player is not None:
            out.append(player)
    if node is not None and players and len(out) >= len(players):
        node.fail("nobody is left in the game")
    return tuple(out)


def _turn(node: Node | None, players: tuple[str, ...]) -> Turn:
    if node is None or not node.is_object():
        return Turn()
    node.only(TURN_KEYS)
    player, phase = node.given("player"), node.given("phase")
    conquered, last = node.given("conquered"), node.given("last_attack")
    remaining = node.given("remaining")
    word = phase.one_of(tuple(Phase), "phase") if phase else None
    return Turn(
        player=read_player(player, players) if player else None,
        phase=Phase(word) if word else None,
        conquered=read_territories(conquered, BOARD) if conquered else None,
        last_attack=_last_attack(last) if last and last.is_object() else None,
        set_played=node.flag("set_played"),
        moved=node.flag("moved"),
        card_drawn=node.flag("card_drawn"),
        remaining=remaining.integer() if remaining else None,
    )


def _last_attack(node: Node) -> LastAttack | None:
    node.only(("from", "to", "armies"))
    start, end, armies = node.need("from"), node.need("to"), node.given("armies")
    source, target = (entry.territory(BOARD) if entry else None for entry in (start, end))
    number = armies.integer(1, ATTACKER_DICE) if armies else None
    return LastAttack(source, target, number) if source and target else None


def _closing(node: Node | None) -> int | None:
    if node is None or not node.is_object():
        return None
    value = node.need("value")
    return value.integer(CLOSING_VALUES[0], CLOSING_VALUES[-1]) if value else None
