"""The numbers of futuRisiKo!, each under its article, and what a club may choose or must tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from games.futurisiko.board import SeaBoard
from games.futurisiko.board_document import bundled_board

# 1.1: six armies; pieces of each
LEAST_PLAYERS = 2
MOST_PLAYERS = 6
# 2.4: with so many players the territories do not come out even
PLAYERS_WITH_ONE_OVER = 5
# 4.1
TERRITORIES_PER_CARD = 3
# 8.3, 8.10: dice of the flag; 8.5: an explosion stands on two faces of six
GARRISON_DICE = 2
EXPLOSION_FACES = 2
DIE_FACES = 6
# 10.1, 10.2
GOALS = (20, 18, 16)


class Unit(StrEnum):
    """The three arms."""

    TANKS = "tanks"
    AIRCRAFT = "aircraft"
    SUBMARINES = "submarines"


# 1.1: pieces of an army; 5.1: what one costs in production points
SUPPLY = MappingProxyType({Unit.TANKS: 50, Unit.AIRCRAFT: 20, Unit.SUBMARINES: 10})
FLAGS = 20
COST = MappingProxyType({Unit.TANKS: 1, Unit.AIRCRAFT: 2, Unit.SUBMARINES: 5})


class Card(StrEnum):
    """The seven special cards, and one whose face the case does not tell."""

    SECRET_WEAPON = "secret_weapon"  # noqa: S105  # the name of a card
    KILLER_TORPEDO = "killer_torpedo"
    SUPER_PRODUCTION = "super_production"
    BALLISTIC_MISSILE = "ballistic_missile"
    SPACE_SHIELD = "space_shield"
    TRUCE = "truce"
    BETRAYAL = "betrayal"
    UNKNOWN = "unknown"


# 1.1: the deck of sixty
DECK = MappingProxyType(
    {
        Card.SECRET_WEAPON: 12,
        Card.KILLER_TORPEDO: 12,
        Card.SUPER_PRODUCTION: 12,
        Card.BALLISTIC_MISSILE: 6,
        Card.SPACE_SHIELD: 6,
        Card.TRUCE: 6,
        Card.BETRAYAL: 6,
    }
)


class When(StrEnum):
    """When a card is played: in production (6.1), or with a roll (8.4)."""

    PRODUCTION = "production"
    COMBAT = "combat"


@dataclass(frozen=True, slots=True)
class Effect:
    """What a card does. None is "on the summary sheet, which is not given"; `text` is read aloud and left to the table.

    Production points for oneself and for an opponent (negative takes them away); more dice or explosions with a roll;
    submarines that it may sink.
    """

    when: When | None = None
    own_points: int | None = None
    opponent_points: int | None = None
    dice: int | None = None
    explosions: int | None = None
    submarines: int | None = None
    text: str = ""

    @property
    def told(self) -> bool:
        """Whether it says anything about what the card does."""
        numbers = (self.own_points, self.opponent_points, self.dice, self.explosions, self.submarines)
        return bool(self.text) or any(number is not None for number in numbers)


# 6.1: what the rulebook tells of its cards; the figures stand on the summary sheet
PRINTED_EFFECTS: Mapping[Card, Effect] = MappingProxyType(
    {
        **{card: Effect() for card in DECK},
        Card.SUPER_PRODUCTION: Effect(when=When.PRODUCTION),
        Card.BALLISTIC_MISSILE: Effect(when=When.PRODUCTION),
        Card.SPACE_SHIELD: Effect(
            when=When.PRODUCTION, text="stops a Ballistic Missile / ferma un Missile balistico"
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Options:
    """A table's choices. `board` and `card_effects` hold what the rulebook itself does not tell."""

    territories_to_win: int = GOALS[0]
    special_cards: bool = True
    board: SeaBoard = field(default_factory=bundled_board)
    card_effects: Mapping[Card, Effect] = field(default_factory=lambda: PRINTED_EFFECTS)
