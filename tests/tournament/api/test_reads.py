"""Public reads: what the pages show, through the same switches; pages of lists, filters, ETags, query counts."""

from collections.abc import Callable
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import make_entrant, make_entrants, make_member, make_person, make_round, make_tournament
from tests.results import close, confirm
from tests.tournament.api.conftest import Api
from tournament.api import base
from tournament.models import Club, Role, Round, Tournament, User
from tournament.services.standings import issue_standings

pytestmark = pytest.mark.django_db


def test_tournaments_are_listed_and_filtered(anybody: Api) -> None:
    shown = make_tournament("Raduno di Rimini", place="Rimini")
    make_tournament("Segreto", publish_page=False)
    make_tournament("Bozza", state="draft")
    make_tournament("Vecchio", state="finished", starts_on=date(2020, 1, 1), ends_on=date(2020, 1, 1))
    assert [one["slug"] for one in anybody.get("tournaments/?state=running").json()["results"]] == [
        shown.slug
    ]
    assert [one["name"] for one in anybody.get("tournaments/?q=rimini").json()["results"]] == [
        "Raduno di Rimini"
    ]
    assert [one["name"] for one in anybody.get("tournaments/?starts_to=2021-01-01").json()["results"]] == [
        "Vecchio"
    ]
    assert anybody.get("tournaments/").json()["count"] == 2


def test_a_list_comes_in_pages(anybody: Api, tournament: Tournament) -> None:
    make_entrants(tournament, 5)
    first = anybody.get(f"tournaments/{tournament.slug}/entrants/?page_size=2").json()
    assert [first["count"], len(first["results"]), first["previous"]] == [5, 2, None]
    second = anybody.client.get(first["next"]).json()
    assert [one["number"] for one in second["results"]] == [3, 4]
    assert anybody.get(f"tournaments/{tournament.slug}/entrants/?page=4&page_size=2").status_code == 404


@pytest.mark.parametrize("typed", ["Città".encode().decode("latin-1"), "Citt%C3%A0", "citt%c3%a0"])
def test_a_query_is_understood_escaped_or_not(anybody: Api, tournament: Tournament, typed: str) -> None:
    make_entrants(tournament, 2)
    tournament.entrants.filter(number=2).update(club=Club.objects.create(name="Città"))
    path = f"/api/v1/tournaments/{tournament.slug}/entrants/"
    found = anybody.client.get(path, QUERY_STRING=f"club={typed}").json()["results"]
    assert [one["number"] for one in found] == [2]


def test_no_endless_query_is_remembered(anybody: Api, tournament: Tournament) -> None:
    remembered = base._understood.cache_info().currsize  # what is measured
    assert anybody.get(f"tournaments/{tournament.slug}/entrants/?unheard={'x' * 400}").json()["count"] == 0
    assert base._understood.cache_info().currsize == remembered


@pytest.mark.parametrize("query", ["page=0", "page=x", "page_size=501", "state=none"])
def test_an_unusable_query_is_named(anybody: Api, tournament: Tournament, query: str) -> None:
    answered = anybody.get(f"tournaments/{tournament.slug}/entrants/?{query}")
    assert answered.status_code == 422
    assert answered.json()["errors"][0].startswith(query.split("=", maxsplit=1)[0])


def test_who_refuses_publication_is_a_pseudonym_to_the_public_only(
    anybody: Api, tournament: Tournament, director: User, as_user: Callable[..., Api]
) -> None:
    hidden = make_entrant(
        tournament, person=make_person(first_name="Vera", last_name="Nome", consent_name=False)
    )
    address = f"tournaments/{tournament.slug}/entrants/{hidden.number}/"
    assert anybody.get(address).json()["name"] == hidden.public_name
    assert as_user(director).get(address).json()["name"] == "Vera Nome"
    assert as_user(director, ["results"]).get(address).json()["name"] == hidden.public_name


@pytest.mark.parametrize(
    ("switch", "path"),
    [
        ("publish_page", ""),
        ("publish_entrants", "entrants/"),
        ("publish_entrants", "entrants/1/"),
        ("publish_seating", "rounds/1/"),
        ("publish_seating", "rounds/1/tables/"),
        ("publish_standings", "standings/"),
        ("publish_standings", "standings/versions/"),
    ],
)
def test_a_closed_switch_hides_a_part_from_the_public_only(
    anybody: Api, round_: Round, director: User, as_user: Callable[..., Api], switch: str, path: str
) -> None:
    tournament = round_.tournament
    address = f"tournaments/{tournament.slug}/{path}"
    assert anybody.get(address).status_code == 200
    Tournament.objects.filter(pk=tournament.pk).update(**{switch: False})
    assert anybody.get(address).status_code == 404
    assert as_user(director).get(address).status_code == 200


