"""Long work: queued once and on commit, claimed once, cancelled, never left running for ever."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.factories import make_tournament
from tournament.models import Job, JobState
from tournament.services.jobs import (
    JobCancelled,
    begin_job,
    cancel_job,
    end_cancelled,
    fail_job,
    finish_job,
    queue_job,
    report_progress,
)
from tournament.tasks import watch_jobs

pytestmark = pytest.mark.django_db


def test_a_job_starts_on_commit_and_only_once(django_capture_on_commit_callbacks: Any) -> None:
    started: list[int] = []
    tournament = make_tournament()
    with django_capture_on_commit_callbacks(execute=True):
        first = queue_job(kind="paper", start=started.append, tournament=tournament, round=1)
        second = queue_job(kind="paper", start=started.append, tournament=tournament, round=1)
        other = queue_job(kind="paper", start=started.append, tournament=tournament, round=2)
    assert (first, started) == (second, [first.pk, other.pk])


def test_a_job_is_claimed_once_and_reports_and_ends() -> None:
    job = Job.objects.create(kind="paper")
    claimed = begin_job(job.pk)
    assert claimed is not None
    assert begin_job(job.pk) is None
    report_progress(claimed, 3, 9)
    finish_job(claimed, result={"pages": 9}, output=b"%PDF")
    job.refresh_from_db()
    assert (job.state, job.done, job.total, job.result, bytes(job.output or b"")) == (
        "done",
        3,
        9,
        {"pages": 9},
        b"%PDF",
    )


def test_a_cancelled_job_stops_at_its_next_step() -> None:
    queued, running = Job.objects.create(kind="a"), Job.objects.create(kind="b")
    claimed = begin_job(running.pk)
    assert claimed is not None
    assert cancel_job(job_id=queued.pk).state == JobState.CANCELLED
    assert cancel_job(job_id=running.pk).state == JobState.RUNNING
    with pytest.raises(JobCancelled):
        report_progress(claimed, 1, 2)
    end_cancelled(claimed)
    running.refresh_from_db()
    assert (running.state, running.finished_at is not None) == (JobState.CANCELLED, True)


def test_a_job_whose_worker_died_ends_with_a_message() -> None:
    long_ago = timezone.now() - timedelta(hours=1)
    lost = Job.objects.create(kind="a", state=JobState.RUNNING, heartbeat_at=long_ago)
    alive = Job.objects.create(kind="b", state=JobState.RUNNING, heartbeat_at=timezone.now())
    assert watch_jobs() == 1
    lost.refresh_from_db()
    alive.refresh_from_db()
    assert (lost.state, alive.state) == (JobState.FAILED, JobState.RUNNING)
    fail_job(alive, "No paper left")
    alive.refresh_from_db()
    assert alive.message == "No paper left"
