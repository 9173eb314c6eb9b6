"""Photos of slips: what is kept of a picture, what is refused, and that it goes with a person or with the years."""

import os
from datetime import date
from io import BytesIO
from time import time

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from PIL import Image

from tests.factories import make_entrants, make_round, make_tournament, make_user
from tournament.models import Snapshot, Submission, Table, TournamentState
from tournament.services import slip_photos
from tournament.services.archive import export_tournament
from tournament.services.archive_files import with_content
from tournament.services.archive_format import checksum_of, packed, sections_of
from tournament.services.deletions import delete_round, delete_tournament
from tournament.services.privacy import erase_person, forget_old_data
from tournament.services.results import Report, report_result
from tournament.services.slip_photos import PhotoRefused, cleaned_photo, photo_of
from tournament.services.snapshots import (
    compared_with_now,
    intact,
    open_archive,
    restore_snapshot,
    take_snapshot_by_hand,
    travelling,
)

pytestmark = pytest.mark.django_db

ORIENTATION, MADE_BY = 0x0112, 0x010F


def photo(size: tuple[int, int] = (300, 200), kind: str = "JPEG", *, turned: bool = False) -> bytes:
    """A picture as a camera writes it."""
    out = BytesIO()
    exif = Image.Exif()
    exif[MADE_BY] = "A phone"
    if turned:
        exif[ORIENTATION] = 6
    mode = "RGBA" if kind == "PNG" else "RGB"
    Image.new(mode, size).save(out, kind, exif=exif)
    return out.getvalue()


@pytest.fixture
def table() -> Table:
    tournament = make_tournament(ends_on=date(2026, 11, 29))
    return make_round(tournament, [make_entrants(tournament, 4)]).tables.get()


def reported(table: Table, data: bytes) -> Submission:
    totals = {turn: 40 - turn for turn in (1, 2, 3, 4)}
    return report_result(table_id=table.pk, report=Report(totals=totals, photo=data))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_picture_is_upright_small_and_says_nothing_of_the_camera(kind: str) -> None:
    with Image.open(BytesIO(cleaned_photo(photo((3000, 600), kind, turned=kind == "JPEG")))) as kept:
        assert kept.format == "JPEG"
        assert kept.size == ((400, 2000) if kind == "JPEG" else (2000, 400))
        assert (dict(kept.getexif()), kept.mode) == ({}, "RGB")


@pytest.mark.parametrize(
    "data",
    [b"", b"no picture", photo()[:200], photo(kind="GIF"), b"\0" * (slip_photos.MOST_BYTES + 1)],
    ids=["nothing", "text", "cut off", "another format", "too large"],
)
def test_what_is_no_photo_is_refused(data: bytes) -> None:
    with pytest.raises(PhotoRefused):
        cleaned_photo(data)


def test_a_picture_of_too_many_pixels_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slip_photos, "MOST_PIXELS", 50_000)
    with pytest.raises(PhotoRefused):
        cleaned_photo(photo())


def test_it_is_kept_with_the_report_and_a_bad_one_keeps_nothing(table: Table) -> None:
    with pytest.raises(PhotoRefused):
        reported(table, b"no picture")
    assert not Submission.objects.exists()
    kept = photo_of(reported(table, photo()))
    assert kept is not None
    assert kept.startswith(b"\xff\xd8")
    assert photo_of(reported(table, b"")) is None


def test_a_file_that_stayed_elsewhere_or_lies_elsewhere_is_not_read(table: Table) -> None:
    submission = reported(table, photo())
    default_storage.delete(submission.photo.name)
    assert photo_of(submission) is None
    submission.photo.name = "../db.sqlite3"
    assert photo_of(submission) is None


def test_photos_go_with_a_person_who_is_erased(table: Table) -> None:
    submission = reported(table, photo())
    name = submission.photo.name
    seat = table.seats.first()
    assert seat is not None
    erase_person(person_id=seat.entrant.person_id or 0, actor=None, reason="Asked for it")
    submission.refresh_from_db()
    assert (submission.photo.name, default_storage.exists(name)) == ("", False)


def test_photos_of_a_person_who_is_erased_do_not_come_back_with_a_snapshot(table: Table) -> None:
    reported(table, photo())
    tournament = table.round.tournament
    snapshot = take_snapshot_by_hand(tournament_id=tournament.pk, actor=None)
    seat = table.seats.first()
    assert seat is not None
    erase_person(person_id=seat.entrant.person_id or 0, actor=None, reason="Asked for it")
    restore_snapshot(snapshot_id=snapshot.pk, typed_name=tournament.name, actor=None, reason="Looked at")
    assert Submission.objects.get().photo.name == ""


def stored_files() -> list[str]:
    return sorted(default_storage.listdir("slips")[1])


