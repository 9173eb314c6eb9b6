"""Sentences of the pure packages (a pair English/Italian) in the language of the page."""

from typing import Protocol

from django.utils.translation import get_language


class Bilingual(Protocol):
    """Anything said in both languages: `seating.Words`, `scoring.Text`, a ruling's text."""

    @property
    def en(self) -> str: ...

    @property
    def it(self) -> str: ...


def words(text: Bilingual) -> str:
    """The sentence in the active language; Italian when it is neither of ours."""
    return text.en if (get_language() or "it").startswith("en") else text.it
