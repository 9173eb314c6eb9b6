"""The kernel's log, dice and bits."""

from games.challenge.engine.kernel_layout import ACTS, LOGGED, MASK32, WORD_A, WORD_B, Game


def note(g: Game, log: Game, number: int) -> None:
    """Write one number to the log, if it has room."""
    if g[LOGGED] < log.size:
        log[g[LOGGED]] = number
    g[LOGGED] += 1


def act(g: Game, log: Game, kind: int) -> None:
    """Write the kind of an act."""
    g[ACTS] += 1
    note(g, log, kind)


def next32(g: Game) -> int:
    """32 bits of xoroshiro64**, as `Dice` draws them."""
    a, b = int(g[WORD_A]), int(g[WORD_B])
    product = (a * 0x9E3779BB) & MASK32
    drawn = (((product << 5) | (product >> 27)) * 5) & MASK32
    b ^= a
    g[WORD_A] = (((a << 26) | (a >> 6)) & MASK32) ^ b ^ ((b << 9) & MASK32)
    g[WORD_B] = ((b << 13) | (b >> 19)) & MASK32
    return drawn


def below(g: Game, bound: int) -> int:
    """A number from 0 to bound − 1."""
    if bound == 1:
        return 0
    reject = (1 << 32) % bound
    while True:
        product = next32(g) * bound
        if product & MASK32 >= reject:
            return product >> 32


def count_bits(mask: int) -> int:
    """How many bits are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def nth_bit(mask: int, index: int) -> int:
    """The number of the index-th bit that is set, from 0."""
    for _ in range(index):
        mask &= mask - 1
    number = 0
    while not (mask >> number) & 1:
        number += 1
    return number


def draw_bit(g: Game, mask: int) -> int:
    """One of the bits that are set."""
    return nth_bit(mask, below(g, count_bits(mask)))


def pick(g: Game, weights: tuple[int, int, int, int, int]) -> int:
    """An index by weight; 0 is a kind that is not there."""
    kinds, total, only = 0, 0, 0
    for index in range(5):
        if weights[index]:
            kinds, total, only = kinds + 1, total + weights[index], index
    if kinds == 1:
        return only
    drawn, index = below(g, total), 0
    while drawn >= weights[index]:
        drawn -= weights[index]
        index += 1
    return index
