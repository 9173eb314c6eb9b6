"""What hangs in the hall: the display that rotates, the clock of the room, the finals as a picture."""

import logging
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST

from tournament.models import Round, RoundState, Seat, StageKind, Table, Tournament
from tournament.selectors.knockout import final_ranking
from tournament.selectors.public import Part, sight_for, sight_of_public, surname_first
from tournament.selectors.round_clock import RoundClock, clock_of
from tournament.services.rounds import call_referee
from tournament.web.freshness import kept, not_modified
from tournament.web.plumbing import act, tournament_page
from tournament.web.public import table_cards
from tournament.web.standings_page import row_contexts, visible_standings

_LOG = logging.getLogger("sdadata.hall")

TV_ROWS = 20
"""Rows of the standings that can be read at five metres."""


def tv_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The hall display. Whatever happens it shows something: the name of the product until it has more to show."""
    try:
        tournament = Tournament.objects.filter(slug=slug, publish_page=True).first()
        if tournament is not None:
            return not_modified(request, tournament) or render(request, "tv/page.html", _slides(tournament))
    except Exception:  # noqa: BLE001  # whatever it is, the screen outlives it
        # Two hundred people look at this screen: the fault goes to the log, the screen tries again by itself.
        _LOG.exception("The hall display of %s failed.", slug)
    return render(request, "tv/empty.html")


def _slides(tournament: Tournament) -> dict[str, Any]:
    """Everything the display rotates through, as the public may see it."""
    sight = sight_of_public(tournament)
    rounds = sight.rounds()
    round_ = rounds[-1] if rounds else None
    standings = visible_standings(sight, None) if tournament.stages.exists() else None
    return {
        "tournament": tournament,
        "round": round_,
        "seats": _by_name(round_),
        "tables": table_cards(sight, round_) if round_ else [],
        "clock": clock_of(round_) if round_ else None,
        "now": timezone.now(),
        "rows": row_contexts(sight, standings, standings.rows[:TV_ROWS]) if standings else [],
    }


def _by_name(round_: Round | None) -> list[dict[str, Any]]:
    """Who sits where, A–Z by surname; nobody once the round is closed."""
    if round_ is None or round_.state == RoundState.CLOSED:
        return []
    seats = Seat.objects.filter(round=round_).select_related("entrant__person", "table")
    rows = [{"name": surname_first(seat.entrant), "table": seat.table.title} for seat in seats]
    return sorted(rows, key=lambda row: row["name"].casefold())


@tournament_page()
def clock_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The clock of the room and of every table that was given time back, from the server's time."""
    sight = sight_for(request.user, tournament)
    rounds = [one for one in sight.rounds() if one.state == RoundState.PLAYING]
    clocks = [(round_, clock_of(round_), _own_clocks(round_)) for round_ in rounds]
    context = {"tournament": tournament, "nav_here": "page", "clocks": clocks, "now": timezone.now()}
    return render(request, "hall/clock.html", context)


def _own_clocks(round_: Round) -> list[tuple[Table, RoundClock]]:
    """The tables whose clock differs from the room's: stopped, or with minutes given back."""
    clocks = [(table, clock_of(round_, table)) for table in round_.tables.order_by("number")]
    return [
        (table, clock) for table, clock in clocks if clock and (table.stopped_at or table.returned_seconds)
    ]


@require_POST
@tournament_page()
def call_page(request: HttpRequest, tournament: Tournament, table_id: int) -> HttpResponse:
    """A table calls for a referee; anybody at the table may press it, twice changes nothing."""
    table = Table.objects.filter(pk=table_id, round__tournament=tournament).exclude(
        round__state=RoundState.DRAFT
    )
    then = request.META.get("HTTP_REFERER") or tournament.get_absolute_url()
    found = table.filter(round__state__in=(RoundState.PUBLISHED, RoundState.PLAYING)).first()
    if found is None:
        return act(request, lambda: None, then=tournament.get_absolute_url())
    return act(
        request,
        lambda: call_referee(table_id=found.pk, calling=True),
        then=_own_address(request, then, tournament),
    )


def _own_address(request: HttpRequest, address: str, tournament: Tournament) -> str:
    """The page the press came from, when it is one of ours: no open redirect."""
    own = request.build_absolute_uri(tournament.get_absolute_url())
    return address if address.startswith(own) else tournament.get_absolute_url()


@kept
@tournament_page()
def knockout_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The finals: a column a round with its tables, and the final ranking once it is decided."""
    sight = sight_for(request.user, tournament)
    rounds = [one for one in sight.rounds() if one.stage.kind == StageKind.KNOCKOUT]
    columns = [(one, table_cards(sight, one)) for one in rounds]
    shown = bool(rounds) and sight.may_see(Part.STANDINGS) and sight.may_see_results_of(rounds[-1])
    ranking = final_ranking(tournament) if shown else None
    places = (
        [(place.rank, sight.name_of(ranking.entrant_of(place))) for place in ranking.places]
        if ranking
        else []
    )
    context = {"tournament": tournament, "nav_here": "knockout", "columns": columns, "places": places}
    return render(request, "knockout/page.html", context)
