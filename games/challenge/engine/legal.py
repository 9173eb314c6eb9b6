"""All decisions that are legal in a position, in a fixed order: kind by kind, each ascending.

The order is part of the promise: seeded players choose by index. Chance is not drawn here.
"""

from collections.abc import Callable, Iterator
from typing import Final

from games.challenge.engine.actions import (
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
    SETUP,
    dice_of,
    may_draw,
    most_leaving,
    reached,
    room_under_limit,
    too_early,
)
from games.challenge.engine.position import NOBODY, Phase, Position
from games.challenge.engine.tables import ADJACENCY, BIT, bits, sets_in
from games.challenge.rulesets import GARRISON

Actions = Iterator[Action]


def legal_actions(position: Position) -> list[Action]:
    """What the player, or chance, may do now; empty only when the game is over."""
    return list(_LISTS[position.phase](position))


def events(position: Position) -> list[Action]:
    """What the clock may do now."""
    open_clock = position.options.time_limit is not None and not position.time_up
    return (
        [TimeUp()] if open_clock and position.phase not in SETUP and position.phase is not Phase.OVER else []
    )


def attacks(position: Position) -> Actions:
    """Every throw that may be launched (4.2–4.4, 4.10, 7.1)."""
    armies, held = position.armies, position.held[position.seat]
    for source in bits(held):
        if armies[source] <= GARRISON:
            continue
        for target in ADJACENCY[source]:
            if held & BIT[target]:
                continue
            attacker, defender = dice_of(armies[source], armies[target])
            if attacker >= defender and not too_early(position, target):
                yield Attack(source, target)


def movements(position: Position) -> Actions:
    """Every strategic movement (5.1, 5.2)."""
    held = position.held[position.seat]
    for source in bits(held):
        most = most_leaving(position, source)
        for target in ADJACENCY[source]:
            if held & BIT[target]:
                for armies in range(1, most + 1):
                    yield Move(source, target, armies)


def placements(position: Position) -> Actions:
    """Every number of armies on every own territory (2.10, 3.6, 11.1)."""
    room = room_under_limit(position)
    if room:
        for territory in bits(position.held[position.seat]):
            for armies in range(1, room + 1):
                yield Place(territory, armies)


def _claims(position: Position) -> Actions:
    if reached(position, position.seat):
        yield Claim()


def _late_cards(position: Position) -> Actions:
    if position.late != NOBODY:
        yield DrawCard(late=True)


def _cards(position: Position) -> Actions:
    if may_draw(position):
        yield DrawCard()


def _reinforcement(position: Position) -> Actions:
    yield from _claims(position)
    if position.turn.sets_played < position.options.sets_per_turn:
        yield from map(PlaySet, sets_in(position.hands[position.seat]))
    yield from placements(position)
    yield from _late_cards(position)
    yield EndReinforcement()


def _combat(position: Position) -> Actions:
    yield from _claims(position)
    yield from attacks(position)
    yield from movements(position)
    yield from _card(position, claim=False)


def _card(position: Position, *, claim: bool = True) -> Actions:
    if claim:
        yield from _claims(position)
    yield from _cards(position)
    yield from _late_cards(position)
    yield EndTurn()


def _occupation(position: Position) -> Actions:
    turn = position.turn
    most = max(turn.dice, most_leaving(position, turn.source))
    return map(Occupy, range(turn.dice, most + 1))


def _only(action: Action) -> Callable[[Position], Actions]:
    """A moment at which nothing is to be decided."""
    return lambda _position: iter((action,))


def _nothing(_position: Position) -> Actions:
    return iter(())


_LISTS: Final[dict[Phase, Callable[[Position], Actions]]] = {
    Phase.SEATING: _only(ThrowForSeats()),
    Phase.DEALING: _only(Deal()),
    Phase.OBJECTIVES: _only(DealObjectives()),
    Phase.PLACING: placements,
    Phase.REINFORCEMENT: _reinforcement,
    Phase.COMBAT: _combat,
    Phase.OCCUPATION: _occupation,
    Phase.SPOILS: _only(TakeCards()),
    Phase.CARD: _card,
    Phase.CLOSING: _only(ThrowClosing()),
    Phase.OVER: _nothing,
}
