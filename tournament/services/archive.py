"""A whole tournament as one file, and back: on the same machine, on another, on another database."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import partial
from typing import Any

from django.core.exceptions import SuspiciousFileOperation, ValidationError
from django.db import DatabaseError, connection, transaction
from django.db.models import DateTimeField, Field, FileField, IntegerField, JSONField, SlugField
from django.utils.translation import gettext_lazy as _

from scoring.thresholds import ThresholdTable
from tournament.errors import InvalidInput
from tournament.models import (
    Club,
    Entrant,
    Membership,
    Person,
    Role,
    StageKind,
    Submission,
    Tournament,
    User,
)
from tournament.models.people import new_public_key
from tournament.selectors.knockout_plan import KnockoutPlan
from tournament.services.archive_files import file_document, file_name, stored_file
from tournament.services.archive_format import ArchiveDamaged, packed, sections_of
from tournament.services.archive_sections import SECTIONS, Row, Section, Sections
from tournament.services.days import expect_days
from tournament.services.tournaments import checked_formula, free_slug

KEPT_ON_RESTORE = {
    *("slug", "is_demo", "created_by", "created_at"),
    *("publish_page", "publish_entrants", "publish_seating", "publish_results", "publish_standings"),
    "hidden_from_round",
}
"""Fields of the tournament that a restore in place leaves as they are: nothing hidden comes to light by it."""


UNREADABLE = (
    *(ValidationError, SuspiciousFileOperation, InvalidInput),
    *(TypeError, AttributeError, ValueError, KeyError, OverflowError),
)
"""What a value that no row can have raises when it is read."""

LOOKED_UP: dict[str, Any] = {"people": Person, "clubs": Club, "users": User}
"""Rows outside the tournament; people first, for they refer to clubs and users."""


# --- writing --------------------------------------------------------------------------------------------


def export_tournament(tournament: Tournament) -> bytes:
    """The archive of the tournament: the same content gives the same bytes, whatever database holds it."""
    return packed(tournament_sections(tournament))


def tournament_sections(tournament: Tournament, *, travels: bool = True) -> Sections:
    """All rows of the tournament, with those outside it that they refer to; its files with content if it travels."""
    return _Export(tournament, file_document if travels else file_name).sections()


class _Export:
    """Reads the rows section by section and numbers them."""

    def __init__(self, tournament: Tournament, file: Callable[[Any], Row | None]) -> None:
        self.file = file
        self.rows: dict[str, list[Any]] = {
            section.name: list(section.model.objects.filter(**{section.within: tournament.pk}).order_by("pk"))
            for section in SECTIONS
            if section.within
        }
        self.numbers: dict[str, dict[int, int]] = {}
        for name, model in LOOKED_UP.items():
            self.rows[name] = list(model.objects.filter(pk__in=self._referred(name)))

    def _referred(self, target: str) -> set[int]:
        """The ids of a section's rows that the rows read so far refer to."""
        return {
            found
            for section in SECTIONS
            for name, points_to in section.links.items()
            if points_to == target
            for row in self.rows.get(section.name, ())
            if (found := getattr(row, f"{name}_id")) is not None
        }

    def sections(self) -> Sections:
        """Number all rows, then write them."""
        for section in SECTIONS:
            rows = self.rows[section.name]
            rows.sort(key=partial(self._sort_key, section))
            self.numbers[section.name] = {row.pk: number for number, row in enumerate(rows, start=1)}
        return {section.name: self._written(section) for section in SECTIONS}

    def _sort_key(self, section: Section, row: Any) -> tuple[Any, ...]:
        return tuple(
            self.numbers[section.links[name]][getattr(row, f"{name}_id")]
            if name in section.links
            else getattr(row, name)
            for name in section.order
        )

    def _written(self, section: Section) -> list[Row]:
        parties = {name: self._lists(section, name) for name in section.lists}
        documents = []
        for row in self.rows[section.name]:
            document = {one.name: self._value(section, row, one) for one in fields_of(section)}
            for name, by_row in parties.items():
                numbers = self.numbers[section.lists[name]]
                document[name] = sorted(numbers[found] for found in by_row.get(row.pk, ()))
            documents.append(document)
        if section.name == "keep_apart":
            return sorted(
                (_in_order(one) for one in documents), key=lambda one: (one["first"], one["second"])
            )
        return documents

    def _lists(self, section: Section, name: str) -> dict[int, list[int]]:
        """For each row the ids in a many-to-many field, read at once."""
        through = getattr(section.model, name).through
        many = getattr(section.model, name).field
        here, there = many.m2m_field_name(), many.m2m_reverse_field_name()
        found: dict[int, list[int]] = {}
        wanted = [row.pk for row in self.rows[section.name]]
        pairs = through.objects.filter(**{f"{here}__in": wanted}).values_list(f"{here}_id", f"{there}_id")
        for row, other in pairs:
            found.setdefault(row, []).append(other)
        return found

    def _value(self, section: Section, row: Any, one: Any) -> Any:
        if one.name in section.links:
            return self.numbers[section.links[one.name]].get(getattr(row, one.attname))
        value = getattr(row, one.attname)
        if isinstance(one, FileField):
            return self.file(value)
        if one.name in section.rewrites:
            numbers = self.numbers["entrants"]
            return section.rewrites[one.name](value, lambda found: numbers.get(found, 0))
        return _plain(value)


