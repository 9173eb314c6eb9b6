"""What an operator watches: results, how long they wait, queues. Each figure is one query."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Avg, Count, F, Min, Model
from django.utils import timezone

from tournament.models import (
    DeliveryState,
    Dispute,
    DisputeState,
    Job,
    JobState,
    Round,
    Submission,
    SubmissionState,
    Tournament,
    WebhookDelivery,
)

RECENT = timedelta(hours=1)

Measure = tuple[str, str, dict[str, str], float]
"""Name, meaning, labels, value."""


def measures() -> Iterator[Measure]:
    """Every figure of the database."""
    yield from _counted("tournaments", "Tournaments by state.", Tournament)
    yield from _counted("submissions", "Reported results by state.", Submission)
    yield from _counted("jobs", "Jobs by state.", Job)
    yield from _counted("webhook_deliveries", "Deliveries by state.", WebhookDelivery)
    now = timezone.now()
    recent = Submission.objects.filter(state=SubmissionState.CONFIRMED, confirmed_at__gte=now - RECENT)
    lag = recent.aggregate(lag=Avg(F("confirmed_at") - F("created_at")))["lag"]
    yield "confirmation_lag_seconds", "From report to confirmation, mean of the last hour.", {}, _seconds(lag)
    oldest = Submission.objects.filter(state=SubmissionState.REPORTED).aggregate(at=Min("created_at"))["at"]
    yield "unconfirmed_age_seconds", "Age of the oldest report that waits.", {}, _age(oldest, now)
    queued = Job.objects.filter(state=JobState.QUEUED).aggregate(at=Min("created_at"))["at"]
    yield "queue_age_seconds", "Age of the oldest job that waits.", {}, _age(queued, now)
    due = WebhookDelivery.objects.filter(state=DeliveryState.WAITING).aggregate(at=Min("created_at"))["at"]
    yield "webhook_age_seconds", "Age of the oldest delivery that waits.", {}, _age(due, now)
    open_ = Dispute.objects.filter(state__in=(DisputeState.OPEN, DisputeState.APPEALED)).count()
    yield "open_disputes", "Disputes that wait for a decision.", {}, float(open_)
    yield from _seating_quality()


def _counted(name: str, meaning: str, kind: type[Model]) -> Iterator[Measure]:
    states = kind._default_manager.values_list("state").annotate(count=Count("pk"))  # noqa: SLF001 – Django documents it
    for state, count in states.order_by("state"):
        yield name, meaning, {"state": state}, float(count)


def _seconds(lag: timedelta | None) -> float:
    return lag.total_seconds() if lag else 0.0


def _age(since: datetime | None, now: datetime) -> float:
    return (now - since).total_seconds() if since else 0.0


def _seating_quality() -> Iterator[Measure]:
    """How far the newest rounds of running tournaments are from the proven best, criterion by criterion."""
    rounds = Round.objects.filter(tournament__state="running").exclude(report={}).order_by("-id")[:20]
    worst: dict[str, float] = {}
    for report in rounds.values_list("report", flat=True):
        for line in report.get("criteria", ()):
            gap = float(line.get("value", 0)) - float(line.get("lower_bound") or 0)
            worst[line["criterion"]] = max(gap, worst.get(line["criterion"], 0.0))
    for criterion, gap in sorted(worst.items()):
        yield (
            "seating_gap",
            "Value above the proven lower bound, worst of the newest rounds.",
            {"criterion": criterion},
            gap,
        )
