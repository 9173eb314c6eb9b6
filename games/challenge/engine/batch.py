"""Many random games at once: compiled by numba where it is installed, plain Python where not; the same games."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, module_from_spec
from itertools import islice
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final, cast

import numpy as np

from games.challenge.engine import kernel, kernel_combat, kernel_dice, kernel_setup
from games.challenge.engine import kernel_layout as at
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
from games.challenge.engine.kernel import PlayRows
from games.challenge.engine.kernel_layout import Game
from games.challenge.engine.position import GameOptions, Reason
from games.challenge.engine.rng import seed_words
from games.challenge.rulesets import SUPPLY

REASONS: Final = {
    at.BY_OBJECTIVE: Reason.OBJECTIVE,
    at.BY_CLOSING: Reason.CLOSING,
    at.ALONE: Reason.ALONE,
}
KERNEL: Final = (kernel_dice, kernel_setup, kernel_combat, kernel)
NAMES: Final = frozenset(module.__name__ for module in KERNEL)
PLAIN: Final = kernel.rows_of("plain")
Numbers = Iterator[int]
NO_LOG: Final = np.zeros(0, np.int64)


@cache
def compiled() -> PlayRows | None:
    """`kernel.rows_of` with everything that it calls compiled; None where numba is not installed.

    Each module of the kernel is loaded a second time and its functions replaced, so that compiled code calls compiled
    code while the plain kernel stays as it is. The machine code is kept on disk under a key of all that went into it.
    """
    if find_spec("numba") is None:
        return None
    from numba import njit  # noqa: PLC0415  # a second of import and a compiler: only for mass play

    fast: dict[tuple[str, str], Any] = {}
    for module in KERNEL:
        copy = _copy(module)
        for key, value in list(vars(copy).items()):
            if isinstance(value, FunctionType) and value.__module__ in NAMES and key != "rows_of":
                made = fast.setdefault((value.__module__, key), njit(value, error_model="numpy"))
                setattr(copy, key, made)
    rows: PlayRows = copy.rows_of(edition())
    try:
        made = njit(rows, error_model="numpy", cache=True)
    except RuntimeError:  # nowhere to keep it: the folders are read-only
        made = njit(rows, error_model="numpy")
    return cast("PlayRows", made)


def _copy(module: ModuleType) -> ModuleType:
    spec = cast("ModuleSpec", module.__spec__)
    copy = module_from_spec(spec)
    cast("Loader", spec.loader).exec_module(copy)
    return copy


def edition() -> str:
    """A key of the sources, the board, the cards and the numbers that compiled code holds as constants."""
    constants = [
        sorted((name, repr(value)) for name, value in vars(module).items() if name.isupper())
        for module in (*KERNEL, at)
    ]
    sources = [Path(str(module.__file__)).read_text(encoding="utf-8") for module in KERNEL]
    return sha256(repr((constants, sources)).encode()).hexdigest()


def random_games(
    seeds: Sequence[int],
    options: GameOptions,
    *,
    time_up_round: int = 15,
    log: Game = NO_LOG,
    engine: PlayRows | None = None,
) -> Game:
    """Play a game of random players for each seed: an array of shape (seeds, at.SIZE), a row a game.

    Exactly the games of `games.play.play_game` with random players. `log` receives the acts of the first games as far
    as it is long. `engine` is what plays the rows: compiled if possible by default.
    """
    games = np.zeros((len(seeds), at.SIZE), np.int64)
    games[:, at.OWNER : at.OWNER + 42] = at.NOBODY
    games[:, at.SUPPLY : at.SUPPLY + options.players] = SUPPLY[options.players]
    games[:, at.PLAYERS] = options.players
    games[:, at.LIMIT] = at.NO_LIMIT if options.army_limit is None else options.army_limit
    games[:, at.TIMED] = options.time_limit is not None
    games[:, at.SETS_A_TURN] = options.sets_per_turn
    games[:, at.EXPIRES] = time_up_round
    games[:, at.WORD_A : at.WORD_B + 1] = [seed_words(seed) for seed in seeds]
    (engine or compiled() or PLAIN)(games, log)
    return games


def acts(log: Game) -> Iterator[Action]:
    """The acts that a log holds, in order; the log must end with an act."""
    numbers = iter(log.tolist())
    for kind in numbers:
        yield _READERS[kind](numbers)


def _list(numbers: Numbers) -> tuple[int, ...]:
    return tuple(islice(numbers, next(numbers)))


def _simple(kind: Callable[..., Action], fields: int) -> Callable[[Numbers], Action]:
    return lambda numbers: kind(*islice(numbers, fields))


def _read_card(numbers: Numbers) -> Action:
    return DrawCard(next(numbers), bool(next(numbers)))


def _read_attack(numbers: Numbers) -> Action:
    return Attack(next(numbers), next(numbers), _list(numbers), _list(numbers))


def _read_closing(numbers: Numbers) -> Action:
    return ThrowClosing((next(numbers), next(numbers)))


_READERS: Final[dict[int, Callable[[Numbers], Action]]] = {
    at.THROW_FOR_SEATS: lambda numbers: ThrowForSeats(_list(numbers)),
    at.DEAL: _simple(Deal, 2),
    at.DEAL_OBJECTIVES: lambda numbers: DealObjectives(_list(numbers)),
    at.PLACE: _simple(Place, 2),
    at.PLAY_SET: _simple(PlaySet, 1),
    at.END_REINFORCEMENT: _simple(EndReinforcement, 0),
    at.ATTACK: _read_attack,
    at.OCCUPY: _simple(Occupy, 1),
    at.TAKE_CARDS: _simple(TakeCards, 1),
    at.MOVE: _simple(Move, 3),
    at.DRAW_CARD: _read_card,
    at.END_TURN: _simple(EndTurn, 0),
    at.THROW_CLOSING: _read_closing,
    at.TIME_IS_UP: _simple(TimeUp, 0),
    at.CLAIM: _simple(Claim, 0),
}
