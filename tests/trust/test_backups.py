"""Backups: a restore drill, damage named by its place, the schedule, and what verify finds."""

import hashlib
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.management import CommandError, call_command

from tests.factories import make_entrants, make_member, make_round, make_tournament
from tests.results import confirm
from tests.trust.test_archive import differing, fixture
from tournament.models import Event, Person, Snapshot, StandingsVersion, Submission, Tournament, User
from tournament.services import backups
from tournament.services.archive import export_tournament, import_tournament
from tournament.services.backups import (
    KEPT,
    SUFFIX,
    BackupDamaged,
    BackupNotWritten,
    backup_folder,
    restore_backup,
    scheduled_backup,
    verify_backup,
    write_backup,
)
from tournament.services.records import record_event
from tournament.services.snapshots import take_snapshot_by_hand
from tournament.services.verifying import problems_of_installation
from tournament.tasks import bulk_back_up

# PostgreSQL empties no table in a transaction that has written to it, so each test commits.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _var_of_its_own(tmp_path: Path, settings: Any) -> None:
    settings.VAR = tmp_path
    settings.MEDIA_ROOT = tmp_path / "media"


def output_of(*arguments: str, **options: Any) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out, **options)
    return out.getvalue()


def counts() -> dict[str, int]:
    return {
        model._meta.label_lower: model._base_manager.count()
        for model in backups.stored_models()
        if model._meta.app_label == "tournament"
    }


def row_of(tournament: Tournament) -> dict[str, Any]:
    """All columns but the version, which is a new one after a restore."""
    row = Tournament.objects.values().get(pk=tournament.pk)
    return {name: value for name, value in row.items() if name not in {"data_version", "result_changes"}}


def test_no_version_comes_again_after_a_restore() -> None:
    """A program that runs on keeps pages by their versions: those of before the restore stay what they were."""
    tournament = make_tournament()
    backup, seen = write_backup(), set[tuple[int, int]]()
    for _ in range(3):
        for kind in ("person_edited", "result_confirmed"):
            record_event(tournament, kind)
            tournament.refresh_from_db()
            version = (tournament.data_version, tournament.version_beside_results)
            assert all(version[0] > old[0] and version[1] >= old[1] for old in seen)
            seen.add(version)
        restore_backup(backup.path, keep_first=False)
        tournament = Tournament.objects.get()
        beside = {old for _, old in seen}
        assert tournament.data_version > max(seen)[0]
        assert tournament.version_beside_results > max(beside)


def test_restore_drill() -> None:
    """Everything is lost and comes back: rows, passwords, snapshots, files, and the counting goes on."""
    imported = import_tournament(archive=fixture(), actor=None)
    director = User.objects.get(username="direttore")
    director.set_password("una parola lunga")
    director.save()
    take_snapshot_by_hand(tournament_id=imported.pk, actor=director)
    photographed = Submission.objects.filter(table__round__tournament=imported).first()
    photographed.photo.save("slip.jpg", ContentFile(b"a picture"))
    before, archive, row = counts(), export_tournament(imported), row_of(imported)
    backup = write_backup()
    User.objects.all().delete()
    Event.objects.all().delete()
    Path(photographed.photo.path).unlink()
    make_tournament("Something else")

    restored = restore_backup(backup.path)

    assert restored.rows == backup.rows
    assert counts() == before
    again = Tournament.objects.get()
    assert row_of(again) == row
    assert differing(export_tournament(again), archive) == ["tournament"]  # by its version
    assert User.objects.get(username="direttore").check_password("una parola lunga")
    assert Snapshot.objects.get().tournament == again
    assert Path(photographed.photo.path).read_bytes() == b"a picture"
    assert list(problems_of_installation()) == []
    assert make_tournament("New").pk > again.pk
    assert len(list(backup_folder().glob(f"before-restore-*{SUFFIX}"))) == 1


def test_a_backup_holds_neither_sessions_nor_failed_sign_ins() -> None:
    rows = write_backup().rows
    assert not {label for label in rows if label.split(".")[0] in {"sessions", "axes"}}
    assert "tournament.submission" in rows


def test_the_commands_say_what_they_did(tmp_path: Path) -> None:
    make_tournament()
    said = output_of("backup", to=tmp_path / "elsewhere")
    (path,) = (tmp_path / "elsewhere").iterdir()
    size = path.stat().st_size
    assert said == f"{path}: {verify_backup(path).total} rows, {size} bytes, verified.\n"
    made_at = verify_backup(path).made_at
    assert output_of("verify", path) == (
        f"{path}: {verify_backup(path).total} rows of {made_at}\nEverything is as it should be.\n"
    )
    assert output_of("restore", path, yes=True) == (
        f"{verify_backup(path).total} rows of {made_at} are back. Sign in anew.\n"
    )


def test_restore_asks_before_it_replaces_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    make_tournament()
    backup = write_backup()
    monkeypatch.setattr("builtins.input", lambda _question: "yes")
    with pytest.raises(CommandError, match=r"Nothing was changed\."):
        call_command("restore", backup.path)


def test_an_archive_is_opened_beside_what_is_there(tmp_path: Path) -> None:
    make_tournament()
    path = tmp_path / "raduno.sdadata"
    path.write_bytes(fixture())
    assert output_of("verify", path) == f"{path}: “Raduno di Prova”\nEverything is as it should be.\n"
    assert output_of("restore", path) == "Opened “Raduno di Prova”: /t/raduno-di-prova/\n"
    assert Tournament.objects.count() == 2


