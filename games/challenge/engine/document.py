"""Engine positions and acts as documents of the adjudication contract, so that a game can be taken to the adjudicator."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from games.challenge import BOARD
from games.challenge.engine.actions import (
    Action,
    Attack,
    Claim,
    Deal,
    DrawCard,
    Move,
    Occupy,
    Place,
    PlaySet,
    TakeCards,
    ThrowClosing,
)
from games.challenge.engine.position import NOBODY, Phase, Position
from games.challenge.engine.tables import FIRST_JOKER, TERRITORIES, bits
from games.challenge.rulesets import INITIAL_PLACEMENT

Document = dict[str, Any]

_PHASES: Final = {
    Phase.REINFORCEMENT: "reinforcement",
    Phase.COMBAT: "combat",
    Phase.OCCUPATION: "combat",
    Phase.SPOILS: "combat",
    Phase.CLOSING: "card",
    Phase.OVER: "over",
}


def card_name(card: int) -> str:
    """A card as the contract writes it."""
    return BOARD.ids[card] if card < FIRST_JOKER else "joker"


def seat_names(position: Position, players: Sequence[str]) -> tuple[str, ...]:
    """The players in order of play, once the seats are thrown; before that in the order given."""
    order = [player for group in position.groups for player in group]
    return tuple(players[player] for player in order)


def position_document(position: Position, players: Sequence[str]) -> Document:
    """The contract's `position`; `players` as in the record, in the order in which they threw for the seats."""
    names = seat_names(position, players)
    document: Document = {
        "players": list(names),
        "board": {
            BOARD.ids[t]: [names[position.owners[t]], position.armies[t]]
            for t in range(TERRITORIES)
            if position.owners[t] != NOBODY
        },
        "hands": {
            name: list(map(card_name, bits(hand))) for name, hand in zip(names, position.hands, strict=True)
        },
        "objectives": dict(zip(names, position.objectives, strict=False)),
        "eliminated": [names[seat] for seat in position.eliminated],
        "round": max(1, position.round),
        "turn": _turn(position, names),
        "closing": {"value": position.closing} if position.closing else None,
    }
    return document


def _turn(position: Position, names: Sequence[str]) -> Document:
    turn = position.turn
    document: Document = {
        "player": names[position.seat],
        "phase": _phase(position),
        "conquered": [BOARD.ids[t] for t in bits(turn.conquered)],
        "set_played": turn.sets_played > 0,
        "moved": turn.moved,
        "card_drawn": turn.card_drawn,
    }
    if position.phase is Phase.REINFORCEMENT:
        document["remaining"] = position.reserve
    if turn.source != NOBODY and position.phase in {Phase.COMBAT, Phase.OCCUPATION}:
        last = {"from": BOARD.ids[turn.source], "to": BOARD.ids[turn.target]}
        document["last_attack"] = last | ({"armies": turn.dice} if position.phase is Phase.OCCUPATION else {})
    return document


def _phase(position: Position) -> str:
    if position.phase is Phase.CARD:
        return "card" if position.turn.card_drawn else "movement"
    return _PHASES.get(position.phase, "setup")


def case_document(position: Position, action: Action, players: Sequence[str]) -> Document | None:
    """A whole case for the adjudicator; None for an act that the contract does not know.

    Nor does it know a forgotten card once the next turn is under way, and it judges initial armies three by three.
    """
    write = _ACTIONS.get(type(action))
    if write is None or _is_partial(position, action):
        return None
    names = seat_names(position, players)
    act = write(position, action, names)
    options = {
        name: value
        for name, value in (
            ("army_limit", position.options.army_limit),
            ("time_limit_minutes", position.options.time_limit),
        )
        if value is not None
    }
    return {
        "ruleset": "risiko-challenge",
        "options": options,
        "position": position_document(position, players),
        "action": act,
    }


def _is_partial(position: Position, action: Action) -> bool:
    if isinstance(action, DrawCard):
        return action.late
    if not isinstance(action, Place) or position.phase is not Phase.PLACING:
        return False
    return action.armies < min(INITIAL_PLACEMENT, position.supply[position.seat])


def _place(position: Position, action: Place, names: Sequence[str]) -> Document:
    placed = {"player": names[position.seat], "armies": {BOARD.ids[action.territory]: action.armies}}
    if position.phase is not Phase.PLACING:
        return {"type": "reinforce", **placed}
    return {"type": "place_initial", **placed, "supply": position.supply[position.seat]}


def _play_set(position: Position, action: PlaySet, names: Sequence[str]) -> Document:
    cards = list(map(card_name, bits(action.cards)))
    return {"type": "reinforce", "player": names[position.seat], "armies": {}, "set": cards}


def _attack(position: Position, action: Attack, names: Sequence[str]) -> Document:
    document: Document = {
        "type": "attack",
        "player": names[position.seat],
        "from": BOARD.ids[action.source],
        "to": BOARD.ids[action.target],
    }
    if action.attacker_dice:
        document |= {"attacker_dice": list(action.attacker_dice), "defender_dice": list(action.defender_dice)}
    return document


def _occupy(position: Position, action: Occupy, names: Sequence[str]) -> Document:
    return {
        "type": "occupy",
        "player": names[position.seat],
        "from": BOARD.ids[position.turn.source],
        "to": BOARD.ids[position.turn.target],
        "armies": action.armies,
    }


def _move(position: Position, action: Move, names: Sequence[str]) -> Document:
    return {
        "type": "move",
        "player": names[position.seat],
        "from": BOARD.ids[action.source],
        "to": BOARD.ids[action.target],
        "armies": action.armies,
    }


def _take_cards(position: Position, action: TakeCards, names: Sequence[str]) -> Document:
    return {
        "type": "take_cards",
        "player": names[position.seat],
        "from_player": names[position.turn.victim],
        "cards": action.cards.bit_count(),
    }


def _draw_card(position: Position, _action: DrawCard, names: Sequence[str]) -> Document:
    return {"type": "draw_card", "player": names[position.seat]}


def _throw_closing(position: Position, action: ThrowClosing, names: Sequence[str]) -> Document:
    return {"type": "roll_closing", "player": names[position.seat], "dice": list(action.dice)}


def _claim(position: Position, _action: Claim, names: Sequence[str]) -> Document:
    return {"type": "claim_objective", "player": names[position.seat], "time_expired": bool(position.time_up)}


def _deal(position: Position, action: Deal, names: Sequence[str]) -> Document:
    order = sorted(range(len(names)), key=lambda seat: (position.held[seat].bit_count(), -seat))
    return {
        "type": "deal_territory",
        "to": names[action.seat],
        "territory": BOARD.ids[action.territory],
        "skipped": [names[seat] for seat in order[: order.index(action.seat)]],
    }


_ACTIONS: Final[dict[type[Any], Callable[[Position, Any, Sequence[str]], Document]]] = {
    Deal: _deal,
    Place: _place,
    PlaySet: _play_set,
    Attack: _attack,
    Occupy: _occupy,
    Move: _move,
    TakeCards: _take_cards,
    DrawCard: _draw_card,
    ThrowClosing: _throw_closing,
    Claim: _claim,
}
