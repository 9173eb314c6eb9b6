"""Snapshots of a tournament: list, take, download, compare, restore; archives from elsewhere; deleting."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.db.models.functions import Length
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from tournament.errors import TournamentError
from tournament.models import Round, Snapshot, Tournament, User
from tournament.services.archive_format import ArchiveDamaged
from tournament.services.deletions import delete_round, delete_tournament
from tournament.services.snapshots import (
    Before,
    bring_back_tournament,
    compared_with_now,
    open_archive,
    reason_of,
    restore_snapshot,
    take_snapshot_by_hand,
    travelling,
)
from tournament.web.parsing import text
from tournament.web.plumbing import act, actor_of, signed_in, tournament_deed, tournament_page

LARGEST_UPLOAD = 20 * 1024 * 1024

BEFORE_WORDS: dict[Before, Promise] = {
    Before.DRAW: gettext_lazy("Before a draw"),
    Before.PUBLISH: gettext_lazy("Before publishing"),
    Before.CLOSE: gettext_lazy("Before closing"),
    Before.REOPEN: gettext_lazy("Before reopening"),
    Before.DELETE: gettext_lazy("Before deleting"),
    Before.IMPORT: gettext_lazy("Before an import"),
    Before.CUT: gettext_lazy("Before a change of the cut"),
    Before.RESTORE: gettext_lazy("Before a restore"),
    Before.BY_HAND: gettext_lazy("Taken by hand"),
}

SECTION_WORDS: dict[str, Promise] = {
    "teams": gettext_lazy("Teams"),
    "entrants": gettext_lazy("Entrants"),
    "keep_apart": gettext_lazy("Pairs kept apart"),
    "stages": gettext_lazy("Stages and cut"),
    "rounds": gettext_lazy("Rounds"),
    "tables": gettext_lazy("Tables"),
    "seats": gettext_lazy("Seats"),
    "submissions": gettext_lazy("Reported results"),
    "results": gettext_lazy("Figures of results"),
    "sanctions": gettext_lazy("Catalogue of penalties"),
    "penalties": gettext_lazy("Penalties"),
    "disputes": gettext_lazy("Disputes"),
    "rulings": gettext_lazy("Rulings"),
    "standings": gettext_lazy("Issued standings"),
}
"""What a snapshot holds, in the words of the hall."""


class ArchiveForm(forms.Form):
    """One archive file."""

    file = forms.FileField(
        label=gettext_lazy("Archive"), widget=forms.ClearableFileInput(attrs={"accept": ".sdadata"})
    )


def _listed(snapshot: Snapshot) -> tuple[Snapshot, Promise, str]:
    before, subject = reason_of(snapshot)
    return snapshot, BEFORE_WORDS[before], subject


@tournament_page("tournament.restore")
def snapshots_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every snapshot, the newest first; and where a round or the tournament is deleted."""
    return render(request, "snapshots/list.html", _list(tournament))


def _list(tournament: Tournament) -> dict[str, Any]:
    kept = tournament.snapshots.defer("archive").select_related("taken_by").annotate(size=Length("archive"))
    listed = [_listed(one) for one in kept]
    newest = tournament.events.order_by("number").last()
    return {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "snapshots",
        "snapshots": listed,
        "undone_by": listed[0][0] if listed and newest and newest.kind == "round_deleted" else None,
        "deleted": newest.subject if newest else "",
        "last_round": tournament.rounds.order_by("number").last(),
        "circuits": tournament.in_circuits.count(),
    }


