"""What a worker does for a page: each kind of long work as one function of its job."""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.errors import TournamentError
from tournament.models import Job, Round, StageKind
from tournament.reports import paper
from tournament.reports.sheets import head_of, round_sheet, standings_sheet
from tournament.reports.values import StandingsSheet
from tournament.selectors.public import Part, Sight, sight_for, sight_of_public
from tournament.selectors.standings import stage_for_standings, standings_for_stage
from tournament.services.jobs import (
    JobCancelled,
    begin_job,
    end_cancelled,
    fail_job,
    finish_job,
    report_progress,
)
from tournament.services.notifications import send_letters_of_round
from tournament.services.seating import draw_round

PDF = "application/pdf"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What work leaves behind: a small document, and perhaps a file."""

    result: Mapping[str, Any]
    output: bytes | None = None


@dataclass(frozen=True, slots=True)
class Work:
    """A kind of long work. `title` says it in words; it raises JobCancelled or TournamentError.

    What is `whole` is stored in one transaction with the word that it is done: a worker that dies leaves nothing of it.
    """

    title: Promise | str
    run: Callable[[Job], Outcome]
    whole: bool = False


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
    round_ = Round.objects.select_related("tournament", "stage").get(pk=job.arguments["round_id"])
    tournament = round_.tournament
    sight = sight_for(job.requested_by, tournament) if job.requested_by else sight_of_public(tournament)
    played = round_sheet(round_, sight, entry_address=job.arguments["entry_address"])
    so_far = _standings_before(round_, sight_of_public(tournament))
    report_progress(job, 1, 2)
    head = head_of(tournament, job.arguments["address"])
    body = paper.round_pack(head, played, sheet=so_far, language=job.arguments["language"])
    report_progress(job, 2, 2)
    name = f"{tournament.slug}-{round_.number}-pack.pdf"
    return Outcome({"file": name, "type": PDF}, body)


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
    "paper-pack": Work(gettext_lazy("Printing the paper pack"), _pack),
}
"""The kinds by the word that a job carries."""


def run_job(job_id: int) -> str:
    """Do a queued job and end it with a result or a message; its last state, empty when it was not to be done.

    An error that nobody foresaw ends the job too, and is raised again for the worker's log.
    """
    job = begin_job(job_id)
    if job is None:
        return ""
    with translation.override(job.arguments.get("language") or translation.get_language()):
        try:
            _carry_out(job)
        except JobCancelled:
            end_cancelled(job)
        except TournamentError as error:
            fail_job(job, str(error))
        except Exception:
            fail_job(job, _("Something went wrong that nobody foresaw. Try once more, then call for help."))
            raise
    return str(Job.objects.values_list("state", flat=True).get(pk=job.pk))


def _carry_out(job: Job) -> None:
    work = WORK[job.kind]
    if work.whole:  # said beforehand: nobody else can write to the job's row within the transaction
        report_progress(job, 0, 1)
    with transaction.atomic() if work.whole else nullcontext():
        outcome = work.run(job)
        finish_job(job, result=dict(outcome.result), output=outcome.output)
