"""A whole game at one moment: everything that is on the table, in the hands and on the clock.

Positions are named tuples rather than dataclasses: a game makes thousands, and a tuple with a few fields replaced is
several times cheaper.
"""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final, NamedTuple

from games.challenge.engine.tables import ALL_CARDS, TERRITORIES
from games.challenge.rulesets import SUPPLY

NOBODY: Final = -1


class Phase(IntEnum):
    """What the game waits for."""

    SEATING = 0  # 2.3
    DEALING = 1  # 2.5–2.7
    OBJECTIVES = 2  # 2.9
    PLACING = 3  # 2.10, 2.11
    REINFORCEMENT = 4  # 3
    COMBAT = 5  # 4; the movement and the card are declared from here
    OCCUPATION = 6  # 4.15, 4.16
    SPOILS = 7  # 7.1, 7.2
    CARD = 8  # after the movement or the card: 5.4, 6.1
    CLOSING = 9  # 9.2
    OVER = 10


class Reason(StrEnum):
    """Why a game is over."""

    OBJECTIVE = "objective"  # 8.2
    CLOSING = "closing"  # 9.2
    ALONE = "alone"  # 7.1: everybody else is out


@dataclass(frozen=True, slots=True)
class GameOptions:
    """What is agreed before the game. ValueError for a number of players or a limit that cannot be played.

    `army_limit` (11.1) and `time_limit` in minutes (8.1) may be None: there is none. `sets_per_turn` is reading 10.
    """

    players: int = 4
    army_limit: int | None = 130
    time_limit: int | None = 90
    sets_per_turn: int = 1

    def __post_init__(self) -> None:
        if self.players not in SUPPLY:
            raise ValueError(f"a game has 3 to 5 players, not {self.players}")
        if self.army_limit is not None and self.army_limit < SUPPLY[self.players]:
            raise ValueError(f"an army limit of {self.army_limit} is below the starting supply")
        if self.time_limit is not None and self.time_limit < 1:
            raise ValueError("a time limit is at least a minute")
        if self.sets_per_turn < 1:
            raise ValueError("a turn allows at least one set")


class Result(NamedTuple):
    """How the game ended: `seat` closed it, `in_time` if before the time limit expired."""

    reason: Reason
    seat: int
    in_time: bool


class Turn(NamedTuple):
    """What the player whose turn it is has done so far."""

    conquered: int = 0  # bits
    source: int = NOBODY  # of the last attack
    target: int = NOBODY
    dice: int = 0  # dice of the throw that conquered: the armies that must move in
    victim: int = NOBODY  # whose cards are to be taken
    sets_played: int = 0
    moved: bool = False
    card_drawn: bool = False


class Position(NamedTuple):
    """All that is known when nothing is hidden. Seats are 0 to players − 1 in order of play; tuples run by seat."""

    options: GameOptions
    phase: Phase
    seat: int
    round: int
    owners: tuple[int, ...]
    armies: tuple[int, ...]
    held: tuple[int, ...]
    hands: tuple[int, ...]
    discards: int
    objectives: tuple[int, ...]
    supply: tuple[int, ...]
    reserve: int
    turn: Turn
    late: int
    eliminated: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    time_up: int
    closing: int
    closing_seat: int
    result: Result | None

    @property
    def deck(self) -> int:
        """The cards that may be drawn next: when the pile is empty, the discards shuffled anew (3.5)."""
        pile = ALL_CARDS & ~self.discards
        for hand in self.hands:
            pile &= ~hand
        return pile or self.discards

    def on_board(self, seat: int) -> int:
        """Armies of a seat on the board."""
        owners, armies = self.owners, self.armies
        return sum([armies[t] for t in range(TERRITORIES) if owners[t] == seat])


def new_game(options: GameOptions | None = None) -> Position:
    """The table before the dice for the seats are thrown (2.3)."""
    options = options or GameOptions()
    players = options.players
    return Position(
        options=options,
        phase=Phase.SEATING,
        seat=0,
        round=0,
        owners=(NOBODY,) * TERRITORIES,
        armies=(0,) * TERRITORIES,
        held=(0,) * players,
        hands=(0,) * players,
        discards=0,
        objectives=(),
        supply=(SUPPLY[players],) * players,
        reserve=0,
        turn=Turn(),
        late=NOBODY,
        eliminated=(),
        groups=(tuple(range(players)),),
        time_up=0,
        closing=0,
        closing_seat=NOBODY,
        result=None,
    )
