"""Backups of the whole installation: written, verified, put back; the same file serves SQLite and PostgreSQL.

A backup is one line with the SHA-256 of all that follows, then a zip of `manifest.json` (format, version, checksums), `rows/<app>.<model>.jsonl` (one row a line) and
`media/…` (uploaded files). Sessions and failed sign-ins are left out: whoever holds a copy must not be signed in.
"""

import hashlib
import json
import os
import time
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

from django.apps import apps
from django.conf import settings
from django.core import serializers
from django.core.management import call_command
from django.core.management.color import no_style
from django.core.serializers.base import DeserializationError
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DatabaseError, connection, transaction
from django.db.models.functions import Greatest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.errors import TournamentError
from tournament.models import Tournament

FORMAT = "sdadata-backup"
VERSION = 1
KEPT = 28
"""So many scheduled backups stay: a week of one every six hours."""
APPS_LEFT_OUT = {"sessions", "axes"}
ROWS_AT_ONCE = 500
SUFFIX = ".sdadata-backup"


class BackupDamaged(TournamentError):
    """The file is not as it was written. Facts: `place`."""

    code = "backup_damaged"
    status = 422
    message = _("This backup is damaged: %(place)s. Nothing was changed. Use another copy of the file.")


class BackupNotWritten(TournamentError):
    """There is no room, or no right to write. Facts: `place`, `why`."""

    code = "backup_not_written"
    message = _("The backup could not be written to %(place)s: %(why)s. Earlier backups are untouched.")


@dataclass(frozen=True, slots=True)
class Backup:
    """What a backup holds: when it was made, and rows by table."""

    path: Path
    made_at: str
    rows: dict[str, int]

    @property
    def total(self) -> int:
        """All rows."""
        return sum(self.rows.values())


class _ExactEncoder(DjangoJSONEncoder):
    """Django's own encoder cuts times to milliseconds; the log's digests need all of them."""

    def default(self, o: Any) -> Any:
        """Times as they are."""
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


def backup_folder() -> Path:
    """Where scheduled backups lie."""
    return Path(settings.VAR) / "backups"


def stored_models() -> list[Any]:
    """Every table that a backup holds, those first that others refer to."""
    configured = [(app, None) for app in apps.get_app_configs() if app.label not in APPS_LEFT_OUT]
    models = serializers.sort_dependencies(configured)
    return [one for one in models if not one._meta.proxy and one._meta.managed]  # noqa: SLF001 – documented


# --- writing --------------------------------------------------------------------------------------------


def write_backup(*, folder: Path | None = None, name: str = "") -> Backup:
    """Write a backup as it is at one moment, read it back, and only then give it its name.

    Raises BackupNotWritten; nothing half written stays.
    """
    folder = folder or backup_folder()
    made_at = timezone.now()
    path = folder / f"{name or 'sdadata-' + made_at.strftime('%Y-%m-%dT%H%M%S%fZ')}{SUFFIX}"
    part = path.with_suffix(".part")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write(part, made_at)
        verify_backup(part)
        part.replace(path)
    except OSError as error:
        raise BackupNotWritten(place=path, why=error.strerror or error) from error
    finally:
        part.unlink(missing_ok=True)
    return verify_backup(path, content=False)


def _write(part: Path, made_at: datetime) -> None:
    with part.open("w+b") as out:
        out.write(_first_line("0" * 64))
        _write_zip(out, made_at)
        out.seek(FIRST_LINE)
        digest = hashlib.file_digest(out, "sha256").hexdigest()
        out.seek(0)
        out.write(_first_line(digest))
        out.flush()
        os.fsync(out.fileno())


def _first_line(digest: str) -> bytes:
    return f"{FORMAT} {digest}\n".encode("ascii")


FIRST_LINE = len(_first_line("0" * 64))


def _write_zip(out: BinaryIO, made_at: datetime) -> None:
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file, _one_moment():
        checksums: dict[str, str] = {}
        rows: dict[str, int] = {}
        for model in stored_models():
            label = model._meta.label_lower  # noqa: SLF001 – documented
            checksums[f"rows/{label}.jsonl"], rows[label] = _write_rows(file, label, model)
        for path in sorted(_media()):
            name = f"media/{path.relative_to(settings.MEDIA_ROOT).as_posix()}"
            content = path.read_bytes()
            file.writestr(name, content)
            checksums[name] = hashlib.sha256(content).hexdigest()
        manifest = {
            "format": FORMAT,
            "version": VERSION,
            "made_at": made_at.isoformat(),
            "checksums": checksums,
            "rows": rows,
        }
        file.writestr("manifest.json", json.dumps(manifest, indent=1, sort_keys=True))


def _write_rows(file: zipfile.ZipFile, label: str, model: Any) -> tuple[str, int]:
    """Write a table row by row and return checksum and number."""
    digest, count = hashlib.sha256(), 0
    queryset = model._base_manager.order_by("pk")  # noqa: SLF001 – documented
    with file.open(f"rows/{label}.jsonl", "w", force_zip64=True) as out:
        for row in queryset.iterator(chunk_size=ROWS_AT_ONCE):
            line = serializers.serialize("jsonl", [row], cls=_ExactEncoder).encode()
            out.write(line)
            digest.update(line)
            count += 1
    return digest.hexdigest(), count


