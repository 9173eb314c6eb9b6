"""The roll call: one tap marks somebody here, one more takes it back; closing it names who is absent."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import EntrantState, Tournament
from tournament.selectors.roll_call import roll_call
from tournament.services.presence import close_check_in, mark_presence, reopen_check_in
from tournament.web.live import is_unchanged, live_page, unchanged
from tournament.web.parsing import whole_of
from tournament.web.plumbing import act, actor_of, tournament_deed, tournament_page

MARKS: dict[str, bool | None] = {"here": True, "absent": False, "not-called": None}
MARK_OF_STATE = {EntrantState.CHECKED_IN.value: "here", EntrantState.ABSENT.value: "absent"}


def roll_call_url(tournament: Tournament) -> str:
    """The address of the roll call."""
    return reverse("direct-roll-call", args=[tournament.slug])


@tournament_page("tournament.check_in")
def roll_call_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who is still missing, who is here, who is absent, and the last mark with its way back."""
    if is_unchanged(request, tournament):
        return unchanged(tournament)
    was = request.GET.get("was", "")
    call = roll_call(tournament, marked=whole_of(request.GET.get("marked", "")))
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "roll-call",
        "call": call,
        "asks_undo": "marked" in request.GET or not request.headers.get("X-Fragments"),
        "was": was if was in MARKS else "not-called",
        "close_url": reverse("direct-roll-call-close", args=[tournament.slug]),
        "reopen_url": reverse("direct-roll-call-reopen", args=[tournament.slug]),
        "now": timezone.now(),
    }
    return live_page(request, tournament, "roll_call/call.html", context)


@tournament_deed("tournament.check_in")
def mark(request: HttpRequest, tournament: Tournament, number: int, mark: str) -> HttpResponse:
    """Mark one entrant and come back with the way to undo it."""
    entrant = get_object_or_404(tournament.entrants, number=number)
    was = MARK_OF_STATE.get(entrant.state, "not-called")
    undone = "undone" in request.POST
    return act(
        request,
        lambda: mark_presence(entrant_id=entrant.pk, present=MARKS[mark], actor=actor_of(request)),
        then=roll_call_url(tournament) + ("?marked=" if undone else f"?marked={number}&was={was}"),
    )


@tournament_deed("tournament.keep_entrants")
def close(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """End the roll call; whoever was not called is absent, by name."""
    absent = close_check_in(tournament_id=tournament.pk, actor=actor_of(request))
    names = ", ".join(entrant.full_name for entrant in absent)
    closed = _("The roll call is closed: everybody was called.")
    messages.success(request, _("Absent now: %(names)s") % {"names": names} if names else closed)
    return redirect(roll_call_url(tournament))


@tournament_deed("tournament.keep_entrants")
def reopen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Call again; nobody's mark changes."""
    reopen_check_in(tournament_id=tournament.pk, actor=actor_of(request))
    return redirect(roll_call_url(tournament))
