"""What follows from an act: a new position, the old one untouched.

`apply` trusts that `verify` found nothing; it does not judge. An act whose dice or cards are missing cannot be applied.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from games.challenge.engine.actions import (
    UNDRAWN,
    Action,
    Attack,
    Claim,
    Deal,
    DealObjectives,
    DrawCard,
    EndReinforcement,
    EndTurn,
    Move,
    Occupy,
    Place,
    PlaySet,
    TakeCards,
    ThrowClosing,
    ThrowForSeats,
    TimeUp,
)
from games.challenge.engine.geometry import (
    closing_value,
    entitled,
    exempt,
    first_supply,
    is_last_round,
    last_seat,
    may_draw,
    next_seat,
    set_yield,
)
from games.challenge.engine.position import NOBODY, Phase, Position, Reason, Result, Turn
from games.challenge.engine.tables import BIT
from games.challenge.rulesets import CLOSING_VALUES
from games.core.odds_throw import losses

_T = TypeVar("_T")


class IncompleteAct(ValueError):  # names the state of the act
    """An act that chance has not completed yet."""


def apply(position: Position, action: Action) -> Position:
    """The position after a legal, complete act. IncompleteAct if dice or cards are missing."""
    return _EFFECTS[type(action)](position, action)


def _put(values: tuple[_T, ...], index: int, value: _T) -> tuple[_T, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _needed(*, present: bool) -> None:
    if not present:
        raise IncompleteAct("the dice or the cards of this act are missing")


def _throw_for_seats(position: Position, action: ThrowForSeats) -> Position:
    _needed(present=bool(action.dice))
    at = next(i for i, group in enumerate(position.groups) if len(group) > 1)
    thrown = dict(zip(position.groups[at], action.dice, strict=True))
    split = [
        tuple(player for player in position.groups[at] if thrown[player] == score)
        for score in sorted(set(action.dice), reverse=True)
    ]
    groups = (*position.groups[:at], *split, *position.groups[at + 1 :])
    seated = all(len(group) == 1 for group in groups)
    return position._replace(groups=groups, phase=Phase.DEALING if seated else Phase.SEATING)


def _deal(position: Position, action: Deal) -> Position:
    _needed(present=action.territory != UNDRAWN)
    seat, territory = action.seat, action.territory
    owners = _put(position.owners, territory, seat)
    return position._replace(
        owners=owners,
        armies=_put(position.armies, territory, 1),
        held=_put(position.held, seat, position.held[seat] | BIT[territory]),
        supply=_put(position.supply, seat, position.supply[seat] - 1),
        phase=Phase.DEALING if NOBODY in owners else Phase.OBJECTIVES,
    )


def _deal_objectives(position: Position, action: DealObjectives) -> Position:
    _needed(present=bool(action.objectives))
    seat, reserve = first_supply(position.supply, 0)
    return position._replace(objectives=action.objectives, phase=Phase.PLACING, seat=seat, reserve=reserve)


def _place(position: Position, action: Place) -> Position:
    territory = action.territory
    placed = position._replace(
        armies=_put(position.armies, territory, position.armies[territory] + action.armies),
        reserve=position.reserve - action.armies,
    )
    if position.phase is Phase.REINFORCEMENT:
        return placed
    supply = _put(position.supply, position.seat, position.supply[position.seat] - action.armies)
    if placed.reserve:
        return placed._replace(supply=supply)
    seat, reserve = first_supply(supply, (position.seat + 1) % len(supply))
    if reserve:
        return placed._replace(supply=supply, seat=seat, reserve=reserve)
    return _begin_turn(placed._replace(supply=supply, round=1), 0)


def _begin_turn(position: Position, seat: int) -> Position:
    return position._replace(
        phase=Phase.REINFORCEMENT, seat=seat, turn=Turn(), reserve=entitled(position.held[seat])
    )


def _play_set(position: Position, action: PlaySet) -> Position:
    seat, cards = position.seat, action.cards
    return position._replace(
        hands=_put(position.hands, seat, position.hands[seat] & ~cards),
        discards=position.discards | cards,
        reserve=position.reserve + set_yield(cards, position.held[seat]),
        turn=position.turn._replace(sets_played=position.turn.sets_played + 1),
    )


def _end_reinforcement(position: Position, _action: EndReinforcement) -> Position:
    return position._replace(phase=Phase.COMBAT, reserve=0)


def _attack(position: Position, action: Attack) -> Position:
    _needed(present=bool(action.attacker_dice))
    source, target = action.source, action.target
    attacker_lost, defender_lost = losses(action.attacker_dice, action.defender_dice, ties_to_attacker=False)
    armies = list(position.armies)
    armies[source] -= attacker_lost
    armies[target] -= defender_lost
    fought = position._replace(
        armies=tuple(armies), turn=position.turn._replace(source=source, target=target)
    )
    return fought if armies[target] else _conquer(fought, len(action.attacker_dice))


def _conquer(position: Position, dice: int) -> Position:
    """4.15: the territory changes hands, empty until it is occupied; its last owner may be out (7.1)."""
    seat, target = position.seat, position.turn.target
    loser = position.owners[target]
    held = list(position.held)
    held[loser] ^= BIT[target]
    held[seat] |= BIT[target]
    out = not held[loser]
    return position._replace(
        phase=Phase.OCCUPATION,
        owners=_put(position.owners, target, seat),
        held=tuple(held),
        turn=position.turn._replace(
            conquered=position.turn.conquered | BIT[target], dice=dice, victim=loser if out else NOBODY
        ),
        eliminated=(*position.eliminated, loser) if out else position.eliminated,
        late=NOBODY if out and position.late == loser else position.late,
    )


def _occupy(position: Position, action: Occupy) -> Position:
    turn = position.turn
    armies = list(position.armies)
    armies[turn.source] -= action.armies
    armies[turn.target] += action.armies
    occupied = position._replace(armies=tuple(armies), phase=Phase.COMBAT)
    if turn.victim == NOBODY:
        return occupied
    if position.hands[turn.victim]:
        return occupied._replace(phase=Phase.SPOILS)
    return _after_elimination(occupied)


def _take_cards(position: Position, action: TakeCards) -> Position:
    _needed(present=action.cards != UNDRAWN)
    seat, victim = position.seat, position.turn.victim
    hands = _put(position.hands, seat, position.hands[seat] | action.cards)
    return _after_elimination(
        position._replace(
            hands=_put(hands, victim, 0),
            discards=position.discards | position.hands[victim] & ~action.cards,
            phase=Phase.COMBAT,
        )
    )


def _after_elimination(position: Position) -> Position:
    settled = position._replace(turn=position.turn._replace(victim=NOBODY))
    if len(position.eliminated) < len(position.held) - 1:
        return settled
    return _over(settled, Reason.ALONE)


def _over(position: Position, reason: Reason) -> Position:
    return position._replace(phase=Phase.OVER, result=Result(reason, position.seat, not position.time_up))


def _move(position: Position, action: Move) -> Position:
    armies = list(position.armies)
    armies[action.source] -= action.armies
    armies[action.target] += action.armies
    return position._replace(armies=tuple(armies), phase=Phase.CARD, turn=position.turn._replace(moved=True))


def _draw_card(position: Position, action: DrawCard) -> Position:
    _needed(present=action.card != UNDRAWN)
    seat = position.late if action.late else position.seat
    shuffled = position.discards & BIT[action.card]
    drawn = position._replace(
        hands=_put(position.hands, seat, position.hands[seat] | BIT[action.card]),
        discards=0 if shuffled else position.discards,
    )
    if action.late:
        return drawn._replace(late=NOBODY)
    return drawn._replace(phase=Phase.CARD, turn=position.turn._replace(card_drawn=True))


def _end_turn(position: Position, _action: EndTurn) -> Position:
    ended = position._replace(late=position.seat if may_draw(position) else NOBODY)
    if not ended.closing and is_last_round(ended) and ended.seat == last_seat(ended):
        ended = ended._replace(closing=CLOSING_VALUES[0], closing_seat=ended.seat)
    if ended.closing and not exempt(ended):
        return ended._replace(phase=Phase.CLOSING)
    return _pass(ended)


def _pass(position: Position) -> Position:
    seat = next_seat(position)
    passed = position._replace(
        round=position.round + (seat <= position.seat), closing=closing_value(position, seat)
    )
    return _begin_turn(passed, seat)


def _throw_closing(position: Position, action: ThrowClosing) -> Position:
    _needed(present=bool(action.dice))
    return _over(position, Reason.CLOSING) if sum(action.dice) <= position.closing else _pass(position)


def _time_up(position: Position, _action: TimeUp) -> Position:
    return position._replace(time_up=position.round)


def _claim(position: Position, _action: Claim) -> Position:
    return _over(position, Reason.OBJECTIVE)


_EFFECTS: Final[dict[type[Any], Callable[[Position, Any], Position]]] = {
    ThrowForSeats: _throw_for_seats,
    Deal: _deal,
    DealObjectives: _deal_objectives,
    Place: _place,
    PlaySet: _play_set,
    EndReinforcement: _end_reinforcement,
    Attack: _attack,
    Occupy: _occupy,
    TakeCards: _take_cards,
    Move: _move,
    DrawCard: _draw_card,
    EndTurn: _end_turn,
    ThrowClosing: _throw_closing,
    TimeUp: _time_up,
    Claim: _claim,
}
