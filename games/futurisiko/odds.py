"""Exact odds of a combat of futuRisiKo! (8.2 to 8.10), for who keeps removing as many pieces as it may.

An explosion stands on two faces of six. Tanks and aircraft throw alike, so a combat goes on between two numbers; who
rolls first is settled before it. Two rolls without an explosion leave everything as it was: the sum over all such
pauses is taken in closed form, and every answer is an exact rational.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

from games.futurisiko.position import Side
from games.futurisiko.rulesets import DIE_FACES, EXPLOSION_FACES, GARRISON_DICE

EXPLOSION = Fraction(EXPLOSION_FACES, DIE_FACES)
MOST_ARMIES = 70
MOST_SUBMARINES = 10


class CombatError(ValueError):
    """A combat that cannot be: no attacker, or more pieces than an army has."""


@dataclass(frozen=True, slots=True)
class CombatOdds:
    """How a combat ends. `attackers_left`: armies of a winning attacker → probability; `defenders_left`: armies beside
    the flag of a winning defender → probability. Together they make 1.
    """

    attackers_left: Mapping[int, Fraction]
    defenders_left: Mapping[int, Fraction]

    @property
    def conquest(self) -> Fraction:
        """The attacker's probability of taking the territory."""
        return sum(self.attackers_left.values(), Fraction(0))


@lru_cache(maxsize=256)
def explosions(dice: int) -> tuple[Fraction, ...]:
    """Probability of 0, 1, … explosions with so many dice."""
    return tuple(comb(dice, k) * EXPLOSION**k * (1 - EXPLOSION) ** (dice - k) for k in range(dice + 1))


@lru_cache(maxsize=1024)
def combat(attackers: int, defenders: int, *, first: Side, submarines: int = 0) -> CombatOdds:
    """The odds of a combat: air and land armies on both sides, the flag besides, `submarines` of the attacker adjacent.

    Raises CombatError.
    """
    _check(attackers, defenders, submarines)
    waiting: dict[tuple[int, int, Side], Fraction] = defaultdict(Fraction)
    waiting[attackers, defenders, first] = Fraction(1)
    won: dict[int, Fraction] = defaultdict(Fraction)
    lost: dict[int, Fraction] = defaultdict(Fraction)
    for a in range(attackers, 0, -1):
        for d in range(defenders, -1, -1):
            attacking, defending = explosions(a + submarines), explosions(d + GARRISON_DICE)
            rolls = _rolls(waiting, (a, d), attacking[0], defending[0])
            for hits, chance in enumerate(attacking[1:], 1):
                reached = rolls[Side.ATTACKER] * chance
                if hits > d:
                    won[a] += reached
                else:
                    waiting[a, d - hits, Side.DEFENDER] += reached
            for hits, chance in enumerate(defending[1:], 1):
                reached = rolls[Side.DEFENDER] * chance
                if hits >= a:
                    lost[d] += reached
                else:
                    waiting[a - hits, d, Side.ATTACKER] += reached
    return CombatOdds(_of(won), _of(lost))


def _rolls(
    waiting: Mapping[tuple[int, int, Side], Fraction],
    armies: tuple[int, int],
    attacker_misses: Fraction,
    defender_misses: Fraction,
) -> Mapping[Side, Fraction]:
    """How often each side rolls with these armies standing: once for each arrival, and again after every pause."""
    attacker = waiting.get((*armies, Side.ATTACKER), Fraction(0))
    defender = waiting.get((*armies, Side.DEFENDER), Fraction(0))
    pauses = 1 - attacker_misses * defender_misses
    return {
        Side.ATTACKER: (attacker + defender * defender_misses) / pauses,
        Side.DEFENDER: (defender + attacker * attacker_misses) / pauses,
    }


def _of(reached: Mapping[int, Fraction]) -> Mapping[int, Fraction]:
    return {left: chance for left, chance in sorted(reached.items()) if chance}


def _check(attackers: int, defenders: int, submarines: int) -> None:
    bounds = (("attackers", attackers, 1, MOST_ARMIES), ("defenders", defenders, 0, MOST_ARMIES))
    for name, number, least, most in (*bounds, ("submarines", submarines, 0, MOST_SUBMARINES)):
        if not least <= number <= most:
            raise CombatError(f"{number} {name}; from {least} to {most}")
