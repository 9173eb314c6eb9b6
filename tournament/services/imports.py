"""A list of people from a file: kept, tried without writing anything, entered as a whole or not at all."""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.errors import InvalidInput, TournamentError
from tournament.models import Club, Entrant, EntrantState, Job, JobState, Person, Tournament, User
from tournament.reports.entrant_file import EntrantFile, EntrantRow, read_entrants
from tournament.reports.grids import MAX_BYTES
from tournament.reports.problems import Problem
from tournament.reports.workbook import read_workbook
from tournament.selectors.bans import bans_at, bans_that_mean
from tournament.services.entrants import NewEntrant, import_entrants, meant_by

UPLOAD = "upload"
"""The kind of the job that keeps a handed file until it is confirmed."""
KEPT_UPLOADS = 20
"""So many files a person may have waiting; older ones are forgotten."""


class UploadGone(TournamentError):
    """The file was imported already, or replaced by newer ones."""

    code = "upload_gone"
    message = gettext_lazy("This file is no longer kept: hand it over again.")


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing to know before importing. `row` counts as the spreadsheet does, None: the whole file."""

    text: str
    is_error: bool
    row: int | None = None
    column: str = ""


@dataclass(frozen=True, slots=True)
class PlannedEntry:
    """A row of the file: what it would enter, or whose entry it is already."""

    row: EntrantRow
    entry: NewEntrant
    known: Entrant | None = None


@dataclass(frozen=True, slots=True)
class DryRun:
    """What an import would do. Nothing was written."""

    filename: str
    entries: tuple[PlannedEntry, ...]
    notices: tuple[Notice, ...]
    columns: tuple[tuple[str, str], ...]
    rounds: int

    @property
    def new(self) -> list[PlannedEntry]:
        """The rows that would enter somebody."""
        return [one for one in self.entries if one.known is None]

    @property
    def importable(self) -> bool:
        """Somebody new, and no error."""
        return bool(self.new) and not any(notice.is_error for notice in self.notices)


@transaction.atomic
def keep_upload(*, tournament: Tournament | None, filename: str, data: bytes, actor: User) -> Job:
    """Keep a handed file until it is confirmed. Raises InvalidInput for an empty or too large one."""
    if not data:
        raise InvalidInput(_("The file is empty."))
    if len(data) > MAX_BYTES:
        raise InvalidInput(_("The file is larger than %(limit)s MB.") % {"limit": MAX_BYTES // 1024 // 1024})
    waiting = Job.objects.filter(kind=UPLOAD, requested_by=actor).order_by("-id")
    Job.objects.filter(pk__in=list(waiting.values_list("pk", flat=True)[KEPT_UPLOADS - 1 :])).delete()
    return Job.objects.create(
        kind=UPLOAD,
        tournament=tournament,
        requested_by=actor,
        state=JobState.DONE,
        finished_at=timezone.now(),
        arguments={"filename": filename[:120]},
        output=data,
    )


def upload_of(job_id: int, *, tournament: Tournament | None, actor: User) -> Job:
    """The file somebody handed over. Raises UploadGone."""
    job = Job.objects.filter(pk=job_id, kind=UPLOAD, tournament=tournament, requested_by=actor).first()
    if job is None or job.output is None:
        raise UploadGone
    return job


def forget_upload(job: Job) -> None:
    """The file has served: it holds personal data and is not kept."""
    job.delete()


def dry_run(tournament: Tournament, job: Job) -> DryRun:
    """What importing the file would do, with everything that is wrong; nothing is written."""
    data = bytes(job.output or b"")
    filename = str(job.arguments.get("filename", ""))
    clubs = list(Club.objects.values_list("name", flat=True))
    file = read_entrants(data, filename, known_clubs=clubs or None)
    entries, notices = _planned(tournament, file)
    return DryRun(
        filename,
        tuple(entries),
        (*(notice_of(problem) for problem in file.problems), *notices, *_capacity(tournament, entries)),
        tuple((column.header, column.field.value if column.field else "") for column in file.columns),
        len(read_workbook(data).rounds),
    )


def notice_of(problem: Problem) -> Notice:
    """A problem of the file in words."""
    return Notice(problem.text, problem.is_error, problem.row, problem.column)


def _planned(tournament: Tournament, file: EntrantFile) -> tuple[list[PlannedEntry], list[Notice]]:
    """Each row with the entry it would become; IDs that are taken give way to a free one."""
    entered = {
        one.person_id: one
        for one in tournament.entrants.select_related("person")
        if one.person_id is not None
    }
    taken = set(tournament.entrants.values_list("number", flat=True))
    entries, notices = [], []
    bans = bans_at(tournament)
    for row in file.rows:
        entry = new_entrant(row)
        person = meant_by(entry)
        known = entered.get(person.pk) if person.pk else None
        if known is None and bans_that_mean(bans, person):
            notices.append(_held(person, row))
        if known is None and row.number in taken:
            entry = new_entrant(row, number=None)
            notices.append(
                Notice(
                    _("The ID %(n)s is taken here; a free one will be given.") % {"n": row.number},
                    is_error=False,
                    row=row.row,
                )
            )
        entries.append(PlannedEntry(row, entry, known))
    return entries, notices


def _held(person: Person, row: EntrantRow) -> Notice:
    said = _("%(name)s is entered, but does not play before a director decides so.")
    return Notice(said % {"name": person.full_name}, is_error=False, row=row.row)


def new_entrant(row: EntrantRow, *, number: int | None = -1) -> NewEntrant:
    """A row as the services take it; what has no place of its own goes to the notes."""
    extras = [f"{header}: {text}" for header, text in row.extras]
    if row.fee is not None:
        extras.insert(0, _("fee: %(fee)s") % {"fee": row.fee})
    return NewEntrant(
        first_name=row.first[:60],
        last_name=row.last[:60],
        nickname=row.nickname[:40],
        club=row.club[:80],
        region=row.region[:40],
        birth_date=row.birth_date,
        national_id=str(row.national_id or ""),
        email=row.email,
        phone=row.phone[:30],
        number=row.number if number == -1 else number,
        takes_part=row.takes_part,
        notes="; ".join(extras),
    )


def _capacity(tournament: Tournament, entries: list[PlannedEntry]) -> list[Notice]:
    """An error when the new ones do not fit."""
    if tournament.capacity is None:
        return []
    gone = (EntrantState.WAITING, EntrantState.WITHDRAWN)
    free = tournament.capacity - tournament.entrants.exclude(state__in=gone).count()
    new = sum(one.known is None for one in entries)
    if new <= free:
        return []
    facts = {"new": new, "free": max(0, free)}
    return [Notice(_("%(new)s new entries, but only %(free)s places are free.") % facts, is_error=True)]


@transaction.atomic
def confirm_import(*, tournament_id: int, job_id: int, actor: User) -> list[Entrant]:
    """Enter everybody of the file who is new; all or nobody. The file is forgotten.

    Raises UploadGone, InvalidInput naming the rows when the file has errors.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    job = upload_of(job_id, tournament=tournament, actor=actor)
    planned = dry_run(tournament, job)
    if not planned.importable:
        errors = [notice.text for notice in planned.notices if notice.is_error]
        raise InvalidInput(*(errors or [_("Nobody new is in this file.")]))
    entries = sorted(
        (one.entry for one in planned.new), key=lambda entry: (entry.number is None, entry.number)
    )
    entered = import_entrants(tournament_id=tournament_id, entries=entries, actor=actor)
    forget_upload(job)
    return entered
