"""Circuits: rankings over several tournaments, as their public page has them."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request

from tournament.api.access import reader_of
from tournament.api.base import ApiView
from tournament.api.conditional import single
from tournament.api.responses import NOT_FOUND, read_responses
from tournament.models import Circuit, CircuitWorth
from tournament.selectors.circuits import (
    CircuitStandings,
    HeldTournament,
    Standing,
    circuit_standings,
    circuits_for_visitor,
)


class CircuitRowSerializer(s.Serializer[None]):
    """A circuit in a list."""

    slug = s.SlugField()
    name = s.CharField()
    starts_on = s.DateField()
    ends_on = s.DateField()
    worth = s.ChoiceField(CircuitWorth.choices)


class CircuitTournamentSerializer(s.Serializer[None]):
    """A tournament of a circuit, and whether it counts."""

    slug = s.SlugField()
    name = s.CharField()
    type = s.CharField()
    tables = s.IntegerField()
    rounds = s.IntegerField()
    standing = s.ChoiceField([(one.value, one.value) for one in Standing])


class CircuitResultSerializer(s.Serializer[None]):
    """What a tournament gave a player; `counted` false: dropped."""

    tournament = s.SlugField()
    place = s.IntegerField()
    worth = s.CharField()
    counted = s.BooleanField()


class CircuitPlayerSerializer(s.Serializer[None]):
    """A line of the players' ranking; no rank with too few results."""

    rank = s.IntegerField(allow_null=True)
    person = s.CharField()
    name = s.CharField()
    club = s.CharField()
    total = s.CharField()
    results = CircuitResultSerializer(many=True)


class CircuitClubSerializer(s.Serializer[None]):
    """A line of the clubs' ranking."""

    rank = s.IntegerField()
    club = s.CharField()
    total = s.CharField()


class CircuitTypeSerializer(s.Serializer[None]):
    """A type of tournament: weight by rounds (decimals, the first from 0 rounds on), how many of its results count.

    The larger of `best` and `share` (a fraction such as `2/3`, empty: none) counts; without either all do.
    """

    id = s.IntegerField(required=False, allow_null=True)
    name = s.CharField(max_length=60)
    weights = s.DictField(child=s.DecimalField(max_digits=8, decimal_places=4), default=dict)
    best = s.IntegerField(min_value=0, max_value=1000, required=False, allow_null=True)
    share = s.CharField(allow_blank=True)


class CircuitSerializer(CircuitRowSerializer):
    """A circuit, how it counts, and its rankings."""

    description = s.CharField(allow_blank=True)
    place_points = s.ListField(child=s.IntegerField())
    minimum_tables = s.IntegerField()
    minimum_results = s.IntegerField()
    ranks_clubs = s.BooleanField()
    club_best = s.IntegerField(allow_null=True)
    is_public = s.BooleanField()
    types = CircuitTypeSerializer(many=True)

    tournaments = CircuitTournamentSerializer(many=True)
    players = CircuitPlayerSerializer(many=True)
    clubs = CircuitClubSerializer(many=True)


ROW = ("slug", "name", "starts_on", "ends_on", "worth")
RULES = (
    "description",
    "place_points",
    "minimum_tables",
    "minimum_results",
    "ranks_clubs",
    "club_best",
    "is_public",
)


def circuit_for(request: Request, slug: str) -> Circuit:
    """The circuit, when this asker may read it; else 404."""
    return get_object_or_404(circuits_for_visitor(reader_of(request)), slug=slug)


class ReadCircuits(ApiView):
    """The list of circuits."""

    @extend_schema(
        tags=["Circuits"],
        operation_id="list_circuits",
        summary="The public circuits, and those you keep, newest first",
        responses=read_responses(CircuitRowSerializer(many=True)),
    )
    def get(self, request: Request) -> HttpResponse:
        """Name, days, what a result is worth."""
        return single(request, [_row(one) for one in circuits_for_visitor(reader_of(request))])


class ReadCircuit(ApiView):
    """A circuit."""

    @extend_schema(
        tags=["Circuits"],
        operation_id="get_circuit",
        summary="A circuit with its rankings",
        responses=read_responses(CircuitSerializer, NOT_FOUND),
    )
    def get(self, request: Request, circuit: str) -> HttpResponse:
        """Tournaments, players with each result, clubs."""
        return single(request, circuit_document(circuit_for(request, circuit)))


def circuit_document(stored: Circuit) -> dict[str, Any]:
    """A circuit, how it counts, and its rankings."""
    rules = {name: getattr(stored, name) for name in RULES}
    types = [
        {"id": one.pk, "name": one.name, "weights": dict(one.weights), "best": one.best, "share": one.share}
        for one in stored.types.all()
    ]
    return _row(stored) | rules | {"types": types} | _rankings(circuit_standings(stored))


def _row(stored: Circuit) -> dict[str, Any]:
    return {name: getattr(stored, name) for name in ROW}


def _rankings(standings: CircuitStandings) -> dict[str, Any]:
    return {
        "tournaments": [_tournament(one) for one in standings.named],
        "players": _players(standings),
        "clubs": [
            {"rank": row.rank, "club": row.key, "total": standings.figure(row.total)}
            for row in standings.clubs
        ],
    }


def _tournament(one: HeldTournament) -> dict[str, Any]:
    names = {"slug": one.tournament.slug, "name": one.tournament.name, "type": one.type}
    return names | {"tables": one.tables, "rounds": one.rounds, "standing": one.standing.value}


def _players(standings: CircuitStandings) -> list[dict[str, Any]]:
    players = []
    for row in standings.rows:
        person = standings.person_of(row)
        results = [
            {
                "tournament": line.held.tournament.slug,
                "place": line.place,
                "worth": line.worth,
                "counted": line.counted,
            }
            for line in standings.lines(row)
        ]
        line: dict[str, Any] = {"rank": row.rank, "person": person.public_key, "name": person.public_name}
        line |= {"club": standings.clubs_of[person.pk], "total": standings.figure(row.total)}
        players.append(line | {"results": results})
    return players
