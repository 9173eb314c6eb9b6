"""The end of the game at a table: anybody who sees the table follows, its players and referees note."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from games.challenge.rulesets import CLOSING_VALUES, EXEMPTING_CONQUESTS
from tournament.errors import InvalidInput, TournamentError
from tournament.models import Entrant, RoundState, Table, Tournament
from tournament.selectors.closing import RULESET, Act, Closing, Phase, closing_of
from tournament.selectors.personal import personal_view
from tournament.selectors.public import Sight, sight_for, sight_of_public
from tournament.selectors.round_clock import clock_of
from tournament.selectors.tables import seats_for_table, table_of
from tournament.services.closing import note_step, take_back_step
from tournament.services.links import LinkClosed, entrant_of_token
from tournament.web.live import is_unchanged, live_etag, unchanged
from tournament.web.parsing import text, whole, whole_or_none
from tournament.web.plumbing import actor_of, tournament_page

DICE = ("die-1", "die-2")


@tournament_page()
def closing_page(request: HttpRequest, tournament: Tournament, table_id: int) -> HttpResponseBase:
    """The assistant of a table; who may enter its result may note."""
    sight = sight_for(request.user, tournament)
    table = table_of(tournament, table_id)
    if table is None or table.round.pk not in {one.pk for one in sight.rounds()}:
        raise Http404
    may_note = request.user.has_perm("tournament.enter_result", table)
    if request.method == "POST" and not may_note:
        raise Http404
    context = {
        "frame": "tournament_base.html",
        "nav_here": "referee" if may_note else "page",
        "may_note": may_note,
        "enter_url": reverse("referee-enter", args=[tournament.slug, table.pk]) if may_note else "",
    }
    return _assistant(request, table, sight, context, {"actor": actor_of(request)})


def personal_closing(request: HttpRequest, token: str) -> HttpResponseBase:
    """The assistant of my own table, by my personal link."""
    try:
        entrant: Entrant = entrant_of_token(token)
    except LinkClosed as closed:
        raise Http404(str(closed)) from closed
    view = personal_view(entrant, sight_of_public(entrant.tournament))
    if view.current is None:
        raise Http404
    table = Table.objects.select_related("round__tournament", "round__stage").get(pk=view.current.table_id)
    context = {
        "frame": "base.html",
        "may_note": True,
        "enter_url": reverse("personal-report", args=[token]),
    }
    sight = sight_of_public(entrant.tournament)
    answer = _assistant(request, table, sight, context, {"entrant": entrant})
    answer["Referrer-Policy"] = "strict-origin"
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _assistant(
    request: HttpRequest, table: Table, sight: Sight, context: dict[str, Any], who: dict[str, Any]
) -> HttpResponse:
    """Note what was posted, else show where the game stands; open pages ask again and get 304 while nothing changed."""
    tournament = table.round.tournament
    if tournament.ruleset != RULESET:
        raise Http404
    error: TournamentError | None = None
    if request.method == "POST":
        try:
            _note(request, table, who)
        except TournamentError as refused:
            error = refused
        else:
            return redirect(request.get_full_path())
    elif is_unchanged(request, tournament):
        return unchanged(tournament)
    table.refresh_from_db()
    context |= _state_context(table, sight) | {"tournament": tournament, "error": error}
    answer = render(request, "closing/closing.html", context, status=error.status if error else 200)
    answer["ETag"] = live_etag(tournament)
    answer["Cache-Control"] = "private, no-store"
    return answer


def _note(request: HttpRequest, table: Table, who: dict[str, Any]) -> None:
    """One act of the form: the word of the pressed button says which."""
    seen, word = whole(request, "seen"), text(request, "act")
    if word == "undo":
        take_back_step(table_id=table.pk, seen=seen, **who)
        return
    if word not in NOTED:
        raise InvalidInput("?")
    note_step(table_id=table.pk, seen=seen, **NOTED[word](request), **who)


def _plain(act: Act) -> Callable[[HttpRequest], dict[str, Any]]:
    return lambda request: {"act": act, "turn": whole(request, "turn")}


def _throw(request: HttpRequest) -> dict[str, Any]:
    """The throw at the end of a turn; after more than two conquests there is none, whatever the dice show."""
    conquests = whole(request, "conquests")
    faces = tuple(face for name in DICE if (face := whole_or_none(request, name)) is not None)
    exempt = conquests > EXEMPTING_CONQUESTS
    return {
        "act": Act.EXEMPT if exempt else Act.THROWN,
        "turn": whole(request, "turn"),
        "dice": () if exempt else faces,
        "conquests": conquests,
    }


NOTED: dict[str, Callable[[HttpRequest], dict[str, Any]]] = {
    "expired": _plain(Act.EXPIRED),
    "turn-over": _plain(Act.TURN_OVER),
    "eliminated": _plain(Act.ELIMINATED),
    "objective": _plain(Act.OBJECTIVE),
    "throw": _throw,
}
"""What can be noted, by the word of the button."""


def _state_context(table: Table, sight: Sight) -> dict[str, Any]:
    seats = seats_for_table(table)
    state = closing_of(table, [seat.turn_order for seat in seats])
    names = {seat.turn_order: sight.name_of(seat.entrant) for seat in seats}
    clock = clock_of(table.round, table)
    return {
        "table": table,
        "round": table.round,
        "state": state,
        "phase": state.phase.value,
        "is_playing": table.round.state == RoundState.PLAYING,
        "clock": clock,
        "is_time_over": clock is None or clock.is_over(),
        "now": timezone.now(),
        "seats": [
            {
                "name": names[seat.turn_order],
                "colour": seat.colour,
                "turn": seat.turn_order,
                "is_out": seat.turn_order in state.eliminated,
                "is_on_turn": seat.turn_order == state.turn and state.phase is not Phase.OVER,
            }
            for seat in seats
        ],
        "who": names.get(state.turn, ""),
        "ended_by": names.get(state.ended_by or 0, ""),
        "values": [(value, value == state.value) for value in CLOSING_VALUES],
        "history": _history(state, names),
        "faces": range(1, 7),
    }


def _history(state: Closing, names: dict[int, str]) -> list[dict[str, Any]]:
    """What was noted, newest first."""
    return [
        {
            "act": step.act.value,
            "name": names[step.turn],
            "dice": step.dice,
            "total": sum(step.dice),
            "conquests": step.conquests,
        }
        for step in reversed(state.steps)
    ]
