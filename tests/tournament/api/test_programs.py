"""Tokens and webhooks: made, used, ended; events told, signed, tried again, given up."""

import hashlib
import hmac
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import make_tournament
from tests.tournament.api.conftest import Api
from tournament.errors import InvalidInput
from tournament.models import ApiToken, Round, Tournament, User, WebhookDelivery
from tournament.services import webhooks
from tournament.services.records import lock_tournament, record_event
from tournament.services.tokens import issue_token, token_for
from tournament.services.webhooks import (
    MOST_WEBHOOKS,
    WAITS_S,
    add_webhook,
    collect,
    deliver,
    due,
    set_active,
)
from tournament.tasks import tell_webhooks

pytestmark = pytest.mark.django_db


class Listener:
    """A program on this machine that takes what it is told and answers as it was set to."""

    def __init__(self) -> None:
        self.status = 204
        self.heard: list[tuple[dict[str, str], bytes]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.heard.append((dict(self.headers), body))
                self.send_response(outer.status)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook?a=1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def listener() -> Iterator[Listener]:
    one = Listener()
    yield one
    one.server.shutdown()
    one.server.server_close()


def happen(tournament: Tournament, kind: str = "result_confirmed") -> None:
    record_event(lock_tournament(tournament.pk), kind, subject="Aldo Rossi")


def test_what_happens_is_told_once_and_signed(
    tournament: Tournament, director: User, listener: Listener, django_capture_on_commit_callbacks: Any
) -> None:
    happen(tournament)
    hook = add_webhook(tournament=tournament, url=listener.url, kinds=[], actor=director)
    happen(tournament)
    assert [tell_webhooks(), tell_webhooks()] == [1, 0]
    (headers, body), *more = listener.heard
    assert more == []
    assert json.loads(body)["kind"] == headers["Sdadata-Event"] == "result_confirmed"
    assert json.loads(body)["tournament"] == tournament.slug
    assert b"Rossi" not in body
    text = headers["Sdadata-Timestamp"].encode() + b"." + body
    expected = hmac.new(hook.secret.encode(), text, hashlib.sha256).hexdigest()
    assert headers["Sdadata-Signature"] == f"sha256={expected}"
    delivery = WebhookDelivery.objects.get()
    assert [delivery.state, delivery.status, delivery.attempts] == ["delivered", 204, 1]


def test_a_chat_gets_its_sentence(tournament: Tournament, director: User, listener: Listener) -> None:
    add_webhook(
        tournament=tournament,
        url=listener.url,
        kinds=[],
        actor=director,
        is_chat=True,
        origin="http://hall/",
    )
    happen(tournament, "standings_issued")
    collect()
    deliver(due()[0])
    _headers, body = listener.heard[0]
    assert list(json.loads(body)) == ["text"]


def test_only_the_kinds_asked_for_are_told(
    tournament: Tournament, director: User, listener: Listener
) -> None:
    hook = add_webhook(tournament=tournament, url=listener.url, kinds=["round_closed"], actor=director)
    happen(tournament)
    happen(tournament, "round_closed")
    assert collect() == 1
    set_active(webhook=hook, active=False)
    assert [due(), collect()] == [[], 0]


def test_a_delivery_is_tried_again_later_and_later_then_given_up(
    tournament: Tournament, director: User, listener: Listener
) -> None:
    listener.status = 500
    add_webhook(tournament=tournament, url=listener.url, kinds=[], actor=director)
    happen(tournament)
    collect()
    waits = []
    for _ in range(len(WAITS_S) + 1):
        WebhookDelivery.objects.update(next_try_at=timezone.now() - timedelta(seconds=1))
        tried = deliver(due()[0])
        assert tried is not None
        waits.append(round((tried.next_try_at - timezone.now()).total_seconds(), -1))
    assert waits[: len(WAITS_S)] == [float(wait) for wait in WAITS_S]
    last = WebhookDelivery.objects.get()
    assert [last.state, last.error, last.attempts] == ["given_up", "HTTP 500", len(WAITS_S) + 1]
    assert due() == []


def test_nobody_there_is_noted_and_not_raised(tournament: Tournament, director: User) -> None:
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{deaf.getsockname()[1]}/"
        add_webhook(tournament=tournament, url=address, kinds=[], actor=director)
        happen(tournament)
        collect()
        tried = deliver(due()[0])
    assert tried is not None
    assert [tried.state, tried.status, tried.error.split(":")[0]] == [
        "waiting",
        None,
        "ConnectionRefusedError",
    ]
    assert deliver(tried.pk) is None


def test_who_answers_a_letter_at_a_time_holds_no_worker(
    tournament: Tournament, director: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "DEADLINE_S", 0.2, raising=False)
    said: list[int] = []

    def dribble(server: socket.socket) -> None:
        taken, _ = server.accept()
        with taken, suppress(OSError):
            while len(said) < 40:
                said.append(taken.send(b"H"))
                time.sleep(0.05)

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=dribble, args=(server,), daemon=True).start()
        address = f"http://127.0.0.1:{server.getsockname()[1]}/"
        add_webhook(tournament=tournament, url=address, kinds=[], actor=director)
        happen(tournament)
        collect()
        tried = deliver(due()[0])
    assert tried is not None
    assert [tried.state, tried.status] == ["waiting", None]
    assert 0 < len(said) < 40


