"""The end of a game as an assistant tells it: what was noted at the table, folded into where the game stands.

Whose throw it is, at which value, and who need not throw are asked of the game's own rules (9.1–9.4).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from games.challenge.ending import roll_effects
from games.challenge.position import Case, Position, RollClosing, Turn
from games.challenge.rulesets import CLOSING_VALUES, EXEMPTING_CONQUESTS, Options
from tournament.models import Ending, Table

RULESET = "risiko-challenge"


class Phase(StrEnum):
    """Where a game stands between its time limit and its end."""

    IN_TIME = "in_time"
    PENULTIMATE = "penultimate"
    LAST = "last"
    SDADATA = "sdadata"
    OVER = "over"


class Act(StrEnum):
    """What is noted at the table, one after the other."""

    EXPIRED = "expired"
    TURN_OVER = "turn_over"
    THROWN = "thrown"
    EXEMPT = "exempt"
    ELIMINATED = "eliminated"
    OBJECTIVE = "objective"


@dataclass(frozen=True, slots=True)
class Step:
    """One noted act. `turn`: the player by turn order; `dice` of a throw; `conquests` of the turn before it."""

    act: Act
    turn: int
    dice: tuple[int, ...] = ()
    conquests: int = 0

    def to_document(self) -> dict[str, Any]:
        """As `Table.closing` keeps it."""
        return {
            "act": self.act.value,
            "turn": self.turn,
            "dice": list(self.dice),
            "conquests": self.conquests,
        }

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> "Step":
        """From what `Table.closing` keeps."""
        return cls(Act(document["act"]), document["turn"], tuple(document["dice"]), document["conquests"])


@dataclass(frozen=True, slots=True)
class Closing:
    """Where the game stands. `turn` plays now (0: not known before the time expired); `value` only in sdadata."""

    players: tuple[int, ...]
    phase: Phase = Phase.IN_TIME
    turn: int = 0
    value: int | None = None
    eliminated: tuple[int, ...] = ()
    steps: tuple[Step, ...] = ()
    ending: Ending | None = None
    ended_by: int | None = None

    @property
    def playing(self) -> tuple[int, ...]:
        """Those who are still in the game, in turn order."""
        return tuple(turn for turn in self.players if turn not in self.eliminated)

    @property
    def last_player(self) -> int:
        """Who plays the last turn of a round."""
        return self.playing[-1]


def closing_of(table: Table, players: Sequence[int]) -> Closing:
    """The assistant of a table whose players are numbered by turn order.

    Notes that the table no longer fits, because it was seated anew since, do not count.
    """
    state = Closing(tuple(players))
    for document in table.closing.get("steps", ()):
        step = Step.of(document)
        if not can_follow(state, step):
            break
        state = after(state, step)
    return state


def after(state: Closing, step: Step) -> Closing:
    """The state after one more act. Raises ValueError for an act that cannot follow: see `possible_acts`."""
    if not can_follow(state, step):
        raise ValueError(f"{step.act} of player {step.turn} cannot follow in {state.phase}")
    follow = _FOLLOWING[step.act](state, step)
    return replace(follow, steps=(*state.steps, step))


def closing_throws(state: Closing) -> tuple[tuple[Step, int], ...]:
    """Each throw of sdadata, or exemption from it, with the value at which it was made, in order."""
    told, throws = Closing(state.players), []
    for step in state.steps:
        if told.value is not None and step.act in {Act.THROWN, Act.EXEMPT}:
            throws.append((step, told.value))
        told = after(told, step)
    return tuple(throws)


def can_follow(state: Closing, step: Step) -> bool:
    """Whether an act fits where the game stands: nobody falls in the own turn, nobody acts who is out."""
    own_turn = step.act is Act.ELIMINATED and step.turn == state.turn
    return step.act in possible_acts(state) and step.turn in state.playing and not own_turn


def possible_acts(state: Closing) -> tuple[Act, ...]:
    """What may be noted now."""
    return _POSSIBLE[state.phase]


_POSSIBLE: Mapping[Phase, tuple[Act, ...]] = {
    Phase.IN_TIME: (Act.EXPIRED, Act.ELIMINATED, Act.OBJECTIVE),
    Phase.PENULTIMATE: (Act.TURN_OVER, Act.ELIMINATED, Act.OBJECTIVE),
    Phase.LAST: (Act.TURN_OVER, Act.ELIMINATED, Act.OBJECTIVE),
    Phase.SDADATA: (Act.THROWN, Act.EXEMPT, Act.ELIMINATED, Act.OBJECTIVE),
    Phase.OVER: (),
}


def _expired(state: Closing, step: Step) -> Closing:
    return _begun(replace(state, phase=Phase.PENULTIMATE, turn=step.turn))


def _turn_over(state: Closing, step: Step) -> Closing:
    """The next player's turn; after the last of the round the last round begins (9.1)."""
    follower = next((turn for turn in state.playing if turn > step.turn), None)
    if follower is not None:
        return _begun(replace(state, turn=follower))
    return _begun(replace(state, phase=Phase.LAST, turn=state.playing[0]))


