"""A round from its clock to its close."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import make_entrants, make_member, make_round, make_tournament
from tests.results import confirm
from tournament.errors import InvalidInput
from tournament.models import Ending, Round, RoundState, StandingsVersion
from tournament.selectors.closing import suggested_ending
from tournament.selectors.round_board import TableState, round_board
from tournament.selectors.round_clock import clock_of
from tournament.services.rounds import (
    NotNow,
    call_referee,
    close_round,
    finish_table_early,
    give_minutes,
    reopen_round,
    resume_table,
    start_round,
    stop_room,
    stop_table,
)
from tournament.services.seating import RoundIncomplete

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_() -> Round:
    tournament = make_tournament()
    entrants = make_entrants(tournament, 8)
    return make_round(tournament, [entrants[:4], entrants[4:]])


def test_the_clock_runs_from_the_first_press(round_: Round) -> None:
    first = start_round(round_id=round_.pk, actor=None)
    assert start_round(round_id=round_.pk, actor=None).started_at == first.started_at
    draft = make_round(round_.tournament, [], state=RoundState.DRAFT)
    with pytest.raises(NotNow):
        start_round(round_id=draft.pk, actor=None)


def test_a_round_closes_with_all_results_or_a_reason(round_: Round) -> None:
    start_round(round_id=round_.pk, actor=None)
    confirm(round_, [[40, 30, 20, 10]], tables=[1])
    with pytest.raises(RoundIncomplete) as refusal:
        close_round(round_id=round_.pk, actor=None)
    assert refusal.value.facts["tables"] == "Table 2"
    closed = close_round(round_id=round_.pk, actor=None, override_reason="slip lost")
    assert close_round(round_id=round_.pk, actor=None).closed_at == closed.closed_at
    assert StandingsVersion.objects.get().after_round == 1
    with pytest.raises(NotNow):
        stop_room(round_id=round_.pk, actor=None)


def test_reopening_needs_a_reason(round_: Round) -> None:
    confirm(round_, [[40, 30, 20, 10], [40, 30, 20, 10]])
    close_round(round_id=round_.pk, actor=None)
    with pytest.raises(InvalidInput):
        reopen_round(round_id=round_.pk, actor=None, reason=" ")
    assert reopen_round(round_id=round_.pk, actor=None, reason="table 2").state == RoundState.PUBLISHED
    with pytest.raises(NotNow):
        reopen_round(round_id=round_.pk, actor=None, reason="again")


def test_minutes_given_back_move_the_end(round_: Round) -> None:
    start_round(round_id=round_.pk, actor=None)
    table = round_.tables.get(number=1)
    round_.refresh_from_db()
    before = clock_of(round_, table)
    with pytest.raises(InvalidInput):
        give_minutes(table_id=table.pk, minutes=5, actor=None, reason="")
    given = give_minutes(table_id=table.pk, minutes=5, actor=None, reason="dispute")
    after = clock_of(round_, given)
    assert before is not None
    assert after is not None
    assert after.ends_at == before.ends_at + timedelta(minutes=5)
    assert give_minutes(table_id=table.pk, minutes=-9, actor=None, reason="slip").returned_seconds == 0


def test_a_stopped_table_gets_its_time_back(round_: Round) -> None:
    table = round_.tables.get(number=1)
    stop_table(table_id=table.pk, actor=None)
    table.refresh_from_db()
    table.stopped_at = timezone.now() - timedelta(minutes=3)
    table.save()
    assert stop_table(table_id=table.pk, actor=None).stopped_at == table.stopped_at
    assert resume_table(table_id=table.pk, actor=None).returned_seconds in range(180, 190)
    assert resume_table(table_id=table.pk, actor=None).stopped_at is None


def test_the_room_stands_still_and_runs_again(round_: Round) -> None:
    start_round(round_id=round_.pk, actor=None)
    assert stop_room(round_id=round_.pk, actor=None).stopped_at is not None
    assert stop_room(round_id=round_.pk, actor=None).stopped_at is None


def test_the_board_shows_the_most_urgent_state(round_: Round) -> None:
    one, two = round_.tables.order_by("number")
    assert [table.state for table in round_board(round_).tables] == [TableState.PLAYING] * 2
    confirm(round_, [[40, 30, 20, 10]], tables=[1])
    call_referee(table_id=two.pk, calling=True)
    call_referee(table_id=two.pk, calling=True)
    board = round_board(round_)
    assert [table.state for table in board.tables] == [TableState.CONFIRMED, TableState.CALLED]
    assert (board.missing, board.confirmed) == ((two,), 1)
    call_referee(table_id=two.pk, calling=False)
    stop_table(table_id=two.pk, actor=None)
    assert round_board(round_).tables[1].state == TableState.STOPPED
    one.submissions.create(number=2, state="reported", source="totals")
    assert round_board(round_).tables[0].state == TableState.CORRECTED


def test_a_game_ended_early_says_why(round_: Round) -> None:
    table = round_.tables.get(number=1)
    with pytest.raises(InvalidInput):
        finish_table_early(table_id=table.pk, actor=None, reason="")
    director = make_member(round_.tournament)
    ended = finish_table_early(table_id=table.pk, actor=director, reason="hall closes")
    assert (ended.finished_early_reason, ended.finished_early_by) == ("hall closes", director.display_name)
    assert suggested_ending(ended) == Ending.REFEREE
    assert finish_table_early(table_id=table.pk, actor=None, reason="hall closes").finished_early_by == ""
