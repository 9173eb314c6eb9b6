"""Sentences of the pure packages in the language of the page."""

from typing import Literal, Protocol

from django.utils.translation import get_language


class Bilingual(Protocol):
    """What every sentence has; `scoring.Text` and `seating.Words` also have their Portuguese, `pt`."""

    @property
    def en(self) -> str: ...

    @property
    def it(self) -> str: ...


def spoken() -> Literal["en", "it"]:
    """The language of what is said in two languages only: Italian on Italian pages, English on all others."""
    return "it" if (get_language() or "it").startswith("it") else "en"


def words(text: Bilingual) -> str:
    """The sentence in the language of the page.

    On Portuguese pages rulings and rulebooks (`games`) speak English, as does what was stored before there was
    Portuguese.
    """
    if (get_language() or "it").startswith("pt"):
        return getattr(text, "pt", "") or text.en
    return text.it if spoken() == "it" else text.en
