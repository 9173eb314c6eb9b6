"""The referee asks at the board: taps add armies, the ruling comes in one word, at thumb height on a phone too."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.factories import make_entrants, make_member, make_round, make_tournament
from tournament.models import Role, Table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(client: Any, desktop: Page, live_server: Any) -> Table:
    """A table in play, and its referee signed in."""
    tournament = make_tournament()
    client.force_login(make_member(tournament, Role.REFEREE))
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
    desktop.context.add_cookies([cookie])
    return make_round(tournament, [make_entrants(tournament, 4)], state="playing").tables.get()


def test_armies_are_tapped_and_the_case_is_ruled(
    desktop: Page, table: Table, accessible: Callable[[Page], None]
) -> None:
    desktop.goto(f"/t/{table.round.tournament.slug}/disputes/new/?table={table.pk}")
    brazil, africa = (
        desktop.locator(f"svg.board [data-land={name}]") for name in ("brasile", "africa_del_nord")
    )
    brazil.click(force=True)
    desktop.locator("[data-army=blue]").click()
    africa.click(force=True)
    desktop.locator("[data-tap='1']").click()
    for _ in range(4):
        brazil.click(force=True)
    desktop.wait_for_timeout(700)  # longer than a long press: the tap must not free the territory
    expect(desktop.locator("#armies-brasile")).to_have_value("5")
    assert desktop.locator("#territory-brasile").input_value() == "red"
    desktop.locator("[name=attack-from]").select_option("brasile")
    desktop.locator("[name=attack-to]").select_option("africa_del_nord")
    desktop.locator("[name=attack-attacker_dice]").fill("6 5 2")
    desktop.locator("[name=attack-defender_dice]").fill("4")
    desktop.locator("#known > summary").click()
    desktop.locator("#round").fill("6")
    accessible(desktop)
    desktop.locator(".ask .action-bar .button-primary").click()
    expect(desktop.locator(".ruling-legal")).to_have_count(1)
    accessible(desktop)


def test_only_the_sentence_of_the_chosen_kind_shows(desktop: Page, table: Table) -> None:
    desktop.goto(f"/t/{table.round.tournament.slug}/disputes/new/?table={table.pk}")
    desktop.locator("#kind").select_option("draw_card")
    shown = desktop.locator(".sentence:visible")
    expect(shown).to_have_count(1)
    expect(shown).to_have_attribute("data-kind", "draw_card")
