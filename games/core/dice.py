"""Comparing thrown dice: the best against the best, in order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Losses(NamedTuple):
    """Armies that each side removes after a throw."""

    attacker: int
    defender: int


def compare(attacker: Iterable[int], defender: Iterable[int], *, ties_to_attacker: bool = False) -> Losses:
    """Compare dice in order of magnitude, as many pairs as the fewer dice; a tie goes to the defender unless said."""
    pairs = list(zip(sorted(attacker, reverse=True), sorted(defender, reverse=True), strict=False))
    won = sum(a > d or (ties_to_attacker and a == d) for a, d in pairs)
    return Losses(attacker=len(pairs) - won, defender=won)
