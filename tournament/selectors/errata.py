"""Corrections: those that wait for a second person, and the errata of what was corrected since."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from tournament.models import Event, SeatResult, Submission, SubmissionState, Tournament
from tournament.selectors.public import Part, Sight


@dataclass(frozen=True, slots=True)
class Changed:
    """One seat's points before and after a correction."""

    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Erratum:
    """One confirmed correction; `counts` is false for one that stands on record only."""

    round_title: str
    table_title: str
    when: datetime | None
    reason: str
    counts: bool
    changes: tuple[Changed, ...]


def waiting_corrections(tournament: Tournament) -> QuerySet[Submission]:
    """Reported corrections that nobody has confirmed or sent back yet, the oldest first."""
    return (
        Submission.objects.filter(
            table__round__tournament=tournament, corrects__isnull=False, state=SubmissionState.REPORTED
        )
        .select_related("table__round__stage", "entered_by", "corrects")
        .order_by("id")
    )


def errata_of(sight: Sight) -> list[Erratum]:
    """The confirmed corrections that this visitor may see, the newest first."""
    corrected = (
        Submission.objects.filter(
            table__round__tournament=sight.tournament, corrects__isnull=False, confirmed_at__isnull=False
        )
        .select_related("table__round")
        .order_by("-confirmed_at", "-id")
    )
    shown = [one for one in corrected if sight.may_see_results_of(one.table.round)]
    points = _points({pk for one in shown for pk in (one.pk, one.corrects_id) if pk})
    return [_erratum(sight, one, points) for one in shown]


DECISIONS = ("round_reopened", "round_seated_again", "round_kept_as_played")
"""What a director decides about a round after a correction: the errata say it with the reason."""


def decisions_of(sight: Sight) -> list[Event]:
    """The director's decisions behind corrections, the newest first; none for whom the last rounds are secret."""
    if sight.through_round is not None or not sight.may_see(Part.RESULTS):
        return []
    return list(sight.tournament.events.filter(kind__in=DECISIONS).order_by("-number"))


def _points(ids: set[int]) -> dict[int, list[SeatResult]]:
    """The seats' results of these submissions, by submission, in turn order."""
    found: dict[int, list[SeatResult]] = {pk: [] for pk in ids}
    rows = SeatResult.objects.filter(submission__in=ids).select_related("seat__entrant__person")
    for row in rows.order_by("seat__turn_order"):
        found[row.submission_id].append(row)
    return found


def _erratum(sight: Sight, corrected: Submission, points: dict[int, list[SeatResult]]) -> Erratum:
    earlier = {row.seat_id: row.points for row in points[corrected.corrects_id or 0]}
    changes = tuple(
        Changed(sight.name_of(row.seat.entrant), earlier[row.seat_id], row.points)
        for row in points[corrected.pk]
        if earlier.get(row.seat_id, row.points) != row.points
    )
    return Erratum(
        str(corrected.table.round.title),
        str(corrected.table.title),
        corrected.confirmed_at,
        corrected.reason,
        corrected.state != SubmissionState.CONFIRMED or corrected.effective,
        changes,
    )
