"""Pictures of a tournament, each with its numbers below: ranks, points, territories, who wins."""

from fractions import Fraction
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.challenge import BOARD
from tournament.models import Tournament
from tournament.reports.charts import (
    Chart,
    RankLine,
    WinCount,
    distribution,
    heat_map,
    score_by_round,
    win_rates,
)
from tournament.selectors.charts import Played, Tally, played_games, standings_by_round
from tournament.selectors.public import sight_for
from tournament.selectors.standings import StageStandings
from tournament.web.freshness import not_modified
from tournament.web.plumbing import tournament_page

CHALLENGE = "risiko-challenge"


@tournament_page()
def charts_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All pictures of what the visitor may see."""
    return not_modified(request, tournament) or _page(request, tournament)


def _page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    sight = sight_for(request.user, tournament)
    names = {name: BOARD.territory(name).name for name in BOARD.ids}
    played = played_games(sight, names)
    context: dict[str, Any] = {
        "tournament": tournament,
        "nav_here": "page",
        "charts": [],
        "games": len({game.table for game in played.games}),
    }
    if played.games:
        context["charts"] = [*_ranks(standings_by_round(sight)), *_figures(tournament, played)]
    if played.boards and tournament.ruleset == CHALLENGE:
        context["heat"] = heat_map(played.held, played.boards, names=names)
        context["boards"] = played.boards
    return render(request, "charts/charts.html", context)


def _ranks(rounds: list[StageStandings]) -> list[Chart]:
    """How the ranks moved; nothing before the first standings."""
    if not rounds:
        return []
    after = [{standings.entrant_of(row).pk: row for row in standings.rows} for standings in rounds]
    last = rounds[-1]
    lines = [
        RankLine(
            row.player.name,
            tuple(rows[pk].rank if pk in rows else None for rows in after),
            tuple(
                str(standings.figure(rows[pk].total)) if pk in rows else "–"
                for standings, rows in zip(rounds, after, strict=True)
            ),
        )
        for pk, row in after[-1].items()
    ]
    headings = [_("R%(number)s") % {"number": number} for number in last.numbers]
    return [score_by_round(lines, headings[-len(rounds) :])]


def _figures(tournament: Tournament, played: Played) -> list[Chart]:
    charts = [distribution([game.points for game in played.games])]
    if tournament.ruleset == CHALLENGE:
        objectives = played.tallies(lambda game: game.objective)
        charts += _rates(objectives, _("Wins by objective"), _objective, played.chance)
    sizes = played.tallies(lambda game: game.size)
    charts += _rates(
        sizes, _("Wins by table size"), lambda size: _("table of %(size)s") % {"size": size}, None
    )
    for size in (int(str(tally.group)) for tally in sizes):
        turns = played.tallies(lambda game, size=size: game.turn if game.size == size else None)  # type: ignore[misc]  # a default binds the size
        title = _("Wins by turn at tables of %(size)s") % {"size": size}
        charts += _rates(turns, title, lambda turn: _("turn %(n)s") % {"n": turn}, Fraction(1, size))
    return charts


def _objective(number: Any) -> str:
    return f"{number}. {BOARD.objectives[number].names[0]}"


def _rates(tallies: tuple[Tally, ...], title: str, label: Any, expected: Fraction | None) -> list[Chart]:
    counts = [WinCount(label(one.group), one.wins, one.games) for one in tallies]
    return [win_rates(counts, title=title, expected=expected)] if counts else []
