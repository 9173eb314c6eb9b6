"""Odds: the published tables digit for digit, the counts of the rulebook's throws, and a second, slower derivation."""

import itertools
import json
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache
from io import StringIO

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.odds import CHALLENGE, CHALLENGE_CARD, RISK, OddsError, StopRule, battle, chain
from games.core.odds_document import decimal, odds_document
from games.core.odds_table import battle_endings, odds_table
from games.core.odds_throw import losses, throw_counts

# One throw in Risk: (attacker's dice, defender's dice) -> percentages by armies that the attacker loses.
ONE_THROW = {
    (1, 1): ("41.67", "58.33"),
    (2, 1): ("57.87", "42.13"),
    (3, 1): ("65.97", "34.03"),
    (1, 2): ("25.46", "74.54"),
    (2, 2): ("22.76", "32.41", "44.83"),
    (3, 2): ("37.17", "33.58", "29.26"),
}
# A whole battle in Risk: rows of 1–10 defenders, columns of 1–10 attackers.
WHOLE_BATTLE = """
42% 75% 92% 97% 99% >99% >99% >99% >99% >99%
11% 36% 66% 79% 89% 93% 97% 98% 99% 99%
3% 21% 47% 64% 77% 86% 91% 95% 97% 98%
1% 9% 31% 48% 64% 74% 83% 89% 93% 95%
<1% 5% 21% 36% 51% 64% 74% 82% 87% 92%
<1% 2% 13% 25% 40% 52% 64% 73% 81% 86%
<1% 1% 8% 18% 30% 42% 54% 64% 73% 80%
<1% <1% 5% 12% 22% 33% 45% 55% 65% 72%
<1% <1% 3% 9% 16% 26% 36% 46% 56% 65%
<1% <1% 2% 6% 12% 19% 29% 38% 48% 57%
"""
# Armies in each country -> (average number of countries defeated, number defeated with 90% confidence), 1–20 attackers.
REGION = {
    1: (
        "0.42 1.0 1.7 2.3 3.0 3.6 4.3 5.0 5.6 6.3 6.9 7.6 8.3 8.9 9.6 10.2 10.9 11.5 12.2 12.9",
        "0 0 1 1 2 2 3 3 4 4 5 5 6 7 7 8 8 9 10 10",
    ),
    2: (
        "0.11 0.39 0.82 1.2 1.6 2.0 2.4 2.8 3.2 3.6 3.9 4.3 4.7 5.1 5.5 5.9 6.3 6.7 7.1 7.5",
        "0 0 0 0 0 1 1 1 2 2 2 2 3 3 3 4 4 4 5 5",
    ),
}
MISPRINT = (1, 18)
RULES = {"challenge": CHALLENGE, "card": CHALLENGE_CARD, "risk": RISK}


def rounded(value: Fraction, printed: str) -> str:
    """The value with as many decimals as the printed figure."""
    return str(decimal(value).quantize(Decimal(printed), ROUND_HALF_UP))


def percent(value: Fraction) -> str:
    whole = rounded(value * 100, "1")
    return {"0": "<1%", "100": ">99%"}.get(whole, f"{whole}%")


@pytest.mark.parametrize("dice", ONE_THROW)
def test_one_throw_as_printed(dice):
    attacker, defender = dice
    counts = throw_counts(attacker, defender)
    shown = tuple(rounded(Fraction(100 * ways, 6 ** sum(dice)), "0.01") for ways in counts)
    assert shown == ONE_THROW[dice]


def test_three_dice_against_three():
    assert throw_counts(3, 3) == (6420, 10017, 12348, 17871)
    assert sum(throw_counts(3, 3)) == 46656


def test_whole_battle_as_printed():
    printed = [line.split() for line in WHOLE_BATTLE.split("\n") if line]
    computed = [[percent(battle(a, d, RISK).conquest) for a in range(1, 11)] for d in range(1, 11)]
    assert computed == printed


