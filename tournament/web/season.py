"""The season for everybody: a year's players and clubs, and a person's page over the years."""

from datetime import MAXYEAR, MINYEAR
from decimal import Decimal
from fractions import Fraction

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from games.challenge import BOARD
from scoring.season import NATIONAL_DECIMALS, career
from tournament.models import Person
from tournament.reports.tables import Table as FileTable
from tournament.selectors.persons import games_of_person, objectives_won_with, rating_of, shown_ratings
from tournament.selectors.season import (
    national_clubs,
    national_ranking,
    public_tournaments,
    results_of_person,
    results_of_year,
)
from tournament.web.standings_page import FILES

MOST = 1000
"""The largest number of results that may count."""


def season_page(request: HttpRequest, year: int | None = None) -> HttpResponse:
    """The national formula over a year's tournaments; `best` says how many results of each type count."""
    if year is not None and not MINYEAR <= year <= MAXYEAR:
        raise Http404
    years = [one.year for one in public_tournaments().dates("starts_on", "year", order="DESC")]
    if year is None:
        year = years[0] if years else None
    placed = results_of_year(year) if year else []
    people = {one.person.pk: one.person for one in placed}
    best = _best(request)
    context = {
        "year": year,
        "years": years,
        "best": best,
        "rows": [
            (row.rank, people[int(str(row.key))], _figure(row.total), len(row.results))
            for row in national_ranking(placed, best=best)
        ],
        "clubs": [(row.rank, row.key, _figure(row.total)) for row in national_clubs(placed)],
    }
    return render(request, "season/season.html", context)


SEASON_TABLES = ("players", "clubs")


def season_file(request: HttpRequest, year: int, table: str, kind: str) -> HttpResponse:
    """The year's players or clubs as CSV or XLSX, counted as the page counts them."""
    if table not in SEASON_TABLES or kind not in FILES:
        raise Http404
    placed, best = results_of_year(year), _best(request)
    if table == "players":
        people = {one.person.pk: one.person for one in placed}
        ranked = national_ranking(placed, best=best)
        names = [people[int(str(row.key))].public_name for row in ranked]
    else:
        ranked = national_clubs(placed)
        names = [str(row.key) for row in ranked]
    rows = [
        (row.rank, name, _figure(row.total), sum(one.counted for one in row.results), len(row.results))
        for row, name in zip(ranked, names, strict=True)
    ]
    columns = ("rank", "name", "total", "counted", "results")
    media_type, write = FILES[kind]
    answer = HttpResponse(write(FileTable(table, columns, tuple(rows))), content_type=media_type)
    answer["Content-Disposition"] = f'attachment; filename="season-{year}-{table}.{kind}"'
    return answer


def _best(request: HttpRequest) -> int | None:
    """How many results count; None, all, for anything that is no number from 1."""
    asked = request.GET.get("best", "")
    return min(int(asked), MOST) or None if asked.isascii() and asked.isdecimal() and len(asked) < 5 else None


def _figure(total: Fraction) -> Decimal:
    """A total as it is: the worth of each result is rounded to so many decimals."""
    return Decimal(int(total * 10**NATIONAL_DECIMALS)).scaleb(-NATIONAL_DECIMALS)


def person_page(request: HttpRequest, key: str) -> HttpResponse:
    """A person's tournaments, games and rating; not there for who refuses publication of results."""
    person = get_object_or_404(Person.objects.filter(merged_into=None, consent_results=True), public_key=key)
    placed = results_of_person(person)
    if not placed:
        raise Http404
    games = games_of_person(person)
    context = {
        "name": person.public_name,
        "years": career([one.result for one in placed]),
        "results": [(one.tournament, one.result) for one in placed],
        "games": games,
        "objectives": [
            (f"{number}. {BOARD.objectives[number].names[0]}", won, played)
            for number, won, played in objectives_won_with(games)
        ],
        "rated": rating_of(person),
    }
    return render(request, "person/person.html", context)


A_PAGE = 100


def ratings_page(request: HttpRequest) -> HttpResponse:
    """Everybody's rating, the best first, a hundred a page."""
    page = Paginator(shown_ratings(), A_PAGE).get_page(request.GET.get("page", ""))
    return render(request, "season/ratings.html", {"page": page})
