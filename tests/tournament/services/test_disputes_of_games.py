"""A dispute of any game is put to the adjudicator under that game's own options."""

from typing import Any

import pytest

from tournament.models import Tournament
from tournament.services.disputes import case_for, ruling_on

CASES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "risiko-challenge": (
        {"players": ["red", "blue", "green"], "board": {}},
        {"type": "check_position"},
    ),
    "futurisiko": (
        {"players": ["red", "blue", "green"], "held": {"red": 20}},
        {"type": "claim_victory", "player": "red"},
    ),
    "risikard": (
        {"players": ["red", "blue"], "board": {"brasile": "red"}, "objectives": {"red": ["brasile"]}},
        {"type": "claim_victory", "player": "red", "by": "objective"},
    ),
}
LIMITS = {"risiko-challenge": {"time_limit_minutes": 90, "army_limit": 130}}


@pytest.mark.parametrize("ruleset", CASES)
def test_the_limits_of_the_tournament_go_only_to_games_that_know_them(ruleset: str) -> None:
    position, action = CASES[ruleset]
    case = case_for(Tournament(ruleset=ruleset), position=position, action=action)
    assert case["options"] == LIMITS.get(ruleset, {})
    assert ruling_on(case)["ruleset"]["id"] == ruleset


def test_options_of_the_tournament_reach_its_game() -> None:
    tournament = Tournament(ruleset="futurisiko", ruleset_options={"territories_to_win": 16})
    position = {"players": ["red", "blue", "green"], "held": {"red": 16}}
    case = case_for(tournament, position=position, action={"type": "claim_victory", "player": "red"})
    assert ruling_on(case)["verdict"] == "legal"


def test_no_limit_is_no_option_and_an_unknown_game_has_none() -> None:
    position, action = CASES["risiko-challenge"]
    unlimited = case_for(Tournament(army_limit=None), position=position, action=action)
    assert unlimited["options"] == {"time_limit_minutes": 90}
    assert case_for(Tournament(ruleset="chess"), position={}, action={})["options"] == {}
