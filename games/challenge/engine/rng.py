"""An integer generator that draws the same on every machine, in Python and in compiled code.

xoroshiro64** (Blackman and Vigna 2018, public domain), seeded through SplitMix64: 32-bit words only, so that signed
64-bit arithmetic holds every step. Bounded draws by multiplication with rejection (Lemire 2019): every outcome is
equally likely.
"""

from collections.abc import Sequence
from typing import Final

MASK32: Final = (1 << 32) - 1
MASK64: Final = (1 << 64) - 1


def seed_words(seed: int) -> tuple[int, int]:
    """The two 32-bit words, never both zero, that a seed of any size stands for."""
    state = seed & MASK64
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK64
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
        z ^= z >> 31
        if z:
            return z >> 32, z & MASK32


class Dice:
    """A stream of draws from a seed; `words` is its whole memory: two streams with the same words draw alike."""

    __slots__ = ("words",)

    def __init__(self, seed: int) -> None:
        self.words = seed_words(seed)

    def _next32(self) -> int:
        a, b = self.words
        product = (a * 0x9E3779BB) & MASK32
        drawn = ((product << 5 | product >> 27) * 5) & MASK32
        b ^= a
        self.words = (a << 26 | a >> 6) & MASK32 ^ b ^ (b << 9) & MASK32, (b << 13 | b >> 19) & MASK32
        return drawn

    def below(self, bound: int) -> int:
        """A number from 0 to bound − 1 (bound from 1 to 2^31); nothing is drawn when only 0 is possible."""
        if bound == 1:
            return 0
        reject = (1 << 32) % bound
        while True:
            product = self._next32() * bound
            if product & MASK32 >= reject:
                return product >> 32

    def throw(self, dice: int) -> tuple[int, ...]:
        """So many dice, each 1 to 6."""
        return tuple([self.below(6) + 1 for _ in range(dice)])

    def bit(self, mask: int) -> int:
        """One of the bits that are set, as its number."""
        for _ in range(self.below(mask.bit_count())):
            mask &= mask - 1
        return (mask & -mask).bit_length() - 1

    def weighted(self, weights: Sequence[int]) -> int:
        """An index, each as likely as its (positive) weight; nothing is drawn when there is only one."""
        if len(weights) == 1:
            return 0
        drawn = self.below(sum(weights))
        index = 0
        while drawn >= weights[index]:
            drawn -= weights[index]
            index += 1
        return index
