"""A person's data are theirs: no public surface names who refuses it; handed out, erased, forgotten."""

import io
import itertools
import json
import zipfile
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_entrant, make_entrants, make_member, make_person, make_round, make_tournament
from tests.results import confirm
from tests.trust.figures import record
from tests.trust.test_archive import fixture
from tests.trust.test_permissions import ADDRESSES, _any_values
from tournament.errors import InvalidInput
from tournament.models import Entrant, Event, Job, Person, SeenWrite, Snapshot, Table, Tournament
from tournament.services.archive import export_tournament, import_tournament
from tournament.services.archive_format import sections_of
from tournament.services.deletions import delete_tournament
from tournament.services.desk import save_entrant
from tournament.services.door import adopt_person
from tournament.services.links import LinkClosed, entrant_of_token, personal_token
from tournament.services.privacy import erase_person, forget_old_data, person_document
from tournament.services.records import first_broken_event, record_event
from tournament.services.registration import Registration, amend_registration
from tournament.services.rounds import close_round
from tournament.services.seating_edits import swap_entrants
from tournament.services.snapshots import (
    Before,
    bring_back_tournament,
    restore_snapshot,
    take_snapshot,
    take_snapshot_by_hand,
)

pytestmark = pytest.mark.django_db

SECRETS = ("Zeldamira", "Xanthopoulou", "zelda@example.org", "+39 333 9876543", "ZX-9876")


@pytest.fixture
def tournament() -> Tournament:
    return import_tournament(archive=fixture(), actor=None)


@pytest.fixture
def refusing(tournament: Tournament) -> Entrant:
    """The leader of the standings, who refuses publication of her name."""
    leader = tournament.standings_versions.filter(stage__kind="ranked").last().rows[0]["entrant"]
    entrant = tournament.entrants.select_related("person").get(pk=leader)
    Person.objects.filter(pk=entrant.person_id).update(
        first_name="Zeldamira",
        last_name="Xanthopoulou",
        email="zelda@example.org",
        phone="+39 333 9876543",
        national_id="ZX-9876",
        consent_name=False,
    )
    entrant.refresh_from_db()
    return entrant


def surfaces(tournament: Tournament, entrant: Entrant) -> list[str]:
    """Every address that anybody may open, with every round, table and file that concerns her."""
    tables = Table.objects.filter(seats__entrant=entrant).values_list("pk", flat=True)
    choices: dict[str, list[Any]] = {
        "slug": [tournament.slug],
        "number": [1, 2, 3, entrant.number],
        "after": [1, 2],
        "table_id": list(tables),
        "entrant_id": [entrant.pk],
        "version_id": list(tournament.standings_versions.values_list("pk", flat=True)),
        "kind": ["csv", "json", "xlsx", "pdf"],
        "token": [personal_token(tournament.entrants.exclude(pk=entrant.pk)[0])],
    }
    found = []
    for address in ADDRESSES:
        public = address.permission == "tournament.view" or address.name in {"home", "tv", "personal"}
        if public and "GET" in address.methods:
            names = list(_any_values(address.name))
            values = itertools.product(
                *(choices.get(name, [_any_values(address.name)[name]]) for name in names)
            )
            found += [reverse(address.name, kwargs=dict(zip(names, one, strict=True))) for one in values]
    searching = [reverse("find-seat", args=[tournament.slug]), reverse("entrants", args=[tournament.slug])]
    return [*found, *(f"{one}?q=Xanth" for one in searching)]


