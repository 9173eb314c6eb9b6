"""The OpenAPI document: without a warning, complete, true; whatever is sent after it, nothing breaks."""

import functools
import json
from dataclasses import replace
from pathlib import Path
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

from scoring.formulas import TeamRule
from scoring.presets import preset
from tests.factories import make_entrants, make_member, make_person, make_round, make_tournament
from tests.results import close, confirm
from tests.tournament.api.conftest import Api
from tests.tournament.services.test_slip_photos import photo
from tests.tournament.web.test_circuits import circuit_of as circuit_with
from tests.tournament.web.test_season import finished
from tournament.api.examples import CASE, GAMES, SEATING
from tournament.api.openapi import operation_groups, schema_document
from tournament.api.urls import urlpatterns
from tournament.models import BanScope, Job, Person, Role, Scope, Tournament
from tournament.services.bans import give_ban
from tournament.services.disputes import open_dispute
from tournament.services.invitations import invite
from tournament.services.results import Report, correct_result
from tournament.services.snapshots import take_snapshot_by_hand
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


OPERATIONS = {
    tag: [(one["method"], one["path"]) for one in operations] for tag, operations in operation_groups()
}


@pytest.fixture
def place(settings: Any, tmp_path: Path) -> dict[str, Any]:
    """A tournament with one of everything that an address can name, and a director's token."""
    settings.MEDIA_ROOT = tmp_path
    tournament = make_tournament(formula=replace(preset("raduno"), teams=TeamRule(2)).to_document())
    people = make_entrants(tournament, 9)
    first = make_round(tournament, [people[:4], people[4:8]], state="playing")
    director = make_member(tournament)
    _, text = issue_token(user=director, name="fuzz", scopes=list(Scope.values), days=1)
    confirm(first, [[50, 40, 30, 20], [60, 40, 30, 20]])
    close(first)
    version = issue_standings(tournament=tournament, stage=first.stage, after_round=1, actor=None)
    table = first.tables.order_by("number")[0]
    report = Report(totals={1: 52, 2: 40, 3: 30, 4: 20}, photo=photo())
    corrected = correct_result(table_id=table.pk, report=report, reporter=director, reason="letto male")
    make_round(tournament, [people[:4], people[4:]], state="playing")
    printed = {"file": "pack.pdf", "type": "application/pdf"}
    held = finished(1)
    invited = invite(tournament_id=tournament.pk, role=Role.DESK, actor=director)
    return {
        "headers": {"Authorization": f"Bearer {text}"},
        "slug": tournament.slug,
        "number": 1,
        "table_id": table.pk,
        "version_id": version.pk,
        "dispute_id": open_dispute(tournament_id=tournament.pk, case=CASE, actor=director).pk,
        "webhook_id": add_webhook(
            tournament=tournament, url="https://example.org/", kinds=[], actor=director
        ).pk,
        "token_id": 1,
        "penalty_id": 1,
        "circuit": circuit_with(held, keeper=director).slug,
        "keeper_id": director.pk,
        "correction_id": corrected.pk,
        "job_id": Job.objects.create(
            tournament=tournament,
            kind="paper-pack",
            state="done",
            requested_by=director,
            result=printed,
            output=b"%PDF",
        ).pk,
        "import_id": 1,
        "snapshot_id": take_snapshot_by_hand(tournament_id=tournament.pk, actor=director).pk,
        "invitation_id": invited.invitation.pk,
        "member_id": tournament.memberships.get().pk,
        "ban_id": give_ban(
            tournament_id=tournament.pk,
            person_id=make_person().pk,
            scope=BanScope.ORGANISER,
            starts_on=tournament.starts_on,
            ends_on=None,
            reason="lite",
            actor=director,
        ).pk,
        "key": make_person().public_key,
        "person": champion_of(held).public_key,
        "year": 2026,
    }


def champion_of(tournament: Tournament) -> Person:
    """Somebody with a public result."""
    return Person.objects.get(entries=tournament.entrants.order_by("number")[0])


PHOTO = "/api/v1/tournaments/{slug}/tables/{table_id}/submissions/{number}/photo/"
ASKED = {
    PHOTO: {"number": "2"},
    "/api/v1/tournaments/{slug}/rounds/{number}/repairs/": {"number": "2", "query": "?remove=1"},
}
"""What a read needs beyond the place."""


@pytest.mark.parametrize("tag", OPERATIONS)
def test_an_answer_has_the_shape_that_the_document_promises(place: dict[str, Any], tag: str) -> None:
    document = schema_document()
    for method, path in OPERATIONS[tag]:
        promised = document["paths"][path][method.lower()]["responses"].get("200", {}).get("content", {})
        if method != "GET" or "token" in path:
            continue
        asked = place | ASKED.get(path, {})
        answered = Client().get(path.format(**asked) + asked.get("query", ""), headers=place["headers"])
        assert (path, answered.status_code) == (path, 200)
        kind = answered["Content-Type"].split(";")[0]
        assert (path, kind) == (path, next(iter(promised)))
        if kind == "application/json":
            shape = {**promised[kind]["schema"], "components": document["components"]}
            wrong = [one.message for one in Draft202012Validator(shape).iter_errors(answered.json())]
            assert (path, wrong) == (path, [])


@pytest.mark.parametrize("tag", OPERATIONS)
def test_whatever_is_sent_nothing_breaks(place: dict[str, Any], tag: str) -> None:
    for method, path in OPERATIONS[tag]:
        _send_anything(place, method, path)


@functools.cache
def whole_api() -> Any:
    """The document as schemathesis reads it: once for all operations."""
    return schemathesis.openapi.from_dict(schema_document())


def _send_anything(place: dict[str, Any], method: str, path: str) -> None:
    """Send what the document allows, and more, to one operation; what it does is taken back."""
    operation = whole_api()[path][method]
    promised = schema_document()["paths"][path][method.lower()]["responses"]

    @settings(max_examples=8, suppress_health_check=list(HealthCheck), deadline=None, database=None)
    @given(case=operation.as_strategy(), known=st.booleans())
    def sent(case: Any, known: bool) -> None:
        cache.clear()
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
        assert answered.status_code < 500, (method, address, body)
        assert str(answered.status_code) in promised or answered.status_code in {400, 404}, (method, path)

    sent()


@pytest.mark.parametrize("path", ["adjudications/", "seatings/", "standings/", "odds/"])
@settings(max_examples=25, suppress_health_check=list(HealthCheck), deadline=None)
@given(document=anything())
def test_any_document_gets_an_answer_or_its_defects(path: str, document: Any) -> None:
    cache.clear()
    answered = Client().post(f"/api/v1/{path}", json.dumps(document), content_type="application/json")
    assert answered.status_code in {200, 422}
    assert answered.status_code == 200 or answered.json()["errors"]
