"""Chance that can be repeated: our own generator, and the public proof that a seed was not chosen afterwards.

The generator is written out so that a seed gives the same draw on every machine and Python version.
"""

import hashlib
from collections.abc import MutableSequence, Sequence
from typing import TypeVar

_Thing = TypeVar("_Thing")
_WORD = 0xFFFFFFFF


class Lottery:
    """A seeded stream of whole numbers (SHA-256 of the seed starts a 32-bit xorshift)."""

    __slots__ = ("state",)

    def __init__(self, seed: int, purpose: str = "") -> None:
        digest = hashlib.sha256(f"{seed}/{purpose}".encode()).digest()
        self.state = int.from_bytes(digest[:4]) or 1

    def word(self) -> int:
        """Return the next number from 1 to 2**32 - 1."""
        state = self.state
        state ^= (state << 13) & _WORD
        state ^= state >> 17
        state ^= (state << 5) & _WORD
        self.state = state
        return state

    def below(self, limit: int) -> int:
        """Return a number from 0 to limit - 1."""
        return (self.word() * limit) >> 32

    def shuffle(self, things: MutableSequence[_Thing]) -> None:
        """Shuffle in place (Fisher-Yates)."""
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]

    def shuffled(self, things: Sequence[_Thing]) -> list[_Thing]:
        """Return a shuffled copy."""
        copy = list(things)
        self.shuffle(copy)
        return copy


def commitment(seed: int, salt: str) -> str:
    """Return what is shown before the draw: nobody can find the seed in it, and no other seed gives it.

    The salt keeps a short seed from being guessed; both are shown after the draw.
    """
    return hashlib.sha256(f"sdadata seating {seed} {salt}".encode()).hexdigest()


def verifies(seed: int, salt: str, shown: str) -> bool:
    """Return whether the seed and salt shown after the draw are those promised before it."""
    return commitment(seed, salt) == shown
