"""The numbers of Risikard!, each under its article, and what a table may choose or must agree."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from games.risikard.deck import Deck, bundled_deck

LEAST_PLAYERS = 2
MOST_PLAYERS = 6
# 1.1: cards that each receives
OBJECTIVES = 1
ARMY_CARDS = 3
# 2.1, 2.2: cards that an attack takes at most, and needs; 2.6: fights that win it
CARDS_OF_AN_ATTACK = 3
FIGHTS_TO_WIN = 2
# 3.1
BASE_STRENGTH = 3
SET_SIZE = 3
# 5.1
POINTS_TO_WIN = 80


class Side(StrEnum):
    """The two sides of an attack."""

    ATTACKER = "attacker"
    DEFENDER = "defender"


class SetKind(StrEnum):
    """Which three territories of a continent are a set (3.2)."""

    ONE_OF_EACH = "one_of_each"
    EQUAL = "equal"
    EITHER = "either"


@dataclass(frozen=True, slots=True)
class Options:
    """A table's choices. `rotations` None: not agreed; `both_jokers` None: nobody said who wins when both play one."""

    rotations: int | None = None
    both_jokers: Side | None = None
    set_kind: SetKind = SetKind.ONE_OF_EACH
    deck: Deck = field(default_factory=bundled_deck)
