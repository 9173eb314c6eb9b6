"""What somebody did in a game of Risk: one frozen value per word of the documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from games.core.acts import Action
from games.core.board import Board
from games.risk.geography import ANNIVERSARY_BOARD, BOARD
from games.risk.position import Card, Phase, Position
from games.risk.rulesets import Options


@dataclass(frozen=True)
class ClaimTerritory(Action):
    """2.2: an army on a territory that nobody holds."""

    player: str
    territory: str
    type = "claim_territory"


@dataclass(frozen=True)
class DealTerritory(Action):
    """2.4: a card is dealt to a player."""

    to: str
    territory: str
    player: None = None
    type = "deal_territory"


@dataclass(frozen=True)
class Reinforce(Action):
    """3.2–3.8: new armies, perhaps with a set; `bonus` is the territory that gets the two of 3.7."""

    player: str
    armies: Mapping[str, int]
    set: tuple[Card, ...]
    bonus: str | None
    type = "reinforce"


@dataclass(frozen=True)
class Attack(Action):
    """4.1–4.4: a throw, or the intention of one. `reroll` is (old, new); `turned` the score made a six.

    `command` is set where the player acts as the Allied Army (8.6).
    """

    player: str
    source: str
    target: str
    attacker_dice: tuple[int, ...] | None = None
    defender_dice: tuple[int, ...] | None = None
    reroll: tuple[int, int] | None = None
    turned: int | None = None
    command: bool = False
    type = "attack"


@dataclass(frozen=True)
class DrawCard(Action):
    """6.1: a card from the deck; `card` where it is known."""

    player: str
    card: Card | None = None
    type = "draw_card"


@dataclass(frozen=True)
class ChooseCapital(Action):
    """9.1: a capital."""

    player: str
    territory: str
    type = "choose_capital"


@dataclass(frozen=True)
class PlaceAllied(Action):
    """8.4: the opponent places the Allied Army's new armies."""

    player: str
    armies: Mapping[str, int]
    type = "place_allied"


@dataclass(frozen=True)
class ClaimVictory(Action):
    """7.3, 8.10, 9.2, 10.2: "I have won"."""

    player: str
    type = "claim_victory"


A_co = TypeVar("A_co", bound=Action, covariant=True)


@dataclass(frozen=True)
class Case(Generic[A_co]):
    """What is judged: a position, an action, the table's options; `third` is the army that nobody plays, if any."""

    position: Position
    action: A_co
    options: Options
    third: str | None = None

    @property
    def board(self) -> Board:
        """The board in use."""
        return BOARD if self.options.east_africa_middle_east else ANNIVERSARY_BOARD

    def turn_is(self, phase: Phase) -> bool:
        """Whether the turn is known to stand in that phase."""
        return self.position.turn.phase is phase