def _begun(state: Closing) -> Closing:
    """Sdadata begins with the last turn of the last round, at the lowest value (9.4)."""
    if state.phase is Phase.LAST and state.turn == state.last_player:
        return replace(state, phase=Phase.SDADATA, value=CLOSING_VALUES[0])
    return state


def _thrown(state: Closing, step: Step) -> Closing:
    effects = _effects(state, step)
    if effects["closes"]:
        return replace(state, phase=Phase.OVER, ending=Ending.CLOSING, ended_by=step.turn)
    following: Any = effects["next"]
    return replace(state, turn=int(following["player"]), value=int(following["value"]))


def _effects(state: Closing, step: Step) -> dict[str, Any]:
    """What the rulebook makes of a throw, or of none: whether it closes, who throws next at which value."""
    position = Position(
        players=tuple(str(turn) for turn in state.players),
        board={},
        eliminated=tuple(str(turn) for turn in state.eliminated),
        turn=Turn(player=str(step.turn), conquered=tuple(f"land {n}" for n in range(step.conquests))),
        closing=state.value,
    )
    action = RollClosing(str(step.turn), step.dice or None)
    return roll_effects(Case(position, action, Options()))


def _eliminated(state: Closing, step: Step) -> Closing:
    """A player is out in another's turn: the game ends when one is left; else the last turn may be another's now."""
    out = replace(state, eliminated=(*state.eliminated, step.turn))
    if len(out.playing) == 1:
        return replace(out, phase=Phase.OVER, ending=Ending.LAST_ONE, ended_by=out.playing[0])
    return _begun(out)


def _objective(state: Closing, step: Step) -> Closing:
    in_time = state.phase is Phase.IN_TIME
    ending = Ending.OBJECTIVE_IN_TIME if in_time else Ending.OBJECTIVE_LATE
    return replace(state, phase=Phase.OVER, ending=ending, ended_by=step.turn)


_FOLLOWING = {
    Act.EXPIRED: _expired,
    Act.TURN_OVER: _turn_over,
    Act.THROWN: _thrown,
    Act.EXEMPT: _thrown,
    Act.ELIMINATED: _eliminated,
    Act.OBJECTIVE: _objective,
}


def must_throw(conquests: int) -> bool:
    """Whether so many conquests leave the throw due (9.3)."""
    return conquests <= EXEMPTING_CONQUESTS


def suggested_ending(table: Table) -> Ending | None:
    """How the game ended as the table noted it or a referee ended it; None while it is not over or nothing was noted."""
    if table.finished_early_reason:
        return Ending.REFEREE
    kept = table.closing.get("ending")
    return Ending(kept) if kept else None
