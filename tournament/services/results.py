"""Results: reported by a person at the table or a referee, corrected with a reason, never overwritten."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournament.errors import InvalidInput, TournamentError
from tournament.models import (
    Colour,
    Ending,
    Entrant,
    RoundState,
    Seat,
    SeatResult,
    Source,
    Submission,
    Table,
    Tournament,
    User,
)
from tournament.rulesets import Entry
from tournament.services.figures import points_from_figures
from tournament.services.game_points import SeatPoints, points_from_board, points_from_totals
from tournament.services.kingmaker import with_kingmaker
from tournament.services.records import locked_table, record_event
from tournament.services.slip_photos import keep_photo


class RoundNotPlaying(TournamentError):
    """No results before the seating is published, nor after the round is closed. Facts: `round`, `state`."""

    code = "round_not_playing"
    message = _("%(round)s is “%(state)s”: no result can be entered now.")


class NewerResult(TournamentError):
    """The table got another result since the form was shown. Facts: `table`, `number`, `by`."""

    code = "newer_result"
    message = _("%(table)s was changed meanwhile: result no. %(number)s by %(by)s. Compare before you save.")


SAID = (
    *("objective", "points", "outside_points", "place", "objective_reached", "elimination"),
    *("shares_victory", "override_reason", "details"),
)
"""What a report says of a seat."""


@dataclass(frozen=True, slots=True)
class Report:
    """What somebody says of a finished game; players are named by their turn order at the table.

    `board`: {territory id: turn order} for all 42, empty when only totals are known.
    `totals` / `outside`: points typed by hand. `places`: turn orders from first to last, where totals are level
    or the referee states the order. `eliminated`: in the order of falling. `kings`: with the Kingmaker cards, the turn
    order whose colour each player revealed, and on how many cards. `photo`: of the slip, as the camera wrote it.
    """

    board: Mapping[str, int] = field(default_factory=dict)
    objectives: Mapping[int, int] = field(default_factory=dict)
    totals: Mapping[int, int] = field(default_factory=dict)
    outside: Mapping[int, int] = field(default_factory=dict)
    places: Sequence[int] = ()
    eliminated: Sequence[int] = ()
    objective_reached: int | None = None
    ending: Ending = Ending.CLOSING
    shares_victory: Sequence[int] = ()
    overrides: Mapping[int, tuple[int, str]] = field(default_factory=dict)
    colours: Mapping[int, str] = field(default_factory=dict)
    kings: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    note: str = ""
    photo: bytes = b""

    @property
    def source(self) -> Source:
        """Whether the board was drawn or only totals typed."""
        return Source.BOARD if self.board else Source.TOTALS

    @property
    def named(self) -> set[int]:
        """Everybody whom it names; whose the territories are is looked at one by one."""
        figures = (self.objectives, self.totals, self.outside, self.overrides, self.colours, self.kings)
        reached = () if self.objective_reached is None else (self.objective_reached,)
        return {*chain(*figures), *self.places, *self.eliminated, *self.shares_victory, *reached}


@transaction.atomic
def report_result(
    *,
    table_id: int,
    report: Report,
    reporter: User | None = None,
    entrant: Entrant | None = None,
    idempotency_key: str | None = None,
    seen_number: int | None = None,
    device: str = "",
    corrects: Submission | None = None,
    reason: str = "",
) -> Submission:
    """Store a table's result as reported; it counts once another person confirmed it.

    The same `idempotency_key` gives the same submission again. `seen_number` is the newest submission the form
    knew of: NewerResult when there is a later one. Raises InvalidInput naming the territory or player at fault,
    RoundNotPlaying, PhotoRefused.
    """
    tournament, table = locked_table(table_id)
    seats = list(table.seats.select_related("entrant__person").order_by("turn_order"))
    earlier = Submission.objects.filter(idempotency_key=idempotency_key).first() if idempotency_key else None
    if earlier:
        return _sent_again(earlier, table, report, _points(tournament, seats, report), seats, reason)
    _expect_open_round(table, correcting=corrects is not None)
    newest = table.submissions.select_related("entered_by").order_by("-number").first()
    if seen_number is not None and newest and newest.number > seen_number:
        raise _newer(table, newest)
    points = _points(tournament, seats, report)
    submission = Submission.objects.create(
        table=table,
        number=newest.number + 1 if newest else 1,
        source=report.source,
        ending=report.ending,
        board=dict(report.board),
        note=report.note[:300],
        entered_by=reporter,
        entered_by_entrant=entrant,
        idempotency_key=idempotency_key,
        device=device[:60],
        corrects=corrects,
        reason=reason[:300],
    )
    SeatResult.objects.bulk_create(_seat_result(submission, seat, points[seat.turn_order]) for seat in seats)
    if report.photo:
        keep_photo(submission, report.photo)
    _keep_colours(seats, report.colours)
    record_event(
        tournament,
        "result_reported",
        subject=f"{table.round.title}, {table.title}",
        actor=reporter,
        after={
            "submission": submission.number,
            "points": {s.entrant.full_name: points[s.turn_order].points for s in seats},
        },
        reason=reason,
    )
    return submission


def _newer(table: Table, newest: Submission) -> NewerResult:
    return NewerResult(table=table.title, number=newest.number, by=newest.reporter_name)


def _sent_again(
    earlier: Submission,
    table: Table,
    report: Report,
    points: Mapping[int, SeatPoints],
    seats: Sequence[Seat],
    reason: str,
) -> Submission:
    """The submission of a form that comes a second time. Raises NewerResult when it says something else by now."""
    if earlier.table_id != table.pk:
        raise InvalidInput(_("This form was saved for another table: load the page again."))
    said = (earlier.board, earlier.ending, earlier.note, earlier.reason)
    rows = (_seat_result(earlier, seat, points[seat.turn_order]) for seat in seats)
    if said != (report.board, report.ending, report.note[:300], reason[:300]) or (
        _figures(earlier.results.all()) != _figures(rows)
    ):
        raise _newer(table, earlier)
    return earlier


def _figures(rows: Iterable[SeatResult]) -> dict[int, list[Any]]:
    """What is said of each seat."""
    return {row.seat_id: [getattr(row, name) for name in SAID] for row in rows}


def _expect_open_round(table: Table, *, correcting: bool) -> None:
    allowed = {RoundState.PUBLISHED, RoundState.PLAYING} | ({RoundState.CLOSED} if correcting else set())
    if table.round.state not in allowed:
        raise RoundNotPlaying(round=table.round.title, state=RoundState(table.round.state).label)


def _points(tournament: Tournament, seats: Sequence[Seat], report: Report) -> dict[int, SeatPoints]:
    """Each seat's points: by the engine from the board, checked from typed totals, or as the game has them."""
    names = {seat.turn_order: seat.entrant.full_name for seat in seats}
    if report.named - names.keys():
        raise InvalidInput(_("Somebody is named who does not sit at this table."))
    entry = tournament.game.entry
    if entry is Entry.FIGURES:
        return points_from_figures(tournament, names, report)
    rows = points_from_board(tournament, names, report) if report.board else points_from_totals(names, report)
    return with_kingmaker(rows, names, report) if entry is Entry.KINGMAKER else rows


