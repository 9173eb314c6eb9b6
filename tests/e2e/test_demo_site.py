"""The demo as start.py serves it: every link of every role answers, nothing complains, axe finds nothing."""

import os
from collections import deque
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Complaints, OpenPage
from tournament.services.demo import ACCOUNTS

FILES = (".csv", ".xlsx", ".pdf", ".ics", ".xls", ".json", ".yaml", ".toml", "/download/", "/data/", "/file/")
SLUG = "raduno-di-prova"
WHO = ("", "direttore", "arbitro", "tavolino")
PASSWORDS = {account.username: account.password for account in ACCOUNTS}


def enter(page: Page, who: str) -> None:
    """Log in as a user of the demo; nobody stays outside."""
    if who:
        page.goto("/accounts/login/")
        page.fill("[name=login]", who)
        page.fill("[name=password]", PASSWORDS[who])
        page.click("main form [type=submit]")
        page.wait_for_url("**/")


def links_of(page: Page, base: str) -> list[str]:
    """The page's own links, without fragments."""
    found = page.eval_on_selector_all("a[href]", "links => links.map(link => link.getAttribute('href'))")
    absolute = (urldefrag(urljoin(page.url, link)).url for link in found)
    return [link for link in absolute if link.startswith(base)]


def shape_of(url: str) -> str:
    """Addresses that differ only in numbers or sorting are one kind of page."""
    path = urlsplit(url).path
    return "/".join("#" if part.isdigit() else part for part in path.split("/"))


@pytest.mark.parametrize("who", WHO)
def test_every_link_answers(who: str, open_page: OpenPage, demo_site: str, complaints: Complaints) -> None:
    page = open_page("desktop", base_url=demo_site)
    enter(page, who)
    waiting, seen, kinds = deque([f"{demo_site}/"]), set[str](), dict[str, int]()
    while waiting:
        url = waiting.popleft()
        kind = shape_of(url)
        if url in seen or kinds.get(kind, 0) >= 2:
            continue
        seen.add(url)
        kinds[kind] = kinds.get(kind, 0) + 1
        if urlsplit(url).path.endswith(FILES):
            assert page.request.get(url).ok, url
            continue
        page.goto(url)
        waiting.extend(links_of(page, demo_site))
    assert complaints.heard == []
    assert f"{demo_site}/t/{SLUG}/standings/" in seen
    assert len(kinds) >= 10


PAGES = {
    "home": ("", "/"),
    "tournament": ("", f"/t/{SLUG}/"),
    "standings": ("", f"/t/{SLUG}/standings/"),
    "table": ("", f"/t/{SLUG}/tables/1/"),
    "find-seat": ("", f"/t/{SLUG}/seats/"),
    "knockout": ("", f"/t/{SLUG}/knockout/"),
    "now": ("direttore", f"/t/{SLUG}/direct/"),
    "roll-call": ("direttore", f"/t/{SLUG}/direct/roll-call/"),
    "seating": ("direttore", f"/t/{SLUG}/direct/rounds/2/seating/"),
    "entry": ("arbitra", f"/t/{SLUG}/referee/tables/24/entry/"),
}
"""The ten main pages: who looks, and where."""


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("screen", ["phone", "desktop"])
def test_main_pages_are_accessible_and_give_a_screenshot(
    name: str,
    screen: str,
    open_page: OpenPage,
    demo_site: str,
    accessible: Callable[[Page], None],
    tmp_path: Path,
) -> None:
    """Judge a main page, and take its picture light and dark; `make screenshots` keeps them."""
    who, path = PAGES[name]
    page = open_page(screen, base_url=demo_site)
    enter(page, who)
    page.goto(path)
    page.wait_for_load_state("networkidle")
    accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    folder = Path(os.environ.get("SCREENSHOTS", tmp_path))
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        plain = (screen, scheme) == ("desktop", "light")
        picture = folder / (f"{name}.png" if plain else f"{name}-{screen}-{scheme}.png")
        page.screenshot(path=picture)
        assert picture.stat().st_size > 5000
