"""Snapshots: the whole tournament kept before each risky act, compared, restored in one transaction, pruned."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.errors import InvalidInput, TournamentError
from tournament.models import Snapshot, Tournament, User
from tournament.services.archive import (
    import_tournament,
    restore_tournament,
    tournament_sections,
)
from tournament.services.archive_files import with_content, without_content
from tournament.services.archive_format import ArchiveDamaged, checksum_of, packed, sections_of
from tournament.services.archive_sections import SECTIONS, Row, Sections
from tournament.services.records import lock_tournament, record_event

KEPT = 60
"""So many automatic snapshots a tournament keeps; those taken by hand stay until they are thrown away."""


class Before(StrEnum):
    """Why a snapshot was taken: the act it was taken before, or somebody's wish."""

    DRAW = "draw"
    PUBLISH = "publish"
    CLOSE = "close"
    REOPEN = "reopen"
    DELETE = "delete"
    IMPORT = "import"
    CUT = "cut"
    RESTORE = "restore"
    BY_HAND = "by_hand"


class NameNotTyped(TournamentError):
    """An act that cannot be taken back lightly asks for the name. Facts: `name`."""

    code = "name_not_typed"
    status = 422
    message = _("Type the name “%(name)s” exactly as it stands there; nothing was changed.")


def expect_name_typed(name: str, typed: str) -> None:
    """Raise NameNotTyped unless the name was typed, spaces at its ends aside."""
    if typed.strip() != name.strip():
        raise NameNotTyped(name=name)


def take_snapshot(
    tournament: Tournament, *, before: Before, actor: User | None, subject: str = ""
) -> Snapshot:
    """Keep the tournament, which the caller has locked, as it is now; old automatic snapshots are forgotten."""
    archive = packed(tournament_sections(Tournament.objects.get(pk=tournament.pk), travels=False))
    snapshot = Snapshot.objects.create(
        tournament=tournament,
        tournament_name=tournament.name,
        reason=f"{before}: {subject}"[:120],
        archive=archive,
        checksum=checksum_of(archive),
        taken_by=actor,
    )
    prune_snapshots(tournament)
    return snapshot


def reason_of(snapshot: Snapshot) -> tuple[Before, str]:
    """Before which act it was taken, and of what."""
    act, _colon, subject = snapshot.reason.partition(": ")
    return Before(act), subject


def prune_snapshots(tournament: Tournament) -> int:
    """Forget automatic snapshots beyond the newest KEPT; how many."""
    automatic = tournament.snapshots.exclude(reason__startswith=f"{Before.BY_HAND}:").order_by("-id")
    old = list(automatic.values_list("pk", flat=True)[KEPT:])
    return Snapshot.objects.filter(pk__in=old).delete()[0] if old else 0


@transaction.atomic
def take_snapshot_by_hand(*, tournament_id: int, actor: User | None, subject: str = "") -> Snapshot:
    """Somebody wants the tournament kept as it is; such a snapshot is never pruned."""
    tournament = lock_tournament(tournament_id)
    snapshot = take_snapshot(tournament, before=Before.BY_HAND, actor=actor, subject=subject)
    record_event(
        tournament, "snapshot_taken", subject=subject, actor=actor, after={"checksum": snapshot.checksum}
    )
    return snapshot


@transaction.atomic
def restore_snapshot(
    *, snapshot_id: int, typed_name: str, actor: User | None, reason: str
) -> tuple[Tournament, Snapshot]:
    """Put the tournament back to a snapshot and return it with the snapshot of what was there until now.

    The log goes on, roles, people and publishing switches stay as they are. Raises NameNotTyped, InvalidInput
    without a reason, ArchiveDamaged.
    """
    if not reason.strip():
        raise InvalidInput(_("Say why the tournament is put back."))
    snapshot = Snapshot.objects.get(pk=snapshot_id)
    if snapshot.tournament_id is None:
        raise InvalidInput(_("The tournament was deleted: bring it back as a whole."))
    tournament = lock_tournament(snapshot.tournament_id)
    expect_name_typed(tournament.name, typed_name)
    archive = intact(snapshot)
    until_now = take_snapshot(tournament, before=Before.RESTORE, actor=actor)
    restored = restore_tournament(tournament=tournament, archive=archive)
    record_event(
        restored,
        "tournament_restored",
        subject=restored.name,
        actor=actor,
        before={"checksum": until_now.checksum},
        after={"checksum": snapshot.checksum, "taken_at": snapshot.created_at.isoformat()},
        reason=reason,
    )
    return restored, until_now


