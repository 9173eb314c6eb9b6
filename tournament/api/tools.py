"""Stateless tools: the adjudicator, the seating, the standings and the odds, with the documents of the command line."""

import json
from decimal import Decimal
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request

from games.adjudicator import adjudicate_json
from games.core.odds import OddsError, StopRule
from games.core.odds_document import odds_document
from scoring.document import DocumentError
from scoring.exchange import RefusedError, answer
from seating import (
    Impossible,
    InvalidRequest,
    defects_document,
    draw,
    drawing_document,
    impossible_document,
    request_from_document,
)
from tournament.api.base import ToolView, read
from tournament.api.examples import CASE, GAMES, SEATING
from tournament.api.forms import OddsForm
from tournament.api.problems import problem
from tournament.api.rendering import json_answer
from tournament.api.shapes import ProblemSerializer

LONGEST_SEARCH_S = 10
"""Seconds that a seating may take here, whatever the request asks."""

DOCUMENT = {200: OpenApiTypes.OBJECT, 422: ProblemSerializer}


def unreadable(errors: list[Any]) -> HttpResponse:
    """422 with every defect."""
    first = errors[0] if errors else ""
    return problem(422, "unreadable", first if isinstance(first, str) else "See errors.", errors=errors)


class Adjudications(ToolView):
    """The adjudicator."""

    @extend_schema(
        tags=["Tools"],
        operation_id="adjudicate",
        summary="Rule on a case",
        description="The ruling has every decisive article, the effects, the remedy and the position afterwards.",
        request=OpenApiTypes.OBJECT,
        responses=DOCUMENT,
        examples=[OpenApiExample("An attack", CASE, request_only=True)],
    )
    def post(self, request: Request) -> HttpResponse:
        """Legal, illegal or undetermined: a ruling either way."""
        ruling = adjudicate_json(request.body)
        errors = ruling.get("errors")
        return unreadable(errors) if isinstance(errors, list) else json_answer(ruling)


class Seatings(ToolView):
    """The draw."""

    @extend_schema(
        tags=["Tools"],
        operation_id="seat",
        summary="Draw tables",
        description="Where no legal tables exist the answer has `impossible` and `proposals`.",
        request=OpenApiTypes.OBJECT,
        responses=DOCUMENT,
        examples=[OpenApiExample("Eight players, one round", SEATING, request_only=True)],
    )
    def post(self, request: Request) -> HttpResponse:
        """Who sits where, with the proof of quality."""
        try:
            asked = request_from_document(_capped(_loaded(request.body)))
            return json_answer(drawing_document(asked, draw(asked)))
        except InvalidRequest as error:
            return unreadable(defects_document(error)["errors"])
        except Impossible as refusal:
            return json_answer(impossible_document(refusal))
        except (ValueError, RecursionError) as error:
            words = {"en": f"document: {error}", "it": f"documento: {error}", "pt": f"documento: {error}"}
            return unreadable([{"code": "unreadable", "words": words}])


def _loaded(body: bytes) -> Any:
    return json.loads(body.decode("utf-8"))


def _capped(document: Any) -> Any:
    """The request with a time limit that a server can afford."""
    limit = document.get("time_limit_s") if isinstance(document, dict) else None
    if isinstance(document, dict) and (limit is None or isinstance(limit, int | float)):
        return document | {"time_limit_s": min(limit or LONGEST_SEARCH_S, LONGEST_SEARCH_S)}
    return document


class StandingsTool(ToolView):
    """The standings of games that are not here."""

    @extend_schema(
        tags=["Tools"],
        operation_id="rank",
        summary="Standings of a document",
        request=OpenApiTypes.OBJECT,
        responses=DOCUMENT,
        examples=[OpenApiExample("One table", GAMES, request_only=True)],
    )
    def post(self, request: Request) -> HttpResponse:
        """Ranks, totals, and a sentence for each of them."""
        try:
            return json_answer(answer(json.loads(request.body.decode("utf-8"), parse_float=Decimal)))
        except DocumentError as mistake:
            return unreadable([str(mistake)])
        except RefusedError as refused:
            return unreadable([f"{one.article}: {one.text.en}" for one in refused.problems])
        except (ValueError, RecursionError) as error:
            return unreadable([f"document: {error}"])


class Odds(ToolView):
    """The odds of a battle."""

    @extend_schema(
        tags=["Tools"],
        operation_id="odds",
        summary="Exact odds of a battle",
        description="Probabilities are fractions, with the nearest double beside them.",
        request=OddsForm,
        responses=DOCUMENT,
        examples=[OpenApiExample("Five against three", {"attackers": 5, "defenders": 3}, request_only=True)],
    )
    def post(self, request: Request) -> HttpResponse:
        """By exact rational arithmetic."""
        asked = read(OddsForm, request)
        try:
            document = odds_document(
                asked["attackers"],
                asked["defenders"],
                ruleset=asked["ruleset"],
                challenge_card=asked["challenge_card"],
                further=asked["chain"],
                stop=StopRule(asked["stop_at"], asked.get("stop_lead")),
            )
        except OddsError as error:
            return unreadable([str(error)])
        return json_answer(_numbers(document))


def _numbers(value: Any) -> Any:
    """The document with decimals as JSON numbers, as the command line prints them; the fraction beside is exact."""
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, dict):
        return {name: _numbers(inner) for name, inner in value.items()}
    return [_numbers(inner) for inner in value] if isinstance(value, list) else value
