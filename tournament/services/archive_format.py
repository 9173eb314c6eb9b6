"""The archive of a tournament as a file: which tables it holds, how it is written, how damage is found.

gzip of canonical JSON (sorted keys, no spaces, UTF-8): `format`, `version`, `checksums` (SHA-256 of the canonical
JSON of each section), `sections` (a list of rows each). Rows refer to each other by their place in the section,
counted from 1, never by a database's own ids; so the same tournament gives the same bytes on any database.
"""

import gzip
import hashlib
import json
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from django.utils.translation import gettext_lazy as _

from tournament.errors import TournamentError
from tournament.models import (
    Club,
    Dispute,
    Entrant,
    Event,
    KeepApart,
    Membership,
    Penalty,
    Person,
    Round,
    Ruling,
    Sanction,
    Seat,
    SeatResult,
    Stage,
    StandingsVersion,
    Submission,
    Table,
    Team,
    Tournament,
    User,
)

FORMAT = "sdadata-tournament"
VERSION = 3
LARGEST = 256 * 1024 * 1024
"""Bytes an archive may unpack to; the largest tournament measured needs a hundredth of it."""

Row: TypeAlias = dict[str, Any]
Sections: TypeAlias = dict[str, list[Row]]
Renumber: TypeAlias = Callable[[int], int]
Rewrite: TypeAlias = Callable[[Any, Renumber], Any]


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


# --- entrants inside JSON -------------------------------------------------------------------------------

NAMED_BY = {"player", "entrant", "declined", "tied", "order"}
"""Keys of stored documents under which entrant ids stand, alone or in lists."""


def everywhere(value: Any, renumber: Renumber) -> Any:
    """Every number in nested lists is an entrant."""
    if isinstance(value, list):
        return [everywhere(one, renumber) for one in value]
    return renumber(value) if isinstance(value, int) else value


def where_named(value: Any, renumber: Renumber) -> Any:
    """Entrants stand under the keys of NAMED_BY, at any depth."""
    if isinstance(value, list):
        return [where_named(one, renumber) for one in value]
    if isinstance(value, dict):
        return {
            key: everywhere(one, renumber) if key in NAMED_BY else where_named(one, renumber)
            for key, one in value.items()
        }
    return value


def in_edits(value: Any, renumber: Renumber) -> Any:
    """The layouts before and after each edit of a seating."""
    return [
        edit | {side: everywhere(edit[side], renumber) for side in ("before", "after") if side in edit}
        for edit in value
    ]


# --- the tables -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Section:
    """One table of the archive.

    `within` is the lookup of the tournament (empty: rows that others refer to); `order` sorts the rows;
    `links` maps a foreign key to the section it points into; `lists` does so for many-to-many; `rewrites` says
    where entrants stand inside JSON; `key` names a row across a restore, so that its address stays;
    `kept` is true for what a restore in place does not touch.
    """

    name: str
    model: Any
    within: str = ""
    order: tuple[str, ...] = ()
    links: Mapping[str, str] = field(default_factory=dict)
    lists: Mapping[str, str] = field(default_factory=dict)
    rewrites: Mapping[str, Rewrite] = field(default_factory=dict)
    key: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    kept: bool = False


