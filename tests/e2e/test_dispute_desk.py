"""The referee asks at the board: taps add armies, the ruling comes in one word, at thumb height on a phone too."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.factories import make_entrants, make_member, make_round, make_tournament
from tournament.models import Role, Table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(request: pytest.FixtureRequest, client: Any, desktop: Page, live_server: Any) -> Table:
    """A table in play, of RisiKo! Challenge or as the test says, and its referee signed in."""
    tournament = make_tournament(**getattr(request, "param", {}))
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


FUTURISIKO = {"ruleset": "futurisiko", "ruleset_options": {"board": "example"}}


@pytest.mark.parametrize("table", [FUTURISIKO], indirect=True)
def test_a_dispute_of_futurisiko_is_ruled_amended_and_decided(
    desktop: Page, table: Table, accessible: Callable[[Page], None]
) -> None:
    desktop.goto(f"/t/{table.round.tournament.slug}/disputes/new/?table={table.pk}")
    desktop.locator("#kind").select_option("move")
    expect(desktop.locator(".sentence:visible")).to_have_attribute("data-kind", "move")  # the only one
    for field, value in {"unit": "tanks", "from": "borneo", "to": "nuova_guinea"}.items():
        desktop.locator(f"[name=move-{field}]").select_option(value)
    desktop.locator("[name=move-number]").fill("4")
    for line, (place, owner, tanks) in enumerate((("borneo", "red", "3"), ("nuova_guinea", "blue", ""))):
        desktop.locator(f"[name=land-{line}-place]").select_option(place)
        desktop.locator(f"[name=land-{line}-owner]").select_option(owner)
        desktop.locator(f"[name=land-{line}-tanks]").fill(tanks)
    desktop.locator("#known > summary").click()
    desktop.locator("[name=moved-known]").check()
    accessible(desktop)
    desktop.locator(".ask .action-bar .button-primary").click()
    expect(desktop.locator(".ruling-illegal")).to_have_count(1)
    expect(desktop.locator(".finding-breach strong")).to_contain_text("7.1")
    desktop.locator("a[href$='/amend/']").click()
    desktop.locator("[name=move-number]").fill("2")
    desktop.locator(".ask .action-bar .button-primary").click()
    expect(desktop.locator(".ruling-legal")).to_be_visible()
    expect(desktop.locator(".ruling-facts").first).to_contain_text("Blu; invasori: 2 carri")
    accessible(desktop)
