"""A real server under load on the loopback interface: rates against a bare "ok", and a busy hall.

Run with `python -m benchmarks.load [seconds]`. The hall: 2,000 watchers who ask every 5 seconds, each with the version
that the last answer named, while 200 results a minute are entered; after every entry the page must be new at once.
The asking takes its part of the processor, so that rates are lower than the server's own.
"""

import asyncio
import json
import os
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

from benchmarks._site import played_tournament, processor_seconds, serving, site

ENTRANTS, CONNECTIONS = 300, 16
WATCHERS, ASK_EVERY = 2_000, 5
RESULTS_A_MINUTE = 200
WATCHED = ("standings/", "", "rounds/5/", "standings/4/")
REPORT = {
    "seats": [{"turn": turn, "points": points} for turn, points in enumerate((46, 30, 20, 10), start=1)],
    "ending": "closing",
}


@dataclass(slots=True)
class Answer:
    """What came back."""

    status: int
    etag: str
    milliseconds: float


class Connection:
    """A kept-alive connection to the server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def to(cls, port: int) -> "Connection":
        """Connect."""
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def ask(self, path: str, body: bytes = b"", **headers: str) -> Answer:
        """One request (a POST with a body), one answer, read to its end."""
        began = time.perf_counter()
        fields = {"Host": "127.0.0.1", "Accept-Encoding": "gzip", "Accept-Language": "it"}
        fields |= {name.replace("_", "-"): value for name, value in headers.items()}
        if body:
            fields |= {"Content-Length": str(len(body)), "Content-Type": "application/json"}
        head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        self.writer.write(f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
        told = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status = int(told[9:12])
        found = {
            name.lower(): value
            for name, _, value in (line.partition(": ") for line in told.split("\r\n")[1:-2])
        }
        await self.reader.readexactly(int(found.get("content-length", 0)))
        return Answer(status, found.get("etag", ""), (time.perf_counter() - began) * 1000)


def percentile(times: list[float], share: float) -> float:
    """The time that so large a share of all keeps within."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


async def closed_loop(port: int, path: str, seconds: float, **headers: str) -> tuple[float, float]:
    """Requests a second and 99th percentile in milliseconds, everybody asking again at once."""
    times: list[float] = []
    until = time.perf_counter() + seconds

    async def visitor() -> None:
        connection = await Connection.to(port)
        while time.perf_counter() < until:
            times.append((await connection.ask(path, b"", **headers)).milliseconds)
        connection.writer.close()

    await asyncio.gather(*(visitor() for _ in range(CONNECTIONS)))
    return len(times) / seconds, percentile(times, 0.99)


async def rates(port: int, seconds: float) -> None:
    """Rates of a kept page beside the bare ok, in turn, so that whatever else runs slows down all alike."""
    page = "/t/open/standings/"
    connection = await Connection.to(port)
    etag = (await connection.ask(page)).etag
    cases: dict[str, tuple[str, dict[str, str]]] = {
        "bare ok": ("/healthz", {}),
        "kept page": (page, {}),
        "kept page, 304": (page, {"If_None_Match": etag}),
    }
    best: dict[str, tuple[float, float]] = {}
    for _ in range(3):
        for name, (path, headers) in cases.items():
            best[name] = max(
                best.get(name, (0.0, 0.0)), await closed_loop(port, path, seconds / 9, **headers)
            )
    for name, (rate, slow) in best.items():
        share = rate / best["bare ok"][0]
        print(f"{name:16} {rate:7.0f} requests a second, {share:.0%} of the bare ok; p99 {slow:.1f} ms")


