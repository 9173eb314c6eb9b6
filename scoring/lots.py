"""Lots drawn from a stored seed: the same on every machine and in every version of Python.

The generator is SplitMix64 (Steele, Lea, Flood 2014): 64-bit integers only, so a draw can be repeated by any
program that knows the seed. Numbers below a bound are taken by rejection, hence without bias.
"""

from collections.abc import Iterable
from typing import TypeVar

Item = TypeVar("Item")

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


class Lots:
    """A stream of unbiased integers that depends on the seed alone."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        """Start from a seed of any size and sign; seeds that agree modulo 2**64 draw alike."""
        self._state = seed & _MASK

    def word(self) -> int:
        """The next 64 bits."""
        self._state = (self._state + _GOLDEN) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, bound: int) -> int:
        """A number from 0 to bound − 1, each equally likely. Raises ValueError for a bound under 1."""
        if bound < 1:
            raise ValueError(f"lots need at least one possibility, not {bound}")
        limit = (1 << 64) - (1 << 64) % bound
        while (drawn := self.word()) >= limit:
            pass
        return drawn % bound

    def shuffled(self, items: Iterable[Item]) -> tuple[Item, ...]:
        """The items in a drawn order, every order equally likely (Fisher and Yates)."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            chosen = self.below(last + 1)
            deck[last], deck[chosen] = deck[chosen], deck[last]
        return tuple(deck)
