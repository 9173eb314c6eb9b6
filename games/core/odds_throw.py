"""What one throw of the dice can do, counted exactly.

A throw is compared pair by pair, best die against best die (4.7–4.9 of RisiKo! Challenge, and the same in Risk);
everything here is a count of equally likely throws, so no probability is ever rounded.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod


@dataclass(frozen=True, slots=True)
class DiceRules:
    """How many dice each side throws and who wins a tie.

    `attacker_needs_as_many` is rule 4.10: with fewer dice than the defender no attack may be launched.
    """

    name: str
    attacker_dice: int = 3
    defender_dice: int = 3
    attacker_needs_as_many: bool = True
    ties_to_attacker: bool = False

    def dice(self, attackers: int, defenders: int) -> tuple[int, int]:
        """Dice that each side throws with so many usable armies; (0, 0) if no throw may be made."""
        attacker = min(self.attacker_dice, attackers)
        defender = min(self.defender_dice, defenders)
        if not attacker or not defender or (self.attacker_needs_as_many and attacker < defender):
            return 0, 0
        return attacker, defender


CHALLENGE = DiceRules("challenge")
CHALLENGE_CARD = DiceRules("challenge", ties_to_attacker=True)
RISK = DiceRules("risk", defender_dice=2, attacker_needs_as_many=False)


def losses(
    attacker: tuple[int, ...], defender: tuple[int, ...], *, ties_to_attacker: bool
) -> tuple[int, int]:
    """Armies lost by attacker and defender when these dice, in any order, are compared."""
    pairs = zip(sorted(attacker, reverse=True), sorted(defender, reverse=True), strict=False)
    won = [a > d or (ties_to_attacker and a == d) for a, d in pairs]
    return len(won) - sum(won), sum(won)


@cache
def throw_counts(attacker: int, defender: int, *, ties_to_attacker: bool = False) -> tuple[int, ...]:
    """How many of the 6^(attacker+defender) throws cost the attacker 0, 1, … armies (1–3 dice each)."""
    counts: Counter[int] = Counter()
    answers = _hands(defender)
    for mine, ways in _hands(attacker):
        for theirs, other_ways in answers:
            lost, _ = losses(mine, theirs, ties_to_attacker=ties_to_attacker)
            counts[lost] += ways * other_ways
    return tuple(counts[lost] for lost in range(min(attacker, defender) + 1))


def _hands(dice: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Each set of so many dice with the number of throws that show it."""
    return tuple(
        (faces, factorial(dice) // prod(map(factorial, Counter(faces).values())))
        for faces in combinations_with_replacement(range(1, 7), dice)
    )
