"""Whole games of RisiKo! Challenge played by seeded players, one or thousands.

Everything follows from the seed: the same seed and players give the same game on every machine.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from games.challenge.engine import (
    Dice,
    GameOptions,
    Outcome,
    Phase,
    Position,
    apply,
    events,
    legal_actions,
    new_game,
    outcome,
    resolve,
)
from games.challenge.engine.actions import (
    Action,
    Attack,
    Claim,
    DrawCard,
    EndReinforcement,
    EndTurn,
    Move,
    Place,
    PlaySet,
)
from games.challenge.engine.greedy import choose_sensibly
from games.challenge.engine.kernel_layout import W_ATTACK, W_CARD, W_END, W_MOVE, W_PLACE, W_SET

# How often the random player takes each kind of decision; kinds not named weigh 1. Not all alike: a player who ends
# its reinforcement as often as it places an army would hardly ever fight.
RANDOM_WEIGHTS: Final[dict[type[Any], int]] = {
    Attack: W_ATTACK,
    Move: W_MOVE,
    DrawCard: W_CARD,
    EndTurn: W_END,
    PlaySet: W_SET,
    Place: W_PLACE,
    EndReinforcement: W_END,
}


# Chooses one of the legal decisions, of which there is always one; draws only from the dice handed to it.
Player = Callable[[Position, Sequence[Action], Dice], Action]


def random_player(_position: Position, legal: Sequence[Action], dice: Dice) -> Action:
    """A kind by its weight, then any decision of that kind; an objective that is reached is always claimed."""
    if type(legal[0]) is Claim:
        return legal[0]
    kinds = [list(group) for _, group in groupby(legal, key=_kind)]
    kind = kinds[dice.weighted([RANDOM_WEIGHTS.get(type(group[0]), 1) for group in kinds])]
    return kind[dice.below(len(kind))]


def greedy_player(position: Position, legal: Sequence[Action], dice: Dice) -> Action:
    """A sensible player: builds at the front, attacks with good odds, prefers its objective."""
    return choose_sensibly(position, legal, dice)


PLAYERS: Final[dict[str, Player]] = {
    "random": random_player,
    "greedy": greedy_player,
}


def _kind(action: Action) -> tuple[type[Any], bool]:
    return type(action), type(action) is DrawCard and action.late


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game: its acts in order and the last position."""

    seed: int
    options: GameOptions
    acts: tuple[Action, ...] = field(repr=False)
    final: Position = field(repr=False)

    @property
    def outcome(self) -> Outcome:
        """Reason and winner; every played game has ended."""
        ended = outcome(self.final)
        if ended is None:
            raise ValueError("the game is not over")
        return ended


def play(
    seed: int,
    players: Sequence[Player],
    options: GameOptions | None = None,
    *,
    time_up_round: int = 15,
) -> Iterator[tuple[Position, Action]]:
    """Play one game, act by act: each position with the act done in it, the last with the one that ends the game.

    The time limit is reached in `time_up_round`, before the turn of a seat drawn by lot. ValueError unless there is a
    player for each seat.
    """
    options = options or GameOptions(players=len(players))
    if len(players) != options.players:
        raise ValueError(f"{options.players} players are needed, not {len(players)}")
    dice = Dice(seed)
    expires = time_up_round, dice.below(options.players)
    position = new_game(options)
    while position.phase is not Phase.OVER:
        act = _next_act(position, players, dice, expires)
        yield position, act
        position = apply(position, act)


def play_game(
    seed: int, players: Sequence[Player], options: GameOptions | None = None, *, time_up_round: int = 15
) -> PlayedGame:
    """Play one game to its end; arguments as for `play`."""
    options = options or GameOptions(players=len(players))
    moments = list(play(seed, players, options, time_up_round=time_up_round))
    final = apply(*moments[-1])
    return PlayedGame(seed, options, tuple(act for _, act in moments), final)


def _next_act(position: Position, players: Sequence[Player], dice: Dice, expires: tuple[int, int]) -> Action:
    if (position.round, position.seat) >= expires:
        for event in events(position):
            return event
    decision = players[position.seat](position, legal_actions(position), dice)
    return resolve(position, decision, dice)
