"""Sentences of the seating in every language of the hall."""

import string

import pytest

from seating.checker import _SENTENCES as BREACHES
from seating.criteria import CRITERIA, FOUND
from seating.request import _SENTENCES as DEFECTS
from seating.splits import POLICY_TITLES
from seating.words import Words, counted

SAID = [
    *BREACHES.values(),
    *DEFECTS.values(),
    *FOUND.values(),
    *POLICY_TITLES.values(),
    *(words for one in CRITERIA.values() for words in (one.title, one.one, one.many)),
]


def _places(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)


@pytest.mark.parametrize("words", SAID, ids=lambda words: words.en)
def test_every_language_fills_the_same_places(words: Words) -> None:
    assert all((words.it, words.pt))
    assert _places(words.en) == _places(words.it) == _places(words.pt)


def test_facts_and_numbers_are_filled_in_everywhere() -> None:
    criterion = next(iter(CRITERIA.values()))
    assert counted(1, criterion.one, criterion.many).pt == "1 par na mesma mesa"
    assert counted(2, criterion.one, criterion.many).pt == "2 pares na mesma mesa"