def _in_order(document: Row) -> Row:
    """A pair that is kept apart, the lower number first."""
    first, second = sorted((document["first"], document["second"]))
    return document | {"first": first, "second": second}


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return value.isoformat() if isinstance(value, date) else value


def fields_of(section: Section) -> list[Any]:
    """The columns of a section: all of the model's but its id and what is left out on purpose."""
    return [
        one
        for one in section.model._meta.concrete_fields  # noqa: SLF001 – Django documents _meta
        if not one.primary_key and one.name not in section.left_out
    ]


# --- reading --------------------------------------------------------------------------------------------


@transaction.atomic
def import_tournament(*, archive: bytes, actor: User | None, stayed: bool = False) -> Tournament:
    """A new tournament from an archive; the importing user becomes a director of it.

    `stayed`: it is a snapshot of this installation, whose files lie here; any other brings its own.

    People are recognised by their key, clubs and users by name; users that are not known here become placeholders
    that cannot log in. Raises ArchiveDamaged naming the place, ArchiveTooNew.
    """
    writer = _Writer(sections_of(archive), stayed=stayed)
    tournament = writer.write_all()
    if actor:
        Membership.objects.get_or_create(tournament=tournament, user=actor, role=Role.DIRECTOR)
    return tournament


@transaction.atomic
def restore_tournament(*, tournament: Tournament, archive: bytes) -> Tournament:
    """Put the tournament, which the caller has locked, back to what the archive holds.

    Its address, its publishing switches, its people and the roles stay as they are now; the action log goes on.
    Rows that exist now keep their ids, so that every address and personal link still opens.
    """
    return _Writer(sections_of(archive), into=tournament, stayed=True).write_all()


