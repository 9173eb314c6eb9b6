"""Frozen positions and actions of RisiKo! Challenge as an adjudicated case holds them.

A position may be partial: what is not given is None, or absent from its mapping, and the questions asked
here answer None when the given facts do not settle them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Generic, NamedTuple, TypeVar

from games.challenge.geography import BOARD
from games.challenge.rulesets import Options
from games.core.acts import Action

JOKER = "joker"


class Phase(StrEnum):
    """Where a turn, or the game, stands (2.12)."""

    SETUP = "setup"
    REINFORCEMENT = "reinforcement"
    COMBAT = "combat"
    MOVEMENT = "movement"
    CARD = "card"
    OVER = "over"


class Holding(NamedTuple):
    """Who holds a territory and with how many armies."""

    owner: str
    armies: int


@dataclass(frozen=True, slots=True)
class LastAttack:
    """The last throw of the turn: from where, to where, with how many attacking dice."""

    source: str
    target: str
    armies: int | None


@dataclass(frozen=True, slots=True)
class Turn:
    """What happened in the current turn; None is "not given". `remaining`: reinforcements still to place."""

    player: str | None = None
    phase: Phase | None = None
    conquered: tuple[str, ...] | None = None
    last_attack: LastAttack | None = None
    set_played: bool | None = None
    moved: bool | None = None
    card_drawn: bool | None = None
    remaining: int | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """A position, perhaps partial. `closing` is the value at which the game closes, None before sdadata."""

    players: tuple[str, ...]
    board: Mapping[str, Holding]
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    objectives: Mapping[str, int] = field(default_factory=dict)
    eliminated: tuple[str, ...] = ()
    round: int | None = None
    turn: Turn = Turn()
    closing: int | None = None
    owed: str | None = None

    def holding(self, territory: str) -> Holding | None:
        """Owner and armies, None where the territory is not given."""
        return self.board.get(territory)

    def armies_on(self, territory: str) -> int | None:
        """The armies there, None where it is not given."""
        held = self.board.get(territory)
        return None if held is None else held.armies

    def owns(self, player: str, territory: str) -> bool | None:
        """Whether the player holds it, None where it is not given."""
        held = self.board.get(territory)
        return None if held is None else held.owner == player

    def unlisted(self) -> tuple[str, ...]:
        """The territories that are not given, in the printed order."""
        if len(self.board) == len(BOARD):
            return ()
        return tuple(t for t in BOARD.ids if t not in self.board)

    def territories_of(self, player: str) -> tuple[str, ...]:
        """The given territories of a player."""
        return tuple(t for t, held in self.board.items() if held.owner == player)

    def armies_of(self, player: str) -> int:
        """The given armies of a player."""
        return sum(held.armies for held in self.board.values() if held.owner == player)

    def is_last_territory(self, territory: str) -> bool | None:
        """Whether its owner holds no other, None where the given facts do not settle it."""
        owner = self.board[territory].owner
        if any(held.owner == owner and t != territory for t, held in self.board.items()):
            return False
        return True if len(self.board) == len(BOARD) else None

    def is_out(self, player: str) -> bool | None:
        """Whether the player is eliminated, None where the given facts do not settle it."""
        if any(held.owner == player for held in self.board.values()):
            return False
        if player in self.eliminated or len(self.board) == len(BOARD):
            return True
        return None

    def enemy_beside(self, player: str, territory: str) -> bool | None:
        """Whether an enemy holds a neighbour (5.2), None where the given facts do not settle it."""
        known = [self.owns(player, near) for near in BOARD.neighbours[territory]]
        if False in known:
            return True
        return None if None in known else False

    def unlisted_beside(self, territory: str) -> tuple[str, ...]:
        """The neighbours that are not given."""
        return tuple(t for t in BOARD.neighbours[territory] if t not in self.board)

    def with_board(self, changes: Mapping[str, Holding], **more: Any) -> Position:
        """The position with some territories, and perhaps other fields, changed."""
        return replace(self, board={**self.board, **changes}, **more)


@dataclass(frozen=True)
class DealTerritory(Action):
    """2.5–2.7: a card is dealt to a player after passing over others."""

    to: str
    territory: str
    skipped: tuple[str, ...] | None
    player: None = None
    type = "deal_territory"


@dataclass(frozen=True)
class Reinforce(Action):
    """3.1–3.7: reinforcements, with the cards of a set if one is played."""

    player: str
    armies: Mapping[str, int]
    set: tuple[str, ...]
    type = "reinforce"


@dataclass(frozen=True)
class Attack(Action):
    """4.2–4.13: a throw, or the intention of one; `implied` where a place was taken from the last attack."""

    player: str
    source: str
    target: str
    attacker_dice: tuple[int, ...] | None
    defender_dice: tuple[int, ...] | None
    announced: bool
    challenge_card: bool
    implied: bool
    type = "attack"


@dataclass(frozen=True)
class DrawCard(Action):
    """6.1–6.7: a card from the deck, perhaps late."""

    player: str
    late: bool
    next_turn_over: bool
    type = "draw_card"


@dataclass(frozen=True)
class DiscardCard(Action):
    """6.8: a card thrown away."""

    player: str
    card: str
    type = "discard_card"


@dataclass(frozen=True)
class RollClosing(Action):
    """9.1–9.4: the closing throw, or None where the player says that it need not throw."""

    player: str
    dice: tuple[int, ...] | None
    type = "roll_closing"


@dataclass(frozen=True)
class ClaimObjective(Action):
    """8.2: "I have reached my objective"."""

    player: str
    time_expired: bool | None
    type = "claim_objective"


@dataclass(frozen=True)
class Score(Action):
    """10.1–10.4: the final score; `last_player` played the turn that ended the game."""

    last_player: str | None = None
    player: None = None
    type = "score"


@dataclass(frozen=True)
class Distribute(Action):
    """Kingmaker: one coloured card to each opponent, one kept."""

    player: str
    give: Mapping[str, str]
    keep: str
    type = "kingmaker_distribute"


@dataclass(frozen=True)
class KingmakerScore(Action):
    """Kingmaker: the final points."""

    game_points: Mapping[str, int]
    cards: Mapping[str, tuple[str, ...]]
    chosen: Mapping[str, str]
    player: None = None
    type = "kingmaker_score"


@dataclass(frozen=True)
class PlayChallengeCard(Action):
    """The Challenge card is put on the table."""

    player: str
    already_played: bool | None
    dice_on_the_table: bool | None
    type = "challenge_card"


A_co = TypeVar("A_co", bound=Action, covariant=True)


@dataclass(frozen=True)
class Case(Generic[A_co]):
    """What is judged: a position, an action and the tournament's options."""

    position: Position
    action: A_co
    options: Options

    def turn_is(self, phase: Phase) -> bool:
        """Whether the turn is known to stand in that phase."""
        return self.position.turn.phase is phase
