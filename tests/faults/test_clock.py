"""The clock of the machine jumps: results, the log, the room's clock, tokens and jobs take no harm. Cheap, so always run."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from tests.factories import make_entrants, make_member, make_round, make_tournament
from tests.trust.figures import record
from tournament.models import ApiToken, Job, JobState, Round, Submission
from tournament.selectors.round_clock import clock_of
from tournament.services.confirmation import confirm_result
from tournament.services.jobs import begin_job, end_lost_jobs, overdue_jobs, queue_job
from tournament.services.records import first_broken_event
from tournament.services.results import Report, correct_result, report_result
from tournament.services.rounds import resume_table, stop_room, stop_table
from tournament.services.tokens import issue_token, token_for

pytestmark = pytest.mark.django_db

JUMPS = (timedelta(hours=-2), timedelta(days=-400), timedelta(hours=3))
Jump = Callable[[timedelta], None]


@pytest.fixture
def jump(monkeypatch: pytest.MonkeyPatch) -> Jump:
    """Set the machine's clock by so much."""
    real, offset = timezone.now, [timedelta()]

    def now() -> datetime:
        return real() + offset[0]

    def by(much: timedelta) -> None:
        offset[0] += much

    monkeypatch.setattr(timezone, "now", now)
    return by


@pytest.fixture
def round_() -> Round:
    tournament = make_tournament()
    return make_round(tournament, [make_entrants(tournament, 4)])


def test_results_follow_each_other_by_number_not_by_time(round_: Round, jump: Jump) -> None:
    table, first, second = round_.tables.get(), make_member(round_.tournament), make_member(round_.tournament)
    last: Submission | None = None
    for number, much in enumerate(JUMPS, start=1):
        jump(much)
        report = Report(totals={1: 40, 2: 30, 3: 20, 4: number})
        if number == 1:
            last = report_result(table_id=table.pk, report=report, reporter=first)
        else:
            last = correct_result(table_id=table.pk, report=report, reporter=first, reason="misread")
        confirm_result(submission_id=last.pk, referee=second)
    assert list(Submission.objects.filter(effective=True)) == [last]
    assert [one.number for one in Submission.objects.order_by("pk")] == [1, 2, 3]
    assert first_broken_event(round_.tournament) is None
    record("The clock jumps between results", jumps=len(JUMPS), lost=0)


@pytest.mark.parametrize("much", JUMPS)
def test_a_clock_that_is_set_while_the_room_stands_takes_no_time_away(
    round_: Round, jump: Jump, much: timedelta
) -> None:
    Round.objects.filter(pk=round_.pk).update(state="playing", started_at=timezone.now())
    table = round_.tables.get()
    stop_room(round_id=round_.pk, actor=None)
    stop_table(table_id=table.pk, actor=None)
    jump(much)
    stop_room(round_id=round_.pk, actor=None)
    resume_table(table_id=table.pk, actor=None)
    round_.refresh_from_db()
    table.refresh_from_db()
    stood = max(0, int(much.total_seconds()))
    assert stood <= round_.stopped_seconds <= stood + 60
    assert stood <= table.returned_seconds <= stood + 60
    clock = clock_of(round_, table)
    assert clock is not None
    assert clock.ends_at >= round_.started_at + timedelta(minutes=round_.time_limit_minutes)


def test_a_token_ends_on_its_day_and_never_twice(round_: Round, jump: Jump) -> None:
    _token, text = issue_token(user=make_member(round_.tournament), name="phone", scopes=["read"], days=30)
    assert token_for(text) is not None
    jump(timedelta(days=-1))
    assert token_for(text) is not None  # its last use lies in the future now
    jump(timedelta(days=32))
    assert token_for(text) is None
    assert ApiToken.objects.get().last_used_at is not None


def test_no_job_runs_for_ever_after_the_clock_was_set_back(jump: Jump) -> None:
    running, queued = Job.objects.create(kind="seating"), queue_job(kind="letters", start=lambda _job: None)
    assert begin_job(running.pk) is not None
    jump(timedelta(hours=-2))
    assert overdue_jobs(kinds=["seating", "letters"]) == [queued.pk]
    assert end_lost_jobs() == 1
    running.refresh_from_db()
    assert running.state == JobState.FAILED
