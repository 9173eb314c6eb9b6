"""What follows a legal action is a position again: readable, and true to what was done."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.adjudicator import adjudicate
from games.challenge import BOARD
from games.core.dice import compare
from tests.games.casebook import cases_in

LEGAL = [
    (case["id"], case["case"], answer)
    for case in cases_in()
    if not case["expect"].get("error") and (answer := adjudicate(case["case"]))["verdict"] == "legal"
]
THROWS = st.lists(st.integers(1, 6), min_size=1, max_size=3)


def _armies(position: dict[str, Any]) -> int:
    return sum(armies for _, armies in position["board"].values())


@pytest.mark.parametrize(("case", "answer"), [pytest.param(c, a, id=i) for i, c, a in LEGAL])
def test_position_after_a_legal_action_can_be_read_back(case: dict[str, Any], answer: dict[str, Any]) -> None:
    again = {**case, "position": answer["position"], "action": {"type": "check_position"}}
    assert adjudicate(again)["verdict"] in ("legal", "illegal")


@pytest.mark.parametrize(("case", "answer"), [pytest.param(c, a, id=i) for i, c, a in LEGAL])
def test_armies_change_by_what_was_done(case: dict[str, Any], answer: dict[str, Any]) -> None:
    action, effects = case["action"], answer["effects"]
    placed = sum(action["armies"].values()) if isinstance(action.get("armies"), dict) else 0
    placed += action["type"] == "deal_territory"
    lost = effects.get("attacker_losses", 0) + effects.get("defender_losses", 0)
    assert _armies(answer["position"]) == _armies(case["position"]) + placed - lost


@pytest.mark.parametrize(("case", "answer"), [pytest.param(c, a, id=i) for i, c, a in LEGAL])
def test_judging_changes_nothing_and_repeats_itself(case: dict[str, Any], answer: dict[str, Any]) -> None:
    before = copy.deepcopy(case)
    assert json.dumps(adjudicate(case)) == json.dumps(answer)
    assert case == before


def _case(action: dict[str, Any], **turn: Any) -> dict[str, Any]:
    return {
        "ruleset": "risiko-challenge",
        "position": {
            "players": ["red", "blue", "green"],
            "board": {
                "brasile": ["red", 6],
                "peru": ["blue", 1],
                "venezuela": ["blue", 2],
                "argentina": ["red", 1],
                "africa_del_nord": ["red", 2],
            },
            "hands": {"red": [], "blue": ["siam"]},
            "objectives": {"red": 1},
            "round": 6,
            "turn": {
                "player": "red",
                "phase": "combat",
                "conquered": [],
                "set_played": False,
                "moved": False,
                "card_drawn": False,
                **turn,
            },
        },
        "action": action,
    }


def _then(case: dict[str, Any], action: dict[str, Any]) -> dict[str, Any]:
    answer = adjudicate(case)
    assert answer["verdict"] == "legal"
    return {**case, "position": answer["position"], "action": action}


def test_a_turn_runs_from_throw_to_card() -> None:
    thrown = _case(
        {
            "type": "attack",
            "player": "red",
            "from": "brasile",
            "to": "peru",
            "attacker_dice": [6, 2, 1],
            "defender_dice": [3],
        }
    )
    moved_in = _then(
        thrown, {"type": "occupy", "player": "red", "from": "brasile", "to": "peru", "armies": 4}
    )
    assert moved_in["position"]["board"]["peru"] == ["red", 0]
    assert moved_in["position"]["turn"]["last_attack"] == {"from": "brasile", "to": "peru", "armies": 3}
    marched = _then(
        moved_in, {"type": "move", "player": "red", "from": "peru", "to": "argentina", "armies": 2}
    )
    assert marched["position"]["board"]["brasile"] == ["red", 2]
    drawn = _then(marched, {"type": "draw_card", "player": "red"})
    assert drawn["position"]["turn"]["phase"] == "movement"
    closing = _then(drawn, {"type": "roll_closing", "player": "red", "dice": None})
    assert closing["position"]["turn"]["phase"] == "card"
    assert closing["position"]["turn"]["card_drawn"] is True
    assert closing["position"]["hands"] == {"blue": ["siam"]}


def test_cards_of_the_loser_pass_to_the_winner_when_all_may_be_taken() -> None:
    case = _case({"type": "take_cards", "player": "red", "from_player": "green", "cards": 2})
    case["position"]["eliminated"] = ["green"]
    case["position"]["hands"] = {"red": ["alaska"], "green": ["cina", "joker"]}
    hands = adjudicate(case)["position"]["hands"]
    assert hands == {"red": ["alaska", "cina", "joker"], "green": []}


def test_cards_drawn_at_random_leave_the_hand_unknown() -> None:
    case = _case({"type": "take_cards", "player": "red", "from_player": "green", "cards": 1})
    case["position"]["eliminated"] = ["green"]
    case["position"]["hands"] = {
        "red": ["alaska", "ontario", "alberta", "quebec", "peru", "egitto"],
        "green": ["cina", "joker"],
    }
    assert adjudicate(case)["position"]["hands"] == {"green": []}


def test_a_set_leaves_the_hand_and_the_rest_stays_to_place() -> None:
    cards = ["alberta", "alaska", "islanda"]
    case = _case(
        {"type": "reinforce", "player": "red", "armies": {"brasile": 2}, "set": cards}, phase="reinforcement"
    )
    case["position"]["board"] = {t: ["red", 1] for t in ("brasile", "peru", "siam")} | {
        t: ["blue", 1] for t in _others(("brasile", "peru", "siam"))
    }
    case["position"]["hands"] = {"red": [*cards, "cina"]}
    after = adjudicate(case)["position"]
    assert after["hands"] == {"red": ["cina"]}
    assert after["turn"]["remaining"] == 7
    assert after["turn"]["set_played"] is True


def _others(taken: tuple[str, ...]) -> list[str]:
    return [t for t in BOARD.ids if t not in taken]


@given(THROWS, THROWS)
def test_each_pair_of_dice_costs_one_army(attacker: list[int], defender: list[int]) -> None:
    losses = compare(attacker, defender)
    assert sum(losses) == min(len(attacker), len(defender))
    assert compare(list(reversed(attacker)), defender) == losses


@given(THROWS, THROWS)
def test_ties_to_the_attacker_mirror_ties_to_the_defender(attacker: list[int], defender: list[int]) -> None:
    kind = compare(attacker, defender, ties_to_attacker=True)
    assert tuple(reversed(kind)) == compare(defender, attacker)
