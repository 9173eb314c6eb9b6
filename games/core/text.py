"""Sentences that a referee reads aloud, always in English, Italian and Portuguese together."""

from __future__ import annotations

from typing import NamedTuple


class Text(NamedTuple):
    """One sentence in every language."""

    en: str
    it: str
    pt: str

    def as_dict(self) -> dict[str, str]:
        """The wire form, `{"en": …, "it": …, "pt": …}`."""
        return {"en": self.en, "it": self.it, "pt": self.pt}


def say(en: str, it: str, pt: str, **facts: object) -> Text:
    """Fill the sentences with the facts; a fact that is itself a Text fills each with its own language."""
    return Text(
        en.format(**{k: v.en if isinstance(v, Text) else v for k, v in facts.items()}),
        it.format(**{k: v.it if isinstance(v, Text) else v for k, v in facts.items()}),
        pt.format(**{k: v.pt if isinstance(v, Text) else v for k, v in facts.items()}),
    )


def counted(number: int, en: tuple[str, str], it: tuple[str, str], pt: tuple[str, str]) -> Text:
    """A number with its noun, singular or plural."""
    many = number != 1
    return Text(f"{number} {en[many]}", f"{number} {it[many]}", f"{number} {pt[many]}")


def armies(number: int) -> Text:
    """ "3 armies", "3 armate", "3 exércitos"."""
    return counted(number, ("army", "armies"), ("armata", "armate"), ("exército", "exércitos"))


def dice(number: int) -> Text:
    """ "2 dice", "2 dadi", "2 dados"."""
    return counted(number, ("die", "dice"), ("dado", "dadi"), ("dado", "dados"))


def cards(number: int) -> Text:
    """ "7 cards", "7 carte", "7 cartas"."""
    return counted(number, ("card", "cards"), ("carta", "carte"), ("carta", "cartas"))
