"""Uploaded files in archives: with their content where they travel, by name alone where they stay.

A snapshot stays on its installation, so it only names the files; what is handed out carries them as base64. Files
that a snapshot names stay in the media folder though no row names them any more, until `drop_unnamed_files`.
"""

import base64
import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.core.files.base import ContentFile
from django.db.models import FileField

from tournament.models import Snapshot, Submission
from tournament.services.archive_format import ArchiveDamaged, text_of
from tournament.services.archive_sections import SECTIONS, Row, Sections
from tournament.services.slip_photos import OURS

FILE_FIELDS: tuple[tuple[str, Any], ...] = tuple(
    (section.name, one)
    for section in SECTIONS
    for one in section.model._meta.concrete_fields  # noqa: SLF001 – Django documents _meta
    if isinstance(one, FileField)
)
"""Section and column of every uploaded file."""

NAMED = re.compile(OURS.pattern.encode())


def file_name(value: Any) -> Row | None:
    """A file that stays where it is: `{"name"}`; None without one."""
    return {"name": value.name} if value else None


def file_document(value: Any) -> Row | None:
    """A file that travels: `{"name", "content"}`; None where there is none, or it is gone."""
    return _with_content(value.storage, value.name) if value else None


def _with_content(storage: Any, name: str) -> Row | None:
    if not storage.exists(name):
        return None
    with storage.open(name, "rb") as opened:
        return {"name": name, "content": base64.b64encode(opened.read()).decode()}


def stored_file(one: Any, value: Any, *, stayed: bool) -> str:
    """The name of the file in the storage, written there only where it is not (`stayed`: the archive never left).

    An archive from elsewhere may name no file that is here. Raises KeyError, TypeError, ValueError,
    SuspiciousFileOperation for what is no file.
    """
    if not value:
        return ""
    if stayed and one.storage.exists(value["name"]):
        return str(value["name"])
    if stayed and "content" not in value:
        return ""
    content = ContentFile(base64.b64decode(value["content"], validate=True))
    return str(one.storage.save(value["name"], content))


def _files_in(sections: Sections) -> Iterator[tuple[Row, Any]]:
    """Every row that names a file, with the column."""
    for name, one in FILE_FIELDS:
        for row in sections[name]:
            if row.get(one.name):
                yield row, one


def without_content(sections: Sections) -> Sections:
    """The same sections, the files by name alone."""
    for row, one in _files_in(sections):
        row[one.name] = {"name": row[one.name]["name"]}
    return sections


def with_content(sections: Sections) -> Sections:
    """The same sections, the files with what the storage holds of them."""
    for row, one in _files_in(sections):
        if "content" not in row[one.name]:
            row[one.name] = _with_content(one.storage, row[one.name]["name"])
    return sections


# --- files that nothing names -----------------------------------------------------------------------------


def drop_unnamed_files(before: datetime) -> int:
    """Delete photos written before that moment that neither a row nor a kept snapshot names; how many."""
    storage = _storage()
    return drop_unnamed({name for name in _stored(storage) if storage.get_modified_time(name) < before})


def drop_unnamed(names: set[str]) -> int:
    """Delete those of these photos that neither a row nor a kept snapshot names; how many."""
    ours = {name for name in names if OURS.fullmatch(name)}
    unnamed = ours - set(Submission.objects.exclude(photo="").values_list("photo", flat=True))
    if unnamed:
        unnamed -= _named_in_snapshots()
    for name in unnamed:
        _storage().delete(name)
    return len(unnamed)


def text_in(archive: bytes | memoryview) -> bytes:
    """What a snapshot's archive says; nothing where it does not unpack and so can bring nothing back."""
    try:
        return text_of(bytes(archive))
    except ArchiveDamaged:
        return b""


def _storage() -> Any:
    return next(one.storage for name, one in FILE_FIELDS if name == "submissions")


def _stored(storage: Any) -> Iterator[str]:
    if not storage.exists("slips"):
        return
    for name in storage.listdir("slips")[1]:
        if OURS.fullmatch(f"slips/{name}"):
            yield f"slips/{name}"


def _named_in_snapshots() -> set[str]:
    """The files that any snapshot names."""
    archives = Snapshot.objects.order_by("pk").values_list("archive", flat=True).iterator(chunk_size=1)
    return {found.decode() for archive in archives for found in NAMED.findall(text_in(archive))}
