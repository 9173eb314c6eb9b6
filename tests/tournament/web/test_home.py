"""The front page and the list of all tournaments: nothing that is public is out of reach."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client

from tests.factories import make_entrants, make_member, make_round, make_tournament
from tournament.models import TournamentState
from tournament.selectors.tournaments import RECENT
from tournament.web.home import A_PAGE

pytestmark = pytest.mark.django_db

DAY = date(2026, 1, 1)


def held(number: int, **fields: Any) -> None:
    on = DAY + timedelta(days=number)
    make_tournament(f"Raduno {number}", state=TournamentState.FINISHED, starts_on=on, ends_on=on, **fields)


def names_on(client: Client, query: str = "") -> list[str]:
    return [one["name"] for one in client.get(f"/tournaments/{query}").context["list"]]


def test_what_the_front_page_leaves_out_is_a_page_further(client: Client) -> None:
    for number in range(A_PAGE + 2):
        held(number)
    home = client.get("/")
    assert [one["name"] for one in home.context["finished"]] == [
        f"Raduno {A_PAGE + 1 - number}" for number in range(RECENT)
    ]
    assert '<a href="/tournaments/">' in home.content.decode()
    assert names_on(client) == [f"Raduno {A_PAGE + 1 - number}" for number in range(A_PAGE)]
    assert names_on(client, "?page=2") == ["Raduno 1", "Raduno 0"]
    assert names_on(client, "?page=x") == names_on(client)


def test_tournaments_are_found_by_words(client: Client, django_assert_num_queries: Any) -> None:
    held(1, place="Rimini", organiser="Lupi")
    held(2, place="Rimini", organiser="Falchi")
    held(3, place="Bari", organiser="Falchi <&>")
    with django_assert_num_queries(2):
        assert names_on(client, "?q=rimini falchi") == ["Raduno 2"]
    assert names_on(client, "?q=falchi") == ["Raduno 3", "Raduno 2"]
    assert names_on(client, "?q=raduno+1") == ["Raduno 1"]
    nothing = client.get("/tournaments/?q=Marte").content.decode()
    assert ('value="Marte"' in nothing, "Nothing found" in nothing) == (True, True)


def test_each_card_says_how_far_its_tournament_is(client: Client) -> None:
    running = make_tournament("In gioco <b>", state=TournamentState.RUNNING)
    make_round(running, [make_entrants(running, 4)])
    draft = make_tournament("Bozza", state=TournamentState.DRAFT)
    text = client.get("/tournaments/").content.decode()
    assert "In gioco &lt;b&gt;" in text
    assert "Running</span>" in text
    assert f'href="/t/{running.slug}/"' in text
    assert "Bozza" not in text
    client.force_login(make_member(draft))
    text = client.get("/tournaments/").content.decode()
    assert ("Bozza" in text, "You work here" in text) == (True, True)
