"""A person's record at the director's: compared, made one, taken apart, handed out, erased; each by whom it concerns."""

import json
from datetime import date

import pytest
from django.test import Client
from django.utils.translation import override

from tests.factories import make_entrant, make_member, make_person, make_tournament, make_user
from tournament.models import Entrant, Membership, Person, Role, Snapshot, User
from tournament.selectors.same_person import likely_same, merge_preview
from tournament.services.archive_format import sections_of
from tournament.services.merging import merge_persons
from tournament.services.records import first_broken_event
from tournament.services.snapshots import take_snapshot_by_hand
from tournament.web.log import change_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def two() -> tuple[Entrant, Entrant]:
    """One person under two records, entered in a tournament each."""
    first = make_person(first_name="Anna", last_name="Rossi")
    second = make_person(
        first_name="Anna",
        last_name="Rosi",
        email="anna.rosi@example.org",
        birth_date=date(1990, 5, 1),
        consent_name=False,
    )
    return make_entrant(make_tournament(), person=first), make_entrant(make_tournament(), person=second)


@pytest.fixture
def director(client: Client, two: tuple[Entrant, Entrant]) -> User:
    """Directs both tournaments and is signed in."""
    user = make_member(two[0].tournament)
    Membership.objects.create(tournament=two[1].tournament, user=user, role=Role.DIRECTOR)
    client.force_login(user)
    client.cookies["django_language"] = "en"
    return user


def record(entrant: Entrant) -> str:
    return f"/t/{entrant.tournament.slug}/direct/entries/{entrant.number}/person/"


def test_two_records_are_compared_made_one_and_taken_apart(
    client: Client, director: User, two: tuple[Entrant, Entrant]
) -> None:
    kept, gone = two[0].person, two[1].person
    assert kept is not None
    assert gone is not None
    merging = f"{record(two[0])}merge/{gone.public_key}/"
    assert merging in client.get(record(two[0])).content.decode()
    assert merging in client.get(f"{record(two[0])}?q=rosi").content.decode()
    assert merging not in client.get(f"{record(two[0])}?q=bianchi").content.decode()
    page = client.get(merging).content.decode()
    assert all(
        words in page for words in ("anna.rosi@example.org", two[1].tournament.name, "Type “Anna Rosi”")
    )

    mistyped = client.post(merging, {"name": "Anna", "reason": "misspelt"})
    assert (mistyped.status_code, b"misspelt" in mistyped.content) == (422, True)
    assert client.post(merging, {"name": "Anna Rosi", "reason": ""}).status_code == 422
    assert not Person.objects.exclude(merged_into=None).exists()
    assert client.post(merging, {"name": "Anna Rosi", "reason": "misspelt"}).status_code == 302
    assert set(kept.entries.all()) == set(two)
    assert client.get(merging).status_code == 404

    log = client.get(f"/t/{two[0].tournament.slug}/direct/log/").content.decode()
    assert "Two records made one" in log
    assert "example.org" not in log
    assert (
        client.post(f"{record(two[0])}separate/{gone.public_key}/", {"reason": "sisters"}).status_code == 302
    )
    assert list(gone.entries.all()) == [two[1]]
    with override("en"):
        assert change_of(two[1].tournament.events.get(kind="persons_separated")) == "name: Anna Rosi"


def test_the_preview_says_what_the_record_will_say(two: tuple[Entrant, Entrant]) -> None:
    assert two[0].person is not None
    assert two[1].person is not None
    with override("en"):
        lines = {one.title: one for one in merge_preview(two[0].person, two[1].person)}
    merged = merge_persons(kept_id=two[0].person.pk, gone_id=two[1].person.pk, actor=None, reason="same")
    assert (lines["E-mail"].becomes, lines["E-mail"].changes) == (merged.email, True)
    assert (lines["Surname"].becomes, lines["Surname"].changes) == (merged.last_name, False)
    assert lines["Date of birth"].becomes == str(merged.birth_date)
    assert {one.becomes for title, one in lines.items() if "name" in title and "publication" in title} == {
        "no"
    }
    assert "Phone" not in lines


def test_others_have_their_say(client: Client, two: tuple[Entrant, Entrant]) -> None:
    gone = two[1].person
    assert gone is not None
    stranger = make_member(two[0].tournament)
    client.force_login(stranger)
    # The other record is another director's: it is not offered and cannot be named.
    page = client.get(record(two[0])).content.decode()
    assert "Rosi" not in page
    assert client.get(f"{record(two[0])}merge/{gone.public_key}/").status_code == 404
    # This one plays elsewhere too: nothing can be done with it here.
    make_entrant(two[1].tournament, person=two[0].person, notes="still owes us")
    file = client.get(f"{record(two[0])}file/")
    assert [one["tournament"] for one in file.json()["entries"]] == [two[0].tournament.name]
    assert b"still owes us" not in file.content
    assert two[1].tournament.name in client.get(record(two[0])).content.decode()
    answer = client.post(f"{record(two[0])}erase/", {"name": "Anna Rossi", "reason": "asked"})
    assert answer.status_code == 403
    assert not Person.objects.exclude(erased_at=None).exists()
    assert two[0].person is not None
    assert likely_same(two[0].person, make_user(is_superuser=True)) == []  # both play there: they are two


def test_a_record_is_handed_out_and_erased_with_those_that_became_it(
    client: Client, director: User, two: tuple[Entrant, Entrant]
) -> None:
    kept, gone = two[0].person, two[1].person
    assert kept is not None
    assert gone is not None
    take_snapshot_by_hand(tournament_id=two[1].tournament.pk, actor=None)
    merge_persons(kept_id=kept.pk, gone_id=gone.pk, actor=director, reason="Anna Rosi is Anna Rossi")
    take_snapshot_by_hand(tournament_id=two[0].tournament.pk, actor=None)
    file = client.get(f"{record(two[0])}file/")
    assert json.loads(file.content)["person"]["email"] == "anna.rosi@example.org"
    assert file["Cache-Control"] == "no-store"

    asked = {"name": "Anna Rossi", "reason": "asked by Anna Rosi"}
    assert client.post(f"{record(two[0])}erase/", asked | {"name": "Rossi"}).status_code == 422
    assert client.post(f"{record(two[0])}erase/", asked).status_code == 302
    assert not Person.objects.filter(last_name__in=["Rossi", "Rosi"]).exists()
    assert not Person.objects.exclude(email="").exists()
    kept_texts = [json.dumps(sections_of(bytes(one.archive))) for one in Snapshot.objects.all()]
    for entrant in two:
        kept_texts.append(json.dumps(list(entrant.tournament.events.values()), default=str))
        assert first_broken_event(entrant.tournament) is None
    assert len(kept_texts) == 4
    assert [
        text for text in kept_texts for secret in ("Rosi", "Rossi", "example.org") if secret in text
    ] == []
    assert b"erased" in client.get(record(two[0])).content


def test_a_stand_in_has_no_record(client: Client, director: User, two: tuple[Entrant, Entrant]) -> None:
    stand_in = Entrant.objects.create(tournament=two[0].tournament, number=9, stand_in_name="Bot")
    assert client.get(record(stand_in)).status_code == 404
