"""A player's day on a phone and on a desktop: register, be here, find the seat, read the standings and why."""

from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.db.models import F
from playwright.sync_api import expect

from tests import results
from tests.e2e.conftest import OpenPage
from tests.factories import make_entrants, make_round, make_tournament
from tournament.models import EntrantState, RoundState, Tournament, TournamentState
from tournament.services.door import set_door
from tournament.services.self_check_in import room_code

pytestmark = pytest.mark.django_db(transaction=True)

POINTS = (38, 29, 17, 12)


def a_tournament_with_an_open_door() -> Tournament:
    """Seven people are there already; the eighth comes through the door."""
    cache.clear()
    tournament = make_tournament(
        state=TournamentState.OPEN, starts_on=date(2126, 5, 4), ends_on=date(2126, 5, 4), language="it"
    )
    make_entrants(tournament, 7)
    return set_door(
        tournament_id=tournament.pk,
        actor=None,
        opens_at=None,
        closes_at=None,
        questions=(),
        is_offered=True,
        self_check_in=True,
    )


@pytest.mark.parametrize("screen", ["phone", "desktop"])
def test_a_players_day(screen: str, open_page: OpenPage, live_server: Any, accessible: Any) -> None:
    tournament = a_tournament_with_an_open_door()
    here = f"/t/{tournament.slug}"
    page = open_page(screen, base_url=live_server.url)

    page.goto(f"{here}/register/")
    accessible(page)
    page.fill("[name=first_name]", "Ottavia")
    page.fill("[name=last_name]", "Zanetti")
    page.check("[name=consent_data]")
    page.check("[name=consent_name]")
    page.locator("main form .button-primary").click()
    page.wait_for_url("**/registration/**")
    own = page.url.split("registration/")[0]
    me = tournament.entrants.get(number=8)
    assert me.full_name == "Ottavia Zanetti"

    me.state = EntrantState.CONFIRMED
    me.save()
    page.goto(f"{here}/here/?code={room_code(tournament.pk)}")
    accessible(page)
    page.get_by_role("button", name="Zanetti").click()
    page.wait_for_load_state()
    me.refresh_from_db()
    assert me.state == EntrantState.CHECKED_IN

    people = list(tournament.entrants.order_by("number"))
    tournament.state = TournamentState.RUNNING
    tournament.save()
    round_ = make_round(tournament, [people[:4], people[4:]])
    page.goto(f"{here}/seats/")
    page.locator("[type=search]").fill("zan")
    expect(page.locator("main")).to_contain_text("Ottavia Zanetti")
    page.goto(own)
    accessible(page)
    expect(page.locator("main")).to_contain_text("Tavolo 2")
    expect(page.locator(".tiles dd")).to_have_count(0)  # no place before the first score

    results.confirm(round_, [POINTS, POINTS])
    results.close(round_)
    Tournament.objects.update(data_version=F("data_version") + 1)  # as the services do
    page.goto(f"{here}/standings/")
    expect(page.locator("main tbody tr")).to_have_count(8)
    page.goto(f"{here}/standings/why/{me.pk}/")
    accessible(page)
    expect(page.locator("main")).to_contain_text(str(POINTS[3]))
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    round_.refresh_from_db()
    assert round_.state == RoundState.CLOSED
