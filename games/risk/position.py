"""Frozen positions of Risk as an adjudicated case holds them.

A position may be partial: what is not given is None, or absent from its mapping, and the questions asked here answer
None when the given facts do not settle them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple

from games.core.board import Board, Symbol
from games.risk.geography import BOARD

WILD = "wild"


class Phase(StrEnum):
    """Where a turn, or the game, stands; `allied` is the opponent's part in the game for two (8.4)."""

    SETUP = "setup"
    REINFORCEMENT = "reinforcement"
    COMBAT = "combat"
    ALLIED = "allied"
    MOVEMENT = "movement"
    CARD = "card"
    OVER = "over"


class Holding(NamedTuple):
    """Who holds a territory and with how many armies."""

    owner: str
    armies: int


@dataclass(frozen=True, slots=True)
class Card:
    """A card: its territory (None on a wild card), its symbol (None on a wild card), its stars (None: not given)."""

    territory: str | None
    symbol: Symbol | None = None
    stars: int | None = None

    @property
    def key(self) -> str:
        """What tells it from the others of the deck; the wild cards are alike."""
        return self.territory or WILD


@dataclass(frozen=True, slots=True)
class LastAttack:
    """The last throw of the turn: from where, to where, with how many armies, and whether a die was thrown again."""

    source: str
    target: str
    armies: int | None = None
    rerolled: bool | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """What happened in the current turn; None is "not given".

    `remaining`: armies still to place; `received`: armies received in the turn; `allied_over`: the opponent has
    finished with the Allied Army (8.9).
    """

    player: str | None = None
    phase: Phase | None = None
    conquered: tuple[str, ...] | None = None
    last_attack: LastAttack | None = None
    remaining: int | None = None
    received: int | None = None
    moved: bool | None = None
    card_drawn: bool | None = None
    six_turned: bool | None = None
    objective_done: bool | None = None
    allied_placed: int | None = None
    allied_over: bool | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """A position, perhaps partial. `sets_traded`: sets that all players traded so far; `colours`: player → colour."""

    players: tuple[str, ...]
    board: Mapping[str, Holding]
    hands: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    missions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    capitals: Mapping[str, str] = field(default_factory=dict)
    colours: Mapping[str, str] = field(default_factory=dict)
    eliminated: tuple[str, ...] = ()
    eliminated_by: Mapping[str, str] = field(default_factory=dict)
    sets_traded: int | None = None
    turn: Turn = Turn()

    def armies_on(self, territory: str) -> int | None:
        """The armies there, None where it is not given."""
        held = self.board.get(territory)
        return None if held is None else held.armies

    def owns(self, player: str, territory: str) -> bool | None:
        """Whether the player holds it, None where it is not given."""
        held = self.board.get(territory)
        return None if held is None else held.owner == player

    def owns_all(self, player: str, territories: tuple[str, ...]) -> bool | None:
        """Whether the player holds all of them, None where the given facts do not settle it."""
        known = [self.owns(player, t) for t in territories]
        if False in known:
            return False
        return None if None in known else True

    def unlisted(self) -> tuple[str, ...]:
        """The territories that are not given, in the printed order."""
        return tuple(t for t in BOARD.ids if t not in self.board)

    def territories_of(self, owner: str) -> tuple[str, ...]:
        """The given territories of a player or of the third army."""
        return tuple(t for t, held in self.board.items() if held.owner == owner)

    def armies_of(self, owner: str) -> int:
        """The given armies of a player or of the third army."""
        return sum(held.armies for held in self.board.values() if held.owner == owner)

    def is_out(self, player: str) -> bool | None:
        """Whether the player has no territory, None where the given facts do not settle it."""
        if self.territories_of(player):
            return False
        return True if player in self.eliminated or not self.unlisted() else None

    def is_last_territory(self, territory: str) -> bool | None:
        """Whether its owner holds no other, None where the given facts do not settle it."""
        if len(self.territories_of(self.board[territory].owner)) > 1:
            return False
        return None if self.unlisted() else True

    def colour_of(self, player: str) -> str:
        """The colour that the player plays; a player without one is called by its colour."""
        return self.colours.get(player, player)

    def player_of(self, colour: str) -> str | None:
        """Who plays that colour."""
        return next((p for p in self.players if self.colour_of(p) == colour), None)

    def unoccupied(self) -> str | None:
        """The territory conquered by the last attack, while no army has moved into it."""
        last = self.turn.last_attack
        return last.target if last is not None and self.armies_on(last.target) == 0 else None

    def with_board(self, changes: Mapping[str, Holding], **more: Any) -> Position:
        """The position with some territories, and perhaps other fields, changed."""
        return replace(self, board={**self.board, **changes}, **more)

    def with_turn(self, **changes: Any) -> Position:
        """The position with some facts of the turn changed."""
        return replace(self, turn=replace(self.turn, **changes))


def is_connected(position: Position, board: Board, player: str, source: str, target: str) -> bool | None:
    """Whether own territories join the two (5.2); None where a territory that is not given may be the link."""
    if _reaches(position, board, player, source, target, hidden=False):
        return True
    return None if _reaches(position, board, player, source, target, hidden=True) else False


def _reaches(
    position: Position, board: Board, player: str, source: str, target: str, *, hidden: bool
) -> bool:
    seen, waiting = {source}, [source]
    while waiting:
        for near in board.neighbours[waiting.pop()]:
            own = position.owns(player, near)
            if near not in seen and (own or (own is None and hidden)):
                seen.add(near)
                waiting.append(near)
    return target in seen
