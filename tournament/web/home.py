"""The front page: what runs now, what comes, what was, and which of it the visitor works in."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.selectors.tournaments import ListedTournament, tournaments_for_visitor
from tournament.web.plumbing import address_before


def home_page(request: HttpRequest) -> HttpResponse:
    """Tournaments by state; everybody sees the published ones, those who work in one see it too."""
    groups = tournaments_for_visitor(request.user)
    context = {
        "is_empty": groups.is_empty,
        "running": _cards(groups.running),
        "coming": _cards(groups.coming),
        "finished": _cards(groups.finished),
    }
    return render(request, "home/index.html", context)


def _cards(tournaments: Iterable[ListedTournament]) -> list[dict[str, Any]]:
    any_page = address_before("tournament")
    return [one._asdict() | {"url": f"{any_page}{one.slug}/"} for one in tournaments]
