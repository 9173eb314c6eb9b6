"""Seatings that follow a pattern instead of a draw: by standings, by bands, alla greca, as fixed."""

from collections.abc import Callable

from seating.criteria import CriterionCode
from seating.frame import Frame, Seats
from seating.request import Scheme


def seats_by_scheme(frame: Frame) -> Seats:
    """Return the tables of every planned round by the request's pattern (not for Scheme.DRAW)."""
    pattern = _PATTERNS[frame.request.scheme]
    return [pattern(frame, planned) for planned in range(frame.rounds)]


def _ranked(frame: Frame, planned: int) -> list[int]:
    """Return those seated, best placed first; those not in the standings follow in the order listed."""
    place = {who: number for number, who in enumerate(frame.request.standings)}
    return sorted(frame.seated[planned], key=lambda who: place.get(frame.ids[who], len(place)))


def swiss(frame: Frame, planned: int) -> list[list[int]]:
    """The first of the standings at table 1, the next at table 2, and so on."""
    ranked = iter(_ranked(frame, planned))
    return [[next(ranked) for _ in range(size)] for size in frame.sizes[planned]]


def bands(frame: Frame, planned: int) -> list[list[int]]:
    """One of each band at each table: with four tables 1-5-9-13, 2-6-10-14, 3-7-11-15, 4-8-12-16."""
    ranked = iter(_ranked(frame, planned))
    return _dealt(frame.sizes[planned], ranked.__next__)


def _dealt(sizes: tuple[int, ...], next_one: Callable[[], int]) -> list[list[int]]:
    tables: list[list[int]] = [[] for _ in sizes]
    for column in range(max(sizes)):
        for number, size in enumerate(sizes):
            if column < size:
                tables[number].append(next_one())
    return tables


def greca(frame: Frame, planned: int) -> list[list[int]]:
    """Of each table the winner stays, the second moves on one table, the third two, and so on.

    The order at a table of the last round is that of its winner first, then of the standings. Where sizes
    have changed, whoever finds no place takes the next table that has one.
    """
    played = frame.history[-1] if frame.history else ()
    here = set(frame.seated[planned])
    sizes = frame.sizes[planned]
    tables: list[list[int]] = [[] for _ in sizes]
    seated: set[int] = set()
    for number, table in enumerate(played):
        finish = [who for who in _finish(frame, table) if who in here]
        for place, who in enumerate(finish):
            _sit(tables, sizes, (number + (place * (planned + 1))) % len(sizes), who)
            seated.add(who)
    for who in frame.seated[planned]:
        if who not in seated:
            _sit(tables, sizes, 0, who)
    return tables


def _finish(frame: Frame, table: tuple[int, ...]) -> list[int]:
    place = {who: number for number, who in enumerate(frame.request.standings)}
    winners = frame.groups[CriterionCode.WINNERS]
    return sorted(table, key=lambda who: (winners[who] != 0, place.get(frame.ids[who], len(place))))


def _sit(tables: list[list[int]], sizes: tuple[int, ...], wanted: int, who: int) -> None:
    """Seat somebody at a table, or at the next one with a free place."""
    order = [*range(wanted, len(sizes)), *range(wanted)]
    free = next(number for number in order if len(tables[number]) < sizes[number])
    tables[free].append(who)


def fixed(frame: Frame, planned: int) -> list[list[int]]:
    """Everybody at the fixed table; whoever has none at the table of the last round, or the next with room."""
    sizes = frame.sizes[planned]
    tables: list[list[int]] = [[] for _ in sizes]
    last = (
        {who: number for number, table in enumerate(frame.history[-1]) for who in table}
        if frame.history
        else {}
    )
    seated = frame.seated[planned]
    for who in sorted(seated, key=lambda who: who not in frame.pinned):
        _sit(tables, sizes, frame.pinned.get(who, last.get(who, 0)) % len(sizes), who)
    return tables


_PATTERNS: dict[Scheme, Callable[[Frame, int], list[list[int]]]] = {
    Scheme.SWISS: swiss,
    Scheme.BANDS: bands,
    Scheme.GRECA: greca,
    Scheme.FIXED: fixed,
}
