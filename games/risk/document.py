"""Cases of Risk to and from documents: options, position, turn."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from games.core.acts import Action
from games.core.envelope import read_board, read_player, read_players, read_territories
from games.core.notation import Node
from games.risk.action_document import read_action
from games.risk.actions import Case
from games.risk.card_document import read_cards, write_card
from games.risk.geography import BOARD
from games.risk.mission_document import read_missions
from games.risk.missions import DECKS, OWN_DECK
from games.risk.position import Card, Holding, LastAttack, Phase, Position, Turn
from games.risk.rulesets import (
    ATTACKER_DICE,
    SUPPLY,
    AbsentColour,
    DefenderDice,
    Options,
    Reach,
    Setup,
    SetWorth,
)

POSITION_KEYS = (
    "players", "board", "hands", "missions", "capitals", "colours", "eliminated", "eliminated_by", "sets_traded", "turn",
)  # fmt: skip
TURN_KEYS = tuple(f.name for f in dataclasses.fields(Turn))
FLAGS = ("moved", "card_drawn", "six_turned", "objective_done", "allied_over")
NUMBERS = ("remaining", "received", "allied_placed")
CHOICES: Mapping[str, type[StrEnum]] = {
    "setup": Setup,
    "set_worth": SetWorth,
    "fortify": Reach,
    "defender_dice": DefenderDice,
    "absent_colour": AbsentColour,
}
MOST_MISSIONS = 4
MOST_SETS = 1_000
MOST_PLAYERS = max(SUPPLY)
T = TypeVar("T")


def read_case(root: Node, settings: Mapping[str, Any], actions: tuple[str, ...]) -> Case[Action]:
    """The case of a document whose ruleset allows these actions.

    `settings`: `players` (least, most) and `third`, the army that nobody plays, or None. Raises UnreadableCase with
    every defect.
    """
    root.only(("ruleset", "options", "position", "action"))
    options = read_options(root.given("options"))
    place, act = root.need("position"), root.need("action")
    position = third = action = None
    if place is not None and place.is_object():
        position = read_position(place, settings, options)
        third = settings["third"] if len(position.players) == min(SUPPLY) else None
        if act is not None and act.is_object():
            action = read_action(act, position, third, actions)
    root.errors.stop_if_any()
    if position is None or action is None:  # pragma: no cover  # a reader that gives None has noted why
        raise AssertionError("a defect without a message")
    return Case(position, action, options, third)


def read_options(node: Node | None) -> Options:
    """The options of a table over the standard game."""
    known = {field.name for field in dataclasses.fields(Options)}
    chosen: dict[str, Any] = {}
    for key, entry in node.members() if node else ():
        if key not in known:
            entry.fail(f"unknown option; one of {', '.join(sorted(known))}")
        elif entry.value is not None:
            chosen[key] = _option(key, entry)
    if chosen.get("mission_deck") == OWN_DECK and node and not chosen.get("own_missions"):
        node.at("own_missions", None).fail("missing")
    return Options(**{key: value for key, value in chosen.items() if value is not None})


def _option(key: str, entry: Node) -> Any:
    if key in CHOICES:
        word = entry.one_of(tuple(CHOICES[key]), "choice")
        return CHOICES[key](word) if word else None
    if key == "mission_deck":
        return entry.one_of((*DECKS, OWN_DECK), "deck")
    if key == "own_missions":
        return read_missions(entry)
    return entry.integer(1, MOST_MISSIONS) if key == "missions_each" else entry.boolean()


def read_position(node: Node, settings: Mapping[str, Any], options: Options) -> Position:
    """A position, perhaps partial; defects are noted."""
    node.only(POSITION_KEYS)
    players = read_players(node, *settings["players"])
    third = (settings["third"],) if settings["third"] and len(players) == min(SUPPLY) else ()
    board = {t: Holding(*pair) for t, pair in read_board(node, BOARD, (*players, *third)).items()}
    seen: dict[str, int] = {}
    traded, eliminated = node.given("sets_traded"), node.given("eliminated")
    return Position(
        players=players,
        board=board,
        hands=_by_player(node, "hands", players, lambda entry: read_cards(entry, seen)),
        missions=_by_player(node, "missions", players, lambda entry: _mission_ids(entry, options)),
        capitals=_by_player(node, "capitals", players, lambda entry: entry.territory(BOARD)),
        colours=_by_player(node, "colours", players, lambda entry: entry.text()),
        eliminated=_eliminated(eliminated, players),
        eliminated_by=_by_player(node, "eliminated_by", players, lambda entry: read_player(entry, players)),
        sets_traded=traded.integer(0, MOST_SETS) if traded else None,
        turn=_turn(node.given("turn"), players),
    )


def _by_player(
    node: Node, key: str, players: tuple[str, ...], read: Callable[[Node], T | None]
) -> dict[str, T]:
    answers: dict[str, T] = {}
    given = node.given(key)
    for name, entry in given.members() if given else ():
        player = read_player(Node(name, entry.path, entry.errors), players)
        value = None if entry.value is None else read(entry)
        if player is not None and value is not None:
            answers[player] = value
    return answers


def _mission_ids(node: Node, options: Options) -> tuple[str, ...]:
    known = tuple(options.deck.missions)
    names = tuple(name for entry in node.elements() if (name := entry.one_of(known, "mission")))
    if len(set(names)) != len(names):
        node.fail("a mission stands twice")
    return names


def _eliminated(node: Node | None, players: tuple[str, ...]) -> tuple[str, ...]:
    read = [read_player(entry, players) for entry in node.elements()] if node else []
    out = tuple(player for player in read if player is not None)
    if node is not None and len(set(out)) != len(out):
        node.fail("a player stands twice")
    if node is not None and players and len(set(out)) >= len(players):
        node.fail("nobody is left in the game")
    return out


def _turn(node: Node | None, players: tuple[str, ...]) -> Turn:
    if node is None or not node.is_object():
        return Turn()
    node.only(TURN_KEYS)
    player, phase = node.given("player"), node.given("phase")
    conquered, last = node.given("conquered"), node.given("last_attack")
    word = phase.one_of(tuple(Phase), "phase") if phase else None
    facts: dict[str, Any] = {key: entry.boolean() for key in FLAGS if (entry := node.given(key))}
    facts.update({key: entry.integer() for key in NUMBERS if (entry := node.given(key))})
    return Turn(
        player=read_player(player, players) if player else None,
        phase=Phase(word) if word else None,
        conquered=read_territories(conquered, BOARD) if conquered else None,
        last_attack=_last_attack(last) if last and last.is_object() else None,
        **facts,
    )


def _last_attack(node: Node) -> LastAttack | None:
    node.only(("from", "to", "armies", "rerolled"))
    ends = [node.need("from"), node.need("to")]
    armies, rerolled = node.given("armies"), node.given("rerolled")
    source, target = (entry.territory(BOARD) if entry else None for entry in ends)
    number = armies.integer(1, ATTACKER_DICE) if armies else None
    again = rerolled.boolean() if rerolled else None
    return LastAttack(source, target, number, again) if source and target else None


def write_position(position: Position) -> dict[str, object]:
    """The document of a position; what is not given stays out."""
    document: dict[str, object] = {
        "players": list(position.players),
        "board": {t: [held.owner, held.armies] for t, held in position.board.items()},
        "eliminated": list(position.eliminated),
        "turn": _write_turn(position.turn),
    }
    if position.hands:
        document["hands"] = {p: _write_cards(hand) for p, hand in position.hands.items()}
    if position.missions:
        document["missions"] = {p: list(ids) for p, ids in position.missions.items()}
    for key in ("capitals", "colours", "eliminated_by"):
        if getattr(position, key):
            document[key] = dict(getattr(position, key))
    if position.sets_traded is not None:
        document["sets_traded"] = position.sets_traded
    return document


def _write_cards(cards: tuple[Card, ...]) -> list[str]:
    return [write_card(card) for card in cards]


def _write_turn(turn: Turn) -> dict[str, object]:
    written: dict[str, object] = {}
    for key in TURN_KEYS:
        value = getattr(turn, key)
        if isinstance(value, LastAttack):
            last = {
                "from": value.source,
                "to": value.target,
                "armies": value.armies,
                "rerolled": value.rerolled,
            }
            written[key] = {name: fact for name, fact in last.items() if fact is not None}
        elif value is not None:
            written[key] = list(value) if isinstance(value, tuple) else value
    return written
