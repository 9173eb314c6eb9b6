"""Many at once, with real threads on the real database: nothing is lost, nothing is half there, nobody overwrites."""

import multiprocessing
import os
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import connection, connections

from seating import warm_up
from tests.factories import make_entrants, make_member, make_person, make_round, make_tournament, make_user
from tests.trust.figures import record
from tournament.errors import TournamentError
from tournament.models import (
    Entrant,
    EntrantState,
    Membership,
    Role,
    Round,
    Seat,
    SeatResult,
    Submission,
    SubmissionState,
    Table,
    Tournament,
    User,
)
from tournament.services.confirmation import confirm_result
from tournament.services.merging import merge_persons
from tournament.services.presence import close_check_in, mark_presence
from tournament.services.records import first_broken_event
from tournament.services.results import Report, correct_result, report_result
from tournament.services.rounds import close_round
from tournament.services.seating import draw_round, publish_round
from tournament.services.snapshots import restore_snapshot, take_snapshot_by_hand

pytestmark = pytest.mark.django_db(transaction=True)

CLIENTS = 50
PAIRS = 3
FIGURES = {1: 40, 2: 30, 3: 20, 4: 10}
Outcome = Any


def together(deeds: Sequence[Callable[[], Any]]) -> list[Outcome]:
    """Do all at the same moment, each in a thread with a connection of its own; results or refusals, in order."""
    start = threading.Barrier(len(deeds))
    outcomes: list[Outcome] = [None] * len(deeds)

    def run(index: int) -> None:
        start.wait()
        try:
            outcomes[index] = deeds[index]()
        except Exception as error:  # noqa: BLE001 – judged by the test
            outcomes[index] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(deeds))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    surprises = [
        one for one in outcomes if isinstance(one, Exception) and not isinstance(one, TournamentError)
    ]
    assert surprises == []
    return outcomes


