"""A person over the years: games, objectives won with, the rating; only what is public, and consent holds."""

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from tests.factories import make_user
from tests.tournament.web.test_season import champion, finished
from tournament.models import Person, PersonRating, SeatResult, Tournament
from tournament.services.ratings import refresh_ratings
from tournament.tasks import bulk_rate_people

pytestmark = pytest.mark.django_db


def won_with(tournament: Tournament, number: int, objective: int) -> None:
    """Say with which objective an entrant played."""
    SeatResult.objects.filter(seat__entrant__tournament=tournament, seat__entrant__number=number).update(
        objective=objective
    )


def test_a_persons_games_and_objectives(client: Client) -> None:
    first, second = finished(), finished(starts_on="2025-05-01", ends_on="2025-05-01")
    person = champion(first)
    second.entrants.filter(number=2).update(person=person)
    won_with(first, 21, 7)
    won_with(second, 2, 7)
    other = first.entrants.get(number=22).person
    silent = first.entrants.get(number=23).person
    assert other is not None
    assert silent is not None
    Person.objects.filter(pk=silent.pk).update(consent_results=False)
    bulk_rate_people()
    answer = client.get(f"/people/{person.public_key}/")
    games = answer.context["games"]
    assert [(one.tournament, one.place, one.points, one.won) for one in games] == [
        (first, 1, 45, True),
        (second, 2, 30, False),
    ]
    assert [(one.name, one.person) for one in games[0].opponents[:2]] == [
        (other.public_name, other),
        (silent.pseudonym, None),
    ]
    assert silent.last_name not in answer.content.decode()
    assert [(name[:2], won, played) for name, won, played in answer.context["objectives"]] == [("7.", 1, 2)]
    rated = answer.context["rated"]
    assert (rated.rating.games, rated.of) == (2, 46)
    assert rated.rating.cautious == rated.rating.mean - 3 * rated.rating.deviation


@pytest.mark.parametrize("hidden", [{"publish_results": False}, {"publish_seating": False}])
def test_games_that_are_not_published_are_not_shown(client: Client, hidden: dict[str, Any]) -> None:
    person = champion(finished(**hidden))
    assert refresh_ratings() == 0
    context = client.get(f"/people/{person.public_key}/").context
    assert (context["games"], context["rated"], len(context["results"])) == ([], None, 1)


def test_ratings(client: Client, django_assert_num_queries: Any) -> None:
    tournament = finished()
    assert refresh_ratings() == 24
    assert refresh_ratings() == 0
    winner = champion(tournament)
    with django_assert_num_queries(2):
        page = client.get("/ratings/").context["page"]
    assert next((one.mean, one.deviation, one.games) for one in page) == (
        Decimal("27.795"),
        Decimal("8.264"),
        1,
    )
    assert {one.person for one in page[:6]} == {
        one.person for one in tournament.entrants.filter(number__in=range(1, 25, 4))
    }
    Person.objects.filter(pk=winner.pk).update(consent_results=False)
    assert winner not in [one.person for one in client.get("/ratings/").context["page"]]
    assert refresh_ratings() == 23
    assert not PersonRating.objects.filter(person=winner).exists()
    Tournament.objects.update(publish_page=False, data_version=9)
    assert refresh_ratings() == 0
    assert not PersonRating.objects.exists()


def test_a_pseudonym_is_rated_too(client: Client) -> None:
    person = champion(finished())
    Person.objects.filter(pk=person.pk).update(consent_name=False)
    refresh_ratings()
    client.force_login(make_user())
    text = client.get("/ratings/").content.decode()
    assert (person.pseudonym in text, person.last_name in text) == (True, False)
    assert '<meta name="robots" content="noindex">' in text


@pytest.mark.parametrize("held", [1, 3])
def test_queries_do_not_grow(client: Client, held: int, django_assert_num_queries: Any) -> None:
    person = champion(finished())
    for _number in range(held - 1):
        finished().entrants.filter(number=21).update(person=person)
    with django_assert_num_queries(8):
        client.get(f"/people/{person.public_key}/")
