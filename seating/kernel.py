"""The search itself: swaps of two players in one round, at a temperature, on flat arrays.

One source, two ways to run: as it stands on lists and bytearrays, or compiled by numba on arrays
(``engine``). Both see only whole numbers and the same random generator, so they take the same steps
and end at the same tables on any machine. That is why the loops are spelled out and kept in few
functions: they are compiled, and each call would cost more than the work in it when they are not.
"""

from collections.abc import MutableSequence, Sequence
from decimal import Decimal
from typing import NamedTuple

Ints = MutableSequence[int]
MASK = 0xFFFFFFFF
UNIT = 1024  # what one point of the criterion being improved weighs
HALVINGS = 32  # steps of the acceptance table for each halving of the chance
MARKS = 64  # pair marks: one bit for each of the six criteria that keep two people apart

# Chance, of 2**32, to accept a worsening of x/HALVINGS temperatures: 2 ** (32 - x / HALVINGS), exact.
ACCEPT: tuple[int, ...] = tuple(int(Decimal(2) ** (32 - Decimal(x) / HALVINGS)) for x in range(HALVINGS * 32))


class Board(NamedTuple):
    """All planned rounds as flat arrays. Slots and tables are numbered through all rounds.

    Per slot: ``seat`` the player, ``table``, ``base`` and ``heads`` the first slot and number of slots of its
    round, ``marks`` where its round's weights begin, ``fixed`` 1 when nobody may be moved. Per table:
    ``first`` its first slot (one entry more at the end), ``kind`` 0, 1 (of 5) or 2 (of 3), ``total``,
    ``scale`` and ``goal`` of strength. ``best`` is ``seat`` as it was when the cost was ``least[0]``. Per pair ``p * players + q``: ``met`` the meetings, ``mark`` the bits.
    ``turns[kind * players + p]`` counts seats at tables of a kind; ``past`` and ``past_turns`` are ``met`` and
    ``turns`` as they were before the first planned round. ``club`` is -1 for nobody's.
    """

    players: int
    clubs: int
    seat: Ints
    table: Ints
    base: Ints
    heads: Ints
    marks: Ints
    fixed: Ints
    first: Ints
    kind: Ints
    met: Ints
    mark: Ints
    turns: Ints
    past: Ints
    past_turns: Ints
    club: Ints
    club_met: Ints
    player_club: Ints
    strength: Ints
    total: Ints
    scale: Ints
    goal: Ints
    best: Ints
    least: Ints


class Weights(NamedTuple):
    """What each criterion weighs now; 0 where it is out of play. ``apart[round * MARKS + mark]``.

    ``next_repeats`` and ``next_turns`` weigh what the first planned round alone repeats of the past.
    """

    repeats: int
    keeps_apart: int
    apart: Sequence[int]
    sizes: int
    turns: Sequence[int]
    next_round: int
    next_repeats: int
    next_turns: Sequence[int]
    meets_clubs: int
    club_meetings: int
    player_club: int
    strength: int


def regroup(board: Board, weights: Weights, player: int, slot: int, table: int, step: int) -> int:
    """Let a player join (step 1) or leave (step -1) a table's other slots; return the change in club meetings."""
    change = 0
    own = board.club[player]
    clubs = board.clubs
    correction = (step - 1) // 2
    for other in range(board.first[table], board.first[table + 1]):
        if other == slot:
            continue
        mate = board.seat[other]
        theirs = board.club[mate]
        if own == theirs:
            continue
        if own >= 0 and theirs >= 0:
            change += step * weights.club_meetings * (board.club_met[own * clubs + theirs] + correction)
            board.club_met[own * clubs + theirs] += step
            board.club_met[theirs * clubs + own] += step
        if theirs >= 0:
            change += step * weights.player_club * (board.player_club[player * clubs + theirs] + correction)
            board.player_club[player * clubs + theirs] += step
        if own >= 0:
            change += step * weights.player_club * (board.player_club[mate * clubs + own] + correction)
            board.player_club[mate * clubs + own] += step
    return change


def exchange_clubs(board: Board, weights: Weights, one: int, two: int, slot_one: int, slot_two: int) -> int:
    """Let player one leave slot_one for slot_two, and two the other way, in the club counts; return the change."""
    at_one = board.table[slot_one]
    at_two = board.table[slot_two]
    change = regroup(board, weights, one, slot_one, at_one, -1)
    change += regroup(board, weights, two, slot_two, at_two, -1)
    change += regroup(board, weights, two, slot_one, at_one, 1)
    change += regroup(board, weights, one, slot_two, at_two, 1)
    return change


def strength_change(board: Board, at_one: int, at_two: int, gain: int) -> int:
    """Return the change of the squared unevenness when table at_one gains that strength and at_two loses it."""
    one = board.total[at_one] * board.scale[at_one] - board.goal[at_one]
    two = board.total[at_two] * board.scale[at_two] - board.goal[at_two]
    one_after = one + gain * board.scale[at_one]
    two_after = two - gain * board.scale[at_two]
    return one_after * one_after - one * one + two_after * two_after - two * two


def next_change(board: Board, weights: Weights, pick: int, other: int) -> int:
    """Return what a swap in the first planned round costs against the past alone."""
    players = board.players
    one = board.seat[pick]
    two = board.seat[other]
    at_one = board.table[pick]
    at_two = board.table[other]
    gap = 0
    for slot in range(board.first[at_one], board.first[at_one + 1]):
        if slot != pick:
            mate = board.seat[slot]
            gap += board.past[two * players + mate] - board.past[one * players + mate]
    for slot in range(board.first[at_two], board.first[at_two + 1]):
        if slot != other:
            mate = board.seat[slot]
            gap += board.past[one * players + mate] - board.past[two * players + mate]
    change = weights.next_repeats * gap
    left = board.kind[at_one]
    right = board.kind[at_two]
    if left != right:
        past = board.past_turns
        change += weights.next_turns[left] * (past[left * players + two] - past[left * players + one])
        change += weights.next_turns[right] * (past[right * players + one] - past[right * players + two])
    return change


