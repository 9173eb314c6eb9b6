"""A question about odds as a plain document, answered the same way on the command line and over the API."""

from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction

from games.core.odds import CHALLENGE, CHALLENGE_CARD, FIGHT_ON, RISK, OddsError, StopRule, battle, chain
from games.core.odds_throw import DiceRules

DICE_RULES: dict[tuple[str, bool], DiceRules] = {
    ("challenge", False): CHALLENGE,
    ("challenge", True): CHALLENGE_CARD,
    ("risk", False): RISK,
}
DIGITS = 18


def odds_document(
    attackers: int,
    defenders: int,
    *,
    ruleset: str = "challenge",
    challenge_card: bool = False,
    further: Sequence[int] = (),
    stop: StopRule = FIGHT_ON,
) -> dict[str, object]:
    """Odds of attacking `defenders`, then each of the `further` territories; armies are those that may be used.

    Probabilities are {"fraction": "n/d", "decimal": …} with 18 digits. OddsError for an unknown ruleset, the Challenge
    card outside RisiKo! Challenge, or armies out of range.
    """
    rules = DICE_RULES.get((ruleset, challenge_card))
    if rules is None:
        raise OddsError(f"no such ruleset: {ruleset}{' with the Challenge card' if challenge_card else ''}")
    fought = battle(attackers, defenders, rules, stop)
    document: dict[str, object] = {
        "ruleset": ruleset,
        "challenge_card": challenge_card,
        "attackers": attackers,
        "defenders": defenders,
        "conquest": _exact(fought.conquest),
        "outcomes": [
            {
                "attackers_left": ending.attackers_left,
                "defenders_left": ending.defenders_left,
                **_exact(ending.probability),
            }
            for ending in fought.endings
        ],
        "expected_attackers_left": decimal(fought.attackers_left),
        "expected_defenders_left": decimal(fought.defenders_left),
    }
    if further:
        document["chain"] = _chain(attackers, (defenders, *further), rules, stop)
    return document


def decimal(value: Fraction) -> Decimal:
    """The fraction to 18 significant digits."""
    with localcontext(prec=DIGITS):
        return Decimal(value.numerator) / Decimal(value.denominator)


def _exact(value: Fraction) -> dict[str, object]:
    return {"fraction": str(value), "decimal": decimal(value)}


def _chain(attackers: int, defenders: tuple[int, ...], rules: DiceRules, stop: StopRule) -> dict[str, object]:
    fought = chain(attackers, defenders, rules, stop)
    return {
        "defenders": list(defenders),
        "mean_territories": decimal(fought.mean),
        "territories_90": fought.surely(),
        "taken": [{"territories": number, **_exact(chance)} for number, chance in enumerate(fought.taken)],
    }
