"""Paper through its pages: every sheet is a PDF with the people on it, and public where it hangs on a wall."""

import io

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.factories import make_entrants, make_member, make_round, make_tournament
from tests.tournament.selectors.test_standings import confirm
from tournament.models import Person, Role, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Tournament:
    tournament = make_tournament()
    round_ = make_round(tournament, [make_entrants(tournament, 4)])
    confirm(round_, [[46, 30, 20, 10]])
    Person.objects.filter(entries__number=1).update(last_name="Innominati", consent_name=False)
    return tournament


def text_of(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.headers["Content-Type"] == "application/pdf"
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)


@pytest.mark.parametrize(
    ("kind", "private"), [("tables", False), ("names", False), ("slips", True), ("record", True)]
)
def test_sheets_of_a_round_name_people_as_far_as_they_may(
    client: Client, played: Tournament, kind: str, private: bool
) -> None:
    client.force_login(make_member(played, Role.DESK))
    text = text_of(client, reverse("paper-round", args=[played.slug, 1, kind]))
    assert ("Innominati" in text) is private


@pytest.mark.parametrize("kind", ["standings", "cross", "certificates"])
def test_sheets_of_the_tournament_are_public(client: Client, played: Tournament, kind: str) -> None:
    client.force_login(make_member(played, Role.DESK))
    text = text_of(client, reverse("paper-tournament", args=[played.slug, kind]))
    assert "Innominati" not in text
    assert played.name in text


def test_the_pack_holds_everything(client: Client, played: Tournament) -> None:
    client.force_login(make_member(played, Role.DESK))
    assert client.get(reverse("paper", args=[played.slug])).status_code == 200
    assert len(text_of(client, reverse("paper-round", args=[played.slug, 1, "pack"]))) > 500


@pytest.mark.parametrize("name", ["paper-round", "paper-tournament"])
def test_unknown_sheets_and_strangers(client: Client, played: Tournament, name: str) -> None:
    arguments = [played.slug, 1, "cake"] if name == "paper-round" else [played.slug, "cake"]
    assert client.get(reverse(name, args=arguments)).status_code == 302
    client.force_login(make_member(played, Role.DESK))
    assert client.get(reverse(name, args=arguments)).status_code == 404


def test_without_results_there_is_nothing_to_certify(client: Client) -> None:
    tournament = make_tournament()
    client.force_login(make_member(tournament, Role.DESK))
    assert client.get(reverse("paper-tournament", args=[tournament.slug, "certificates"])).status_code == 404
