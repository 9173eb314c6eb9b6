"""A person's data are theirs: handed out whole, erased without touching the arithmetic, forgotten in time."""

import json
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models, transaction
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.errors import InvalidInput
from tournament.models import (
    Entrant,
    Event,
    Invitation,
    Job,
    Person,
    SeenWrite,
    Snapshot,
    Submission,
    Tournament,
    TournamentState,
    User,
)
from tournament.selectors.same_person import tournaments_of_others
from tournament.services.archive import fields_of
from tournament.services.archive_files import drop_unnamed, drop_unnamed_files, text_in
from tournament.services.archive_format import checksum_of, packed, sections_of
from tournament.services.archive_sections import SECTIONS, Sections
from tournament.services.merging import MERGED
from tournament.services.records import GENESIS, digest_of, lock_tournament, record_event
from tournament.services.slip_photos import drop_photos
from tournament.services.snapshots import Before

CONTACTS = ("email", "phone", "guardian", "birth_date", "national_id")
KEEP_CONTACTS_DAYS = 730
KEEP_SNAPSHOTS_DAYS = 365
KEEP_WORK_DAYS = 30
KEEP_UNNAMED_DAYS = 1
"""A file is stored before the row that names it is there for everybody."""


# --- handing out ----------------------------------------------------------------------------------------


def person_document(person: Person, *, reader: User | None = None) -> dict[str, Any]:
    """Everything stored about a person, as plain JSON values.

    For a director (`reader`) without what others noted where they do not direct: the person's own link gives all.
    """
    others = tournaments_of_others(reader, person) if reader else Tournament.objects.none()
    entries = person.entries.exclude(tournament__in=others).select_related("tournament", "club")
    bans = person.bans.none() if others else person.bans.all()
    document = {
        "person": _values(person, without={"user", "merged_into"}),
        "club": person.club.name if person.club else None,
        "account": person.user.username if person.user else None,
        "bans": list(bans.values("scope", "organiser", "starts_on", "ends_on", "reason", "lifted_at")),
        "entries": [_entry(one) for one in entries],
    }
    plain: dict[str, Any] = json.loads(json.dumps(document, cls=DjangoJSONEncoder))
    return plain


def _entry(entrant: Entrant) -> dict[str, Any]:
    seats = entrant.seats.select_related("table__round").order_by("round__number")
    return {
        "tournament": entrant.tournament.name,
        "entry": _values(entrant, without={"tournament", "person"}),
        "club": entrant.club.name if entrant.club else None,
        "games": [
            {
                "round": str(seat.table.round.title),
                "table": str(seat.table.title),
                "turn_order": seat.turn_order,
                "colour": seat.colour,
                "results": list(
                    seat.results.values("points", "outside_points", "place", "objective", "submission__state")
                ),
            }
            for seat in seats
        ],
        "penalties": list(
            entrant.penalties.values("effect", "points", "minutes", "reason", "created_at", "revoked_at")
        ),
        "disputes": list(entrant.disputes.values("question", "state", "opened_at")),
    }


def _values(row: Any, *, without: set[str]) -> dict[str, Any]:
    fields = row._meta.concrete_fields  # noqa: SLF001 – Django documents _meta
    return {one.name: getattr(row, one.attname) for one in fields if one.name not in without}


# --- erasing --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Alias:
    """The names that go and the one that takes their place, in texts and documents."""

    names: tuple[str, ...]
    alias: str

    def replaced(self, value: Any) -> Any:
        """The value with the name replaced wherever it stands."""
        if isinstance(value, str):
            for name in self.names:
                value = value.replace(name, self.alias)
            return value
        if isinstance(value, list):
            return [self.replaced(one) for one in value]
        if isinstance(value, dict):
            return {self.replaced(key): self.replaced(one) for key, one in value.items()}
        return value


