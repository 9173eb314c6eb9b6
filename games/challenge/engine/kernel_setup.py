"""The kernel's setup: seats, deal, objectives, initial placement (chapter 2)."""

import numpy as np

from games.challenge.engine.kernel_dice import act, below, count_bits, draw_bit, note, nth_bit
from games.challenge.engine.kernel_layout import (
    ALL_LAND,
    ARMIES,
    CAP,
    CONTINENT,
    DEAL,
    DEAL_OBJECTIVES,
    GROUP,
    HELD,
    LIMIT,
    NO_LIMIT,
    NOBODY,
    OBJECTIVE,
    OWNER,
    PLACE,
    PLAYERS,
    RESERVE,
    SEAT,
    SUPPLY,
    THROW_FOR_SEATS,
    WANTED,
    Game,
)
from games.challenge.engine.tables import TERRITORIES
from games.challenge.rulesets import INITIAL_PLACEMENT


def throw_for_seats(g: Game, log: Game) -> None:
    """2.3: `GROUP` holds for each place the first place of its tied group."""
    players = g[PLAYERS]
    while True:
        start = 0
        while start < players - 1 and g[GROUP + start + 1] != g[GROUP + start]:
            start += 1
        if start >= players - 1:
            return
        end = start + 1
        while end < players and g[GROUP + end] == start:
            end += 1
        act(g, log, THROW_FOR_SEATS)
        note(g, log, end - start)
        faces = np.zeros(7, np.int64)
        for _ in range(start, end):
            die = below(g, 6) + 1
            note(g, log, die)
            faces[die] += 1
        place = start
        for face in range(6, 0, -1):
            for member in range(faces[face]):
                g[GROUP + place + member] = place
            place += faces[face]


def deal(g: Game, log: Game) -> None:
    """2.5–2.7."""
    undealt = ALL_LAND
    for _ in range(TERRITORIES):
        territory = draw_bit(g, undealt)
        undealt ^= 1 << territory
        best, fewest = NOBODY, TERRITORIES + 1
        for seat in range(g[PLAYERS] - 1, -1, -1):
            held = g[HELD + seat]
            if count_bits(held & CONTINENT[territory]) < CAP[territory] and count_bits(held) < fewest:
                best, fewest = seat, count_bits(held)
        g[OWNER + territory] = best
        g[ARMIES + territory] = 1
        g[HELD + best] |= 1 << territory
        g[SUPPLY + best] -= 1
        act(g, log, DEAL)
        note(g, log, territory)
        note(g, log, best)


def deal_objectives(g: Game, log: Game) -> None:
    """2.9."""
    act(g, log, DEAL_OBJECTIVES)
    note(g, log, g[PLAYERS])
    left = (1 << WANTED.size) - 1
    for seat in range(g[PLAYERS]):
        card = draw_bit(g, left)
        left ^= 1 << card
        g[OBJECTIVE + seat] = card
        note(g, log, card + 1)


def on_board(g: Game, seat: int) -> int:
    """Armies of a seat on the board."""
    total = 0
    for territory in range(TERRITORIES):
        if g[OWNER + territory] == seat:
            total += g[ARMIES + territory]
    return total


def room(g: Game) -> int:
    """11.1: armies that may still be placed."""
    if g[LIMIT] == NO_LIMIT:
        return int(g[RESERVE])
    return max(0, min(int(g[RESERVE]), int(g[LIMIT]) - on_board(g, g[SEAT])))


def place(g: Game, log: Game, most: int) -> int:
    """Any number of armies up to `most` on any own territory; how many."""
    held = g[HELD + g[SEAT]]
    drawn = below(g, count_bits(held) * most)
    territory, armies = nth_bit(held, drawn // most), drawn % most + 1
    g[ARMIES + territory] += armies
    g[RESERVE] -= armies
    act(g, log, PLACE)
    note(g, log, territory)
    note(g, log, armies)
    return armies


def place_supplies(g: Game, log: Game) -> None:
    """2.10, 2.11."""
    seat, served = 0, 0
    while served < g[PLAYERS]:
        if not g[SUPPLY + seat]:
            served += 1
        else:
            served = 0
            g[SEAT] = seat
            g[RESERVE] = min(INITIAL_PLACEMENT, g[SUPPLY + seat])
            while g[RESERVE]:
                g[SUPPLY + seat] -= place(g, log, room(g))
        seat = (seat + 1) % g[PLAYERS]
