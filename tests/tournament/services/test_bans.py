"""Suspensions: whom they mean, where they hold, what they hold up, and that a director may decide otherwise."""

from datetime import date
from typing import Any

import pytest

from tests.factories import make_entrant, make_member, make_person, make_tournament
from tests.tournament.services.test_registration import aldo, opened
from tournament.errors import InvalidInput, NotAllowed
from tournament.models import (
    Ban,
    BanScope,
    EntrantState,
    Event,
    LetIn,
    Membership,
    Person,
    Role,
    Tournament,
    User,
)
from tournament.selectors.bans import bans_at, is_meant, standing_of
from tournament.services.bans import DirectorDecides, give_ban, let_in, lift_ban
from tournament.services.door import approve_registration
from tournament.services.entrants import NewEntrant, add_entrant, import_entrants
from tournament.services.presence import bring_back_entrant, mark_presence, withdraw_entrant
from tournament.services.privacy import erase_person, person_document
from tournament.services.registration import register_entrant

pytestmark = pytest.mark.django_db


def banned(tournament: Tournament, director: User, person: Person | None = None, **fields: Any) -> Ban:
    """Aldo Rossi may not play from 2026 on."""
    facts: dict[str, Any] = {
        "person_id": (person or make_person(first_name="Aldo", last_name="Rossi")).pk,
        "scope": BanScope.ORGANISER,
        "starts_on": date(2026, 1, 1),
        "ends_on": None,
        "reason": "Threw the board",
    }
    return give_ban(tournament_id=tournament.pk, actor=director, **(facts | fields))


@pytest.fixture
def hall() -> tuple[Tournament, User]:
    """A tournament of a club, and its director."""
    tournament = make_tournament(organiser="Club di Prova")
    return tournament, make_member(tournament)


ALDO = NewEntrant("Aldo", "Rossi")


def test_a_second_press_gives_no_second_ban(hall: tuple[Tournament, User]) -> None:
    tournament, director = hall
    ban = banned(tournament, director)
    assert banned(tournament, director, ban.person) == ban
    lift_ban(tournament_id=tournament.pk, ban_id=ban.pk, reason="A mistake", actor=director)
    assert banned(tournament, director, ban.person) != ban
    assert (Ban.objects.count(), Event.objects.filter(kind="ban_given").count()) == (2, 2)


def test_nobody_banned_is_entered_before_a_director_says_why(hall: tuple[Tournament, User]) -> None:
    tournament, director = hall
    banned(tournament, director)
    with pytest.raises(DirectorDecides) as refused:
        add_entrant(tournament_id=tournament.pk, entry=ALDO, actor=director)
    assert "board" not in str(refused.value)
    entrant = add_entrant(tournament_id=tournament.pk, entry=ALDO, actor=director, let_in_because="Forgiven")
    assert entrant.state == EntrantState.CONFIRMED
    decided = LetIn.objects.get()
    assert (decided.reason, decided.decided_by) == ("Forgiven", director)
    event = Event.objects.get(kind="let_in_despite_ban")
    assert (event.subject, event.actor, event.reason) == ("Aldo Rossi", director, "Forgiven")
    assert [one.reason for one in standing_of(entrant).let_in] == ["Forgiven"]


def test_from_a_list_and_from_outside_they_are_held(hall: tuple[Tournament, User]) -> None:
    tournament, director = hall
    banned(tournament, director)
    held, free = import_entrants(
        tournament_id=tournament.pk, entries=[ALDO, NewEntrant("Bruna", "Verdi")], actor=director
    )
    assert (held.state, free.state) == (EntrantState.REGISTERED, EntrantState.CONFIRMED)
    for act in (
        lambda: mark_presence(entrant_id=held.pk, present=True, actor=director),
        lambda: approve_registration(entrant_id=held.pk, actor=director),
    ):
        with pytest.raises(DirectorDecides):
            act()
    assert mark_presence(entrant_id=held.pk, present=False, actor=director).state == EntrantState.ABSENT
    let_in(entrant_id=held.pk, reason="A namesake", actor=director)
    assert mark_presence(entrant_id=held.pk, present=True, actor=director).state == EntrantState.CHECKED_IN
    assert bans_at(tournament) == []


def test_a_registration_from_outside_says_no_more_than_that_the_desk_answers() -> None:
    tournament = opened()
    banned(tournament, make_member(tournament), starts_on=date(2126, 1, 1))
    entrant = register_entrant(tournament_id=tournament.pk, registration=aldo(last_name="ROSSI"))
    assert entrant.state == EntrantState.REGISTERED
    other = register_entrant(tournament_id=tournament.pk, registration=aldo(first_name="Bruna"))
    assert other.state == EntrantState.CONFIRMED


def test_an_entry_that_stands_already_is_held_from_the_roll_call_on(hall: tuple[Tournament, User]) -> None:
    tournament, director = hall
    entrant = make_entrant(tournament)
    assert entrant.person is not None
    banned(tournament, director, entrant.person)
    assert [one.reason for one in standing_of(entrant).bans] == ["Threw the board"]
    withdraw_entrant(entrant_id=entrant.pk, after_round=0, actor=director)
    with pytest.raises(DirectorDecides):
        bring_back_entrant(entrant_id=entrant.pk, actor=director)


