"""Documents that are no case of futuRisiKo!: each defect has its place."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from games.adjudicator import adjudicate
from games.core.notation import UnreadableCase

CASE: dict[str, Any] = {
    "ruleset": "futurisiko",
    "options": {},
    "position": {
        "players": ["red", "blue"],
        "board": {"borneo": {"owner": "red", "tanks": 2}},
        "turn": {"player": "red", "phase": "production"},
    },
    "action": {"type": "produce", "player": "red", "pieces": {"borneo": {"tanks": 1}}},
}
NOTHING = object()
DEFECTS: list[tuple[str, object, str]] = [
    ("options.speed", 3, "options.speed: unknown option; one of territories_to_win"),
    ("options.territories_to_win", "many", "options.territories_to_win: must be a whole number"),
    ("options.card_effects", {"joker": {}}, "options.card_effects.joker: unknown card"),
    ("options.card_effects", {"truce": 3}, "options.card_effects.truce: must be an object"),
    ("options.card_effects", {"truce": {"when": "never"}}, 'unknown moment "never"'),
    ("options.card_effects", {"truce": {"text": 3}}, "options.card_effects.truce.text: must be a text"),
    ("options.card_effects", {"truce": {"speed": 3}}, "options.card_effects.truce.speed: unknown"),
    ("position", NOTHING, "position: missing"),
    ("position", [], "position: must be an object"),
    ("action", NOTHING, "action: missing"),
    ("action", [], "action: must be an object"),
    ("position.players", ["red"], "1 players; this ruleset is for 2 to 6"),
    ("position.board", {"borneo": 3}, "position.board.borneo: must be an object"),
    ("position.board", {"borneo": {}}, "position.board.borneo.owner: missing"),
    ("position.board", {"borneo": {"owner": "red", "invaders": 3}}, "position.board.borneo.invaders: must be an object"),
    ("position.board", {"bornio": {"owner": "red"}}, 'unknown territory "bornio"; did you mean "Borneo"?'),
    ("position.board", {"borneo": {"owner": "red"}, "Borneo": {"owner": "red"}}, '"borneo" stands twice'),
    ("position.fleets", {"artico": 3}, "position.fleets.artico.fleet: must be an object"),
    ("position.fleets", {"borneo": {"red": 1}}, 'unknown sea "borneo"'),
    ("position.hands", {"red": ["ace"]}, 'position.hands.red[0]: unknown card "ace"'),
    ("position.hands", {"red": ["unknown"] * 61}, "61 cards; the deck has 60"),
    ("position.held", {"green": 3}, 'position.held.green: unknown player "green"'),
    ("position.held", {"red": 37}, "position.held.red: must be at most 36"),
    ("position.removed", 5, "position.removed: must be a text"),
    ("position.turn", 5, "position.turn: must be an object"),
    ("position.turn.order", ["red"], "position.turn.order: must name every player once"),
    ("position.turn.phase", "lunch", 'unknown phase "lunch"'),
    ("position.turn.moved", {"borneo": 3}, "position.turn.moved.borneo: must be an object"),
    ("position.turn.combat", 3, "position.turn.combat: must be an object"),
    ("position.turn.combat", {}, "position.turn.combat.territory: missing"),
    ("position.turn.combat", {"territory": "borneo", "next": "nobody"}, 'unknown side "nobody"'),
    ("action.type", "jump", 'action.type: unknown action "jump"'),
    ("action.type", NOTHING, "action.type: missing"),
    ("action.player", NOTHING, "action.player: missing"),
    ("action.pieces", NOTHING, "action.pieces: missing"),
    ("action.pieces", {"borneo": {"ships": 1}}, "action.pieces.borneo.ships: unknown; one of tanks"),
    ("action.pieces", {"borneo": {"tanks": "x"}}, "action.pieces.borneo.tanks: must be a whole number"),
    ("action.pieces", {"mars": {}}, 'unknown place "mars"'),
    ("action.pieces", {"borneo": {}, "BORNEO": {}}, '"borneo" stands twice'),
    ("action.carried", "x", "action.carried: must be a whole number"),
    ("action", {"type": "determine_sequence"}, "action.cards: missing"),
    ("action", {"type": "determine_sequence", "cards": []}, "action.cards: no card"),
    ("action", {"type": "end_production"}, "action.player: missing"),
    ("action", {"type": "claim_territory", "player": "red"}, "action.territory: missing"),
    ("action", {"type": "take_cards"}, "action.player: missing"),
    ("action", {"type": "play_card", "player": "red"}, "action.card: missing"),
    ("action", {"type": "play_card", "player": "red", "card": "truce", "against": "x"}, 'unknown player "x"'),
    ("action", {"type": "move", "player": "red"}, "action.unit: missing"),
    ("action", {"type": "move", "player": "red", "unit": "feet"}, 'unknown unit "feet"'),
    ("action", {"type": "roll", "player": "red"}, "action.territory: missing"),
    ("action", {"type": "roll", "player": "red", "territory": "borneo", "remove": 3}, "action.remove: must be"),
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
    case["options"] = {"board": None, "card_effects": {"truce": None}}
    case["position"] |= {"hands": {"red": None}, "fleets": {"artico": {"red": 0}}, "removed": None}
    assert adjudicate(case)["verdict"] == "undetermined"
