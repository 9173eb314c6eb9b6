"""Pages in other words than the source: no English left, a comma in numbers that people read, a point in a machine's."""

import re
from html.parser import HTMLParser

import pytest
from django.test import Client

from tournament.models import Tournament, User
from tournament.services.demo import make_demo

pytestmark = pytest.mark.django_db
FOR_PEOPLE = {"title", "alt", "aria-label", "content", "placeholder"}
"""Attributes that are read aloud or shown."""
COMMA = re.compile(r"(?<![\w,])-?\d+,\d+(?![\w,])")
POINT = re.compile(r"\d+\.\d+ ?%")
ENGLISH = re.compile(r"\b(the|and|of|with|is|are|not|this)\b")
PUBLIC = (
    "",
    "entrants/",
    "rounds/2/",
    "standings/",
    "charts/",
    "seats/",
    "errata/",
    "knockout/",
)
ROOMS = (
    "",
    "log/",
    "settings/",
    "formula/",
    "publishing/",
    "penalties/",
    "entries/",
    "registration/",
    "people/",
    "programs/",
)


class Page(HTMLParser):
    """Words for people and values for machines."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.values: list[str] = []
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            (self.words if name in FOR_PEOPLE else self.values).append(value or "")

    def handle_data(self, data: str) -> None:
        self.words.append(data.strip())


@pytest.fixture
def demo() -> Tournament:
    return make_demo()


def test_pages_are_translated_and_numbers_are_those_of_their_reader(client: Client, demo: Tournament) -> None:
    director = User.objects.filter(memberships__role="director").first()
    assert director
    client.force_login(director)
    base = f"/t/{demo.slug}/"
    public = [*PUBLIC, *(f"disputes/{dispute.pk}/" for dispute in demo.disputes.all()[:1])]
    assert len(public) > len(PUBLIC)
    found = []
    for language in ("it", "pt-BR"):
        for address in [base + page for page in public] + [base + "direct/" + room for room in ROOMS]:
            response = client.get(address, headers={"accept-language": language})
            assert (address, response.status_code) == (address, 200)
            page = Page(response.content.decode())
            found += [(address, text) for text in page.words if POINT.search(text) or ENGLISH.search(text)]
            found += [(address, value) for value in page.values if COMMA.search(value)]
    assert found == []