@pytest.mark.parametrize(
    ("fields", "holds"),
    [
        ({}, True),
        ({"starts_on": date(2026, 11, 30)}, False),
        ({"starts_on": date(2026, 11, 29)}, True),
        ({"ends_on": date(2026, 11, 27)}, False),
        ({"ends_on": date(2026, 11, 28)}, True),
    ],
)
def test_it_holds_on_the_days_of_the_tournament(
    hall: tuple[Tournament, User], fields: dict[str, Any], holds: bool
) -> None:
    tournament, director = hall
    banned(tournament, director, **fields)
    assert bool(bans_at(tournament)) is holds


def test_it_holds_where_the_organiser_and_a_director_are_the_same(hall: tuple[Tournament, User]) -> None:
    tournament, director = hall
    ban = banned(tournament, director)
    same = make_tournament(organiser="CLUB DI PROVA")
    stranger = make_tournament(organiser="Club di Prova")
    elsewhere = make_tournament(organiser="Another club")
    for other in (same, elsewhere):
        Membership.objects.create(tournament=other, user=director, role=Role.DIRECTOR)
    assert [bans_at(one) for one in (same, stranger, elsewhere)] == [[ban], [], []]
    outsider = make_member(stranger)
    with pytest.raises(NotAllowed):
        lift_ban(tournament_id=stranger.pk, ban_id=ban.pk, reason="Mine now", actor=outsider)
    lift_ban(tournament_id=same.pk, ban_id=ban.pk, reason="Served", actor=director)
    lift_ban(tournament_id=same.pk, ban_id=ban.pk, reason="Again", actor=director)
    ban.refresh_from_db()
    assert (ban.lifted_reason, bans_at(tournament)) == ("Served", [])


def test_only_the_operator_bans_everywhere(hall: tuple[Tournament, User]) -> None:
    tournament, director = hall
    with pytest.raises(NotAllowed):
        banned(tournament, director, scope=BanScope.EVERYWHERE)
    operator = make_member(tournament, user={"is_superuser": True})
    ban = banned(tournament, operator, scope=BanScope.EVERYWHERE)
    anywhere = make_tournament()
    assert bans_at(anywhere) == [ban]
    with pytest.raises(NotAllowed):
        lift_ban(tournament_id=tournament.pk, ban_id=ban.pk, reason="No", actor=director)
    lift_ban(tournament_id=tournament.pk, ban_id=ban.pk, reason="Enough", actor=operator)
    assert bans_at(anywhere) == []


@pytest.mark.parametrize(
    ("banned_person", "person", "meant"),
    [
        ({}, {"first_name": "ROSSI", "last_name": "Aldo"}, True),
        ({"first_name": "Nicolò"}, {"first_name": "Nicolo"}, True),
        ({}, {"first_name": "Bruna"}, False),
        ({"birth_date": date(1980, 1, 1)}, {"birth_date": date(1990, 1, 1)}, False),
        ({"birth_date": date(1980, 1, 1)}, {}, True),
        ({"national_id": "R7"}, {"national_id": "r7", "first_name": "Alda"}, True),
        ({"national_id": "R7"}, {"national_id": "R8"}, False),
    ],
)
def test_whom_it_means(banned_person: dict[str, Any], person: dict[str, Any], meant: bool) -> None:
    names = {"first_name": "Aldo", "last_name": "Rossi"}
    assert is_meant(Person(**(names | banned_person)), Person(**(names | person))) is meant


def test_it_follows_a_merged_record() -> None:
    kept = make_person()
    gone = make_person(merged_into=kept)
    assert is_meant(gone, kept)


@pytest.mark.parametrize(
    "fields", [{"reason": " "}, {"ends_on": date(2025, 12, 31)}], ids=["no reason", "ends before it begins"]
)
def test_what_a_suspension_needs(hall: tuple[Tournament, User], fields: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        banned(*hall, **fields)


def test_lifting_and_letting_in_need_a_reason(hall: tuple[Tournament, User]) -> None:
    tournament, director = hall
    entrant = make_entrant(tournament)
    ban = banned(tournament, director, entrant.person)
    for act in (
        lambda: lift_ban(tournament_id=tournament.pk, ban_id=ban.pk, reason=" ", actor=director),
        lambda: let_in(entrant_id=entrant.pk, reason=" ", actor=director),
    ):
        with pytest.raises(InvalidInput):
            act()
    stand_in = make_entrant(tournament, person=make_person())
    stand_in.person, stand_in.stand_in_name = None, "Guest"
    stand_in.save()
    let_in(entrant_id=stand_in.pk, reason="Helps out", actor=director)
    assert not LetIn.objects.exists()


def test_the_person_reads_it_in_their_data_and_takes_it_along_when_erased(
    hall: tuple[Tournament, User],
) -> None:
    tournament, director = hall
    entrant = make_entrant(tournament)
    ban = banned(tournament, director, entrant.person)
    assert str(ban) == f"{entrant.full_name}: Threw the board"
    assert not ban.is_over(date(2126, 1, 1))
    assert [one["reason"] for one in person_document(ban.person)["bans"]] == ["Threw the board"]
    erase_person(person_id=ban.person_id, actor=director, reason="Asked for it")
    assert not Ban.objects.exists()
