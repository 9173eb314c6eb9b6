"""A finished game as the scoring sees it: who sat there, what the board gave, who won.

A service hands every confirmed game over as a `TableResult`; `seat_facts` turns it into what the parts of a
formula may look at. Both are tuples, because ten thousand of them are made in one request.
"""

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

PlayerKey: TypeAlias = Hashable
"""Whatever names a player for the caller: a number, a text, a primary key."""

OBJECTIVE_POINTS = 100
"""What an objective reached in time is worth in any ranking (10.5)."""


class SeatResult(NamedTuple):
    """One seat of a finished game.

    `points` are the game points: 0–86 by territories, 100 for an objective reached in time (10.5); no prize in
    them. `decimals` (0 ≤ d < 1) order seats of equal points and count nowhere else; clubs type them as 44.1.
    `outside` is the value held outside the objective, the tie-break of 10.4. `place` is the rank at the table,
    1 the best, when somebody has decided it; without it the points decide. `eliminated` counts in the order of
    falling, 1 first. `objective` means reached within the time limit. `won` overrides the first place.
    """

    player: PlayerKey
    points: int
    place: int | None = None
    decimals: Fraction | int = 0
    outside: int | None = None
    eliminated: int | None = None
    objective: bool = False
    won: bool | None = None


class TableResult(NamedTuple):
    """A finished game: `table` is its number in the round, `ghosts` the seats that nobody sat in."""

    table: int
    seats: tuple[SeatResult, ...]
    ghosts: int = 0


class SeatFacts(NamedTuple):
    """All that a formula may know of a seat: equal facts score equally, in every game.

    `size` is the table size that the formula counts with, `real` the number of people. `place` is shared by
    seats that nothing separates, `tied` says how many share it, `winners` how many share the first. `top` are
    the winner's game points, `pot` those of the whole table, ghost included. `fell` is the order of falling.
    """

    size: int
    real: int
    place: int
    tied: int
    won: bool
    winners: int
    points: int
    decimals: Fraction | int
    objective: bool
    fell: int | None
    top: int
    pot: int


class Ghost(NamedTuple):
    """How a formula treats empty seats: `seated` counts them in the size with no points; `share` of the mean of
    the people, cut to one decimal, is what the ghost of a table of 3 (or of 1) scores where it plays along."""

    seated: bool = False
    share: Fraction | None = None


NO_GHOST = Ghost()


class _Order(NamedTuple):
    places: list[int]
    ghost_points: Fraction | int
    size: int


def seat_facts(table: TableResult, ghost: Ghost = NO_GHOST) -> tuple[SeatFacts, ...]:
    """The facts of each seat, in the order of the seats."""
    seats = table.seats
    places, ghost_points, size = _order(table, ghost)
    won = [place == 1 if seat.won is None else seat.won for seat, place in zip(seats, places, strict=True)]
    winners = sum(won)
    top = max((seat.points for seat, wins in zip(seats, won, strict=True) if wins), default=0)
    pot = sum(seat.points for seat in seats) + int(ghost_points)
    real = len(seats)
    return tuple(
        [
            SeatFacts(
                size, real, place, places.count(place), wins, winners, seat.points, seat.decimals,
                seat.objective, seat.eliminated, top, pot,
            )
            for seat, place, wins in zip(seats, places, won, strict=True)
        ]
    )  # fmt: skip


def _order(table: TableResult, ghost: Ghost) -> _Order:
    """Places of the seats, points of the ghost, size to count with."""
    seats = table.seats
    size = len(seats)
    rivals: list[Fraction | int] = []
    if ghost.share is not None and size in {1, 3} and not table.ghosts:
        rivals = [_ghost_points(seats, ghost.share)]
    elif ghost.seated and table.ghosts:
        rivals = [0] * table.ghosts
    return _Order(_places(seats, rivals), sum(rivals), size + len(rivals))


def _ghost_points(seats: Sequence[SeatResult], share: Fraction) -> Fraction:
    tenths = share * sum(seat.points for seat in seats) * 10 / len(seats)
    return Fraction(tenths.numerator // tenths.denominator, 10)


def _strength(seat: SeatResult) -> tuple[int, int, Fraction | int, int]:
    """Sorts the best first when reversed: winners, then those alive, then points and decimals, then 10.4."""
    standing = 0 if seat.eliminated is None else seat.eliminated - 1_000
    return (int(seat.won is True), standing, seat.points + seat.decimals, seat.outside or 0)


def _places(seats: Sequence[SeatResult], rivals: Sequence[Fraction | int]) -> list[int]:
    """Decided places, moved down by the ghosts with more points; else by strength, ghosts among the people."""
    decided = [seat.place for seat in seats if seat.place is not None]
    if len(decided) == len(seats):
        return [
            place + sum(points > seat.points for points in rivals)
            for place, seat in zip(decided, seats, strict=True)
        ]
    strengths = [_strength(seat) for seat in seats]
    field = strengths + [(0, 0, points, 0) for points in rivals]
    return [1 + sum(other > own for other in field) for own in strengths]
