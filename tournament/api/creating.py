"""New tournaments: from what a form asks for, or from an archive."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request

from tournament.api import documents, shapes
from tournament.api.access import may_everywhere
from tournament.api.base import ApiView, read
from tournament.api.examples import TOURNAMENT
from tournament.api.exchange import decoded
from tournament.api.idempotency import once
from tournament.api.reads import ReadTournaments
from tournament.api.responses import KEY, write_responses
from tournament.api.rulebook import PlanSerializer
from tournament.errors import InvalidInput
from tournament.models import Scope, Tournament, User
from tournament.rulesets import CHALLENGE, GAMES, game_named
from tournament.selectors.public import sight_for
from tournament.services.formulas import formula_document
from tournament.services.snapshots import open_archive
from tournament.services.tournaments import create_tournament

TAG = "Tournaments"


class TournamentForm(s.Serializer[None]):
    """A tournament to make. `preset` is a format of the game; `prize` and `keep` turn its options."""

    name = s.CharField(max_length=120)
    game = s.ChoiceField([(code, code) for code in GAMES], default=CHALLENGE)
    preset = s.CharField(max_length=40)
    starts_on = s.DateField()
    ends_on = s.DateField(required=False)
    place = s.CharField(max_length=120, allow_blank=True, default="")
    organiser = s.CharField(max_length=120, allow_blank=True, default="")
    time_limit_minutes = s.IntegerField(min_value=1, max_value=1000, required=False)
    capacity = s.IntegerField(min_value=1, max_value=2000, required=False, allow_null=True)
    fee_cents = s.IntegerField(min_value=0, max_value=1_000_000, default=0)
    prize = s.IntegerField(min_value=0, max_value=1000, required=False, allow_null=True)
    keep = s.IntegerField(min_value=1, max_value=30, required=False, allow_null=True)
    plan = PlanSerializer(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """The last day is not before the first."""
        if attrs.get("ends_on", attrs["starts_on"]) < attrs["starts_on"]:
            raise s.ValidationError("the last day is before the first")
        return attrs


class ArchiveForm(s.Serializer[None]):
    """An archive as base64; larger ones go through the page."""

    content = s.CharField()


def _create(given: dict[str, Any], director: User) -> Tournament:
    """Make it. Raises InvalidInput for a format that is not one of the game."""
    game = game_named(given.pop("game"))
    plan = dict(given.pop("plan", {}))
    options = {name: given.pop(name, None) for name in ("prize", "keep")}
    formula = formula_document(given["preset"], **options, rounds=plan.get("rounds"))
    if formula["game"] != game.game:
        raise InvalidInput(f"no format {given['preset']} in this game")
    given.setdefault("time_limit_minutes", game.minutes)
    return create_tournament(
        **given,
        ruleset=game.ruleset,
        formula=formula,
        plan=plan | {name: value for name, value in options.items() if value is not None},
        director=director,
        language=get_language() or "it",
    )


class Tournaments(ReadTournaments):
    """Tournaments, and a new one."""

    @extend_schema(
        tags=[TAG],
        operation_id="create_tournament",
        summary="Make a tournament that you direct",
        parameters=[KEY],
        request=TournamentForm,
        responses=write_responses(shapes.TournamentSerializer, 201),
        examples=[OpenApiExample("A raduno", TOURNAMENT, request_only=True)],
    )
    def post(self, request: Request) -> HttpResponse:
        """A draft, not shown to the public before it is opened."""
        director = may_everywhere(request, Scope.RULES)
        given = read(TournamentForm, request)

        def deed() -> tuple[Any, int]:
            made = _create(given, director)
            return documents.tournament_document(sight_for(director, made)), 201

        return once(request, deed)


class Archives(ApiView):
    """Archives from elsewhere."""

    @extend_schema(
        tags=["Snapshots"],
        operation_id="open_archive",
        summary="Open an archive as a tournament of its own that you direct",
        parameters=[KEY],
        request=ArchiveForm,
        responses=write_responses(shapes.TournamentSerializer, 201),
    )
    def post(self, request: Request) -> HttpResponse:
        """422 says what is damaged."""
        user = may_everywhere(request, Scope.RULES)
        archive = decoded(read(ArchiveForm, request)["content"])

        def deed() -> tuple[Any, int]:
            opened = open_archive(archive=archive, actor=user)
            return documents.tournament_document(sight_for(user, opened)), 201

        return once(request, deed)