def swap_change(  # noqa: C901, PLR0912 — the inner loop, compiled: calls would cost more than the work
    board: Board, weights: Weights, pick: int, other: int
) -> int:
    """Return what swapping the players of two slots of a round costs (all but club meetings)."""
    players = board.players
    seat = board.seat
    one = seat[pick]
    two = seat[other]
    at_one = board.table[pick]
    at_two = board.table[other]
    change = 0
    if weights.sizes:
        turns = board.turns
        left = board.kind[at_one]
        right = board.kind[at_two]
        if left != right:
            if left:
                change += weights.turns[left] * (
                    turns[left * players + two] - turns[left * players + one] + 1
                )
            if right:
                change += weights.turns[right] * (
                    turns[right * players + one] - turns[right * players + two] + 1
                )
    row_one = one * players
    row_two = two * players
    if weights.repeats:
        met = board.met
        meetings = 0
        for slot in range(board.first[at_one], board.first[at_one + 1]):
            if slot != pick:
                mate = seat[slot]
                meetings += met[row_two + mate] - met[row_one + mate] + 1
        for slot in range(board.first[at_two], board.first[at_two + 1]):
            if slot != other:
                mate = seat[slot]
                meetings += met[row_one + mate] - met[row_two + mate] + 1
        change += weights.repeats * meetings
    if weights.keeps_apart:
        mark = board.mark
        apart = weights.apart
        offset = board.marks[pick]
        for slot in range(board.first[at_one], board.first[at_one + 1]):
            if slot != pick:
                mate = seat[slot]
                change += apart[offset + mark[row_two + mate]] - apart[offset + mark[row_one + mate]]
        for slot in range(board.first[at_two], board.first[at_two + 1]):
            if slot != other:
                mate = seat[slot]
                change += apart[offset + mark[row_one + mate]] - apart[offset + mark[row_two + mate]]
    if weights.next_round and board.base[pick] == 0:
        change += next_change(board, weights, pick, other)
    if weights.strength:
        gain = board.strength[two] - board.strength[one]
        change += weights.strength * strength_change(board, at_one, at_two, gain)
    return change


def meet(board: Board, player: int, slot: int, table: int, step: int) -> None:
    """Count one meeting more or less between a player and a table's other slots."""
    players = board.players
    for other in range(board.first[table], board.first[table + 1]):
        if other != slot:
            mate = board.seat[other]
            board.met[player * players + mate] += step
            board.met[mate * players + player] += step


def swap(board: Board, pick: int, other: int) -> None:
    """Swap the players of two slots at different tables of a round (all counts but those of the clubs)."""
    players = board.players
    one = board.seat[pick]
    two = board.seat[other]
    at_one = board.table[pick]
    at_two = board.table[other]
    left = board.kind[at_one]
    right = board.kind[at_two]
    board.turns[left * players + one] -= 1
    board.turns[left * players + two] += 1
    board.turns[right * players + two] -= 1
    board.turns[right * players + one] += 1
    gain = board.strength[two] - board.strength[one]
    board.total[at_one] += gain
    board.total[at_two] -= gain
    meet(board, one, pick, at_one, -1)
    meet(board, two, other, at_two, -1)
    board.seat[pick] = two
    board.seat[other] = one
    meet(board, two, pick, at_one, 1)
    meet(board, one, other, at_two, 1)


def anneal(
    board: Board,
    weights: Weights,
    accept: Sequence[int],
    temperature: int,
    steps: int,
    cost: int,
    goal: int,
    random: int,
) -> tuple[int, int, int]:
    """Try ``steps`` random swaps at one temperature; stop as soon as the cost is down to ``goal``.

    Returns the cost, the state of the random generator and the number of steps not used.
    """
    slots = len(board.seat)
    ceiling = len(accept)
    table = board.table
    fixed = board.fixed
    while steps > 0 and cost > goal:
        steps -= 1
        random ^= (random << 13) & MASK
        random ^= random >> 17
        random ^= (random << 5) & MASK
        product = random * slots
        pick = product >> 32
        other = board.base[pick] + (((product & MASK) * board.heads[pick]) >> 32)
        if table[pick] == table[other] or fixed[pick] or fixed[other]:
            continue
        one = board.seat[pick]
        two = board.seat[other]
        change = swap_change(board, weights, pick, other)
        if weights.meets_clubs:
            change += exchange_clubs(board, weights, one, two, pick, other)
        if change > 0:
            chance = (change * HALVINGS) // temperature
            taken = False
            if chance < ceiling:
                random ^= (random << 13) & MASK
                random ^= random >> 17
                random ^= (random << 5) & MASK
                taken = random < accept[chance]
            if not taken:
                if weights.meets_clubs:
                    exchange_clubs(board, weights, two, one, pick, other)
                continue
        swap(board, pick, other)
        cost += change
        if cost < board.least[0]:
            board.least[0] = cost
            board.best[:] = board.seat
    return cost, random, steps


# Callees first: the order in which they are compiled.
KERNELS = (
    "regroup",
    "exchange_clubs",
    "strength_change",
    "next_change",
    "swap_change",
    "meet",
    "swap",
    "anneal",
)
