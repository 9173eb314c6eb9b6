"""The front page: what runs now, what comes, what was, and which of it the visitor works in; and the list of all."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.models import TournamentState
from tournament.selectors.tournaments import tournaments_called, tournaments_for_visitor
from tournament.web.parsing import asked, whole_of
from tournament.web.plumbing import address_before

A_PAGE = 30


def home_page(request: HttpRequest) -> HttpResponse:
    """Tournaments by state; everybody sees the published ones, those who work in one see it too."""
    groups = tournaments_for_visitor(request.user)
    context = {
        "is_empty": groups.is_empty,
        "running": _cards(one._asdict() for one in groups.running),
        "coming": _cards(one._asdict() for one in groups.coming),
        "finished": _cards(one._asdict() for one in groups.finished),
    }
    return render(request, "home/index.html", context)


def tournaments_page(request: HttpRequest) -> HttpResponse:
    """All tournaments that the visitor may see, newest first, thirty a page, or those with the words asked for."""
    words = asked(request, "q", 80)
    found = Paginator(tournaments_called(request.user, words), A_PAGE)
    page = found.get_page(whole_of(request.GET.get("page", "")) or 1)
    states = {state.value: state.label for state in TournamentState}
    context = {
        "page": page,
        "list": _cards({**one, "state_name": str(states[one["state"]])} for one in page),
        "words": words,
        "query": urlencode({"q": words}) + "&",
    }
    return render(request, "home/tournaments.html", context)


def _cards(tournaments: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    any_page = address_before("tournament")
    return [{**one, "url": f"{any_page}{one['slug']}/"} for one in tournaments]
