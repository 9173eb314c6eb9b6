"""Corrections: all that one would change, shown before it is confirmed; and the errata for everybody."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.acts import kind_words
from tournament.models import Submission, Tournament
from tournament.selectors.errata import decisions_of, errata_of, waiting_corrections
from tournament.selectors.public import sight_for
from tournament.services.confirmation import confirm_result
from tournament.services.corrections import consequences_in_words, consequences_of
from tournament.web.plumbing import act, signed_in, tournament_deed, tournament_page


@tournament_page("tournament.correct_result")
def corrections_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What waits for a second person, and what was corrected."""
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "corrections",
        "waiting": waiting_corrections(tournament),
        **_settled(request, tournament),
    }
    return render(request, "corrections/list.html", context)


def _settled(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """What was corrected and what a director decided of it, as far as this visitor may see it."""
    sight = sight_for(request.user, tournament)
    return {
        "errata": errata_of(sight),
        "decisions": [(kind_words(one.kind), one) for one in decisions_of(sight)],
    }


@tournament_page("tournament.correct_result")
def correction_page(request: HttpRequest, tournament: Tournament, submission_id: int) -> HttpResponse:
    """One correction with all its consequences."""
    submission = _waiting(request, tournament, submission_id)
    consequences = consequences_of(submission_id=submission.pk)
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "corrections",
        "correction": submission,
        "consequences": consequences,
        "sentences": consequences_in_words(tournament, consequences.knockout),
        "seats": _seats(submission),
        "is_mine": submission.entered_by_id == request.user.pk,
    }
    return render(request, "corrections/correction.html", context)


def _waiting(request: HttpRequest, tournament: Tournament, submission_id: int) -> Submission:
    submission = waiting_corrections(tournament).filter(pk=submission_id).first()
    if submission is None or not request.user.has_perm("tournament.correct_result", submission.table):
        raise Http404
    return submission


def _seats(submission: Submission) -> list[tuple[str, int, int]]:
    """Name, points until now, points of the correction, in turn order."""
    earlier = (
        dict(submission.corrects.results.values_list("seat_id", "points")) if submission.corrects else {}
    )
    rows = submission.results.select_related("seat__entrant__person").order_by("seat__turn_order")
    return [(row.seat.entrant.full_name, earlier.get(row.seat_id, row.points), row.points) for row in rows]


@tournament_deed("tournament.confirm_result")
def confirm_correction(request: HttpRequest, tournament: Tournament, submission_id: int) -> HttpResponse:
    """Confirm it: so that it counts from now, or on record only."""
    submission = _waiting(request, tournament, submission_id)
    counts = request.POST.get("counts") != "no"
    return act(
        request,
        lambda: confirm_result(submission_id=submission.pk, referee=signed_in(request), counts=counts),
        then=reverse("direct-corrections", args=[tournament.slug]),
        done=_("Confirmed: it counts from now.") if counts else _("Confirmed: it stands on record only."),
    )


@tournament_page()
def errata_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What was corrected, for everybody who may see the results."""
    context = {"tournament": tournament, "nav_here": "standings", **_settled(request, tournament)}
    return render(request, "corrections/errata.html", context)
