"""The console's room for other programs: keys and addresses made, shown once, ended."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_member, make_tournament
from tournament.models import ApiToken, Role, Tournament, User, WebhookEndpoint
from tournament.services.records import lock_tournament, record_event
from tournament.services.tokens import issue_token, token_for
from tournament.services.webhooks import collect

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def director(client: Client, tournament: Tournament) -> User:
    user = make_member(tournament)
    client.force_login(user)
    return user


def at(name: str, tournament: Tournament, *rest: int) -> str:
    return reverse(f"direct-{name}", args=[tournament.slug, *rest])


def test_a_key_is_shown_once_and_ended(client: Client, tournament: Tournament, director: User) -> None:
    made = client.post(at("token-new", tournament), {"name": "Tabellone", "scopes": ["read"], "days": "30"})
    key = made.context["shown_once"]
    found = token_for(key)
    assert found is not None
    assert [found.tournament, found.user, made["Cache-Control"]] == [tournament, director, "no-store"]
    assert key not in client.get(at("programs", tournament)).content.decode()
    client.post(at("token-end", tournament, found.pk))
    assert token_for(key) is None
    other, _ = issue_token(user=make_member(tournament), name="x", scopes=["read"], days=1)
    assert client.post(at("token-end", tournament, other.pk)).status_code == 404


def test_a_chat_is_told_in_sentences(client: Client, tournament: Tournament, director: User) -> None:
    client.post(at("webhook-new", tournament), {"url": "https://chat.example.org/", "is_chat": "on"})
    hook = WebhookEndpoint.objects.get()
    assert [hook.is_chat, hook.origin] == [True, "http://testserver/"]
    assert "chat.example.org" in client.get(at("programs", tournament)).content.decode()


def test_an_address_is_told_and_paused(client: Client, tournament: Tournament, director: User) -> None:
    added = client.post(
        at("webhook-new", tournament), {"url": "https://example.org/", "kinds": "round_closed, round_started"}
    )
    hook = WebhookEndpoint.objects.get()
    assert [added.context["shown_once"], hook.kinds] == [hook.secret, ["round_closed", "round_started"]]
    record_event(lock_tournament(tournament.pk), "round_closed")
    collect()
    assert [one.event.kind for one in client.get(at("programs", tournament)).context["deliveries"]] == [
        "round_closed"
    ]
    for active in (False, True):
        client.post(at("webhook-switch", tournament, hook.pk))
        hook.refresh_from_db()
        assert hook.active is active
    assert client.post(at("webhook-switch", tournament, 9999)).status_code == 404


def test_what_is_refused_is_said_and_kept(client: Client, tournament: Tournament, director: User) -> None:
    token = client.post(at("token-new", tournament), {"name": "Tabellone", "days": "30"})
    assert [token.status_code, token.context["posted"]["name"]] == [422, "Tabellone"]
    long = f"https://example.org/{'a' * 300}"
    for url in ("ftp://example.org/", "http://[::1", "https://a b/", "https://example.org:x/", long):
        address = client.post(at("webhook-new", tournament), {"url": url})
        assert [address.status_code, address.context["posted"]["url"]] == [422, url]
    posted = {"url": "https://example.org/", "kinds": "round_closed, round_clsoed"}
    mistyped = client.post(at("webhook-new", tournament), posted)
    assert [mistyped.status_code, mistyped.context["posted"]["kinds"]] == [422, posted["kinds"]]
    assert "“round_clsoed”" in mistyped.content.decode()
    assert [ApiToken.objects.count(), WebhookEndpoint.objects.count()] == [0, 0]


def test_only_directors_come_in(client: Client, tournament: Tournament) -> None:
    client.force_login(make_member(tournament, Role.REFEREE))
    assert client.get(at("programs", tournament)).status_code == 403
    assert client.post(at("token-new", tournament), {}).status_code == 403
