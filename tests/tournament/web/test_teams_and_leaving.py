"""Team standings as page and file, and what withdrawing or disqualifying somebody would change."""

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from scoring.presets import preset
from tests.factories import make_entrant, make_entrants, make_member, make_round, make_tournament
from tests.results import confirm
from tournament.models import Entrant, Penalty, Team, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    """A team event: two teams of four, two tables, two members of each at either."""
    tournament = make_tournament(preset="squadre", formula=preset("squadre").to_document())
    people = make_entrants(tournament, 8)
    for name, members in (("Orsi", people[:4]), ("Lupi", people[4:])):
        team = Team.objects.create(tournament=tournament, name=name)
        Entrant.objects.filter(pk__in=[one.pk for one in members]).update(team=team)
    for points in ([40, 30, 20, 10], [35, 25, 15, 5], [30, 20, 10, 1]):
        round_ = make_round(
            tournament,
            [[people[0], people[4], people[1], people[5]], [people[2], people[6], people[3], people[7]]],
        )
        confirm(round_, [points, points])
    Penalty.objects.create(
        tournament=tournament, entrant=people[4], round=round_, effect="points", points=2, reason="late"
    )
    return tournament


def test_teams_by_their_best_nine_results(client: Client, event: Tournament) -> None:
    answer = client.get(f"/t/{event.slug}/teams/")
    rows = answer.context["rows"]
    assert [(row["rank"], row["team"], row["wins"]) for row in rows] == [(1, "Orsi", 6), (2, "Lupi", 0)]
    for row in rows:
        dropped = [cell for cell in row["games"] if "<s>" in cell]
        counted = [Decimal(cell.split(">")[1].split("<")[0]) for cell in row["games"] if "<s>" not in cell]
        assert (len(counted), len(dropped)) == (9, 3)
        assert sum(counted) - row["taken"] == row["total"]
    assert [row["taken"] for row in rows] == [0, 2]
    assert f'href="/t/{event.slug}/teams/"' in client.get(f"/t/{event.slug}/standings/").content.decode()
    lines = client.get(f"/t/{event.slug}/teams.csv").content.decode("utf-8-sig").split("\r\n")
    assert lines[0] == "rank,team,counted,wins,total,total_all"
    assert lines[1].startswith("1,Orsi,9,6,")
    assert client.get(f"/t/{event.slug}/teams.pdf").status_code == 404


def test_no_teams_no_page(client: Client, event: Tournament) -> None:
    assert client.get(f"/t/{make_tournament().slug}/teams/").status_code == 404
    Tournament.objects.filter(pk=event.pk).update(publish_standings=False)
    assert client.get(f"/t/{event.slug}/teams.csv").status_code == 404


def changes_of(client: Client, tournament: Tournament, number: int) -> list[Any]:
    client.force_login(make_member(tournament))
    page = client.get(f"/t/{tournament.slug}/direct/entries/{number}/leaving/")
    return list(page.context["consequences"])


def test_what_leaving_would_change(client: Client) -> None:
    tournament = make_tournament()
    people = make_entrants(tournament, 4)
    confirm(make_round(tournament, [people]), [[40, 30, 20, 10]])
    (_, withdrawn), (_, disqualified), (_, void) = changes_of(client, tournament, 1)
    assert withdrawn == []
    first = people[0].full_name
    assert [(name, before["rank"], after["rank"]) for name, before, after in disqualified] == [
        (people[1].full_name, 2, 1),
        (people[2].full_name, 3, 2),
        (people[3].full_name, 4, 3),
        (first, 1, "–"),
    ]
    name, before, after = void[-1]
    assert (name, before["total"], after["total"]) == (first, 90, 0)
    assert Entrant.objects.filter(state="disqualified").count() == 0


def test_nobody_stands_anywhere_yet(client: Client) -> None:
    tournament = make_tournament()
    make_entrant(tournament, state="absent")
    assert changes_of(client, tournament, 1) == []


@pytest.mark.parametrize(
    ("state", "after", "void", "left"),
    [
        ("checked_in", None, False, ""),
        ("withdrawn", 0, False, "Withdrawn before the first round"),
        ("withdrawn", 1, False, "Withdrawn after round 1: the games played count."),
        ("disqualified", 1, True, "Disqualified after round 1: the games played count 0."),
        (
            "disqualified",
            1,
            False,
            "Disqualified after round 1: without a rank, the games stand for the opponents.",
        ),
    ],
)
def test_everybody_reads_who_left_when_and_what_became_of_the_games(
    client: Client, state: str, after: int | None, void: bool, left: str
) -> None:
    tournament = make_tournament()
    entrants = make_entrants(tournament, 4)
    confirm(make_round(tournament, [entrants]), [[40, 30, 20, 10]])
    Entrant.objects.filter(pk=entrants[0].pk).update(state=state, left_after_round=after, games_void=void)
    page = client.get(f"/t/{tournament.slug}/standings/why/{entrants[0].pk}/")
    assert (page.context["left"], len(page.context["games"])) == (left, 0 if void else 1)
