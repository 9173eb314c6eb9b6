"""kill -9 of PostgreSQL and Redis, and Redis absent from the start: pages go on, jobs wait, no result is lost."""

import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests import servers
from tests.faults.hall import Installation, Phone, all_go_on, lost, rows_of
from tests.trust.figures import record

pytestmark = [
    pytest.mark.faults,
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc"),
]

CLIENTS = 4
KILLS = 3
SEED = 20261130

# A job as a page queues it; the next line of output is its number.
PACK = """
from tournament.models import Job, Round
from tournament.services.jobs import queue_job
from tournament.tasks import bulk_run_job
round_ = Round.objects.order_by("number").first()
job = queue_job(kind="paper-pack", start=bulk_run_job.delay, tournament=round_.tournament, round_id=round_.pk,
    entry_address="http://hall/{table}/", address="http://hall/", language="it", version=%d)
print("JOB", job.pk)
"""
# What the schedule does a few minutes later.
LATER = """
from datetime import timedelta
from django.db.models import F
from tournament.models import Job
from tournament.tasks import watch_jobs
Job.objects.update(created_at=F("created_at") - timedelta(minutes=9), heartbeat_at=F("heartbeat_at") - timedelta(minutes=9))
watch_jobs()
"""


class Server:
    """A server that can be killed and started again with what it has on its disk."""

    def __init__(
        self, command: list[str | Path], log: Path, user: str | None, ready: Callable[[], bool]
    ) -> None:
        self.command, self.log, self.user, self.ready = command, log, user, ready
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, user=self.user, cwd="/", stdout=log, stderr=log)
        deadline = time.monotonic() + 60
        while not self.ready():
            assert time.monotonic() < deadline, self.log.read_text(errors="replace")
            time.sleep(0.1)

    def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        """kill -9, unless told otherwise."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(30)
            self.process = None


@pytest.fixture
def postgres() -> Iterator[tuple[Server, str]]:
    """PostgreSQL that keeps what it has acknowledged, as in production, and its URL."""
    user = servers.UNPRIVILEGED if servers.is_root() else None
    with tempfile.TemporaryDirectory(prefix="sdadata-postgres-") as folder:
        Path(folder).chmod(0o755)
        yield from _postgres_in(Path(folder), user)


def _postgres_in(home: Path, user: str | None) -> Iterator[tuple[Server, str]]:
    programs = servers.postgres_programs(home, user)
    data, port = servers.new_cluster(programs, home, user), servers.free_port()
    durable = {"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on", "port": str(port)}
    settings = servers.POSTGRES_SETTINGS | durable
    command = [programs / "postgres", "-D", data, *(f"--{name}={value}" for name, value in settings.items())]
    server = Server(command, home / "log", user, lambda: servers.answers_postgres(programs, port, user))
    server.start()
    try:
        yield server, f"postgres://postgres@127.0.0.1:{port}/postgres"
    finally:
        server.end(signal.SIGINT)


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[tuple[Server, str]]:
    """Redis that writes its queue down, not started yet, and its URL."""
    port = servers.free_port()
    command = [servers.redis_program(), "--port", str(port), "--bind", "127.0.0.1", "--appendonly", "yes"]
    folder = tmp_path / "redis"
    folder.mkdir()
    server = Server(
        [*command, "--dir", str(folder)], folder / "log", None, lambda: servers.answers_redis(port)
    )
    try:
        yield server, f"redis://127.0.0.1:{port}/0"
    finally:
        server.end()


@pytest.fixture
def installation(
    tmp_path: Path, postgres: tuple[Server, str], redis: tuple[Server, str]
) -> Iterator[Installation]:
    made = Installation(tmp_path, DATABASE_URL=postgres[1], REDIS_URL=redis[1])
    try:
        yield made
    finally:
        made.stop()


def queued(installation: Installation, version: int) -> int:
    return int(installation.manage("shell", "-v0", "-c", PACK % version).split("JOB ")[1])


def ended(installation: Installation, job: int) -> str:
    """The state in which a job ends."""
    deadline = time.monotonic() + 60
    while (state := state_of(installation, job)) in {"queued", "running"}:
        assert time.monotonic() < deadline, f"the job is {state} for ever"
        time.sleep(0.5)
    return state


def state_of(installation: Installation, job: int) -> str:
    (rows,) = rows_of(installation, "SELECT id, state FROM tournament_job")
    return str(dict(rows)[job])


def test_servers_are_killed_while_results_come_in(
    installation: Installation, postgres: tuple[Server, str], redis: tuple[Server, str]
) -> None:
    installation.start()  # Redis is not there yet
    assert installation.call("GET", "/readyz") == (200, {"ready": True, "database": True, "redis": False})
    enough = threading.Event()
    phones = [Phone(installation, number, enough) for number in range(CLIENTS)]
    for phone in phones:
        phone.start()
    all_go_on(installation, phones)
    waiting = queued(installation, 1)
    assert installation.call("GET", f"/t/{installation.slug}/standings/")[0] == 200
    assert state_of(installation, waiting) == "queued"

    redis[0].start()
    installation.manage("shell", "-v0", "-c", LATER)
    assert ended(installation, waiting) == "done"

    chance = random.Random(SEED)
    for _number in range(KILLS):
        for server, away in ((redis[0], 1.0), (postgres[0], 0.5)):
            time.sleep(1 + chance.random())
            server.end()
            time.sleep(away * chance.random())
            server.start()
        installation.kill("celery")
    all_go_on(installation, phones)
    enough.set()
    for phone in phones:
        phone.join()

    redis[0].end()  # gone for good: what is queued now waits
    assert installation.call("GET", f"/t/{installation.slug}/standings/")[0] == 200
    last = queued(installation, 2)
    redis[0].start()
    installation.manage("shell", "-v0", "-c", LATER)
    assert ended(installation, last) == "done"
    assert lost(installation, phones) == []
    assert "Everything is as it should be." in installation.manage("verify")
    record(
        "kill -9 of the database server, Redis and workers under load",
        database="postgresql",
        clients=CLIENTS,
        kills=3 * KILLS,
        sent=sum(phone.sent for phone in phones),
        acknowledged=sum(len(phone.acknowledged) for phone in phones),
        sent_again=sum(phone.repeated for phone in phones),
        lost=0,
    )
