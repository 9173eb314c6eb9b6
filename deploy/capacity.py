"""A model of the load: what each step of docs/scaling.md carries, what breaks first and what it costs.

`python -m deploy.capacity` prints the table. Times are those measured in docs/scaling.md, prices are assumptions to be
replaced by one's own. The queue of the web processes is simulated, request by request, from a seed.
"""

import heapq
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

SEED = 20261130
SECONDS = 8
"""So long an evening's busiest moment is simulated."""
POLL_SECONDS = 5
PAGE_MS, ENTRY_MS, RENDER_MS = 0.27, 54.0, 19.0
"""Processor time of an answer to a watcher, of a result entered, of a page made anew."""
VARIANTS = 2
"""Languages and themes in which a page is made anew after each result."""
PAGES, PLACES = 50, 20
"""Pages that are watched, and places of a network in front: each asks once a second."""
ANSWER_BYTES = 400
EVENING_HOURS, EVENINGS = 4, 8
ENTRY_LIMIT_MS = 300.0

CORE_EUROS, EDGE_EUROS, TRAFFIC_EUROS, DATABASE_EUROS = 8.0, 0.5, 0.04, 120.0
"""Assumed: a core a month, a million requests at the edge, a GB from the edge, a managed database a month."""
CORES_BESIDE = 2
"""Workers, Redis and the proxy."""
DATABASE_COMMITS = 1500.0
"""Commits a second of one PostgreSQL with every commit on the disk; a result takes two."""


@dataclass(frozen=True, slots=True)
class Step:
    """An installation at its busiest. `edge`: a network in front answers the watchers."""

    name: str
    processes: int
    watchers: int
    entries_a_minute: int
    edge: bool = False
    managed: bool = False


STEPS = (
    Step("a hall on a laptop", 1, 100, 20),
    Step("the largest hall on a laptop", 1, 2_000, 200),
    Step("a site, ten halls", 4, 10_000, 1_000),
    Step("several nodes, a hundred halls", 32, 100_000, 10_000, managed=True),
    Step("a national evening behind an edge", 32, 1_000_000, 10_000, edge=True, managed=True),
)


@dataclass(frozen=True, slots=True)
class Found:
    """What the model says of a step: shares of 1 for the processors and the database, times in milliseconds."""

    requests_a_second: float
    processors: float
    database: float
    entry_p99: float
    page_p99: float

    @property
    def carries(self) -> bool:
        """Whether results are entered in time."""
        return self.processors < 1 and self.database < 1 and self.entry_p99 <= ENTRY_LIMIT_MS


def requests_a_second(step: Step) -> float:
    """What reaches the web processes from watchers: all of them, or the network in front of them."""
    polls = step.watchers / POLL_SECONDS
    return min(polls, PAGES * PLACES) if step.edge else polls


def arrivals(step: Step, chance: random.Random) -> Iterator[tuple[float, float, bool]]:
    """Moment in milliseconds, work in milliseconds, whether it is a result; in no order."""
    for rate, work, is_entry in (
        (requests_a_second(step), PAGE_MS, False),
        (step.entries_a_minute / 60, ENTRY_MS, True),
        (VARIANTS * step.entries_a_minute / 60, RENDER_MS, False),
    ):
        moment = chance.expovariate(rate) if rate else SECONDS
        while moment < SECONDS:
            yield moment * 1000, work, is_entry
            moment += chance.expovariate(rate)


def simulated(step: Step) -> Found:
    """Let requests queue for the first free process, one after the other as they come."""
    free = [0.0] * step.processes
    entries, pages, busy = [0.0], [0.0], 0.0
    for moment, work, is_entry in sorted(arrivals(step, random.Random(SEED))):
        ends = max(moment, heapq.heappop(free)) + work
        heapq.heappush(free, ends)
        busy += work
        (entries if is_entry else pages).append(ends - moment)
    return Found(
        requests_a_second(step),
        busy / (SECONDS * 1000 * step.processes),
        2 * step.entries_a_minute / 60 / DATABASE_COMMITS,
        _p99(entries),
        _p99(pages),
    )


def _p99(times: list[float]) -> float:
    return sorted(times)[max(0, -(-99 * len(times) // 100) - 1)]


def breaks_first(step: Step) -> str:
    """What gives way when watchers and results grow alike, and how many times the step's load is carried."""
    carried, size = 1, 2
    while size <= 64 and simulated(_grown(step, size)).carries:
        carried, size = size, size * 2
    at = simulated(_grown(step, size))
    what = "the database's commits" if at.database >= max(at.processors, 1) else "the web processes"
    return f"{what}, beyond {carried}×"


def _grown(step: Step, size: int) -> Step:
    return replace(step, watchers=step.watchers * size, entries_a_minute=step.entries_a_minute * size)


def euros_a_month(step: Step) -> float:
    """What a month with eight evenings costs under the assumed prices; a laptop in the hall costs nothing."""
    if not step.managed and step.processes == 1:
        return 0.0
    hours = EVENING_HOURS * EVENINGS
    polls = step.watchers / POLL_SECONDS * 3600 * hours if step.edge else 0.0
    edge = polls / 1e6 * EDGE_EUROS + polls * ANSWER_BYTES / 1e9 * TRAFFIC_EUROS
    database = DATABASE_EUROS if step.managed else 0.0
    return (step.processes + CORES_BESIDE) * CORE_EUROS + database + edge


HEAD = (
    "| step | web processes | watchers | results a minute | requests a second | processors | database | entry p99 "
    "| page p99 | breaks first | € a month |"
)


def page() -> str:
    """The table, one line a step."""
    lines = [HEAD, "|---|--:|--:|--:|--:|--:|--:|--:|--:|---|--:|"]
    for step in STEPS:
        found = simulated(step)
        lines.append(
            f"| {step.name} | {step.processes} | {step.watchers:,} | {step.entries_a_minute:,} "
            f"| {found.requests_a_second:,.0f} | {found.processors:.0%} | {found.database:.0%} "
            f"| {found.entry_p99:.0f} ms | {found.page_p99:.0f} ms | {breaks_first(step)} "
            f"| {euros_a_month(step):,.0f} |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    print(page())
