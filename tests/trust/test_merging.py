"""Two records of one person made one, and taken apart again."""

from datetime import date

import pytest

from tests.factories import make_entrant, make_person, make_tournament
from tournament.errors import InvalidInput
from tournament.models import Entrant, Event, Person
from tournament.services.merging import BothPlay, NotMerged, merge_persons, separate_persons

pytestmark = pytest.mark.django_db


@pytest.fixture
def two() -> tuple[Entrant, Entrant]:
    """One person under two records, entered in a tournament each."""
    first = make_person(first_name="Anna", last_name="Rossi", consent_results=True)
    second = make_person(
        first_name="Anna", last_name="Rosi", nickname="Jolly", birth_date=date(1990, 5, 1), consent_name=False
    )
    return make_entrant(make_tournament(), person=first), make_entrant(make_tournament(), person=second)


def test_a_merge_moves_the_entries_fills_in_and_keeps_every_refusal(two: tuple[Entrant, Entrant]) -> None:
    kept, gone = two[0].person, two[1].person
    merged = merge_persons(kept_id=kept.pk, gone_id=gone.pk, actor=None, reason="misspelt")
    assert (merged.nickname, merged.birth_date, merged.consent_name) == ("Jolly", date(1990, 5, 1), False)
    assert set(merged.entries.all()) == set(two)
    gone.refresh_from_db()
    assert gone.merged_into == merged
    for entrant in two:
        event = entrant.tournament.events.get()
        assert (event.kind, event.reason, event.after["gone"]) == (
            "persons_merged",
            "misspelt",
            gone.public_key,
        )


def test_taking_apart_gives_everything_back(two: tuple[Entrant, Entrant]) -> None:
    kept, gone = two[0].person, two[1].person
    before = Person.objects.filter(pk=kept.pk).values(
        "nickname", "birth_date", "consent_name", "national_id", "club_id"
    )[0]
    merge_persons(kept_id=kept.pk, gone_id=gone.pk, actor=None, reason="misspelt")
    separated = separate_persons(gone_id=gone.pk, actor=None, reason="they are sisters")
    assert separated.merged_into is None
    assert Person.objects.filter(pk=kept.pk).values(*before)[0] == before
    two[1].refresh_from_db()
    assert (two[0].person, two[1].person) == (kept, gone)
    assert two[1].tournament.events.last().kind == "persons_separated"
    with pytest.raises(NotMerged):
        separate_persons(gone_id=gone.pk, actor=None, reason="again")


def test_a_merge_of_the_first_version_is_taken_apart(two: tuple[Entrant, Entrant]) -> None:
    kept, gone = two[0].person, two[1].person
    nickname = kept.nickname
    merge_persons(kept_id=kept.pk, gone_id=gone.pk, actor=None, reason="misspelt")
    for merge in Event.objects.filter(kind="persons_merged"):
        Event.objects.filter(pk=merge.pk).update(before=merge.before["filled"])
    separate_persons(gone_id=gone.pk, actor=None, reason="they are sisters")
    kept.refresh_from_db()
    assert (kept.nickname, kept.birth_date) == (nickname, None)


def test_what_was_typed_since_stays(two: tuple[Entrant, Entrant]) -> None:
    kept, gone = two[0].person, two[1].person
    merge_persons(kept_id=kept.pk, gone_id=gone.pk, actor=None, reason="misspelt")
    Person.objects.filter(pk=kept.pk).update(nickname="Asso")
    separate_persons(gone_id=gone.pk, actor=None, reason="they are sisters")
    kept.refresh_from_db()
    assert (kept.nickname, kept.birth_date) == ("Asso", None)


def test_two_who_play_in_one_tournament_are_two(two: tuple[Entrant, Entrant]) -> None:
    twice = make_entrant(two[0].tournament, person=make_person())
    with pytest.raises(BothPlay):
        merge_persons(kept_id=two[0].person_id, gone_id=twice.person_id, actor=None, reason="misspelt")
    twice.refresh_from_db()
    assert twice.person.merged_into is None


def test_nonsense_is_refused(two: tuple[Entrant, Entrant]) -> None:
    kept, gone = two[0].person_id, two[1].person_id
    with pytest.raises(InvalidInput):
        merge_persons(kept_id=kept, gone_id=gone, actor=None, reason=" ")
    with pytest.raises(InvalidInput):
        merge_persons(kept_id=kept, gone_id=kept, actor=None, reason="misspelt")
    merge_persons(kept_id=kept, gone_id=gone, actor=None, reason="misspelt")
    with pytest.raises(InvalidInput):
        merge_persons(kept_id=kept, gone_id=gone, actor=None, reason="misspelt")
