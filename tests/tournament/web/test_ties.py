"""Level players: shown, put in order by a director with a reason, taken back; issued standings follow."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import make_entrants, make_member, make_round, make_tournament
from tests.results import close, confirm
from tournament.models import Entrant, Event, StandingsVersion, Tournament
from tournament.selectors.standings import standings_for_stage
from tournament.services.archive import export_tournament, import_tournament
from tournament.services.standings import issue_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def level(client: Client) -> tuple[Tournament, list[Entrant]]:
    """Two tables with the same points, closed and issued: each place is shared by two. A director is signed in."""
    tournament = make_tournament()
    people = make_entrants(tournament, 8)
    round_ = make_round(tournament, [people[:4], people[4:]])
    confirm(round_, [[40, 30, 20, 10]] * 2)
    close(round_)
    issue_standings(tournament=tournament, stage=round_.stage, after_round=1, actor=None)
    client.force_login(make_member(tournament))
    return tournament, people


def places(tournament: Tournament) -> list[tuple[int | None, int]]:
    rows = standings_for_stage(tournament.stages.get()).rows
    return [(row.rank, int(str(row.player.key))) for row in rows]


def decide(client: Client, tournament: Tournament, **fields: Any) -> str:
    url = f"/t/{tournament.slug}/direct/ties/"
    return client.post(f"{url}decide/", fields, follow=True).content.decode()


def test_a_director_decides_with_a_reason(client: Client, level: tuple[Tournament, list[Entrant]]) -> None:
    tournament, people = level
    groups = client.get(f"/t/{tournament.slug}/direct/ties/").context["groups"]
    assert [{one.number for one in group} for group in groups] == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]
    numbers = {f"place-{people[4].pk}": "1", f"place-{people[0].pk}": "2", f"place-{people[1].pk}": ""}
    decide(client, tournament, **numbers, reason="a game of dice")
    assert places(tournament)[:3] == [(1, people[4].pk), (2, people[0].pk), (3, places(tournament)[2][1])]
    assert [rank for rank, _who in places(tournament)] == [1, 2, 3, 3, 5, 5, 7, 7]
    newest = StandingsVersion.objects.latest("pk")
    assert (newest.version, newest.reason) == (2, "a game of dice")
    why = client.get(f"/t/{tournament.slug}/standings/why/{people[4].pk}/").context["why"]
    assert why.endswith("decided by the director (a game of dice).")
    assert Event.objects.filter(kind="order_decided").get().reason == "a game of dice"
    decide(client, tournament, take_back="1")
    assert [rank for rank, _who in places(tournament)] == [1, 1, 3, 3, 5, 5, 7, 7]
    assert StandingsVersion.objects.latest("pk").version == 3
    decide(client, tournament, take_back="1")
    assert Event.objects.filter(kind="order_taken_back").count() == 1


def test_the_decision_holds_for_its_round_only(
    client: Client, level: tuple[Tournament, list[Entrant]]
) -> None:
    tournament, people = level
    decide(client, tournament, **{f"place-{people[4].pk}": "1"}, reason="dice")
    later = make_round(tournament, [people[:4], people[4:]])
    confirm(later, [[40, 30, 20, 10]] * 2)
    assert [rank for rank, _who in places(tournament)] == [1, 1, 3, 3, 5, 5, 7, 7]
    first = standings_for_stage(tournament.stages.get(), after_round=1).rows[0]
    assert (first.rank, first.player.key) == (1, people[4].pk)


def test_what_is_refused(client: Client, level: tuple[Tournament, list[Entrant]]) -> None:
    tournament, people = level
    assert "needs a reason" in decide(client, tournament, **{f"place-{people[4].pk}": "1"}, reason=" ")
    assert "Only level players" in decide(client, tournament, reason="dice")
    assert "Only level players" in decide(client, tournament, **{"place-999999": "1"}, reason="dice")
    assert "is not a number" in decide(client, tournament, **{f"place-{people[4].pk}": "x"}, reason="dice")
    assert not Event.objects.filter(kind="order_decided").exists()


def test_it_goes_along_in_an_archive(client: Client, level: tuple[Tournament, list[Entrant]]) -> None:
    tournament, people = level
    decide(client, tournament, **{f"place-{people[4].pk}": "1"}, reason="dice")
    copy = import_tournament(archive=export_tournament(tournament), actor=None)
    fifth = copy.entrants.get(number=5)
    assert places(copy)[:2] == [(1, fifth.pk), (2, copy.entrants.get(number=1).pk)]
