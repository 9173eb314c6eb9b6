"""What somebody did, and the case made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from games.futurisiko.board import Place, SeaBoard
from games.futurisiko.position import Phase, Position, Units
from games.futurisiko.rulesets import Card, Options, Unit


@dataclass(frozen=True, slots=True)
class Action:
    """Any action; `player` is None where nobody in particular acts."""

    type: str
    player: str | None = None


@dataclass(frozen=True, slots=True)
class DetermineSequence(Action):
    """Cards turned over for the sequence, by the colours on them."""

    colours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimTerritory(Action):
    """A flag placed in the setup."""

    territory: str = ""


@dataclass(frozen=True, slots=True)
class TakeCards(Action):
    """A hand brought to its size; `discard` is before the drawing, `discard_after` after it."""

    discard: tuple[Card, ...] = ()
    draw: tuple[Card, ...] = ()
    discard_after: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayCard(Action):
    """A card played in the production phase; `shielded`: the opponent answers with its Space Shield."""

    card: Card = Card.UNKNOWN
    against: str | None = None
    shielded: bool = False


@dataclass(frozen=True, slots=True)
class Produce(Action):
    """Pieces built and where they are placed: territory or sea → arm → number; `carried`: points of earlier turns."""

    pieces: Mapping[str, Mapping[Unit, int]] = field(default_factory=dict)
    carried: int = 0

    def built(self, unit: Unit) -> int:
        """How many of one arm."""
        return sum(pieces.get(unit, 0) for pieces in self.pieces.values())


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Pieces of one arm moved; `via`: the territory or sea that aircraft fly over, or the sea that tanks cross."""

    unit: Unit = Unit.TANKS
    number: int = 1
    source: str = ""
    target: str = ""
    via: str | None = None


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """A roll in a combat; without `explosions` it is only asked who rolls and with how many dice."""

    territory: str = ""
    dice: int | None = None
    explosions: int | None = None
    remove: Units = field(default_factory=Units)
    remove_garrison: bool = False
    remove_submarines: int = 0
    sea: str | None = None
    card: Card | None = None


A_co = TypeVar("A_co", bound=Action, covariant=True)


@dataclass(frozen=True)
class Case(Generic[A_co]):
    """What is judged: a position, an action and the table's options."""

    position: Position
    action: A_co
    options: Options

    @property
    def board(self) -> SeaBoard:
        """The board in use."""
        return self.options.board

    @property
    def actor(self) -> str:
        """Who acts, in an action that somebody does."""
        return self.action.player or ""

    def place(self, place: str) -> Place:
        """A territory or sea of the board in use."""
        return self.board.place(place)

    def phase_is(self, phase: Phase) -> bool:
        """Whether the turn is known to stand in that phase."""
        return self.position.turn.phase is phase
