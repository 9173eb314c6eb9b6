"""Pictures of confirmed games: what is counted, and that nothing hidden shows."""

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from games.challenge import BOARD
from tests.factories import make_entrants, make_round, make_tournament
from tests.results import confirm
from tournament.models import Tournament
from tournament.selectors.charts import played_games
from tournament.selectors.public import sight_of_public

pytestmark = pytest.mark.django_db


def played(entrants: int = 9) -> Tournament:
    """Two rounds of a table of 4 and one of 5, the first round's first table with its board."""
    tournament = make_tournament()
    people = make_entrants(tournament, entrants)
    for _round in range(2):
        round_ = make_round(tournament, [people[:4], people[4:9]])
        confirm(round_, [[46, 30, 20, 10], [40, 39, 38, 0, 5]])
    board = {name: 1 + index % 4 for index, name in enumerate(BOARD.ids)}
    submission = tournament.rounds.get(number=1).tables.get(number=1).submissions.get()
    submission.board = board
    submission.save()
    submission.results.update(objective=3)
    return tournament


def test_games_are_counted_by_what_they_were() -> None:
    counted = played_games(sight_of_public(played()), BOARD.ids)
    sizes = counted.tallies(lambda game: game.size)
    assert [(one.group, one.wins, one.games) for one in sizes] == [(4, 2, 8), (5, 2, 10)]
    objectives = counted.tallies(lambda game: game.objective)
    assert [(one.group, one.wins, one.games) for one in objectives] == [(3, 1, 4)]
    assert (counted.boards, sum(counted.held.values()), counted.chance) == (1, 11, Fraction(4, 18))


def test_a_secret_round_is_in_no_picture(client: Client) -> None:
    tournament = played()
    tournament.hidden_from_round = 2
    tournament.save()
    page = client.get(f"/t/{tournament.slug}/charts/")
    assert page.context["games"] == 2
    tournament.publish_results = False
    tournament.publish_standings = False
    tournament.data_version += 1
    tournament.save()
    assert client.get(f"/t/{tournament.slug}/charts/").context["charts"] == []


def test_every_picture_stands_above_its_numbers(client: Client) -> None:
    tournament = played()
    page = client.get(f"/t/{tournament.slug}/charts/", headers={"accept-language": "en"})
    titles = [chart.title for chart in page.context["charts"]]
    assert titles == [
        "Ranks from round to round",
        "Distribution of points",
        "Wins by objective",
        "Wins by table size",
        "Wins by turn at tables of 4",
        "Wins by turn at tables of 5",
    ]
    body = page.content.decode()
    assert body.count("<summary>The numbers</summary>") == 7
    assert body.count('class="chart"') == 6
    assert page.context["boards"] == 1


def test_before_the_first_result_the_page_says_so(client: Client) -> None:
    page = client.get(f"/t/{make_tournament().slug}/charts/", headers={"accept-language": "en"})
    assert "No pictures yet" in page.content.decode()


def test_another_game_has_no_board_of_ours(client: Client) -> None:
    tournament = played()
    tournament.ruleset = "futurisiko"
    tournament.save()
    page = client.get(f"/t/{tournament.slug}/charts/")
    assert ("heat" in page.context, len(page.context["charts"])) == (False, 5)


@pytest.mark.parametrize("entrants", [9, 30])
def test_the_queries_do_not_grow_with_the_entrants(
    client: Client, entrants: int, django_assert_num_queries: Any
) -> None:
    tournament = played(entrants)
    with django_assert_num_queries(QUERIES):
        client.get(f"/t/{tournament.slug}/charts/", headers={"X-Fragments": "1"})


QUERIES = 17