@dataclass(slots=True)
class Hall:
    """A round in play: who watches, what was entered, what was seen."""

    port: int
    token: str
    tables: list[int]
    until: float
    polls: list[float] = field(default_factory=list)
    entries: list[float] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)
    stale: int = 0
    late: int = 0

    async def watch(self, number: int, lane: "asyncio.Queue[Connection]") -> None:
        """One watcher: asks every five seconds with the last version, on a connection of the lane."""
        path, etag = f"/t/open/{WATCHED[number % len(WATCHED)]}", ""
        due = time.perf_counter() + number * ASK_EVERY / WATCHERS
        while due < self.until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            connection = await lane.get()
            answer = await connection.ask(path, If_None_Match=etag or '"none"', X_Fragments="1")
            lane.put_nowait(connection)
            etag = answer.etag
            self.polls.append(answer.milliseconds)
            self.statuses[f"watch {answer.status}"] += 1
            due += ASK_EVERY
            self.late += time.perf_counter() > due

    async def enter(self) -> None:
        """A result every 0.3 s; the page asked for right after it must not be the version before."""
        connection, due = await Connection.to(self.port), time.perf_counter()
        for table in self.tables:
            if due > self.until:
                return
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            before = await connection.ask("/t/open/rounds/5/")
            answer = await connection.ask(
                f"/api/v1/tournaments/open/tables/{table}/submissions/",
                json.dumps(REPORT).encode(),
                Authorization=f"Bearer {self.token}",
                Idempotency_Key=f"table-{table}",
            )
            self.entries.append(answer.milliseconds)
            self.statuses[f"enter {answer.status}"] += 1
            after = await connection.ask("/t/open/rounds/5/", If_None_Match=before.etag)
            self.stale += after.status != 200
            due += 60 / RESULTS_A_MINUTE

    async def run(self) -> None:
        """Everybody at once."""
        lane: asyncio.Queue[Connection] = asyncio.Queue()
        for _ in range(CONNECTIONS):
            lane.put_nowait(await Connection.to(self.port))
        await asyncio.gather(self.enter(), *(self.watch(number, lane) for number in range(WATCHERS)))

    def report(self) -> None:
        """Print what was seen."""
        print(
            f"{len(self.polls)} answers to {WATCHERS} watchers: median {percentile(self.polls, 0.5):.1f} ms, "
            f"p99 {percentile(self.polls, 0.99):.1f} ms, {self.late} came after the next was due"
        )
        print(
            f"{len(self.entries)} results entered: median {percentile(self.entries, 0.5):.0f} ms, "
            f"p99 {percentile(self.entries, 0.99):.0f} ms; pages that were stale afterwards: {self.stale}"
        )
        print("statuses: " + ", ".join(f"{name} × {count}" for name, count in sorted(self.statuses.items())))


def referee_token() -> tuple[str, list[int]]:
    """A token that may enter results, and the tables of the round in play."""
    from tournament import models as db  # noqa: PLC0415  # needs the apps
    from tournament.services.tokens import issue_token  # noqa: PLC0415  # likewise

    tournament = db.Tournament.objects.get(slug="open")
    referee = db.User.objects.create(username="arbitro")
    db.Membership.objects.create(user=referee, tournament=tournament, role=db.Role.REFEREE)
    _, token = issue_token(user=referee, name="load", scopes=[db.Scope.READ, db.Scope.RESULTS], days=1)
    tables = db.Table.objects.filter(round__tournament=tournament, round__number=5)
    return token, list(tables.order_by("number").values_list("pk", flat=True))


def main(seconds: float) -> None:
    """Both measurements, on a server of its own."""
    with site():
        played_tournament("open", ENTRANTS, 4, open_rounds=1)
        token, tables = referee_token()
        with serving() as (server, port):
            asyncio.run(rates(port, seconds))
            used = processor_seconds(server.pid)
            hall = Hall(port, token, tables, time.perf_counter() + seconds)
            asyncio.run(hall.run())
            hall.report()
            print(
                f"the server used {processor_seconds(server.pid) - used:.1f} s of processor in {seconds:.0f} s; "
                f"other programs were running: load average {os.getloadavg()[0]:.1f}"
            )


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 25)
