"""Checking in alone: a code that changes with the minute, holds one more, and opens nothing else."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.factories import make_entrant, make_tournament
from tournament.models import Entrant, EntrantState, Event, Tournament
from tournament.services.presence import NotExpected
from tournament.services.self_check_in import (
    LENGTH,
    SIGNS,
    NoSelfCheckIn,
    WrongRoomCode,
    check_in_alone,
    is_room_code,
    room_code,
    seconds_left,
)

NOON = datetime(2026, 11, 28, 12, 0, tzinfo=UTC)


def test_the_code_changes_every_minute_and_differs_by_tournament() -> None:
    codes = [room_code(1, NOON + timedelta(minutes=minute)) for minute in range(30)]
    assert len(set(codes)) == 30
    assert all(len(code) == LENGTH and set(code) <= set(SIGNS) for code in codes)
    assert room_code(1, NOON) == room_code(1, NOON + timedelta(seconds=59))
    assert room_code(2, NOON) != room_code(1, NOON)
    assert (seconds_left(NOON), seconds_left(NOON + timedelta(seconds=45))) == (60, 15)


def test_a_code_holds_for_one_more_minute() -> None:
    code = room_code(1, NOON)
    later = [is_room_code(1, f" {code.lower()} ", NOON + timedelta(minutes=minutes)) for minutes in range(3)]
    assert later == [True, True, False]
    assert not is_room_code(1, "", NOON)


def waiting(**fields: Any) -> tuple[Tournament, Entrant]:
    tournament = make_tournament(registration={"self_check_in": True}, **fields)
    return tournament, make_entrant(tournament, state=EntrantState.CONFIRMED)


@pytest.mark.django_db
def test_with_the_code_of_the_screen_one_is_present_once() -> None:
    tournament, entrant = waiting()
    for _twice in range(2):
        assert check_in_alone(entrant_id=entrant.pk, typed=room_code(tournament.pk)).state == "checked_in"
    assert Event.objects.filter(kind="checked_in_alone").count() == 1
    with pytest.raises(WrongRoomCode):
        check_in_alone(entrant_id=entrant.pk, typed="WRONG")


@pytest.mark.django_db
def test_no_code_brings_back_who_is_out_or_opens_a_closed_roll_call() -> None:
    tournament, entrant = waiting()
    code = room_code(tournament.pk)
    Entrant.objects.filter(pk=entrant.pk).update(state=EntrantState.WAITING)
    with pytest.raises(NotExpected):
        check_in_alone(entrant_id=entrant.pk, typed=code)
    Tournament.objects.filter(pk=tournament.pk).update(check_in_closed_at=timezone.now())
    with pytest.raises(NoSelfCheckIn):
        check_in_alone(entrant_id=entrant.pk, typed=code)
    Tournament.objects.filter(pk=tournament.pk).update(check_in_closed_at=None, registration={})
    with pytest.raises(NoSelfCheckIn):
        check_in_alone(entrant_id=entrant.pk, typed=code)
