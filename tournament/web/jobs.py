"""Long work: how far it is, a way to stop it, and what it made."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.models import Job, JobState, Round, Tournament
from tournament.queues import jobs_seen_by, queue_pack
from tournament.services.background import WORK
from tournament.services.jobs import cancel_job
from tournament.web.plumbing import act, actor_of, tournament_deed, tournament_page

NEWEST = 20
UNFINISHED = (JobState.QUEUED, JobState.RUNNING)
KINDS = {JobState.DONE: "good", JobState.FAILED: "bad", JobState.CANCELLED: "warn", JobState.RUNNING: "now"}


def job_url(tournament: Tournament, job: Job) -> str:
    """The page of a job."""
    return reverse("job", args=[tournament.slug, job.pk])


def _mine(request: HttpRequest, tournament: Tournament, job_id: int) -> Job:
    """A job of this tournament that the visitor asked for; a director sees everybody's."""
    return get_object_or_404(jobs_seen_by(request.user, tournament), pk=job_id)


@tournament_page("tournament.work_in")
def jobs_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The newest jobs."""
    jobs = jobs_seen_by(request.user, tournament).select_related("requested_by")
    rows = [(job, WORK[job.kind].title, KINDS.get(JobState(job.state), "")) for job in jobs[:NEWEST]]
    return render(request, "jobs/list.html", {"tournament": tournament, "nav_here": "direct", "rows": rows})


@tournament_page("tournament.work_in")
def job_page(request: HttpRequest, tournament: Tournament, job_id: int) -> HttpResponse:
    """How far one job is; an open page asks again and shows the end."""
    job = _mine(request, tournament, job_id)
    etag = f'"{job.pk}.{job.state}.{job.done}.{job.total}.{job.cancel_requested}.{get_language()}"'
    if request.headers.get("X-Fragments") and request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=304, headers={"ETag": etag})
    result = job.result or {}
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "job": job,
        "title": WORK[job.kind].title,
        "kind": KINDS.get(JobState(job.state), ""),
        "is_unfinished": job.state in UNFINISHED,
        "result": result,
        "next_url": _next_url(tournament, job),
        "now": timezone.now(),
    }
    answer = render(request, "jobs/job.html", context)
    answer["ETag"], answer["Cache-Control"] = etag, "no-store"
    return answer


def _next_url(tournament: Tournament, job: Job) -> str:
    """Where the finished work leads; empty where nothing follows."""
    if job.state != JobState.DONE or not job.result:
        return ""
    if "file" in job.result:
        return reverse("job-file", args=[tournament.slug, job.pk])
    if job.kind == "seating":
        return reverse("direct-seating", args=[tournament.slug, job.result["round"]])
    return ""


@tournament_page("tournament.work_in")
def job_file(request: HttpRequest, tournament: Tournament, job_id: int) -> HttpResponseBase:
    """The file that a job made."""
    job = _mine(request, tournament, job_id)
    if job.output is None or not job.result:
        raise Http404
    answer = HttpResponse(bytes(job.output), content_type=job.result["type"])
    answer["Content-Disposition"] = f'inline; filename="{job.result["file"]}"'
    return answer


@tournament_deed("tournament.work_in")
def cancel(request: HttpRequest, tournament: Tournament, job_id: int) -> HttpResponse:
    """Stop a job: at once while it waits, at its next step otherwise."""
    job = _mine(request, tournament, job_id)
    return act(
        request,
        lambda: cancel_job(job_id=job.pk),
        then=job_url(tournament, job),
        done=_("The work stops at its next step."),
    )


@tournament_deed("tournament.work_in")
def prepare_pack(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Let the worker print the paper pack of a large round; pressed twice, it is printed once."""
    round_: Round = get_object_or_404(tournament.rounds.select_related("tournament"), number=number)
    entry = request.build_absolute_uri(reverse("referee-enter", args=[tournament.slug, 0]))
    job = queue_pack(
        round_,
        actor=actor_of(request),
        address=request.build_absolute_uri(tournament.get_absolute_url()),
        entry_address=entry.replace("/0/", "/{table}/"),
    )
    return redirect(job_url(tournament, job))
