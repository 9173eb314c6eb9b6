"""The pages of snapshots: list, compare, restore, download, delete and bring back."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories import make_entrants, make_member, make_round, make_tournament, make_user
from tests.trust.test_archive import fixture
from tournament.models import Circuit, CircuitTournament, CircuitType, Snapshot, Tournament, User
from tournament.services.archive_format import checksum_of
from tournament.services.presence import mark_presence
from tournament.services.snapshots import Before, take_snapshot, take_snapshot_by_hand

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def director(tournament: Tournament, client: Client) -> User:
    user = make_member(tournament)
    client.force_login(user)
    return user


@pytest.mark.parametrize("rows", [1, 30])
def test_the_list_costs_the_same_for_one_and_for_thirty(
    rows: int, tournament: Tournament, director: User, client: Client, django_assert_num_queries: object
) -> None:
    for _number in range(rows):
        take_snapshot(tournament, before=Before.DRAW, actor=director)
    client.get(reverse("direct-snapshots", args=[tournament.slug]))
    with django_assert_num_queries(8):
        page = client.get(reverse("direct-snapshots", args=[tournament.slug]))
    assert page.content.decode().count("call-list") == 1
    assert len(page.context["snapshots"]) == rows


def test_keep_compare_and_restore(tournament: Tournament, director: User, client: Client) -> None:
    entrant = make_entrants(tournament, 4)[0]
    client.post(reverse("direct-snapshot-take", args=[tournament.slug]), {"note": "before lunch"})
    snapshot = tournament.snapshots.get()
    page = reverse("direct-snapshot", args=[tournament.slug, snapshot.pk])
    assert "differences" in client.get(page).context
    assert client.get(page).context["differences"] == []
    mark_presence(entrant_id=entrant.pk, present=False, actor=director)
    assert [one.changes for _words, one in client.get(page).context["differences"]] == [1]
    restore = reverse("direct-snapshot-restore", args=[tournament.slug, snapshot.pk])
    refused = client.post(restore, {"name": "raduno", "reason": "wrong button"})
    assert refused.status_code == 422
    assert 'value="wrong button"' in refused.content.decode()
    done = client.post(restore, {"name": tournament.name, "reason": "wrong button"})
    assert done.url == reverse("direct-snapshots", args=[tournament.slug])
    entrant.refresh_from_db()
    assert entrant.state == "checked_in"


def test_a_snapshot_is_downloaded_as_it_is(tournament: Tournament, director: User, client: Client) -> None:
    snapshot = take_snapshot_by_hand(tournament_id=tournament.pk, actor=director)
    answer = client.get(reverse("direct-snapshot-download", args=[tournament.slug, snapshot.pk]))
    assert checksum_of(answer.content) == snapshot.checksum
    assert answer["Content-Disposition"].startswith(f'attachment; filename="{tournament.slug}-')
    other = make_tournament("Altro")
    make_member(other, user={})
    assert client.get(reverse("direct-snapshot-download", args=[other.slug, snapshot.pk])).status_code == 403


def test_a_damaged_snapshot_says_so(tournament: Tournament, director: User, client: Client) -> None:
    snapshot = take_snapshot_by_hand(tournament_id=tournament.pk, actor=director)
    Snapshot.objects.update(checksum="0" * 64)
    page = client.get(reverse("direct-snapshot", args=[tournament.slug, snapshot.pk]))
    assert 'class="flash flash-bad"' in page.content.decode()
    assert "snapshots" in page.content.decode()


def test_a_snapshot_of_another_tournament_is_not_here(
    tournament: Tournament, director: User, client: Client
) -> None:
    other = take_snapshot_by_hand(tournament_id=make_tournament("Altro").pk, actor=director)
    for name in ("direct-snapshot", "direct-snapshot-download"):
        assert client.get(reverse(name, args=[tournament.slug, other.pk])).status_code == 404
    restore = reverse("direct-snapshot-restore", args=[tournament.slug, other.pk])
    assert client.post(restore, {"name": tournament.name, "reason": "x"}).status_code == 404


def test_the_last_round_is_deleted_with_its_name(
    tournament: Tournament, director: User, client: Client
) -> None:
    round_ = make_round(tournament, [make_entrants(tournament, 4)])
    address = reverse("direct-round-delete", args=[tournament.slug, 1])
    refused = client.post(address, {"name": "Round", "reason": "wrong hall"})
    assert refused.status_code == 422
    assert '<details id="delete-round" open>' in refused.content.decode()
    assert 'value="wrong hall"' in refused.content.decode()
    assert tournament.rounds.count() == 1
    client.post(address, {"name": round_.title, "reason": "wrong hall"})
    assert tournament.rounds.count() == 0
    assert client.post(address, {"name": round_.title, "reason": "again"}).status_code == 404


def test_a_tournament_is_deleted_and_brought_back(
    tournament: Tournament, director: User, client: Client
) -> None:
    make_entrants(tournament, 4)
    address = reverse("direct-delete", args=[tournament.slug])
    assert (
        "circuit and leaves it"
        not in (listed := client.post(address, {"name": ""}, follow=True)).content.decode()
    )
    assert listed.context["circuits"] == 0
    circuit = Circuit.objects.create(
        name="Serie", slug="serie", starts_on=tournament.starts_on, ends_on=tournament.starts_on
    )
    CircuitTournament.objects.create(
        circuit=circuit, type=CircuitType.objects.create(circuit=circuit, name="open"), tournament=tournament
    )
    assert "It counts in 1 circuit and leaves it" in client.get(listed.redirect_chain[0][0]).content.decode()
    assert Tournament.objects.count() == 1
    assert client.post(address, {"name": tournament.name}).url == reverse("archive-open")
    assert Tournament.objects.count() == 0
    (deleted,) = client.get(reverse("archive-open")).context["deleted"]
    client.force_login(make_user())
    back = reverse("tournament-bring-back", args=[deleted.pk])
    assert client.post(back).status_code == 404
    client.force_login(director)
    assert client.post(back).url == reverse("direct", args=[tournament.slug])
    assert Tournament.objects.get().entrants.count() == 4
    assert not circuit.counted.exists()


def test_an_archive_is_opened_and_a_damaged_one_refused(client: Client) -> None:
    client.force_login(make_user())
    address = reverse("archive-open")
    damaged = client.post(address, {"file": SimpleUploadedFile("raduno.sdadata", fixture()[:-50])})
    assert damaged.status_code == 422
    assert not Tournament.objects.exists()
    opened = client.post(address, {"file": SimpleUploadedFile("raduno.sdadata", fixture())})
    assert opened.url == reverse("direct", args=["raduno-di-prova"])
    assert client.get(opened.url).status_code == 200
