"""A pack of 1,000 slips divided among real workers on both brokers; one of them is killed, and the pack is whole."""

import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.hall import ROOT, Installation
from tests.faults.test_servers import Server, redis
from tests.trust.figures import record

__all__ = ["redis"]

pytestmark = [
    pytest.mark.faults,
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc"),
]

TABLES = 250
WORKERS = 2

HALL = f"""
from tests.factories import make_entrants, make_round, make_tournament
tournament = make_tournament("Mille tagliandi")
people = make_entrants(tournament, {4 * TABLES}, clubs=40)
round_ = make_round(tournament, [people[first:first + 4] for first in range(0, len(people), 4)])
print("ROUND", round_.pk)
"""
PACK = """
from tournament.models import Job, Round
from tournament.services.jobs import queue_job
from tournament.tasks import bulk_run_job
round_ = Round.objects.get(pk=%d)
job = queue_job(kind="paper-pack", start=bulk_run_job.delay, tournament=round_.tournament, round_id=round_.pk,
    entry_address="http://hall/{table}/", address="http://hall/", language="it")
print("JOB", job.pk)
"""
LATER = """
from datetime import timedelta
from django.db.models import F
from tournament.models import Job
from tournament.tasks import watch_jobs
Job.objects.exclude(state="done").update(created_at=F("created_at") - timedelta(minutes=9),
    heartbeat_at=F("heartbeat_at") - timedelta(minutes=9))
watch_jobs()
"""
READ = """
from io import BytesIO
from pypdf import PdfReader
from tournament.models import Job
job = Job.objects.get(pk=%d)
print("PAGES", len(PdfReader(BytesIO(bytes(job.output))).pages), job.parts.count(), job.total)
"""


class Workers:
    """Celery workers of one process each, as several machines would run them."""

    def __init__(self, installation: Installation) -> None:
        self.installation, self.running = installation, list[subprocess.Popen[bytes]]()

    def start(self) -> None:
        """One more."""
        command = [
            sys.executable,
            "-m",
            "celery",
            "-A",
            "config",
            "worker",
            "--pool=solo",
            "--loglevel=WARNING",
        ]
        name = f"--hostname=w{len(self.running)}@hall"
        with (self.installation.var / "log").open("ab") as log:
            environment = self.installation.environment
            started = subprocess.Popen(
                [*command, "--queues=bulk", name], cwd=ROOT, env=environment, stdout=log, stderr=log
            )
        self.running.append(started)

    def stop(self) -> None:
        """All of them."""
        for one in self.running:
            one.kill()
            one.wait()


@pytest.fixture(params=["file system", "Redis"])
def installation(
    request: pytest.FixtureRequest, redis: tuple[Server, str], tmp_path: Path
) -> Iterator[Installation]:
    if request.param == "Redis":
        redis[0].start()
        yield Installation(tmp_path, REDIS_URL=redis[1])
    else:
        yield Installation(tmp_path)


@pytest.fixture
def workers(installation: Installation) -> Iterator[Workers]:
    made = Workers(installation)
    try:
        yield made
    finally:
        made.stop()


def states(installation: Installation, job: int) -> tuple[str, list[str]]:
    """The state of the job and those of its parts."""
    with closing(sqlite3.connect(installation.var / "sdadata.sqlite3")) as database:
        rows = database.execute("SELECT id, parent_id, state FROM tournament_job").fetchall()
    own = next(state for number, _parent, state in rows if number == job)
    return own, [state for _number, parent, state in rows if parent == job]


def test_a_pack_of_a_thousand_slips_outlives_a_worker(
    installation: Installation, workers: Workers, request: pytest.FixtureRequest
) -> None:
    round_ = int(installation.manage("shell", "-v0", "-c", HALL).split("ROUND ")[1])
    for _number in range(WORKERS):
        workers.start()
    job = int(installation.manage("shell", "-v0", "-c", PACK % round_).split("JOB ")[1])
    deadline = time.monotonic() + 120
    while "done" not in states(installation, job)[1]:
        assert time.monotonic() < deadline, (installation.var / "log").read_text()[-3000:]
        time.sleep(0.02)
    workers.running[0].kill()
    before = states(installation, job)
    assert before[0] == "running"
    started = time.monotonic()
    while (state := states(installation, job))[0] != "done":
        assert state[0] == "running", (installation.var / "log").read_text()[-3000:]
        assert time.monotonic() < deadline + 120, state
        if time.monotonic() - started > 10:  # what the schedule does three minutes later
            installation.manage("shell", "-v0", "-c", LATER)
            started = time.monotonic()
        time.sleep(0.2)
    pages, parts, total = map(
        int, installation.manage("shell", "-v0", "-c", READ % job).split("PAGES ")[1].split()
    )
    assert (parts, total) == (0, TABLES // 50 + 2)
    assert pages > TABLES // 2 + 2
    broker = request.node.callspec.params["installation"]
    record(
        f"kill -9 of one of two workers while 1,000 slips are printed, broker: {broker}",
        slips=4 * TABLES,
        parts=total,
        pages=pages,
        lost=0,
    )
