"""The door in a browser's eyes: register, keep the link, amend, withdraw; the desk answers; letters go out."""

import re
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from kombu.exceptions import OperationalError

from tests.factories import make_member, make_person, make_tournament
from tournament.models import Entrant, Role, Tournament, TournamentState
from tournament.selectors.registration import DoorPlan, Question
from tournament.services.door import set_door
from tournament.services.links import personal_token
from tournament.tasks import bulk_send_letter

pytestmark = pytest.mark.django_db

ALDO = {"first_name": "ALDO", "last_name": "rossi", "consent_data": "on"}


@pytest.fixture(autouse=True)
def _no_tries_yet() -> None:
    cache.clear()


@pytest.fixture
def guest() -> Client:
    return Client(headers={"accept-language": "en"})


def opened(plan: dict[str, bool] | None = None, **fields: Any) -> Tournament:
    ahead: dict[str, Any] = {
        "starts_on": date(2126, 5, 4),
        "ends_on": date(2126, 5, 5),
        "state": TournamentState.OPEN,
    }
    tournament = make_tournament(**(ahead | {"language": "en"} | fields))
    asked = (Question("dinner", "Dinner?", choices=("yes", "no")),)
    switches: dict[str, Any] = {"is_offered": True} | (plan or {})
    return set_door(
        tournament_id=tournament.pk, actor=None, opens_at=None, closes_at=None, questions=asked, **switches
    )


def register(client: Client, tournament: Tournament, **typed: str) -> Any:
    return client.post(f"/t/{tournament.slug}/register/", ALDO | typed)


def test_somebody_registers_confirms_the_address_amends_and_withdraws(
    guest: Client, mailoutbox: list[Any]
) -> None:
    tournament = opened()
    assert "Dinner?" in guest.get(f"/t/{tournament.slug}/register/").content.decode()
    answer = register(guest, tournament, email="aldo@example.org", **{"question-dinner": "yes"})
    entrant = tournament.entrants.get()
    assert (answer.status_code, answer["Referrer-Policy"], entrant.full_name) == (
        302,
        "strict-origin",
        "Aldo Rossi",
    )
    own = answer["Location"].removesuffix("?new=1")
    assert "You are entered with number 1" in guest.get(answer["Location"]).content.decode()
    assert mailoutbox[0].to == ["aldo@example.org"]
    assert mailoutbox[0].subject == "Raduno di Prova: you are registered"
    found = re.search(r"http://testserver(/email/\S+)", mailoutbox[0].body)
    assert found is not None
    assert "One press" in guest.get(found[1]).content.decode()
    assert "Your address is confirmed" in guest.post(found[1]).content.decode()
    assert guest.post("/email/nonsense/").status_code == 404
    entrant.refresh_from_db()
    page = guest.post(own, ALDO | {"version": str(entrant.version), "club": "Drago"})
    assert page["Location"].endswith("?saved=1")
    assert guest.post(own, ALDO | {"version": "0"}).status_code == 409
    assert guest.post(f"{own}withdraw/").status_code == 302
    assert "This entry has been withdrawn" in guest.get(own).content.decode()
    assert guest.post(f"{own}withdraw/").status_code == 409


def test_who_withdraws_gives_the_place_to_the_list(guest: Client, mailoutbox: list[Any]) -> None:
    tournament = opened(capacity=1)
    first = register(guest, tournament)["Location"].removesuffix("?new=1")
    second = register(guest, tournament, first_name="Bruna", email="b@example.org")["Location"]
    assert "number 1 on the waiting list" in guest.get(second).content.decode()
    guest.post(f"{first}withdraw/")
    assert [one.subject.split(": ")[1] for one in mailoutbox] == [
        "you are on the waiting list",
        "a place is yours",
    ]


def test_mistakes_keep_what_was_typed_and_say_what_to_do(guest: Client, mailoutbox: list[Any]) -> None:
    tournament = opened()
    assert register(guest, tournament, consent_data="").status_code == 422
    assert register(guest, tournament, is_minor="on").status_code == 422
    register(guest, tournament, email="a@example.org")
    page = register(guest, tournament, email="c@example.org")
    assert (page.status_code, "I am somebody else" in page.content.decode()) == (409, True)
    assert register(guest, tournament, email="a@example.org").status_code == 409
    assert mailoutbox[-1].subject == "Raduno di Prova: your personal link"
    assert register(guest, tournament, is_somebody_else="on").status_code == 302
    assert tournament.entrants.count() == 2


