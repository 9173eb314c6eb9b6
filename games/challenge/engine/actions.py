"""Everything that can be done in a whole game.

What chance decides (dice, cards drawn) may be missing: such an act is a decision, as `legal_actions` lists it;
`resolve` completes it, and only a complete act can be applied.
"""

from dataclasses import dataclass
from typing import Final

UNDRAWN: Final = -1


@dataclass(frozen=True, slots=True)
class ThrowForSeats:
    """2.3: one die for each player of the first group that is still tied, in the order of that group."""

    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Deal:
    """2.5–2.7: a territory is turned up and given to a seat.

    Somebody may always be given it: with three or more players there is room for half of a continent each.
    """

    territory: int = UNDRAWN
    seat: int = UNDRAWN


@dataclass(frozen=True, slots=True)
class DealObjectives:
    """2.9: a card for each seat, by number."""

    objectives: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """2.10 in the setup, 3.6 in a turn: armies onto one territory."""

    territory: int
    armies: int


@dataclass(frozen=True, slots=True)
class PlaySet:
    """3.3: three cards, as bits."""

    cards: int


@dataclass(frozen=True, slots=True)
class EndReinforcement:
    """2.12: combat begins; what is not placed is lost."""


@dataclass(frozen=True, slots=True)
class Attack:
    """4.5: one throw of the dice."""

    source: int
    target: int
    attacker_dice: tuple[int, ...] = ()
    defender_dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Occupy:
    """4.15, 4.16: armies into the territory just conquered."""

    armies: int


@dataclass(frozen=True, slots=True)
class TakeCards:
    """7.1, 7.2: the cards taken from the eliminated player, as bits."""

    cards: int = UNDRAWN


@dataclass(frozen=True, slots=True)
class Move:
    """5.1: the strategic movement."""

    source: int
    target: int
    armies: int


@dataclass(frozen=True, slots=True)
class DrawCard:
    """6.1, or 6.4 if late: then it is the previous player who draws."""

    card: int = UNDRAWN
    late: bool = False


@dataclass(frozen=True, slots=True)
class EndTurn:
    """2.12: the turn passes on, after the throw of the closing where one is due."""


@dataclass(frozen=True, slots=True)
class ThrowClosing:
    """9.2: two dice."""

    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TimeUp:
    """9.1: the time limit is reached. An event, not a decision."""


@dataclass(frozen=True, slots=True)
class Claim:
    """8.2: the player shows that its objective is reached."""


Action = (
    ThrowForSeats
    | Deal
    | DealObjectives
    | Place
    | PlaySet
    | EndReinforcement
    | Attack
    | Occupy
    | TakeCards
    | Move
    | DrawCard
    | EndTurn
    | ThrowClosing
    | TimeUp
    | Claim
)
