"""A site for benchmarks: a database of its own in a folder that goes away, with tournaments of any size."""

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tournament.models import Entrant, Round, Tournament

ROOT = Path(__file__).resolve().parents[1]
STARTS_WITHIN = 60
DAY = date(2026, 11, 28)
COLOURS = ("red", "blue", "green", "yellow")


@contextlib.contextmanager
def site(**environment: str) -> Iterator[Path]:
    """Django on a fresh database in a folder of its own; the environment is also that of servers started within."""
    with tempfile.TemporaryDirectory(prefix="sdadata-bench-") as folder:
        os.environ |= {
            "SDADATA_VAR": folder,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "LANGUAGE_CODE": "it",
            **environment,
        }
        import django  # noqa: PLC0415  # the settings are chosen above
        from django.core.management import call_command  # noqa: PLC0415  # likewise

        django.setup()
        call_command("migrate", verbosity=0)
        yield Path(folder)


def forget() -> None:
    """Everything that this process remembers of tournaments: the next answer is made as the first."""
    from django.core.cache import cache  # noqa: PLC0415  # needs the settings

    from tournament.api import documents  # noqa: PLC0415  # needs the apps
    from tournament.selectors.known import known_entrants, known_standings  # noqa: PLC0415  # likewise
    from tournament.web import public, standings_page  # noqa: PLC0415  # likewise
    from tournament.web.caching import kept_pages  # noqa: PLC0415  # likewise

    cache.clear()
    kept_pages.clear()
    known_standings.clear()
    known_entrants.cache_clear()
    for memory in (documents.ROWS, public.CARDS, standings_page.ROWS):
        memory.clear()


def played_tournament(slug: str, entrants: int, rounds: int = 4, *, open_rounds: int = 0) -> "Tournament":
    """A tournament of tables of four with that many closed rounds, then rounds in play without results."""
    from scoring.presets import preset  # noqa: PLC0415  # needs the apps, like the models below
    from tournament import models as db  # noqa: PLC0415

    tournament = db.Tournament.objects.create(
        name=f"Open {slug}",
        slug=slug,
        starts_on=DAY,
        ends_on=DAY,
        state=db.TournamentState.RUNNING,
        formula=preset("open").to_document(),
        preset="open",
    )
    stage = db.Stage.objects.create(
        tournament=tournament, position=1, kind=db.StageKind.RANKED, name="Qualificazione"
    )
    people = enter(tournament, entrants)
    chance = Random(entrants)
    for number in range(1, rounds + open_rounds + 1):
        closed = number <= rounds
        state = db.RoundState.CLOSED if closed else db.RoundState.PLAYING
        held = db.Round.objects.create(tournament=tournament, stage=stage, number=number, state=state)
        seat(held, chance.sample(people, len(people)), chance if closed else None)
    return tournament


def enter(tournament: "Tournament", count: int) -> list["Entrant"]:
    """So many people of twelve clubs, present."""
    from tournament import models as db  # noqa: PLC0415  # needs the apps

    clubs = [db.Club.objects.get_or_create(name=f"Circolo {number}")[0] for number in range(1, 13)]
    people = db.Person.objects.bulk_create(
        [db.Person(first_name=f"Nome{number}", last_name=f"Cognome{number}") for number in range(count)]
    )
    return db.Entrant.objects.bulk_create(
        [
            db.Entrant(
                tournament=tournament,
                number=number,
                person=person,
                club=clubs[number % len(clubs)],
                state=db.EntrantState.CHECKED_IN,
            )
            for number, person in enumerate(people, start=1)
        ]
    )


def seat(held: "Round", people: list["Entrant"], chance: Random | None) -> None:
    """Seat everybody in fours; with a `chance`, every table gets a confirmed result."""
    from tournament import models as db  # noqa: PLC0415  # needs the apps

    tables = db.Table.objects.bulk_create(
        [db.Table(round=held, number=number + 1, size=4) for number in range(len(people) // 4)]
    )
    seats = db.Seat.objects.bulk_create(
        [
            db.Seat(
                table=table,
                round=held,
                entrant=people[4 * index + turn],
                turn_order=turn + 1,
                colour=COLOURS[turn],
            )
            for index, table in enumerate(tables)
            for turn in range(4)
        ]
    )
    if chance is not None:
        confirm(tables, seats, chance)


def confirm(tables: list[Any], seats: list[Any], chance: Random) -> None:
    """Give every table an effective result: points drawn, best first."""
    from django.utils import timezone  # noqa: PLC0415  # needs the settings

    from tournament import models as db  # noqa: PLC0415  # needs the apps

    now = timezone.now()
    submissions = db.Submission.objects.bulk_create(
        [
            db.Submission(table=table, number=1, state="confirmed", effective=True, confirmed_at=now)
            for table in tables
        ]
    )
    db.SeatResult.objects.bulk_create(
        [
            db.SeatResult(submission=submission, seat=seats[4 * index + turn], points=points, place=turn + 1)
            for index, submission in enumerate(submissions)
            for turn, points in enumerate(sorted((chance.randrange(60) for _ in range(4)), reverse=True))
        ]
    )


@contextlib.contextmanager
def serving(*options: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """`manage.py serve` on a free port of the loopback interface: its process, once it answers, and the port."""
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--port", str(port), *options]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        await_answer(port)
        yield server, port
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=30)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def await_answer(port: int, path: str = "/healthz") -> None:
    """Return when the server has answered. Raises TimeoutError."""
    give_up = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < give_up:
        with contextlib.suppress(OSError, http.client.HTTPException):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            connection.request("GET", path)
            if connection.getresponse().status == http.client.OK:
                return
        time.sleep(0.02)
    raise TimeoutError(port)


def tree(pid: int) -> list[int]:
    """A process and all that it started, on Linux."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    with contextlib.suppress(OSError):
        return [pid, *(one for child in children.read_text().split() for one in tree(int(child)))]
    return []


def processor_seconds(pid: int) -> float:
    """What a process and all that it started have used of the processor."""
    used = 0
    for one in tree(pid):
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()
            used += int(fields[11]) + int(fields[12])
    return used / os.sysconf("SC_CLK_TCK")


def megabytes(pid: int) -> float:
    """The memory of one process, shared pages counted in proportion."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    return 0.0
