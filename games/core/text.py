"""Sentences that a referee reads aloud, always in English and Italian together."""

from __future__ import annotations

from typing import NamedTuple


class Text(NamedTuple):
    """One sentence in both languages."""

    en: str
    it: str

    def as_dict(self) -> dict[str, str]:
        """The wire form, `{"en": …, "it": …}`."""
        return {"en": self.en, "it": self.it}


def say(en: str, it: str, **facts: object) -> Text:
    """Fill both sentences with the facts; a fact that is itself a Text fills each with its own language."""
    return Text(
        en.format(**{k: v.en if isinstance(v, Text) else v for k, v in facts.items()}),
        it.format(**{k: v.it if isinstance(v, Text) else v for k, v in facts.items()}),
    )


def counted(number: int, en: tuple[str, str], it: tuple[str, str]) -> Text:
    """A number with its noun, singular or plural."""
    many = number != 1
    return Text(f"{number} {en[many]}", f"{number} {it[many]}")


def armies(number: int) -> Text:
    """ "3 armies", "3 armate"."""
    return counted(number, ("army", "armies"), ("armata", "armate"))


def dice(number: int) -> Text:
    """ "2 dice", "2 dadi"."""
    return counted(number, ("die", "dice"), ("dado", "dadi"))


def cards(number: int) -> Text:
    """ "7 cards", "7 carte"."""
    return counted(number, ("card", "cards"), ("carta", "carte"))
