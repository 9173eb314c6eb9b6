"""The season: public, finished tournaments only; consent holds; a person's years; the same queries for many."""

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from tests.factories import make_entrants, make_round, make_tournament
from tests.results import close, confirm
from tournament.models import Person, Tournament, TournamentState
from tournament.services.standings import issue_standings

pytestmark = pytest.mark.django_db

POINTS = [40, 30, 20, 10]


def finished(tables: int = 6, **fields: Any) -> Tournament:
    """A finished raduno of one round; table n's best has 40 + n points."""
    tournament = make_tournament(state=TournamentState.FINISHED, **fields)
    people = make_entrants(tournament, 4 * tables, clubs=2)
    round_ = make_round(tournament, [people[start : start + 4] for start in range(0, len(people), 4)])
    confirm(round_, [[POINTS[0] + number, *POINTS[1:]] for number in range(tables)])
    close(round_)
    issue_standings(tournament=tournament, stage=round_.stage, after_round=1, actor=None)
    return tournament


def champion(tournament: Tournament) -> Person:
    person = tournament.entrants.get(number=21).person
    assert person is not None
    return person


def test_the_years_ranking_is_the_national_formula(client: Client) -> None:
    tournament = finished()
    answer = client.get("/season/")
    rank, person, total, held = answer.context["rows"][0]
    assert (answer.context["year"], rank, person, total, held) == (
        2026,
        1,
        champion(tournament),
        Decimal("636.000"),
        1,
    )
    assert [name for _rank, name, _total in answer.context["clubs"]] == ["Club 1", "Club 2"]
    assert '<meta name="robots" content="noindex">' in answer.content.decode()


@pytest.mark.parametrize(
    "hidden",
    [
        {"publish_page": False},
        {"publish_standings": False},
        {"hidden_from_round": 1},
        {"is_demo": True},
        {"tables": 5},
    ],
)
def test_what_is_not_public_or_too_small_does_not_count(client: Client, hidden: dict[str, Any]) -> None:
    finished(**hidden)
    assert client.get("/season/2026/").context["rows"] == []


def test_consent_holds(client: Client) -> None:
    person = champion(finished())
    Person.objects.filter(pk=person.pk).update(consent_name=False)
    page = client.get(f"/people/{person.public_key}/")
    assert page.context["name"] == person.pseudonym
    assert person.last_name not in page.content.decode() + client.get("/season/").content.decode()
    Person.objects.filter(pk=person.pk).update(consent_results=False)
    assert client.get(f"/people/{person.public_key}/").status_code == 404
    assert person not in [row[1] for row in client.get("/season/").context["rows"]]


def test_a_persons_years(client: Client) -> None:
    first, second = finished(), finished(starts_on="2025-05-01", ends_on="2025-05-01")
    person = champion(first)
    second.entrants.filter(number=1).update(person=person)
    answer = client.get(f"/people/{person.public_key}/")
    assert [(one.year, one.tournaments, one.won, one.games) for one in answer.context["years"]] == [
        (2026, 1, 1, 1),
        (2025, 1, 0, 1),
    ]
    assert [one for one, _result in answer.context["results"]] == [first, second]
    assert '<meta name="robots" content="noindex">' in answer.content.decode()


def test_only_the_best_results_count(client: Client) -> None:
    first, second = finished(), finished()
    person = champion(first)
    second.entrants.filter(number=21).update(person=person)
    totals = [client.get("/season/", {"best": best}).context["rows"][0][2] for best in ("", "1", "x")]
    assert totals == [Decimal("1272.000"), Decimal("636.000"), Decimal("1272.000")]


@pytest.mark.parametrize("held", [1, 4])
def test_queries_do_not_grow(client: Client, held: int, django_assert_num_queries: Any) -> None:
    for _number in range(held):
        finished()
    with django_assert_num_queries(5):
        client.get("/season/2026/")


def test_before_the_first_season(client: Client) -> None:
    assert client.get("/season/").status_code == 200


def test_files_have_what_the_page_has(client: Client) -> None:
    first, second = finished(), finished()
    second.entrants.filter(number=21).update(person=champion(first))
    lines = client.get("/season/2026/players.csv?best=1").content.decode("utf-8-sig").split("\r\n")
    assert lines[:2] == ["rank,name,total,counted,results", f"1,{champion(first).full_name},636.000,1,2"]
    clubs = client.get("/season/2026/clubs.csv").content.decode("utf-8-sig").split("\r\n")
    assert clubs[1].startswith("1,Club 1,")
    assert client.get("/season/2026/clubs.xlsx").content[:2] == b"PK"
    assert client.get("/season/2026/clubs.pdf").status_code == 404
