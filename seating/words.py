"""Sentences for people, in English, Italian and Portuguese, side by side."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """One sentence in every language of the hall; `pt` is empty where it was kept before there was Portuguese."""

    en: str
    it: str
    pt: str = ""

    def format(self, **facts: object) -> "Words":
        """Return the sentence with its facts filled in."""
        return Words(self.en.format(**facts), self.it.format(**facts), self.pt.format(**facts))


def counted(number: int, one: Words, many: Words) -> Words:
    """Return ``one`` for a single thing and ``many`` otherwise, each with ``{n}`` filled in."""
    return (one if number == 1 else many).format(n=number)
