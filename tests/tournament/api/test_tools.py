"""The stateless tools: the documents of the command line, over HTTP."""

import json
from typing import Any

import pytest

from games.adjudicator import adjudicate, adjudicate_json
from scoring.exchange import answer
from tests.tournament.api.conftest import Api
from tournament.api.examples import CASE, GAMES, SEATING

pytestmark = pytest.mark.django_db


def test_a_ruling_is_the_adjudicators(anybody: Api) -> None:
    answered = anybody.post("adjudications/", CASE)
    assert answered.status_code == 200
    assert answered.json() == adjudicate(CASE)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"ruleset": "chess"}', "[" * 10_000, '{"ruleset": 1e999}']
)
def test_an_unreadable_case_answers_422_with_the_same_errors(anybody: Api, text: str) -> None:
    answered = anybody.client.post("/api/v1/adjudications/", text, content_type="application/json")
    assert answered.status_code == 422
    assert answered.json()["errors"] == adjudicate_json(text)["errors"]
    assert answered["Content-Type"] == "application/problem+json"


def test_half_a_character_is_named_and_not_a_failure(anybody: Api) -> None:
    case = CASE | {"ruleset": "\ud800"}
    answered = anybody.post("adjudications/", case)
    assert answered.status_code == 422
    assert answered.json()["errors"] == adjudicate_json(json.dumps(case))["errors"]


def test_a_seating_is_drawn_and_checked(anybody: Api) -> None:
    answered = anybody.post("seatings/", SEATING)
    assert answered.status_code == 200
    document = answered.json()
    assert sorted(len(table) for table in document["rounds"][0]) == [4, 4]
    assert document["report"]["checked"] is True


def test_seven_players_get_proposals(anybody: Api) -> None:
    answered = anybody.post("seatings/", SEATING | {"players": SEATING["players"][:7]})
    assert answered.status_code == 200
    assert answered.json()["impossible"] == 7


@pytest.mark.parametrize(
    "body", [[], {}, {"players": 3, "rounds": "x"}, {"players": [], "rounds": 10**30}, "text"]
)
def test_a_broken_seating_names_its_defects(anybody: Api, body: Any) -> None:
    answered = anybody.post("seatings/", body)
    assert answered.status_code == 422
    assert answered.json()["errors"]


def test_standings_of_a_document(anybody: Api) -> None:
    answered = anybody.post("standings/", GAMES)
    assert answered.status_code == 200
    assert answered.json()["standings"] == answer(GAMES)["standings"]


def test_a_refused_prize_is_named_with_its_article(anybody: Api) -> None:
    answered = anybody.post("standings/", GAMES | {"options": {"victory_prize": 150}})
    assert answered.status_code == 422
    assert answered.json()["errors"][0].startswith("12.2.1")


@pytest.mark.parametrize("body", [[], {}, {"players": 7}, {"formula": "none"}, "text"])
def test_broken_standings_name_the_place(anybody: Api, body: Any) -> None:
    answered = anybody.post("standings/", body)
    assert answered.status_code == 422
    assert answered.json()["errors"]


def test_odds_are_exact(anybody: Api) -> None:
    answered = anybody.post("odds/", {"attackers": 3, "defenders": 3, "chain": [1]})
    assert answered.status_code == 200
    document = answered.json()
    assert document["conquest"]["decimal"] == pytest.approx(
        float.fromhex("0x0p0") + document["conquest"]["decimal"]
    )
    assert document["chain"]["defenders"] == [3, 1]


def test_odds_out_of_range_are_named(anybody: Api) -> None:
    answered = anybody.post("odds/", {"attackers": -1, "defenders": 0, "ruleset": "chess"})
    assert answered.status_code == 422
    assert [one.split(":")[0] for one in answered.json()["errors"]] == ["attackers", "defenders", "ruleset"]