def test_files_that_are_not_there_are_named(tmp_path: Path) -> None:
    missing, other = tmp_path / f"no{SUFFIX}", tmp_path / "no.sdadata"
    with pytest.raises(CommandError) as refused:
        call_command("verify", missing, other)
    assert str(refused.value).splitlines() == [
        f"{missing}: {BackupDamaged(place=f'there is no file {missing}')}",
        f"{other}: No such file or directory",
    ]
    with pytest.raises(CommandError, match="No such file"):
        call_command("restore", other)
    with pytest.raises(CommandError, match="there is no file"):
        call_command("restore", missing, yes=True)


# --- damage ---------------------------------------------------------------------------------------------


def rewritten(path: Path, change: Any) -> Path:
    """The same backup with members changed by `change(name, content)`; None leaves a member out."""
    damaged = path.with_name(f"damaged{SUFFIX}")
    inside = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(inside, "w") as new:
        for name in old.namelist():
            content = change(name, old.read(name))
            if content is not None:
                new.writestr(name, content)
    sealed = f"sdadata-backup {hashlib.sha256(inside.getvalue()).hexdigest()}\n".encode()
    damaged.write_bytes(sealed + inside.getvalue())
    return damaged


def place_of(path: Path) -> str:
    people = Person.objects.count()
    with pytest.raises(BackupDamaged) as refused:
        restore_backup(path)
    assert Person.objects.count() == people
    return str(refused.value.facts["place"])


@pytest.fixture
def backup() -> Path:
    make_entrants(make_tournament(), 4)
    return write_backup().path


def test_a_changed_member_is_named(backup: Path) -> None:
    name = "rows/tournament.person.jsonl"
    damaged = rewritten(
        backup,
        lambda one, content: content.replace(b'"first_name"', b'"last_name"', 1) if one == name else content,
    )
    assert place_of(damaged) == name


def test_a_missing_member_is_named(backup: Path) -> None:
    name = "rows/tournament.seat.jsonl"
    assert place_of(rewritten(backup, lambda one, content: None if one == name else content)) == name


def test_a_file_cut_short_is_refused(backup: Path) -> None:
    damaged = backup.with_name(f"short{SUFFIX}")
    damaged.write_bytes(backup.read_bytes()[:-200])
    assert place_of(damaged) == "File is not a zip file"


@pytest.mark.parametrize("share", [0, 5, 20, 40, 60, 80, 99])
def test_a_flipped_bit_is_refused(backup: Path, share: int) -> None:
    content = bytearray(backup.read_bytes())
    content[len(content) * share // 100] ^= 0b1000
    damaged = backup.with_name(f"flipped{SUFFIX}")
    damaged.write_bytes(content)
    assert place_of(damaged) != ""


@pytest.mark.parametrize("change", [{"version": 2}, {"format": "tar"}, {"rows": None}])
def test_a_manifest_of_another_kind_is_refused(backup: Path, change: dict[str, Any]) -> None:
    def changed(name: str, content: bytes) -> bytes:
        if name != "manifest.json":
            return content
        manifest = json.loads(content) | change
        return json.dumps({key: value for key, value in manifest.items() if value is not None}).encode()

    assert place_of(rewritten(backup, changed)) == "manifest.json"


def test_rows_that_do_not_fit_change_nothing(backup: Path) -> None:
    name = "rows/tournament.entrant.jsonl"
    rows = zipfile.ZipFile(backup).read(name).replace(b'"number": 1,', b'"number": 2,')
    damaged = rewritten(backup, lambda one, content: rows if one == name else content)
    with zipfile.ZipFile(damaged) as opened:
        manifest = json.loads(opened.read("manifest.json"))
    manifest["checksums"][name] = hashlib.sha256(rows).hexdigest()
    fitting = rewritten(
        damaged.rename(damaged.with_name(f"one{SUFFIX}")),
        lambda one, content: json.dumps(manifest).encode() if one == "manifest.json" else content,
    )
    assert place_of(fitting).startswith(f"{name}:2: ")


def test_a_full_disk_leaves_the_earlier_backups(monkeypatch: pytest.MonkeyPatch, backup: Path) -> None:
    def no_space(*_arguments: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backups, "_write", no_space)
    with pytest.raises(BackupNotWritten) as refused:
        write_backup()
    assert refused.value.facts["why"] == "No space left on device"
    assert list(backup_folder().iterdir()) == [backup]
    with pytest.raises(CommandError, match="No space left"):
        call_command("backup")


# --- schedule and verify --------------------------------------------------------------------------------


def test_scheduled_backups_keep_a_week() -> None:
    backup_folder().mkdir()
    for number in range(KEPT + 2):
        (backup_folder() / f"sdadata-2026-01-01T{number:06}Z{SUFFIX}").touch()
    named = write_backup(name="before-restore-x").path
    assert bulk_back_up().endswith(SUFFIX)
    newest = scheduled_backup().path
    kept = sorted(backup_folder().glob("sdadata-*"))
    assert len(kept) == KEPT
    assert kept[-1] == newest
    assert named.exists()


def test_verify_finds_what_was_altered() -> None:
    tournament = make_tournament()
    director = make_member(tournament)
    round_ = make_round(tournament, [make_entrants(tournament, 4)])
    confirm(round_, [(40, 30, 20, 10)])
    backups.call_command("verify", stdout=io.StringIO())
    from tournament.services.rounds import close_round  # noqa: PLC0415 – after the round is ready

    close_round(round_id=round_.pk, actor=director)
    assert list(problems_of_installation()) == []
    Event.objects.filter(kind="round_closed").update(actor_name="Somebody Else")
    Snapshot.objects.update(checksum="0" * 64)
    StandingsVersion.objects.update(rows=[])
    found = list(problems_of_installation())
    assert [problem.split(":")[0] for problem in found] == [tournament.slug] * 3
    with pytest.raises(CommandError) as refused:
        call_command("verify")
    assert str(refused.value) == "\n".join(found)
