"""The guided sentences of every game: each action has one, and whatever the casebooks ask can be asked with them."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.utils.translation import override

from games.adjudicator import HOMES, adjudicate, ruleset_named
from games.challenge.judge import actions_of as challenge_actions
from games.futurisiko.judge import CONSEQUENCES as FUTURISIKO
from games.risikard.judge import CONSEQUENCES as RISIKARD
from games.risk.judge import actions_of as risk_actions
from tests.games.casebook import CASES, cases_in
from tournament.errors import InvalidInput
from tournament.selectors.places import places_for
from tournament.selectors.rulings import Speech
from tournament.web.desk.desks import DESKS, desk_for
from tournament.web.desk.page import Sheet
from tournament.web.desk.readers import Player
from tournament.web.forms.dispute import Question, typed_from

FOLDERS = {"risiko-challenge": CASES, "kingmaker": CASES} | {
    name: CASES / HOMES[name].split(".")[1] for name in HOMES if "challenge" not in HOMES[name]
}
NOT_ASKED = {"futurisiko": {"colours"}}
"""Facts that no field asks for: at a table of futuRisiKo! the player is the colour."""


def known_actions(ruleset: str) -> set[str]:
    """The actions that the adjudicator takes in this game."""
    of_game: Mapping[str, Any] = {
        "challenge": lambda: challenge_actions(ruleset_named(ruleset)),
        "risk": lambda: risk_actions(ruleset_named(ruleset)),
        "futurisiko": lambda: FUTURISIKO,
        "risikard": lambda: RISIKARD,
    }
    return set(of_game[HOMES[ruleset].split(".")[1]]())


@pytest.mark.parametrize("ruleset", HOMES)
def test_every_action_has_its_sentence(ruleset: str) -> None:
    assert set(DESKS[ruleset].kinds) == known_actions(ruleset)


def question(case: Mapping[str, Any], typed: Mapping[str, Any] | None = None) -> Question:
    desk = desk_for(case["ruleset"])
    players = [Player(name, name.title()) for name in case["position"]["players"]]
    names = places_for(case["ruleset"], case.get("options") or {}).names
    return Question(typed_from(case, desk) if typed is None else typed, players, desk, names)


def told(ruling: Mapping[str, Any]) -> Any:
    findings = ruling["findings"]
    return ruling["verdict"], sorted((one["article"], one["outcome"], one["fact"]["en"]) for one in findings)


@pytest.mark.parametrize("ruleset", HOMES)
def test_the_casebook_can_be_asked_in_sentences(ruleset: str) -> None:
    asked = 0
    for one in cases_in(FOLDERS[ruleset]):
        case = one["case"]
        if one["expect"].get("error") or case["ruleset"] != ruleset:
            continue
        if not NOT_ASKED.get(ruleset, set()) & set(case["position"]):
            again = question(case)
            document = {**case, "position": again.position(), "action": again.action()}
            assert told(adjudicate(document)) == told(adjudicate(case)), one["id"]
            assert again.sentence().count("{") == 0 < len(again.sentence())
            asked += 1
    assert asked > 5


def asked_of(ruleset: str, players: int, **typed: str) -> Question:
    case = {"ruleset": ruleset, "position": {"players": ["red", "blue", "green", "yellow"][:players]}}
    return question(case, typed)


def test_a_line_without_a_place_or_with_one_twice_is_refused() -> None:
    lonely = {"kind": "check_position", "land-0-owner": "red"}
    twice = {"kind": "check_position", "land-0-place": "borneo", "land-3-place": "borneo"}
    for typed in (lonely, twice):
        with pytest.raises(InvalidInput):
            asked_of("futurisiko", 4, **typed).position()


def test_words_of_the_hall_become_those_of_the_case() -> None:
    cards = {
        "kind": "take_cards",
        "take_cards-player": "red",
        "take_cards-discard": "Tregua, arma segreta, truce, x",
    }
    assert asked_of("futurisiko", 4, **cards).action()["discard"] == ["truce", "secret_weapon", "truce", "x"]
    armies = {"kind": "attack", "attack-attacker_cards": "4/cavallo, Jolly, coperta"}
    assert asked_of("risikard", 2, **armies).action()["attacker_cards"] == ["4/cavalry", "joker", "unknown"]
    held = {"kind": "kingmaker_score", "kingmaker_score-held-red": "Blue, green"}
    assert asked_of("kingmaker", 4, **held).action()["cards"] == {"red": ["blue", "green"]}


def test_a_sentence_names_places_and_choices() -> None:
    moved = {
        "kind": "move",
        "move-player": "blue",
        "move-number": "2",
        "move-unit": "tanks",
        "move-from": "borneo",
    }
    assert asked_of("futurisiko", 4, **moved).sentence() == "Blue moves 2 tanks from Borneo to –"


def test_a_board_that_cannot_be_read_gives_way_to_the_bundled_one() -> None:
    for ruleset, option in (("futurisiko", "board"), ("risikard", "deck")):
        assert places_for(ruleset, {option: "no = ["}) == places_for(ruleset, {})
    assert "segnaposto_11" in places_for("futurisiko", {"board": "example"}).names
    assert places_for("chess", {}) == places_for("risiko-challenge", {})


def test_a_ruling_says_what_stands_where() -> None:
    says = Speech({"borneo": "Borneo", "artico": "Artico"})
    with override("it"):
        assert (
            says.held({"owner": "blue", "tanks": 1, "invaders": {"aircraft": 2}})
            == "Blu, 1 carro; invasori: 2 aerei"
        )
        assert says.held({"red": 1, "violet": 2}) == "Rosso 1, Viola 2"
        assert [says.held("red"), says.held(["red", 3])] == ["Rosso", "Rosso 3"]
        effects = {
            "entitled": {"continents": {"asia": 7}},
            "winner": "attacker",
            "order": ["red", "blue"],
            "next": None,
        }
        assert says.effects(effects) == [
            ("Ne ha diritto: continenti: Asia", "7"),
            ("Vincitore", "l'attaccante"),
            ("Ordine di gioco", "Rosso; Blu"),
        ]


def test_missions_are_suggested_in_words() -> None:
    desk = desk_for("risk-mission")
    sheet = Sheet(
        desk, {"mission-red": "asia-africa"}, [Player("red", "Red")], places_for("risk-mission", {})
    )
    with override("it"):
        shown = next(one for one in sheet.known()["players"][0]["fields"] if one["name"] == "mission-red")
        assert [shown["value"], dict(shown["groups"][0][1])["asia-africa"]] == ["asia-africa", "Asia, Africa"]
