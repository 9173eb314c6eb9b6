"""A whole random game in flat integers: what the engine does with `random_player`, draw for draw.

Written so that numba can compile it (games.challenge.engine.batch does, when it is installed) and Python can run it as
it is; that both and the engine play the same acts is tested game by game. One array of int64 holds a game, with the
places named in `kernel_layout`. `log` receives every act as numbers, as far as it is long.
"""

from collections.abc import Callable

import numpy as np

from games.challenge.engine.kernel_combat import attack, finish, move, nth_attack, nth_move
from games.challenge.engine.kernel_dice import act, below, count_bits, draw_bit, note, nth_bit, pick
from games.challenge.engine.kernel_layout import (
    BY_CLOSING,
    BY_OBJECTIVE,
    CLAIM,
    CLOSER,
    CLOSING,
    CLOSING_SEAT,
    CONQUERED,
    CONTINENT_BONUS,
    CONTINENT_MASK,
    DECK,
    DISCARDS,
    DRAW_CARD,
    DRAWN,
    END_REINFORCEMENT,
    END_TURN,
    EXPIRES,
    EXPIRES_SEAT,
    FIRST_CLOSING,
    GROUP,
    HANDS,
    HELD,
    IN_TIME,
    LAST_CLOSING,
    LATE,
    NOBODY,
    OBJECTIVE,
    OUT,
    OUTSIDE,
    OWNER,
    PHASE_OVER,
    PLAY_SET,
    PLAYERS,
    POINTS,
    REASON,
    RESERVE,
    ROUND,
    SEAT,
    SET_YIELD,
    SETS_A_TURN,
    SETS_PLAYED,
    SYMBOL,
    THROW_CLOSING,
    TIME_IS_UP,
    TIME_UP,
    TIMED,
    VALUE,
    W_ATTACK,
    W_CARD,
    W_END,
    W_MOVE,
    W_PLACE,
    W_SET,
    WANTED,
    WINNER,
    Game,
)
from games.challenge.engine.kernel_setup import (
    deal,
    deal_objectives,
    place,
    place_supplies,
    room,
    throw_for_seats,
)
from games.challenge.engine.tables import TERRITORIES
from games.challenge.rulesets import (
    EXEMPTING_CONQUESTS,
    HAND_LIMIT,
    OBJECTIVE_POINTS,
    OWN_TERRITORY_BONUS,
    TERRITORIES_PER_ARMY,
)

PlayRows = Callable[[Game, Game], str]


def entitled(held: int) -> int:
    """3.1, 3.2."""
    armies = count_bits(held) // TERRITORIES_PER_ARMY
    for index in range(CONTINENT_MASK.size):
        if held & CONTINENT_MASK[index] == CONTINENT_MASK[index]:
            armies += CONTINENT_BONUS[index]
    return armies


def set_armies(cards: int) -> int:
    """3.3: armies of three cards; 0 if they are no set."""
    symbols = np.zeros(4, np.int64)
    while cards:
        symbols[SYMBOL[nth_bit(cards, 0)]] += 1
        cards &= cards - 1
    sorted_symbols = np.zeros(3, np.int64)
    at = 0
    for symbol in range(4):
        for _ in range(symbols[symbol]):
            sorted_symbols[at] = symbol
            at += 1
    return int(SET_YIELD[sorted_symbols[0], sorted_symbols[1], sorted_symbols[2]])


def nth_set(hand: int, index: int) -> int:
    """The index-th set of a hand as bits; with −1 how many there are."""
    size, found = count_bits(hand), 0
    for i in range(size - 2):
        for j in range(i + 1, size - 1):
            for k in range(j + 1, size):
                cards = (1 << nth_bit(hand, i)) | (1 << nth_bit(hand, j)) | (1 << nth_bit(hand, k))
                if set_armies(cards):
                    if found == index:
                        return cards
                    found += 1
    return found


