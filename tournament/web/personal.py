"""The page behind a personal link: my seat, my results, what I need; report my table's result; my calendar."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.errors import TournamentError
from tournament.language import words
from tournament.models import Entrant, RoundState, Seat
from tournament.reports.calendar import calendar_of
from tournament.selectors.personal import PersonalView, personal_view
from tournament.selectors.public import sight_of_public
from tournament.selectors.tables import seats_for_table
from tournament.services.links import LinkClosed, entrant_of_token
from tournament.services.results import report_result
from tournament.web.forms.result import ResultForm
from tournament.web.plumbing import private
from tournament.web.result_entry import entry_context, key_of, photo_in


def _entrant(token: str) -> Entrant:
    try:
        return entrant_of_token(token)
    except LinkClosed as closed:
        raise Http404(str(closed)) from closed


def personal_page(request: HttpRequest, token: str) -> HttpResponse:
    """Everything about one entrant, for that entrant."""
    entrant = _entrant(token)
    view = personal_view(entrant, sight_of_public(entrant.tournament))
    context = {
        "tournament": entrant.tournament,
        "entrant": entrant,
        "token": token,
        "view": view,
        "mates": _mates(view.current),
        "total": view.standings.figure(view.row.total) if view.standings and view.row else None,
        "rank": view.row.rank if view.row else None,
        "needs": [words(text) for text in view.needs],
        "may_report": view.current is not None
        and view.current.round.state in {RoundState.PUBLISHED, RoundState.PLAYING},
    }
    return private(render(request, "personal/page.html", context))


def _mates(current: Seat | None) -> list[dict[str, Any]]:
    """Who sits at my table, in turn order."""
    if current is None:
        return []
    return [
        {"name": seat.entrant.public_name, "colour": seat.colour, "turn": seat.turn_order}
        for seat in seats_for_table(current.table)
    ]


def personal_report(request: HttpRequest, token: str) -> HttpResponse:
    """Report the result of my own table; a referee confirms it."""
    entrant = _entrant(token)
    view: PersonalView = personal_view(entrant, sight_of_public(entrant.tournament))
    if view.current is None:
        raise Http404
    table, error = view.current.table, None
    seats = seats_for_table(table)
    if request.method == "POST":
        try:
            report_result(
                table_id=table.pk,
                report=ResultForm(request.POST, seats, photo_in(request)).report(),
                entrant=entrant,
                idempotency_key=key_of(request),
            )  # without `seen_number`: where two players say different things, a referee compares them
        except TournamentError as refused:
            error = refused
        else:
            messages.success(request, _("Your report has arrived. A referee confirms it."))
            return private(redirect("personal", token))
    context = entry_context(request, table, seats, error=error) | {
        "tournament": entrant.tournament,
        "back": reverse("personal", args=[token]),
    }
    return private(render(request, "personal/report.html", context, status=error.status if error else 200))


def personal_calendar(_request: HttpRequest, token: str) -> HttpResponse:
    """My rounds as a calendar file."""
    entrant = _entrant(token)
    view = personal_view(entrant, sight_of_public(entrant.tournament))
    entries = [
        (
            f"{played.seat.pk}@sdadata",
            played.seat.round.starts_at,
            f"{entrant.tournament.name}: {played.seat.round.title}",
            f"{played.seat.table.title}, {_('turn %(n)s') % {'n': played.seat.turn_order}}",
        )
        for played in view.seats
        if played.seat.round.starts_at
    ]
    answer = HttpResponse(
        calendar_of(entries, place=entrant.tournament.place), content_type="text/calendar; charset=utf-8"
    )
    answer["Content-Disposition"] = f'attachment; filename="{entrant.tournament.slug}.ics"'
    return private(answer)