@dataclass(slots=True)
class _Writer:
    """Writes the rows of an archive: all of them, or into a tournament that is there."""

    sections: Sections
    into: Tournament | None = None
    stayed: bool = False
    ids: dict[str, dict[int, int]] = field(default_factory=dict)
    known: dict[str, dict[tuple[Any, ...], Any]] = field(default_factory=dict)

    def write_all(self) -> Tournament:
        """Write section after section, then let the database check what refers to what."""
        self._check_documents()
        if self.into:
            self._empty(self.into)
        for section in SECTIONS:
            self.ids[section.name] = {}
            if self.into and section.kept and section.name != "tournament":
                continue
            for number, row in enumerate(self.sections[section.name], start=1):
                self._write(section, number, row)
        try:
            connection.check_constraints()
        except DatabaseError as error:
            raise ArchiveDamaged(place=str(error)[:200]) from error
        return Tournament.objects.get(pk=self.ids["tournament"][1])

    def _check_documents(self) -> None:
        """Documents inside rows, which no constraint of the database knows."""
        tournament = self.sections["tournament"][0]
        checked_formula(str(tournament.get("preset")), tournament.get("formula"))
        self._check_cut_table(tournament.get("plan"))
        for number, stage in enumerate(self.sections["stages"], start=1):
            if stage.get("kind") != StageKind.KNOCKOUT or not stage.get("plan"):
                continue
            try:
                KnockoutPlan.from_document(stage["plan"])
            except (KeyError, ValueError, TypeError, AttributeError) as error:
                raise ArchiveDamaged(place=_place("stages", number, "plan")) from error

    def _check_cut_table(self, plan: Any) -> None:
        """The threshold table of the tournament's own, if it has one."""
        if isinstance(plan, dict) and isinstance(plan.get("cut"), dict):
            try:
                ThresholdTable.from_document(plan["cut"])
            except (KeyError, ValueError, TypeError) as error:
                raise ArchiveDamaged(place=_place("tournament", 1, "plan")) from error

    def _empty(self, tournament: Tournament) -> None:
        """Remove what the archive replaces, and remember the ids of what has a name."""
        Submission.objects.filter(table__round__tournament=tournament).update(corrects=None)
        for section in SECTIONS:
            if section.within and not section.kept and section.key:
                rows = section.model.objects.filter(**{section.within: tournament.pk})
                self.known[section.name] = {_key(section, row): row for row in rows}
        for section in reversed(SECTIONS):
            if section.within and not section.kept:
                section.model.objects.filter(**{section.within: tournament.pk}).delete()

    def _write(self, section: Section, number: int, row: Row) -> None:
        instance: Any = self._instance(section, number, row)
        if section.name in FINDERS and (found := FINDERS[section.name](instance)):
            self.ids[section.name][number] = found.pk
            return
        self._prepare(section, instance)
        try:
            with transaction.atomic():
                # Raw: times that a row sets itself when it is saved stay those of the archive.
                instance.save_base(raw=True, force_insert=not instance.pk or section.name != "tournament")
        except (DatabaseError, ValueError, TypeError) as error:
            raise ArchiveDamaged(place=_place(section.name, number, str(error)[:120])) from error
        self.ids[section.name][number] = instance.pk
        for name, target in section.lists.items():
            members = [self._link(section, number, name, target, one) for one in row.get(name, ())]
            getattr(instance, name).set(members)

    def _prepare(self, section: Section, instance: Any) -> None:
        """What a row needs beside its own values before it is stored here."""
        if section.name == "users":
            instance.is_active = False
            instance.set_unusable_password()
        if (
            section.name == "people"
            and instance.user_id
            and Person.objects.filter(user=instance.user_id).exists()
        ):
            instance.user = None
        if section.name == "tournament":
            self._prepare_tournament(instance)
        if section.name == "entrants" and Entrant.objects.filter(public_key=instance.public_key).exists():
            instance.public_key = new_public_key()
        if section.name == "submissions" and instance.idempotency_key:
            taken = Submission.objects.filter(idempotency_key=instance.idempotency_key).exists()
            instance.idempotency_key = None if taken else instance.idempotency_key
        if section.name == "keep_apart" and instance.first_id > instance.second_id:
            instance.first_id, instance.second_id = instance.second_id, instance.first_id
        if section.key and self.into:
            before = self.known[section.name].pop(_key(section, instance), None)
            if before is not None:
                _take_over(instance, before)

    def _prepare_tournament(self, instance: Tournament) -> None:
        if self.into is None:
            if Tournament.objects.filter(slug=instance.slug).exists():
                instance.slug = free_slug(instance.name, instance.starts_on)
            return
        for name in KEPT_ON_RESTORE:
            setattr(instance, name, getattr(self.into, name))
        instance.data_version = max(instance.data_version, self.into.data_version) + 1
        instance.result_changes = self.into.result_changes
        _take_over(instance, self.into)

    def _instance(self, section: Section, number: int, row: Row) -> Any:
        """The row as an object. Fields that the archive does not know keep their defaults."""
        fields = {one.name: one for one in fields_of(section)}
        if unknown := sorted(row.keys() - fields.keys() - section.lists.keys()):
            raise ArchiveDamaged(place=_place(section.name, number, unknown[0]))
        instance = section.model()
        for name, one in fields.items():
            if name not in row:
                continue
            if name in section.links:
                target = section.links[name]
                setattr(instance, one.attname, self._link(section, number, name, target, row[name]))
            else:
                setattr(instance, name, self._value(section, number, one, row[name]))
        return instance

    def _link(self, section: Section, number: int, name: str, target: str, value: Any) -> int | None:
        if value is None:
            return None
        if not isinstance(value, int) or value not in self.ids[target]:
            raise ArchiveDamaged(place=_place(section.name, number, name))
        return self.ids[target][value]

    def _value(self, section: Section, number: int, one: "Field[Any, Any]", value: Any) -> Any:
        try:
            if isinstance(one, FileField):
                return stored_file(one, value, stayed=self.stayed)
            found = _readable(one, value)
            if one.name in section.rewrites:
                ids = self.ids.get("entrants", {})
                return section.rewrites[one.name](found, lambda entrant: ids.get(entrant, 0))
            return found
        except UNREADABLE as error:
            raise ArchiveDamaged(place=_place(section.name, number, one.name)) from error