def test_no_stranger_reaches_into_our_network(
    tournament: Tournament, director: User, listener: Listener, settings: Any
) -> None:
    settings.PRODUCTION = True
    add_webhook(tournament=tournament, url=listener.url, kinds=[], actor=director)
    happen(tournament)
    collect()
    tried = deliver(due()[0])
    assert tried is not None
    assert tried.error == "UnreachableAddress: 127.0.0.1 is not a public address"
    assert listener.heard == []


def test_webhooks_are_kept_over_the_api(
    tournament: Tournament, director: User, referee: User, as_user: Callable[..., Api]
) -> None:
    api, base = as_user(director), f"tournaments/{tournament.slug}/webhooks/"
    new = api.post(base, {"url": "https://example.org/hook", "kinds": ["round_closed"]})
    assert [new.status_code, len(new.json()["secret"])] == [201, 43]
    assert api.post(base, {"url": "https://example.org/hook"}).status_code == 422
    assert api.post(base, {"url": "ftp://example.org/hook"}).status_code == 422
    assert [("secret" in one, one["kinds"]) for one in api.get(base).json()] == [(False, ["round_closed"])]
    happen(tournament, "round_closed")
    collect()
    log = api.get(f"{base}{new.json()['id']}/deliveries/").json()
    assert [one["kind"] for one in log["results"]] == ["round_closed"]
    assert as_user(referee).get(base).status_code == 403
    assert api.delete(f"{base}{new.json()['id']}/").status_code == 204
    assert api.delete(f"{base}{new.json()['id']}/").status_code == 404
    for number in range(MOST_WEBHOOKS):
        add_webhook(tournament=tournament, url=f"https://example.org/{number}", kinds=[], actor=director)
    assert api.post(base, {"url": "https://example.org/more"}).status_code == 422


def test_a_token_is_made_used_and_ended_by_a_person(round_: Round, director: User) -> None:
    client = Client()
    client.force_login(director)
    slug = round_.tournament.slug
    body = {"name": "Tabellone", "scopes": ["read", "rounds"], "days": 2, "tournament": slug}
    made = client.post("/api/v1/tokens/", body, content_type="application/json")
    assert [made.status_code, made.json()["tournament"]] == [201, slug]
    program = Api(Authorization=f"Bearer {made.json()['token']}")
    assert program.get("tokens/").status_code == 403
    assert (
        program.post(f"tournaments/{slug}/rounds/1/close/", {"override_reason": "prova"}).status_code == 200
    )
    assert [one["name"] for one in client.get("/api/v1/tokens/").json()] == ["Tabellone"]
    assert client.delete(f"/api/v1/tokens/{made.json()['id']}/").json()["revoked_at"] is not None
    assert program.get(f"tournaments/{slug}/").status_code == 401
    assert client.delete("/api/v1/tokens/99999/").status_code == 404
    assert Client().get("/api/v1/tokens/").status_code == 401


def test_a_token_of_one_tournament_opens_no_other(
    director: User, round_: Round, as_user: Callable[..., Api]
) -> None:
    _, text = issue_token(user=director, name="x", scopes=["rounds"], days=1, tournament=make_tournament())
    program = Api(Authorization=f"Bearer {text}")
    assert program.post(f"tournaments/{round_.tournament.slug}/rounds/1/close/", {}).status_code == 403


def test_only_a_hash_is_kept_and_an_expired_token_is_none(director: User) -> None:
    token, text = issue_token(user=director, name="x", scopes=["read"], days=1)
    assert text not in str(ApiToken.objects.filter(pk=token.pk).values().get())
    found = token_for(text)
    assert found is not None
    assert found.user == director
    ApiToken.objects.update(expires_at=timezone.now())
    assert token_for(text) is None


@pytest.mark.parametrize(
    "wrong", [{"name": " "}, {"scopes": []}, {"scopes": ["all"]}, {"days": 0}, {"days": 367}]
)
def test_an_unusable_token_is_refused(director: User, wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        issue_token(user=director, **({"name": "x", "scopes": ["read"], "days": 1} | wrong))