def test_results_kept_secret_show_to_nobody_outside(anybody: Api, round_: Round) -> None:
    confirm(round_, [[50, 40, 30, 20], [50, 40, 30, 20]])
    address = f"tournaments/{round_.tournament.slug}/rounds/1/tables/"
    seats = anybody.get(address).json()[0]["seats"]
    assert [seat["result"]["points"] for seat in seats] == [50, 40, 30, 20]
    Tournament.objects.filter(pk=round_.tournament_id).update(hidden_from_round=1, data_version=2)
    table = round_.tables.first()
    assert table is not None
    assert anybody.get(address).json()[0]["seats"][0]["result"] is None
    assert anybody.get(f"tournaments/{round_.tournament.slug}/tables/{table.pk}/").json()["result"] is None


def test_a_draft_is_nobodys_business(
    anybody: Api, director: User, as_user: Callable[..., Api], tournament: Tournament
) -> None:
    draft = make_round(tournament, [make_entrants(tournament, 4)], state="draft")
    table = draft.tables.get()
    for address in ("rounds/1/", "rounds/1/tables/", f"tables/{table.pk}/"):
        assert anybody.get(f"tournaments/{tournament.slug}/{address}").status_code == 404
        assert as_user(director).get(f"tournaments/{tournament.slug}/{address}").status_code == 200
    assert anybody.get(f"tournaments/{tournament.slug}/rounds/").json() == []


def test_standings_now_after_a_round_and_as_issued(anybody: Api, round_: Round) -> None:
    confirm(round_, [[50, 40, 30, 20], [60, 45, 35, 25]])
    close(round_)
    tournament = round_.tournament
    issue_standings(tournament=tournament, stage=round_.stage, after_round=1, actor=None)
    address = f"tournaments/{tournament.slug}/standings/"
    now = anybody.get(address).json()
    assert [row["rank"] for row in now["rows"]][:2] == [1, 2]
    assert anybody.get(f"{address}?after=1").json()["rows"] == now["rows"]
    assert anybody.get(f"{address}?after=9").status_code == 404
    assert "why" in anybody.get(f"{address}?explain=true").json()["rows"][0]
    versions = anybody.get(f"{address}versions/").json()
    rows = anybody.get(f"{address}versions/{versions[0]['id']}/").json()["rows"]
    assert [row["entrant"] for row in rows] == [row["entrant"] for row in now["rows"]]
    assert anybody.get(f"{address}versions/999999/").status_code == 404


def test_before_the_knockout_there_are_no_rounds_of_it(anybody: Api, tournament: Tournament) -> None:
    assert anybody.get(f"tournaments/{tournament.slug}/knockout/").json() == {"rounds": []}


@pytest.mark.parametrize(
    "path",
    ["", "entrants/", "entrants/1/", "rounds/", "rounds/1/", "rounds/1/tables/", "standings/", "knockout/"],
)
def test_what_one_has_already_is_not_sent_again(anybody: Api, round_: Round, path: str) -> None:
    address = f"tournaments/{round_.tournament.slug}/{path}"
    etag = anybody.get(address)["ETag"]
    again = anybody.get(address, **{"If-None-Match": etag})
    assert [again.status_code, again.content] == [304, b""]
    Tournament.objects.filter(pk=round_.tournament_id).update(data_version=99, name="Anders")
    assert anybody.get(address, **{"If-None-Match": etag}).status_code == (
        304 if path in {"entrants/1/", "rounds/1/"} else 200
    )


@pytest.mark.parametrize(
    ("path", "queries"),
    [("entrants/?page_size=500", 2), ("entrants/?state=checked_in", 3), ("rounds/1/tables/", 5)],
)
@pytest.mark.parametrize("size", [1, 30])
def test_a_list_costs_the_same_queries_whatever_its_length(
    anybody: Api, tournament: Tournament, path: str, queries: int, size: int
) -> None:
    make_round(tournament, [make_entrants(tournament, 4) for _ in range(size)], state="playing")
    with CaptureQueriesContext(connection) as captured:
        assert anybody.get(f"tournaments/{tournament.slug}/{path}").status_code == 200
    assert len(captured) == queries


def test_what_does_not_exist_is_a_problem_document(anybody: Api, tournament: Tournament) -> None:
    for path in ("nothing/", "tournaments/none/", f"tournaments/{tournament.slug}/tables/999/"):
        answered = anybody.get(path)
        assert answered.status_code == 404
        assert answered["Content-Type"] == "application/problem+json"
        assert answered.json()["code"] == "not_found"


def test_a_browser_may_look_too(anybody: Api) -> None:
    answered = anybody.get("", Accept="text/html")
    assert answered.status_code == 200
    assert answered.json()["documentation"] == "/api/v1/docs/"


def test_roles_read_what_they_work_in(as_user: Callable[..., Api], tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(publish_page=False)
    desk = make_member(tournament, Role.DESK)
    assert [one["slug"] for one in as_user(desk).get("tournaments/").json()["results"]] == [tournament.slug]