def test_one_registers_the_family_with_club_and_contact_filled_in(guest: Client) -> None:
    tournament = opened({"by_code_only": True})
    code = str(tournament.registration["join_code"])
    first = register(guest, tournament, code=code, club="Drago", group="Rossi", email="a@example.org")
    own = first["Location"].removesuffix("?new=1")
    more = re.search(r'href="([^"]+/register/\?with=[^"]+)"', guest.get(own).content.decode())
    assert more is not None
    form = guest.get(more[1])
    assert (form.context["code"], form["Referrer-Policy"]) == (code, "strict-origin")
    assert form.context["form"].initial | {"club": "Drago"} == {
        "club": "Drago",
        "group": "Rossi",
        "email": "a@example.org",
        "phone": "",
    }
    typed = ALDO | form.context["form"].initial | {"first_name": "Bruna", "code": code}
    assert guest.post(more[1], typed).status_code == 302
    assert [one.group for one in tournament.entrants.order_by("number")] == ["Rossi", "Rossi"]
    elsewhere = opened()
    for token in (more[1].split("=")[1], "nonsense"):
        assert guest.get(f"/t/{elsewhere.slug}/register/?with={token}").context["companion"] is None


def test_somebody_offers_to_be_standby_where_the_director_takes_that(guest: Client) -> None:
    closed, tournament = opened(), opened({"takes_standby": True})
    for one in (closed, tournament):
        register(guest, one, is_standby="on")
    assert [one.entrants.get().is_standby for one in (closed, tournament)] == [False, True]
    own = f"/me/{personal_token(tournament.entrants.get())}/registration/"
    guest.post(own, ALDO | {"version": "1"})
    assert not tournament.entrants.get().is_standby


def test_a_closed_door_says_so_and_a_door_never_offered_is_not_there(guest: Client) -> None:
    assert guest.get(f"/t/{make_tournament().slug}/register/").status_code == 404
    closed = opened(state=TournamentState.RUNNING)
    assert "Registration is closed" in guest.get(f"/t/{closed.slug}/register/").content.decode()
    assert register(guest, closed).status_code == 409
    assert (
        "Not open yet"
        in guest.get(f"/t/{opened(state=TournamentState.DRAFT).slug}/register/").content.decode()
    )


