"""Lots are the same everywhere and favour nobody."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.lots import Lots


def test_words_are_those_of_the_published_generator():
    lots = Lots(1234567)
    assert [lots.word() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@given(st.integers(), st.lists(st.integers(), max_size=12))
def test_a_shuffle_keeps_the_items_and_repeats(seed, items):
    drawn = Lots(seed).shuffled(items)
    assert Counter(drawn) == Counter(items)
    assert drawn == Lots(seed).shuffled(items)


def test_every_order_of_three_is_about_equally_likely():
    counts = Counter(Lots(seed).shuffled("abc") for seed in range(6000))
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


def test_a_number_at_the_biased_end_is_drawn_again(monkeypatch):
    words = iter([(1 << 64) - 1, 7])
    monkeypatch.setattr(Lots, "word", lambda _: next(words))
    assert Lots(1).below(3) == 1


@pytest.mark.parametrize("bound", [0, -1])
def test_nothing_cannot_be_drawn(bound):
    with pytest.raises(ValueError, match="at least one possibility"):
        Lots(1).below(bound)
