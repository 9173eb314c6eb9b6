"""What the public sees: switches, the round from which results stay secret, a look through the public's eyes."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Tournament
from tournament.services.tournaments import SWITCHES, set_publishing
from tournament.web import public, standings_page
from tournament.web.parsing import text, whole_of, whole_or_none
from tournament.web.plumbing import AS_IF, act, actor_of, tournament_deed, tournament_page

VIEWS = {
    "page": public.tournament_page_view,
    "entrants": public.entrants_page,
    "seats": public.find_seat,
    "standings": standings_page.standings_page,
}
"""The pages a director can see as the public does."""

TITLES = {
    "publish_page": gettext_lazy("The tournament's page"),
    "publish_entrants": gettext_lazy("Who is entered"),
    "publish_seating": gettext_lazy("Who sits where"),
    "publish_results": gettext_lazy("Results of the tables"),
    "publish_standings": gettext_lazy("Standings"),
}
"""The switches in words."""


@tournament_page("tournament.publish")
def publishing_page(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The switches as they stand."""
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "publishing",
        "switches": [(name, TITLES[name], getattr(tournament, name)) for name in SWITCHES],
        "previews": [
            ("page", _("Tournament")),
            ("entrants", _("Entrants")),
            ("seats", _("Seats")),
            ("standings", _("Standings")),
        ],
    }
    return render(request, "publishing/publishing.html", context)


@tournament_deed("tournament.publish")
def publish(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Set all switches as the form shows them."""
    return act(
        request,
        lambda: set_publishing(
            tournament_id=tournament.pk,
            actor=actor_of(request),
            hidden_from_round=whole_or_none(request, "hidden_from_round"),
            **{name: name in request.POST for name in SWITCHES},
        ),
        then=reverse("direct-publishing", args=[tournament.slug]),
        done=_("This is what the public sees from now on."),
    )


def _typed(request: HttpRequest) -> dict[str, Any]:
    """The switches as the form shows them; a round that is no number hides nothing yet."""
    round_ = whole_of(text(request, "hidden_from_round"))
    return {name: name in request.POST for name in SWITCHES} | {"hidden_from_round": round_}


@tournament_page("tournament.publish")
def preview(request: HttpRequest, tournament: Tournament, what: str) -> HttpResponseBase:
    """A public page exactly as somebody without account gets it, its absence included.

    Posted, the switches count as the form shows them, saved or not.
    """
    if request.method == "POST":
        request.META[AS_IF] = _typed(request)
    request.user = AnonymousUser()
    try:
        return VIEWS[what](request, slug=tournament.slug)
    except Http404:
        return render(request, "publishing/nothing.html", {"tournament": tournament}, status=404)
