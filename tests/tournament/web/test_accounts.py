"""Accounts and errors in the product's own frame: sign in, sign up, code, second factor, and pages for what fails."""

import re
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path

from tests.factories import make_member, make_tournament, make_user
from tournament.models import User

pytestmark = pytest.mark.django_db


def broken(_request: HttpRequest) -> HttpResponse:
    raise RuntimeError("on purpose")


def unreadable(_request: HttpRequest) -> HttpResponse:
    raise BadRequest


urlpatterns = [path("broken/", broken), path("unreadable/", unreadable), path("", include("config.urls"))]


@pytest.mark.parametrize(
    "address",
    ["login/", "signup/", "login/code/", "password/reset/", "email/", "password/change/", "2fa/", "logout/"],
)
def test_every_account_page_stands_in_our_frame(client: Client, address: str) -> None:
    if address in {"email/", "password/change/", "2fa/", "logout/"}:
        user = make_user()
        user.set_password("una password lunga")
        user.save()
        client.force_login(user)
    page = client.get(f"/accounts/{address}")
    assert (page.status_code, "base.html" in {template.name for template in page.templates}) == (200, True)


def test_signing_up_and_in_leads_back_to_where_it_was_asked(client: Client) -> None:
    form = {"email": "a@example.org", "username": "arbitro", "password1": "una password lunga"}
    answer = client.post("/accounts/signup/?next=/new/", form)
    assert answer["Location"] == "/new/"
    client.post("/accounts/logout/")
    sent = {"login": "arbitro", "password": "una password lunga", "next": "/new/"}
    assert client.post("/accounts/login/", sent)["Location"] == "/new/"
    assert User.objects.get().email == "a@example.org"


def test_a_code_by_mail_signs_in(client: Client) -> None:
    make_user(username="livia")
    User.objects.update(email="livia@example.org")
    client.post("/accounts/login/code/", {"email": "livia@example.org"})
    code = re.search(r"\n([A-Z0-9-]{6,9})\n", mail.outbox[0].body)
    assert code is not None
    answer = client.post("/accounts/login/code/confirm/", {"code": code[1]})
    assert (answer.status_code, "_auth_user_id" in client.session) == (302, True)


def test_guessing_a_password_is_stopped(client: Client) -> None:
    user = make_user(username="livia")
    user.set_password("una password lunga")
    user.save()
    for _ in range(6):
        client.post("/accounts/login/", {"login": "livia", "password": "sbagliata"})
    client.post("/accounts/login/", {"login": "livia", "password": "una password lunga"})
    assert "_auth_user_id" not in client.session


@override_settings(ROOT_URLCONF=__name__)
@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/broken/", 500, "Qualcosa non ha funzionato"),
        ("/unreadable/", 400, "Richiesta non leggibile"),
        ("/nothing/here/", 404, "There is nothing at this address"),
    ],
)
def test_what_fails_says_so_in_plain_words(address: str, status: int, words: str) -> None:
    page = Client(raise_request_exception=False, headers={"Accept-Language": "en"}).get(address)
    assert (page.status_code, words in page.content.decode()) == (status, True)


def test_a_form_that_was_open_too_long_saves_nothing() -> None:
    tournament = make_tournament()
    client = Client(enforce_csrf_checks=True, headers={"Accept-Language": "en"})
    client.force_login(make_member(tournament))
    page = client.post(f"/t/{tournament.slug}/direct/entries/", {"name": "Aldo Rossi"})
    assert (page.status_code, "This page was open too long" in page.content.decode()) == (403, True)
    assert tournament.entrants.count() == 0


def test_the_wrong_role_is_told_whom_to_ask(client: Client) -> None:
    tournament = make_tournament()
    client.force_login(make_user())
    client.cookies["django_language"] = "en"
    page = client.get(f"/t/{tournament.slug}/direct/")
    assert (page.status_code, "Your role does not open this page" in page.content.decode()) == (403, True)


@pytest.mark.parametrize("away", ["https://evil.example/", "//evil.example/", "/\\evil.example"])
def test_nobody_is_led_out_of_the_site(client: Client, away: str) -> None:
    user = make_user(username="livia")
    user.set_password("una password lunga")
    user.save()
    sent = {"login": "livia", "password": "una password lunga", "language": "en", "next": away}
    for address in ("/accounts/login/", "/i18n/setlang/", "/accounts/logout/"):
        place = client.post(address, sent).headers.get("Location", "")
        assert (urlsplit(place).netloc, "evil" in place) == ("", False), address
    assert client.post("/i18n/setlang/", {"language": "en", "next": "/new/"})["Location"] == "/new/"
