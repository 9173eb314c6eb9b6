"""The demo as start.py serves it: every link of every role answers, nothing complains, axe finds nothing."""

import os
import re
from collections import Counter, deque
from collections.abc import Callable
from html import unescape
from pathlib import Path
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Visit

LINK = re.compile(r'<a\b[^>]*?\bhref="([^"]*)"')
BEHAVIOURS = re.compile(r'\bdata-module="([^"]*)"')
FILES = (".csv", ".xlsx", ".pdf", ".ics", ".xls", ".json", ".yaml", ".toml", "/download/", "/data/", "/file/")
SLUG = "raduno-di-prova"
WHO = ("", "direttore", "arbitro", "tavolino")


def links_in(source: str, url: str, base: str) -> list[str]:
    """A page's own links, without fragments."""
    absolute = (urldefrag(urljoin(url, unescape(link))).url for link in LINK.findall(source))
    return [link for link in absolute if link.startswith(base)]


def behaviours_of(source: str) -> str:
    """Which scripts a page sets to work."""
    return " ".join(sorted(set(BEHAVIOURS.findall(source))))


def shape_of(url: str) -> str:
    """Addresses that differ only in numbers or sorting are one kind of page."""
    path = urlsplit(url).path
    return "/".join("#" if part.isdigit() else part for part in path.split("/"))


class Crawler:
    """Follows every link of a role: two addresses of each kind are asked for.

    Two pages of each kind with the same behaviours are opened in the browser, whoever comes to them first; what
    others get at an address of that kind is only read.
    """

    def __init__(self, base: str) -> None:
        self.base = base
        self.opened = Counter[str | tuple[str, str]]()

    def follow(self, page: Page) -> tuple[set[str], Counter[str]]:
        """Go to all that the start page leads to; the addresses, and how many of each kind."""
        waiting, seen, kinds = deque([f"{self.base}/"]), set[str](), Counter[str]()
        while waiting:
            url = waiting.popleft()
            if url in seen or kinds[shape_of(url)] >= 2:
                continue
            seen.add(url)
            kinds[shape_of(url)] += 1
            waiting.extend(links_in(self._source(page, url), url, self.base))
        return seen, kinds

    def _source(self, page: Page, url: str) -> str:
        """What answers: read off the browser where pages like it were not opened twice, else as it was sent."""
        kind = shape_of(url)
        if self.opened[kind] < 2 and not urlsplit(url).path.endswith(FILES):
            return self._open(page, url)
        answer = page.request.get(url)
        assert answer.ok, url
        if urlsplit(url).path.endswith(FILES):
            return ""
        source = answer.text()
        return source if self.opened[kind, behaviours_of(source)] >= 2 else self._open(page, url)

    def _open(self, page: Page, url: str) -> str:
        page.goto(url)
        source = page.content()
        self.opened.update([shape_of(url), (shape_of(url), behaviours_of(source))])
        return source


@pytest.fixture(scope="module")
def crawler(demo_site: str) -> Crawler:
    """One for all roles."""
    return Crawler(demo_site)


@pytest.mark.parametrize("who", WHO)
def test_every_link_answers(who: str, visit: Visit, crawler: Crawler) -> None:
    seen, kinds = crawler.follow(visit("desktop", who))
    assert f"{crawler.base}/t/{SLUG}/standings/" in seen
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
    visit: Visit,
    accessible: Callable[[Page], None],
    tmp_path: Path,
) -> None:
    """Judge a main page, and take its picture light and dark; `make screenshots` keeps them."""
    who, path = PAGES[name]
    page = visit(screen, who)
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
