"""The record of a whole game as text (docs/record.md): read, written, never judged."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from games.challenge.engine.actions import Action, EndTurn, ThrowClosing
from games.challenge.engine.apply import apply
from games.challenge.engine.notation import NotationError, read_act, write_act
from games.challenge.engine.position import GameOptions, Phase, new_game

TITLE: Final = "sdadata-game"
VERSION: Final = 1
RULESET: Final = "risiko-challenge"
MOST_TEXT: Final = 4_000_000
MOST_ERRORS: Final = 20
WIDTH: Final = 100
_NONE: Final = "none"
_LABEL: Final = re.compile(r"([1-9][0-9]{0,3})\.([1-5]):\Z")
_KEYS: Final = ("ruleset", "players", "army-limit", "time-limit", "sets-per-turn")


class RecordError(ValueError):
    """A text that is no game record; `problems` holds a line for each defect, with its place."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


@dataclass(frozen=True, slots=True)
class Step:
    """One act with where it stands. `label` is (round, seat) if the record says before it whose turn it is."""

    act: Action
    line: int
    word: str
    label: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A game as recorded. `players` in the order in which they threw for the seats."""

    players: tuple[str, ...]
    options: GameOptions
    steps: tuple[Step, ...]


def record_of(players: Iterable[str], options: GameOptions, acts: Iterable[Action]) -> Record:
    """The record of these acts, labelled turn by turn.

    RecordError for names that a record cannot hold or that are not one for each player.
    """
    names = tuple(players)
    if len(names) != options.players or any(
        "|" in name or name.splitlines() != [name.strip()] for name in names
    ):
        raise RecordError(["players: one name each, on one line and without |"])
    return read_record(_write(names, options, _labelled(options, acts)))


def write_record(record: Record) -> str:
    """The text of a record; reading it gives the same record back, whatever the line breaks were."""
    words = ((step.label, step.act) for step in record.steps)
    return _write(record.players, record.options, words)


def read_record(text: str) -> Record:
    """The record of a text. RecordError lists every defect with its line, at most twenty."""
    if len(text) > MOST_TEXT:
        raise RecordError([f"the record is longer than {MOST_TEXT} characters"])
    lines = text.splitlines()
    if not lines or lines[0].split() != [TITLE, str(VERSION)]:
        raise RecordError([f'line 1: must be "{TITLE} {VERSION}"'])
    blank = next((number for number, line in enumerate(lines) if not line.strip()), len(lines))
    problems: list[str] = []
    players, options = _read_header(lines[1:blank], problems)
    steps = _read_steps(lines, blank, problems)
    if options is None or problems:
        raise RecordError(problems)
    return Record(players, options, steps)


def _read_header(lines: list[str], problems: list[str]) -> tuple[tuple[str, ...], GameOptions | None]:
    header: dict[str, str] = {}
    for number, line in enumerate(lines, start=2):
        key, colon, value = line.partition(":")
        if not colon or key.strip() not in _KEYS or key.strip() in header:
            problems.append(f"line {number}: unknown or repeated {key.strip()[:40]!r}")
        header[key.strip()] = value.strip()
    if header.get("ruleset") != RULESET:
        problems.append(f'header: "ruleset: {RULESET}" is missing')
    players = tuple(name.strip() for name in header.get("players", "").split("|"))
    if not all(players) or len(set(players)) != len(players):
        problems.append("header: players must have names, each its own")
    try:
        options = GameOptions(
            players=len(players),
            army_limit=_number(header.get("army-limit", _NONE)),
            time_limit=_number(header.get("time-limit", _NONE)),
            sets_per_turn=_number(header.get("sets-per-turn", "1")) or 0,
        )
    except ValueError as error:
        problems.append(f"header: {error}")
        return players, None
    return players, options


def _number(text: str) -> int | None:
    if text == _NONE:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 6):
        raise ValueError(f"{text[:40]!r} is no number")
    return int(text)


def _read_steps(lines: list[str], start: int, problems: list[str]) -> tuple[Step, ...]:
    steps: list[Step] = []
    label = None
    for number in range(start, len(lines)):
        for word in lines[number].partition(";")[0].split():
            found = _LABEL.match(word)
            if found:
                label = int(found[1]), int(found[2]) - 1
                continue
            try:
                steps.append(Step(read_act(word), number + 1, word, label))
            except NotationError as error:
                problems.append(f"line {number + 1}: {word[:40]!r}: {error}")
            label = None
        if len(problems) >= MOST_ERRORS:
            break
    return tuple(steps)


def _labelled(
    options: GameOptions, acts: Iterable[Action]
) -> Iterator[tuple[tuple[int, int] | None, Action]]:
    position, begins = new_game(options), False
    for act in acts:
        yield (position.round, position.seat) if begins else None, act
        before, position = position, apply(position, act)
        begins = position.phase is Phase.REINFORCEMENT and (
            before.phase is Phase.PLACING or isinstance(act, EndTurn | ThrowClosing)
        )


def _write(
    players: tuple[str, ...], options: GameOptions, words: Iterable[tuple[tuple[int, int] | None, Action]]
) -> str:
    header = [
        f"{TITLE} {VERSION}",
        f"ruleset: {RULESET}",
        f"players: {' | '.join(players)}",
        f"army-limit: {options.army_limit or _NONE}",
        f"time-limit: {options.time_limit or _NONE}",
        f"sets-per-turn: {options.sets_per_turn}",
        "",
    ]
    lines, line = header, ""
    for label, act in words:
        word = write_act(act)
        if label is not None:
            word = f"{label[0]}.{label[1] + 1}: {word}"
        if line and (label is not None or len(line) + len(word) >= WIDTH):
            lines.append(line)
            line = ""
        line = f"{line} {word}" if line else word
    return "\n".join([*lines, line, ""])
