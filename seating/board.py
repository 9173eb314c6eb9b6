"""From a frame and a first seating to the flat arrays of the kernel, and back."""

from collections.abc import Iterable, Iterator
from itertools import accumulate, combinations

from seating.criteria import CriterionCode
from seating.frame import NOBODY, SIZE_KIND, Frame, Seats
from seating.kernel import MARKS, Board

# Bit of each criterion in a pair's mark.
MARK_BITS: dict[CriterionCode, int] = {
    CriterionCode.KEEP_APART: 1,
    CriterionCode.CLUBS: 2,
    CriterionCode.FAMILIES: 4,
    CriterionCode.REGIONS: 8,
    CriterionCode.WINNERS: 16,
    CriterionCode.BANDS: 32,
}
KINDS = 3
SHARES = 60  # every table size divides it: strength per head stays a whole number


def board_for(frame: Frame, seats: Seats, cost: int, *, ahead: bool = False) -> Board:
    """Return the arrays of a seating that costs so much; the kernel changes them in place.

    ``ahead`` keeps the past apart, so that the first planned round can be judged on its own.
    """
    tables = [table for played in seats for table in played]
    rounds = [number for number, played in enumerate(seats) for _ in played]
    heads = [sum(map(len, played)) for played in seats]
    starts = [0, *accumulate(heads)]
    clubs = frame.groups[CriterionCode.CLUBS]
    kinds = max(clubs, default=NOBODY) + 1 if _counts_clubs(frame) else 0
    slots = [number for number, table in enumerate(tables) for _ in table]
    goals = [strength_goal(frame, planned) for planned in range(frame.rounds)]
    return Board(
        players=frame.players,
        clubs=kinds,
        seat=[who for table in tables for who in table],
        table=slots,
        base=[starts[rounds[table]] for table in slots],
        heads=[heads[rounds[table]] for table in slots],
        marks=[rounds[table] * MARKS for table in slots],
        fixed=[int(who in frame.pinned) for table in tables for who in table],
        first=[0, *accumulate(map(len, tables))],
        kind=[SIZE_KIND.get(len(table), 0) for table in tables],
        met=_meetings(frame, tables),
        mark=_marks(frame),
        turns=_turns(frame, tables),
        past=_meetings(frame, []) if ahead else bytearray(1),
        past_turns=_turns(frame, []),
        club=list(clubs),
        club_met=_club_meetings(frame, tables, kinds),
        player_club=_player_club_meetings(frame, tables, kinds),
        strength=list(frame.strength),
        total=[sum(frame.strength[who] for who in table) for table in tables],
        scale=[SHARES // len(table) for table in tables],
        goal=[goals[planned] for planned in rounds],
        best=[who for table in tables for who in table],
        least=[cost],
    )


def seats_of(frame: Frame, seat: Iterable[int]) -> Seats:
    """Return the seating that the kernel left in the slots."""
    people = iter(seat)
    return [[[int(next(people)) for _ in range(size)] for size in sizes] for sizes in frame.sizes]


def strength_goal(frame: Frame, planned: int) -> int:
    """Return the strength per head, times SHARES, that each table of a round should have."""
    seated = frame.seated[planned]
    return SHARES * sum(frame.strength[who] for who in seated) // len(seated)


def _counts_clubs(frame: Frame) -> bool:
    """Return whether meetings between clubs are to be counted."""
    wanted = {CriterionCode.CLUB_MEETINGS, CriterionCode.PLAYER_CLUB_MEETINGS}
    return not wanted.isdisjoint(frame.request.criteria)


def _past_and_planned(frame: Frame, tables: list[list[int]]) -> Iterator[Iterable[int]]:
    for played in frame.history:
        yield from played
    yield from tables


def _meetings(frame: Frame, tables: list[list[int]]) -> bytearray:
    players = frame.players
    met = bytearray(players * players)
    for table in _past_and_planned(frame, tables):
        for one, two in combinations([who for who in table if who < players], 2):
            met[one * players + two] += 1
            met[two * players + one] += 1
    return met


def _marks(frame: Frame) -> bytearray:
    players = frame.players
    wanted = [code for code in frame.request.criteria if code in MARK_BITS]
    mark = bytearray(players * players if wanted else 0)
    for code in wanted:
        for one, two in _pairs_apart(frame, code):
            mark[one * players + two] |= MARK_BITS[code]
            mark[two * players + one] |= MARK_BITS[code]
    return mark


def _pairs_apart(frame: Frame, code: CriterionCode) -> Iterator[tuple[int, int]]:
    if code is CriterionCode.KEEP_APART:
        yield from (pair for pair in frame.apart if max(pair) < frame.players)
        return
    members: dict[int, list[int]] = {}
    for who, group in enumerate(frame.groups[code][: frame.players]):
        if group != NOBODY:
            members.setdefault(group, []).append(who)
    for mates in members.values():
        yield from combinations(mates, 2)


def _turns(frame: Frame, tables: list[list[int]]) -> list[int]:
    players = frame.players
    turns = [0] * (KINDS * players)
    for table in _past_and_planned(frame, tables):
        people = list(table)
        kind = SIZE_KIND.get(len(people), 0)
        for who in people:
            if who < players:
                turns[kind * players + who] += 1
    return turns


def _rivals(frame: Frame, tables: list[list[int]]) -> Iterator[tuple[int, int, int, int]]:
    """Yield each meeting of two people of different clubs: person, mate, their clubs."""
    clubs = frame.groups[CriterionCode.CLUBS]
    for table in _past_and_planned(frame, tables):
        for one, two in combinations(table, 2):
            if clubs[one] != clubs[two]:
                yield one, two, clubs[one], clubs[two]


def _club_meetings(frame: Frame, tables: list[list[int]], clubs: int) -> list[int]:
    met = [0] * (clubs * clubs or 1)
    if clubs:
        for _one, _two, own, theirs in _rivals(frame, tables):
            if NOBODY not in (own, theirs):
                met[own * clubs + theirs] += 1
                met[theirs * clubs + own] += 1
    return met


def _player_club_meetings(frame: Frame, tables: list[list[int]], clubs: int) -> list[int]:
    met = [0] * (len(frame.ids) * clubs or 1)
    if clubs:
        for one, two, own, theirs in _rivals(frame, tables):
            if theirs != NOBODY:
                met[one * clubs + theirs] += 1
            if own != NOBODY:
                met[two * clubs + own] += 1
    return met