def _seat_result(submission: Submission, seat: Seat, points: SeatPoints) -> SeatResult:
    return SeatResult(
        submission=submission,
        seat=seat,
        objective=points.objective,
        territories=list(points.territories),
        points=points.points,
        outside_points=points.outside,
        place=points.place,
        computed_points=points.computed_points,
        computed_outside_points=points.computed_outside,
        computed_place=points.computed_place,
        decided_by=points.decided_by,
        objective_reached=points.objective_reached,
        elimination=points.elimination,
        shares_victory=points.shares_victory,
        override_reason=points.override_reason,
        details=dict(points.details),
    )


def _keep_colours(seats: Sequence[Seat], colours: Mapping[int, str]) -> None:
    """Store the colours that the players chose, all at once so that a swap never collides."""
    if not colours or all(seat.colour == colours.get(seat.turn_order, seat.colour) for seat in seats):
        return
    worn = [colour for seat in seats if (colour := colours.get(seat.turn_order, seat.colour))]
    if len(set(worn)) != len(worn):
        raise InvalidInput(_("Two players cannot have the same colour."))
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(colour="")
    for seat in seats:
        seat.colour = colours.get(seat.turn_order, seat.colour)
        seat.save(update_fields=["colour"])


def correct_result(
    *,
    table_id: int,
    report: Report,
    reporter: User,
    reason: str,
    idempotency_key: str | None = None,
    seen_number: int | None = None,
) -> Submission:
    """Report another result for a table that has one, with the reason; it counts once somebody else confirms it."""
    if not reason.strip():
        raise InvalidInput(_("A correction needs a reason."))
    effective = Submission.objects.filter(table_id=table_id, effective=True).first()
    return report_result(
        table_id=table_id,
        report=report,
        reporter=reporter,
        idempotency_key=idempotency_key,
        seen_number=seen_number,
        corrects=effective,
        reason=reason,
    )


@transaction.atomic
def set_colours(*, table_id: int, colours: Mapping[int, str], actor: User | None) -> Table:
    """Store the colours that the players chose, by turn order; two of one colour are refused."""
    tournament, table = locked_table(table_id)
    seats = list(table.seats.order_by("turn_order"))
    if not set(colours.values()) <= set(Colour.values):
        raise InvalidInput(_("Choose one of the five colours for each player."))
    _keep_colours(seats, colours)
    record_event(
        tournament,
        "colours_chosen",
        subject=f"{table.round.title}, {table.title}",
        actor=actor,
        after=dict(colours),
    )
    return table


def newest_number(table: Table) -> int:
    """The number of the table's newest submission, 0 before the first: what a form shows as `seen_number`."""
    return int(table.submissions.aggregate(newest=Max("number"))["newest"] or 0)
