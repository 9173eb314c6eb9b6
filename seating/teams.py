"""A start for team events: clubs turned round the room so that each meets each equally often.

With as many clubs as tables and as many people in a club as places at a table, number both from 0 to g - 1. In
each round the table t seats one person of each club t + b (modulo g), b running through a block of as many
numbers as places; person m of a club takes the m-th number. Two clubs then meet as often as their distance
occurs as a difference within the blocks, and a person meets a club twice only where a difference from the
person's own number occurs in two rounds. So good blocks are looked for, which is a small search.
"""

from collections import Counter
from collections.abc import Iterator

from seating.bounds import fewest_pairs
from seating.criteria import CriterionCode
from seating.frame import NOBODY, Frame, Seats
from seating.lottery import Lottery

TRIES = 12_000

Block = list[int]
Price = tuple[int, int]


def turn_clubs(frame: Frame, lottery: Lottery) -> Seats | None:
    """Return a seating in which clubs meet evenly, or None where clubs and tables do not fit the pattern."""
    members = _equal_clubs(frame)
    if members is None:
        return None
    clubs = [lottery.shuffled(people) for people in lottery.shuffled(members)]
    blocks = _good_blocks(frame.rounds, len(clubs[0]), len(clubs), lottery)
    return [lottery.shuffled(list(_tables(clubs, block))) for block in blocks]


def _equal_clubs(frame: Frame) -> list[list[int]] | None:
    """Return the people of each club, where the pattern fits."""
    if CriterionCode.CLUB_MEETINGS not in frame.request.criteria or frame.history or frame.pinned:
        return None
    clubs: dict[int, list[int]] = {}
    for who, club in enumerate(frame.groups[CriterionCode.CLUBS][: frame.players]):
        clubs.setdefault(club, []).append(who)
    size = len(clubs[min(clubs)])
    fits = all(len(people) == size for people in clubs.values()) and all(
        sizes == (size,) * len(clubs) for sizes in frame.sizes
    )
    return list(clubs.values()) if fits and NOBODY not in clubs and len(clubs) > size else None


def _tables(clubs: list[list[int]], block: Block) -> Iterator[list[int]]:
    for turn in range(len(clubs)):
        yield [clubs[(turn + number) % len(clubs)][member] for member, number in enumerate(block)]


def _good_blocks(rounds: int, size: int, clubs: int, lottery: Lottery) -> list[Block]:
    """Change one number after the other while that makes the meetings no less even."""
    blocks = [lottery.shuffled(range(clubs))[:size] for _ in range(rounds)]
    price = _price(blocks, clubs)
    least = fewest_pairs(rounds * size * (size - 1), clubs - 1)
    for _ in range(TRIES):
        if price == (least, 0):
            break
        block = blocks[lottery.below(rounds)]
        member, number = lottery.below(size), lottery.below(clubs)
        if number in block:
            continue
        old, block[member] = block[member], number
        changed = _price(blocks, clubs)
        if changed <= price:
            price = changed
        else:
            block[member] = old
    return blocks


def _price(blocks: list[Block], clubs: int) -> Price:
    """Return how often a distance of clubs, and a distance from one member, occurs again."""
    distances: Counter[int] = Counter()
    members: Counter[tuple[int, int]] = Counter()
    for block in blocks:
        for member, own in enumerate(block):
            for other in block:
                if other != own:
                    distances[(other - own) % clubs] += 1
                    members[member, (other - own) % clubs] += 1
    return _again(distances), _again(members)


def _again(counts: Counter[int] | Counter[tuple[int, int]]) -> int:
    return sum(times * (times - 1) // 2 for times in counts.values())
