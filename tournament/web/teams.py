"""Team standings: the best results of all members, as a page and as a file."""

from decimal import Decimal
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import localize

from scoring.teams import TeamRow, team_standings, team_why
from tournament.language import words
from tournament.models import Tournament
from tournament.reports.tables import Table as FileTable
from tournament.selectors.public import sight_for
from tournament.selectors.standings import StageStandings
from tournament.templatetags.design import score_cell
from tournament.web.freshness import kept
from tournament.web.plumbing import tournament_page
from tournament.web.standings_page import FILES, visible_standings


def _teams(request: HttpRequest, tournament: Tournament) -> tuple[StageStandings, tuple[TeamRow, ...]]:
    """The standings and their teams. Raises Http404 where there are no teams, or nothing is published."""
    standings = visible_standings(sight_for(request.user, tournament), None)
    if standings is None or standings.formula.teams is None:
        raise Http404
    return standings, team_standings(standings.standings)


@kept
@tournament_page()
def teams_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The teams with every result of their members, those that do not count struck through."""
    standings, teams = _teams(request, tournament)
    rule = standings.formula.teams
    context = {
        "tournament": tournament,
        "nav_here": "standings",
        "best": rule.best if rule else None,
        "rows": [_row(standings, teams, index) for index in range(len(teams))],
    }
    return render(request, "standings/teams.html", context)


def _row(standings: StageStandings, teams: tuple[TeamRow, ...], index: int) -> dict[str, Any]:
    row = teams[index]
    played = sorted(zip(row.games, row.counted, strict=True), reverse=True)
    return {
        "rank": row.rank,
        "team": row.team,
        "wins": row.wins,
        "total": figure(standings, row.total),
        "taken": figure(standings, sum(row.games) - row.total_all),
        "games": [
            score_cell(localize(figure(standings, units)), "" if counts else "dropped")
            for units, counts in played
        ],
        "why": words(team_why(standings.formula, teams, index)),
    }


def figure(standings: StageStandings, units: int) -> Decimal:
    """Units as people read them, with all the decimals that a team's sum may need."""
    digits = standings.formula.digits
    return Decimal(units).scaleb(-digits).quantize(Decimal(1).scaleb(-standings.decimals))


@tournament_page()
def teams_file(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """The team standings as CSV or XLSX."""
    standings, teams = _teams(request, tournament)
    if kind not in FILES:
        raise Http404
    rows = [
        (
            one.rank,
            one.team,
            sum(one.counted),
            one.wins,
            figure(standings, one.total),
            figure(standings, one.total_all),
        )
        for one in teams
    ]
    table = FileTable("teams", ("rank", "team", "counted", "wins", "total", "total_all"), tuple(rows))
    media_type, write = FILES[kind]
    answer = HttpResponse(write(table), content_type=media_type)
    answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}-teams.{kind}"'
    return answer