@transaction.atomic
def erase_person(*, person_id: int, actor: User | None, reason: str) -> Person:
    """Replace a person by a pseudonym everywhere: rows, log, snapshots, also those of deleted tournaments.

    Games, points and places stay.

    Photos of slips on which the name stands go, whoever else stands there.

    Records that became this one go with it. The log is chained anew and says so with its old last digest. It cannot be undone; backups age out in a week.
    """
    if not reason.strip():
        raise InvalidInput(_("Erasing a person needs a reason."))
    ids = Entrant.objects.filter(person=person_id).values_list("tournament_id", flat=True)
    tournaments = [lock_tournament(pk) for pk in sorted(set(ids))]
    person = Person.objects.select_for_update().get(pk=person_id)
    if person.erased_at:
        return person
    records = [person, *person.merged.select_for_update()]
    longest_first = sorted({one.full_name for one in records}, key=len, reverse=True)
    name = _Alias(tuple(longest_first), f"Player {person.public_key[:4].upper()}")
    for one in records:
        _empty_person(one, name.alias)
        one.bans.all().delete()
    drop_photos(Submission.objects.filter(table__seats__entrant__person=person))
    for entrant in person.entries.all():
        entrant.group, entrant.notes, entrant.answers = "", "", {}
        entrant.link_version += 1
        entrant.save(update_fields=["group", "notes", "answers", "link_version"])
    for tournament in tournaments:
        _erase_in(tournament, name, records, actor, reason)
    _erase_in_snapshots(tournaments, {one.public_key: one for one in records}, name)
    return person


def _empty_person(person: Person, alias: str) -> None:
    person.first_name, person.last_name = "", alias
    for field in ("nickname", "national_id", "region", "email", "phone", "guardian"):
        setattr(person, field, "")
    person.club, person.user, person.birth_date = None, None, None
    person.consent_data = person.consent_name = person.consent_results = False
    person.erased_at = timezone.now()
    person.version += 1
    person.save()


def _erase_in(
    tournament: Tournament, name: _Alias, records: list[Person], actor: User | None, reason: str
) -> None:
    keys = [one.public_key for one in records]
    last = tournament.events.order_by("number").last()
    for section in SECTIONS:
        if section.within:
            _replace_in(
                section.model.objects.filter(**{section.within: tournament.pk}), fields_of(section), name
            )
    merges = tournament.events.filter(kind=MERGED).filter(Q(after__gone__in=keys) | Q(after__kept__in=keys))
    merges.update(before=None)
    _chain_anew(tournament)
    before = {"digest": last.digest} if last else None
    record_event(
        tournament,
        "person_erased",
        subject=name.alias,
        actor=actor,
        before=before,
        reason=name.replaced(reason),
    )


def _replace_in(rows: "models.QuerySet[Any]", fields: list[Any], name: _Alias) -> None:
    texts = [one for one in fields if isinstance(one, models.CharField | models.TextField | models.JSONField)]
    for row in rows:
        old = {one.name: getattr(row, one.name) for one in texts}
        new = {field: value for field in old if (value := name.replaced(old[field])) != old[field]}
        if new:
            type(row).objects.filter(pk=row.pk).update(**new)


def _chain_anew(tournament: Tournament) -> None:
    """Digests that follow from each other again, for the log as it reads now."""
    previous = GENESIS
    for event in tournament.events.order_by("number"):
        digest = digest_of(event, previous)
        if digest != event.digest:
            Event.objects.filter(pk=event.pk).update(digest=digest)
        previous = digest


def _erase_in_snapshots(tournaments: list[Tournament], records: dict[str, Person], name: _Alias) -> None:
    """In the tournaments' snapshots, and in all others that hold the person's key: those of deleted tournaments too."""
    ids = {one.pk for one in tournaments}
    keys = [key.encode() for key in records]
    photos: set[str] = set()
    for snapshot in Snapshot.objects.order_by("pk").iterator(chunk_size=1):
        text = b"" if snapshot.tournament_id in ids else text_in(snapshot.archive)
        if snapshot.tournament_id in ids or any(key in text for key in keys):
            photos |= _replace_in_snapshot(snapshot, records, name)
    drop_unnamed(photos)


