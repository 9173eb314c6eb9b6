"""Pages that keep themselves fresh: the module `live` asks with an ETag, everybody else gets the page anew."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language

from tournament.models import Tournament


def live_etag(tournament: Tournament) -> str:
    """What an open page shows: the data version, the minute (ages and lateness), the language."""
    return f'"{tournament.data_version}.{timezone.now():%H%M}.{get_language()}"'


def is_unchanged(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether an open page that asks again shows this version already."""
    asked = bool(request.headers.get("X-Fragments"))
    return asked and request.headers.get("If-None-Match") == live_etag(tournament)


def unchanged(tournament: Tournament) -> HttpResponse:
    """The answer to an open page that is still true."""
    return HttpResponse(status=304, headers={"ETag": live_etag(tournament)})


def live_page(
    request: HttpRequest, tournament: Tournament, template: str, context: dict[str, Any]
) -> HttpResponse:
    """The page with its ETag; browsers keep no copy, so that messages are never lost to a 304."""
    response = render(request, template, context)
    response["ETag"] = live_etag(tournament)
    response["Cache-Control"] = "no-store"
    return response
