"""What players do in every game on the board of RisiKo!: frozen values, one per word of the documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


class Action:
    """What somebody did. Each kind is a frozen dataclass; `type` is its word in the documents."""

    __slots__ = ()
    type: str = ""
    player: str | None


@dataclass(frozen=True)
class PlaceInitial(Action):
    """Armies of the starting supply; `supply` is what the player has left."""

    player: str
    armies: Mapping[str, int]
    supply: int | None
    type = "place_initial"


@dataclass(frozen=True)
class Occupy(Action):
    """Armies into a conquered territory."""

    player: str
    source: str
    target: str
    armies: int
    type = "occupy"


@dataclass(frozen=True)
class Move(Action):
    """The movement that ends the attacks."""

    player: str
    source: str
    target: str
    armies: int
    type = "move"


@dataclass(frozen=True)
class TakeCards(Action):
    """Cards of an eliminated player."""

    player: str
    loser: str
    cards: int
    type = "take_cards"


@dataclass(frozen=True)
class CheckPosition(Action):
    """Every defect that the position itself shows."""

    player: None = None
    type = "check_position"
