"""Frozen positions and actions of Risikard! as a case holds them; what is not given is None, or absent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, NamedTuple, TypeVar

from games.core.board import Symbol
from games.risikard.deck import Deck, Territory
from games.risikard.rulesets import Options


class ArmyCard(NamedTuple):
    """An Army card; value None is face down, symbol None is not told. The Joker has neither."""

    value: int | None = None
    symbol: Symbol | None = None
    joker: bool = False

    @property
    def told(self) -> bool:
        """Whether it is face up."""
        return self.joker or self.value is not None


FACE_DOWN = ArmyCard()


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is and how many attacks it has made."""

    player: str | None = None
    attacks: int | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """A position, perhaps partial. `board`: territory → owner; `objectives`: the territories that a player's card asks
    for; `protected`: each player's protected sets; `rotation`: how often the Army deck was shuffled again.
    """

    players: tuple[str, ...]
    board: Mapping[str, str]
    hands: Mapping[str, tuple[ArmyCard, ...]] = field(default_factory=dict)
    objectives: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    protected: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    eliminated: tuple[str, ...] = ()
    rotation: int | None = None
    turn: Turn = Turn()

    def territories_of(self, player: str) -> tuple[str, ...]:
        """The given territories of a player."""
        return tuple(t for t, owner in self.board.items() if owner == player)

    def shielded(self) -> frozenset[str]:
        """The territories in protected sets."""
        return frozenset(t for sets in self.protected.values() for one in sets for t in one)

    def whole(self, deck: Deck) -> bool:
        """Whether every territory is given."""
        return len(self.board) == len(deck.territories)

    def after(self, player: str) -> str:
        """Who is next after the player in the order of the table, the eliminated passed over."""
        start = self.players.index(player)
        turned = (*self.players[start + 1 :], *self.players[: start + 1])
        return next(p for p in turned if p not in self.eliminated)

    def with_hand(self, player: str, hand: tuple[ArmyCard, ...]) -> Position:
        """With this hand."""
        return replace(self, hands={**self.hands, player: hand})


def without(hand: tuple[ArmyCard, ...], gone: tuple[ArmyCard, ...]) -> tuple[ArmyCard, ...] | None:
    """The hand after these cards leave it, face-down ones standing in for any; None where they are not in it."""
    left = list(hand)
    for card in gone:
        found = next((held for held in left if _may_be(held, card)), None) or next(
            (held for held in left if not held.told or not card.told), None
        )
        if found is None:
            return None
        left.remove(found)
    return tuple(left)


def _may_be(held: ArmyCard, card: ArmyCard) -> bool:
    """Whether the card in hand is the one named; a symbol that one of them does not tell agrees."""
    same = held.value == card.value and held.joker == card.joker and held.told
    return same and (held.symbol == card.symbol or None in (held.symbol, card.symbol))


@dataclass(frozen=True, slots=True)
class Action:
    """Any action; `player` is None where nobody in particular acts."""

    type: str
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Dealt:
    """Cards dealt to a player."""

    objectives: int
    armies: int
    territories: int


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """The deal: player → cards."""

    cards: Mapping[str, Dealt] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Begin(Action):
    """The dealer calls a territory, a player begins."""

    called: str = ""


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """An attack; without cards it is only declared."""

    source: str = ""
    target: str = ""
    attacker_cards: tuple[ArmyCard, ...] = ()
    defender_cards: tuple[ArmyCard, ...] = ()


@dataclass(frozen=True, slots=True)
class Muster(Action):
    """The end of a turn: cards drawn, or discarded, to match the strength."""

    draw: int = 0
    discard: tuple[ArmyCard, ...] = ()


@dataclass(frozen=True, slots=True)
class Protect(Action):
    """A set put under protection."""

    territories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimVictory(Action):
    """A victory claimed, by points or by the objective."""

    by_objective: bool = False


A_co = TypeVar("A_co", bound=Action, covariant=True)


@dataclass(frozen=True)
class Case(Generic[A_co]):
    """What is judged: a position, an action and the table's options."""

    position: Position
    action: A_co
    options: Options

    @property
    def deck(self) -> Deck:
        """The cards in use."""
        return self.options.deck

    @property
    def actor(self) -> str:
        """Who acts, in an action that somebody does."""
        return self.action.player or ""

    def card(self, territory: str) -> Territory:
        """A territory card."""
        return self.deck.territories[territory]
