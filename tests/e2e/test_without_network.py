"""The network goes in the middle of a round: what a referee enters is kept, sent later, and stored once."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Complaints, OpenPage
from tests.e2e.people import give_password, sign_in
from tests.factories import make_entrants, make_member, make_round, make_tournament
from tournament.models import Role, Submission, Table

pytestmark = pytest.mark.django_db(transaction=True)

POINTS = (31, 24, 17, 9)
KEPT = """async (paths) => {
  const kept = await Promise.all(paths.map((one) => caches.match(one, { cacheName: "sdadata-1", ignoreVary: true })));
  return navigator.serviceWorker.controller !== null && kept.every(Boolean);
}"""


def wait_until_kept(page: Page, tables: list[Table]) -> None:
    """Wait until the phone holds the list and the form of each table."""
    here = f"/t/{tables[0].round.tournament.slug}/referee/"
    paths = [here, *(f"{here}tables/{table.pk}/entry/" for table in tables), "/static/js/board-entry.js"]
    for _ in range(100):
        if page.evaluate(KEPT, paths):
            return
        page.wait_for_timeout(100)
    pytest.fail("The pages were not kept.")


def enter_totals(page: Page, table: Table) -> None:
    """From the list of tables to the form, the totals, and "save"."""
    page.goto(f"/t/{table.round.tournament.slug}/referee/")
    page.locator(f"#table-{table.number} a").first.click()
    page.locator(".page-head a.button-primary").click()
    page.locator("#totals > summary").click()
    page.check("[name=mode]")
    for turn, points in enumerate(POINTS, start=1):
        page.fill(f"#points-{turn}", str(points))
    page.locator(".action-bar .button-primary").click()
    expect(page.locator("[data-outbox-note]")).to_be_visible()


def test_three_results_are_entered_without_network_and_stored_once(
    open_page: OpenPage, live_server: Any, complaints: Complaints
) -> None:
    tournament = make_tournament()
    entrants = make_entrants(tournament, 12)
    tables = list(
        make_round(tournament, [entrants[:4], entrants[4:8], entrants[8:]]).tables.order_by("number")
    )
    give_password(make_member(tournament, Role.REFEREE, user={"username": "arbitro"}))
    phone = open_page("phone", base_url=live_server.url)
    sign_in(phone, "arbitro")
    phone.goto(f"/t/{tournament.slug}/referee/")
    wait_until_kept(phone, tables)
    phone.context.set_offline(True)
    for number, table in enumerate(tables, start=1):
        enter_totals(phone, table)
        expect(phone.locator("[data-outbox-badge]")).to_contain_text(str(number))
    phone.locator(".action-bar .button-primary").click()  # once more, by an impatient finger
    expect(phone.locator("form[aria-busy]")).to_have_count(0)
    expect(phone.locator("[data-outbox-badge]")).to_contain_text("3")
    assert not Submission.objects.exists()
    complaints.heard.clear()  # what failed while there was no network
    phone.context.set_offline(False)
    expect(phone.locator("[data-outbox-badge]")).to_be_hidden()
    stored = Submission.objects.order_by("table__number")
    assert [one.table.number for one in stored] == [1, 2, 3]
    assert [[row.points for row in one.results.order_by("place")] for one in stored] == [[*POINTS]] * 3