def play_set(g: Game, log: Game, count: int) -> None:
    """3.3–3.5: any of the sets in hand."""
    seat = g[SEAT]
    cards = nth_set(g[HANDS + seat], below(g, count))
    g[HANDS + seat] &= ~cards
    g[DISCARDS] |= cards
    g[RESERVE] += set_armies(cards) + OWN_TERRITORY_BONUS * count_bits(cards & g[HELD + seat])
    g[SETS_PLAYED] += 1
    act(g, log, PLAY_SET)
    note(g, log, cards)


def draw_card(g: Game, log: Game, late: int) -> None:
    """6.1, 6.4; an empty deck is made anew from the discards (3.5)."""
    pile = DECK & ~g[DISCARDS]
    for seat in range(g[PLAYERS]):
        pile &= ~g[HANDS + seat]
    if not pile:
        pile = g[DISCARDS]
        g[DISCARDS] = 0
    card = draw_bit(g, pile)
    g[HANDS + (g[LATE] if late else g[SEAT])] |= 1 << card
    if late:
        g[LATE] = NOBODY
    else:
        g[DRAWN] = 1
    act(g, log, DRAW_CARD)
    note(g, log, card)
    note(g, log, late)


def may_draw(g: Game) -> bool:
    """6.1, 6.2, 6.7."""
    return bool(g[CONQUERED]) and not g[DRAWN] and count_bits(g[HANDS + g[SEAT]]) < HAND_LIMIT


def claimed(g: Game, log: Game) -> bool:
    """8.2: claim the objective if it is reached."""
    wanted = WANTED[g[OBJECTIVE + g[SEAT]]]
    if g[HELD + g[SEAT]] & wanted != wanted:
        return False
    act(g, log, CLAIM)
    finish(g, BY_OBJECTIVE)
    return True


def reinforce(g: Game, log: Game) -> None:
    """Chapter 3; whoever reaches its objective claims it at once, so nothing is to be claimed here."""
    g[RESERVE] = entitled(g[HELD + g[SEAT]])
    while True:
        sets = nth_set(g[HANDS + g[SEAT]], -1) if g[SETS_PLAYED] < g[SETS_A_TURN] else 0
        most = room(g)
        late = W_CARD if g[LATE] != NOBODY else 0
        kind = pick(g, (W_SET if sets else 0, W_PLACE if most else 0, late, W_END, 0))
        if kind == 0:
            play_set(g, log, sets)
        elif kind == 1:
            place(g, log, most)
        elif kind == 2:
            draw_card(g, log, 1)
        else:
            act(g, log, END_REINFORCEMENT)
            g[RESERVE] = 0
            return


def fight(g: Game, log: Game) -> bool:
    """Chapters 4 to 6 up to the movement or the card; whether either was done."""
    while not claimed(g, log):
        attacks, moves = nth_attack(g, -1), nth_move(g, -1)
        card = W_CARD if may_draw(g) else 0
        late = W_CARD if g[LATE] != NOBODY else 0
        kind = pick(g, (W_ATTACK if attacks else 0, W_MOVE if moves else 0, card, late, W_END))
        if kind == 0:
            attack(g, log, attacks)
            if g[PHASE_OVER]:
                return False
        elif kind == 1:
            move(g, log, moves)
            return True
        elif kind == 2:
            draw_card(g, log, 0)
            return True
        elif kind == 3:
            draw_card(g, log, 1)
        else:
            return False
    return False


def after_movement(g: Game, log: Game) -> None:
    """Chapter 6; the objective cannot be reached any more in this turn."""
    while True:
        card = W_CARD if may_draw(g) else 0
        late = W_CARD if g[LATE] != NOBODY else 0
        kind = pick(g, (card, late, W_END, 0, 0))
        if kind == 2:
            return
        draw_card(g, log, kind)


def last_seat(g: Game) -> int:
    """The seat that plays last in a round."""
    seat = int(g[PLAYERS]) - 1
    while (g[OUT] >> seat) & 1:
        seat -= 1
    return seat


