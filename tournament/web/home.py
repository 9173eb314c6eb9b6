"""The front page: what runs now, what comes, what was, and which of it the visitor works in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.selectors.tournaments import tournaments_for_visitor


def home_page(request: HttpRequest) -> HttpResponse:
    """Tournaments by state; everybody sees the published ones, those who work in one see it too."""
    return render(request, "home/index.html", {"groups": tournaments_for_visitor(request.user)})
