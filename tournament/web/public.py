"""The public pages of a tournament: what it is, who plays, where one sits, rounds and tables."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.formulas import Formula
from scoring.rulecard import rule_card
from tournament.language import words
from tournament.models import EntrantState, Round, Seat, Table, Tournament
from tournament.selectors.public import Part, Sight, sight_for
from tournament.selectors.registration import offers_registration
from tournament.selectors.rounds import tables_for_round
from tournament.selectors.seating import resting_entrants
from tournament.selectors.tables import owners_of, seats_for_table
from tournament.web.freshness import kept, not_modified
from tournament.web.plumbing import tournament_page
from tournament.web.standings_page import row_contexts, visible_standings

HEAD = 8
"""Rows of the standings on the tournament's first page."""


@kept
@tournament_page()
def tournament_page_view(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The tournament's page: rules in words, rounds, the head of the standings."""
    return not_modified(request, tournament) or _first_page(request, tournament)


def _first_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    sight = sight_for(request.user, tournament)
    standings = visible_standings(sight, None)
    card = rule_card(Formula.from_document(tournament.formula))
    last = tournament.events.order_by("-number").first()
    context = {
        "tournament": tournament,
        "nav_here": "page",
        "rounds": sight.rounds(),
        "standings_rounds": [_("R%(number)s") % {"number": number} for number in standings.numbers]
        if standings
        else [],
        "head": row_contexts(sight, standings, standings.rows[:HEAD]) if standings else [],
        "entrant_count": tournament.entrants.exclude(state=EntrantState.WAITING).count(),
        "shows_entrants": sight.may_see(Part.ENTRANTS),
        "offers_registration": offers_registration(tournament),
        "card": [words(sentence) for sentence in card.sentences],
        "unprinted": [*(words(choice) for choice in card.unprinted), *tournament.game.unprinted],
        "examples": [
            (example.size, [(line.seat.points, words(line.story)) for line in example.lines])
            for example in card.examples
        ],
        "updated_at": last.at if last else tournament.updated_at,
    }
    return render(request, "public/tournament.html", context)


@kept
@tournament_page()
def entrants_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who is entered, by surname."""
    sight = sight_for(request.user, tournament)
    if not sight.may_see(Part.ENTRANTS):
        raise Http404
    entrants = sorted(
        tournament.entrants.select_related("person", "club"),
        key=lambda one: sight.name_of(one).split()[-1].casefold(),
    )
    rows = [
        {"number": one.number, "name": sight.name_of(one), "club": one.club, "state": one.get_state_display()}
        for one in entrants
    ]
    context = {"tournament": tournament, "nav_here": "page", "rows": rows}
    return render(request, "public/entrants.html", context)


@kept
@tournament_page()
def find_seat(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Where do I sit: everybody of the newest published round, by name; three letters are enough."""
    sight = sight_for(request.user, tournament)
    rounds = sight.rounds()
    newest = rounds[-1] if rounds else None
    seats = Seat.objects.filter(round=newest).select_related("entrant__person", "table") if newest else []
    asked = request.GET.get("q", "").strip().casefold()
    rows = sorted(
        (
            {
                "name": sight.name_of(seat.entrant),
                "table": seat.table,
                "turn": seat.turn_order,
                "colour": seat.colour,
                "url": reverse("table", args=[tournament.slug, seat.table_id]),
            }
            for seat in seats
        ),
        key=lambda row: str(row["name"]).casefold(),
    )
    found = [row for row in rows if asked in str(row["name"]).casefold()]
    resting = [sight.name_of(one) for one in resting_entrants(newest)] if newest else []
    context = {
        "tournament": tournament,
        "nav_here": "seats",
        "round": newest,
        "rows": found,
        "resting": [name for name in resting if asked in name.casefold()],
        "asked": asked,
    }
    return render(request, "public/seats.html", context)


@kept
@tournament_page()
def round_page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A round: every table with its seats, and its figures once confirmed and shown."""
    return not_modified(request, tournament) or _round(request, tournament, number)


def _round(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    sight = sight_for(request.user, tournament)
    rounds = sight.rounds()
    round_ = next((one for one in rounds if one.number == number), None)
    if round_ is None:
        raise Http404
    context = {
        "tournament": tournament,
        "nav_here": "page",
        "round": round_,
        "tables": [table_card(sight, round_, table) for table in tables_for_round(round_)],
        "resting": [sight.name_of(one) for one in resting_entrants(round_)],
        "rounds": rounds,
        "shows_results": sight.may_see_results_of(round_),
    }
    return render(request, "public/round.html", context)


def table_card(sight: Sight, round_: Round, table: Any) -> dict[str, Any]:
    """A table as `components/table_card.html` shows it to this visitor."""
    shown = table.effective[0] if table.effective and sight.may_see_results_of(round_) else None
    results = {row.seat_id: row for row in shown.results.all()} if shown else {}
    return {
        "number": table.number,
        "title": table.title,
        "url": reverse("table", args=[sight.tournament.slug, table.pk]),
        "detail": table.venue,
        "state": _("confirmed") if shown else "",
        "state_kind": "good",
        "seats": [
            {
                "name": sight.name_of(seat.entrant),
                "detail": seat.entrant.club.name if seat.entrant.club else "",
                "colour": seat.colour,
                "turn": seat.turn_order,
                "points": results[seat.pk].points if seat.pk in results else None,
                "won": seat.pk in results and results[seat.pk].place == 1,
            }
            for seat in table.seats.all()
        ],
    }


@kept
@tournament_page()
def table_page(request: HttpRequest, tournament: Tournament, table_id: int) -> HttpResponse:
    """A table: its players, and once confirmed its board; objectives of a game in play are never shown."""
    sight = sight_for(request.user, tournament)
    table = (
        Table.objects.filter(pk=table_id, round__tournament=tournament).select_related("round__stage").first()
    )
    if table is None or table.round.pk not in {one.pk for one in sight.rounds()}:
        raise Http404
    seats = seats_for_table(table)
    effective = (
        table.submissions.filter(effective=True).first() if sight.may_see_results_of(table.round) else None
    )
    results = (
        list(effective.results.select_related("seat__entrant__person").order_by("place")) if effective else []
    )
    context = {
        "tournament": tournament,
        "nav_here": "page",
        "table": table,
        "round": table.round,
        "seats": [
            {
                "name": sight.name_of(seat.entrant),
                "detail": seat.entrant.club.name if seat.entrant.club else "",
                "colour": seat.colour,
                "turn": seat.turn_order,
            }
            for seat in seats
        ],
        "results": [{"row": row, "name": sight.name_of(row.seat.entrant)} for row in results],
        "has_figures": tournament.game.has_board or any(row.points for row in results),
        "owners": owners_of(effective, seats),
        "corrected": effective.corrects if effective else None,
        "effective": effective,
    }
    return render(request, "public/table.html", context)
