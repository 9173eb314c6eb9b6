"""Documents that are no case of Risikard!: each defect has its place."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from games.adjudicator import adjudicate
from games.core.notation import UnreadableCase

CASE: dict[str, Any] = {
    "ruleset": "risikard",
    "options": {},
    "position": {
        "players": ["red", "blue"],
        "board": {"brasile": "red"},
        "hands": {"red": 3},
        "turn": {"player": "red", "attacks": 0},
    },
    "action": {"type": "attack", "player": "red", "from": "brasile", "to": "egitto"},
}
NOTHING = object()
DEFECTS: list[tuple[str, object, str]] = [
    ("options.speed", 3, "options.speed: unknown option; one of rotations"),
    ("options.rotations", "many", "options.rotations: must be a whole number"),
    ("options.both_jokers", "nobody", 'options.both_jokers: unknown side "nobody"'),
    ("options.set_kind", "two", 'options.set_kind: unknown kind of set "two"'),
    ("position", NOTHING, "position: missing"),
    ("position", [], "position: must be an object"),
    ("action", NOTHING, "action: missing"),
    ("action", [], "action: must be an object"),
    ("position.players", ["red"], "1 players; this ruleset is for 2 to 6"),
    ("position.board", {"brasil": "red"}, 'unknown territory "brasil"; did you mean'),
    ("position.board", {"brasile": "red", "Brasile": "red"}, '"brasile" stands twice'),
    ("position.board", {"brasile": 3}, "position.board.brasile: must be a text"),
    ("position.hands", {"green": 3}, 'unknown player "green"'),
    ("position.hands", {"red": "three"}, "position.hands.red: must be a whole number"),
    ("position.hands", {"red": [True]}, "position.hands.red[0]: must be a text"),
    ("position.hands", {"red": ["0"]}, 'position.hands.red[0]: unknown card "0"'),
    ("position.hands", {"red": ["4/tank"]}, 'position.hands.red[0]: unknown card "4/tank"'),
    ("position.objectives", {"red": ["mars"]}, 'position.objectives.red[0]: unknown territory "mars"'),
    ("position.objectives", {"red": ["cina", "Cina"]}, '"cina" stands twice'),
    ("position.objectives", {"red": [3]}, "position.objectives.red[0]: must be a text"),
    ("position.protected", {"red": 3}, "position.protected.red: must be a list"),
    ("position.eliminated", ["red", "blue"], "position.eliminated: nobody is left in the game"),
    ("position.rotation", -1, "position.rotation: must be at least 0"),
    ("position.turn", 5, "position.turn: must be an object"),
    ("position.turn.attacks", "x", "position.turn.attacks: must be a whole number"),
    ("action.type", "jump", 'action.type: unknown action "jump"'),
    ("action.type", NOTHING, "action.type: missing"),
    ("action.player", NOTHING, "action.player: missing"),
    ("action.from", NOTHING, "action.from: missing"),
    ("action.attacker_cards", 3, "action.attacker_cards: must be a list"),
    ("action", {"type": "deal"}, "action.cards: missing"),
    ("action", {"type": "deal", "cards": {"red": {}}}, "action.cards.red.objectives: missing"),
    ("action", {"type": "begin", "player": "red"}, "action.called: missing"),
    ("action", {"type": "muster", "player": "red", "draw": "x"}, "action.draw: must be a whole number"),
    ("action", {"type": "protect", "player": "red"}, "action.territories: missing"),
    ("action", {"type": "claim_victory", "player": "red"}, "action.by: missing"),
    ("action", {"type": "claim_victory", "player": "red", "by": "luck"}, 'unknown way to win "luck"'),
]  # fmt: skip


@pytest.mark.parametrize(("place", "value", "message"), DEFECTS, ids=[m for _, _, m in DEFECTS])
def test_defect_is_named(place: str, value: object, message: str) -> None:
    case = copy.deepcopy(CASE)
    *way, key = place.split(".")
    target = case
    for step in way:
        target = target[step]
    if value is NOTHING:
        del target[key]
    else:
        target[key] = value
    with pytest.raises(UnreadableCase) as refused:
        adjudicate(case)
    assert [error for error in refused.value.errors if message in error] != []


def test_null_means_not_given() -> None:
    case = copy.deepcopy(CASE)
    case["options"] = {"rotations": None}
    case["position"] |= {"hands": {"red": None}, "turn": None, "eliminated": None}
    assert adjudicate(case)["verdict"] == "undetermined"
