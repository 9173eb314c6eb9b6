"""How many reinforcements are due (3.1–3.4), with bounds where the board is not wholly given."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from games.challenge.geography import BOARD
from games.challenge.position import JOKER, Case, Position, Reinforce
from games.challenge.rulesets import (
    OWN_TERRITORY_BONUS,
    SET_ONE_OF_EACH,
    SET_SIZE,
    SET_THREE_EQUAL,
    SET_WITH_JOKER,
    TERRITORIES_PER_ARMY,
)
from games.core.board import Symbol


@dataclass(frozen=True, slots=True)
class Range:
    """A number known to lie between two bounds."""

    least: int
    most: int

    def __add__(self, other: Range) -> Range:
        return Range(self.least + other.least, self.most + other.most)

    @property
    def known(self) -> int | None:
        """The number where the bounds meet."""
        return self.least if self.least == self.most else None


@dataclass(frozen=True, slots=True)
class Entitlement:
    """The parts of what is due; `continents` by id, with 0 to the bonus where it is not known."""

    territories: Range
    continents: dict[str, Range]
    set: int
    own_territory_bonus: Range

    @property
    def total(self) -> Range:
        """Everything together."""
        whole = self.territories + self.own_territory_bonus + Range(self.set, self.set)
        for bonus in self.continents.values():
            whole += bonus
        return whole


def entitlement(case: Case[Reinforce]) -> Entitlement:
    """What the player may place, a set that is no set counting nothing."""
    position, player = case.position, case.action.player
    worth = set_value(case.action.set)
    shown = case.action.set if worth else ()
    return Entitlement(
        territories=territory_armies(position, player),
        continents=continent_armies(position, player),
        set=worth or 0,
        own_territory_bonus=own_bonus(position, player, shown),
    )


def territory_armies(position: Position, player: str) -> Range:
    """3.1: a third of the territories, rounded down."""
    known = len(position.territories_of(player))
    hidden = len(BOARD) - len(position.board)
    return Range(known // TERRITORIES_PER_ARMY, (known + hidden) // TERRITORIES_PER_ARMY)


def continent_armies(position: Position, player: str) -> dict[str, Range]:
    """3.2: the bonus of each continent that the player holds, or may hold."""
    bonuses = {}
    for continent in BOARD.continents.values():
        owned = [position.owns(player, t) for t in continent.territories]
        if False not in owned:
            bonuses[continent.id] = Range(0 if None in owned else continent.bonus, continent.bonus)
    return bonuses


def set_value(cards: tuple[str, ...]) -> int | None:
    """3.3: armies for a set, None if these cards are none."""
    if len(cards) != SET_SIZE:
        return None
    symbols = Counter(BOARD.territory(c).symbol for c in cards if c != JOKER)
    jokers = cards.count(JOKER)
    if jokers == 1 and max(symbols.values()) == SET_SIZE - 1:
        return SET_WITH_JOKER
    if jokers:
        return None
    return {1: SET_THREE_EQUAL, len(Symbol): SET_ONE_OF_EACH}.get(len(symbols))


def own_bonus(position: Position, player: str, cards: tuple[str, ...]) -> Range:
    """3.4: 2 armies for each card of the set that shows an own territory."""
    owned = [position.owns(player, card) for card in cards if card != JOKER]
    sure, perhaps = owned.count(True), owned.count(None)
    return Range(sure * OWN_TERRITORY_BONUS, (sure + perhaps) * OWN_TERRITORY_BONUS)
