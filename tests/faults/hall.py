"""An installation that processes can be killed of, phones that report results to it, and what it must hold afterwards."""

import contextlib
import http.client
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import uuid
from pathlib import Path
from typing import Any

import psycopg

from tests.servers import free_port
from tests.trust.test_archive import ARCHIVES, RELEASED

ROOT = Path(__file__).resolve().parents[2]

PREPARE = f"""
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("restore", {str(ARCHIVES / RELEASED[1])!r})
from tournament.models import Membership, Table, Tournament, User
from tournament.services.tokens import issue_token
tournament = Tournament.objects.get()
user = User.objects.create(username="fault")
Membership.objects.create(tournament=tournament, user=user, role="director")
_token, text = issue_token(user=user, name="faults", scopes=["read", "results"], days=1)
tables = Table.objects.filter(round__tournament=tournament, submissions=None).order_by("pk")
places = ",".join(str(one.pk) + ":" + str(one.seats.count()) for one in tables)
print("FACTS", text, tournament.slug, places)
"""


class Installation:
    """`manage.py serve` in a folder of its own, with a tournament in play and a token for it."""

    def __init__(self, var: Path, **variables: str) -> None:
        self.var, self.port = var, free_port()
        self.environment = {**os.environ, "SDADATA_VAR": str(var), "WORKER_THREADS": "1"}
        for name in ("DATABASE_URL", "REDIS_URL"):
            self.environment.pop(name, None)
        self.environment.update(variables)
        facts = self.manage("shell", "-v0", "-c", PREPARE).split("FACTS ")[1].split()
        self.token, self.slug = facts[0], facts[1]
        self.tables = [(int(pk), int(size)) for pk, size in (one.split(":") for one in facts[2].split(","))]
        self.process: subprocess.Popen[bytes] | None = None

    def manage(self, *arguments: str) -> str:
        """What a command prints."""
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, check=True, encoding="utf-8"
        ).stdout

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "manage.py", "serve", "--prepare", "--port", str(self.port)]
        with (self.var / "log").open("ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=log, stderr=log)
        deadline = time.monotonic() + 180
        while self.call("GET", "/healthz")[0] != 200:
            assert time.monotonic() < deadline, (self.var / "log").read_text()
            time.sleep(0.2)

    def call(self, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, Any]:
        """Status and document of an answer; 0 when there is none."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException):
            return 0, None
        finally:
            connection.close()
        with contextlib.suppress(ValueError):
            return answer.status, json.loads(content)
        return answer.status, None

    def processes(self, word: str) -> list[int]:
        """The processes of this installation whose command line holds a word."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                environment = (folder / "environ").read_bytes() + b"\0"
                line = (folder / "cmdline").read_bytes()
                if f"SDADATA_VAR={self.var}\0".encode() in environment and word.encode() in line:
                    found.append(int(folder.name))
        return found

    def kill(self, word: str) -> int:
        """kill -9 all processes of that kind; how many."""
        killed = 0
        for pid in self.processes(word):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                killed += 1
        return killed

    def stop(self) -> None:
        """Stop what still runs."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(20)
        self.kill("")


class Phone(threading.Thread):
    """Reports results one after another; what is not answered is sent again with the same key."""

    def __init__(self, installation: Installation, number: int, enough: threading.Event) -> None:
        super().__init__(daemon=True)
        self.installation, self.number, self.enough = installation, number, enough
        self.acknowledged: dict[str, tuple[int, int]] = {}
        self.sent = self.repeated = 0

    def run(self) -> None:
        table, size = self.installation.tables[self.number % len(self.installation.tables)]
        path = f"/api/v1/tournaments/{self.installation.slug}/tables/{table}/submissions/"
        seats = [{"turn": turn, "points": 50 - 5 * turn - self.number % 3} for turn in range(1, size + 1)]
        while not self.enough.is_set():
            key, self.sent = uuid.uuid4().hex, self.sent + 1
            while True:
                status, document = self.installation.call("POST", path, {"seats": seats}, key)
                if status == 201:
                    self.acknowledged[key] = table, document["number"]
                    break
                assert status in {0, 500, 502, 503}, (status, document)
                self.repeated += 1
                if self.enough.wait(0.3):
                    return


HALF = (
    "SELECT s.id FROM tournament_submission s WHERE (SELECT count(*) FROM tournament_seatresult r "
    "WHERE r.submission_id = s.id) <> (SELECT count(*) FROM tournament_seat t WHERE t.table_id = s.table_id)"
)


def rows_of(installation: Installation, *queries: str) -> list[list[tuple[Any, ...]]]:
    """What the database itself answers, without the program."""
    url = installation.environment.get("DATABASE_URL")
    database: Any = psycopg.connect(url) if url else sqlite3.connect(installation.var / "sdadata.sqlite3")
    with contextlib.closing(database):
        return [database.execute(query).fetchall() for query in queries]


def lost(installation: Installation, phones: list[Phone]) -> list[str]:
    """Acknowledged keys whose result is not in the database, or there twice; nothing is there by halves."""
    if "DATABASE_URL" not in installation.environment:
        checks = rows_of(installation, "PRAGMA integrity_check", "PRAGMA foreign_key_check")
        assert checks == [[("ok",)], []]
    places, written, half = rows_of(
        installation,
        "SELECT table_id, number FROM tournament_submission",
        "SELECT key FROM tournament_seenwrite",
        HALF,
    )
    assert half == []
    keys = {key for (key,) in written}
    assert len(keys) == len(written)
    acknowledged = {key: place for phone in phones for key, place in phone.acknowledged.items()}
    assert len(set(acknowledged.values())) == len(acknowledged)
    return [key for key, place in acknowledged.items() if place not in places or key not in keys]


def all_go_on(installation: Installation, phones: list[Phone]) -> None:
    """Wait until every phone got another acknowledgement."""
    before = [len(phone.acknowledged) for phone in phones]
    deadline = time.monotonic() + 120
    while any(len(phone.acknowledged) <= had for phone, had in zip(phones, before, strict=True)):
        assert time.monotonic() < deadline, (installation.var / "log").read_text()[-3000:]
        time.sleep(0.2)
