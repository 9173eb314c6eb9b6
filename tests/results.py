"""Confirmed results for tests, written as rows: the figures of a table in one line."""

from collections.abc import Sequence

from django.utils import timezone

from tournament.models import Round, SeatResult, Submission, Table


def confirm(round_: Round, points: Sequence[Sequence[int]], *, tables: Sequence[int] | None = None) -> None:
    """Confirm tables of the round (all, or those numbered): points in turn order, more points a better place."""
    chosen = round_.tables.order_by("number")
    if tables is not None:
        chosen = chosen.filter(number__in=tables)
    for table, figures in zip(chosen, points, strict=True):
        confirm_table(table, figures)


def confirm_table(table: Table, points: Sequence[int]) -> Submission:
    """Confirm one table; whoever had an effective result before keeps it as superseded."""
    table.submissions.filter(effective=True).update(effective=False, state="superseded")
    submission = Submission.objects.create(
        table=table,
        number=1 + table.submissions.count(),
        state="confirmed",
        effective=True,
        confirmed_at=timezone.now(),
        source="totals",
    )
    seats = list(table.seats.order_by("turn_order"))
    order = sorted(range(len(seats)), key=lambda index: -points[index])
    for index, seat in enumerate(seats):
        SeatResult.objects.create(
            submission=submission, seat=seat, points=points[index], place=1 + order.index(index)
        )
    return submission


def close(round_: Round) -> Round:
    """Mark a round closed without issuing standings."""
    round_.state = "closed"
    round_.closed_at = timezone.now()
    round_.save(update_fields=["state", "closed_at"])
    return round_
