"""The board and the cards of RisiKo! Challenge as small integers, for the whole-game engine.

Territories are 0–41 in the printed order, cards the same with 42 and 43 for the two Jokers; sets of either are bits.
"""

from itertools import combinations
from typing import Final

from games.challenge import BOARD
from games.challenge.rulesets import JOKERS, SET_ONE_OF_EACH, SET_THREE_EQUAL, SET_WITH_JOKER
from games.core.board import Symbol

TERRITORIES: Final = len(BOARD)
CARDS: Final = TERRITORIES + JOKERS
FIRST_JOKER: Final = TERRITORIES
ALL_TERRITORIES: Final = (1 << TERRITORIES) - 1
ALL_CARDS: Final = (1 << CARDS) - 1
BIT: Final = tuple(1 << card for card in range(CARDS))
MASKS: Final = BOARD.masks
ADJACENCY: Final = BOARD.adjacency
VALUES: Final = BOARD.values
CONTINENTS: Final = tuple((continent.mask, continent.bonus) for continent in BOARD.continents.values())
OBJECTIVES: Final = {number: objective.mask for number, objective in BOARD.objectives.items()}
# 2.7: the continent of each territory, and how many of it one player may be dealt
CONTINENT_OF: Final = tuple(BOARD.continents[territory.continent].mask for territory in BOARD.territories)
DEAL_CAP: Final = tuple(mask.bit_count() // 2 for mask in CONTINENT_OF)

_SYMBOLS: Final = {Symbol.INFANTRY: 0, Symbol.CAVALRY: 1, Symbol.CANNON: 2}
JOKER: Final = 3
CARD_SYMBOL: Final = (
    tuple(_SYMBOLS[territory.symbol] for territory in BOARD.territories if territory.symbol is not None)
    + (JOKER,) * JOKERS
)
# 3.3: armies of a set by its three symbols in order; Joker last
SET_ARMIES: Final = {
    (0, 0, 0): SET_THREE_EQUAL,
    (1, 1, 1): SET_THREE_EQUAL,
    (2, 2, 2): SET_THREE_EQUAL,
    (0, 1, 2): SET_ONE_OF_EACH,
    (0, 0, JOKER): SET_WITH_JOKER,
    (1, 1, JOKER): SET_WITH_JOKER,
    (2, 2, JOKER): SET_WITH_JOKER,
}


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def worth(territories: int) -> int:
    """The printed values of these territories together."""
    return sum(VALUES[territory] for territory in bits(territories))


def set_armies(cards: int) -> int:
    """Armies that these cards yield as a set, without the bonus for own territories; 0 if they form none (3.3)."""
    if cards.bit_count() != 3:
        return 0
    first, second, third = sorted(CARD_SYMBOL[card] for card in bits(cards))
    return SET_ARMIES.get((first, second, third), 0)


def sets_in(hand: int) -> list[int]:
    """Every set that a hand holds, as bits, in the order of its cards."""
    if hand.bit_count() < 3:
        return []
    triples = (BIT[a] | BIT[b] | BIT[c] for a, b, c in combinations(bits(hand), 3))
    return [cards for cards in triples if set_armies(cards)]
