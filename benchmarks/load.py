"""A real server under load on the loopback interface: rates against a bare "ok", and a busy hall.

Run with `python -m benchmarks.load [seconds] [postgres]`: on SQLite as a hall has it, or on PostgreSQL (with every
commit on the disk) and Redis. The hall: 2,000 watchers who ask every 5 seconds, each with the version that the last
answer named, while 200 results a minute are entered; after every entry the page must be new at once.
"""

import contextlib
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from benchmarks._site import played_tournament, processor_seconds, serving, site
from benchmarks._visitors import Answer, Visitor, Visitors, request

ENTRANTS, ROUNDS, CONNECTIONS = 300, 4, 16
WATCHERS, ASK_EVERY = 2_000, 5
RESULTS_A_MINUTE = 200
SECONDS = 25
WATCHED = ("standings/", "", "rounds/5/", "standings/4/")
DURABLE = {"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on"}
REPORT = {
    "seats": [{"turn": turn, "points": points} for turn, points in enumerate((46, 30, 20, 10), start=1)],
    "ending": "closing",
}


def percentile(times: list[float], share: float) -> float:
    """The time that so large a share of all keeps within; 0 without any."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] if times else 0.0


def closed_loop(port: int, asked: bytes, seconds: float) -> tuple[float, float, float]:
    """Requests a second, median and 99th percentile in milliseconds, everybody asking again at once."""
    times: list[float] = []
    until = time.perf_counter() + seconds

    def visitor() -> Visitor:
        while time.perf_counter() < until:
            answer = yield asked
            assert answer is not None
            times.append(answer.milliseconds)

    Visitors(port, CONNECTIONS).run([visitor() for _ in range(CONNECTIONS)])
    return len(times) / seconds, percentile(times, 0.5), percentile(times, 0.99)


def first_answer(port: int, asked: bytes) -> Answer:
    """What one visitor gets."""
    answers: list[Answer] = []

    def visitor() -> Visitor:
        answer = yield asked
        assert answer is not None
        answers.append(answer)

    Visitors(port, 1).run([visitor()])
    return answers[0]


def rates(port: int, seconds: float) -> None:
    """Rates of a kept page beside the bare ok, in turn, so that whatever else runs slows down all alike."""
    page = "/t/open/standings/"
    etag = first_answer(port, request(page)).etag
    cases = {
        "bare ok": request("/healthz"),
        "kept page": request(page),
        "kept page, 304": request(page, If_None_Match=etag),
    }
    best: dict[str, tuple[float, float, float]] = {}
    for _ in range(3):
        for name, asked in cases.items():
            measured = closed_loop(port, asked, seconds / 9)
            best[name] = max(best.get(name, (0.0, 0.0, 0.0)), measured)
    for name, (rate, usual, slow) in best.items():
        share = rate / best["bare ok"][0]
        print(
            f"{name:16} {rate:7.0f} requests a second, {share:.0%} of the bare ok; "
            f"at {CONNECTIONS} connections median {usual:.1f} ms, p99 {slow:.1f} ms"
        )


@dataclass(slots=True)
class Hall:
    """A round in play: who watches, what was entered, what was seen."""

    token: str
    tables: list[int]
    until: float = 0.0
    polls: list[float] = field(default_factory=list)
    entries: list[float] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)
    stale: int = 0
    late: int = 0

    def watcher(self, number: int) -> Visitor:
        """One watcher: asks every five seconds with the last version."""
        path, etag = f"/t/open/{WATCHED[number % len(WATCHED)]}", '"none"'
        due = time.perf_counter() + number * ASK_EVERY / WATCHERS
        while due < self.until:
            yield due
            answer = yield request(path, If_None_Match=etag, X_Fragments="1")
            assert answer is not None
            etag = answer.etag
            self.polls.append(answer.milliseconds)
            self.statuses[f"watch {answer.status}"] += 1
            due += ASK_EVERY
            self.late += time.perf_counter() > due

    def scorekeeper(self) -> Visitor:
        """A result every 0.3 s; the page asked for right after it must not be the version before."""
        page, due = "/t/open/rounds/5/", time.perf_counter()
        for table in self.tables:
            if due > self.until:
                return
            yield due
            before = yield request(page)
            answer = yield self._entry(table)
            assert before is not None
            assert answer is not None
            after = yield request(page, If_None_Match=before.etag)
            assert after is not None
            self.entries.append(answer.milliseconds)
            self.statuses[f"enter {answer.status}"] += 1
            self.stale += after.status != 200
            due += 60 / RESULTS_A_MINUTE

    def _entry(self, table: int) -> bytes:
        return request(
            f"/api/v1/tournaments/open/tables/{table}/submissions/",
            json.dumps(REPORT).encode(),
            Authorization=f"Bearer {self.token}",
            Idempotency_Key=f"table-{table}",
        )

    def run(self, port: int, seconds: float) -> None:
        """Everybody at once, after one visit and one result: a server that has just started first loads what it needs."""
        for page in WATCHED:
            first_answer(port, request(f"/t/open/{page}", X_Fragments="1"))
        first_answer(port, self._entry(self.tables.pop()))
        self.until = time.perf_counter() + seconds
        watchers = [self.watcher(number) for number in range(WATCHERS)]
        Visitors(port, CONNECTIONS).run([self.scorekeeper(), *watchers])

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
    """A token that may enter results, and the tables of the rounds in play."""
    from tournament import models as db  # noqa: PLC0415  # needs the apps
    from tournament.services.tokens import issue_token  # noqa: PLC0415  # likewise

    tournament = db.Tournament.objects.get(slug="open")
    referee = db.User.objects.create(username="arbitro")
    db.Membership.objects.create(user=referee, tournament=tournament, role=db.Role.REFEREE)
    _, token = issue_token(user=referee, name="load", scopes=[db.Scope.READ, db.Scope.RESULTS], days=1)
    tables = db.Table.objects.filter(round__tournament=tournament, round__number__gt=ROUNDS)
    return token, list(tables.order_by("round", "number").values_list("pk", flat=True))


@contextlib.contextmanager
def servers(*, postgres: bool) -> Iterator[dict[str, str]]:
    """The environment of a site on SQLite, or on a PostgreSQL and a Redis of its own."""
    if not postgres:
        yield {}
        return
    from tests import servers as real  # noqa: PLC0415  # only here

    with real.postgres(**DURABLE) as database, real.redis() as redis:
        yield {"DATABASE_URL": database, "REDIS_URL": redis}


def main(seconds: float, *, postgres: bool = False) -> None:
    """Both measurements, on a server of its own."""
    with servers(postgres=postgres) as environment, site(**environment):
        played_tournament("open", ENTRANTS, ROUNDS, open_rounds=3)
        token, tables = referee_token()
        print("PostgreSQL and Redis" if postgres else "SQLite")
        with serving() as (server, port):
            rates(port, seconds)
            used, own = processor_seconds(server.pid), time.process_time()
            hall = Hall(token, tables)
            hall.run(port, seconds)
            hall.report()
            print(
                f"in {seconds:.0f} s the server used {processor_seconds(server.pid) - used:.1f} s of processor, "
                f"the asking {time.process_time() - own:.1f} s; load average {os.getloadavg()[0]:.1f}"
            )


if __name__ == "__main__":
    numbers = [float(word) for word in sys.argv[1:] if word != "postgres"]
    main(numbers[0] if numbers else SECONDS, postgres="postgres" in sys.argv)
