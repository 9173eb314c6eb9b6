"""The standings of teams."""

from typing import Any

from django.http import Http404, HttpResponse
from rest_framework import serializers as s
from rest_framework.request import Request

from scoring.teams import TeamRow, team_standings, team_why
from tournament.api.access import sight_of
from tournament.api.base import ApiView
from tournament.api.conditional import collection
from tournament.api.deeds import reading
from tournament.api.reads import seen_part
from tournament.language import words
from tournament.selectors.known import standings_asked_for
from tournament.selectors.public import Part, Sight
from tournament.selectors.standings import StageStandings


class TeamSerializer(s.Serializer[None]):
    """A team's line; `team` null: players without one. Figures are exact decimals, written as strings."""

    rank = s.IntegerField()
    team = s.CharField(allow_null=True)
    total = s.CharField()
    wins = s.IntegerField()
    games = s.ListField(child=s.CharField())
    counted = s.ListField(child=s.BooleanField())
    why = s.CharField(allow_blank=True)


class Teams(ApiView):
    """Teams by the best results of their members."""

    @reading("Standings", "get_teams", "The standings of teams", TeamSerializer(many=True), guarded=False)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """404 where the formula ranks no teams, or standings are not published."""
        sight = sight_of(request, slug)
        standings = _standings(sight)
        return collection(request, sight, lambda: _rows(standings))


def _standings(sight: Sight) -> StageStandings:
    """The standings that this visitor may see. Raises Http404 where there are no teams."""
    seen_part(sight, Part.STANDINGS)
    standings = standings_asked_for(sight, None)
    if standings is None or standings.formula.teams is None:
        raise Http404
    return standings


def _rows(standings: StageStandings) -> list[dict[str, Any]]:
    teams: tuple[TeamRow, ...] = team_standings(standings.standings)
    return [
        {
            "rank": one.rank,
            "team": one.team,
            "total": str(standings.figure(one.total)),
            "wins": one.wins,
            "games": [str(standings.figure(units)) for units in one.games],
            "counted": list(one.counted),
            "why": words(team_why(standings.formula, teams, index)),
        }
        for index, one in enumerate(teams)
    ]
