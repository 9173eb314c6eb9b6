"""Is an act legal in a position? Every breach with its article, the phase first.

A decision (dice or cards not yet drawn) is judged by what can be known before the draw; a complete act also by what
was drawn.
"""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, Final

from games.challenge.engine import breach as b
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
from games.challenge.engine.breach import Breach
from games.challenge.engine.geometry import (
    SETUP,
    dice_of,
    due_spoils,
    enemy_beside,
    hand_room,
    may_draw,
    most_leaving,
    reached,
    receiver,
    too_early,
)
from games.challenge.engine.position import NOBODY, Phase, Position
from games.challenge.engine.tables import BIT, MASKS, OBJECTIVES, set_armies
from games.challenge.rulesets import GARRISON

Breaches = Iterator[Breach]

_DECIDING = frozenset({Phase.REINFORCEMENT, Phase.COMBAT, Phase.CARD})
_IN_PLAY = frozenset(Phase) - SETUP - {Phase.OVER}
_PENDING: Final = {
    Phase.OCCUPATION: b.MUST_OCCUPY,
    Phase.SPOILS: b.MUST_TAKE_CARDS,
    Phase.CLOSING: b.MUST_THROW,
    Phase.OVER: b.GAME_OVER,
}
_PHASES: Final[dict[type[Any], frozenset[Phase]]] = {
    ThrowForSeats: frozenset({Phase.SEATING}),
    Deal: frozenset({Phase.DEALING}),
    DealObjectives: frozenset({Phase.OBJECTIVES}),
    Place: frozenset({Phase.PLACING, Phase.REINFORCEMENT}),
    PlaySet: frozenset({Phase.REINFORCEMENT}),
    EndReinforcement: frozenset({Phase.REINFORCEMENT}),
    Attack: frozenset({Phase.COMBAT}),
    Occupy: frozenset({Phase.OCCUPATION}),
    TakeCards: frozenset({Phase.SPOILS}),
    Move: frozenset({Phase.COMBAT}),
    DrawCard: frozenset({Phase.COMBAT, Phase.CARD}),
    EndTurn: frozenset({Phase.COMBAT, Phase.CARD}),
    ThrowClosing: frozenset({Phase.CLOSING}),
    TimeUp: _IN_PLAY,
    Claim: _DECIDING,
}
# What an act of the wrong phase breaches, where it is not simply the order of the phases.
_MISPLACED: Final[dict[type[Any], Breach]] = {
    ThrowForSeats: b.SEATS_ARE_THROWN,
    Deal: b.NOT_DEALING,
    DealObjectives: b.NOT_OBJECTIVES,
    PlaySet: b.SET_OUT_OF_PHASE,
    Place: b.PLACED_TOO_LATE,
    Occupy: b.NOTHING_TO_OCCUPY,
    TakeCards: b.NOT_SPOILS,
    ThrowClosing: b.NO_CLOSING,
    TimeUp: b.NOT_IN_PLAY,
}


def verify(position: Position, action: Action) -> tuple[Breach, ...]:
    """All breaches of this act in this position; empty if it is legal."""
    kind = type(action)
    judged = _CHECKS[kind](position, action)
    if position.phase in _PHASES[kind] or (position.phase in _DECIDING and _is_late(action)):
        return tuple(judged)
    return tuple(chain(_out_of_phase(position, kind), () if position.phase is Phase.OVER else judged))


def _is_late(action: Action) -> bool:
    """6.4: a forgotten card may be drawn whatever the next player is about to decide."""
    return isinstance(action, DrawCard) and action.late


def _out_of_phase(position: Position, kind: type[Any]) -> Breaches:
    pending = _PENDING.get(position.phase)
    if pending is not None:
        yield pending
    elif position.phase is Phase.CARD and kind in {Attack, Move}:
        if not position.turn.moved:
            yield b.CARD_CLOSED_TURN
        else:
            yield b.COMBAT_CLOSED if kind is Attack else b.MOVED_ALREADY
    else:
        if position.phase is Phase.REINFORCEMENT and kind is Attack:
            yield b.REINFORCE_FIRST
        yield _MISPLACED.get(kind, b.OUT_OF_ORDER)


def _throw_for_seats(position: Position, action: ThrowForSeats) -> Breaches:
    tied = next((group for group in position.groups if len(group) > 1), ())
    if action.dice and tied and len(action.dice) != len(tied):
        yield b.SEAT_DICE


def _deal(position: Position, action: Deal) -> Breaches:
    if action.territory == UNDRAWN:
        return
    if position.owners[action.territory] != NOBODY:
        yield b.DEALT_TWICE
    elif action.seat != receiver(position, action.territory):
        yield b.WRONG_RECEIVER


def _deal_objectives(position: Position, action: DealObjectives) -> Breaches:
    cards = action.objectives
    if cards and (len(cards) != len(position.held) or len({*cards} & OBJECTIVES.keys()) != len(cards)):
        yield b.OBJECTIVES_WRONG


