"""The tournament's game: its rules to read, its options to choose, and the files that a club may fill in."""

from importlib.resources import files
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.options import DOCUMENTS, FILES, written_option
from tournament.errors import TournamentError
from tournament.models import Tournament
from tournament.selectors.rulebooks import rulebook_for
from tournament.services.disputes import case_for
from tournament.services.game_options import OF_THE_TOURNAMENT, set_game_options
from tournament.web.plumbing import actor_of, tournament_page

CLUB_FILES = {
    "futurisiko-board": ("games.futurisiko", "board.toml"),
    "futurisiko-example": ("games.futurisiko", "example.toml"),
    "risikard-deck": ("games.risikard", "deck.toml"),
}
"""What a club copies and fills in: address → package and file."""


@tournament_page()
def rules(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every article, with what the adjudicator makes of it; what the rulebook does not tell, and the readings adopted."""
    options = case_for(tournament, position={}, action={})["options"]
    book = rulebook_for(tournament.ruleset, options)
    context = {
        "tournament": tournament,
        "nav_here": "",
        "book": book,
        "options": [
            {
                "meaning": one.meaning,
                "is_usual": one.chosen is None,
                "value": _in_words(one.default if one.chosen is None else written_option(one.chosen)),
            }
            for one in book.options
        ],
    }
    return render(request, "game/rules.html", context)


WORDS = {"true": gettext_lazy("yes"), "false": gettext_lazy("no"), "null": "–"}
"""What documents write, as people say it."""


def _in_words(written: str) -> str:
    return str(WORDS.get(written, written))


@tournament_page("tournament.direct")
def options(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Choose the game's options, or give the club's own board and cards; a file with defects is refused with all of them."""
    error = None
    if request.method == "POST":
        try:
            set_game_options(
                tournament_id=tournament.pk,
                written={name: str(text) for name, text in request.POST.items()},
                actor=actor_of(request),
            )
            messages.success(request, _("Saved. The adjudicator rules by these options from now on."))
            return redirect("direct-game", tournament.slug)
        except TournamentError as refused:
            error = refused
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "settings",
        "fields": _fields(request, tournament),
        "files": [name for name in CLUB_FILES if name.split("-")[0] == tournament.ruleset],
        "error": error,
    }
    return render(request, "game/options.html", context, status=error.status if error else 200)


def _fields(request: HttpRequest, tournament: Tournament) -> list[dict[str, Any]]:
    book = rulebook_for(tournament.ruleset, tournament.ruleset_options)
    return [
        {
            "option": one,
            "value": request.POST.get(one.name, written_option(one.chosen)),
            "is_long": one.name in FILES | DOCUMENTS,
        }
        for one in book.options
        if one.name not in OF_THE_TOURNAMENT
    ]


@tournament_page("tournament.direct")
def club_file(_request: HttpRequest, _tournament: Tournament, name: str) -> HttpResponse:
    """A file to copy and fill in."""
    if name not in CLUB_FILES:
        raise Http404
    package, file = CLUB_FILES[name]
    answer = HttpResponse(
        (files(package) / "data" / file).read_bytes(), content_type="text/plain; charset=utf-8"
    )
    answer["Content-Disposition"] = f'attachment; filename="{name}.toml"'
    return answer