def test_too_many_tries_from_one_device_must_wait(guest: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.web.registration.MOST_TRIES", 2)
    tournament = opened()
    assert [register(guest, tournament).status_code for _ in range(3)] == [302, 409, 429]


def test_a_code_is_not_guessed_without_end(guest: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.web.registration.MOST_TRIES", 2)
    assert [guest.get("/join/NOBODY/").status_code for _ in range(3)] == [404, 404, 429]


def test_the_public_page_leads_to_the_form_while_it_is_offered(guest: Client) -> None:
    shown = [
        (opened(), True),
        (opened(state=TournamentState.RUNNING), False),
        (opened({"late_entries": True}, state=TournamentState.RUNNING), True),
        (make_tournament(state=TournamentState.OPEN), False),
    ]
    for tournament, leads in shown:
        page = guest.get(f"/t/{tournament.slug}/").content.decode()
        assert (f"/t/{tournament.slug}/register/" in page) is leads


def test_a_registration_stands_whatever_the_queue_does(
    guest: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_arguments: Any) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(bulk_send_letter, "delay", refuse)
    tournament = opened()
    assert register(guest, tournament, email="a@example.org").status_code == 302
    assert tournament.entrants.count() == 1
    assert "could not be queued" in caplog.text


def test_a_stand_in_has_no_registration_and_a_bad_form_comes_back(guest: Client) -> None:
    tournament = opened()
    stand_in = Entrant.objects.create(tournament=tournament, number=9, stand_in_name="Volunteer")
    assert guest.get(f"/me/{personal_token(stand_in)}/registration/").status_code == 404
    assert guest.get("/me/nonsense/registration/").status_code == 404
    own = register(guest, tournament)["Location"].removesuffix("?new=1")
    assert guest.post(own, {"version": "1"}).status_code == 422


def test_the_join_code_leads_to_the_form(guest: Client) -> None:
    tournament = opened({"by_code_only": True})
    code = DoorPlan.of(tournament).join_code
    assert guest.get("/join/").status_code == 200
    assert guest.get("/join/?code=NOBODY").status_code == 404
    there = guest.get(f"/join/{code.lower()}/")["Location"]
    assert there == f"/t/{tournament.slug}/register/?code={code}"
    assert f'value="{code}"' in guest.get(there).content.decode()
    assert register(guest, tournament, code="WRONG1").status_code == 422
    assert register(guest, tournament, code=code).status_code == 302


@pytest.fixture
def director(client: Client) -> Client:
    client.cookies["django_language"] = "en"
    return client


def test_the_desk_answers_and_the_person_reads_it(
    director: Client, guest: Client, mailoutbox: list[Any]
) -> None:
    tournament = opened({"needs_approval": True})
    director.force_login(make_member(tournament))
    own = register(guest, tournament, email="a@example.org")["Location"]
    door = f"/t/{tournament.slug}/direct/registration/"
    assert "Aldo Rossi" in director.get(door).content.decode()
    director.post(f"{door}1/ask/", {"reason": "Which club?"})
    assert "Which club?" in mailoutbox[-1].body
    assert "Which club?" in guest.get(own).content.decode()
    director.post(f"{door}1/approve/")
    assert (tournament.entrants.get().state, mailoutbox[-1].subject) == (
        "confirmed",
        "Raduno di Prova: your entry is confirmed",
    )
    director.post(f"{door}1/refuse/", {"reason": "Members only"})
    assert "Members only" in guest.get(own).content.decode()
    assert "Members only" in mailoutbox[-1].body


def test_the_desk_gives_places_and_joins_records(director: Client, guest: Client) -> None:
    elsewhere = opened()
    register(guest, elsewhere)
    tournament = opened({"needs_approval": True}, capacity=1)
    director.force_login(make_member(tournament, Role.DESK))
    door = f"/t/{tournament.slug}/direct/registration/"
    register(guest, tournament)
    register(guest, tournament, first_name="Bruna")
    known = elsewhere.entrants.get().person
    assert "On record already" in director.get(door).content.decode()
    stranger = make_person(email="stranger@example.org")
    for nobody in (stranger.pk, stranger.pk + 1):
        refused = director.post(f"{door}1/same-person/", {"person": str(nobody)}, follow=True)
        assert "does not look like this one" in refused.content.decode()
    director.post(f"{door}1/same-person/", {"person": str(known.pk if known else 0)})
    assert tournament.entrants.get(number=1).person == known
    page = director.post(f"{door}places/", follow=True).content.decode()
    assert "No place is free" in page
    Entrant.objects.filter(tournament=tournament, number=1).update(state="withdrawn")
    assert "Bruna Rossi has a place now" in director.post(f"{door}places/", follow=True).content.decode()
    assert director.post(door, {"is_offered": "on"}).status_code == 403


def test_the_director_sets_the_door_and_prints_the_flyer(director: Client) -> None:
    tournament = make_tournament(state=TournamentState.OPEN, fee_cents=1000, organiser="Drago")
    director.force_login(make_member(tournament))
    door = f"/t/{tournament.slug}/direct/registration/"
    typed = {
        "is_offered": "on",
        "opens_at": "2026-01-01T10:00",
        "closes_at": "2026-11-27T20:00",
        "questions": "Dinner? * | yes | no\n\nBus?",
    }
    assert director.post(door, typed).status_code == 302
    tournament.refresh_from_db()
    plan = DoorPlan.of(tournament)
    assert plan.questions == (Question("dinner", "Dinner?", True, ("yes", "no")), Question("bus", "Bus?"))
    page = director.get(door).content.decode()
    assert ("Dinner? * | yes | no" in page, plan.join_code in page, 'value="2026-11-27T20:00"' in page) == (
        True,
    ) * 3
    flyer = director.get(f"{door}flyer.pdf")
    assert (flyer["Content-Type"], flyer.content[:5]) == ("application/pdf", b"%PDF-")
    for wrong in (
        {"questions": "| yes"},
        {"questions": "Bus?\nbus"},
        {"questions": "a?\n" * 13},
        typed | {"opens_at": "2026-12-01T10:00"},
    ):
        assert director.post(door, wrong).status_code == 422


def test_the_door_asks_the_same_number_of_queries_for_1_and_30(
    director: Client, guest: Client, django_assert_num_queries: Any
) -> None:
    tournament = opened({"needs_approval": True})
    director.force_login(make_member(tournament))
    door = f"/t/{tournament.slug}/direct/registration/"
    for number in range(30):
        if number in {1, 29}:
            with django_assert_num_queries(DOOR_QUERIES):
                director.get(door)
        register(guest, tournament, first_name=f"A{number}", last_name=f"B{number}")


DOOR_QUERIES = 7
