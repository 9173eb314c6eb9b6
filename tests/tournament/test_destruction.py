"""Destroying takes the name, letter by letter; a wrong one changes nothing. Every line of the table is tried."""

from collections.abc import Callable
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_entrant, make_entrants, make_member, make_person, make_round, make_tournament
from tournament.models import Circuit, Entrant, Membership, Person, Role, Tournament
from tournament.safety import DESTRUCTION
from tournament.services.circuits import create_circuit
from tournament.services.snapshots import take_snapshot_by_hand

pytestmark = pytest.mark.django_db

WRONG = {"name": "nearly", "typed_name": "nearly", "reason": "tried"}


class Hall:
    """A tournament with a drawn round, its director and a namesake entered elsewhere."""

    def __init__(self, client: Client) -> None:
        self.tournament = make_tournament()
        self.entrants = make_entrants(self.tournament, 4)
        self.round = make_round(self.tournament, [self.entrants], state="draft")
        self.director = make_member(self.tournament)
        other = make_tournament()
        Membership.objects.create(tournament=other, user=self.director, role=Role.DIRECTOR)
        self.namesake = make_person()
        make_entrant(other, person=self.namesake)
        client.force_login(self.director)
        client.cookies["django_language"] = "en"

    def at(self, name: str, *arguments: object) -> str:
        return reverse(name, args=[self.tournament.slug, *arguments])


def circuit_of(hall: Hall) -> str:
    year = {"starts_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31)}
    return reverse("circuit-delete", args=[create_circuit(name="Nord", keeper=hall.director, **year).slug])


def snapshot_of(hall: Hall) -> int:
    return take_snapshot_by_hand(tournament_id=hall.tournament.pk, actor=None).pk


TYPED: dict[str, Callable[[Hall], str]] = {
    "Delete a round with its results": lambda hall: hall.at("direct-round-delete", hall.round.number),
    "Delete a tournament": lambda hall: hall.at("direct-delete"),
    "Restore a snapshot": lambda hall: hall.at("direct-snapshot-restore", snapshot_of(hall)),
    "Make two records of a person one": lambda hall: hall.at(
        "direct-person-merge", hall.entrants[0].number, hall.namesake.public_key
    ),
    "Erase a person's data": lambda hall: hall.at("direct-person-erase", hall.entrants[0].number),
    "Delete a circuit": circuit_of,
}


def standing() -> tuple[object, ...]:
    """What none of them may touch."""
    people = Person.objects.filter(merged_into=None, erased_at=None).count()
    rounds = [one.rounds.count() for one in Tournament.objects.order_by("pk")]
    return people, rounds, Entrant.objects.count(), Tournament.objects.count(), Circuit.objects.count()


def test_the_table_names_every_act_that_asks_for_a_name() -> None:
    assert {one.act for one in DESTRUCTION if one.typed != "–"} == set(TYPED)


@pytest.mark.parametrize("act", TYPED)
def test_a_wrong_name_changes_nothing(client: Client, act: str) -> None:
    hall = Hall(client)
    url, before = TYPED[act](hall), standing()
    events = hall.tournament.events.count()
    answer = client.post(url, WRONG, follow=True)
    assert answer.status_code in {200, 422}, act
    assert (standing(), hall.tournament.events.count()) == (before, events)
    said = answer.content.decode()
    assert "nothing was changed" in said or "type its name" in said