@pytest.mark.parametrize("garrison", REGION)
def test_region_as_printed(garrison):
    means, sure = (row.split() for row in REGION[garrison])
    for attackers, (mean, number) in enumerate(zip(means, sure, strict=True), start=1):
        fought = chain(attackers, (garrison,) * attackers, RISK)
        if (garrison, attackers) == MISPRINT:
            assert rounded(fought.mean, "0.01") == "11.55"
        else:
            assert rounded(fought.mean, mean) == mean
        assert fought.surely() == int(number)


@pytest.mark.parametrize("ties_to_attacker", [False, True])
@pytest.mark.parametrize("dice", list(itertools.product((1, 2, 3), repeat=2)))
def test_throws_counted_one_by_one(dice, ties_to_attacker):
    attacker, defender = dice
    counts = [0] * (min(dice) + 1)
    for thrown in itertools.product(range(1, 7), repeat=sum(dice)):
        lost, _ = losses(thrown[:attacker], thrown[attacker:], ties_to_attacker=ties_to_attacker)
        counts[lost] += 1
    assert throw_counts(attacker, defender, ties_to_attacker=ties_to_attacker) == tuple(counts)


@cache
def slow_conquest(attackers, defenders, rules):
    """Straight from the definition: the chance to conquest is the mean over the next throw."""
    if not defenders:
        return Fraction(1)
    dice = rules.dice(attackers, defenders)
    if not dice[0]:
        return Fraction(0)
    counts = throw_counts(*dice, ties_to_attacker=rules.ties_to_attacker)
    return sum(
        Fraction(ways, 6 ** sum(dice)) * slow_conquest(attackers - lost, defenders - min(dice) + lost, rules)
        for lost, ways in enumerate(counts)
    )


@pytest.mark.parametrize("name", RULES)
def test_battle_equals_the_definition(name):
    for attackers, defenders in itertools.product(range(1, 16), repeat=2):
        assert battle(attackers, defenders, RULES[name]).conquest == slow_conquest(
            attackers, defenders, RULES[name]
        )


@given(st.integers(1, 60), st.integers(1, 60), st.sampled_from(sorted(RULES)))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_endings_are_a_distribution(attackers, defenders, name):
    fought = battle(attackers, defenders, RULES[name])
    assert sum(ending.probability for ending in fought.endings) == 1
    for ending in fought.endings:
        assert RULES[name].dice(ending.attackers_left, ending.defenders_left) == (0, 0)


@pytest.mark.rule("4.10")
def test_fewer_dice_end_the_battle_with_armies_on_both_sides():
    ends = {(e.attackers_left, e.defenders_left) for e in battle(3, 5).endings}
    assert ends == {(3, 0), (2, 0), (1, 0), (2, 3), (1, 2), (1, 4), (0, 1), (0, 5)}
    assert battle(2, 3).endings[0].defenders_left == 3
    assert battle(2, 3).conquest == 0
    assert battle(2, 3, RISK).conquest > 0


def test_challenge_example_of_three_against_three():
    assert battle(3, 3).conquest == Fraction(1341625, 4478976)


@pytest.mark.parametrize("name", RULES)
def test_table_equals_the_rationals(name):
    table = odds_table(130, 130, RULES[name])
    for attackers, defenders in [
        (1, 1),
        (1, 2),
        (2, 3),
        (3, 2),
        (7, 7),
        (130, 130),
        (130, 1),
        (1, 130),
        (41, 97),
    ]:
        exact = battle(attackers, defenders, RULES[name])
        wanted = float(exact.conquest), float(exact.attackers_left), float(exact.defenders_left)
        assert table.query(attackers, defenders) == pytest.approx(wanted, rel=0, abs=1e-12)


@pytest.mark.parametrize("name", RULES)
def test_all_endings_equal_the_rationals(name):
    attackers, defenders = 100, 100
    exact = np.zeros((attackers + 1, defenders + 1))
    for ending in battle(attackers, defenders, RULES[name]).endings:
        exact[ending.attackers_left, ending.defenders_left] = float(ending.probability)
    assert np.abs(battle_endings(attackers, defenders, RULES[name]) - exact).max() < 1e-12


