"""Long work with progress: queued on commit, resumed or ended with a message, cancelled on request."""

import logging
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from kombu.exceptions import OperationalError

from tournament.errors import TournamentError
from tournament.models import Job, JobState, Round, Tournament, User

SILENT_FOR = timedelta(minutes=3)
"""A running job that was not heard of for so long has lost its worker; a queued one, its place in the queue."""
_LOG = logging.getLogger(__name__)


class JobCancelled(Exception):
    """Somebody asked the job to stop; the worker ends it at the next step."""


class RoundGone(TournamentError):
    """The round that the work is about was deleted before it was begun."""

    code = "round_gone"
    message = gettext_lazy("The round was deleted meanwhile: nothing was printed or sent.")


@transaction.atomic
def queue_job(
    *,
    kind: str,
    start: Callable[[int], Any],
    tournament: Tournament | None = None,
    requested_by: User | None = None,
    **arguments: Any,
) -> Job:
    """Write the job down and start it once the transaction is committed.

    `start` gets the job's id (a task's `delay`); while the queue is lost the job waits for `overdue_jobs`. An unfinished job of the same kind, tournament and arguments is
    returned instead of a second one.
    """
    unfinished = Job.objects.filter(
        kind=kind, tournament=tournament, arguments=arguments, state__in=(JobState.QUEUED, JobState.RUNNING)
    ).first()
    if unfinished:
        return unfinished
    job = Job.objects.create(kind=kind, tournament=tournament, arguments=arguments, requested_by=requested_by)
    start_job(start, job.pk)
    return job


def start_job(start: Callable[[int], Any], job_id: int) -> None:
    """Start a stored job once the transaction is committed; while the queue is lost it waits for `overdue_jobs`."""
    transaction.on_commit(lambda: _start(start, job_id))


def _start(start: Callable[[int], Any], job_id: int) -> None:
    try:
        start(job_id)
    except (OperationalError, OSError) as error:
        _LOG.warning("job %s waits until the queue is back: %s", job_id, error)


def silent(field: str) -> Q:
    """Not heard of for too long; a word of tomorrow was said before somebody set the clock back."""
    now = timezone.now()
    return Q(**{f"{field}__lt": now - SILENT_FOR}) | Q(**{f"{field}__gt": now + SILENT_FOR})


def overdue_jobs(*, kinds: Iterable[str]) -> list[int]:
    """Jobs of these kinds that wait too long to be still in a queue: they are to be queued anew, each now and then.

    One that is in the queue twice is done once, since it is claimed.
    """
    waiting = Job.objects.filter(kind__in=list(kinds), state=JobState.QUEUED).annotate(
        heard=Coalesce("heartbeat_at", "created_at")
    )
    overdue = list(waiting.filter(silent("heard")).values_list("pk", flat=True))
    Job.objects.filter(pk__in=overdue, state=JobState.QUEUED).update(heartbeat_at=timezone.now())
    return overdue


def begin_job(job_id: int, *, again: bool = False) -> Job | None:
    """Claim a queued job for this worker; None when it is finished, cancelled or another worker's.

    `again`: that worker was lost, and the job may be done twice.
    """
    now = timezone.now()
    states = [JobState.QUEUED, *([JobState.RUNNING] if again else [])]
    claimed = Job.objects.filter(pk=job_id, state__in=states).update(
        state=JobState.RUNNING, started_at=now, heartbeat_at=now
    )
    return Job.objects.select_related("parent").get(pk=job_id) if claimed else None


def round_of(job: Job) -> Round:
    """The round that the work is about, with its tournament and stage. Raises RoundGone."""
    found = Round.objects.filter(pk=job.arguments["round_id"]).select_related("tournament", "stage").first()
    if found is None:
        raise RoundGone
    return found


def report_progress(job: Job, done: int, total: int) -> None:
    """Say how far the work is. Raises JobCancelled when somebody asked to stop."""
    Job.objects.filter(pk=job.pk).update(done=done, total=total, heartbeat_at=timezone.now())
    if Job.objects.filter(pk=job.pk, cancel_requested=True).exists():
        raise JobCancelled


def finish_job(job: Job, *, result: Any = None, output: bytes | None = None, message: str = "") -> None:
    """The work is done; `output` is a file, `result` a small document."""
    _end(job, JobState.DONE, result=result, output=output, message=message)


def fail_job(job: Job, message: str) -> None:
    """The work cannot be done; the message says why and what to do."""
    _end(job, JobState.FAILED, message=message[:300])


def end_cancelled(job: Job) -> None:
    """The work stopped because somebody asked."""
    _end(job, JobState.CANCELLED, message=_("Cancelled."))


def _end(job: Job, state: JobState, **fields: Any) -> None:
    Job.objects.filter(pk=job.pk).update(state=state, finished_at=timezone.now(), **fields)


def cancel_job(*, job_id: int) -> Job:
    """Ask a job to stop: at once when it is still queued, at its next step otherwise."""
    Job.objects.filter(pk=job_id).update(cancel_requested=True)
    Job.objects.filter(pk=job_id, state=JobState.QUEUED).update(
        state=JobState.CANCELLED, finished_at=timezone.now(), message=_("Cancelled.")
    )
    return Job.objects.get(pk=job_id)


def end_lost_jobs() -> int:
    """Jobs whose worker died end with a message that says what to do; how many there were. Divided work goes on."""
    lost = Job.objects.filter(silent("heartbeat_at"), state=JobState.RUNNING, parent=None, parts=None)
    return sum(
        Job.objects.filter(pk=job.pk, state=JobState.RUNNING).update(
            state=JobState.FAILED, finished_at=timezone.now(), message=_left_by(job)
        )
        for job in lost.defer("output")
    )


def _left_by(job: Job) -> str:
    """What a lost job leaves behind: letters that went, otherwise nothing."""
    with translation.override(job.arguments.get("language") or translation.get_language()):
        if job.kind == "letters" and job.done:
            gone = {"done": job.done, "total": job.total}
            return _("The worker stopped after %(done)s of %(total)s letters: those have gone.") % gone
        return _("The worker stopped before it was done. Nothing was changed: start it again.")
