"""The public pages of a tournament: what it is, who plays, where one sits, rounds and tables."""

from collections.abc import Iterator
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.explain import round_story
from scoring.rulecard import rule_card
from tournament.language import words
from tournament.models import EntrantState, Round, Table, Tournament
from tournament.remembered import Remembered
from tournament.reports.columns import plain
from tournament.selectors.formulas import formula_of
from tournament.selectors.known import shown_entrants
from tournament.selectors.laid import LaidSeat, LaidTable, laid_tables
from tournament.selectors.public import Part, Sight, sight_for
from tournament.selectors.registration import closing_moment, offers_registration
from tournament.selectors.seating import resting_entrants
from tournament.selectors.tables import owners_of, seats_for_table
from tournament.web.freshness import kept, not_modified
from tournament.web.plumbing import address_before, tournament_page
from tournament.web.standings_page import row_contexts, visible_standings
from tournament.web.written import Shown

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
    card = rule_card(formula_of(tournament))
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
        "registration_closes": closing_moment(tournament),
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
    states = {state.value: state.label for state in EntrantState}
    rows = [
        {
            "number": one.number,
            "name": sight.name_of(one.name),
            "club": one.club,
            "state": str(states[EntrantState(one.state)]),
        }
        for one in sorted(shown_entrants(sight), key=lambda one: sight.listed_at(one.name))
    ]
    context = {"tournament": tournament, "nav_here": "page", "rows": rows}
    return render(request, "public/entrants.html", context)


@kept
@tournament_page()
def find_seat(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Where do I sit: everybody of the newest published round, by surname; three letters are enough."""
    sight = sight_for(request.user, tournament)
    rounds = sight.rounds()
    newest = rounds[-1] if rounds else None
    asked = request.GET.get("q", "").strip()
    rows = list(_seat_rows(sight, newest)) if newest else []
    found = [row for row in rows if _is_called(row["name"], asked)]
    resting = [sight.name_of(one) for one in resting_entrants(newest)] if newest else []
    context = {
        "tournament": tournament,
        "nav_here": "seats",
        "round": newest,
        "rows": found,
        "resting": [name for name in resting if _is_called(name, asked)],
        "asked": asked,
    }
    return render(request, "public/seats.html", context)


def _is_called(name: str, asked: str) -> bool:
    """Whether each word of what is asked begins one of the name, as the page's script has it."""
    words = plain(name).split()
    return all(any(word.startswith(part) for word in words) for part in plain(asked).split())


def _seat_rows(sight: Sight, round_: Round) -> Iterator[dict[str, Any]]:
    at_table = address_before("table", sight.tournament.slug)
    placed = [(seat, table) for table, seats in laid_tables(round_, figures=False) for seat in seats]
    for seat, table in sorted(placed, key=lambda row: sight.listed_at(row[0].name)):
        yield {
            "name": sight.name_of(seat.name),
            "table": {"title": str(table.title), "venue": table.venue},
            "turn": seat.turn,
            "url": f"{at_table}{table.id}/",
        }


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
        "tables": table_cards(sight, round_),
        "resting": [sight.name_of(one) for one in resting_entrants(round_)],
        "rounds": rounds,
        "shows_results": sight.may_see_results_of(round_),
    }
    return render(request, "public/round.html", context)


CARDS = Remembered[Shown](limit=2_000)
"""The tables of a few rounds, as pages show them: some 4 kB each."""


def table_cards(sight: Sight, round_: Round) -> list[Shown]:
    """The tables of a round as `components/table_card.html` shows them to this visitor."""
    at_table = address_before("table", sight.tournament.slug)

    def card(table: LaidTable, seats: list[tuple[LaidSeat, str]]) -> Shown:
        return Shown(
            number=table.number,
            title=table.title,
            url=f"{at_table}{table.id}/",
            detail=table.venue,
            state=_("confirmed") if any(seat.figures for seat, _name in seats) else "",
            state_kind="good",
            seats=[_seat_line(seat, name) for seat, name in seats],
        )

    # The last decides nothing: it keeps those who work here and the public from taking each other's place.
    place = CARDS.at(at_table, get_language(), round_.pk, sight.works_here)
    return [
        place.of(table.id, card, table, [(seat, sight.name_of(seat.name)) for seat in seats])
        for table, seats in laid_tables(round_, figures=sight.may_see_results_of(round_))
    ]


def _seat_line(seat: LaidSeat, name: str) -> dict[str, Any]:
    figures = seat.figures or {}
    return {
        "name": name,
        "detail": seat.club or "",
        "colour": seat.colour,
        "turn": seat.turn,
        "points": figures.get("points"),
        "won": figures.get("place") == 1,
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
        "stories": _stories(sight, table) if results else [],
        "owners": owners_of(effective, seats),
        "corrected": effective.corrects if effective else None,
        "effective": effective,
    }
    return render(request, "public/table.html", context)


def _stories(sight: Sight, table: Table) -> list[dict[str, Any]]:
    """How the game counts in the standings for each player, where this visitor may see them."""
    number = table.round.number
    standings = visible_standings(sight, None)
    if standings is None or number not in standings.numbers:
        return []
    column = 1 + standings.numbers.index(number)
    seated = {seat.entrant_id for seat in table.seats.all()}
    return [
        {
            "id": row.player.key,
            "name": sight.name_of(standings.competitor_of(row)),
            "story": words(round_story(standings.formula, row, column)),
        }
        for row in standings.rows
        if row.player.key in seated
    ]
