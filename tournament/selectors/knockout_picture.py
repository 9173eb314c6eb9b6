"""The knockout as a picture: rounds from left to right, tables as nodes, who went on marked. Four queries."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Prefetch

from tournament.models import Round, RoundState, Seat, SeatResult, Stage, Submission, Table
from tournament.selectors.standings import Naming, public_name


@dataclass(frozen=True, slots=True)
class PictureSeat:
    """Somebody at a table; `points` and `place` are None until the result is confirmed."""

    entrant_id: int
    name: str
    club: str
    turn: int
    colour: str
    points: int | None
    place: int | None
    goes_on: bool


@dataclass(frozen=True, slots=True)
class PictureTable:
    """A node: the seats in the order of the result once there is one, else in turn order."""

    id: int
    number: int
    title: str
    seats: tuple[PictureSeat, ...]
    is_played: bool


@dataclass(frozen=True, slots=True)
class PictureRound:
    """A column of the picture."""

    id: int
    number: int
    title: str
    state: str
    tables: tuple[PictureTable, ...]

    @property
    def is_draft(self) -> bool:
        """Whether only the director sees it."""
        return self.state == RoundState.DRAFT


def knockout_picture(
    stage: Stage, *, name: Naming = public_name, numbers: Collection[int] | None = None, results: bool = True
) -> tuple[PictureRound, ...]:
    """The rounds of a knockout stage, or those of `numbers`, which the publishing switches allow.

    Without `results` nobody's points, place or progress shows.
    """
    rounds = stage.rounds.order_by("number")
    if numbers is not None:
        rounds = rounds.filter(number__in=numbers)
    seats = Seat.objects.select_related("entrant__person", "entrant__club").order_by("turn_order")
    effective = Submission.objects.filter(effective=True).prefetch_related(
        Prefetch("results", SeatResult.objects.order_by("place"))
    )
    tables = Table.objects.order_by("number").prefetch_related(
        Prefetch("seats", seats), Prefetch("submissions", effective, to_attr="effective")
    )
    columns = list(rounds.prefetch_related(Prefetch("tables", tables)))
    following = [_seated(one) for one in columns[1:]] + [set()]
    return tuple(
        PictureRound(
            one.pk,
            one.number,
            str(one.title),
            one.state,
            tuple(_table(table, after, name, results=results) for table in one.tables.all()),
        )
        for one, after in zip(columns, following, strict=True)
    )


def _seated(round_: Round) -> set[int]:
    return {seat.entrant_id for table in round_.tables.all() for seat in table.seats.all()}


def _table(table: Table, after: set[int], name: Naming, *, results: bool) -> PictureTable:
    effective: list[Submission] = table.effective if results else []  # type: ignore[attr-defined]  # the prefetch
    scored = {row.seat_id: row for one in effective for row in one.results.all()}
    seats = [
        PictureSeat(
            seat.entrant_id,
            name(seat.entrant),
            seat.entrant.club.name if seat.entrant.club else "",
            seat.turn_order,
            seat.colour,
            scored[seat.pk].points if seat.pk in scored else None,
            scored[seat.pk].place if seat.pk in scored else None,
            results and seat.entrant_id in after,
        )
        for seat in table.seats.all()
    ]
    ordered = sorted(seats, key=lambda seat: (seat.place or 0, seat.turn))
    return PictureTable(table.pk, table.number, str(table.title), tuple(ordered), bool(scored))