@tournament_deed("tournament.restore")
def take(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Keep the tournament as it is now."""
    return act(
        request,
        lambda: take_snapshot_by_hand(
            tournament_id=tournament.pk, actor=actor_of(request), subject=text(request, "note")[:100]
        ),
        then=reverse("direct-snapshots", args=[tournament.slug]),
        done=_("The tournament is kept as it is now."),
    )


def _snapshot_of(tournament: Tournament, snapshot_id: int) -> Snapshot:
    snapshot = tournament.snapshots.select_related("taken_by").filter(pk=snapshot_id).first()
    if snapshot is None:
        raise Http404
    return snapshot


@tournament_page("tournament.restore")
def snapshot_page(request: HttpRequest, tournament: Tournament, snapshot_id: int) -> HttpResponse:
    """What restoring this snapshot would change, and the restore itself."""
    snapshot = _snapshot_of(tournament, snapshot_id)
    return render(request, "snapshots/snapshot.html", _comparison(tournament, snapshot))


def _comparison(tournament: Tournament, snapshot: Snapshot) -> dict[str, object]:
    _same, before, subject = _listed(snapshot)
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "snapshots",
        "snapshot": snapshot,
        "before": before,
        "subject": subject,
    }
    try:
        compared = compared_with_now(snapshot, tournament)
    except ArchiveDamaged as error:
        return context | {"damage": str(error)}
    return context | {"differences": [(SECTION_WORDS[one.section], one) for one in compared]}


@tournament_deed("tournament.restore")
def restore(request: HttpRequest, tournament: Tournament, snapshot_id: int) -> HttpResponse:
    """Put the tournament back; the name is typed and the reason given."""
    snapshot = _snapshot_of(tournament, snapshot_id)
    return act(
        request,
        lambda: restore_snapshot(
            snapshot_id=snapshot.pk,
            typed_name=text(request, "name"),
            actor=actor_of(request),
            reason=text(request, "reason"),
        ),
        then=reverse("direct-snapshots", args=[tournament.slug]),
        done=_("The tournament is back as it was. The newest snapshot here takes you forward again."),
        page="snapshots/snapshot.html",
        **_comparison(tournament, snapshot),
        typed_reason=text(request, "reason"),
    )


@tournament_page("tournament.restore")
def download(_request: HttpRequest, tournament: Tournament, snapshot_id: int) -> HttpResponse:
    """The archive as a file: it opens on any installation."""
    snapshot = _snapshot_of(tournament, snapshot_id)
    name = f"{tournament.slug}-{snapshot.created_at:%Y%m%d-%H%M}.sdadata"
    return HttpResponse(
        travelling(snapshot),
        content_type="application/octet-stream",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@tournament_deed("tournament.restore")
def remove_round(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Delete the last round."""
    round_ = Round.objects.filter(tournament=tournament, number=number).first()
    if round_ is None:
        raise Http404
    return act(
        request,
        lambda: delete_round(
            round_id=round_.pk,
            typed_name=text(request, "name"),
            actor=actor_of(request),
            reason=text(request, "reason"),
        ),
        then=reverse("direct-snapshots", args=[tournament.slug]),
        done=_("%(round)s is deleted. The newest snapshot brings it back.") % {"round": round_.title},
        page="snapshots/list.html",
        **_list(tournament),
        typed_reason=text(request, "reason"),
    )


@tournament_deed("tournament.restore")
def remove_tournament(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Delete the tournament; the page that follows brings it back."""
    try:
        delete_tournament(
            tournament_id=tournament.pk, typed_name=text(request, "name"), actor=actor_of(request)
        )
    except TournamentError as error:
        messages.error(request, str(error))
        return redirect("direct-snapshots", tournament.slug)
    messages.success(request, _("“%(name)s” is deleted. Here it can be brought back.") % {"name": tournament})
    return redirect("archive-open")


# --- tournaments that are not here ----------------------------------------------------------------------


@login_required
def archive_page(request: HttpRequest) -> HttpResponse:
    """Open an archive file as a tournament, or bring back one that was deleted."""
    user = signed_in(request)
    form = ArchiveForm(request.POST, request.FILES) if request.method == "POST" else ArchiveForm()
    if form.is_bound and form.is_valid() and (opened := _opened(form, user)):
        messages.success(request, _("“%(name)s” is open.") % {"name": opened.name})
        return redirect("direct", opened.slug)
    deleted = Snapshot.objects.defer("archive").filter(
        tournament=None, taken_by=user, reason__startswith=f"{Before.DELETE}:"
    )
    context = {"form": form, "deleted": deleted}
    return render(request, "snapshots/open.html", context, status=422 if form.errors else 200)


def _opened(form: ArchiveForm, user: User) -> Tournament | None:
    """The tournament, or None with the reason among the form's errors."""
    file = form.cleaned_data["file"]
    if not isinstance(file, UploadedFile) or (file.size or 0) > LARGEST_UPLOAD:
        limit = LARGEST_UPLOAD // 1024 // 1024
        form.add_error("file", _("The file is larger than %(limit)s MB.") % {"limit": limit})
        return None
    try:
        return open_archive(archive=file.read(), actor=user)
    except TournamentError as error:
        form.add_error("file", str(error))
        return None


@login_required
@require_POST
def bring_back(request: HttpRequest, snapshot_id: int) -> HttpResponse:
    """A tournament that this user deleted, again."""
    user = signed_in(request)
    snapshot = Snapshot.objects.filter(pk=snapshot_id, tournament=None, taken_by=user).first()
    if snapshot is None:
        raise Http404
    try:
        tournament = bring_back_tournament(snapshot_id=snapshot.pk, actor=user)
    except TournamentError as error:
        messages.error(request, str(error))
        return redirect("archive-open")
    messages.success(request, _("“%(name)s” is back.") % {"name": tournament.name})
    return redirect("direct", tournament.slug)
