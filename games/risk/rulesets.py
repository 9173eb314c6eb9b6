"""The numbers of Risk, each under its article, and the options that a table may choose."""

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from games.core.board import Symbol
from games.risk.missions import DECKS, OWN_DECK, Deck, Mission, own_deck

# 2.1: armies in the starting supply, by number of players
SUPPLY = MappingProxyType({2: 40, 3: 35, 4: 30, 5: 25, 6: 20})
# 2.5: the third army of a game for two; 8.1: the army between two
NEUTRAL = "neutral"
ALLIED = "allied"
# 3.2: territories that give one army; armies at least
TERRITORIES_PER_ARMY = 3
LEAST_DRAFT = 3
# 3.4, 1.3: cards of a set; wild cards in the deck
SET_SIZE = 3
WILD_CARDS = 2
# 3.5: what the sets are worth one after another, then so much more each time
SET_VALUES = (4, 6, 8, 10, 12, 15)
SET_STEP = 5
# 3.5: by emblem
EMBLEM_VALUES = MappingProxyType({Symbol.INFANTRY: 4, Symbol.CAVALRY: 6, Symbol.CANNON: 8})
EMBLEM_ONE_OF_EACH = 10
# 3.5: by stars
STAR_VALUES = MappingProxyType({2: 2, 3: 4, 4: 7, 5: 10, 6: 13, 7: 17, 8: 21, 9: 25, 10: 30})
# 3.6: a hand that must be traded
FULL_HAND = 5
# 3.7: armies for an own territory on the cards of a set
OWN_TERRITORY_BONUS = 2
# 4.2, 4.3: dice at most
ATTACKER_DICE = 3
DEFENDER_DICE = 2
DIE_FACES = 6
# 4.2: armies that always stay
GARRISON = 1
# 8.1, 8.2: territories of each player and of the Allied Army, and its armies on each
EACH_OCCUPIES = 14
ALLIED_GARRISON = 2


class Setup(StrEnum):
    """How territories find their owners: claimed in turn (2.2), or dealt (2.4)."""

    CLAIM = "claim"
    DEAL = "deal"


class SetWorth(StrEnum):
    """What a set is worth (3.5)."""

    INCREASING = "increasing"
    RESET = "reset"
    BY_ONE = "by_one"
    EMBLEM = "emblem"
    STARS = "stars"


class Reach(StrEnum):
    """How far a manoeuvre goes (5.2)."""

    ADJACENT = "adjacent"
    CONNECTED = "connected"


class DefenderDice(StrEnum):
    """Whether the defender chooses one die or two, or always throws as many as it can (4.3)."""

    CHOSEN = "chosen"
    MOST = "most"


class AbsentColour(StrEnum):
    """A mission against a colour that nobody plays (10.3): territories instead, or no answer."""

    TERRITORIES = "territories"
    UNSETTLED = "unsettled"


@dataclass(frozen=True, slots=True)
class Options:
    """A table's choices; the defaults are the standard game."""

    setup: Setup = Setup.CLAIM
    set_worth: SetWorth = SetWorth.INCREASING
    fortify: Reach = Reach.ADJACENT
    defender_dice: DefenderDice = DefenderDice.CHOSEN
    absent_colour: AbsentColour = AbsentColour.TERRITORIES
    east_africa_middle_east: bool = True
    reroll: bool = False
    turn_to_six: bool = False
    missions_each: int = 1
    mission_deck: str = "us-1993"
    own_missions: tuple[Mission, ...] = ()

    @property
    def deck(self) -> Deck:
        """The missions in play."""
        return own_deck(self.own_missions) if self.mission_deck == OWN_DECK else DECKS[self.mission_deck]

    @property
    def trade_is_forced(self) -> bool:
        """Whether five cards must be traded: always, but for stars, which may be kept (3.6)."""
        return self.set_worth is not SetWorth.STARS
