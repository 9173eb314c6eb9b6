"""Each role walks its rooms by the links it is offered, on a phone and on a desktop, and finds its work at the end."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.test_demo_site import SLUG

ROOMS = {
    "": "/standings/",
    "direttore": "/direct/",
    "arbitro": "/referee/",
    "segnapunti": "/referee/",
    "tavolino": "/direct/roll-call/",
}
"""Where each role's work lies, below the tournament; the public comes for the standings."""


def rooms_of(page: Page) -> list[str]:
    """The addresses that the page's navigation offers, each once, in order."""
    links = page.locator(".site-nav a, .more-rooms a")
    return list(dict.fromkeys(str(link.get_attribute("href")) for link in links.all()))


@pytest.mark.parametrize("screen", ["phone", "desktop"])
@pytest.mark.parametrize("who", ROOMS)
def test_a_role_walks_its_rooms(who: str, screen: str, visit: Visit) -> None:
    page = visit(screen, who)
    page.goto(f"/t/{SLUG}/")
    work = f"/t/{SLUG}{ROOMS[who]}"
    assert page.locator(f".site-nav a[href='{work}']").count() == 1
    page.locator(f".site-nav a[href='{work}']").click()
    page.wait_for_url(f"**{work}")
    rooms = rooms_of(page)
    assert ("/direct/settings/" in "".join(rooms)) == (who == "direttore")
    for address in (
        rooms if screen == "phone" else rooms[:1]
    ):  # on a desktop test_demo_site follows every link
        page.goto(address)
        expect(page.locator("h1")).to_have_count(1)
        wide, screen_width = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert wide <= screen_width, address


@pytest.mark.parametrize("screen", ["phone", "desktop"])
def test_somebody_of_the_public_reads_why(screen: str, visit: Visit) -> None:
    page = visit(screen, "")
    page.goto(f"/t/{SLUG}/standings/")
    first = page.locator(".standings tbody tr").first
    total = first.locator(".total, td:last-child").first.inner_text().strip()
    page.goto(str(page.locator("a[href*='/standings/why/']").first.get_attribute("href")))
    expect(page.locator("main")).to_contain_text(total)
    page.goto(f"/tv/{SLUG}/")
    expect(page.locator("[data-slide]").first).to_be_visible()


def test_a_scorekeeper_enters_and_does_not_confirm(visit: Visit) -> None:
    page = visit("phone", "segnapunti")
    page.goto(f"/t/{SLUG}/referee/tables/24/")
    expect(page.locator("form[action$='/confirm/']")).to_have_count(0)
    page.locator(".page-head a[href$='/entry/']").click()
    expect(page.locator("[data-module=board-entry], [data-board-list]").first).to_be_attached()