def aged(name: str) -> None:
    """The file as if it had been written two days ago."""
    two_days_ago = time() - 2 * 86_400
    os.utime(default_storage.path(name), (two_days_ago, two_days_ago))


def test_a_snapshot_names_the_photo_and_what_is_handed_out_carries_it(table: Table) -> None:
    submission = reported(table, photo())
    name, picture = submission.photo.name, photo_of(submission)
    tournament, files = table.round.tournament, stored_files()
    snapshot = take_snapshot_by_hand(tournament_id=tournament.pk, actor=None)
    assert sections_of(intact(snapshot))["submissions"][0]["photo"] == {"name": name}
    assert compared_with_now(snapshot, tournament) == []
    restore_snapshot(snapshot_id=snapshot.pk, typed_name=tournament.name, actor=None, reason="Looked at")
    assert (Submission.objects.get().photo.name, stored_files()) == (name, files)
    opened = open_archive(archive=travelling(snapshot), actor=make_user())
    copied = Submission.objects.get(table__round__tournament=opened)
    assert (copied.photo.name == name, photo_of(copied)) == (False, picture)
    assert travelling(snapshot) == packed(with_content(sections_of(intact(snapshot))))
    default_storage.delete(name)
    assert sections_of(travelling(snapshot))["submissions"][0]["photo"] is None
    restore_snapshot(snapshot_id=snapshot.pk, typed_name=tournament.name, actor=None, reason="Looked at")
    assert Submission.objects.get(table__round__tournament=tournament).photo.name == ""


def test_an_older_snapshot_with_the_photo_in_it_still_opens(table: Table) -> None:
    submission = reported(table, photo())
    name, picture = submission.photo.name, photo_of(submission)
    tournament, files = table.round.tournament, stored_files()
    snapshot = take_snapshot_by_hand(tournament_id=tournament.pk, actor=None)
    older = export_tournament(tournament)
    Snapshot.objects.filter(pk=snapshot.pk).update(archive=older, checksum=checksum_of(older))
    snapshot.refresh_from_db()
    assert sections_of(travelling(snapshot)) == sections_of(older)
    assert [one.section for one in compared_with_now(snapshot, tournament)] == []
    restore_snapshot(snapshot_id=snapshot.pk, typed_name=tournament.name, actor=None, reason="Looked at")
    assert (Submission.objects.get().photo.name, stored_files()) == (name, files)
    default_storage.delete(name)
    restore_snapshot(snapshot_id=snapshot.pk, typed_name=tournament.name, actor=None, reason="Looked at")
    assert photo_of(Submission.objects.get()) == picture


def test_a_file_stays_while_a_snapshot_names_it_and_goes_after_a_day(table: Table) -> None:
    tournament, name = table.round.tournament, reported(table, photo()).photo.name
    aged(name)
    assert forget_old_data()["files"] == 0
    delete_round(
        round_id=table.round_id, typed_name=table.round.title, actor=None, reason="Played in the wrong hall"
    )
    assert (forget_old_data()["files"], default_storage.exists(name)) == (0, True)
    snapshot = delete_tournament(tournament_id=tournament.pk, typed_name=tournament.name, actor=None)
    assert snapshot.tournament_id is None
    Snapshot.objects.update(archive=b"")
    fresh = default_storage.save("slips/fresh.jpg", ContentFile(b""))
    strange = default_storage.save("slips/strange.txt", ContentFile(b""))
    aged(strange)
    assert forget_old_data()["files"] == 1
    assert [default_storage.exists(one) for one in (name, fresh, strange)] == [False, True, True]
    for one in (fresh, strange):
        default_storage.delete(one)


def test_a_photo_that_only_snapshots_name_goes_with_the_person_at_once(table: Table) -> None:
    name, seat = reported(table, photo()).photo.name, table.seats.first()
    assert seat is not None
    person = seat.entrant.person_id or 0
    delete_round(round_id=table.round_id, typed_name=table.round.title, actor=None, reason="Wrong hall")
    assert default_storage.exists(name)
    erase_person(person_id=person, actor=None, reason="Asked for it")
    assert not default_storage.exists(name)


def test_photos_go_with_the_years(table: Table) -> None:
    submission = reported(table, photo())
    tournament = table.round.tournament
    assert forget_old_data()["photos"] == 0
    tournament.state, tournament.starts_on, tournament.ends_on = (
        TournamentState.FINISHED,
        date(2020, 1, 1),
        date(2020, 1, 1),
    )
    tournament.save()
    Submission.objects.create(table=table, number=9, photo="../outside.jpg")
    assert forget_old_data()["photos"] == 2
    submission.refresh_from_db()
    assert photo_of(submission) is None
