"""Sentences for people, in English and Italian, side by side."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """One sentence in both languages of the hall."""

    en: str
    it: str

    def format(self, **facts: object) -> "Words":
        """Return the sentence with its facts filled in."""
        return Words(self.en.format(**facts), self.it.format(**facts))


def counted(number: int, one: Words, many: Words) -> Words:
    """Return ``one`` for a single thing and ``many`` otherwise, each with ``{n}`` filled in."""
    return (one if number == 1 else many).format(n=number)
