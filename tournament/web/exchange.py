"""Files in and out of a tournament: the clubs' workbook, results for the national ranking, tables, a calendar."""

from datetime import date, timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournament.models import Round, Tournament
from tournament.reports.calendar import Entry, calendar_of
from tournament.reports.clubs_workbook import usual_kind, workbook_of
from tournament.reports.national import national_results, readiness_of
from tournament.reports.page_tables import entrants_table, results_table, seats_table
from tournament.reports.tables import Table as FileTable
from tournament.reports.workbook import TournamentKind, write_workbook
from tournament.selectors.public import Part, Sight, sight_for, sight_of_public
from tournament.web.plumbing import tournament_page
from tournament.web.standings_page import FILES


@tournament_page("tournament.keep_entrants")
def exchange_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every file that can be taken from here, and whether the results are ready to be handed in."""
    kind = _kind(request, tournament)
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "exchange",
        "kind": kind,
        "kinds": list(TournamentKind),
        "readiness": readiness_of(tournament, kind=kind, filename=f"{tournament.slug}.xls"),
        "rounds": sight_for(request.user, tournament).rounds(),
    }
    return render(request, "exchange/exchange.html", context)


def _kind(request: HttpRequest, tournament: Tournament) -> TournamentKind:
    """The kind that was chosen, else the format's usual one."""
    asked = request.GET.get("kind", "")
    return TournamentKind(asked) if asked in set(TournamentKind) else usual_kind(tournament)


@tournament_page("tournament.keep_entrants")
def workbook_file(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The clubs' workbook."""
    data = write_workbook(workbook_of(tournament, kind=_kind(request, tournament)))
    return _file(data, "application/vnd.ms-excel", f"{tournament.slug}.xls")


@tournament_page("tournament.keep_entrants")
def national_file(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """The results for the national ranking."""
    table = national_results(tournament, kind=_kind(request, tournament))
    return _table_file(table, tournament, "national", kind)


@tournament_page()
def entrants_file(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """The entrants as CSV or XLSX."""
    sight = sight_for(request.user, tournament)
    if not sight.may_see(Part.ENTRANTS):
        raise Http404
    return _table_file(entrants_table(sight), tournament, "entrants", kind)


@tournament_page()
def seats_file(request: HttpRequest, tournament: Tournament, number: int, kind: str) -> HttpResponse:
    """Who sits where in a round, as CSV or XLSX."""
    sight = sight_for(request.user, tournament)
    table = seats_table(sight, _round(sight, number))
    return _table_file(table, tournament, f"round-{number}-seating", kind)


@tournament_page()
def results_file(request: HttpRequest, tournament: Tournament, number: int, kind: str) -> HttpResponse:
    """What a round gave, as CSV or XLSX."""
    sight = sight_for(request.user, tournament)
    round_ = _round(sight, number)
    if not sight.may_see_results_of(round_):
        raise Http404
    return _table_file(results_table(sight, round_), tournament, f"round-{number}-results", kind)


def _round(sight: Sight, number: int) -> Round:
    """The round of this number, if the visitor may know of it."""
    found = next((one for one in sight.rounds() if one.number == number), None)
    if found is None:
        raise Http404
    return found


@tournament_page()
def calendar_file(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The days of the tournament and its published rounds: the same for everybody, to be subscribed to."""
    entries: list[Entry] = [
        (f"{tournament.slug}-{day:%Y%m%d}@sdadata", day, tournament.name, tournament.organiser)
        for day in _days(tournament)
    ]
    entries += [
        (
            f"{tournament.slug}-{one.number}@sdadata",
            one.starts_at,
            f"{tournament.name}: {one.title}",
            _("%(minutes)s minutes") % {"minutes": one.time_limit_minutes},
        )
        for one in sight_of_public(tournament).rounds()
        if one.starts_at
    ]
    hours = -(-tournament.time_limit_minutes // 60)
    data = calendar_of(entries, place=tournament.place, hours=hours)
    return _file(data, "text/calendar; charset=utf-8", f"{tournament.slug}.ics")


MOST_DAYS = 31
"""A league over a season is shown by its first and last day only."""


def _days(tournament: Tournament) -> list[date]:
    first, last = tournament.starts_on, tournament.ends_on
    days = (last - first).days + 1
    return [first + timedelta(days=n) for n in range(days)] if days <= MOST_DAYS else [first, last]


def _table_file(table: FileTable, tournament: Tournament, name: str, kind: str) -> HttpResponse:
    if kind not in FILES:
        raise Http404
    media_type, write = FILES[kind]
    return _file(write(table), media_type, f"{tournament.slug}-{name}.{kind}")


def _file(data: bytes, media_type: str, filename: str) -> HttpResponse:
    answer = HttpResponse(data, content_type=media_type)
    answer["Content-Disposition"] = f'attachment; filename="{filename}"'
    return answer