def distance(g: Game, seat: int) -> int:
    """Seats from the one whose turn it is to another, once round to itself."""
    return int((seat - g[SEAT] - 1) % g[PLAYERS] + 1)


def end_turn(g: Game, log: Game) -> None:
    """2.12 and chapter 9."""
    act(g, log, END_TURN)
    g[LATE] = g[SEAT] if may_draw(g) else NOBODY
    if not g[CLOSING] and g[TIME_UP] and g[ROUND] > g[TIME_UP] and g[SEAT] == last_seat(g):
        g[CLOSING] = FIRST_CLOSING
        g[CLOSING_SEAT] = g[SEAT]
    if g[CLOSING] and count_bits(g[CONQUERED]) <= EXEMPTING_CONQUESTS:
        first, second = below(g, 6) + 1, below(g, 6) + 1
        act(g, log, THROW_CLOSING)
        note(g, log, first)
        note(g, log, second)
        if first + second <= g[CLOSING]:
            finish(g, BY_CLOSING)
            return
    seat = (g[SEAT] + 1) % g[PLAYERS]
    while (g[OUT] >> seat) & 1:
        seat = (seat + 1) % g[PLAYERS]
    if seat <= g[SEAT]:
        g[ROUND] += 1
    if g[CLOSING] and distance(g, g[CLOSING_SEAT]) <= distance(g, seat):
        g[CLOSING] = min(g[CLOSING] + 1, LAST_CLOSING)
    g[SEAT] = seat


def turn(g: Game, log: Game) -> None:
    """One turn, from the clock to the next seat."""
    g[CONQUERED] = g[SETS_PLAYED] = g[DRAWN] = 0
    expired = g[ROUND] > g[EXPIRES] or (g[ROUND] == g[EXPIRES] and g[SEAT] >= g[EXPIRES_SEAT])
    if g[TIMED] and not g[TIME_UP] and expired:
        act(g, log, TIME_IS_UP)
        g[TIME_UP] = g[ROUND]
    reinforce(g, log)
    if fight(g, log):
        after_movement(g, log)
    if not g[PHASE_OVER]:
        end_turn(g, log)


def score(g: Game) -> None:
    """10.1–10.5: points, points outside, winner."""
    winner, best = NOBODY, np.int64(-1)
    for seat in range(g[PLAYERS]):
        wanted = WANTED[g[OBJECTIVE + seat]]
        for territory in range(TERRITORIES):
            if g[OWNER + territory] == seat:
                inside = (wanted >> territory) & 1
                g[(POINTS if inside else OUTSIDE) + seat] += VALUE[territory]
        order = (g[POINTS + seat] * 1024 + g[OUTSIDE + seat]) * 8 + seat
        if not (g[OUT] >> seat) & 1 and order > best:
            winner, best = seat, order
    if g[REASON] != BY_CLOSING:
        winner = g[CLOSER]
        if g[IN_TIME]:
            g[POINTS + winner] = OBJECTIVE_POINTS
    g[WINNER] = winner


def play(g: Game, log: Game) -> None:
    """One game to its end. `g` holds the words of the dice, the options and nothing else."""
    for seat in range(g[PLAYERS]):
        g[GROUP + seat] = 0
    g[LATE] = NOBODY
    g[EXPIRES_SEAT] = below(g, g[PLAYERS])
    throw_for_seats(g, log)
    deal(g, log)
    deal_objectives(g, log)
    place_supplies(g, log)
    g[SEAT], g[ROUND] = 0, 1
    while not g[PHASE_OVER]:
        turn(g, log)
    score(g)


def rows_of(edition: str) -> PlayRows:
    """What plays each row of an array as a game.

    The edition is closed over, so that it is part of the key under which compiled code is kept on disk.
    """

    def play_rows(games: Game, log: Game) -> str:
        for row in range(games.shape[0]):
            play(games[row], log)
        return edition

    return play_rows
