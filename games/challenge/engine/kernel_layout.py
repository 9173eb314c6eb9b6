"""Where the compiled kernel keeps what in the flat array of a game, and the board and cards as arrays."""

import numpy as np
import numpy.typing as npt

from games.challenge.engine.tables import (
    ADJACENCY,
    CARD_SYMBOL,
    CARDS,
    CONTINENT_OF,
    CONTINENTS,
    DEAL_CAP,
    MASKS,
    OBJECTIVES,
    SET_ARMIES,
    TERRITORIES,
    VALUES,
)
from games.challenge.rulesets import CLOSING_VALUES

Game = npt.NDArray[np.int64]

# Places in the array of a game.
OWNER, ARMIES, HELD, HANDS, SUPPLY, OBJECTIVE, GROUP, POINTS, OUTSIDE = 0, 42, 84, 89, 94, 99, 104, 109, 114
WORD_A, WORD_B, PLAYERS, LIMIT, TIMED, SETS_A_TURN, EXPIRES, EXPIRES_SEAT = range(119, 127)
PHASE_OVER, SEAT, ROUND, DISCARDS, RESERVE, CONQUERED, SETS_PLAYED, DRAWN = range(127, 135)
LATE, OUT, OUT_COUNT, TIME_UP, CLOSING, REASON, CLOSER, IN_TIME, WINNER = range(135, 144)
ACTS, LOGGED = 144, 145
OUT_ORDER = 146
CLOSING_SEAT = 151
SIZE = 152
NOBODY = -1
NO_LIMIT = -1
BY_OBJECTIVE, BY_CLOSING, ALONE = 1, 2, 3
# Kinds of acts in the log.
THROW_FOR_SEATS, DEAL, DEAL_OBJECTIVES, PLACE, PLAY_SET, END_REINFORCEMENT, ATTACK, OCCUPY = range(1, 9)
TAKE_CARDS, MOVE, DRAW_CARD, END_TURN, THROW_CLOSING, TIME_IS_UP, CLAIM = range(9, 16)
# The weights of the random player, in the order in which the engine lists the kinds.
W_SET, W_PLACE, W_CARD, W_END, W_ATTACK, W_MOVE = 4, 30, 3, 1, 12, 1

MASK32 = (1 << 32) - 1
DEGREE = np.array([len(near) for near in ADJACENCY], np.int64)
NEAR = np.array([[*near, *[0] * (7 - len(near))] for near in ADJACENCY], np.int64)
BESIDE = np.array(MASKS, np.int64)
VALUE = np.array(VALUES, np.int64)
CONTINENT_MASK = np.array([mask for mask, _ in CONTINENTS], np.int64)
CONTINENT_BONUS = np.array([bonus for _, bonus in CONTINENTS], np.int64)
CONTINENT = np.array(CONTINENT_OF, np.int64)
CAP = np.array(DEAL_CAP, np.int64)
WANTED = np.array([OBJECTIVES[number] for number in sorted(OBJECTIVES)], np.int64)
SYMBOL = np.array(CARD_SYMBOL, np.int64)
SET_YIELD = np.zeros((4, 4, 4), np.int64)
for _symbols, _armies in SET_ARMIES.items():
    SET_YIELD[_symbols] = _armies
ALL_LAND = (1 << TERRITORIES) - 1
DECK = (1 << CARDS) - 1
FIRST_CLOSING, LAST_CLOSING = CLOSING_VALUES[0], CLOSING_VALUES[-1]
