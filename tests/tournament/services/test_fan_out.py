"""Divided work: parts done by anybody, joined once, done again when a worker was lost, ended as one."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.utils import timezone
from pypdf import PdfReader

from tests.factories import make_entrants, make_round, make_tournament
from tournament import tasks
from tournament.errors import InvalidInput
from tournament.models import Job, JobState
from tournament.services.background import WORK, Outcome, Work, run_job
from tournament.services.fan_out import MOST_TRIES, Divided, parts_to_do_again
from tournament.services.jobs import cancel_job, end_lost_jobs
from tournament.tasks import bulk_run_job, watch_jobs

pytestmark = pytest.mark.django_db


def squares(job: Job) -> Sequence[Mapping[str, Any]]:
    return [{"number": number} for number in range(job.arguments["count"])]


def square(_job: Job, part: Mapping[str, Any]) -> bytes:
    if part["number"] == 13:
        raise InvalidInput("thirteen")
    return str(part["number"] ** 2).encode()


def summed(_job: Job, made: Sequence[bytes]) -> Outcome:
    return Outcome({"made": [int(one) for one in made]})


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    one_piece = Work("Squares", lambda _job: Outcome({"made": "in one piece"}))
    divided = Work("Squares", one_piece.run, divided=Divided(squares, square, summed))
    monkeypatch.setitem(WORK, "squares", divided)


@pytest.fixture
def begun(django_capture_on_commit_callbacks: Callable[..., Any]) -> Callable[[int], tuple[Job, list[int]]]:
    """Divide work into so many parts; the job and the parts that wait in the queue."""

    def begin(count: int) -> tuple[Job, list[int]]:
        job, queue = Job.objects.create(kind="squares", arguments={"count": count}), list[int]()
        with django_capture_on_commit_callbacks(execute=True):
            run_job(job.pk, start=queue.append)
        return job, queue

    return begin


def result(job: Job) -> tuple[str, Any, int]:
    job.refresh_from_db()
    return job.state, job.result, job.parts.count()


def test_parts_come_back_as_one_in_their_order_whoever_does_them(begun: Any) -> None:
    job, queue = begun(4)
    assert [run_job(one) for one in reversed(queue)] == ["running"] * 3 + ["done"]
    assert result(job) == ("done", {"made": [0, 1, 4, 9]}, 0)
    assert [run_job(one) for one in queue] == [""] * 4
    single, waiting = begun(1)
    assert (waiting, result(single)) == ([], ("done", {"made": "in one piece"}, 0))


def test_without_workers_the_parts_are_done_here(django_capture_on_commit_callbacks: Any) -> None:
    job = Job.objects.create(kind="squares", arguments={"count": 3})
    with django_capture_on_commit_callbacks(execute=True):
        run_job(job.pk)
    assert result(job) == ("done", {"made": [0, 1, 4]}, 0)


def test_only_what_a_lost_worker_had_is_done_again(begun: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    job, (first, second, third) = begun(3)
    run_job(first)
    Job.objects.filter(pk=second).update(state=JobState.RUNNING)
    assert run_job(second) == "running"  # somebody else has it
    assert parts_to_do_again() == []
    Job.objects.update(heartbeat_at=timezone.now() - timedelta(minutes=9))
    again: list[int] = []
    monkeypatch.setattr(tasks.bulk_run_job, "delay", again.append)
    assert watch_jobs() == 0  # no work is ended for it
    assert again == [third, second]
    assert [run_job(one) for one in again] == ["running", "done"]
    assert result(job) == ("done", {"made": [0, 1, 4]}, 0)


def test_a_part_that_the_queue_hands_out_again_is_taken_over(begun: Any) -> None:
    job, (first, second) = begun(2)
    Job.objects.filter(pk=first).update(state=JobState.RUNNING)
    task = bulk_run_job
    task.push_request(delivery_info={"redelivered": True})
    try:
        assert task.run(first) == "running"
    finally:
        task.pop_request()
    assert run_job(second) == "done"
    assert result(job)[0] == "done"


def test_a_worker_lost_before_it_joined_leaves_the_joining_to_another(begun: Any) -> None:
    job, queue = begun(2)
    Job.objects.filter(pk__in=queue).update(state=JobState.DONE, output=b"7")
    Job.objects.update(heartbeat_at=timezone.now() - timedelta(minutes=9))
    assert end_lost_jobs() == 0
    assert parts_to_do_again() == [job.pk]
    assert run_job(job.pk) == "done"
    assert result(job) == ("done", {"made": [7, 7]}, 0)


def test_a_part_that_kills_its_worker_each_time_ends_the_work(begun: Any) -> None:
    job, (first, _second) = begun(2)
    for tried in range(1, MOST_TRIES):
        Job.objects.filter(pk=first).update(
            state=JobState.RUNNING, heartbeat_at=timezone.now() - timedelta(minutes=9)
        )
        assert parts_to_do_again() == ([first] if tried < MOST_TRIES else [])
    Job.objects.filter(pk=first).update(
        state=JobState.RUNNING, heartbeat_at=timezone.now() - timedelta(minutes=9)
    )
    assert parts_to_do_again() == []
    assert result(job) == ("failed", None, 0)
    assert "start it again" in job.message


def test_a_part_that_cannot_be_done_or_is_cancelled_ends_it_all(begun: Any) -> None:
    job, queue = begun(14)
    assert run_job(queue[-1]) == "failed"
    assert [*result(job), job.message.split()[-1]] == ["failed", None, 0, "thirteen"]
    job, queue = begun(3)
    cancel_job(job_id=job.pk)
    assert run_job(queue[0]) == "cancelled"
    assert result(job) == ("cancelled", None, 0)


def test_a_large_pack_is_printed_in_parts_and_bound(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    people = make_entrants(make_tournament(), 8)
    round_ = make_round(people[0].tournament, [people[:4], people[4:]])
    told = {"entry_address": "", "address": "http://hall/", "language": "it", "round_id": round_.pk}
    pages = []
    for at_most in (50, 1):
        monkeypatch.setattr("tournament.services.background.SLIPS_A_PART", at_most)
        job = Job.objects.create(kind="paper-pack", tournament=round_.tournament, arguments=told)
        with django_capture_on_commit_callbacks(execute=True):
            run_job(job.pk)
        job.refresh_from_db()
        assert (job.state, job.done) == (JobState.DONE, 2 if at_most == 50 else 4)
        pages.append([one.extract_text() for one in PdfReader(BytesIO(bytes(job.output or b""))).pages])
    whole, parts = pages
    assert len(parts) == len(whole) + 1  # two slips on a page, here one on each of two
    for one in people:
        assert "".join(parts).count(one.full_name) == "".join(whole).count(one.full_name)
