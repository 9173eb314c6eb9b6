"""Role writes: each once, on what was seen, by whoever may."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.challenge import BOARD
from tests.factories import make_entrant, make_member, make_user
from tests.results import confirm
from tests.tournament.api.conftest import Api
from tournament.api.examples import REPORT
from tournament.models import Entrant, Role, Round, SeenWrite, Submission, Tournament, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def api(as_user: Callable[..., Api], director: User) -> Api:
    return as_user(director)


def board_report() -> dict[str, Any]:
    """A whole board dealt out in turn, objectives 1 to 4."""
    return {
        "board": {territory: index % 4 + 1 for index, territory in enumerate(BOARD.ids)},
        "seats": [{"turn": turn, "objective": turn} for turn in (1, 2, 3, 4)],
    }


def at(round_: Round, path: str = "") -> str:
    return f"tournaments/{round_.tournament.slug}/{path}"


def test_a_tournament_runs_over_the_api(
    api: Api, as_user: Callable[..., Api], tournament: Tournament, referee: User
) -> None:
    base = f"tournaments/{tournament.slug}/"
    for name in ("Aldo", "Bruna", "Carla", "Dino"):
        new = api.post(f"{base}entrants/", {"first_name": name, "last_name": "Prova", "club": "Club"})
        assert new.status_code == 201
        marked = api.post(f"{base}entrants/{new.json()['number']}/presence/", {"present": True})
        assert marked.json()["state"] == "checked_in"
    drawn = api.post(f"{base}rounds/", {"seed": 7})
    assert [drawn.status_code, drawn.json()["state"], drawn.json()["seed"]] == [201, "draft", None]
    assert api.post(f"{base}rounds/1/publish/").json()["seed"] == 7
    assert api.post(f"{base}rounds/1/start/").json()["state"] == "playing"
    refused = api.post(f"{base}rounds/1/close/", {})
    assert [refused.status_code, refused.json()["code"]] == [409, "round_incomplete"]
    table = api.get(f"{base}rounds/1/tables/").json()[0]["id"]
    reported = api.post(f"{base}tables/{table}/submissions/", board_report())
    assert [reported.status_code, reported.json()["state"]] == [201, "reported"]
    own = api.post(f"{base}tables/{table}/submissions/1/confirm/")
    assert [own.status_code, own.json()["code"]] == [403, "not_your_own"]
    assert (
        as_user(referee).post(f"{base}tables/{table}/submissions/1/confirm/").json()["state"] == "confirmed"
    )
    assert api.post(f"{base}rounds/1/close/", {}).json()["state"] == "closed"
    assert api.get(f"{base}standings/versions/").json()[0]["after_round"] == 1
    assert api.post(f"{base}rounds/1/reopen/", {"reason": "errore"}).json()["state"] == "playing"


def test_a_report_by_totals_is_corrected_with_a_reason(
    round_: Round, referee: User, as_user: Callable[..., Api]
) -> None:
    table = round_.tables.get(number=1)
    confirm(round_, [[50, 40, 30, 20]], tables=[1])
    api, address = as_user(referee), at(round_, f"tables/{table.pk}/submissions/")
    without = api.post(address, REPORT)
    assert [without.status_code, without.json()["code"]] == [422, "invalid_input"]
    corrected = api.post(address, REPORT | {"reason": "letto male"})
    assert [corrected.status_code, corrected.json()["corrects"], corrected.json()["number"]] == [201, 1, 2]
    sent_back = api.post(f"{address}2/reject/", {"reason": "ancora"})
    assert sent_back.json()["state"] == "rejected"
    assert [one["state"] for one in api.get(address).json()] == ["confirmed", "rejected"]
    assert api.post(f"{address}9/reject/", {"reason": "x"}).status_code == 404


def test_the_same_key_writes_once(round_: Round, referee: User, as_user: Callable[..., Api]) -> None:
    api, address = as_user(referee), at(round_, f"tables/{round_.tables.get(number=1).pk}/submissions/")
    first = api.post(address, REPORT, Idempotency_Key="k-1")
    again = api.post(address, REPORT, Idempotency_Key="k-1")
    assert [again.status_code, again.json(), again["Idempotency-Replayed"]] == [201, first.json(), "true"]
    assert Submission.objects.count() == 1
    other = api.post(address, REPORT | {"note": "other"}, Idempotency_Key="k-1")
    assert [other.status_code, other.json()["code"]] == [422, "idempotency_key_reused"]
    assert api.post(address, REPORT, Idempotency_Key="k" * 65).status_code == 422
    assert SeenWrite.objects.count() == 1


def test_a_refused_write_is_not_remembered(round_: Round, referee: User, as_user: Callable[..., Api]) -> None:
    api, address = as_user(referee), at(round_, f"tables/{round_.tables.get(number=1).pk}/submissions/")
    assert api.post(address, {"seats": []}, Idempotency_Key="k-1").status_code == 422
    assert api.post(address, REPORT, Idempotency_Key="k-1").status_code == 201


def test_if_match_guards_what_was_seen(round_: Round, api: Api) -> None:
    entrant = Entrant.objects.filter(tournament=round_.tournament).first()
    assert entrant is not None
    address = at(round_, f"entrants/{entrant.number}/")
    etag = api.get(address)["ETag"]
    assert api.post(f"{address}presence/", {"present": False}, If_Match=etag).status_code == 200
    late = api.post(f"{address}presence/", {"present": True}, If_Match=etag)
    assert [late.status_code, late.json()["code"]] == [412, "precondition_failed"]
    assert api.post(f"{address}presence/", {"present": True}, If_Match="*").status_code == 200
    compressed = f"W/{api.get(address).headers['ETag']}"
    assert api.post(f"{address}presence/", {"present": False}, If_Match=compressed).status_code == 200
    assert api.post(at(round_, "entrants/999/presence/"), {"present": True}).status_code == 404


def test_a_table_that_got_another_report_is_not_overwritten(
    round_: Round, api: Api, referee: User, as_user: Callable[..., Api]
) -> None:
    table = round_.tables.get(number=1)
    address = at(round_, f"tables/{table.pk}/")
    etag = api.get(address)["ETag"]
    assert as_user(referee).post(f"{address}submissions/", REPORT).status_code == 201
    assert api.post(f"{address}submissions/", REPORT, If_Match=etag).status_code == 412
    assert api.post(f"{address}submissions/1/confirm/", If_Match=etag).status_code == 412
    seen = api.post(f"{address}submissions/", REPORT | {"seen_submission": 0})
    assert [seen.status_code, seen.json()["code"]] == [409, "newer_result"]


def test_without_a_token_401_without_the_role_403(
    anybody: Api, round_: Round, as_user: Callable[..., Api]
) -> None:
    table = round_.tables.get(number=1)
    address = at(round_, f"tables/{table.pk}/submissions/")
    nobody = anybody.post(address, REPORT)
    assert [nobody.status_code, nobody["WWW-Authenticate"]] == [401, 'Bearer realm="api"']
    assert Api(Authorization="Bearer sda_wrong").get(at(round_)).status_code == 401
    assert as_user(make_user()).post(address, REPORT).status_code == 403
    desk = make_member(round_.tournament, Role.DESK)
    assert as_user(desk).post(address, REPORT).status_code == 403
    assert as_user(desk).post(at(round_, "rounds/"), {}).status_code == 403
    limited = make_member(round_.tournament, Role.REFEREE, tables=[2])
    assert as_user(limited).post(address, REPORT).status_code == 403
    reader = make_member(round_.tournament, Role.REFEREE)
    assert as_user(reader, ["read"]).post(address, REPORT).status_code == 403


def test_a_session_writes_with_its_csrf_token_only(round_: Round, director: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(director)
    address = f"/api/v1/{at(round_, 'rounds/1/close/')}"
    assert client.post(address, {}, content_type="application/json").status_code == 403


@pytest.mark.parametrize("body", ["{", "[1", '{"present": NaN}', "[" * 5000])
def test_what_is_not_json_is_400(api: Api, round_: Round, body: str) -> None:
    answered = api.client.post(
        f"/api/v1/{at(round_, 'entrants/1/presence/')}",
        body,
        content_type="application/json",
        headers=api.headers,
    )
    assert [answered.status_code, answered.json()["code"]] == [400, "parse_error"]


@pytest.mark.parametrize("body", [[], 7, "x", None, {"present": "perhaps"}])
def test_what_is_not_the_document_is_422(api: Api, round_: Round, body: Any) -> None:
    answered = api.client.post(
        f"/api/v1/{at(round_, 'entrants/1/presence/')}",
        json.dumps(body),
        content_type="application/json",
        headers=api.headers,
    )
    assert [answered.status_code, answered.json()["code"]] == [422, "invalid_input"]


def test_who_rests_is_named_by_number(api: Api, tournament: Tournament) -> None:
    for _ in range(5):
        make_entrant(tournament)
    unknown = api.post(f"tournaments/{tournament.slug}/rounds/", {"sit_out": [77]})
    assert [unknown.status_code, unknown.json()["errors"]] == [422, ["no entrant has number 77"]]
    assert api.post(f"tournaments/{tournament.slug}/rounds/", {"sit_out": [5]}).status_code == 201
    tables = api.get(f"tournaments/{tournament.slug}/rounds/1/tables/").json()
    assert sorted(seat["entrant"] for seat in tables[0]["seats"]) == [1, 2, 3, 4]


def test_what_is_too_large_is_413(api: Api, round_: Round, settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    answered = api.post(at(round_, "entrants/"), {"first_name": "x" * 200})
    assert [answered.status_code, answered.json()["code"]] == [413, "too_large"]


def test_put_is_not_allowed(api: Api, round_: Round) -> None:
    answered = api.client.put(
        f"/api/v1/{at(round_)}", {}, content_type="application/json", headers=api.headers
    )
    assert [answered.status_code, answered.json()["code"]] == [405, "method_not_allowed"]
