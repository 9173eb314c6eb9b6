"""The numbers of the RisiKo! Challenge rulebook, each under its article, and its dated rulesets."""

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

# 2.4: armies in the starting supply, by number of players
SUPPLY = MappingProxyType({3: 35, 4: 30, 5: 25})
# 2.10: armies each player places in turn
INITIAL_PLACEMENT = 3
# 3.1: territories that give one army
TERRITORIES_PER_ARMY = 3
# 3.2: the bonus of a continent stands with the continent in the board's data
# 3.3: armies for a set, by the symbols of its cards
SET_THREE_EQUAL = 8
SET_ONE_OF_EACH = 10
SET_WITH_JOKER = 12
SET_SIZE = 3
JOKERS = 2
# 3.4: armies more for each card of the set that shows an own territory
OWN_TERRITORY_BONUS = 2
# 4.3: garrison always left behind; 5.2: beside an enemy after a voluntary move
GARRISON = 1
MINIMUM_GARRISON = 2
# 4.5, 4.6: dice at most
ATTACKER_DICE = 3
DEFENDER_DICE = 3
DIE_FACES = 6
# 6.6: cards in hand at most
HAND_LIMIT = 7
# 7.1: last round in which nobody can be eliminated
SAFE_ROUNDS = 4
# 9.2, 9.3: values at which the game closes, lap after lap; conquests that exempt from the throw are more than two
CLOSING_VALUES = (4, 5, 6, 7)
EXEMPTING_CONQUESTS = 2
# 10.5: points for the objective reached in time
OBJECTIVE_POINTS = 100


class DiceRule(StrEnum):
    """When 4.10 is looked at: before each throw, or only when an attack is launched."""

    EACH_THROW = "each_throw"
    LAUNCH = "launch"


class ReverseOrder(StrEnum):
    """What "who played last" means in 10.4: the fixed seats, or the turn that ended the game."""

    SEAT = "seat"
    LAST_TURN = "last_turn"


@dataclass(frozen=True, slots=True)
class Options:
    """A tournament's choices; the defaults are the readings that the adjudicator adopts.

    `sets_each_turn` None allows any number (3.3); `points_after_time` None gives the points of the
    objective (10.5); `army_limit` None is no limit (11.1).
    """

    army_limit: int | None = None
    time_limit_minutes: int = 90
    challenge_card: bool = False
    sets_each_turn: int | None = 1
    safe_rounds: int = SAFE_ROUNDS
    minimum_garrison: int = MINIMUM_GARRISON
    exempting_conquests: int = EXEMPTING_CONQUESTS
    points_in_time: int = OBJECTIVE_POINTS
    points_after_time: int | None = None
    dice_rule: DiceRule = DiceRule.EACH_THROW
    reverse_order: ReverseOrder = ReverseOrder.SEAT
