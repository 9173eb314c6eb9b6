"""The season and the people in it, as anybody may read them."""

from datetime import MAXYEAR, MINYEAR
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.http import Http404, HttpResponse
from rest_framework import serializers as s
from rest_framework.request import Request

from scoring.season import NATIONAL_DECIMALS, SeasonRow, career
from scoring.text import plain
from tournament.api.base import ApiView, query
from tournament.api.conditional import single
from tournament.api.deeds import reading, row_of
from tournament.api.forms import Page
from tournament.api.reads import page_of, paged
from tournament.models import Person
from tournament.selectors.persons import PlayedGame, games_of_person, rating_of, shown_ratings
from tournament.selectors.season import (
    Placed,
    national_clubs,
    national_ranking,
    public_tournaments,
    results_of_person,
    results_of_year,
)

TAG = "Season"


class SeasonQuery(s.Serializer[None]):
    """How many results of each type count; left out: all."""

    best = s.IntegerField(min_value=1, max_value=1000, required=False)


class SeasonPlayerSerializer(s.Serializer[None]):
    """A line of the players; totals are exact decimals."""

    rank = s.IntegerField(allow_null=True)
    person = s.CharField()
    name = s.CharField()
    total = s.CharField()
    results = s.IntegerField()
    counted = s.IntegerField()


class SeasonClubSerializer(s.Serializer[None]):
    """A line of the clubs."""

    rank = s.IntegerField(allow_null=True)
    club = s.CharField()
    total = s.CharField()


class SeasonSerializer(s.Serializer[None]):
    """A year by the national formula."""

    year = s.IntegerField()
    players = SeasonPlayerSerializer(many=True)
    clubs = SeasonClubSerializer(many=True)


class SeasonsSerializer(s.Serializer[None]):
    """The years with a public tournament, the latest first."""

    years = s.ListField(child=s.IntegerField())


class RatingSerializer(s.Serializer[None]):
    """An estimate of how strong somebody plays; it counts for nothing else."""

    person = s.CharField()
    name = s.CharField()
    mean = s.CharField()
    deviation = s.CharField()
    cautious = s.CharField()
    games = s.IntegerField()


class PlaceSerializer(RatingSerializer):
    """A rating with its place among all that are shown."""

    place = s.IntegerField()
    of = s.IntegerField()


class YearSerializer(s.Serializer[None]):
    """A person's year."""

    year = s.IntegerField()
    tournaments = s.IntegerField()
    won = s.IntegerField()
    podiums = s.IntegerField()
    best_place = s.IntegerField()
    games = s.IntegerField()
    wins = s.IntegerField()


class PersonResultSerializer(s.Serializer[None]):
    """A place in a tournament."""

    tournament = s.SlugField()
    name = s.CharField()
    place = s.IntegerField()
    points = s.CharField()
    wins = s.IntegerField()
    games = s.IntegerField()


class OpponentSerializer(s.Serializer[None]):
    """Somebody at the same table; `person` null: has no page."""

    name = s.CharField()
    person = s.CharField(allow_null=True)


class PersonGameSerializer(s.Serializer[None]):
    """A game of a person."""

    tournament = s.SlugField()
    round = s.CharField()
    table = s.IntegerField()
    place = s.IntegerField()
    points = s.IntegerField()
    won = s.BooleanField()
    objective = s.IntegerField(allow_null=True)
    opponents = OpponentSerializer(many=True)


class PersonSerializer(s.Serializer[None]):
    """A person over the years; those who refuse publication of results have no page."""

    person = s.CharField()
    name = s.CharField()
    years = YearSerializer(many=True)
    results = PersonResultSerializer(many=True)
    games = PersonGameSerializer(many=True)
    rating = PlaceSerializer(allow_null=True)


def national_figure(total: Fraction) -> str:
    """A total by the national formula: the worth of each result is rounded to so many decimals, so it is exact."""
    return str(Decimal(int(total * 10**NATIONAL_DECIMALS)).scaleb(-NATIONAL_DECIMALS))


