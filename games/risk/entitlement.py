"""How many armies are due (3.2 to 3.7), with bounds where the board is not wholly given."""

from __future__ import annotations

from dataclasses import dataclass

from games.risk.actions import Case, Reinforce
from games.risk.geography import BOARD, TERRITORIES
from games.risk.position import Card, Phase, Position
from games.risk.rulesets import LEAST_DRAFT, OWN_TERRITORY_BONUS, TERRITORIES_PER_ARMY
from games.risk.sets import is_set, set_worth


@dataclass(frozen=True, slots=True)
class Bounds:
    """A number known to lie between two bounds."""

    least: int
    most: int

    @property
    def known(self) -> int | None:
        """The number where the bounds meet."""
        return self.least if self.least == self.most else None

    def plus(self, number: int) -> Bounds:
        """Both bounds so much higher."""
        return Bounds(self.least + number, self.most + number)


def territory_armies(position: Position, player: str) -> Bounds:
    """3.2: a third of the territories, rounded down, three at least."""
    held, hidden = len(position.territories_of(player)), TERRITORIES - len(position.board)
    least, most = (max(LEAST_DRAFT, n // TERRITORIES_PER_ARMY) for n in (held, held + hidden))
    return Bounds(least, most)


def continent_armies(position: Position, player: str) -> dict[str, Bounds]:
    """3.3: the bonus of each continent that the player holds, or may hold."""
    bonuses = {}
    for continent in BOARD.continents.values():
        whole = position.owns_all(player, continent.territories)
        if whole is not False:
            bonuses[continent.id] = Bounds(continent.bonus if whole else 0, continent.bonus)
    return bonuses


def board_armies(position: Position, player: str) -> Bounds:
    """3.2 and 3.3 together."""
    total = territory_armies(position, player)
    bonuses = continent_armies(position, player).values()
    return Bounds(
        total.least + sum(b.least for b in bonuses),
        total.most + sum(b.most for b in bonuses),
    )


def traded_cards(case: Case[Reinforce]) -> tuple[Card, ...]:
    """The cards of the set, as the hand knows them where it is given."""
    known = {card.key: card for card in case.position.hands.get(case.action.player, ()) if card.territory}
    return tuple(known.get(card.key, card) for card in case.action.set)


def worth_of_set(case: Case[Reinforce]) -> int | None:
    """3.5: what the set gives: 0 without one or for a wrong one, None where it is not known."""
    cards = traded_cards(case)
    if not cards:
        return 0
    right = is_set(cards, case.options)
    return (
        set_worth(cards, case.options, case.position.sets_traded) if right else (None if right is None else 0)
    )


def due_now(case: Case[Reinforce]) -> Bounds | None:
    """What may be placed now beside 3.7; None where the worth of the set is not known.

    The whole entitlement when the turn begins, then what is left over, and a set traded now. After an
    elimination (7.2) only the set counts.
    """
    worth, turn = worth_of_set(case), case.position.turn
    if worth is None:
        return None
    if turn.remaining is not None:
        return Bounds(turn.remaining, turn.remaining).plus(worth)
    if turn.phase is Phase.COMBAT:
        return Bounds(worth, worth)
    return board_armies(case.position, case.action.player).plus(worth)


def bonus_armies(case: Case[Reinforce]) -> int:
    """3.7: two for a chosen own territory on the set."""
    return OWN_TERRITORY_BONUS if case.action.bonus is not None else 0
