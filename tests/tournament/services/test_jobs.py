"""Long work: queued once and on commit, claimed once, cancelled, never left running for ever."""

from datetime import timedelta
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone, translation
from kombu.exceptions import OperationalError

from tests.factories import make_tournament
from tournament import tasks
from tournament.models import Job, JobState, Tournament
from tournament.services.background import Outcome, Work, run_job
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
from tournament.tasks import bulk_forget, watch_jobs

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


def test_a_letter_waits_for_the_mail_server(monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[OSError | int] = [SMTPServerDisconnected("away"), ConnectionRefusedError("away"), 1]

    def send(**_told: Any) -> int:
        answer = answers.pop(0)
        if isinstance(answer, OSError):
            raise answer
        return answer

    monkeypatch.setattr("tournament.tasks.send_to_entrant", send)
    conf = tasks.bulk_send_letter.app.conf
    usual, conf.task_eager_propagates = conf.task_eager_propagates, False  # a retry is no failure
    try:
        assert tasks.bulk_send_letter.apply(args=("seat", 1, "http://hall/", {})).get() == 1
    finally:
        conf.task_eager_propagates = usual
    assert answers == []


def test_letters_that_went_are_not_denied() -> None:
    long_ago = timezone.now() - timedelta(hours=1)
    facts = {"state": JobState.RUNNING, "heartbeat_at": long_ago, "arguments": {"language": "en"}}
    letters = Job.objects.create(kind="letters", done=20, total=31, **facts)
    other = Job.objects.create(kind="paper-pack", done=1, total=2, **facts)
    with translation.override("it"):
        assert watch_jobs() == 2
    letters.refresh_from_db()
    other.refresh_from_db()
    assert letters.message == "The worker stopped after 20 of 31 letters: those have gone."
    assert other.message == "The worker stopped before it was done. Nothing was changed: start it again."


def test_a_job_that_no_queue_took_is_queued_again(
    django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def lost(_job_id: int) -> None:
        raise OperationalError("Connection refused")

    with django_capture_on_commit_callbacks(execute=True):
        job = queue_job(kind="letters", start=lost, round=1)
    assert f"job {job.pk} waits" in caplog.text
    Job.objects.create(kind="import")  # not work for a worker: somebody is still looking at it
    queued: list[int] = []
    monkeypatch.setattr(tasks.bulk_run_job, "delay", queued.append)
    watch_jobs()
    assert queued == []
    Job.objects.update(created_at=timezone.now() - timedelta(minutes=4))
    watch_jobs()
    watch_jobs()  # not once a minute
    assert (queued, Job.objects.get(pk=job.pk).state) == ([job.pk], JobState.QUEUED)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("stopped", [False, True])
def test_whole_work_is_stored_with_its_end_or_not_at_all(
    monkeypatch: pytest.MonkeyPatch, *, stopped: bool
) -> None:
    class Killed(BaseException):
        """Nothing in the program handles it, as nothing handles a dying process."""

    def work(_job: Job) -> Outcome:
        make_tournament()
        return Outcome({"done": 1})

    def dies(*_arguments: Any, **_options: Any) -> None:
        raise Killed

    job = Job.objects.create(kind="seating")
    monkeypatch.setattr("tournament.services.background.WORK", {"seating": Work("", work, whole=True)})
    if stopped:
        monkeypatch.setattr("tournament.services.background.finish_job", dies)
        with pytest.raises(Killed):
            run_job(job.pk)
    else:
        run_job(job.pk)
    job.refresh_from_db()
    assert job.state == (JobState.RUNNING if stopped else JobState.DONE)
    assert Tournament.objects.count() == (0 if stopped else 1)


@pytest.mark.parametrize("kind", ["paper-pack", "letters"])
def test_work_for_a_round_that_was_deleted_says_so(kind: str) -> None:
    job = Job.objects.create(kind=kind, arguments={"round_id": 0, "letter": "seat", "language": "en"})
    assert run_job(job.pk) == JobState.FAILED
    job.refresh_from_db()
    assert job.message == "The round was deleted meanwhile: nothing was printed or sent."


def test_old_data_are_forgotten_every_day() -> None:
    entry = settings.CELERY_BEAT_SCHEDULE["forget"]
    assert (entry["task"], entry["schedule"]) == (bulk_forget.name, 86400)
    Job.objects.create(kind="a", state=JobState.DONE, finished_at=timezone.now() - timedelta(days=99))
    assert bulk_forget()["jobs"] == 1
    assert not Job.objects.exists()
