"""Replay a recorded game: the position at any point, and the first act that the rules do not allow."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from games.challenge.engine import Breach, Position, apply, new_game, verify
from games.challenge.engine.record import Record, RecordError, Step, read_record, record_of, write_record

__all__ = [
    "Illegal",
    "Record",
    "RecordError",
    "Replay",
    "positions",
    "read_record",
    "record_of",
    "replay",
    "write_record",
]

WRONG_TURN: Final = Breach(
    "2.12",
    "The record gives this act to another turn.",
    "La partita attribuisce questo atto a un altro turno.",
    "O registro dá este ato a outro turno.",
)


@dataclass(frozen=True, slots=True)
class Illegal:
    """The first act that breaches the rules: `number` counts acts from 1; `position` is the one before it."""

    number: int
    step: Step
    breaches: tuple[Breach, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Replay:
    """What a replay came to: `played` acts were legal and lead to `position`."""

    record: Record
    position: Position
    played: int
    illegal: Illegal | None = None


def replay(record: Record, *, upto: int | None = None) -> Replay:
    """Check and apply acts in order, at most the first `upto`, and stop before the first illegal one."""
    position, played = new_game(record.options), 0
    for step in record.steps[:upto]:
        breaches = judge(position, step)
        if breaches:
            return Replay(record, position, played, Illegal(played + 1, step, breaches, position))
        position = apply(position, step.act)
        played += 1
    return Replay(record, position, played)


def positions(record: Record) -> Iterator[Position]:
    """The position before the first act and after each legal one, up to the first illegal act."""
    position = new_game(record.options)
    yield position
    for step in record.steps:
        if judge(position, step):
            return
        position = apply(position, step.act)
        yield position


def judge(position: Position, step: Step) -> tuple[Breach, ...]:
    """The breaches of one recorded act, its turn label included."""
    breaches = verify(position, step.act)
    if step.label is None or step.label == (position.round, position.seat):
        return breaches
    return (WRONG_TURN, *breaches)
