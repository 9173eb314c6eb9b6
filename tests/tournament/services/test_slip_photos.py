"""Photos of slips: what is kept of a picture, what is refused, and that it goes with a person or with the years."""

from datetime import date
from io import BytesIO

import pytest
from django.core.files.storage import default_storage
from PIL import Image

from tests.factories import make_entrants, make_round, make_tournament
from tournament.models import Submission, Table, TournamentState
from tournament.services import slip_photos
from tournament.services.privacy import erase_person, forget_old_data
from tournament.services.results import Report, report_result
from tournament.services.slip_photos import PhotoRefused, cleaned_photo, photo_of
from tournament.services.snapshots import restore_snapshot, take_snapshot_by_hand

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
