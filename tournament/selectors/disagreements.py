"""Where two reports of one table that both wait say different things, line by line."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.challenge import BOARD
from tournament.models import Ending, Seat, SeatResult, Submission

SaysOfSeat = Callable[[SeatResult], object]


@dataclass(frozen=True, slots=True)
class Said:
    """What one report says: a player of the table, or another word."""

    text: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One thing of which the reports say different things, in the order of the reports; `territory` is an id or empty."""

    about: str
    said: tuple[Said, ...]
    territory: str = ""


def disagreements(reports: Sequence[Submission], seats: Sequence[Seat]) -> list[Disagreement]:
    """Everything in which these reports differ, territories first; their results are expected with their seats."""
    if len(reports) < 2:
        return []
    return [
        *_of_territories([one for one in reports if one.board], {seat.turn_order: seat for seat in seats}),
        *_of_ending(reports),
        *_of_figures(reports, seats),
    ]


def _of_territories(boards: Sequence[Submission], seats: dict[int, Seat]) -> Iterator[Disagreement]:
    for territory in BOARD.ids if len(boards) > 1 else ():
        turns = [one.board.get(territory) for one in boards]
        if len(set(turns)) > 1:
            said = tuple(_player(seats.get(turn)) for turn in turns)
            yield Disagreement(BOARD.territory(territory).name, said, territory)


def _player(seat: Seat | None) -> Said:
    return Said(seat.entrant.full_name, seat.colour) if seat else Said("–")


def _of_ending(reports: Sequence[Submission]) -> Iterator[Disagreement]:
    if len({one.ending for one in reports}) > 1:
        said = tuple(Said(str(Ending(one.ending).label)) for one in reports)
        yield Disagreement(_("How it ended"), said)


def _of_figures(reports: Sequence[Submission], seats: Sequence[Seat]) -> Iterator[Disagreement]:
    rows = [{row.seat_id: row for row in one.results.all()} for one in reports]
    for pattern, says in _figures():
        for seat in seats:
            values = [says(one[seat.pk]) for one in rows]
            if len(set(values)) > 1:
                about = pattern % {"name": seat.entrant.full_name}
                yield Disagreement(about, tuple(Said(_written(value)) for value in values))


def _figures() -> list[tuple[str, SaysOfSeat]]:
    return [
        (_("Objective of %(name)s"), lambda row: row.objective),
        (_("Points of %(name)s"), lambda row: row.points),
        (_("Place of %(name)s"), lambda row: row.place),
    ]


def _written(value: Any) -> str:
    return "–" if value is None else str(value)