def _media() -> Iterator[Path]:
    root = Path(settings.MEDIA_ROOT)
    return (path for path in root.rglob("*") if path.is_file()) if root.is_dir() else iter(())


@contextmanager
def _one_moment() -> Iterator[None]:
    """All reads inside see the database as it is at the first of them; writers do not wait."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    else:
        # Not atomic(): that would take the write lock of SQLite at once.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("ROLLBACK")


# --- verifying ------------------------------------------------------------------------------------------


def verify_backup(path: Path, *, content: bool = True) -> Backup:
    """What the backup holds. With `content` every byte is checked. Raises BackupDamaged naming the place."""
    try:
        with zipfile.ZipFile(path) as file:
            manifest = _manifest(file)
            if content:
                _expect_intact(file, manifest["checksums"])
                _expect_untouched(path)
    except FileNotFoundError as error:
        raise BackupDamaged(place=_("there is no file %(path)s") % {"path": path}) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise BackupDamaged(place=str(error)) from error
    return Backup(path, manifest["made_at"], manifest["rows"])


def _manifest(file: zipfile.ZipFile) -> dict[str, Any]:
    try:
        manifest = json.loads(file.read("manifest.json"))
        known = manifest["format"] == FORMAT and {"made_at", "checksums", "rows"} <= manifest.keys()
    except (KeyError, ValueError, TypeError) as error:
        raise BackupDamaged(place="manifest.json") from error
    if not known or manifest["version"] != VERSION:
        raise BackupDamaged(place="manifest.json")
    return dict(manifest)


def _expect_intact(file: zipfile.ZipFile, checksums: dict[str, str]) -> None:
    names = set(file.namelist()) - {"manifest.json"}
    if odd := sorted(names ^ checksums.keys()):
        raise BackupDamaged(place=odd[0])
    for name, checksum in checksums.items():
        if _digest_of(file, name) != checksum:
            raise BackupDamaged(place=name)


def _digest_of(file: zipfile.ZipFile, name: str) -> str:
    """SHA-256 of a member. Raises BackupDamaged where it does not unpack."""
    digest = hashlib.sha256()
    try:
        with file.open(name) as opened:
            while block := opened.read(1 << 20):
                digest.update(block)
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise BackupDamaged(place=name) from error
    return digest.hexdigest()


def _expect_untouched(path: Path) -> None:
    """The parts of a zip that belong to no member count as well."""
    with path.open("rb") as opened:
        written = opened.readline(FIRST_LINE + 1)
        if written != _first_line(hashlib.file_digest(opened, "sha256").hexdigest()):
            raise BackupDamaged(place=_("the checksum in its first line does not agree"))


# --- putting back ---------------------------------------------------------------------------------------


def restore_backup(path: Path, *, keep_first: bool = True) -> Backup:
    """Replace everything by what the backup holds, in one transaction, after a backup of what is there now.

    Raises BackupDamaged before anything is touched, or when a row does not fit this database.
    """
    backup = verify_backup(path)
    if keep_first:
        write_backup(name=f"before-restore-{timezone.now():%Y-%m-%dT%H%M%SZ}")
    with zipfile.ZipFile(path) as file:
        with transaction.atomic():
            call_command("flush", interactive=False, verbosity=0, inhibit_post_migrate=True)
            for model in stored_models():
                _load_rows(file, model._meta.label_lower)  # noqa: SLF001 – documented
            _go_on_counting()
            _expect_whole()
            _begin_new_versions()
        _restore_media(file)
    return backup


def _load_rows(file: zipfile.ZipFile, label: str) -> None:
    name = f"rows/{label}.jsonl"
    if name not in file.namelist():
        return  # a table that a later release added
    with file.open(name) as lines:
        for number, line in enumerate(lines, start=1):
            try:
                for row in serializers.deserialize("jsonl", line.decode()):
                    row.save()
            except (DeserializationError, DatabaseError, UnicodeDecodeError) as error:
                raise BackupDamaged(place=f"{name}:{number}: {error}"[:300]) from error


def _expect_whole() -> None:
    try:
        connection.check_constraints()
    except DatabaseError as error:
        raise BackupDamaged(place=str(error)[:300]) from error


def _begin_new_versions() -> None:
    """No version from here on is one that was there before: running programs remember pages by them."""
    now = time.time_ns() // 1_000_000  # far more than acts since any earlier restore
    Tournament.objects.update(data_version=Greatest("data_version", now) + 1, result_changes=0)


def _go_on_counting() -> None:
    """New rows get ids after those that were put back."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), stored_models()):
            cursor.execute(statement)


def _restore_media(file: zipfile.ZipFile) -> None:
    root = Path(settings.MEDIA_ROOT).resolve()
    for name in file.namelist():
        if not name.startswith("media/"):
            continue
        path = (root / name.removeprefix("media/")).resolve()
        if not path.is_relative_to(root):
            raise BackupDamaged(place=name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.read(name))


# --- on schedule ----------------------------------------------------------------------------------------


def scheduled_backup() -> Backup:
    """A backup beside the earlier ones; the oldest beyond KEPT go."""
    backup = write_backup()
    scheduled = sorted(backup_folder().glob(f"sdadata-*{SUFFIX}"))
    for old in scheduled[:-KEPT]:
        old.unlink()
    return backup
