"""The model of the load: sane at both ends, and the table of the documentation is the one that it prints."""

from dataclasses import replace
from pathlib import Path

from deploy.capacity import (
    PAGES,
    PLACES,
    STEPS,
    Step,
    breaks_first,
    euros_a_month,
    page,
    requests_a_second,
    simulated,
)

HALL, _LARGE, SITE, NODES, EDGE = STEPS


def test_the_documentation_shows_what_the_model_says() -> None:
    written = Path(__file__).resolve().parent.parent / "docs" / "scaling.md"
    assert page() in written.read_text(encoding="utf-8")


def test_an_idle_installation_waits_for_nobody() -> None:
    found = simulated(Step("idle", 1, 0, 0))
    assert (found.processors, found.entry_p99, found.page_p99, found.carries) == (0, 0, 0, True)


def test_more_processes_carry_more_and_too_few_carry_nothing() -> None:
    alone = simulated(replace(SITE, processes=1))
    assert (alone.carries, alone.processors > 1, simulated(SITE).carries) == (False, True, True)
    assert alone.entry_p99 > simulated(SITE).entry_p99


def test_behind_an_edge_watchers_do_not_reach_the_nodes() -> None:
    assert requests_a_second(EDGE) == PAGES * PLACES
    assert requests_a_second(replace(EDGE, watchers=10**7)) == PAGES * PLACES
    assert requests_a_second(NODES) == NODES.watchers / 5


def test_what_breaks_first_depends_on_what_is_plenty() -> None:
    assert breaks_first(HALL).startswith("the web processes")
    assert breaks_first(Step("all cores of the world", 4000, 0, 40_000, managed=True)).startswith(
        "the database"
    )


def test_costs_grow_with_what_is_used() -> None:
    assert euros_a_month(HALL) == 0
    assert euros_a_month(SITE) < euros_a_month(NODES) < euros_a_month(EDGE)
