"""The archive of a tournament as a file: how it is written, how damage is found.

gzip of canonical JSON (sorted keys, no spaces, UTF-8): `format`, `version`, `checksums` (SHA-256 of the canonical
JSON of each section), `sections` (a list of rows each). Rows refer to each other by their place in the section,
counted from 1, never by a database's own ids; so the same tournament gives the same bytes on any database.
"""

import gzip
import hashlib
import json
import zlib
from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.errors import TournamentError
from tournament.services.archive_sections import SECTIONS, Sections

FORMAT = "sdadata-tournament"
VERSION = 3
LARGEST = 256 * 1024 * 1024
"""Bytes an archive may unpack to; the largest tournament measured needs a hundredth of it."""


def _with_defaults(sections: Sections) -> Sections:
    """Versions 2 and 3 only added fields; a row without them takes their defaults."""
    return sections


UPGRADES: dict[int, Callable[[Sections], Sections]] = {1: _with_defaults, 2: _with_defaults}
"""From each older version the step to the next: archives of every released version open for ever."""


class ArchiveDamaged(TournamentError):
    """The file is not as it was written. Facts: `place`."""

    code = "archive_damaged"
    status = 422
    message = _("This archive is damaged: %(place)s. Nothing was changed. Use another copy of the file.")


class ArchiveTooNew(TournamentError):
    """A newer release wrote it. Facts: `version`, `known`."""

    code = "archive_too_new"
    status = 422
    message = _(
        "This archive has version %(version)s; this program reads up to %(known)s. Update the program."
    )


def canonical(value: Any) -> bytes:
    """The one way to write a JSON value."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def sha256(value: Any) -> str:
    """SHA-256 of a value's canonical JSON, in hexadecimal."""
    return hashlib.sha256(canonical(value)).hexdigest()


def packed(sections: Sections) -> bytes:
    """The sections as a file."""
    document = {
        "format": FORMAT,
        "version": VERSION,
        "checksums": {name: sha256(rows) for name, rows in sections.items()},
        "sections": sections,
    }
    return gzip.compress(canonical(document), compresslevel=6, mtime=0)


def checksum_of(archive: bytes) -> str:
    """SHA-256 of what the file holds, whatever packed it. Raises ArchiveDamaged when it does not unpack."""
    return hashlib.sha256(text_of(archive)).hexdigest()


def sections_of(archive: bytes) -> Sections:
    """The rows of an archive of any released version. Raises ArchiveDamaged naming the place, ArchiveTooNew."""
    document = _document(text_of(archive))
    version = document["version"]
    if not isinstance(version, int) or version < 1:
        raise ArchiveDamaged(place=_("it names no version"))
    if version > VERSION:
        raise ArchiveTooNew(version=version, known=VERSION)
    sections = _checked_sections(document)
    for older in range(version, VERSION):
        sections = UPGRADES[older](sections)
    _expect_all(sections)
    return sections


def text_of(archive: bytes) -> bytes:
    """The JSON in the file. Raises ArchiveDamaged with the byte at which it stops making sense."""
    reader = zlib.decompressobj(wbits=31)
    try:
        text = reader.decompress(archive, LARGEST)
    except zlib.error as error:
        raise ArchiveDamaged(
            place=_("it does not unpack (%(why)s)") % {"why": str(error).split(": ")[-1]}
        ) from error
    if reader.unconsumed_tail:
        raise ArchiveDamaged(place=_("it unpacks to more than any tournament holds"))
    if not reader.eof:
        raise ArchiveDamaged(place=_("it ends too early, after %(count)s bytes") % {"count": len(archive)})
    if reader.unused_data:
        raise ArchiveDamaged(place=_("%(count)s bytes follow its end") % {"count": len(reader.unused_data)})
    return text


def _document(text: bytes) -> dict[str, Any]:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ArchiveDamaged(place=_("it is not JSON (%(why)s)") % {"why": error}) from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ArchiveDamaged(place=_("it is not the archive of a tournament"))
    for part in ("version", "checksums", "sections"):
        if part not in document:
            raise ArchiveDamaged(place=_("“%(part)s” is missing") % {"part": part})
    return document


def _checked_sections(document: dict[str, Any]) -> Sections:
    checksums, sections = document["checksums"], document["sections"]
    if not isinstance(checksums, dict) or not isinstance(sections, dict):
        raise ArchiveDamaged(place=_("“%(part)s” is missing") % {"part": "sections"})
    for name in sorted({*checksums, *sections}):
        if name not in sections or sha256(sections[name]) != checksums.get(name):
            raise ArchiveDamaged(
                place=_("the checksum of “%(part)s” does not agree with its rows") % {"part": name}
            )
    return sections


def _expect_all(sections: Sections) -> None:
    for section in SECTIONS:
        rows = sections.get(section.name)
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise ArchiveDamaged(place=_("“%(part)s” is missing") % {"part": section.name})
    if len(sections["tournament"]) != 1:
        raise ArchiveDamaged(place=_("“%(part)s” is missing") % {"part": "tournament"})