SECTIONS = (
    Section(
        "users",
        User,
        order=("username",),
        left_out=(
            *("password", "last_login", "is_superuser", "is_staff", "is_active", "groups"),
            *("user_permissions", "email", "language", "date_joined"),
        ),
    ),
    Section("clubs", Club, order=("name",)),
    Section(
        "people",
        Person,
        order=("public_key",),
        links={"club": "clubs", "user": "users"},
        left_out=("merged_into",),
    ),
    Section("tournament", Tournament, "pk", links={"created_by": "users"}, kept=True),
    Section(
        "memberships",
        Membership,
        "tournament",
        ("user", "role"),
        {"tournament": "tournament", "user": "users"},
        kept=True,
    ),
    Section("teams", Team, "tournament", ("name",), {"tournament": "tournament"}, key=("name",)),
    Section(
        "entrants",
        Entrant,
        "tournament",
        ("number",),
        {"tournament": "tournament", "person": "people", "club": "clubs", "team": "teams"},
        key=("public_key",),
    ),
    Section(
        "keep_apart",
        KeepApart,
        "tournament",
        ("first", "second"),
        {"tournament": "tournament", "first": "entrants", "second": "entrants"},
    ),
    Section(
        "stages",
        Stage,
        "tournament",
        ("position",),
        {"tournament": "tournament"},
        rewrites={"plan": where_named},
        key=("position",),
    ),
    Section(
        "rounds",
        Round,
        "tournament",
        ("number",),
        {"tournament": "tournament", "stage": "stages"},
        rewrites={"draw": everywhere, "ahead": everywhere, "resting": everywhere, "edits": in_edits},
        key=("number",),
    ),
    Section(
        "tables",
        Table,
        "round__tournament",
        ("round", "number"),
        {"round": "rounds"},
        key=("round", "number"),
    ),
    Section(
        "seats",
        Seat,
        "round__tournament",
        ("table", "turn_order"),
        {"table": "tables", "round": "rounds", "entrant": "entrants"},
    ),
    Section(
        "submissions",
        Submission,
        "table__round__tournament",
        ("table", "number"),
        {
            "table": "tables",
            "entered_by": "users",
            "entered_by_entrant": "entrants",
            "corrects": "submissions",
            "confirmed_by": "users",
        },
        key=("table", "number"),
    ),
    Section(
        "results",
        SeatResult,
        "submission__table__round__tournament",
        ("submission", "seat"),
        {"submission": "submissions", "seat": "seats"},
    ),
    Section(
        "sanctions",
        Sanction,
        "tournament",
        ("position", "code"),
        {"tournament": "tournament"},
        key=("code",),
    ),
    Section(
        "penalties",
        Penalty,
        "tournament",
        ("created_at",),
        {
            "tournament": "tournament",
            "entrant": "entrants",
            "round": "rounds",
            "sanction": "sanctions",
            "given_by": "users",
            "revoked_by": "users",
        },
        key=("created_at", "entrant"),
    ),
    Section(
        "disputes",
        Dispute,
        "tournament",
        ("opened_at",),
        {"tournament": "tournament", "table": "tables", "opened_by": "users"},
        {"parties": "entrants"},
        key=("opened_at",),
    ),
    Section(
        "rulings",
        Ruling,
        "dispute__tournament",
        ("dispute", "created_at"),
        {"dispute": "disputes", "decided_by": "users"},
    ),
    Section(
        "standings",
        StandingsVersion,
        "tournament",
        ("stage", "after_round", "version"),
        {"tournament": "tournament", "stage": "stages", "issued_by": "users"},
        rewrites={"rows": where_named},
        key=("stage", "after_round", "version"),
    ),
    Section(
        "events",
        Event,
        "tournament",
        ("number",),
        {"tournament": "tournament", "actor": "users"},
        kept=True,
    ),
)
"""Every table of the archive, those first that others refer to."""

LEFT_OUT = {
    "Ban": "who may not play is known to the installation that decided it, and is nobody else's to read",
    "LetIn": "goes with its ban",
    "Circuit": "a ranking over several tournaments is not one tournament's to carry away",
    "CircuitType": "goes with its circuit",
    "CircuitTournament": "goes with its circuit",
    "PersonRating": "an estimate that is computed anew from the games",
    "Invitation": "a link that gives a role holds on the installation that sent it",
    "ApiToken": "a key of a program holds on the installation that gave it",
    "WebhookEndpoint": "it carries a secret, and a copy must not tell other people's programs anything",
    "WebhookDelivery": "goes with its endpoint",
    "Job": "work on its way belongs to the worker that does it",
    "Snapshot": "an archive does not hold archives",
    "SeenWrite": "a repeated request repeats on the installation that answered it",
}
"""Tables that no archive holds, and why."""


def _with_defaults(sections: Sections) -> Sections:
    """Versions 2 and 3 only added fields; a row without them takes their defaults."""
    return sections


UPGRADES: dict[int, Callable[[Sections], Sections]] = {1: _with_defaults, 2: _with_defaults}
"""From each older version the step to the next: archives of every released version open for ever."""


# --- the file -------------------------------------------------------------------------------------------


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
