"""The console before the first round: every room opens, for whom it should, with a fixed number of queries."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.factories import (
    make_entrant,
    make_entrants,
    make_member,
    make_round,
    make_tournament,
    make_user,
)
from tournament.models import EntrantState, Membership, Role, RoundState, Table, Tournament, TournamentState
from tournament.selectors.now import NextStep, day_of
from tournament.services.entrants import withdraw_entrant
from tournament.services.penalties import give_penalty

pytestmark = pytest.mark.django_db

ROOMS = ("", "entries/", "import/", "roll-call/", "people/", "penalties/", "publishing/", "settings/", "log/")


def director_of(tournament: Tournament, client: Client) -> Client:
    client.force_login(make_member(tournament))
    return client


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("entrants", [0, 7])
def test_every_room_opens_for_the_director(client: Client, room: str, entrants: int) -> None:
    tournament = make_tournament(fee_cents=1000)
    make_entrants(tournament, entrants)
    director_of(tournament, client)
    assert client.get(f"/t/{tournament.slug}/direct/{room}").status_code == 200


@pytest.mark.parametrize("room", ROOMS)
def test_who_is_not_signed_in_is_asked_to(client: Client, room: str) -> None:
    tournament = make_tournament()
    answer = client.get(f"/t/{tournament.slug}/direct/{room}")
    assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/accounts/login/")


OPEN_TO = {
    Role.DESK: {"entries/", "import/", "roll-call/"},
    Role.REFEREE: {"roll-call/", "penalties/"},
    Role.SCOREKEEPER: {"roll-call/"},
}


@pytest.mark.parametrize("role", OPEN_TO)
def test_each_role_enters_its_own_rooms_only(client: Client, role: Role) -> None:
    tournament = make_tournament()
    client.force_login(make_member(tournament, role))
    opened = {room for room in ROOMS if client.get(f"/t/{tournament.slug}/direct/{room}").status_code == 200}
    assert opened == OPEN_TO[role]
