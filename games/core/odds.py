"""Exact odds of a battle fought throw by throw, and of a chain of battles.

Armies here are those that may be used: the attacker's count leaves out the army that stays behind. Every answer is
an exact rational; `games.core.odds_table` holds the same figures as float64 for many questions at once.
Sources: rules 4.5–4.13 of RisiKo! Challenge, the Challenge card, the dice tables of Risk.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from games.core.odds_throw import CHALLENGE, CHALLENGE_CARD, RISK, DiceRules, throw_counts

__all__ = [
    "CHALLENGE",
    "CHALLENGE_CARD",
    "FIGHT_ON",
    "MOST_ARMIES",
    "RISK",
    "Battle",
    "Chain",
    "Ending",
    "OddsError",
    "StopRule",
    "battle",
    "chain",
]

MOST_ARMIES = 300
MOST_TERRITORIES = 41
CONFIDENCE = Fraction(9, 10)


class OddsError(ValueError):
    """A battle that cannot be: too few or too many armies, or too long a chain."""


@dataclass(frozen=True, slots=True)
class StopRule:
    """When the attacker breaks off of its own will: few armies left, or too few more than the defender."""

    at_attackers: int = 0
    lead_below: int | None = None

    def stops(self, attackers: int, defenders: int) -> bool:
        """Whether the attacker makes no further throw with these armies left."""
        if attackers <= self.at_attackers:
            return True
        return self.lead_below is not None and attackers - defenders < self.lead_below


FIGHT_ON = StopRule()


@dataclass(frozen=True, slots=True)
class Ending:
    """One way in which a battle ends; one of the two numbers may be 0, neither need be (4.10, a stop)."""

    attackers_left: int
    defenders_left: int
    probability: Fraction


@dataclass(frozen=True)
class Battle:
    """Every ending of one battle with its exact probability: conquests first, most attackers left first."""

    attackers: int
    defenders: int
    endings: tuple[Ending, ...]

    @cached_property
    def conquest(self) -> Fraction:
        """Probability that the territory is conquered."""
        return sum((e.probability for e in self.endings if not e.defenders_left), Fraction(0))

    @cached_property
    def attackers_left(self) -> Fraction:
        """Mean number of usable attacking armies at the end."""
        return sum((e.probability * e.attackers_left for e in self.endings), Fraction(0))

    @cached_property
    def defenders_left(self) -> Fraction:
        """Mean number of defending armies at the end."""
        return sum((e.probability * e.defenders_left for e in self.endings), Fraction(0))


@dataclass(frozen=True)
class Chain:
    """How many territories of a chain fall: `taken[n]` is the probability that exactly n are taken."""

    taken: tuple[Fraction, ...]

    @cached_property
    def mean(self) -> Fraction:
        """Mean number of territories taken."""
        return sum((n * probability for n, probability in enumerate(self.taken)), Fraction(0))

    def surely(self, confidence: Fraction = CONFIDENCE) -> int:
        """The largest number of territories that is taken, or exceeded, with at least this probability."""
        at_least = Fraction(0)
        for number in range(len(self.taken) - 1, 0, -1):
            at_least += self.taken[number]
            if at_least >= confidence:
                return number
        return 0


def battle(attackers: int, defenders: int, rules: DiceRules = CHALLENGE, stop: StopRule = FIGHT_ON) -> Battle:
    """Fight to the end, exactly. 1 to 300 armies a side, else OddsError."""
    _check(attackers, defenders)
    endings = _endings({(attackers, defenders): Fraction(1)}, rules, stop)
    ordered = sorted(endings.items(), key=lambda item: (item[0][1], -item[0][0]))
    return Battle(attackers, defenders, tuple(Ending(a, d, chance) for (a, d), chance in ordered))


def chain(
    attackers: int, defenders: tuple[int, ...], rules: DiceRules = CHALLENGE, stop: StopRule = FIGHT_ON
) -> Chain:
    """Attack territory after territory, leaving one army in each that falls.

    A Challenge card serves the first battle only: it is used up when another attack begins. OddsError for armies out
    of range, more than 41 territories, or more than 300 defenders together.
    """
    if len(defenders) > MOST_TERRITORIES:
        raise OddsError(f"a chain has at most {MOST_TERRITORIES} territories, not {len(defenders)}")
    if sum(defenders) > MOST_ARMIES:
        raise OddsError(f"a chain has at most {MOST_ARMIES} defending armies, not {sum(defenders)}")
    for garrison in defenders:
        _check(attackers, garrison)
    taken: list[Fraction] = []
    strengths = {attackers: Fraction(1)}
    for garrison in defenders:
        start = {(a, garrison): chance for a, chance in strengths.items() if a}
        endings = _endings(start, rules, stop)
        stuck = sum((chance for (_, d), chance in endings.items() if d), strengths.get(0, Fraction(0)))
        taken.append(stuck)
        strengths = {a - 1: chance for (a, d), chance in endings.items() if not d}
        rules = CHALLENGE if rules == CHALLENGE_CARD else rules
    return Chain((*taken, sum(strengths.values(), Fraction(0))))


def _check(attackers: int, defenders: int) -> None:
    for side, armies in (("attacking", attackers), ("defending", defenders)):
        if not 1 <= armies <= MOST_ARMIES:
            raise OddsError(f"{side} armies must be from 1 to {MOST_ARMIES}, not {armies}")


def _endings(
    start: dict[tuple[int, int], Fraction], rules: DiceRules, stop: StopRule
) -> dict[tuple[int, int], Fraction]:
    """Push the probability of each state through throw after throw until nothing moves.

    A state's weight is an integer over a power of six, so that no fraction is reduced before the end.
    """
    base = lcm(*(chance.denominator for chance in start.values()))
    weights = {state: (int(chance * base), 0) for state, chance in start.items()}
    layers: dict[int, set[tuple[int, int]]] = {}
    for state in start:
        layers.setdefault(sum(state), set()).add(state)
    endings: dict[tuple[int, int], Fraction] = {}
    for armies in range(max(layers, default=0), 0, -1):
        for state in layers.pop(armies, ()):
            weight, power = weights.pop(state)
            dice = (0, 0) if stop.stops(*state) else rules.dice(*state)
            if not dice[0]:
                endings[state] = Fraction(weight, base * 6**power)
                continue
            for lost, ways in enumerate(throw_counts(*dice, ties_to_attacker=rules.ties_to_attacker)):
                after = state[0] - lost, state[1] - (min(dice) - lost)
                _add(weights, after, weight * ways, power + sum(dice))
                layers.setdefault(sum(after), set()).add(after)
    return endings


def _add(
    weights: dict[tuple[int, int], tuple[int, int]], state: tuple[int, int], weight: int, power: int
) -> None:
    """Add weight / 6^power to a state's probability, on the larger of the two powers."""
    have, have_power = weights.get(state, (0, power))
    if have_power < power:
        have, have_power = have * 6 ** (power - have_power), power
    weights[state] = (have + weight * 6 ** (have_power - power), have_power)
