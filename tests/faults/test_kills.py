"""kill -9 while results come in: every acknowledged one is there, nothing is half there, nobody has to help."""

import random
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.hall import Installation, Phone, all_go_on, lost, rows_of
from tests.trust.figures import record

pytestmark = [
    pytest.mark.faults,
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc"),
]

CLIENTS = 4
DRAWS_KILLED = 3
PLAYERS = 480
KILLS = 6
SEED = 20261129

HALL = f"""
from tests.factories import make_entrants, make_tournament
tournament = make_tournament("Sorteggio")
make_entrants(tournament, {PLAYERS}, clubs=12)
print("HALL", tournament.pk)
"""
DRAW = """
from tournament.models import Tournament
from tournament.services.jobs import queue_job
from tournament.tasks import bulk_run_job
job = queue_job(kind="seating", start=bulk_run_job.delay, tournament=Tournament.objects.get(pk=%d), split=None,
    reason="", sit_out=[], language="en")
"""
LATER = """
from datetime import timedelta
from tournament.models import Job
from tournament.tasks import watch_jobs
for job in Job.objects.filter(state="running"):
    Job.objects.filter(pk=job.pk).update(heartbeat_at=job.heartbeat_at - timedelta(minutes=9))
watch_jobs()
"""


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    made = Installation(tmp_path)
    try:
        yield made
    finally:
        made.stop()


def test_web_and_worker_are_killed_while_results_come_in(installation: Installation) -> None:
    installation.start()
    enough = threading.Event()
    phones = [Phone(installation, number, enough) for number in range(CLIENTS)]
    for phone in phones:
        phone.start()
    chance = random.Random(SEED)
    kills = 0
    for number in range(KILLS):
        time.sleep(2 + 2 * chance.random())
        kills += installation.kill("granian" if number % 3 else "celery") > 0
    # It comes back by itself: everybody gets another acknowledgement.
    all_go_on(installation, phones)
    enough.set()
    for phone in phones:
        phone.join()
    assert lost(installation, phones) == []
    assert "Everything is as it should be." in installation.manage("verify")
    record(
        "kill -9 of web and worker under load",
        database="sqlite",
        clients=CLIENTS,
        kills=kills,
        sent=sum(phone.sent for phone in phones),
        acknowledged=sum(len(phone.acknowledged) for phone in phones),
        sent_again=sum(phone.repeated for phone in phones),
        lost=0,
    )


def test_everything_is_killed_at_once_and_the_second_start_needs_no_hands(installation: Installation) -> None:
    installation.start()
    enough = threading.Event()
    phones = [Phone(installation, number, enough) for number in range(CLIENTS)]
    for phone in phones:
        phone.start()
    time.sleep(4)
    assert installation.process is not None
    installation.process.kill()
    installation.kill("")
    installation.process.wait()
    at_the_kill = sum(len(phone.acknowledged) for phone in phones)
    installation.start()
    time.sleep(3)
    enough.set()
    for phone in phones:
        phone.join()
    assert at_the_kill > 0
    assert sum(len(phone.acknowledged) for phone in phones) > at_the_kill
    assert lost(installation, phones) == []
    record(
        "kill -9 of everything at once, started again",
        database="sqlite",
        clients=CLIENTS,
        acknowledged=sum(len(phone.acknowledged) for phone in phones),
        lost=0,
    )


def drawn(installation: Installation, hall: int) -> tuple[int, int]:
    """Rounds and seats of a tournament."""
    rounds, seats = rows_of(
        installation,
        "SELECT tournament_id FROM tournament_round",
        "SELECT r.tournament_id FROM tournament_seat s JOIN tournament_round r ON r.id = s.round_id",
    )
    return rounds.count((hall,)), seats.count((hall,))


def newest_job(installation: Installation) -> tuple[int, str, str]:
    """The number, state and message of the newest job; 0 before there is one."""
    (rows,) = rows_of(installation, "SELECT id, state, message FROM tournament_job ORDER BY id")
    return rows[-1] if rows else (0, "", "")


def queue_draw(installation: Installation, hall: int, *until: str) -> tuple[int, str, str]:
    """Queue a draw as a page does, and return as soon as its job is in one of these states."""
    before, deadline = newest_job(installation)[0], time.monotonic() + 120
    asking = threading.Thread(target=installation.manage, args=("shell", "-v0", "-c", DRAW % hall))
    asking.start()
    while (job := newest_job(installation))[0] == before or job[1] not in until:
        assert time.monotonic() < deadline, (installation.var / "log").read_text()[-3000:]
        time.sleep(0.02)
    if "running" in until:
        installation.kill("celery")
    asking.join()
    return newest_job(installation)


def test_a_worker_that_dies_while_it_draws_leaves_a_whole_round_or_none(installation: Installation) -> None:
    installation.start()
    hall = int(installation.manage("shell", "-v0", "-c", HALL).split("HALL ")[1])
    killed = 0
    for _number in range(DRAWS_KILLED):
        _job, state, _message = queue_draw(installation, hall, "running", "done")
        assert drawn(installation, hall) == ((1, PLAYERS) if state == "done" else (0, 0))
        if state == "done":
            break
        killed += 1
        installation.manage("shell", "-v0", "-c", LATER)
        assert newest_job(installation)[1:] == (
            "failed",
            "The worker stopped before it was done. Nothing was changed: start it again.",
        )
    else:
        queue_draw(installation, hall, "done")
    assert killed
    assert drawn(installation, hall) == (1, PLAYERS)
    record(
        "kill -9 of the worker while it draws", database="sqlite", kills=killed, players=PLAYERS, half_drawn=0
    )
