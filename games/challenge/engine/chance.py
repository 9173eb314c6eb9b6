"""Complete a decision with what chance brings, from a seeded stream."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from games.challenge.engine.actions import (
    Action,
    Attack,
    Deal,
    DealObjectives,
    DrawCard,
    TakeCards,
    ThrowClosing,
    ThrowForSeats,
)
from games.challenge.engine.geometry import dice_of, due_spoils, receiver
from games.challenge.engine.position import Position
from games.challenge.engine.rng import Dice
from games.challenge.engine.tables import ALL_TERRITORIES, BIT, OBJECTIVES


def resolve(position: Position, action: Action, dice: Dice) -> Action:
    """The same act with its dice thrown and its cards drawn; an act without chance comes back as it is."""
    draw = _DRAWS.get(type(action))
    return draw(position, action, dice) if draw else action


def _seats(position: Position, _action: ThrowForSeats, dice: Dice) -> Action:
    tied = next(group for group in position.groups if len(group) > 1)
    return ThrowForSeats(dice.throw(len(tied)))


def _deal(position: Position, _action: Deal, dice: Dice) -> Action:
    undealt = ALL_TERRITORIES
    for held in position.held:
        undealt &= ~held
    territory = dice.bit(undealt)
    return Deal(territory, receiver(position, territory))


def _objectives(position: Position, _action: DealObjectives, dice: Dice) -> Action:
    numbers = list(OBJECTIVES)
    return DealObjectives(tuple([numbers.pop(dice.below(len(numbers))) for _ in position.held]))


def _attack(position: Position, action: Attack, dice: Dice) -> Action:
    attacker, defender = dice_of(position.armies[action.source], position.armies[action.target])
    thrown = dice.throw(attacker)
    return Attack(action.source, action.target, thrown, dice.throw(defender))


def _spoils(position: Position, _action: TakeCards, dice: Dice) -> Action:
    left, taken = position.hands[position.turn.victim], 0
    for _ in range(due_spoils(position)):
        card = BIT[dice.bit(left)]
        left, taken = left ^ card, taken | card
    return TakeCards(taken)


def _card(position: Position, action: DrawCard, dice: Dice) -> Action:
    return replace(action, card=dice.bit(position.deck))


def _closing(_position: Position, _action: ThrowClosing, dice: Dice) -> Action:
    return ThrowClosing(dice.throw(2))


_DRAWS: Final[dict[type[Any], Callable[[Position, Any, Dice], Action]]] = {
    ThrowForSeats: _seats,
    Deal: _deal,
    DealObjectives: _objectives,
    Attack: _attack,
    TakeCards: _spoils,
    DrawCard: _card,
    ThrowClosing: _closing,
}
