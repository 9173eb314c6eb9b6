"""Entries, imports, stand-ins, what the desk edits."""

from dataclasses import replace
from datetime import date

import pytest

from tests.factories import make_entrant, make_entrants, make_person, make_tournament
from tournament.errors import ChangedMeanwhile, InvalidInput
from tournament.models import Club, EntrantState, FeeState, Person
from tournament.services.entrants import (
    AlreadyEntered,
    NewEntrant,
    TournamentFull,
    add_entrant,
    add_stand_in,
    edit_entrant,
    import_entrants,
    keep_apart,
    person_like,
    set_fee,
)

pytestmark = pytest.mark.django_db

ALDO = NewEntrant("Aldo", "Rossi", club="Roma")


def test_a_person_is_entered_once_and_the_refusal_names_the_entry() -> None:
    tournament = make_tournament()
    first = add_entrant(tournament_id=tournament.pk, entry=ALDO, actor=None)
    with pytest.raises(AlreadyEntered) as refusal:
        add_entrant(tournament_id=tournament.pk, entry=NewEntrant("ALDO", "rossi"), actor=None)
    assert refusal.value.facts == {"name": "Aldo Rossi", "number": 1, "entrant_id": first.pk}
    assert tournament.entrants.count() == 1


def test_a_person_and_a_club_are_known_again_in_the_next_tournament() -> None:
    one, other = make_tournament(), make_tournament()
    first = add_entrant(tournament_id=one.pk, entry=ALDO, actor=None)
    second = add_entrant(tournament_id=other.pk, entry=NewEntrant("Aldo", "Rossi", club="ROMA"), actor=None)
    assert first.person == second.person
    assert Club.objects.count() == 1


def test_another_date_of_birth_is_another_person() -> None:
    make_person(first_name="Aldo", last_name="Rossi", birth_date=date(1980, 1, 1))
    tournament = make_tournament()
    entry = NewEntrant("Aldo", "Rossi", birth_date=date(2001, 1, 1))
    add_entrant(tournament_id=tournament.pk, entry=entry, actor=None)
    assert Person.objects.count() == 2


def test_a_long_name_is_the_same_wherever_it_is_cut() -> None:
    known = make_person(first_name="Maria Teresa", last_name="Rossi Bianchi", birth_date=date(1980, 1, 1))
    make_person(first_name="Maria", last_name="Teresa")
    typed = NewEntrant("Maria Teresa Rossi", "bianchi")
    assert person_like(typed) == known
    assert person_like(replace(typed, birth_date=date(2001, 1, 1))) is None
    assert person_like(NewEntrant("Maria Teresa", "Bianchi")) is None


def test_a_full_tournament_takes_waiting_entries_only() -> None:
    tournament = make_tournament(capacity=1)
    make_entrant(tournament)
    with pytest.raises(TournamentFull):
        add_entrant(tournament_id=tournament.pk, entry=ALDO, actor=None)
    waiting = add_entrant(tournament_id=tournament.pk, entry=ALDO, actor=None, state=EntrantState.WAITING)
    assert waiting.state == EntrantState.WAITING


def test_a_nameless_entry_is_refused() -> None:
    with pytest.raises(InvalidInput):
        add_entrant(tournament_id=make_tournament().pk, entry=NewEntrant(" ", ""), actor=None)


def test_an_import_enters_all_or_nothing() -> None:
    tournament = make_tournament(capacity=2)
    entries = [NewEntrant("A", str(n)) for n in range(3)]
    with pytest.raises(TournamentFull):
        import_entrants(tournament_id=tournament.pk, entries=entries, actor=None)
    assert not tournament.entrants.exists()


def test_an_amended_file_may_be_imported_again() -> None:
    tournament = make_tournament()
    import_entrants(tournament_id=tournament.pk, entries=[ALDO], actor=None)
    again = import_entrants(
        tournament_id=tournament.pk, entries=[ALDO, NewEntrant("Bruna", "Neri")], actor=None
    )
    assert [entrant.full_name for entrant in again] == ["Bruna Neri"]


def test_a_stand_in_is_present_and_outside_the_ranking() -> None:
    stand_in = add_stand_in(tournament_id=make_tournament().pk, name=" Il  custode ", actor=None)
    assert (stand_in.full_name, stand_in.in_ranking, stand_in.state) == ("Il custode", False, "checked_in")
    with pytest.raises(InvalidInput):
        add_stand_in(tournament_id=stand_in.tournament_id, name=" ", actor=None)


def test_the_desk_edits_with_versions() -> None:
    entrant = make_entrant(make_tournament())
    edited = edit_entrant(entrant_id=entrant.pk, version=1, actor=None, club="Napoli", notes="late train")
    assert (edited.club and edited.club.name, edited.notes, edited.version) == ("Napoli", "late train", 2)
    with pytest.raises(ChangedMeanwhile):
        edit_entrant(entrant_id=entrant.pk, version=1, actor=None, notes="early train")
    assert set_fee(entrant_id=entrant.pk, fee_state=FeeState.PAID, actor=None).fee_state == "paid"


def test_a_pair_is_kept_apart_once_in_either_order() -> None:
    tournament = make_tournament()
    one, other = make_entrants(tournament, 2)
    first = keep_apart(first_id=other.pk, second_id=one.pk, actor=None)
    assert keep_apart(first_id=one.pk, second_id=other.pk, actor=None) == first
    with pytest.raises(InvalidInput):
        keep_apart(first_id=one.pk, second_id=one.pk, actor=None)
