"""Sentences of the pure packages (a pair English/Italian) in the language of the page."""

from typing import Literal, Protocol

from django.utils.translation import get_language


class Bilingual(Protocol):
    """Anything said in both languages: `seating.Words`, `scoring.Text`, a ruling's text."""

    @property
    def en(self) -> str: ...

    @property
    def it(self) -> str: ...


def spoken() -> Literal["en", "it"]:
    """The language in which the pure packages speak on this page: Italian on Italian pages, English on all others."""
    return "it" if (get_language() or "it").startswith("it") else "en"


def words(text: Bilingual) -> str:
    """The sentence in the language of the page."""
    return text.it if spoken() == "it" else text.en
