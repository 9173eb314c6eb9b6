"""The same odds as float64 arrays: a whole table at once, or every ending of one large battle.

Each throw takes away as many armies as dice are compared, so all states with the same total of armies depend only on
smaller totals. Arrays are kept by (total, attackers): a whole diagonal is one slice, and one numpy step computes it.
Agrees with the rationals of `games.core.odds` within 1e-12.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from games.core.odds import MOST_ARMIES, OddsError
from games.core.odds_throw import CHALLENGE, DiceRules, throw_counts

Floats = npt.NDArray[np.float64]
MOST: Final = MOST_ARMIES


@dataclass(frozen=True, slots=True)
class Stretch:
    """The states of one dice pairing on one diagonal: attackers first ≤ a ≤ last, and its chances by armies lost."""

    first: int
    last: int
    compared: int
    chances: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class OddsTable:
    """Arrays of shape (attackers + 1, defenders + 1), read-only; row a, column d is the battle of a against d."""

    conquest: Floats
    attackers_left: Floats
    defenders_left: Floats

    def query(self, attackers: int, defenders: int) -> tuple[float, float, float]:
        """Conquest probability and mean armies left of attacker and defender."""
        cell = attackers, defenders
        return float(self.conquest[cell]), float(self.attackers_left[cell]), float(self.defenders_left[cell])


@lru_cache(maxsize=16)
def odds_table(attackers: int = 130, defenders: int = 130, rules: DiceRules = CHALLENGE) -> OddsTable:
    """All battles up to these armies (1–300 a side, else OddsError), kept after the first call."""
    _check(attackers, defenders)
    # Layers: conquest, attackers left, defenders left. Index [layer, total, attackers].
    skew = np.zeros((3, attackers + defenders + 1, attackers + 1))
    for total in range(attackers + defenders + 1):
        low, high = max(0, total - defenders), min(attackers, total)
        _fill_endings(skew[:, total], total, low, high)
        for stretch in _stretches(total, low, high, rules):
            _fill_throws(skew, total, stretch)
    square = _square(skew, attackers, defenders)
    return OddsTable(square[0], square[1], square[2])


def battle_endings(attackers: int, defenders: int, rules: DiceRules = CHALLENGE) -> Floats:
    """Probability of every ending of one battle: shape (attackers + 1, defenders + 1), cells [a left, d left].

    Only states in which no throw may be made carry weight. 1–300 armies a side, else OddsError.
    """
    _check(attackers, defenders)
    skew = np.zeros((1, attackers + defenders + 1, attackers + 1))
    skew[0, -1, attackers] = 1.0
    for total in range(attackers + defenders, 0, -1):
        low, high = max(0, total - defenders), min(attackers, total)
        for stretch in _stretches(total, low, high, rules):
            _push(skew[0], total, stretch)
    endings: Floats = _square(skew, attackers, defenders)[0]
    return endings


def _check(attackers: int, defenders: int) -> None:
    if not (1 <= attackers <= MOST and 1 <= defenders <= MOST):
        raise OddsError(f"armies must be from 1 to {MOST}, not {attackers} and {defenders}")


def _fill_endings(diagonal: Floats, total: int, low: int, high: int) -> None:
    """What each state is worth if the battle stops there; states with a throw ahead are overwritten."""
    attackers = np.arange(low, high + 1)
    diagonal[0, low : high + 1] = attackers == total
    diagonal[1, low : high + 1] = attackers
    diagonal[2, low : high + 1] = total - attackers


def _stretches(total: int, low: int, high: int, rules: DiceRules) -> list[Stretch]:
    """Split a diagonal into the stretches on which the same dice are thrown.

    The dice change only where one side has at most three armies, so a few states at each end are looked at alone.
    """
    edges = sorted({low, high + 1, *_between(low, high, {1, 2, 3, total, total - 1, total - 2})})
    stretches = []
    for first, after in pairwise(edges):
        attacker, defender = rules.dice(first, total - first)
        if attacker:
            chances = _chances(attacker, defender, ties_to_attacker=rules.ties_to_attacker)
            stretches.append(Stretch(first, after - 1, min(attacker, defender), chances))
    return stretches


def _between(low: int, high: int, values: set[int]) -> set[int]:
    return {value for value in values if low <= value <= high}


@lru_cache(maxsize=32)
def _chances(attacker: int, defender: int, *, ties_to_attacker: bool) -> tuple[float, ...]:
    counts = throw_counts(attacker, defender, ties_to_attacker=ties_to_attacker)
    return tuple(ways / 6 ** (attacker + defender) for ways in counts)


def _fill_throws(skew: Floats, total: int, stretch: Stretch) -> None:
    source = skew[:, total - stretch.compared]
    value = sum(
        chance * source[:, stretch.first - lost : stretch.last + 1 - lost]
        for lost, chance in enumerate(stretch.chances)
    )
    skew[:, total, stretch.first : stretch.last + 1] = value


def _push(skew: Floats, total: int, stretch: Stretch) -> None:
    weight = skew[total, stretch.first : stretch.last + 1].copy()
    skew[total, stretch.first : stretch.last + 1] = 0.0
    for lost, chance in enumerate(stretch.chances):
        skew[total - stretch.compared, stretch.first - lost : stretch.last + 1 - lost] += chance * weight


def _square(skew: Floats, attackers: int, defenders: int) -> Floats:
    """From [layer, total, attackers] to a read-only [layer, attackers, defenders]."""
    rows = np.arange(attackers + 1)[:, None]
    square: Floats = skew[:, rows + np.arange(defenders + 1)[None, :], rows]
    square.setflags(write=False)
    return square
