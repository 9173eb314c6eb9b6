"""The OpenAPI document: without a warning, complete, true; whatever is sent after it, nothing breaks."""

import json
from typing import Any
from urllib.parse import quote, urlencode

import pytest
import schemathesis
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.factories import make_entrants, make_member, make_round, make_tournament
from tests.results import close, confirm
from tests.tournament.api.conftest import Api
from tests.tournament.web.test_circuits import circuit_of as circuit_with
from tests.tournament.web.test_season import finished
from tournament.api.examples import CASE, GAMES, SEATING
from tournament.api.openapi import operation_groups, schema_document
from tournament.api.urls import urlpatterns
from tournament.models import Scope
from tournament.services.disputes import open_dispute
from tournament.services.standings import issue_standings
from tournament.services.tokens import issue_token
from tournament.services.webhooks import add_webhook

pytestmark = pytest.mark.django_db


def test_the_document_has_no_warning_and_every_address() -> None:
    schema_document.cache_clear()
    GENERATOR_STATS.reset()
    document = schema_document()
    assert [dict(GENERATOR_STATS._warn_cache), dict(GENERATOR_STATS._error_cache)] == [{}, {}]
    assert document["openapi"] == "3.1.1"
    outside = {"schema", "docs", None}
    views = [one for one in urlpatterns if getattr(one, "name", None) not in outside]
    assert len(document["paths"]) == len(views)


def test_every_operation_says_what_it_does_and_what_may_go_wrong() -> None:
    for _, operations in operation_groups():
        for one in operations:
            assert one["summary"]
            assert "429" in [status for status, _ in one["answers"]] or one["id"] in TOOLS


def anything() -> st.SearchStrategy[Any]:
    """JSON of every kind, and the examples with a part of them replaced by it."""
    plain = (
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(max_size=8)
    )
    nested = st.recursive(
        plain,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
        max_leaves=8,
    )
    examples = st.sampled_from([CASE, SEATING, GAMES, {"attackers": 5, "defenders": 3}])
    broken = examples.flatmap(
        lambda example: st.tuples(st.sampled_from(sorted(example)), nested).map(
            lambda change: {**example, change[0]: change[1]}
        )
    )
    return nested | broken


TOOLS = {"start", "adjudicate", "seat", "rank", "odds"}


def test_people_read_it_without_asking_anybody_else(client: Client) -> None:
    page = client.get("/api/v1/docs/")
    assert page.status_code == 200
    text = page.content.decode()
    assert "https://" not in text.replace("http://127.0.0.1", "").replace("https://example.org", "")
    assert all(one["path"] in text for _, operations in operation_groups() for one in operations)


def test_programs_read_it(anybody: Api) -> None:
    answered = anybody.get("schema/")
    assert answered["Content-Type"].startswith("application/vnd.oai.openapi+json")
    assert answered.json()["info"]["title"] == "Sdadata API"


OPERATIONS = [(one["method"], one["path"]) for _, operations in operation_groups() for one in operations]


@pytest.fixture
def place() -> dict[str, Any]:
    """A tournament with a closed and a running round, a report, a dispute, a webhook; and a director's token."""
    tournament = make_tournament()
    first = make_round(tournament, [make_entrants(tournament, 4)], state="playing")
    director = make_member(tournament)
    _, text = issue_token(user=director, name="fuzz", scopes=list(Scope.values), days=1)
    confirm(first, [[50, 40, 30, 20]])
    close(first)
    version = issue_standings(tournament=tournament, stage=first.stage, after_round=1, actor=None)
    make_round(tournament, [list(tournament.entrants.all())], state="playing")
    dispute = open_dispute(tournament_id=tournament.pk, case=CASE, actor=director)
    webhook = add_webhook(tournament=tournament, url="https://example.org/", kinds=[], actor=director)
    return {
        "headers": {"Authorization": f"Bearer {text}"},
        "slug": tournament.slug,
        "number": 1,
        "table_id": first.tables.get().pk,
        "version_id": version.pk,
        "dispute_id": dispute.pk,
        "webhook_id": webhook.pk,
        "token_id": 1,
        "penalty_id": 1,
        "circuit": circuit_with(finished(1)).slug,
    }


@pytest.mark.parametrize(
    ("method", "path"), [one for one in OPERATIONS if one[0] == "GET" and "token" not in one[1]]
)
def test_an_answer_has_the_shape_that_the_document_promises(
    place: dict[str, Any], method: str, path: str
) -> None:
    answered = Client().get(path.format(**place), headers=place["headers"])
    assert answered.status_code == 200
    document = schema_document()
    promised = document["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    validator = Draft202012Validator({**promised, "components": document["components"]})
    assert [one.message for one in validator.iter_errors(answered.json())] == []


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
@settings(max_examples=8, suppress_health_check=list(HealthCheck), deadline=None)
@given(data=st.data())
def test_whatever_is_sent_nothing_breaks(
    place: dict[str, Any], method: str, path: str, data: st.DataObject
) -> None:
    cache.clear()
    operation = schemathesis.openapi.from_dict(schema_document())[path][method]
    case = data.draw(operation.as_strategy())
    known = data.draw(st.booleans())
    parameters = place if known else {**place, **(case.path_parameters or {})}
    address = path.format(**{name: quote(str(value), safe="") for name, value in parameters.items()})
    body = case.body if isinstance(case.body, list | dict | str | int | float | bool | None) else None
    with transaction.atomic():
        answered = Client().generic(
            method,
            f"{address}?{urlencode(case.query or {}, doseq=True, errors='replace')}",
            json.dumps(body).encode(errors="replace"),
            content_type="application/json",
            headers=place["headers"],
        )
        transaction.set_rollback(True)
    assert answered.status_code < 500
    promised = schema_document()["paths"][path][method.lower()]["responses"]
    assert str(answered.status_code) in promised or answered.status_code in {400, 404}


@pytest.mark.parametrize("path", ["adjudications/", "seatings/", "standings/", "odds/"])
@settings(max_examples=25, suppress_health_check=list(HealthCheck), deadline=None)
@given(document=anything())
def test_any_document_gets_an_answer_or_its_defects(path: str, document: Any) -> None:
    cache.clear()
    answered = Client().post(f"/api/v1/{path}", json.dumps(document), content_type="application/json")
    assert answered.status_code in {200, 422}
    assert answered.status_code == 200 or answered.json()["errors"]