def _replace_in_snapshot(snapshot: Snapshot, records: dict[str, Person], name: _Alias) -> set[str]:
    """The same in an archive: what it says of the person, and its own log. The photos that it named until now."""
    photos: set[str] = set()
    sections: Sections = name.replaced(sections_of(bytes(snapshot.archive)))
    for number, row in enumerate(sections["people"], start=1):
        person = records.get(row["public_key"])
        if person is not None:
            row.update(_emptied_row(person))
            photos |= _empty_entries(sections, number)
    for event in sections["events"]:
        facts = event["after"] if event["kind"] == MERGED else None
        if facts and (facts["gone"] in records or facts.get("kept") in records):
            event["before"] = None
    _chain_archived(sections)
    archive = packed(sections)
    Snapshot.objects.filter(pk=snapshot.pk).update(archive=archive, checksum=checksum_of(archive))
    return photos


def _empty_entries(sections: Sections, person: int) -> set[str]:
    """Empty what a person's entries say and the photos of the tables at which they sat; the names of the photos."""
    entries = set()
    for number, entry in enumerate(sections["entrants"], start=1):
        if entry["person"] == person:
            entry.update(group="", notes="", answers={})
            entries.add(number)
    tables = {seat["table"] for seat in sections["seats"] if seat["entrant"] in entries}
    photos = set()
    for submission in sections["submissions"]:
        if submission["table"] in tables and submission.get("photo"):
            photos.add(submission["photo"]["name"])
            submission["photo"] = None
    return photos


def _emptied_row(person: Person) -> dict[str, Any]:
    fields = (one for one in fields_of(_section("people")) if one.name != "created_at")
    return {one.name: _archived(getattr(person, one.attname)) for one in fields}


def _chain_archived(sections: Sections) -> None:
    previous = GENESIS
    for row in sections["events"]:
        columns = {one.name: one for one in fields_of(_section("events"))}
        event = Event(
            **{
                field: columns[field].to_python(row[field])
                for field in row
                if field not in {"tournament", "actor"}
            }
        )
        row["digest"] = previous = digest_of(event, previous)


def _section(name: str) -> Any:
    return next(one for one in SECTIONS if one.name == name)


def _archived(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value


# --- forgetting -----------------------------------------------------------------------------------------


@transaction.atomic
def forget_old_data() -> dict[str, int]:
    """Delete what has served: contacts of people long gone, old photos and snapshots, finished work; how much of each."""
    now = timezone.now()
    return {
        "contacts": _forget_contacts(now.date() - timedelta(days=KEEP_CONTACTS_DAYS)),
        "photos": drop_photos(_of_finished(now.date() - timedelta(days=KEEP_SNAPSHOTS_DAYS))),
        "snapshots": _forget_snapshots(now.date() - timedelta(days=KEEP_SNAPSHOTS_DAYS)),
        "files": drop_unnamed_files(now - timedelta(days=KEEP_UNNAMED_DAYS)),
        "jobs": Job.objects.filter(finished_at__lt=now - timedelta(days=KEEP_WORK_DAYS)).delete()[0],
        "requests": SeenWrite.objects.filter(created_at__lt=now - timedelta(days=KEEP_WORK_DAYS)).delete()[0],
        "invitations": Invitation.objects.filter(
            expires_at__lt=now - timedelta(days=KEEP_WORK_DAYS)
        ).delete()[0],
    }


def _of_finished(before: Any) -> "models.QuerySet[Submission]":
    """The submissions of tournaments finished before that day."""
    return Submission.objects.filter(
        table__round__tournament__state=TournamentState.FINISHED,
        table__round__tournament__ends_on__lt=before,
    )


def _forget_contacts(before: Any) -> int:
    """Contacts of people without an account whose last tournament ended before that day."""
    known = Q(birth_date__isnull=False)
    for field in CONTACTS:
        known |= ~Q(**{field: ""}) if field != "birth_date" else Q()
    old = (
        Person.objects.filter(known, user=None)
        .annotate(last=Max("entries__tournament__ends_on"))
        .filter(last__lt=before)
    )
    ids = list(old.values_list("pk", flat=True))
    empty: dict[str, Any] = dict.fromkeys(CONTACTS, "") | {"birth_date": None}
    return Person.objects.filter(pk__in=ids).update(**empty)


def _forget_snapshots(before: Any) -> int:
    """Automatic snapshots of tournaments finished before that day."""
    old = Snapshot.objects.filter(
        tournament__state=TournamentState.FINISHED, tournament__ends_on__lt=before
    ).exclude(reason__startswith=f"{Before.BY_HAND}:")
    return old.delete()[0]
