"""The database itself refuses what cannot be: each constraint is attacked with plain SQL."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from tests.factories import make_entrants, make_member, make_round, make_tournament
from tournament.models import Event, Role, SeatResult, StandingsVersion, Submission

pytestmark = pytest.mark.django_db


def refused(sql: str, *values: Any) -> str:
    """Run the statement, expect the database to refuse it, return the message."""
    with pytest.raises(IntegrityError) as refusal, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, values)
    return str(refusal.value)


@pytest.fixture
def hall() -> Any:
    """A round of two tables of four."""
    tournament = make_tournament()
    entrants = make_entrants(tournament, 8)
    round_ = make_round(tournament, [entrants[:4], entrants[4:]])
    return tournament, entrants, round_


def submit(table: Any, number: int = 1, **fields: Any) -> Submission:
    return Submission.objects.create(table=table, number=number, **fields)


def test_an_entrant_has_one_seat_a_round(hall: Any) -> None:
    _, entrants, round_ = hall
    other = round_.tables.get(number=2)
    refused(
        "INSERT INTO tournament_seat (table_id, round_id, entrant_id, turn_order, colour) VALUES (%s, %s, %s, 5, '')",
        other.pk, round_.pk, entrants[0].pk,
    )  # fmt: skip


def test_a_turn_and_a_colour_belong_to_one_player(hall: Any) -> None:
    tournament, _, round_ = hall
    guest = make_entrants(tournament, 1)[0]
    table = round_.tables.get(number=1)
    insert = "INSERT INTO tournament_seat (table_id, round_id, entrant_id, turn_order, colour) VALUES (%s, %s, %s, %s, %s)"
    refused(insert, table.pk, round_.pk, guest.pk, 1, "")
    refused(insert, table.pk, round_.pk, guest.pk, 5, "red")


@pytest.mark.parametrize("size", [0, 1, 2, 6, 7])
def test_a_table_of_risiko_seats_three_to_five(hall: Any, size: int) -> None:
    refused("UPDATE tournament_table SET size = %s WHERE round_id = %s", size, hall[2].pk)


def test_a_round_number_cannot_be_drawn_twice(hall: Any) -> None:
    tournament, _, round_ = hall
    make_round(tournament, [])
    refused("UPDATE tournament_round SET number = 1 WHERE number = 2 AND tournament_id = %s", tournament.pk)
    refused("UPDATE tournament_round SET number = 0 WHERE id = %s", round_.pk)


def test_a_table_has_one_effective_submission(hall: Any) -> None:
    table = hall[2].tables.get(number=1)
    submit(table, state="confirmed", effective=True, confirmed_at=timezone.now())
    second = submit(table, number=2, state="confirmed", confirmed_at=timezone.now())
    refused("UPDATE tournament_submission SET effective = %s WHERE id = %s", True, second.pk)


def test_effective_means_confirmed_and_confirmed_has_a_time(hall: Any) -> None:
    submission = submit(hall[2].tables.get(number=1))
    refused("UPDATE tournament_submission SET effective = %s WHERE id = %s", True, submission.pk)
    refused("UPDATE tournament_submission SET state = 'confirmed' WHERE id = %s", submission.pk)


def test_a_correction_has_a_reason(hall: Any) -> None:
    table = hall[2].tables.get(number=1)
    first, second = submit(table), submit(table, number=2)
    refused("UPDATE tournament_submission SET corrects_id = %s WHERE id = %s", first.pk, second.pk)


def test_an_idempotency_key_is_used_once(hall: Any) -> None:
    table = hall[2].tables.get(number=1)
    submit(table, idempotency_key="k1")
    second = submit(table, number=2)
    refused("UPDATE tournament_submission SET idempotency_key = 'k1' WHERE id = %s", second.pk)


def test_an_override_has_a_reason_and_a_seat_one_result(hall: Any) -> None:
    table = hall[2].tables.get(number=1)
    submission = submit(table)
    seats = list(table.seats.all())
    result = SeatResult.objects.create(
        submission=submission, seat=seats[0], points=40, computed_points=40, place=1, elimination=1
    )
    SeatResult.objects.create(submission=submission, seat=seats[1], points=10, place=2)
    refused("UPDATE tournament_seatresult SET points = 41 WHERE id = %s", result.pk)
    refused("UPDATE tournament_seatresult SET seat_id = %s WHERE place = 2", seats[0].pk)
    refused("UPDATE tournament_seatresult SET elimination = 1 WHERE place = 2")
    refused("UPDATE tournament_seatresult SET place = 0 WHERE id = %s", result.pk)


def test_numbers_and_people_are_entered_once(hall: Any) -> None:
    _, entrants, _ = hall
    refused("UPDATE tournament_entrant SET number = 1 WHERE id = %s", entrants[1].pk)
    refused(
        "UPDATE tournament_entrant SET person_id = %s WHERE id = %s", entrants[0].person_id, entrants[1].pk
    )
    refused("UPDATE tournament_entrant SET person_id = NULL WHERE id = %s", entrants[1].pk)
    refused("UPDATE tournament_entrant SET state = 'asleep' WHERE id = %s", entrants[1].pk)


def test_a_role_is_held_once_and_is_one_that_exists(hall: Any) -> None:
    tournament = hall[0]
    member = make_member(tournament, Role.REFEREE).memberships.get()
    insert = (
        "INSERT INTO tournament_membership (tournament_id, user_id, role, tables, created_at) "
        "VALUES (%s, %s, %s, '[]', %s)"
    )
    refused(insert, tournament.pk, member.user_id, "referee", timezone.now())
    refused(insert, tournament.pk, member.user_id, "king", timezone.now())


def test_events_and_standings_are_numbered_once(hall: Any) -> None:
    tournament = hall[0]
    stage = tournament.stages.get()
    for number in (1, 2):
        Event.objects.create(tournament=tournament, number=number, kind="x", at=timezone.now(), digest="0")
    StandingsVersion.objects.create(tournament=tournament, stage=stage, after_round=1, rows=[])
    refused("UPDATE tournament_event SET number = 1 WHERE number = 2 AND tournament_id = %s", tournament.pk)
    refused("UPDATE tournament_standingsversion SET version = 2 WHERE stage_id = %s", stage.pk)


def test_a_tournament_ends_after_it_starts(hall: Any) -> None:
    refused("UPDATE tournament_tournament SET ends_on = '2020-01-01' WHERE id = %s", hall[0].pk)
