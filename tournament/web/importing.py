"""Importing: hand a file over, look at the dry run, confirm. Also a clubs' workbook as a tournament of its own."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.errors import TournamentError
from tournament.models import Job, Tournament
from tournament.services.imports import (
    UploadGone,
    confirm_import,
    dry_run,
    keep_upload,
    upload_of,
)
from tournament.services.workbook_import import WorkbookDryRun, import_workbook, workbook_dry_run
from tournament.web.forms.upload import UploadForm, WorkbookForm
from tournament.web.plumbing import signed_in, tournament_deed, tournament_page


def _kept(request: HttpRequest, form: UploadForm, tournament: Tournament | None) -> Job | None:
    """The handed file, kept; None with the reason among the form's errors."""
    if not form.is_valid():
        return None
    file = form.cleaned_data["file"]
    if not isinstance(file, UploadedFile):
        return None
    try:
        return keep_upload(
            tournament=tournament, filename=file.name or "", data=file.read(), actor=signed_in(request)
        )
    except TournamentError as error:
        form.add_error("file", str(error))
        return None


@tournament_page("tournament.keep_entrants")
def import_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Choose a file; it is tried at once and nothing is written."""
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    if request.method == "POST" and (job := _kept(request, form, tournament)):
        return redirect("direct-import-check", tournament.slug, job.pk)
    context = {"tournament": tournament, "nav_here": "direct", "room": "entries", "form": form}
    return render(request, "importing/upload.html", context, status=422 if form.errors else 200)


@tournament_page("tournament.keep_entrants")
def check_page(request: HttpRequest, tournament: Tournament, job_id: int) -> HttpResponse:
    """The dry run: every row, every problem; one press enters all."""
    try:
        job = upload_of(job_id, tournament=tournament, actor=signed_in(request))
    except UploadGone as error:
        messages.warning(request, str(error))
        return redirect("direct-import", tournament.slug)
    planned = dry_run(tournament, job)
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "entries",
        "run": planned,
        "job": job,
        "errors": [notice for notice in planned.notices if notice.is_error],
        "warnings": [notice for notice in planned.notices if not notice.is_error],
        "known": [one for one in planned.entries if one.known],
    }
    return render(request, "importing/check.html", context)


@tournament_deed("tournament.keep_entrants")
def confirm(request: HttpRequest, tournament: Tournament, job_id: int) -> HttpResponse:
    """Enter everybody new, or nobody."""
    try:
        entered = confirm_import(tournament_id=tournament.pk, job_id=job_id, actor=signed_in(request))
    except UploadGone as error:
        messages.warning(request, str(error))
        return redirect("direct-import", tournament.slug)
    except TournamentError as error:
        messages.error(request, str(error))
        return redirect("direct-import-check", tournament.slug, job_id)
    text = ngettext("%(n)s entered.", "%(n)s entered.", len(entered)) % {"n": len(entered)}
    messages.success(request, text)
    return redirect("direct-entries", tournament.slug)


# --- a workbook as a tournament -------------------------------------------------------------------------


@login_required
def workbook_page(request: HttpRequest) -> HttpResponse:
    """Hand a clubs' workbook over to make a tournament of it."""
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    if request.method == "POST" and (job := _kept(request, form, None)):
        return redirect("tournament-from-workbook-check", job.pk)
    return render(request, "importing/workbook.html", {"form": form}, status=422 if form.errors else 200)


@login_required
def workbook_check(request: HttpRequest, job_id: int) -> HttpResponse:
    """What the workbook holds, the formula asked; confirmed, it is a tournament that goes on."""
    try:
        job = upload_of(job_id, tournament=None, actor=signed_in(request))
    except UploadGone as error:
        messages.warning(request, str(error))
        return redirect("tournament-from-workbook")
    planned = workbook_dry_run(job)
    form = WorkbookForm(request.POST or None, initial=_initial(planned), fitting=planned.fitting)
    if request.method == "POST" and form.is_valid():
        made = _made(request, form, job)
        if made:
            return redirect(reverse("direct", args=[made.slug]))
    context = {
        "form": form,
        "run": planned,
        "errors": [notice for notice in planned.notices if notice.is_error],
        "warnings": [notice for notice in planned.notices if not notice.is_error],
        "tables": sum(len(played.tables) for played in planned.workbook.rounds),
    }
    return render(request, "importing/workbook_check.html", context, status=422 if form.errors else 200)


def _initial(planned: WorkbookDryRun) -> dict[str, Any]:
    info = planned.workbook.info
    return {
        "name": info.name if info else "",
        "starts_on": info.dates[0] if info and info.dates else timezone.localdate(),
    }


def _made(request: HttpRequest, form: WorkbookForm, job: Job) -> Tournament | None:
    data = form.cleaned_data
    try:
        made = import_workbook(
            job=job,
            name=data["name"],
            starts_on=data["starts_on"],
            director=signed_in(request),
            **form.chosen(),
        )
    except TournamentError as error:
        form.add_error(None, str(error))
        return None
    messages.success(request, _("The workbook is a tournament now: check the standings, then go on."))
    return made