def _player(row: SeasonRow, person: Person) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "person": person.public_key,
        "name": person.public_name,
        "total": national_figure(row.total),
        "results": len(row.results),
        "counted": sum(one.counted for one in row.results),
    }


class Seasons(ApiView):
    """The years."""

    @reading(TAG, "list_seasons", "The years with a public tournament", SeasonsSerializer, guarded=False)
    def get(self, request: Request) -> HttpResponse:
        """The latest first."""
        years = [one.year for one in public_tournaments().dates("starts_on", "year", order="DESC")]
        return single(request, {"years": years})


class OneSeason(ApiView):
    """A year."""

    @reading(
        TAG,
        "get_season",
        "A year's players and clubs",
        SeasonSerializer,
        guarded=False,
        parameters=[SeasonQuery],
    )
    def get(self, request: Request, year: int) -> HttpResponse:
        """By the national formula."""
        if not MINYEAR <= year <= MAXYEAR:
            raise Http404
        best = query(SeasonQuery, request).get("best")
        placed = results_of_year(year)
        people = {one.person.pk: one.person for one in placed}
        players = [_player(row, people[int(str(row.key))]) for row in national_ranking(placed, best=best)]
        clubs = [
            {"rank": row.rank, "club": str(row.key), "total": national_figure(row.total)}
            for row in national_clubs(placed)
        ]
        return single(request, {"year": year, "players": players, "clubs": clubs})


def _rating(one: Any) -> dict[str, Any]:
    figures = {name: str(getattr(one, name)) for name in ("mean", "deviation", "cautious")}
    person = {"person": one.person.public_key, "name": one.person.public_name}
    return person | figures | {"games": one.games}


class Ratings(ApiView):
    """Everybody's rating."""

    @reading(
        TAG,
        "list_ratings",
        "Everybody's rating, the best first",
        page_of(RatingSerializer, "RatingPage"),
        guarded=False,
        parameters=[Page],
    )
    def get(self, request: Request) -> HttpResponse:
        """Of those who agree to the publication of their results."""
        asked = query(Page, request)
        rows = paged(request, asked, shown_ratings(), lambda chosen: [_rating(one) for one in chosen])
        return single(request, rows)


class OnePerson(ApiView):
    """A person."""

    @reading(TAG, "get_person", "A person's years, places, games and rating", PersonSerializer, guarded=False)
    def get(self, request: Request, person: str) -> HttpResponse:
        """Only from what anybody may read."""
        shown = Person.objects.filter(merged_into=None, consent_results=True)
        found = row_of(shown, public_key=person)
        placed = results_of_person(found)
        if not placed:
            raise Http404
        rated = rating_of(found)
        years = career([one.result for one in placed])
        names = list(YearSerializer().fields)
        document = {
            "person": found.public_key,
            "name": found.public_name,
            "years": [{name: getattr(one, name) for name in names} for one in years],
            "results": [_result(one) for one in placed],
            "games": [_game(one) for one in games_of_person(found)],
            "rating": _rating(rated.rating) | {"place": rated.place, "of": rated.of} if rated else None,
        }
        return single(request, document)


def _result(one: Placed) -> dict[str, Any]:
    return {
        "tournament": one.tournament.slug,
        "name": one.tournament.name,
        "place": one.result.place,
        "points": plain(Fraction(one.result.points)),
        "wins": one.result.wins,
        "games": one.result.games,
    }


def _game(one: PlayedGame) -> dict[str, Any]:
    return {
        "tournament": one.tournament.slug,
        "round": str(one.round_title),
        "table": one.table.pk,
        "place": one.place,
        "points": one.points,
        "won": one.won,
        "objective": one.objective,
        "opponents": [
            {"name": other.name, "person": other.person.public_key if other.person else None}
            for other in one.opponents
        ],
    }
