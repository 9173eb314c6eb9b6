"""Exhaustive counts, as chess programs count moves: any change of what is legal changes these numbers.

`perft(position, depth)` counts the lines of play of that many decisions; where chance comes in, each different
consequence is a line of its own.
"""

from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from games.challenge.engine import Dice, Phase, apply, legal_actions, new_game, resolve
from games.challenge.engine.actions import Attack, DrawCard, ThrowClosing
from games.challenge.engine.geometry import dice_of
from games.challenge.engine.tables import bits
from games.core.odds_throw import losses
from games.replay import read_record, replay

RECORD = read_record((Path(__file__).parent / "golden.game").read_text(encoding="utf-8"))


def consequences(position, decision):
    """One complete act for each different thing that can follow from a decision."""
    if isinstance(decision, Attack):
        yield from throws(
            decision, *dice_of(position.armies[decision.source], position.armies[decision.target])
        )
    elif isinstance(decision, DrawCard):
        yield from (replace(decision, card=card) for card in bits(position.deck))
    elif isinstance(decision, ThrowClosing):
        yield from (ThrowClosing(dice) for dice in ((1, 1), (6, 6)))
    else:
        yield resolve(position, decision, Dice(1))


def throws(decision, attackers, defenders):
    """A throw for each number of armies that the attacker can lose."""
    found = {}
    for attacker, defender in product(
        product((1, 3, 6), repeat=attackers), product((2, 4), repeat=defenders)
    ):
        found.setdefault(losses(attacker, defender, ties_to_attacker=False), (attacker, defender))
    assert len(found) == min(attackers, defenders) + 1
    for attacker, defender in found.values():
        yield replace(decision, attacker_dice=attacker, defender_dice=defender)


def perft(position, depth):
    decisions = legal_actions(position)
    if depth == 1:
        return len(decisions)
    return sum(
        perft(apply(position, act), depth - 1)
        for decision in decisions
        for act in consequences(position, decision)
    )


def at(acts):
    return replay(RECORD, upto=acts).position


def test_a_new_game_has_one_thing_to_do():
    assert perft(new_game(), 1) == 1


# Acts played of the golden game -> phase, and lines of one and of two decisions.
COUNTS = {
    58: ("PLACING", 30, 600),
    87: ("COMBAT", 28, 516),
    88: ("OCCUPATION", 20, 1161),
    104: ("CARD", 2, 73),
    116: ("REINFORCEMENT", 1, 27),
    145: ("COMBAT", 13, 148),
    174: ("COMBAT", 32, 394),
    232: ("OCCUPATION", 1, 59),
    319: ("CARD", 1, 13),
    348: ("REINFORCEMENT", 3, 173),
    556: ("SPOILS", 1, 72),
    667: ("CLOSING", 1, 71),
}


@pytest.mark.parametrize("acts", COUNTS)
def test_counts(acts):
    position = at(acts)
    assert (position.phase.name, perft(position, 1), perft(position, 2)) == COUNTS[acts]


def test_three_decisions_deep():
    assert perft(at(218), 3) == 3761


def test_decisions_by_kind():
    kinds = Counter()
    for acts in range(0, len(RECORD.steps), 7):
        kinds.update(type(action).__name__ for action in legal_actions(at(acts)))
    assert kinds == {
        "ThrowForSeats": 1, "Deal": 6, "Place": 1521, "PlaySet": 8, "EndReinforcement": 32, "Attack": 377,
        "Occupy": 134, "Move": 4399, "DrawCard": 26, "EndTurn": 59,
    }  # fmt: skip
    assert at(len(RECORD.steps)).phase is Phase.OVER
