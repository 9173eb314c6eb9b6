"""What is remembered is never what it was: rows, cards and documents of a warm process, beside those made anew."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from benchmarks._site import forget
from tests.factories import make_entrants, make_member, make_round, make_tournament
from tests.results import confirm
from tournament.models import Club, Entrant, Person
from tournament.remembered import Remembered
from tournament.services.records import record_event

TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]+"')


def test_a_thing_is_made_again_when_its_facts_are_others() -> None:
    made: list[tuple[Any, ...]] = []

    def make(*facts: Any) -> list[Any]:
        made.append(facts)
        return [*facts]

    memory = Remembered[list[Any]](limit=10)
    first = memory.at("it").of(1, make, "a", [1])
    assert memory.at("it").of(1, make, "a", [1]) is first
    assert memory.at("it").of(1, make, "a", [2]) == ["a", [2]]
    assert memory.at("en").of(1, make, "a", [1]) is not first
    assert made == [("a", [1]), ("a", [2]), ("a", [1])]
    memory.clear()
    memory.at("it").of(1, make, "a", [2])
    assert len(made) == 4


def test_the_places_asked_for_last_stay() -> None:
    memory = Remembered[object](limit=4)

    def things_at(place: str, count: int) -> list[object]:
        return [memory.at(place).of(key, object) for key in range(count)]

    rooms = {place: things_at(place, 2) for place in "ab"}
    assert things_at("a", 2) == rooms["a"]
    rooms["c"] = things_at("c", 2)
    assert (things_at("c", 2), things_at("a", 2)) == (rooms["c"], rooms["a"])
    assert things_at("b", 2) != rooms["b"]
    large = things_at("d", 9)
    assert things_at("d", 9) == large


@pytest.mark.django_db
def test_a_warm_process_answers_as_a_fresh_one(client: Client) -> None:
    tournament = make_tournament()
    entrants = make_entrants(tournament, 8)
    round_ = make_round(tournament, [entrants[:4], entrants[4:]])
    director = Client()
    director.force_login(make_member(tournament))
    addresses = [
        reverse("standings", args=[tournament.slug]),
        reverse("round", args=[tournament.slug, 1]),
        reverse("entrants", args=[tournament.slug]),
        *(f"/api/v1/tournaments/{tournament.slug}/{what}/" for what in ("standings", "entrants")),
    ]

    def answers() -> list[bytes]:
        return [
            TOKEN.sub(b"", visitor.get(address, headers={"Accept-Language": language}).content)
            for visitor in (client, director)
            for address in addresses
            for language in ("it", "en")
        ]

    def change(kind: str, act: Callable[[], object]) -> None:
        act()
        record_event(tournament, kind)

    first = Entrant.objects.filter(pk=entrants[0].pk)
    acts: list[tuple[str, Callable[[], object]]] = [
        ("result_confirmed", lambda: confirm(round_, [(46, 30, 20, 10)], tables=[1])),
        ("result_corrected", lambda: confirm(round_, [(9, 8, 7, 6)], tables=[2])),
        ("person_edited", lambda: Person.objects.filter(entries__in=first).update(consent_name=False)),
        ("entrant_edited", lambda: first.update(club=Club.objects.create(name="Lupi <&>"))),
        ("entrant_withdrawn", lambda: first.update(state="withdrawn", left_after_round=1)),
        ("result_corrected", lambda: confirm(round_, [(10, 20, 30, 46)], tables=[1])),
    ]
    before = answers()
    for kind, act in acts:
        change(kind, act)
        warm = answers()
        assert warm != before, kind
        forget()
        assert answers() == warm, kind
        before = warm
