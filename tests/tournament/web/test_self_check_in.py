"""The screen shows the code, a phone types it and presses a name; a personal link needs the code alone."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.factories import make_entrants, make_member, make_tournament
from tournament.models import EntrantState, Tournament
from tournament.services.links import personal_token
from tournament.services.self_check_in import room_code

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    cache.clear()
    tournament = make_tournament(registration={"self_check_in": True})
    make_entrants(tournament, 3)
    tournament.entrants.update(state=EntrantState.CONFIRMED)
    return tournament


@pytest.fixture
def phone() -> Client:
    return Client(headers={"accept-language": "en"})


def test_the_screen_shows_the_code_to_those_who_work_here(
    client: Client, phone: Client, tournament: Tournament
) -> None:
    where = f"/t/{tournament.slug}/here/code/"
    assert phone.get(where).status_code == 302
    client.force_login(make_member(tournament))
    page = client.get(where)
    assert page.context["code"] in page.content.decode()
    headers = {"X-Fragments": "1", "If-None-Match": page["ETag"]}
    assert client.get(where, headers=headers).status_code in {200, 304}  # 200 when the minute has just turned
    tournament.check_in_closed_at = timezone.now()
    tournament.save()
    client.cookies["django_language"] = "en"
    assert "Please go to the desk" in client.get(where).content.decode()


def test_a_phone_types_the_code_and_presses_a_name(phone: Client, tournament: Tournament) -> None:
    where, code = f"/t/{tournament.slug}/here/", room_code(tournament.pk)
    private = tournament.entrants.get(number=2)
    assert private.person is not None
    private.person.consent_name = False
    private.person.save()
    assert "Code on the screen" in phone.get(where).content.decode()
    assert phone.get(f"{where}?code=WRONG").status_code == 422
    page = phone.get(f"{where}?code={code.lower()}").content.decode()
    assert (private.public_name in page, private.full_name in page) == (True, False)
    assert "You are here" in phone.post(where, {"code": code, "entrant": "1"}).content.decode()
    assert tournament.entrants.get(number=1).state == EntrantState.CHECKED_IN
    shown = phone.get(f"{where}?code={code}").context["names"]
    assert sorted(one["number"] for one in shown) == [2, 3]  # a pseudonym sorts anywhere
    assert phone.post(where, {"code": "WRONG", "entrant": "2"}).status_code == 422
    assert phone.post(where, {"code": code, "entrant": "99"}).status_code == 404
    tournament.check_in_closed_at = timezone.now()
    tournament.save()
    assert phone.get(f"{where}?code={code}").status_code == 409


@pytest.mark.parametrize("people", [1, 30])
def test_the_list_asks_the_same_for_1_and_30(
    phone: Client, tournament: Tournament, people: int, django_assert_num_queries: Any
) -> None:
    make_entrants(tournament, people)
    tournament.entrants.update(state=EntrantState.CONFIRMED)
    where = f"/t/{tournament.slug}/here/?code={room_code(tournament.pk)}"
    with django_assert_num_queries(2):
        phone.get(where)


def test_a_personal_link_needs_only_the_code(phone: Client, tournament: Tournament) -> None:
    entrant = tournament.entrants.get(number=3)
    where = f"/me/{personal_token(entrant)}/here/"
    assert phone.get(where)["X-Robots-Tag"] == "noindex"
    assert phone.post(where, {"code": "WRONG"}).status_code == 422
    assert phone.post(where, {"code": room_code(tournament.pk)})["Location"] == where.removesuffix("here/")
    assert "You are marked as here" in phone.get(where).content.decode()
    assert phone.get("/me/nonsense/here/").status_code == 404


def test_where_the_roll_is_called_by_voice_there_is_no_such_page(
    phone: Client, tournament: Tournament
) -> None:
    tournament.registration = {}
    tournament.save()
    assert phone.get(f"/t/{tournament.slug}/here/").status_code == 404
    assert phone.get(f"/me/{personal_token(tournament.entrants.get(number=1))}/here/").status_code == 404


def test_wrong_codes_count_and_right_ones_do_not(
    phone: Client, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.web.self_check_in.MOST_MISTAKES", 2)
    where, right = f"/t/{tournament.slug}/here/", room_code(tournament.pk)
    assert [phone.get(where, {"code": right}).status_code for _ in range(5)] == [200] * 5
    assert [phone.post(where, {"code": "WRONG"}).status_code for _ in range(3)] == [422, 422, 429]
    assert phone.get(where, {"code": right}).status_code == 429
