"""A sensible, greedy way to play: no look-ahead, but the odds, the fronts and the own objective are looked at."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from games.challenge.engine.actions import (
    Action,
    Attack,
    Claim,
    DrawCard,
    Move,
    Occupy,
    Place,
    PlaySet,
)
from games.challenge.engine.geometry import set_yield
from games.challenge.engine.position import Position
from games.challenge.engine.rng import Dice
from games.challenge.engine.tables import ADJACENCY, BIT, MASKS, OBJECTIVES, VALUES
from games.core.odds_table import odds_table

# Conquest probability in per cent, from which a territory is attacked: of the objective, and any other for the card.
BOLD: Final = 55
CAREFUL: Final = 75
TABLE: Final = 130


def choose_sensibly(position: Position, legal: Sequence[Action], dice: Dice) -> Action:
    """The best of the legal decisions by simple measures; equal ones by lot."""
    ranked = [(_worth(position, action), action) for action in legal]
    best = max(worth for worth, _ in ranked)
    equal = [action for worth, action in ranked if worth == best]
    return equal[dice.below(len(equal))]


def _worth(position: Position, action: Action) -> int:
    """How much a decision is liked; ending a phase is 0, so whatever is below 0 is left undone."""
    measure = _MEASURES.get(type(action))
    return measure(position, action) if measure else 0


def _attack(position: Position, action: Attack) -> int:
    chance = conquest_percent(position.armies[action.source] - 1, position.armies[action.target])
    wanted = bool(_objective(position) & BIT[action.target])
    if chance < BOLD or (not wanted and (chance < CAREFUL or position.turn.conquered)):
        return -1
    return 100 + chance + 100 * wanted + 5 * VALUES[action.target]


def _place(position: Position, action: Place) -> int:
    """All at once where it helps most: beside a weak enemy territory of the objective."""
    pressure = _pressure(position, action.territory)
    return 10 + action.armies + 4 * pressure if pressure else 1


def _pressure(position: Position, territory: int) -> int:
    held, objective = position.held[position.seat], _objective(position)
    gain = 0
    for near in ADJACENCY[territory]:
        if not held & BIT[near]:
            ease = 2 * (position.armies[territory] - position.armies[near])
            gain = max(gain, 20 + ease + 15 * bool(objective & BIT[near]))
    return gain


def _move(position: Position, action: Move) -> int:
    """From a quiet territory to the front, as many as may go."""
    quiet = not MASKS[action.source] & ~position.held[position.seat]
    return 20 + action.armies if quiet and _pressure(position, action.target) else -1


def _occupy(position: Position, action: Occupy) -> int:
    """Follow up where there is more to fight; otherwise stay."""
    turn = position.turn
    ahead = _pressure(position, turn.target) > _pressure(position, turn.source)
    return action.armies if ahead else -action.armies


def _play_set(position: Position, action: PlaySet) -> int:
    return 1000 + set_yield(action.cards, position.held[position.seat])


def _always(_position: Position, _action: Action) -> int:
    return 10_000


def _card(_position: Position, action: DrawCard) -> int:
    """The own card ends combat, so it comes after every attack and movement that is liked."""
    return 10_000 if action.late else 5


def _objective(position: Position) -> int:
    return OBJECTIVES[position.objectives[position.seat]]


@lru_cache(maxsize=1 << 16)
def conquest_percent(attackers: int, defenders: int) -> int:
    """Chance in whole per cent that so many usable armies conquer a territory; above 130 armies the ratio decides."""
    most = max(attackers, defenders)
    if most > TABLE:
        attackers, defenders = max(1, attackers * TABLE // most), max(1, defenders * TABLE // most)
    return int(100 * odds_table(TABLE, TABLE).query(attackers, defenders)[0])


_MEASURES: Final[dict[type[Any], Callable[[Position, Any], int]]] = {
    Attack: _attack,
    Place: _place,
    Move: _move,
    Occupy: _occupy,
    PlaySet: _play_set,
    Claim: _always,
    DrawCard: _card,
}