def _readable(one: "Field[Any, Any]", value: Any) -> Any:
    """The value as the field has it. Raises one of UNREADABLE for what the product never writes there."""
    if isinstance(one, DateTimeField) and value is not None:
        return _moment(value)
    found = one.to_python(value)
    if isinstance(one, IntegerField | SlugField):
        one.run_validators(found)
    if isinstance(one, JSONField) and one.has_default() and not isinstance(found, type(one.get_default())):
        raise TypeError(value)
    return found


def _moment(value: Any) -> datetime:
    moment = datetime.fromisoformat(value)
    if moment.tzinfo is None:
        raise ValueError(value)
    expect_days(moment)
    return moment


def _take_over(instance: Any, before: Any) -> None:
    """The row keeps its id; forms that were open during the restore count as changed meanwhile, closed links stay so."""
    instance.pk = before.pk
    if isinstance(instance, Entrant):
        instance.link_version = max(instance.link_version, before.link_version)
    if hasattr(instance, "version") and not hasattr(instance, "after_round"):
        instance.version = max(instance.version, before.version) + 1


def _key(section: Section, row: Any) -> tuple[Any, ...]:
    return tuple(getattr(row, f"{name}_id" if name in section.links else name) for name in section.key)


def _place(section: str, number: int, what: str) -> Any:
    return _("“%(part)s”, row %(number)s, %(what)s") % {"part": section, "number": number, "what": what}


# --- whom and what this installation knows already --------------------------------------------------------


def _same_user(user: User) -> User | None:
    return User.objects.filter(username=user.username).first()


def _same_club(club: Club) -> Club | None:
    return Club.objects.filter(name__iexact=club.name).first()


def _same_person(person: Person) -> Person | None:
    """By key; else by national id, so that the database's own rule holds. Whoever was merged is the one kept."""
    known = Person.objects.filter(public_key=person.public_key).select_related("merged_into").first()
    if known is None and person.national_id:
        known = Person.objects.filter(national_id=person.national_id, merged_into=None).first()
    while known is not None and known.merged_into is not None:
        known = known.merged_into
    return known


FINDERS: Mapping[str, Any] = {"users": _same_user, "clubs": _same_club, "people": _same_person}
