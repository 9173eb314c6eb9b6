"""Exact odds of a combat: worked by hand, against a plain iteration of the rolls, and as whole distributions."""

from __future__ import annotations

from fractions import Fraction
from math import comb, isclose

import pytest

from games.futurisiko.odds import CombatError, combat, explosions
from games.futurisiko.position import Side

# Probability of conquest: (attackers, defenders beside the flag, submarines) → attacker first, defender first.
# One against the flag alone, by hand: A = 1/3 + 2/3·D and D = (2/3)²·A give A = 9/19, D = 4/19.
GOLDEN = {
    (1, 0, 0): ("9/19", "4/19"),
    (1, 0, 1): ("9/13", "4/13"),
    (1, 1, 0): ("108/1235", "32/1235"),
    (1, 1, 1): ("783/2743", "232/2743"),
    (1, 2, 0): ("2592/260585", "512/260585"),
    (1, 2, 1): ("143532/1824095", "28352/1824095"),
    (1, 3, 0): ("124416/173289025", "16384/173289025"),
    (1, 3, 1): ("65048184/3755811605", "8566016/3755811605"),
    (2, 0, 0): ("999/1235", "704/1235"),
    (2, 0, 1): ("2511/2743", "1960/2743"),
    (2, 1, 0): ("114561/260585", "44072/260585"),
    (2, 1, 1): ("12933/19201", "6268/19201"),
    (2, 2, 0): ("1402272/9120475", "24064/701575"),
    (2, 2, 1): ("1396735407/3755811605", "392651888/3755811605"),
    (2, 3, 0): ("12939009336/356802102475", "1788239104/356802102475"),
    (2, 3, 1): ("518046715584/3382913167075", "612562832512/23680392169525"),
    (3, 0, 0): ("247833/260585", "217547/260585"),
    (3, 1, 0): ("131827473/173289025", "76286692/173289025"),
    (3, 2, 0): ("165647688147/356802102475", "55444511536/356802102475"),
    (3, 3, 0): ("94303714120767/449927451220975", "17896497119008/449927451220975"),
    (5, 2, 0): ("39274847346363929793/43127795836786558625", "27126174044593783592/43127795836786558625"),
    (5, 3, 0): (
        "53751798731187328948659/71499724383701144691875",
        "998899348754533259648/2961527045478745638125",
    ),
}


@pytest.mark.parametrize(("pieces", "odds"), GOLDEN.items(), ids=str)
def test_golden_table(pieces: tuple[int, int, int], odds: tuple[str, str]) -> None:
    attackers, defenders, submarines = pieces
    for side, expected in zip((Side.ATTACKER, Side.DEFENDER), odds, strict=True):
        assert combat(attackers, defenders, first=side, submarines=submarines).conquest == Fraction(expected)


def test_explosions_are_binomial_with_one_third() -> None:
    assert explosions(2) == (Fraction(4, 9), Fraction(4, 9), Fraction(1, 9))
    assert sum(explosions(12)) == 1


@pytest.mark.parametrize("first", Side)
@pytest.mark.parametrize(
    ("attackers", "defenders", "submarines"), [(1, 0, 0), (3, 2, 0), (2, 4, 3), (6, 5, 1)]
)
def test_agrees_with_rolling_on_and_on(attackers: int, defenders: int, submarines: int, first: Side) -> None:
    odds = combat(attackers, defenders, first=first, submarines=submarines)
    plain = _rolled_on(attackers, defenders, submarines, first)
    assert isclose(float(odds.conquest), plain, abs_tol=1e-12)


@pytest.mark.parametrize("first", Side)
def test_the_endings_make_one(first: Side) -> None:
    odds = combat(4, 3, first=first, submarines=1)
    endings = [*odds.attackers_left.values(), *odds.defenders_left.values()]
    assert sum(endings) == 1
    assert all(chance > 0 for chance in endings)
    assert max(odds.attackers_left) == 4
    assert max(odds.defenders_left) == 3


def test_more_pieces_never_hurt_and_the_first_roll_helps() -> None:
    for attackers in range(1, 6):
        for defenders in range(5):
            here = combat(attackers, defenders, first=Side.DEFENDER).conquest
            assert here < combat(attackers + 1, defenders, first=Side.DEFENDER).conquest
            assert here < combat(attackers, defenders, first=Side.DEFENDER, submarines=1).conquest
            assert here > combat(attackers, defenders + 1, first=Side.DEFENDER).conquest
            assert here < combat(attackers, defenders, first=Side.ATTACKER).conquest


@pytest.mark.parametrize(
    ("pieces", "message"),
    [
        ((0, 1, 0), "0 attackers"),
        ((71, 1, 0), "71 attackers"),
        ((1, -1, 0), "-1 defenders"),
        ((1, 0, 11), "11 sub"),
    ],
)
def test_a_combat_that_cannot_be(pieces: tuple[int, int, int], message: str) -> None:
    with pytest.raises(CombatError, match=message):
        combat(pieces[0], pieces[1], first=Side.ATTACKER, submarines=pieces[2])


def _rolled_on(attackers: int, defenders: int, submarines: int, first: Side) -> float:
    """Four thousand rolls of every combat at once, with floats; written without looking at the closed form."""
    standing = {(attackers, defenders + 1, first): 1.0}
    won = 0.0
    for _ in range(4000):
        after: dict[tuple[int, int, Side], float] = {}
        for (a, d, side), chance in standing.items():
            if chance < 1e-18:
                continue
            dice = a + submarines if side is Side.ATTACKER else d + 1
            for hits in range(dice + 1):
                share = chance * comb(dice, hits) * 2 ** (dice - hits) / 3**dice
                if side is Side.ATTACKER and hits >= d:
                    won += share
                elif side is Side.ATTACKER:
                    key = (a, d - hits, Side.DEFENDER)
                    after[key] = after.get(key, 0.0) + share
                elif hits < a:
                    key = (a - hits, d, Side.ATTACKER)
                    after[key] = after.get(key, 0.0) + share
        standing = after
    return won
