"""What operators read: figures for Prometheus, and a log whose lines belong to a request."""

import json
import logging
from typing import Any

import pytest
from django.test import Client

from config.settings import LOGGING
from tests.factories import make_entrants, make_round, make_tournament
from tests.results import confirm
from tournament.web.observe import JSONLines, RequestFacts, WithoutLinks

pytestmark = pytest.mark.django_db


def figures(client: Client) -> dict[str, float]:
    """Every figure by its name and labels."""
    lines = client.get("/metrics").content.decode().splitlines()
    return {
        line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1]) for line in lines if not line.startswith("#")
    }


def test_requests_and_results_are_counted(client: Client) -> None:
    tournament = make_tournament()
    round_ = make_round(tournament, [make_entrants(tournament, 4)])
    round_.report = {"criteria": [{"criterion": "clubs", "value": 3, "lower_bound": 1}]}
    round_.save()
    confirm(round_, [[50, 40, 30, 20]])
    name = 'sdadata_requests_total{method="GET",page="healthz",status="200"}'
    before = figures(client).get(name, 0)
    client.get("/healthz")
    found = figures(client)
    assert found[name] - before == 1
    assert found['sdadata_submissions{state="confirmed"}'] == 1
    assert found['sdadata_seating_gap{criterion="clubs"}'] == 2
    assert found["sdadata_unconfirmed_age_seconds"] == 0


def test_figures_are_for_this_machine_or_the_token(client: Client, settings: Any) -> None:
    assert client.get("/metrics", REMOTE_ADDR="192.0.2.7").status_code == 403
    assert client.get("/metrics", REMOTE_ADDR="").status_code == 403
    assert client.get("/metrics", headers={"X-Forwarded-For": "192.0.2.7"}).status_code == 403
    settings.METRICS_TOKEN = "geheim"
    assert client.get("/metrics").status_code == 403
    assert client.get("/metrics", headers={"Authorization": "Bearer geheim"}).status_code == 200


def test_a_request_keeps_a_proxys_id_or_gets_its_own(client: Client) -> None:
    assert client.get("/healthz", headers={"X-Request-ID": "abc-12345"})["X-Request-ID"] == "abc-12345"
    own = client.get("/healthz", headers={"X-Request-ID": "<script>"})["X-Request-ID"]
    assert len(own) == 16


def test_a_line_of_the_log_is_json_with_its_request(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "sdadata.request")
    caplog.handler.addFilter(RequestFacts())
    client.get("/t/none/", headers={"X-Request-ID": "abc-12345"})
    lines = {one.name: one for one in caplog.records}
    assert lines["django.request"].__dict__["tournament"] == "none"  # what is said before the answer, too
    record = lines["sdadata.request"]
    line = json.loads(JSONLines().format(record))
    assert [line["request_id"], line["tournament"], line["status"], line["message"]] == [
        "abc-12345",
        "none",
        404,
        "GET /t/none/ 404",
    ]


def test_no_line_of_the_log_opens_somebodys_page(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    assert "links" in LOGGING["handlers"]["console"]["filters"]
    caplog.set_level(logging.INFO)
    with caplog.filtering(WithoutLinks()):
        for address in ("/me/wholly-secret/", "/me/wholly-secret/here/", "/invitation/wholly-secret/"):
            client.get(address)
    assert "wholly-secret" not in caplog.text
    assert "GET /me/…/here/ 404" in caplog.text


def test_a_failure_is_in_the_log_with_its_traceback() -> None:
    try:
        raise ValueError("kaputt")
    except ValueError as error:
        facts = (type(error), error, error.__traceback__)
    record = logging.LogRecord("x", logging.ERROR, __file__, 1, "failed", (), facts)
    assert json.loads(JSONLines().format(record))["error"].endswith("ValueError: kaputt")
