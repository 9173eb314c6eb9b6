"""What may be done at a table. Armies are placed one at a time, which reaches every placement.

The two liberties with dice (11.2, 11.3) are the adjudicator's only: nobody takes them here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from games.core.acts import Action, Move, Occupy, PlaceInitial, TakeCards
from games.risk.actions import ClaimTerritory, ClaimVictory, DealTerritory, Reinforce
from games.risk.engine.table import Table
from games.risk.geography import BOARD
from games.risk.position import LastAttack, Phase
from games.risk.rulesets import (
    ATTACKER_DICE,
    DEFENDER_DICE,
    FULL_HAND,
    GARRISON,
    SUPPLY,
    DefenderDice,
    Reach,
    Setup,
)
from games.risk.sets import sets_in


@dataclass(frozen=True, slots=True)
class Assault:
    """An attack with so many dice on each side, not thrown yet."""

    source: str
    target: str
    attacker: int
    defender: int


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn passes on, after a card where one is due."""


Decision = Action | Assault | EndTurn


def choices(table: Table) -> tuple[Decision, ...]:
    """Every decision that may be taken now; none when the game is over."""
    phase = table.position.turn.phase
    return tuple(CHOICES[phase](table)) if phase is not None and phase in CHOICES else ()


def _setup(table: Table) -> Iterator[Decision]:
    board = table.position.board
    if len(board) < len(BOARD):
        who = min(table.armies, key=lambda a: len(table.position.territories_of(a)))
        kind = ClaimTerritory if table.options.setup is Setup.CLAIM else DealTerritory
        yield from (kind(who, t) for t in BOARD.ids if t not in board)
        return
    who = min(table.armies, key=table.position.armies_of)
    left = SUPPLY[len(table.position.players)] - table.position.armies_of(who)
    yield from (PlaceInitial(who, {t: 1}, left) for t in table.position.territories_of(who))


def _drafting(table: Table) -> Iterator[Decision]:
    hand = table.position.hands[table.player]
    yield from _trades(table)
    if len(hand) < FULL_HAND or not table.options.trade_is_forced:
        yield from _placements(table)
        if table.position.turn.remaining == 0:
            yield from _fighting(table)


def _trades(table: Table) -> Iterator[Decision]:
    hand, own = table.position.hands[table.player], table.position.territories_of(table.player)
    for cards in sets_in(hand, table.options):
        yield Reinforce(table.player, {}, cards, None)
        yield from (
            Reinforce(table.player, {}, cards, card.territory) for card in cards if card.territory in own
        )


def _placements(table: Table) -> Iterator[Decision]:
    if table.position.turn.remaining != 0:
        own = table.position.territories_of(table.player)
        yield from (Reinforce(table.player, {t: 1}, (), None) for t in own)


def _combat(table: Table) -> Iterator[Decision]:
    position, turn = table.position, table.position.turn
    loser = next((p for p in position.eliminated if position.hands[p]), None)
    last = turn.last_attack
    if last is not None and last.target == position.unoccupied():
        yield from _occupations(table, last)
    elif loser is not None:
        yield TakeCards(table.player, loser, len(position.hands[loser]))
    elif len(position.hands[table.player]) >= FULL_HAND and table.options.trade_is_forced:
        yield from _trades(table)
    elif turn.remaining:
        yield from _placements(table)
    else:
        yield from _fighting(table)


def _occupations(table: Table, last: LastAttack) -> Iterator[Decision]:
    most = table.position.board[last.source].armies - GARRISON
    for armies in range(last.armies or 1, most + 1):
        yield Occupy(table.player, last.source, last.target, armies)


def _fighting(table: Table) -> Iterator[Decision]:
    if len(table.position.territories_of(table.player)) == len(BOARD):
        yield ClaimVictory(table.player)
        return
    yield from _assaults(table)
    yield from _moves(table)
    yield EndTurn()


def _assaults(table: Table) -> Iterator[Decision]:
    board, position = table.board, table.position
    for source in position.territories_of(table.player):
        most = min(ATTACKER_DICE, position.board[source].armies - GARRISON)
        for target in board.neighbours[source]:
            if position.board[target].owner == table.player:
                continue
            top = min(DEFENDER_DICE, position.board[target].armies)
            least = top if table.options.defender_dice is DefenderDice.MOST else 1
            for attacker in range(1, most + 1):
                for defender in range(least, top + 1):
                    yield Assault(source, target, attacker, defender)


def _moves(table: Table) -> Iterator[Decision]:
    position = table.position
    for source in position.territories_of(table.player):
        movable = position.board[source].armies - GARRISON
        for target in _within_reach(table, source) if movable else ():
            yield from (Move(table.player, source, target, n) for n in range(1, movable + 1))


def _within_reach(table: Table, source: str) -> tuple[str, ...]:
    own = set(table.position.territories_of(table.player))
    found, waiting = {source}, [source]
    while waiting:
        near = own.intersection(table.board.neighbours[waiting.pop()]) - found
        found |= near
        if table.options.fortify is Reach.CONNECTED:
            waiting.extend(near)
    return tuple(t for t in BOARD.ids if t in found and t != source)


def _after_the_move(_table: Table) -> Iterator[Decision]:
    yield EndTurn()


CHOICES: Mapping[Phase, Callable[[Table], Iterator[Decision]]] = {
    Phase.SETUP: _setup,
    Phase.REINFORCEMENT: _drafting,
    Phase.COMBAT: _combat,
    Phase.MOVEMENT: _after_the_move,
}
