"""The pages of suspensions: directors decide, the desk asks them, the public learns nothing."""

from datetime import date
from typing import Any

import pytest
from django.test import Client

from tests.factories import make_entrant, make_member, make_person, make_tournament
from tournament.models import Ban, BanScope, Entrant, LetIn, Person, Role, Tournament

pytestmark = pytest.mark.django_db
WHY = "Threw the board"


@pytest.fixture
def hall(client: Client) -> tuple[Tournament, Client]:
    """A tournament with its director signed in, and Aldo Rossi suspended by the form."""
    tournament = make_tournament(organiser="Club di Prova", fee_cents=0)
    client.force_login(make_member(tournament))
    answer = suspend(client, tournament, first_name="Aldo", last_name="Rossi")
    assert answer.status_code == 302
    return tournament, client


def suspend(client: Client, tournament: Tournament, **fields: Any) -> Any:
    facts = {"starts_on": "2026-01-01", "reason": WHY}
    return client.post(f"/t/{tournament.slug}/direct/suspensions/", facts | fields)


def page(client: Client, tournament: Tournament, path: str) -> str:
    return client.get(f"/t/{tournament.slug}/{path}").content.decode()


def test_a_director_suspends_and_lifts(hall: tuple[Tournament, Client]) -> None:
    tournament, client = hall
    ban = Ban.objects.get()
    assert (ban.person.full_name, ban.scope, ban.ends_on) == ("Aldo Rossi", BanScope.ORGANISER, None)
    shown = page(client, tournament, "direct/suspensions/")
    assert (WHY in shown, "Aldo Rossi" in shown) == (True, True)
    client.post(f"/t/{tournament.slug}/direct/suspensions/{ban.pk}/lift/", {"reason": "Served"})
    ban.refresh_from_db()
    assert ban.lifted_reason == "Served"
    assert 'name="scope"' not in shown


def test_the_same_person_is_found_again_and_an_entrant_can_be_chosen(hall: tuple[Tournament, Client]) -> None:
    tournament, client = hall
    suspend(client, tournament, first_name="aldo", last_name="rossi")
    assert Person.objects.filter(last_name__iexact="Rossi").count() == 1
    entrant = make_entrant(tournament)
    suspend(client, tournament, entrant=entrant.number, ends_on="2026-12-31")
    assert Ban.objects.filter(person=entrant.person).count() == 1


@pytest.mark.parametrize("fields", [{}, {"first_name": "Bruna", "ends_on": "2025-01-01"}])
def test_a_form_that_lacks_something_says_so(hall: tuple[Tournament, Client], fields: dict[str, str]) -> None:
    tournament, client = hall
    assert suspend(client, tournament, **fields).status_code == 422
    assert (Ban.objects.count(), Person.objects.count()) == (1, 1)


def test_entering_somebody_suspended_asks_the_director_why(hall: tuple[Tournament, Client]) -> None:
    tournament, client = hall
    address = f"/t/{tournament.slug}/direct/entries/"
    refused = client.post(address, {"name": "Aldo Rossi"})
    assert (refused.status_code, WHY in refused.content.decode()) == (409, True)
    client.post(address, {"name": "Aldo Rossi", "let_in_because": "A namesake"})
    assert LetIn.objects.get().reason == "A namesake"
    number = Entrant.objects.get().number
    assert "A namesake" in page(client, tournament, f"direct/entries/{number}/")


def test_the_desk_learns_that_a_director_decides_and_nothing_else(hall: tuple[Tournament, Client]) -> None:
    tournament, director = hall
    desk = Client()
    desk.force_login(make_member(tournament, Role.DESK))
    address = f"/t/{tournament.slug}/direct/entries/"
    refused = desk.post(address, {"name": "Aldo Rossi", "let_in_because": "I say so"})
    assert (refused.status_code, WHY in refused.content.decode()) == (409, False)
    assert desk.get(f"/t/{tournament.slug}/direct/suspensions/").status_code == 403
    held = make_entrant(
        tournament, person=make_person(first_name="Aldo", last_name="Rossi"), state="registered"
    )
    own = f"{address}{held.number}/"
    assert WHY not in desk.get(own).content.decode()
    assert "badge-bad" in desk.get(address).content.decode()
    assert desk.post(own + "let-in/", {"reason": "I say so"}).status_code == 403
    desk.post(own + "here/")
    held.refresh_from_db()
    assert held.state == "registered"
    assert WHY in director.get(own).content.decode()
    director.post(own + "let-in/", {"reason": "A namesake"})
    desk.post(own + "here/")
    held.refresh_from_db()
    assert held.state == "checked_in"
    assert "badge-bad" not in desk.get(address).content.decode()


def test_the_operator_suspends_everywhere(client: Client) -> None:
    tournament = make_tournament()
    client.force_login(make_member(tournament, user={"is_superuser": True}))
    suspend(client, tournament, first_name="Aldo", last_name="Rossi", scope="everywhere")
    assert Ban.objects.get().scope == BanScope.EVERYWHERE
    assert 'name="scope"' in page(client, tournament, "direct/suspensions/")


def test_the_list_asks_the_same_number_of_queries_for_1_and_30(
    hall: tuple[Tournament, Client], django_assert_num_queries: Any
) -> None:
    tournament, client = hall
    facts = {"scope": BanScope.EVERYWHERE, "starts_on": date(2026, 1, 1), "reason": WHY}
    for more in (0, 29):
        Ban.objects.bulk_create(Ban(person=make_person(), **facts) for _ in range(more))
        with django_assert_num_queries(LIST_QUERIES):
            page(client, tournament, "direct/suspensions/")


LIST_QUERIES = 7
