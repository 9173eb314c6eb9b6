"""What keeps the whole run short, each as a table: what is not measured twice, what begins first, what both databases see."""

import os
from collections.abc import Iterable, Sequence

import pytest
from coverage import Coverage

UNMEASURED = {
    "tests/e2e": "browsers open pages whose every branch tests/tournament/web reaches",
    "tests/games/engine/test_batch.py::test_compiled_kernel_plays_the_same_games": "no tracer sees compiled code",
    "tests/games/engine/test_batch.py::test_plain_kernel_plays_the_same_games": "its rare events are played beside it",
    "tests/games/engine/test_perft.py": "counts what the listing of decisions gives, which whole games list too",
    "tests/games/engine/test_play.py::test_random_games_stay_possible": "Hypothesis plays such games beside it",
    "tests/games/engine/test_record.py::test_whole_games_come_back": "writes what one recorded game holds already",
    "tests/games/odds/test_odds.py::test_the_largest_questions_can_be_printed": "small questions go the same way",
    "tests/games/risikard/test_play.py": "plays by the rules that the casebook breaks and keeps one by one",
    "tests/games/risk/test_allied_play.py": "plays by the rules that the casebook breaks and keeps one by one",
    "tests/games/risk/test_engine.py::test_a_game_ends_with_one_player_left": "positions beside it come to the same end",
    "tests/games/risk/test_engine.py::test_choices_and_the_adjudicator_agree": "asks for every act what others ask once",
    "tests/games/risk/test_partial.py": "judges the casebook again with less and less known",
    "tests/games/test_consequences.py": "judges the casebook again for what follows",
    "tests/games/test_mutated_cases.py": "judges the casebook again with damages",
    "tests/scoring/knockout/test_semifinals.py::test_a_draw_too_large_to_compare_says_so": "small draws go the same way",
    "tests/scoring/knockout/test_semifinals.py::test_opponents_are_equally_likely_where_clubs_leave_a_choice": "draws often",
    "tests/scoring/test_needs.py::test_more_points_are_never_worse": "named rounds reach what these meet by chance",
    "tests/scoring/test_needs.py::test_no_possible_round_contradicts_a_verdict": "named rounds reach the same",
    "tests/scoring/test_properties.py": "scores random tournaments by formulas that the tests beside it reach one by one",
    "tests/test_capacity.py": "reckons outside of what is measured",
    "tests/test_locale.py": "reads sources and catalogues",
    "tests/test_locale_pages.py": "opens the pages of the demo again, in Italian",
    "tests/test_serve.py::test_many_nodes_may_prepare_the_same_database": "prepares as every installation does",
    "tests/test_serve.py::test_the_same_code_runs_on_postgresql_and_redis": "serves as the installation beside it does",
    "tests/test_start.py": "starts what is outside of what is measured",
    "tests/tournament/api/test_schema.py": "sends what the schema allows to routes that the tests beside it know",
    "tests/tournament/models/test_constraints.py": "asks the database",
    "tests/tournament/reports/test_entrant_file.py::test_every_row_is_read_or_named": "reads random rows after named ones",
    "tests/tournament/reports/test_paper.py::test_a_pack_for_a_whole_hall_in_less_than_three_seconds": "a small pack, often",
    "tests/tournament/test_demo.py::TestTheDemo::test_the_same_seed_makes_the_same_demo": "makes it again",
    "tests/tournament/web/test_accounts.py::test_every_account_page_stands_in_our_frame": "pages of a library",
    "tests/tournament/web/test_console.py::test_the_number_of_queries_does_not_grow": "opens the same pages, longer",
    "tests/tournament/web/test_log_words.py::test_every_act_that_is_recorded_has_words": "reads sources",
    "tests/tournament/web/test_log_words.py::test_every_fact_that_is_recorded_has_words": "reads sources",
    "tests/trust/test_concurrency.py::test_fifty_phones_report_the_same_tables": "reports as one phone does, often",
    "tests/trust/test_concurrency.py::test_fifty_report_confirm_and_correct_at_once": "reports as one phone does, often",
    "tests/trust/test_corrections.py::test_the_errata_cost_the_same_for_one_and_for_thirty": "opens the same page, longer",
    "tests/trust/test_fuzz.py": "sends nasty values to the same pages",
    "tests/trust/test_permissions.py": "opens every address again for each role",
    "tests/trust/test_privacy.py": "reads every public page again for what it must not say",
    "tests/trust/test_safety.py": "tries every cell of the matrix with services whose tests reach all of them",
    "tests/trust/test_stateful.py": "plays whole tournaments through the same services",
}
"""Folders, files and tests that go over the same code again to prove something else than that it is reached, and why so.

A tracer makes tests of pages half as slow again, and those of the rules take three times as long under it; what these
reach, others reach under it.
"""

REPEATED = {
    "tests/games/engine/test_adjudicator_agrees.py": "a game for each seed",
    "tests/games/engine/test_play.py::test_what_verify_accepts_is_what_is_listed": "a game for each seed",
    "tests/games/futurisiko/test_play.py": "a game for each number of players",
    "tests/games/risk/test_engine.py::test_what_holds_after_every_act": "a game for each number of players and variant",
}
"""Tests that do the same with other figures: the first time is measured, the others need no tracer either."""