def readable(answer: Any) -> str:
    """All text of an answer: headers, and what is packed inside a workbook."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if body.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(body)) as packed:
            body = b"\n".join(packed.read(name) for name in packed.namelist())
    return f"{answer.headers}\n{body.decode(errors='replace')}"


def test_no_public_surface_names_who_refuses_it(
    tournament: Tournament, refusing: Entrant, client: Client
) -> None:
    leaks, opened, named = [], 0, 0
    for url in surfaces(tournament, refusing):
        answer = client.get(url)
        assert answer.status_code < 500, url
        text = readable(answer).replace("q=Xanth", "")
        opened += answer.status_code == 200
        named += refusing.person.pseudonym in text
        leaks += [(url, secret) for secret in SECRETS if secret in text]
    assert leaks == []
    assert opened >= 30
    assert named >= 8, "she is on the pages, under her pseudonym"
    record("Public surfaces without consent", addresses=opened, leaks=len(leaks))


def test_a_name_refused_later_vanishes_from_pages_that_were_kept(client: Client) -> None:
    person = make_person(first_name="Zeldamira", last_name="Xanthopoulou")
    here, elsewhere = make_tournament(), make_tournament()
    for tournament in (here, elsewhere):
        Tournament.objects.filter(pk=tournament.pk).update(publish_page=True, publish_entrants=True)
        make_entrant(tournament, person=person)
    pages = [reverse("entrants", args=[one.slug]) for one in (here, elsewhere)]

    def named() -> list[bool]:
        return ["Xanthopoulou" in client.get(page).content.decode() for page in pages]

    def decide(*, publish: bool) -> None:
        entrant = here.entrants.get()
        wishes = {"consent_name": publish}
        save_entrant(entrant_id=entrant.pk, version=entrant.version, actor=None, entry={}, person=wishes)

    assert named() == [True, True]
    decide(publish=False)
    assert named() == [False, False]
    decide(publish=True)
    assert named() == [True, True]
    Tournament.objects.update(state="open", check_in_closed_at=None)
    person.entries.update(state="confirmed")
    entrant = elsewhere.entrants.get()
    wishes = Registration("Zeldamira", "Xanthopoulou", consent_data=True, consent_name=False)
    amend_registration(entrant_id=entrant.pk, version=entrant.version, registration=wishes)
    assert named() == [False, False]
    newcomer = make_person(first_name="Zeldamira", last_name="Xanthopoulou")
    third = make_entrant(make_tournament(), person=newcomer)
    adopt_person(entrant_id=third.pk, person_id=person.pk, actor=None)
    assert named() == [True, True]
    for tournament in (here, elsewhere):
        assert tournament.events.exclude(subject="").exists()
        assert first_broken_event(tournament) is None


def test_no_public_surface_tells_a_contact_of_anybody(tournament: Tournament, client: Client) -> None:
    Person.objects.update(email="contact@example.org", phone="+39 000 111")
    entrant = tournament.entrants.all()[0]
    told = [
        url
        for url in surfaces(tournament, entrant)
        if any(one in readable(client.get(url)) for one in ("contact@example.org", "+39 000 111"))
    ]
    assert told == []


# --- handing out ----------------------------------------------------------------------------------------


def test_a_person_gets_all_that_is_stored_about_them(refusing: Entrant, client: Client) -> None:
    answer = client.get(reverse("personal-data", args=[personal_token(refusing)]))
    given = json.loads(answer.content)
    assert given == person_document(refusing.person)
    assert given["person"]["email"] == "zelda@example.org"
    (entry,) = given["entries"]
    assert [len(game["results"]) for game in entry["games"]][:2] == [1, 1]
    assert answer["Cache-Control"] == "no-store"
    assert client.get(reverse("personal-data", args=["nonsense"])).status_code == 404


def test_a_stand_in_has_no_data_to_give(client: Client) -> None:
    stand_in = Entrant.objects.create(tournament=make_tournament(), number=1, stand_in_name="Bot")
    assert client.get(reverse("personal-data", args=[personal_token(stand_in)])).status_code == 404


# --- erasing --------------------------------------------------------------------------------------------


def everything(tournament: Tournament) -> str:
    """All that is stored of a tournament, its snapshots included, as text."""
    kept = [bytes(snapshot.archive) for snapshot in tournament.snapshots.all()]
    archives = [export_tournament(tournament), *kept]
    return "\n".join(json.dumps(sections_of(one), ensure_ascii=False) for one in archives)


def test_an_erased_person_is_nowhere_and_the_figures_stay(tournament: Tournament, refusing: Entrant) -> None:
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    record_event(tournament, "presence_marked", subject=refusing.full_name, after={refusing.full_name: 1})
    token = personal_token(refusing)
    snapshot = take_snapshot_by_hand(tournament_id=tournament.pk, actor=None)
    figures = list(tournament.standings_versions.order_by("pk").values_list("after_round", "version", "rows"))
    points = list(refusing.seats.order_by("pk").values_list("results__points", "results__place"))
    old_digest = tournament.events.last().digest
    assert "Zeldamira Xanthopoulou" in everything(tournament)

    person = erase_person(person_id=refusing.person_id, actor=None, reason="asked by Zeldamira Xanthopoulou")

    text = everything(tournament)
    assert [secret for secret in SECRETS if secret in text] == []
    assert (person.consent_name, person.email, person.user) == (False, "", None)
    assert figures == list(
        tournament.standings_versions.order_by("pk").values_list("after_round", "version", "rows")
    )
    assert points == list(refusing.seats.order_by("pk").values_list("results__points", "results__place"))
    assert first_broken_event(tournament) is None
    last = tournament.events.last()
    assert (last.kind, last.before) == ("person_erased", {"digest": old_digest})
    with pytest.raises(LinkClosed):
        entrant_of_token(token)
    # A restore does not bring the name back either.
    restore_snapshot(snapshot_id=snapshot.pk, typed_name=tournament.name, actor=None, reason="drill")
    assert [secret for secret in SECRETS if secret in everything(tournament)] == []
    assert erase_person(person_id=person.pk, actor=None, reason="again").version == person.version


def test_a_deleted_tournament_comes_back_without_the_person(
    tournament: Tournament, refusing: Entrant
) -> None:
    director = make_member(tournament)
    other = take_snapshot_by_hand(tournament_id=make_tournament("Altro").pk, actor=None)
    snapshot = delete_tournament(tournament_id=tournament.pk, typed_name=tournament.name, actor=director)
    damaged = Snapshot.objects.create(tournament_name="x", reason="close: x", archive=b"", checksum="0")
    erase_person(person_id=refusing.person_id, actor=None, reason="asked")
    back = bring_back_tournament(snapshot_id=snapshot.pk, actor=director)
    assert [secret for secret in SECRETS if secret in everything(back)] == []
    assert back.entrants.get(public_key=refusing.public_key).person_id == refusing.person_id
    assert first_broken_event(back) is None
    assert [
        one.checksum for one in Snapshot.objects.filter(pk__in=[other.pk, damaged.pk]).order_by("pk")
    ] == [*(other.checksum, damaged.checksum)]


def test_names_in_the_words_of_an_edit_are_erased() -> None:
    tournament = make_tournament()
    entrants = make_entrants(tournament, 8, clubs=8)
    gone = make_person(first_name="Zeldamira", last_name="Xanthopoulou")
    Entrant.objects.filter(pk=entrants[0].pk).update(person=gone)
    round_ = make_round(tournament, [entrants[:4], entrants[4:]], state="draft")
    swap_entrants(round_id=round_.pk, first_id=entrants[0].pk, second_id=entrants[5].pk, actor=None)
    confirm(round_, [(4, 3, 2, 1)] * 2)
    erase_person(person_id=gone.pk, actor=None, reason="asked")
    assert "Zeldamira" not in everything(tournament)
    assert first_broken_event(tournament) is None


def test_erasing_by_command_needs_a_key_and_a_reason() -> None:
    person = make_person()
    make_entrant(make_tournament(), person=person)
    with pytest.raises(CommandError, match="Nobody has this key"):
        call_command("forget", person="no-such-key", reason="asked")
    with pytest.raises(CommandError):
        call_command("forget", person=person.public_key)
    with pytest.raises(InvalidInput):
        erase_person(person_id=person.pk, actor=None, reason="")
    out = io.StringIO()
    call_command("forget", person=person.public_key, reason="asked", stdout=out)
    person.refresh_from_db()
    assert out.getvalue() == f"Erased; known as “{person.full_name}” from now on.\n"
    assert person.erased_at is not None


# --- forgetting -----------------------------------------------------------------------------------------


def test_what_has_served_is_forgotten() -> None:
    long_ago = timezone.localdate() - timedelta(days=800)
    old = make_tournament(starts_on=long_ago, ends_on=long_ago, state="finished")
    contacts = {"email": "a@example.org", "phone": "1", "birth_date": date(1990, 1, 1)}
    gone = make_entrant(old, person=make_person(**contacts)).person
    returning = make_person(**contacts)
    make_entrant(old, person=returning)
    now_playing = make_tournament(
        starts_on=timezone.localdate(), ends_on=timezone.localdate() + timedelta(days=1)
    )
    make_entrant(now_playing, person=returning)
    take_snapshot(old, before=Before.CLOSE, actor=None)
    by_hand = take_snapshot_by_hand(tournament_id=old.pk, actor=None)
    kept = take_snapshot(now_playing, before=Before.CLOSE, actor=None)
    Job.objects.create(kind="upload", finished_at=timezone.now() - timedelta(days=40))
    SeenWrite.objects.create(key="k", scope="s", fingerprint="f", status=200)
    SeenWrite.objects.update(created_at=timezone.now() - timedelta(days=40))
    out = io.StringIO()
    call_command("forget", stdout=out)
    assert (
        out.getvalue()
        == "contacts: 1, photos: 0, snapshots: 1, files: 0, jobs: 1, requests: 1, invitations: 0\n"
    )
    gone.refresh_from_db()
    returning.refresh_from_db()
    assert (gone.email, gone.phone, gone.birth_date, gone.consent_name) == ("", "", None, True)
    assert returning.email == "a@example.org"
    assert set(Snapshot.objects.all()) == {by_hand, kept}
    assert sum(forget_old_data().values()) == 0


def test_closing_and_events_survive_the_forgetting() -> None:
    tournament = make_tournament()
    round_ = make_round(tournament, [make_entrants(tournament, 4)])
    confirm(round_, [(4, 3, 2, 1)])
    close_round(round_id=round_.pk, actor=None)
    forget_old_data()
    assert Event.objects.count() == 2
    assert tournament.standings_versions.count() == 1
