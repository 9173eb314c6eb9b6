"""The kernel's combat, elimination and movement (chapters 4, 5 and 7)."""

import numpy as np

from games.challenge.engine.kernel_dice import act, below, count_bits, draw_bit, note
from games.challenge.engine.kernel_layout import (
    ALONE,
    ARMIES,
    ATTACK,
    BESIDE,
    CLOSER,
    CONQUERED,
    DEGREE,
    DISCARDS,
    HANDS,
    HELD,
    IN_TIME,
    LATE,
    MOVE,
    NEAR,
    NOBODY,
    OCCUPY,
    OUT,
    OUT_COUNT,
    OUT_ORDER,
    OWNER,
    PHASE_OVER,
    PLAYERS,
    REASON,
    ROUND,
    SEAT,
    TAKE_CARDS,
    TIME_UP,
    Game,
)
from games.challenge.engine.tables import TERRITORIES
from games.challenge.rulesets import ATTACKER_DICE, DEFENDER_DICE, HAND_LIMIT, MINIMUM_GARRISON, SAFE_ROUNDS


def finish(g: Game, reason: int) -> None:
    """The game is over."""
    g[PHASE_OVER] = 1
    g[REASON] = reason
    g[CLOSER] = g[SEAT]
    g[IN_TIME] = 0 if g[TIME_UP] else 1


def may_attack(g: Game, source: int, target: int) -> bool:
    """4.3, 4.10, 7.1 for a neighbour of an own territory."""
    defender = g[OWNER + target]
    if defender == g[SEAT]:
        return False
    attacker_dice = min(ATTACKER_DICE, g[ARMIES + source] - 1)
    if attacker_dice < min(DEFENDER_DICE, g[ARMIES + target]):
        return False
    last = g[HELD + defender] == 1 << target
    return not (last and g[ROUND] <= SAFE_ROUNDS and g[ARMIES + target] <= ATTACKER_DICE)


def nth_attack(g: Game, index: int) -> int:
    """The index-th attack as source · 64 + target; with −1 how many there are."""
    found = 0
    for source in range(TERRITORIES):
        if g[OWNER + source] == g[SEAT] and g[ARMIES + source] > 1:
            for near in range(DEGREE[source]):
                target = NEAR[source, near]
                if may_attack(g, source, target):
                    if found == index:
                        return int(source * 64 + target)
                    found += 1
    return found


def most_leaving(g: Game, source: int) -> int:
    """5.2."""
    beside = BESIDE[source] & ~g[HELD + g[SEAT]]
    return int(g[ARMIES + source] - (MINIMUM_GARRISON if beside else 1))


def nth_move(g: Game, index: int) -> int:
    """The index-th movement as (source · 64 + target) · 1024 + armies; with −1 how many there are."""
    found = 0
    for source in range(TERRITORIES):
        if g[OWNER + source] != g[SEAT]:
            continue
        most = most_leaving(g, source)
        for near in range(DEGREE[source]):
            target = NEAR[source, near]
            if g[OWNER + target] == g[SEAT] and most > 0:
                if 0 <= index < found + most:
                    return int((source * 64 + target) * 1024 + index - found + 1)
                found += most
    return found


def attack(g: Game, log: Game, count: int) -> None:
    """4.5–4.9: any throw that may be launched, and what follows from it."""
    coded = nth_attack(g, below(g, count))
    source, target = coded // 64, coded % 64
    attackers, defenders = (
        min(ATTACKER_DICE, g[ARMIES + source] - 1),
        min(DEFENDER_DICE, g[ARMIES + target]),
    )
    act(g, log, ATTACK)
    note(g, log, source)
    note(g, log, target)
    faces = np.zeros((2, 7), np.int64)
    for side in range(2):
        dice = defenders if side else attackers
        note(g, log, dice)
        for _ in range(dice):
            die = below(g, 6) + 1
            note(g, log, die)
            faces[side, die] += 1
    for _ in range(defenders):
        best_attacker, best_defender = highest(faces[0]), highest(faces[1])
        faces[0, best_attacker] -= 1
        faces[1, best_defender] -= 1
        if best_attacker > best_defender:
            g[ARMIES + target] -= 1
        else:
            g[ARMIES + source] -= 1
    if not g[ARMIES + target]:
        conquer(g, log, source, target, attackers)


def highest(faces: Game) -> int:
    """The highest face that was thrown."""
    face = 6
    while not faces[face]:
        face -= 1
    return face


def conquer(g: Game, log: Game, source: int, target: int, dice: int) -> None:
    """4.15, 4.16, 7.1: the territory changes hands and is occupied with any number that may move in."""
    seat, loser = g[SEAT], g[OWNER + target]
    g[OWNER + target] = seat
    g[HELD + loser] ^= 1 << target
    g[HELD + seat] |= 1 << target
    g[CONQUERED] |= 1 << target
    most = max(dice, most_leaving(g, source))
    armies = dice + below(g, most - dice + 1)
    g[ARMIES + source] -= armies
    g[ARMIES + target] = armies
    act(g, log, OCCUPY)
    note(g, log, armies)
    if not g[HELD + loser]:
        eliminate(g, log, loser)


def eliminate(g: Game, log: Game, loser: int) -> None:
    """7.1, 7.2."""
    g[OUT_ORDER + g[OUT_COUNT]] = loser
    g[OUT] |= 1 << loser
    g[OUT_COUNT] += 1
    if g[LATE] == loser:
        g[LATE] = NOBODY
    captured = g[HANDS + loser]
    if captured:
        hand = HANDS + g[SEAT]
        taken = 0
        for _ in range(min(count_bits(captured), HAND_LIMIT - count_bits(g[hand]))):
            taken |= 1 << draw_bit(g, captured & ~taken)
        g[hand] |= taken
        g[DISCARDS] |= captured & ~taken
        g[HANDS + loser] = 0
        act(g, log, TAKE_CARDS)
        note(g, log, taken)
    if g[OUT_COUNT] == g[PLAYERS] - 1:
        finish(g, ALONE)


def move(g: Game, log: Game, count: int) -> None:
    """5.1: any movement."""
    coded = nth_move(g, below(g, count))
    source, target, armies = coded // 65536, coded // 1024 % 64, coded % 1024
    g[ARMIES + source] -= armies
    g[ARMIES + target] += armies
    act(g, log, MOVE)
    note(g, log, source)
    note(g, log, target)
    note(g, log, armies)
