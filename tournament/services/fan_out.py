"""Work divided among workers: each part is a job of its own; whoever ends the last one joins them all.

What is known stands in the database and not in the queue, so it works with every broker, on one machine or on many. A
part may be done twice and is stored once: one whose worker was lost is simply done again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Job, JobState
from tournament.services.jobs import JobCancelled, begin_job, fail_job, finish_job, silent, start_job

Start = Callable[[int], Any]
MOST_TRIES = 3
"""So often a part is begun before the work is given up."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What work leaves behind: a small document, and perhaps a file."""

    result: Mapping[str, Any]
    output: bytes | None = None


@dataclass(frozen=True, slots=True)
class Divided:
    """How work is divided. `parts` says what each part is told, fewer than two: it is not divided.

    `work` does one part of a job, `join` makes the outcome of what they made, in the order of the parts.
    """

    parts: Callable[[Job], Sequence[Mapping[str, Any]]]
    work: Callable[[Job, Mapping[str, Any]], bytes]
    join: Callable[[Job, Sequence[bytes]], Outcome]


@transaction.atomic
def divide(job: Job, parts: Sequence[Mapping[str, Any]], start: Start) -> None:
    """Write the parts down and start them once the transaction is committed."""
    Job.objects.filter(pk=job.pk).update(total=len(parts), heartbeat_at=timezone.now())
    made = Job.objects.bulk_create(
        Job(
            kind=job.kind,
            parent=job,
            tournament_id=job.tournament_id,
            requested_by_id=job.requested_by_id,
            arguments=dict(part),
        )
        for part in parts
    )
    for one in made:
        start_job(start, one.pk)


def do_part(job_id: int, how: Divided, *, again: bool = False) -> bool:
    """Do a part, if nobody else does; whether it was the last one that was missing.

    `again` takes over what another worker began: the queue says that it was lost. Raises what `work` raises.
    """
    part = begin_job(job_id, again=again)
    if part is None or part.parent is None:
        return False
    if part.parent.cancel_requested:
        raise JobCancelled
    finish_job(part, output=how.work(part.parent, part.arguments))
    return _is_last(part.parent)


def _is_last(job: Job) -> bool:
    """Count what is done; of several who count at the same moment one finds that it was the last."""
    done = job.parts.filter(state=JobState.DONE).count()
    counted = Job.objects.filter(pk=job.pk, state=JobState.RUNNING, done__lt=done).update(
        done=done, heartbeat_at=timezone.now()
    )
    return bool(counted) and done == job.total


def join(job: Job, how: Divided) -> None:
    """Make one outcome of all parts and end the job; the parts have served."""
    made = [bytes(one.output or b"") for one in job.parts.order_by("pk")]
    outcome = how.join(job, made)
    finish_job(job, result=dict(outcome.result), output=outcome.output)
    job.parts.all().delete()


def give_up(job: Job, message: str) -> None:
    """A part cannot be done: the work ends, and what the others made goes with it."""
    fail_job(job, message)
    job.parts.all().delete()


# --- workers that were lost -----------------------------------------------------------------------------


def parts_to_do_again() -> list[int]:
    """Put the parts of lost workers, and divided work that only has to be joined, back: they are to be queued anew.

    A part that was begun too often ends the work with a message.
    """
    unheard = Job.objects.filter(silent("heartbeat_at"), state=JobState.RUNNING).defer("output")
    lost = unheard.filter(parent__isnull=False)
    for one in lost.filter(done__gte=MOST_TRIES - 1).select_related("parent"):
        if one.parent is not None:
            give_up(
                one.parent, _("The worker stopped before it was done. Nothing was changed: start it again.")
            )
    unfinished = Job.objects.filter(parent__isnull=False).exclude(state=JobState.DONE)
    to_join = unheard.filter(parts__isnull=False).exclude(parts__in=unfinished).distinct()
    tries = {one.pk: one.done + 1 for one in lost} | {one.pk: one.done for one in to_join}
    now = timezone.now()
    return [
        pk
        for pk, done in tries.items()
        if unheard.filter(pk=pk).update(state=JobState.QUEUED, done=done, heartbeat_at=now)
    ]
