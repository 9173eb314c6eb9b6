"""The dispute desk over the API."""

from collections.abc import Callable

import pytest

from tests.factories import make_member
from tests.tournament.api.conftest import Api
from tournament.api.examples import CASE
from tournament.models import Role, Round, Table, User

pytestmark = pytest.mark.django_db


def test_a_dispute_from_question_to_appeal(round_: Round, referee: User, as_user: Callable[..., Api]) -> None:
    base = f"tournaments/{round_.tournament.slug}/disputes/"
    api, table = as_user(referee), round_.tables.get(number=1)
    asked = api.post(base, {"case": CASE, "table": table.pk, "question": "Si può?", "parties": [1, 2]})
    assert asked.status_code == 201
    document = asked.json()
    assert [document["rulings"][0]["verdict"], document["parties"], document["state"]] == [
        "legal",
        [1, 2],
        "open",
    ]
    assert Table.objects.get(pk=table.pk).stopped_at is not None
    one = f"{base}{document['id']}/"
    etag = api.get(one)["ETag"]
    assert api.post(f"{one}decide/", {"accept": False}).status_code == 422
    decided = api.post(f"{one}decide/", {"accept": True}, If_Match=etag)
    assert [decided.status_code, decided.json()["state"]] == [200, "decided"]
    assert api.post(f"{one}decide/", {"accept": True}, If_Match=etag).status_code == 412
    assert api.post(f"{one}appeal/", {"reason": "non convince"}).json()["state"] == "appealed"
    assert api.post(f"{one}decide/", {"accept": True}).json()["code"] == "needs_another_referee"
    second = as_user(make_member(round_.tournament, Role.REFEREE))
    assert second.post(f"{one}decide/", {"accept": True}).json()["state"] == "closed"
    assert api.post(f"{one}withdraw/", {"reason": "x"}).json()["code"] == "dispute_not_open"
    assert [entry["id"] for entry in api.get(base).json()] == [document["id"]]
    assert api.get(f"{base}99999/").status_code == 404


def test_disputes_are_not_public(
    anybody: Api, round_: Round, director: User, as_user: Callable[..., Api]
) -> None:
    base = f"tournaments/{round_.tournament.slug}/disputes/"
    assert anybody.get(base).status_code == 401
    assert anybody.post(base, {"case": CASE}).status_code == 401
    unreadable = as_user(director).post(base, {"case": {"ruleset": "chess"}})
    assert [unreadable.status_code, unreadable.json()["code"]] == [422, "invalid_input"]
    assert as_user(director, ["read"]).post(base, {"case": CASE}).status_code == 403
