"""The door: open by state and date, capacity and waiting list, minors, namesakes, answers of the desk."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from tests.factories import make_entrant, make_person, make_round, make_tournament
from tournament.errors import ChangedMeanwhile, InvalidInput
from tournament.models import Entrant, EntrantState, Event, Person, Tournament, TournamentState
from tournament.selectors.registration import (
    DoorPlan,
    DoorState,
    Question,
    door_of,
    door_state,
    free_places,
    is_minor,
)
from tournament.services.door import (
    NoFreePlace,
    adopt_person,
    approve_registration,
    ask_to_amend,
    fill_free_places,
    refuse_registration,
    set_door,
    tournament_of_code,
)
from tournament.services.registration import (
    AlreadyRegistered,
    LetterClosed,
    Registration,
    RegistrationClosed,
    SameName,
    TellTheDesk,
    WrongCode,
    amend_registration,
    confirm_email,
    email_token,
    register_entrant,
    withdraw_registration,
)

pytestmark = pytest.mark.django_db

DINNER = Question("dinner", "Dinner?", is_required=True, choices=("yes", "no"))


def opened(
    questions: tuple[Question, ...] = (), *, plan: dict[str, bool] | None = None, **fields: Any
) -> Tournament:
    """A tournament far ahead whose door is open."""
    ahead: dict[str, Any] = {
        "starts_on": date(2126, 5, 4),
        "ends_on": date(2126, 5, 5),
        "state": TournamentState.OPEN,
    }
    tournament = make_tournament(**(ahead | fields))
    switches: dict[str, Any] = {"is_offered": True} | (plan or {})
    return set_door(
        tournament_id=tournament.pk,
        actor=None,
        opens_at=fields.get("registration_opens_at"),
        closes_at=fields.get("registration_closes_at"),
        questions=questions,
        **switches,
    )


def aldo(**told: Any) -> Registration:
    usual: dict[str, Any] = {"first_name": "Aldo", "last_name": "Rossi", "consent_data": True}
    return Registration(**(usual | told))


def enter(tournament: Tournament, registration: Registration | None = None, **more: Any) -> Entrant:
    return register_entrant(tournament_id=tournament.pk, registration=registration or aldo(), **more)


def test_a_registration_is_confirmed_at_once_with_club_group_consents_and_answers() -> None:
    tournament = opened((DINNER,), fee_cents=1500)
    told = aldo(club="Drago", group="Rossi", consent_name=True, answers={"dinner": "yes"})
    entrant = enter(tournament, told)
    assert (entrant.state, entrant.fee_state, entrant.group) == ("confirmed", "due", "Rossi")
    assert (str(entrant.club), entrant.answers["questions"]) == ("Drago", {"dinner": "yes"})
    person = entrant.person
    assert person is not None
    assert (person.consent_data, person.consent_name, person.consent_results) == (True, True, False)
    assert Event.objects.filter(kind="registered", tournament=tournament).count() == 1


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, DoorState.OPEN),
        ({"state": TournamentState.DRAFT}, DoorState.NOT_YET),
        ({"registration_opens_at": datetime(2126, 1, 1, tzinfo=UTC)}, DoorState.NOT_YET),
        ({"registration_closes_at": datetime(2026, 1, 1, tzinfo=UTC)}, DoorState.CLOSED),
        ({"state": TournamentState.RUNNING}, DoorState.CLOSED),
        ({"state": TournamentState.FINISHED}, DoorState.CLOSED),
        ({"check_in_closed_at": datetime(2026, 1, 1, tzinfo=UTC)}, DoorState.CLOSED),
        ({"starts_on": date(2025, 1, 1)}, DoorState.CLOSED),
        ({"publish_page": False}, DoorState.NOT_OFFERED),
    ],
)
def test_the_door_opens_and_closes_by_state_and_date(fields: dict[str, Any], expected: DoorState) -> None:
    tournament = opened(**fields)
    assert door_state(tournament, datetime(2026, 6, 1, tzinfo=UTC)) is expected
    if expected is not DoorState.OPEN:
        with pytest.raises(RegistrationClosed):
            enter(tournament)


def test_in_a_league_people_enter_while_it_runs_and_play_from_the_next_round() -> None:
    tournament = opened(
        plan={"late_entries": True}, state=TournamentState.RUNNING, starts_on=date(2026, 1, 1)
    )
    players = [make_entrant(tournament) for _ in range(4)]
    make_round(tournament, [players])
    assert enter(tournament).enters_in_round == 2


def test_a_door_that_was_never_opened_is_not_offered() -> None:
    assert door_state(make_tournament(state=TournamentState.OPEN)) is DoorState.NOT_OFFERED


def test_everything_that_is_missing_is_said_at_once() -> None:
    tournament = opened((DINNER, Question("bus", "Bus?", choices=("a", "b"))))
    told = Registration("", "", is_minor=True, answers={"bus": "c"})
    with pytest.raises(InvalidInput) as refused:
        enter(tournament, told)
    assert len(refused.value.problems) == 5
    assert not Person.objects.exists()


def test_a_minor_by_date_of_birth_needs_a_guardian() -> None:
    tournament = opened()
    with pytest.raises(InvalidInput):
        enter(tournament, aldo(birth_date=date(2108, 5, 5)))
    assert enter(tournament, aldo(birth_date=date(2108, 5, 5), guardian="Bruna Rossi")).pk
    assert not is_minor(date(2108, 5, 4), date(2126, 5, 4))
    assert is_minor(date(2108, 5, 5), date(2126, 5, 4))
    assert not is_minor(None, date(2126, 5, 4))


def test_a_join_code_opens_a_closed_circle() -> None:
    tournament = opened(plan={"by_code_only": True})
    code = DoorPlan.of(tournament).join_code
    with pytest.raises(WrongCode):
        enter(tournament, code="XXXXXX")
    assert enter(tournament, code=f" {code.lower()} ").pk
    assert tournament_of_code(f"{code[:3]} {code[3:].lower()}") == tournament
    for nothing in ("", "A\0B", "☃", "0"):
        assert tournament_of_code(nothing) is None
    again = set_door(tournament_id=tournament.pk, actor=None, opens_at=None, closes_at=None, questions=())
    assert DoorPlan.of(again).join_code == code


def test_namesakes_are_warned_and_the_same_person_gets_no_second_entry() -> None:
    tournament = opened()
    first = enter(tournament, aldo(email="aldo@example.org"))
    with pytest.raises(SameName):
        enter(tournament, aldo(email="other@example.org"))
    with pytest.raises(AlreadyRegistered) as known:
        enter(tournament, aldo(email="ALDO@example.org"), is_somebody_else=True)
    assert known.value.facts["entrant_id"] == first.pk
    assert enter(tournament, aldo(email="other@example.org"), is_somebody_else=True).number == 2


def test_a_registration_never_joins_a_person_on_record_until_the_desk_says_so() -> None:
    known = make_person(first_name="Aldo", last_name="Rossi", email="", phone="123")
    tournament = opened(plan={"needs_approval": True})
    entrant = enter(tournament, aldo(email="aldo@example.org"))
    assert entrant.person != known
    assert [one.lookalikes for one in door_of(tournament).to_answer] == [(known,)]
    fresh = entrant.person
    adopted = adopt_person(entrant_id=entrant.pk, person_id=known.pk, actor=None)
    known.refresh_from_db()
    assert (adopted.person, known.email, known.phone) == (known, "aldo@example.org", "123")
    assert fresh is not None
    fresh.refresh_from_db()
    assert fresh.merged_into == known
    with pytest.raises(InvalidInput):
        adopt_person(entrant_id=entrant.pk, person_id=known.pk, actor=None)


def test_the_waiting_list_moves_up_in_order_when_somebody_withdraws() -> None:
    tournament = opened(capacity=1)
    first = enter(tournament)
    second, third = (enter(tournament, aldo(first_name=name)) for name in ("Bruna", "Carla"))
    assert [first.state, second.state, third.state] == ["confirmed", "waiting", "waiting"]
    assert withdraw_registration(entrant_id=first.pk) == [second]
    third.refresh_from_db()
    assert (third.state, free_places(tournament)) == ("waiting", 0)
    assert withdraw_registration(entrant_id=third.pk) == []
    with pytest.raises(NoFreePlace):
        fill_free_places(tournament_id=tournament.pk, actor=None)


def test_after_the_roll_call_the_list_displaces_nobody() -> None:
    tournament = opened(capacity=2)
    here, late = enter(tournament), enter(tournament, aldo(first_name="Bruna"))
    waits, other = (enter(tournament, aldo(first_name=name)) for name in ("Carla", "Dino"))
    Entrant.objects.filter(pk=late.pk).update(state=EntrantState.ABSENT)
    Tournament.objects.filter(pk=tournament.pk).update(check_in_closed_at=datetime(2126, 5, 4, tzinfo=UTC))
    with pytest.raises(NoFreePlace):  # the absent one holds the place
        fill_free_places(tournament_id=tournament.pk, actor=None)
    with pytest.raises(TellTheDesk):
        withdraw_registration(entrant_id=here.pk)
    assert withdraw_registration(entrant_id=other.pk) == []  # the list may be left at any time
    Entrant.objects.filter(pk=here.pk).update(state=EntrantState.WITHDRAWN)
    assert fill_free_places(tournament_id=tournament.pk, actor=None) == [waits]


def test_whoever_sits_at_a_table_tells_the_desk() -> None:
    tournament = opened(plan={"late_entries": True})
    players = [enter(tournament, aldo(first_name=name)) for name in ("Aldo", "Bruna", "Carla", "Dino")]
    round_ = make_round(tournament, [players])
    with pytest.raises(TellTheDesk):
        withdraw_registration(entrant_id=players[0].pk)
    round_.state = "closed"
    round_.save()
    withdraw_registration(entrant_id=players[0].pk)
    players[0].refresh_from_db()
    assert (players[0].state, players[0].left_after_round) == ("withdrawn", 1)


def test_an_own_registration_is_amended_once_a_version() -> None:
    tournament = opened()
    entrant = enter(tournament, aldo(email="a@example.org"))
    confirm_email(token=email_token(entrant))
    ask_to_amend(entrant_id=entrant.pk, actor=None, question="Which club?")
    entrant.refresh_from_db()
    told = aldo(email="b@example.org", club="Drago")
    amended = amend_registration(entrant_id=entrant.pk, version=entrant.version, registration=told)
    assert (str(amended.club), amended.answers["asked"], amended.answers["email_confirmed_at"]) == (
        "Drago",
        "",
        "",
    )
    with pytest.raises(ChangedMeanwhile):
        amend_registration(entrant_id=entrant.pk, version=entrant.version, registration=told)


def test_a_letter_confirms_only_the_address_it_went_to() -> None:
    tournament = opened()
    entrant = enter(tournament, aldo(email="a@example.org"))
    token = email_token(entrant)
    assert confirm_email(token=token).answers["email_confirmed_at"]
    assert confirm_email(token=token).pk == entrant.pk
    assert Event.objects.filter(kind="email_confirmed").count() == 1
    Person.objects.update(email="b@example.org")
    for wrong in (token, "nonsense"):
        with pytest.raises(LetterClosed):
            confirm_email(token=wrong)


def test_the_desk_approves_refuses_and_asks() -> None:
    tournament = opened(plan={"needs_approval": True})
    entrant = enter(tournament)
    assert entrant.state == EntrantState.REGISTERED
    assert ask_to_amend(entrant_id=entrant.pk, actor=None, question="Age?").answers["asked"] == "Age?"
    assert approve_registration(entrant_id=entrant.pk, actor=None).state == EntrantState.CONFIRMED
    approve_registration(entrant_id=entrant.pk, actor=None)
    assert Event.objects.filter(kind="registration_approved").count() == 1
    with pytest.raises(InvalidInput):
        refuse_registration(entrant_id=entrant.pk, actor=None, reason=" ")
    with pytest.raises(InvalidInput):
        ask_to_amend(entrant_id=entrant.pk, actor=None, question="")
    refused = refuse_registration(entrant_id=entrant.pk, actor=None, reason="Members only")
    assert (refused.state, refused.answers["refused"]) == ("withdrawn", "Members only")
    with pytest.raises(TellTheDesk):
        refuse_registration(entrant_id=entrant.pk, actor=None, reason="Again")


def test_a_stand_in_has_no_registration_and_dates_are_in_order() -> None:
    tournament = opened()
    stand_in = Entrant.objects.create(tournament=tournament, number=9, stand_in_name="Volunteer")
    with pytest.raises(InvalidInput):
        withdraw_registration(entrant_id=stand_in.pk)
    early, late = datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 2, tzinfo=UTC)
    with pytest.raises(InvalidInput):
        set_door(tournament_id=tournament.pk, actor=None, opens_at=late, closes_at=early, questions=())


def test_fees_add_up_over_those_who_hold_a_place(django_assert_num_queries: Any) -> None:
    tournament = opened(fee_cents=1000, capacity=3)
    for name in ("Aldo", "Bruna", "Carla", "Dino"):
        enter(tournament, aldo(first_name=name))
    tournament.entrants.filter(number=1).update(fee_state="paid")
    tournament.entrants.filter(number=2).update(fee_state="waived")
    tournament.refresh_from_db()
    with django_assert_num_queries(5):
        door = door_of(tournament)
    assert (door.fees.paid, door.fees.waived, door.fees.due) == (1000, 1000, 1000)
    assert (door.free, len(door.waiting)) == (0, 1)