def intact(snapshot: Snapshot) -> bytes:
    """The archive of a snapshot. Raises ArchiveDamaged when the database gives back another one."""
    archive = bytes(snapshot.archive)
    if checksum_of(archive) != snapshot.checksum:
        raise ArchiveDamaged(place=_("its checksum does not agree"))
    return archive


def travelling(snapshot: Snapshot) -> bytes:
    """The archive of a snapshot with the files that it names, for any installation. Raises ArchiveDamaged."""
    return packed(with_content(sections_of(intact(snapshot))))


@transaction.atomic
def bring_back_tournament(*, snapshot_id: int, actor: User) -> Tournament:
    """A deleted tournament again, from the snapshot that its deletion took."""
    snapshot = Snapshot.objects.select_for_update().get(pk=snapshot_id, taken_by=actor, tournament=None)
    tournament = import_tournament(archive=intact(snapshot), actor=actor, stayed=True)
    Snapshot.objects.filter(tournament=None, checksum=snapshot.checksum).update(tournament=tournament)
    record_event(
        lock_tournament(tournament.pk), "tournament_brought_back", subject=tournament.name, actor=actor
    )
    return tournament


@transaction.atomic
def open_archive(*, archive: bytes, actor: User) -> Tournament:
    """A tournament of its own from an archive file that somebody hands over."""
    tournament = import_tournament(archive=archive, actor=actor)
    record_event(
        lock_tournament(tournament.pk),
        "archive_imported",
        subject=tournament.name,
        actor=actor,
        after={"checksum": checksum_of(archive)},
    )
    return tournament


# --- comparing ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Difference:
    """One table that a restore would change: rows that come back, rows that go, rows that change."""

    section: str
    comes_back: int
    goes: int
    changes: int


NOT_COMPARED = {"users", "clubs", "people", "tournament", "memberships", "events"}
"""What a restore leaves alone, and the counters of the tournament that always differ."""

IDENTITY = {
    "teams": ("name",),
    "entrants": ("number",),
    "keep_apart": ("first", "second"),
    "seats": ("table", "turn_order"),
    "results": ("submission", "seat"),
    "penalties": ("created_at",),
    "disputes": ("opened_at",),
    "rulings": ("dispute", "created_at"),
}
"""What makes a row the same one then and now, where the section's own order does not say it."""


def compared_with_now(snapshot: Snapshot, tournament: Tournament) -> list[Difference]:
    """What restoring the snapshot would change, table by table."""
    then = without_content(sections_of(intact(snapshot)))
    return differences(then, tournament_sections(tournament, travels=False))


def differences(then: Sections, now: Sections) -> list[Difference]:
    """The tables that differ."""
    found = []
    for section in SECTIONS:
        if section.name in NOT_COMPARED:
            continue
        names = IDENTITY.get(section.name, section.order)
        old, new = _by_identity(then[section.name], names), _by_identity(now[section.name], names)
        changes = sum(old[key] != new[key] for key in old.keys() & new.keys())
        difference = Difference(section.name, len(old.keys() - new), len(new.keys() - old), changes)
        if difference.comes_back or difference.goes or difference.changes:
            found.append(difference)
    return found


def _by_identity(rows: list[Row], names: tuple[str, ...]) -> dict[tuple[Any, ...], Row]:
    return {tuple(row[name] for name in names): row for row in rows}
