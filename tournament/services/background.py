"""What a worker does for a page: each kind of long work as one function of its job."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.errors import TournamentError
from tournament.models import Job, Round, StageKind, Table
from tournament.reports import paper
from tournament.reports.sheets import head_of, round_sheet, standings_sheet
from tournament.reports.values import Head, RoundSheet, StandingsSheet
from tournament.selectors.public import Part, Sight, sight_for, sight_of_public
from tournament.selectors.standings import stage_for_standings, standings_for_stage
from tournament.services.fan_out import Divided, Outcome, Start, divide, do_part, give_up, join
from tournament.services.jobs import (
    JobCancelled,
    begin_job,
    end_cancelled,
    finish_job,
    report_progress,
    round_of,
)
from tournament.services.notifications import send_letters_of_round
from tournament.services.seating import draw_round

PDF = "application/pdf"


@dataclass(frozen=True, slots=True)
class Work:
    """A kind of long work. `title` says it in words; it raises JobCancelled or TournamentError.

    What is `whole` is stored in one transaction with the word that it is done: a worker that dies leaves nothing of it.
    What is `divided` goes to several workers where it is large.
    """

    title: Promise | str
    run: Callable[[Job], Outcome]
    whole: bool = False
    divided: Divided | None = None


def _letters(job: Job) -> Outcome:
    return Outcome(send_letters_of_round(job))


def _seating(job: Job) -> Outcome:
    """Draw a round, in one step: who cancels it meanwhile finds nothing drawn."""
    wanted = job.arguments
    drawn = draw_round(
        tournament_id=_tournament_id(job),
        actor=job.requested_by,
        split=wanted["split"],
        override_reason=wanted["reason"],
        sit_out=wanted["sit_out"],
        seed=wanted.get("seed"),
        starts_at=datetime.fromisoformat(begins) if (begins := wanted.get("starts_at")) else None,
    )
    report_progress(job, 1, 1)
    return Outcome({"round": drawn.number})


def _tournament_id(job: Job) -> int:
    """The job's tournament. Raises ValueError for a job without one."""
    if job.tournament_id is None:
        raise ValueError(f"job {job.pk} has no tournament")
    return int(job.tournament_id)


def _pack(job: Job) -> Outcome:
    """The paper pack of a round, seen with the eyes of whoever asked for it."""
    report_progress(job, 0, 2)
    printed = _printed(job)
    report_progress(job, 1, 2)
    body = paper.round_pack(*printed.sheets, sheet=printed.so_far, language=job.arguments["language"])
    report_progress(job, 2, 2)
    return Outcome({"file": printed.name, "type": PDF}, body)


@dataclass(frozen=True, slots=True)
class _Printed:
    """What a pack is printed from."""

    sheets: tuple[Head, RoundSheet]
    so_far: StandingsSheet | None
    name: str


def _printed(job: Job) -> _Printed:
    round_ = round_of(job)
    tournament = round_.tournament
    sight = sight_for(job.requested_by, tournament) if job.requested_by else sight_of_public(tournament)
    played = round_sheet(round_, sight, entry_address=job.arguments["entry_address"])
    head = head_of(tournament, job.arguments["address"])
    so_far = _standings_before(round_, sight_of_public(tournament))
    return _Printed((head, played), so_far, f"{tournament.slug}-{round_.number}-pack.pdf")


SLIPS_A_PART = 50
"""Tables whose slips one worker prints: some seconds of work."""


def _parts_of_pack(job: Job) -> list[dict[str, Any]]:
    """The sheets before the slips, so many slips at a time, the sheets after them; one part for a small round."""
    tables = Table.objects.filter(round_id=job.arguments["round_id"]).count()
    if tables <= SLIPS_A_PART:
        return []
    slips = [{"slips": [first, first + SLIPS_A_PART]} for first in range(0, tables, SLIPS_A_PART)]
    return [{"sheets": "before"}, *slips, {"sheets": "after"}]


def _part_of_pack(job: Job, part: Mapping[str, Any]) -> bytes:
    printed, language = _printed(job), job.arguments["language"]
    head, played = printed.sheets
    if "slips" in part:
        first, last = part["slips"]
        few = replace(played, tables=played.tables[first:last])
        return paper.slips(head, few, language=language)
    if part["sheets"] == "before":
        return paper.pack_before_slips(head, played, language=language)
    return paper.pack_after_slips(head, played, sheet=printed.so_far, language=language)


def _joined(job: Job, made: Sequence[bytes]) -> Outcome:
    return Outcome({"file": _printed(job).name, "type": PDF}, paper.bound(made))


def _standings_before(round_: Round, sight: Sight) -> StandingsSheet | None:
    """The standings that hang beside the round: those after the round before it, as the public may see them."""
    stage = stage_for_standings(round_.tournament)
    if round_.number == 1 or stage is None or not sight.may_see(Part.STANDINGS):
        return None
    after = sight.last_round_for(round_.number - 1) if stage.kind == StageKind.RANKED else None
    standings = standings_for_stage(stage, after_round=after, name=sight.name_of)
    return standings_sheet(standings, sight, _("Standings"))


WORK: Mapping[str, Work] = {
    "letters": Work(gettext_lazy("Sending letters"), _letters),
    "seating": Work(gettext_lazy("Seating the round"), _seating, whole=True),
    "paper-pack": Work(
        gettext_lazy("Printing the paper pack"),
        _pack,
        divided=Divided(_parts_of_pack, _part_of_pack, _joined),
    ),
}
"""The kinds by the word that a job carries."""


def run_job(job_id: int, *, start: Start | None = None, again: bool = False) -> str:
    """Do a queued job and end it with a result or a message; its last state, empty when it was not to be done.

    `start` hands a part of divided work to the workers (a task's `delay`); without one they are done here, one after
    the other. `again`: the queue says that the worker who had it was lost. An error that nobody foresaw ends the job
    too, and is raised again for the worker's log.
    """
    part = Job.objects.filter(pk=job_id, parent__isnull=False).select_related("parent").first()
    job = part.parent if part else begin_job(job_id)
    if job is None:
        return ""
    with translation.override(job.arguments.get("language") or translation.get_language()):
        try:
            if part is None:
                _carry_out(job, start or run_job)
            else:
                _carry_out_part(part, job, again=again)
        except JobCancelled:
            end_cancelled(job)
            job.parts.all().delete()
        except TournamentError as error:
            give_up(job, str(error))
        except Exception:
            give_up(job, _("Something went wrong that nobody foresaw. Try once more, then call for help."))
            raise
    return str(Job.objects.values_list("state", flat=True).get(pk=job.pk))


def _carry_out_part(part: Job, job: Job, *, again: bool) -> None:
    """A part; with the last of them everything."""
    divided = WORK[job.kind].divided
    if divided is not None and do_part(part.pk, divided, again=again):
        join(Job.objects.get(pk=job.pk), divided)


def _carry_out(job: Job, start: Start) -> None:
    work = WORK[job.kind]
    if work.divided is not None and job.parts.exists():  # a worker was lost when only the joining was missing
        join(job, work.divided)
        return
    parts = work.divided.parts(job) if work.divided is not None else ()
    if len(parts) > 1:
        divide(job, parts, start)
        return
    if work.whole:  # said beforehand: nobody else can write to the job's row within the transaction
        report_progress(job, 0, 1)
    with transaction.atomic() if work.whole else nullcontext():
        outcome = work.run(job)
        finish_job(job, result=dict(outcome.result), output=outcome.output)
