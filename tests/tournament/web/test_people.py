"""Who works here: an invitation is shown once, accepted once, closed in time; penalties with a reason."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.factories import make_entrant, make_member, make_tournament, make_user
from tournament.models import Invitation, Membership, Penalty, Role, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def director(client: Client, tournament: Tournament) -> Client:
    client.force_login(make_member(tournament))
    client.cookies["django_language"] = "en"
    return client


def people(tournament: Tournament) -> str:
    return f"/t/{tournament.slug}/direct/people/"


def fresh_link(director: Client, tournament: Tournament, **form: str) -> str:
    page = director.post(people(tournament), {"role": "referee", **form}, follow=True)
    return str(page.context["link"]).removeprefix("http://testserver")


def test_a_link_is_shown_once_and_gives_the_role(director: Client, tournament: Tournament) -> None:
    link = fresh_link(director, tournament, tables="2, 1 2", email="a@example.org")
    assert re.fullmatch(r"/invitation/[\w-]{32}/", link)
    assert director.get(people(tournament)).context["link"] == ""
    guest, user = Client(), make_user()
    assert "Make an account" in guest.get(link, headers={"Accept-Language": "en"}).content.decode()
    guest.force_login(user)
    page = guest.get(link)
    assert (page.status_code, page["Referrer-Policy"]) == (200, "strict-origin")
    assert guest.post(f"{link}accept/")["Location"] == f"/t/{tournament.slug}/referee/"
    assert Membership.objects.get(user=user).tables == [1, 2]
    assert (guest.get(link).status_code, guest.post(f"{link}accept/").status_code) == (422, 422)


def test_an_invitation_goes_by_letter_where_there_is_an_address(
    director: Client, tournament: Tournament, mailoutbox: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    link = fresh_link(director, tournament, email="a@example.org")
    assert (mailoutbox[0].to, link in mailoutbox[0].body) == (["a@example.org"], True)
    fresh_link(director, tournament)
    assert len(mailoutbox) == 1
    monkeypatch.setattr("django.conf.settings.EMAIL_BACKEND", "django.core.mail.backends.smtp.EmailBackend")
    monkeypatch.setattr("django.conf.settings.EMAIL_PORT", 9)  # nobody listens there
    page = director.post(people(tournament), {"role": "desk", "email": "b@example.org"}, follow=True)
    assert "hand the link over yourself" in page.content.decode()
    assert page.context["link"]


@pytest.mark.parametrize(
    ("role", "page"), [("director", "direct/"), ("scorekeeper", "referee/"), ("desk", "direct/entries/")]
)
def test_each_role_begins_where_it_works(
    director: Client, tournament: Tournament, role: str, page: str
) -> None:
    link = fresh_link(director, tournament, role=role)
    guest = Client()
    guest.force_login(make_user())
    assert guest.post(f"{link}accept/")["Location"] == f"/t/{tournament.slug}/{page}"


def test_accepting_needs_an_account(director: Client, tournament: Tournament) -> None:
    link = fresh_link(director, tournament)
    assert Client().post(f"{link}accept/").status_code == 302
    assert Invitation.objects.get().is_open


def test_a_closed_link_gives_nothing(director: Client, tournament: Tournament) -> None:
    link = fresh_link(director, tournament)
    director.post(f"{people(tournament)}invitations/{Invitation.objects.get().pk}/revoke/")
    assert (director.get(link).status_code, director.get(people(tournament)).context["invitations"]) == (
        422,
        [],
    )


@pytest.mark.parametrize("wrong", [{"role": "king"}, {"tables": "one"}, {"email": "nowhere"}])
def test_a_wrong_invitation_is_not_made(
    director: Client, tournament: Tournament, wrong: dict[str, str]
) -> None:
    answer = director.post(people(tournament), {"role": "referee", **wrong})
    assert (answer.status_code, Invitation.objects.count()) == (422, 0)


def test_a_role_is_taken_away_but_not_from_the_last_director(
    director: Client, tournament: Tournament
) -> None:
    make_member(tournament, Role.REFEREE)
    for membership in Membership.objects.all():
        director.post(f"{people(tournament)}{membership.pk}/remove/")
    assert [one.role for one in Membership.objects.all()] == ["director"]


# --- penalties ------------------------------------------------------------------------------------------


def penalties(tournament: Tournament) -> str:
    return f"/t/{tournament.slug}/direct/penalties/"


def sanction_of(tournament: Tournament, effect: str) -> str:
    made = tournament.sanctions.create(code=effect, name=effect, effect=effect, amount=10)
    return str(made.pk)


def test_a_penalty_is_given_and_revoked_with_a_reason(director: Client, tournament: Tournament) -> None:
    entrant = make_entrant(tournament)
    sent = {"entrant": "1", "sanction": sanction_of(tournament, "points"), "reason": "Rumore"}
    assert director.post(penalties(tournament), sent).status_code == 302
    penalty = Penalty.objects.get()
    assert (penalty.entrant, penalty.points, penalty.revoked_at) == (entrant, 10, None)
    revoke = f"{penalties(tournament)}{penalty.pk}/revoke/"
    director.post(revoke)
    penalty.refresh_from_db()
    assert penalty.revoked_at is None
    director.post(revoke, {"reason": "Era un altro"})
    penalty.refresh_from_db()
    assert penalty.revoked_reason == "Era un altro"


@pytest.mark.parametrize("wrong", [{"reason": ""}, {"reason": "  "}, {"entrant": "9"}, {"points": "-1"}])
def test_a_penalty_without_person_or_reason_is_none(
    director: Client, tournament: Tournament, wrong: dict[str, str]
) -> None:
    make_entrant(tournament)
    sent = {"entrant": "1", "sanction": sanction_of(tournament, "points"), "reason": "Rumore"}
    answer = director.post(penalties(tournament), {**sent, **wrong})
    assert (answer.status_code, Penalty.objects.count()) == (422, 0)


@pytest.mark.parametrize(("role", "number"), [(Role.REFEREE, 0), (Role.DIRECTOR, 1)])
def test_only_a_director_disqualifies(
    client: Client, tournament: Tournament, role: Role, number: int
) -> None:
    make_entrant(tournament)
    client.force_login(make_member(tournament, role))
    sent = {"entrant": "1", "sanction": sanction_of(tournament, "disqualification"), "reason": "Ha barato"}
    client.post(penalties(tournament), sent)
    assert Penalty.objects.count() == number


def test_the_form_is_filled_for_an_entrant_of_the_desk(director: Client, tournament: Tournament) -> None:
    make_entrant(tournament)
    page = director.get(f"{penalties(tournament)}?entrant=1").content.decode()
    assert '<option value="1" selected>' in page