LONGEST = (
    (
        "tests/e2e/scenarios",
        "tests/trust",
        "tests/tournament/api",
        "tests/test_serve.py",
        "tests/test_locale_pages.py",
    ),
    ("tests/e2e",),
)
"""What each of two processes begins with: a test of half a minute that starts last lets the other wait for it.

A test belongs to the first row that names it.
"""

QUICK = ("tests/games", "tests/scoring", "tests/seating")
"""What comes last: thousands of tests of milliseconds, of which the last are shared out evenly."""

ONE_DATABASE = {
    "tests/e2e": "browsers see pages, not rows",
    "tests/test_locale_pages.py": "reads the words of pages",
    "tests/tournament/api/test_direct.py": "calls services that are tested on both",
    "tests/tournament/api/test_disputes.py": "calls services that are tested on both",
    "tests/tournament/api/test_rooms_of_directors.py": "calls services that are tested on both",
    "tests/tournament/api/test_rooms_of_people.py": "calls services that are tested on both",
    "tests/tournament/api/test_schema.py": "what is nasty for a database, tests/trust/test_fuzz.py sends to every route on both",
    "tests/tournament/api/test_tools.py": "answers without a row",
    "tests/tournament/reports": "writes files from what selectors give, which are asked on both",
    "tests/tournament/test_demo.py::TestTheDemo::test_the_same_seed_makes_the_same_demo": "draws by seed",
    "tests/tournament/web": "services and selectors under the pages, and every address for every role, run on both",
    "tests/trust/test_permissions.py::test_a_tournament_that_is_not_published_is_not_there": "nothing is asked for",
    "tests/trust/test_privacy.py::test_no_public_surface_names_who_refuses_it": "reads the words of pages",
    "tests/trust/test_privacy.py::test_no_public_surface_tells_a_contact_of_anybody": "reads the words of pages",
    "tests/trust/test_safety.py": "tries which service refuses when; their own tests run on both",
    "tests/trust/test_snapshot_pages.py": "pages of services that tests/trust/test_snapshots.py asks on both",
}
"""Whose tests run on SQLite only, and why; those of them that commit for good are of the database again."""

DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "live_server"}
HANDED_DOWN = "COVERAGE_PROCESS_CONFIG"


class Measuring:
    """The measuring of this process and of those that it starts, off where a table says so and on again after.

    Stopping only the innermost measurement, as the mark `no_cover` does, would let those go on around which it lies:
    each process of xdist is started by one that is measured.
    """

    def __init__(self) -> None:
        self.stopped: list[Coverage] = []
        self.handed_down = ""

    def pause(self) -> None:
        """Measure nothing, here and in processes started from now on; nothing changes where nothing is measured."""
        while running := Coverage.current():
            running.stop()
            self.stopped.append(running)
        self.handed_down = os.environ.pop(HANDED_DOWN, self.handed_down)

    def resume(self) -> None:
        """Measure again what was measured before."""
        while self.stopped:
            self.stopped.pop().start()
        if self.handed_down:
            os.environ[HANDED_DOWN], self.handed_down = self.handed_down, ""


def lies_in(item: pytest.Item, places: Iterable[str]) -> bool:
    """Tell whether a test is one of these, or lies in one of these folders and files."""
    name = item.nodeid.partition("[")[0]
    return any(name == place or name.startswith((f"{place}/", f"{place}::")) for place in places)


def is_unmeasured(item: pytest.Item) -> bool:
    """Tell whether a table says that a test needs no tracer."""
    parameters = getattr(item, "callspec", None)
    repeats = parameters is not None and any(parameters.indices.values())
    return lies_in(item, UNMEASURED) or (repeats and lies_in(item, REPEATED))


def is_of_both_databases(item: pytest.Item) -> bool:
    """Tell whether a test runs on PostgreSQL once more: it asks for the database, and not only to see pages of it."""
    asked = item.get_closest_marker("django_db")
    touches = asked or DATABASE_FIXTURES & set(getattr(item, "fixturenames", ()))
    commits = asked and asked.kwargs.get("transaction") and not lies_in(item, ["tests/e2e"])
    return bool(touches) and bool(commits or not lies_in(item, ONE_DATABASE))


def in_stretches(items: Sequence[pytest.Item], processes: int) -> list[pytest.Item]:
    """Return the tests so that equal stretches of them, one a process, begin with long ones and end with quick ones."""
    heads: list[list[pytest.Item]] = [[] for _ in LONGEST]
    others: list[pytest.Item] = []
    for item in items:
        row = next((number for number, places in enumerate(LONGEST) if lies_in(item, places)), None)
        (others if row is None else heads[row]).append(item)
    others.sort(key=lambda item: lies_in(item, QUICK))
    arranged: list[pytest.Item] = []
    for number in range(processes):
        head = [item for begun in heads[number::processes] for item in begun]
        room = max(0, len(items) // processes - len(head)) if number < processes - 1 else len(others)
        arranged += [*head, *others[:room]]
        del others[:room]
    return arranged