def _place(position: Position, action: Place) -> Breaches:
    initial = position.phase is Phase.PLACING
    if not position.held[position.seat] & BIT[action.territory]:
        yield b.INITIAL_NOT_YOURS if initial else b.NOT_YOUR_TERRITORY
    if action.armies < 1:
        yield b.INITIAL_NONE if initial else b.NO_ARMIES_PLACED
    if position.phase not in _PHASES[Place]:
        return
    if action.armies > position.reserve:
        yield b.INITIAL_TOO_MANY if initial else b.TOO_MANY_PLACED
    limit = position.options.army_limit
    if limit is not None and position.on_board(position.seat) + action.armies > limit:
        yield b.ABOVE_LIMIT


def _play_set(position: Position, action: PlaySet) -> Breaches:
    if not set_armies(action.cards):
        yield b.NOT_A_SET
    if action.cards & ~position.hands[position.seat]:
        yield b.CARDS_NOT_HELD
    if position.turn.sets_played >= position.options.sets_per_turn:
        yield b.SETS_SPENT


def _attack(position: Position, action: Attack) -> Breaches:
    source, target = action.source, action.target
    held, armies = position.held[position.seat], position.armies[source]
    own_source, own_target = held & BIT[source], held & BIT[target]
    if not own_source:
        yield b.ATTACK_FROM_OTHERS
    if own_target:
        yield b.ATTACK_ON_OWN
    if not MASKS[source] & BIT[target] and not (source == target and own_target):
        yield b.NOT_ADJACENT
    if own_source and armies < GARRISON + 1:
        yield b.GARRISON_ONLY
    attacker, defender = dice_of(armies, position.armies[target])
    if own_source and not own_target and 0 < attacker < defender:
        yield b.FEWER_DICE
    if not own_target and position.owners[target] != NOBODY and too_early(position, target):
        yield b.ELIMINATION_TOO_EARLY
    if action.attacker_dice and len(action.attacker_dice) != attacker:
        yield b.ATTACKER_DICE_WRONG
    if action.attacker_dice and len(action.defender_dice) != defender:
        yield b.DEFENDER_DICE_WRONG


def _occupy(position: Position, action: Occupy) -> Breaches:
    turn = position.turn
    if position.phase is not Phase.OCCUPATION:
        return
    if action.armies < turn.dice:
        yield b.TOO_FEW_OCCUPY
    if action.armies >= position.armies[turn.source]:
        yield b.NONE_LEFT_BEHIND
    if action.armies > turn.dice and _bares(position, turn.source, action.armies):
        yield b.OCCUPY_GARRISON


def _take_cards(position: Position, action: TakeCards) -> Breaches:
    if position.phase is not Phase.SPOILS or action.cards == UNDRAWN:
        return
    captured = position.hands[position.turn.victim]
    if action.cards & ~captured or action.cards.bit_count() != due_spoils(position):
        yield b.WRONG_SPOILS


def _move(position: Position, action: Move) -> Breaches:
    source, target, held = action.source, action.target, position.held[position.seat]
    wanted = BIT[source] | BIT[target]
    if held & wanted != wanted:
        yield b.MOVE_FROM_OTHERS
    if not MASKS[source] & BIT[target]:
        yield b.MOVE_NOT_ADJACENT
    if action.armies < 1:
        yield b.MOVE_NONE
    elif action.armies >= position.armies[source]:
        yield b.MOVE_ALL
    if held & BIT[source] and action.armies > 0 and _bares(position, source, action.armies):
        yield b.OCCUPY_GARRISON


def _bares(position: Position, source: int, armies: int) -> bool:
    """5.2: whether fewer than two armies would stay beside an enemy."""
    return enemy_beside(position, source) and armies > most_leaving(position, source)


def _draw_card(position: Position, action: DrawCard) -> Breaches:
    if action.late:
        if position.late == NOBODY:
            yield b.TOO_LATE_FOR_CARD
    elif not may_draw(position):
        if not position.turn.conquered:
            yield b.NO_CONQUEST
        if position.turn.card_drawn:
            yield b.ONE_CARD
        if hand_room(position, position.seat) <= 0:
            yield b.HAND_FULL
    if action.card != UNDRAWN and not position.deck & BIT[action.card]:
        yield b.CARD_NOT_IN_DECK


def _throw_closing(_position: Position, action: ThrowClosing) -> Breaches:
    if action.dice and len(action.dice) != 2:
        yield b.CLOSING_DICE


def _time_up(position: Position, _action: TimeUp) -> Breaches:
    if position.options.time_limit is None:
        yield b.NO_TIME_LIMIT
    if position.time_up:
        yield b.TIME_UP_ALREADY


def _claim(position: Position, _action: Claim) -> Breaches:
    if not reached(position, position.seat):
        yield b.OBJECTIVE_NOT_REACHED


def _free(_position: Position, _action: Action) -> Breaches:
    """Nothing but the phase matters."""
    return iter(())


_CHECKS: Final[dict[type[Any], Callable[[Position, Any], Breaches]]] = {
    ThrowForSeats: _throw_for_seats,
    Deal: _deal,
    DealObjectives: _deal_objectives,
    Place: _place,
    PlaySet: _play_set,
    EndReinforcement: _free,
    Attack: _attack,
    Occupy: _occupy,
    TakeCards: _take_cards,
    Move: _move,
    DrawCard: _draw_card,
    EndTurn: _free,
    ThrowClosing: _throw_closing,
    TimeUp: _time_up,
    Claim: _claim,
}