def expect_whole(tournament: Tournament) -> None:
    """What must hold whatever happened."""
    connection.check_constraints()
    numbers = list(tournament.events.values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert first_broken_event(tournament) is None
    tournament.refresh_from_db()
    assert tournament.data_version > len(numbers)
    for table in Table.objects.filter(round__tournament=tournament):
        submissions = list(table.submissions.order_by("number"))
        assert [one.number for one in submissions] == list(range(1, len(submissions) + 1))
        assert sum(one.effective for one in submissions) <= 1
        for one in submissions:
            assert one.results.count() == table.seats.count()


@pytest.fixture
def hall() -> tuple[Tournament, Round, list[User]]:
    """Four tables of four, published; ten who may enter and confirm."""
    tournament = make_tournament()
    entrants = make_entrants(tournament, 16, clubs=16)
    round_ = make_round(tournament, [entrants[index : index + 4] for index in range(0, 16, 4)])
    return tournament, round_, [make_member(tournament, Role.REFEREE) for _number in range(10)]


def reporting(table: Table, reporter: User, key: str) -> Callable[[], Submission]:
    return lambda: report_result(
        table_id=table.pk, report=Report(totals=FIGURES), reporter=reporter, idempotency_key=key
    )


def confirming(submission: Submission, referee: User) -> Callable[[], Submission]:
    return lambda: confirm_result(submission_id=submission.pk, referee=referee)


def correcting(table: Table, reporter: User, first: int) -> Callable[[], Submission]:
    totals = {1: first, 2: 9, 3: 8, 4: 7}
    return lambda: correct_result(
        table_id=table.pk, report=Report(totals=totals), reporter=reporter, reason="read wrongly"
    )


def test_fifty_phones_report_the_same_tables(hall: tuple[Tournament, Round, list[User]]) -> None:
    tournament, round_, people = hall
    tables = list(round_.tables.order_by("number"))
    # Every second phone sends twice, because the first answer was slow.
    sent = [(tables[index % 4], people[index % 10], f"key-{index // 2}") for index in range(CLIENTS)]
    by_key: dict[str, tuple[Table, User]] = {}
    for table, person, key in sent:
        by_key.setdefault(key, (table, person))
    outcomes = together([reporting(*by_key[key], key) for _table, _person, key in sent])
    stored = {one.idempotency_key: one.pk for one in Submission.objects.all()}
    assert [one.pk for one in outcomes] == [stored[key] for _table, _person, key in sent]
    assert len(stored) == len(by_key)
    expect_whole(tournament)
    record("Phones report the same tables at once", clients=CLIENTS, acknowledged=len(outcomes), lost=0)


def test_fifty_report_confirm_and_correct_at_once(hall: tuple[Tournament, Round, list[User]]) -> None:
    tournament, round_, people = hall
    tables = list(round_.tables.order_by("number"))
    reported = [reporting(table, people[0], f"first-{table.number}")() for table in tables]
    for submission in reported[:2]:
        confirming(submission, people[1])()
    deeds: list[Callable[[], Submission]] = []
    for index in range(CLIENTS):
        table, person = tables[index % 4], people[2 + index % 8]
        kind = index % 3
        if kind == 0:
            deeds.append(reporting(table, person, f"key-{index}"))
        elif kind == 1:
            deeds.append(confirming(reported[index % 4], person))
        else:
            deeds.append(correcting(table, person, 50 + index))
    outcomes = together(deeds)
    done = [one for one in outcomes if isinstance(one, Submission)]
    expect_whole(tournament)
    acknowledged = {one.pk for one in done}
    assert acknowledged <= set(Submission.objects.values_list("pk", flat=True))
    confirmed = Counter(
        one.table_id
        for one, deed in zip(outcomes, range(CLIENTS), strict=True)
        if deed % 3 == 1 and isinstance(one, Submission)
    )
    assert all(times == 1 for times in confirmed.values())
    assert SeatResult.objects.filter(submission__effective=True).count() == 4 * len(
        Submission.objects.filter(effective=True)
    )
    record(
        "Report, confirm and correct the same tables at once",
        clients=CLIENTS,
        acknowledged=len(done),
        refused_with_a_sentence=len(outcomes) - len(done),
        lost=0,
    )


def _in_a_process(reports: list[tuple[int, int, str]]) -> None:
    """Report tables again and again, in a process of its own with a connection of its own."""
    for table_id, reporter_id, key in reports:
        report_result(
            table_id=table_id,
            report=Report(totals=FIGURES),
            reporter=User.objects.get(pk=reporter_id),
            idempotency_key=key,
        )
    connections.close_all()


@pytest.mark.filterwarnings(
    "ignore:.*multi-threaded.*fork:DeprecationWarning"
)  # all threads of ours have ended
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked, which this system cannot")
def test_processes_report_the_same_tables(hall: tuple[Tournament, Round, list[User]]) -> None:
    tournament, round_, people = hall
    tables = list(round_.tables.order_by("number"))
    # Every report is sent by two processes, as a phone does that reached one web worker and then another.
    work = [
        [
            (tables[turn % 4].pk, people[pair].pk, f"process-{pair}-{turn}")
            for turn in range(CLIENTS // (2 * PAIRS) + 1)
        ]
        for pair in range(PAIRS)
        for _twice in range(2)
    ]
    connections.close_all()
    forking = multiprocessing.get_context("fork")
    processes = [forking.Process(target=_in_a_process, args=(reports,)) for reports in work]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * len(processes)
    sent = {key for reports in work for _table, _reporter, key in reports}
    assert set(Submission.objects.values_list("idempotency_key", flat=True)) == sent
    assert Submission.objects.count() == len(sent)
    expect_whole(tournament)
    record(
        "Processes report the same tables at once",
        processes=len(work),
        sent=sum(len(reports) for reports in work),
        stored_once=len(sent),
        lost=0,
    )


def test_one_of_many_confirms(hall: tuple[Tournament, Round, list[User]]) -> None:
    tournament, round_, people = hall
    submission = reporting(round_.tables.order_by("number")[0], people[0], "only")()
    outcomes = together([confirming(submission, people[1 + index % 9]) for index in range(20)])
    winners = [one for one in outcomes if isinstance(one, Submission)]
    assert len(winners) == 1
    assert {one.code for one in outcomes if isinstance(one, TournamentError)} == {"result_already_confirmed"}
    submission.refresh_from_db()
    assert submission.confirmed_by == winners[0].confirmed_by
    expect_whole(tournament)


def test_confirm_against_correct(hall: tuple[Tournament, Round, list[User]]) -> None:
    tournament, round_, people = hall
    table = round_.tables.order_by("number")[0]
    first = reporting(table, people[0], "first")()
    outcomes = together([confirming(first, people[1]), correcting(table, people[2], 77)])
    expect_whole(tournament)
    correction = outcomes[1]
    assert isinstance(correction, Submission)
    first.refresh_from_db()
    correction.refresh_from_db()
    # Whoever came first: the confirmed result counts, the correction waits or gave way, neither has vanished.
    assert (first.state, first.effective) == (SubmissionState.CONFIRMED, True)
    assert correction.state in {SubmissionState.REPORTED, SubmissionState.SUPERSEDED}


def test_a_double_draw_draws_once() -> None:
    tournament = make_tournament()
    make_entrants(tournament, 17, clubs=5)
    warm_up()  # as in the hall: what is tried here is the race, not the compiler
    outcomes = together([lambda: draw_round(tournament_id=tournament.pk, actor=None) for _time in range(8)])
    assert len({one.pk for one in outcomes}) == 1
    assert (tournament.rounds.count(), Seat.objects.count()) == (1, 17)
    assert tournament.events.filter(kind="round_drawn").count() == 1
    expect_whole(tournament)
    record("Draw pressed at once", presses=8, rounds_drawn=1)


def test_publish_and_close_pressed_by_many() -> None:
    tournament = make_tournament()
    make_entrants(tournament, 8, clubs=8)
    round_ = draw_round(tournament_id=tournament.pk, actor=None)
    together([lambda: publish_round(round_id=round_.pk, actor=None) for _time in range(6)])
    together(
        [lambda: close_round(round_id=round_.pk, actor=None, override_reason="drill") for _time in range(6)]
    )
    kinds = Counter(tournament.events.values_list("kind", flat=True))
    assert (kinds["round_published"], kinds["round_closed"], kinds["standings_issued"]) == (1, 1, 1)
    expect_whole(tournament)


def test_merge_against_check_in() -> None:
    tournament, elsewhere = make_tournament(), make_tournament("Altrove")
    (entrant,) = make_entrants(tournament, 1)
    Entrant.objects.filter(pk=entrant.pk).update(state=EntrantState.CONFIRMED)
    twin = make_person()
    make_entrants(elsewhere, 1)[0].delete()
    other = Entrant.objects.create(tournament=elsewhere, number=9, person=twin, state=EntrantState.CONFIRMED)
    outcomes = together(
        [
            lambda: merge_persons(kept_id=twin.pk, gone_id=entrant.person_id, actor=None, reason="the same"),
            lambda: mark_presence(entrant_id=entrant.pk, present=True, actor=None),
            lambda: mark_presence(entrant_id=other.pk, present=True, actor=None),
            lambda: close_check_in(tournament_id=elsewhere.pk, actor=None),
        ]
    )
    assert not [one for one in outcomes if isinstance(one, Exception)]
    entrant.refresh_from_db()
    other.refresh_from_db()
    assert (entrant.person_id, other.person_id) == (twin.pk, twin.pk)
    assert (entrant.state, other.state) == (EntrantState.CHECKED_IN, EntrantState.CHECKED_IN)
    expect_whole(tournament)
    expect_whole(elsewhere)


def test_a_restore_against_reports(hall: tuple[Tournament, Round, list[User]]) -> None:
    tournament, round_, people = hall
    director = make_user()
    Membership.objects.create(tournament=tournament, user=director, role=Role.DIRECTOR)
    snapshot = take_snapshot_by_hand(tournament_id=tournament.pk, actor=director)
    tables = list(round_.tables.order_by("number"))
    deeds = [reporting(tables[index % 4], people[index], f"key-{index}") for index in range(8)]
    restore = lambda: restore_snapshot(  # noqa: E731 – one deed among the others
        snapshot_id=snapshot.pk, typed_name=tournament.name, actor=director, reason="drill"
    )
    outcomes = together([*deeds[:4], restore, *deeds[4:]])
    restored, until_now = outcomes[4]
    expect_whole(Tournament.objects.get(pk=restored.pk))
    # A report is either after the restore, or in the snapshot that the restore took of the moment before it.
    from tournament.services.archive_format import sections_of  # noqa: PLC0415 – only here

    kept = {row["idempotency_key"] for row in sections_of(bytes(until_now.archive))["submissions"]}
    stands = set(Submission.objects.values_list("idempotency_key", flat=True))
    acknowledged = {one.idempotency_key for one in outcomes if isinstance(one, Submission)}
    assert acknowledged <= kept | stands
    record("A restore while results come in", clients=8, acknowledged=len(acknowledged), lost=0)
