"""Frozen positions of futuRisiKo! as a case holds them; what is not given is None, or absent from its mapping."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from games.futurisiko.board_document import TERRITORIES
from games.futurisiko.rulesets import TERRITORIES_PER_CARD, Card, Unit


class Phase(StrEnum):
    """Where a turn stands (3.1); the operations are movement, then combat (7.1)."""

    SETUP = "setup"
    SEQUENCE = "sequence"
    CARDS = "cards"
    PRODUCTION = "production"
    MOVEMENT = "movement"
    COMBAT = "combat"


class Side(StrEnum):
    """The two sides of a combat."""

    ATTACKER = "attacker"
    DEFENDER = "defender"


class Units(NamedTuple):
    """Tanks and aircraft in one place."""

    tanks: int = 0
    aircraft: int = 0

    @property
    def total(self) -> int:
        """Both arms together."""
        return self.tanks + self.aircraft

    def of(self, unit: Unit) -> int:
        """How many of one arm."""
        return {Unit.TANKS: self.tanks, Unit.AIRCRAFT: self.aircraft}[unit]

    def plus(self, unit: Unit, number: int) -> Units:
        """With so many more of one arm."""
        if unit is Unit.TANKS:
            return Units(self.tanks + number, self.aircraft)
        return Units(self.tanks, self.aircraft + number)

    def less(self, other: Units) -> Units:
        """Without those of `other`."""
        return Units(self.tanks - other.tanks, self.aircraft - other.aircraft)

    def covers(self, other: Units) -> bool:
        """Whether `other` can be taken from these."""
        return other.tanks <= self.tanks and other.aircraft <= self.aircraft


class Holding(NamedTuple):
    """Whose flag stands on a territory, with what armies; `invaders` are those of the player whose operations run."""

    owner: str
    units: Units = Units()
    invaders: Units = Units()


class Combat(NamedTuple):
    """A combat that has begun, and who rolls next."""

    territory: str
    next: Side


@dataclass(frozen=True, slots=True)
class Turn:
    """What happened in the turn. `order`: the sequence drawn; `drawn`: who has its cards; `spent`: production points
    used by the player; `changes`: points that cards gave or took; `moved`, `sailed`: pieces that have moved and where
    they stand now.
    """

    player: str | None = None
    phase: Phase | None = None
    order: tuple[str, ...] | None = None
    drawn: tuple[str, ...] | None = None
    spent: int | None = None
    changes: Mapping[str, int] = field(default_factory=dict)
    moved: Mapping[str, Units] | None = None
    sailed: Mapping[str, int] | None = None
    combat: Combat | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """A position, perhaps partial. `fleets`: sea → player → submarines; `held`: territories of a player as a number."""

    players: tuple[str, ...]
    board: Mapping[str, Holding]
    fleets: Mapping[str, Mapping[str, int]] | None = None
    hands: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    held: Mapping[str, int] = field(default_factory=dict)
    colours: Mapping[str, str] = field(default_factory=dict)
    removed: str | None = None
    turn: Turn = Turn()

    def owns(self, player: str, territory: str) -> bool | None:
        """Whether the player's flag stands there, None where it is not given; nobody's on a territory left out."""
        if territory == self.removed:
            return False
        holding = self.board.get(territory)
        return None if holding is None else holding.owner == player

    def count(self, player: str) -> int | None:
        """The territories of a player; None where neither the board nor `held` says."""
        if player in self.held:
            return self.held[player]
        given = len(self.board) + (self.removed is not None)
        return self.count_given(player) if given == TERRITORIES else None

    def count_given(self, player: str) -> int:
        """The territories that are given as the player's."""
        return sum(holding.owner == player for holding in self.board.values())

    def cards_due(self, player: str) -> int | None:
        """4.1: the cards that the player's territories give."""
        count = self.count(player)
        return None if count is None else count // TERRITORIES_PER_CARD

    def submarines(self, player: str, sea: str) -> int | None:
        """The player's submarines in a sea, None where no fleet is given."""
        return None if self.fleets is None else self.fleets.get(sea, {}).get(player, 0)

    def pieces(self, player: str) -> dict[Unit, int]:
        """The player's pieces on the given board."""
        mine = [h.units for h in self.board.values() if h.owner == player]
        mine += [h.invaders for h in self.board.values()] if player == self.turn.player else []
        fleets = (self.fleets or {}).values()
        return {
            Unit.TANKS: sum(units.tanks for units in mine),
            Unit.AIRCRAFT: sum(units.aircraft for units in mine),
            Unit.SUBMARINES: sum(fleet.get(player, 0) for fleet in fleets),
        }

    def invaded(self) -> tuple[str, ...]:
        """The given territories in which a combat is due."""
        return tuple(t for t, holding in self.board.items() if holding.invaders.total)

    def with_holdings(self, changes: Mapping[str, Holding], turn: Turn | None = None) -> Position:
        """With these holdings; a number of territories that was only told follows a change of owner."""
        held = dict(self.held)
        for territory, holding in changes.items():
            before = self.board.get(territory)
            for player, more in ((holding.owner, 1), (before.owner if before else "", -1)):
                if player in held:
                    held[player] += more
        return replace(self, board={**self.board, **changes}, held=held, turn=turn or self.turn)

    def with_fleet(self, sea: str, player: str, more: int) -> Position:
        """With so many more submarines of the player in a sea."""
        fleets = dict(self.fleets or {})
        fleets[sea] = {**fleets.get(sea, {}), player: fleets.get(sea, {}).get(player, 0) + more}
        return replace(self, fleets=fleets)

    def with_hand(self, player: str, hand: tuple[Card, ...]) -> Position:
        """With this hand."""
        return replace(self, hands={**self.hands, player: hand})


def without(hand: tuple[Card, ...], gone: tuple[Card, ...]) -> tuple[Card, ...] | None:
    """The hand after these cards leave it, unknown ones standing in for any; None where they are not in it."""
    left = list(hand)
    for card in gone:
        if card not in left and Card.UNKNOWN not in left:
            return None
        left.remove(card if card in left else Card.UNKNOWN)
    return tuple(left)
