"""Sentences of the pure packages in the language of the page."""

from typing import Literal, Protocol

from django.utils.translation import get_language

Spoken = Literal["en", "it", "pt"]


class Sentence(Protocol):
    """Anything said in every language: `seating.Words`, `scoring.Text`, a ruling's text."""

    @property
    def en(self) -> str: ...

    @property
    def it(self) -> str: ...

    @property
    def pt(self) -> str: ...


def spoken() -> Spoken:
    """Which of a sentence's languages the page speaks; Italian where none is active."""
    match (get_language() or "it")[:2]:
        case "it":
            return "it"
        case "pt":
            return "pt"
        case _:
            return "en"


def words(text: Sentence) -> str:
    """The sentence in the language of the page; English where it was kept before it had that language."""
    return {"en": text.en, "it": text.it, "pt": text.pt}[spoken()] or text.en