def test_table_is_read_only():
    with pytest.raises(ValueError, match="read-only"):
        odds_table(5, 5).conquest[1, 1] = 0


def test_stop_rules():
    stopped = battle(10, 10, CHALLENGE, StopRule(at_attackers=5))
    assert {e.attackers_left for e in stopped.endings if e.defenders_left} == {3, 4, 5}
    ahead = battle(10, 8, CHALLENGE, StopRule(lead_below=2))
    assert all(e.attackers_left - e.defenders_left < 2 for e in ahead.endings if e.defenders_left)
    assert battle(5, 5, CHALLENGE, StopRule(at_attackers=5)).endings[0].attackers_left == 5


def test_chain_card_serves_the_first_battle_only():
    first = battle(4, 1, CHALLENGE_CARD)
    second = sum(
        (
            e.probability * battle(e.attackers_left - 1, 1).conquest
            for e in first.endings
            if e.attackers_left > 1
        ),
        Fraction(0),
    )
    taken = chain(4, (1, 1), CHALLENGE_CARD).taken
    assert taken == (1 - first.conquest, first.conquest - second, second)


def test_chain_keeps_the_rules_of_risk():
    assert chain(2, (3, 1), RISK).taken[0] == 1 - battle(2, 3, RISK).conquest


@pytest.mark.parametrize(("attackers", "defenders"), [(0, 1), (1, 0), (301, 1), (1, 301), (-1, 3)])
def test_impossible_battles(attackers, defenders):
    with pytest.raises(OddsError, match="armies must be from 1 to 300"):
        battle(attackers, defenders)
    with pytest.raises(OddsError, match="armies must be from 1 to 300"):
        odds_table(attackers, defenders)


def test_too_long_a_chain():
    with pytest.raises(OddsError, match="at most 41"):
        chain(5, (1,) * 42)


def test_too_many_defenders_in_a_chain():
    with pytest.raises(OddsError, match="at most 300 defending armies, not 301"):
        chain(5, (150, 151))


def test_the_largest_questions_can_be_printed():
    """Their fractions have thousands of digits, but no more than Python is willing to print."""
    document = odds_document(300, 180, further=[3] * 40)
    assert sum(Fraction(row["fraction"]) for row in document["chain"]["taken"]) == 1
    assert sum(Fraction(row["fraction"]) for row in document["outcomes"]) == 1


def run(*arguments):
    out = StringIO()
    call_command("odds", *arguments, stdout=out)
    return out.getvalue()


def test_command_json():
    answer = json.loads(run("3", "3", "--json", "--chain", "1", "2"))
    assert answer["conquest"] == {
        "fraction": "1341625/4478976",
        "decimal": pytest.approx(0.29953833, abs=1e-8),
    }
    assert answer["outcomes"][0].keys() == {"attackers_left", "defenders_left", "fraction", "decimal"}
    assert sum(Fraction(row["fraction"]) for row in answer["outcomes"]) == 1
    assert answer["chain"]["defenders"] == [3, 1, 2]
    assert sum(Fraction(row["fraction"]) for row in answer["chain"]["taken"]) == 1


def test_command_table():
    assert run("1", "1").splitlines() == [
        "1 against 1: conquest 41.67%",
        "on average 0.42 attackers and 0.58 defenders left",
        "    1 attackers,   0 defenders: 41.67%",
        "    0 attackers,   1 defenders: 58.33%",
    ]
    assert run("9", "1", "--chain", "1").splitlines()[-1] == (
        "territories taken: 2.00 on average, 2 with 90% confidence"
    )


def test_command_refuses_with_status_two():
    with pytest.raises(CommandError, match="not 0") as refused:
        run("0", "3")
    assert refused.value.returncode == 2


def test_card_belongs_to_challenge():
    with pytest.raises(OddsError, match="risk with the Challenge card"):
        odds_document(3, 3, ruleset="risk", challenge_card=True)
