"""A new tournament in one page: the game, name, day, place, format with its rule card, plan."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from tournament.errors import TournamentError
from tournament.models import Tournament, User
from tournament.rulesets import GAMES, TournamentGame, game_named
from tournament.selectors.rule_cards import format_cards
from tournament.services.formulas import formula_document
from tournament.services.tournaments import create_tournament
from tournament.web.forms.tournament import TournamentForm, initial_of


@login_required
def new_tournament(request: HttpRequest) -> HttpResponse:
    """The form of the chosen game; sent, it leads to the new tournament's console."""
    game = game_named(request.POST.get("game") or request.GET.get("game", ""))
    initial = {**initial_of(game), "starts_on": timezone.localdate()}
    form = TournamentForm(request.POST or None, initial=initial, game=game)
    if request.method == "POST" and form.is_valid() and (created := _created(form, game, request)):
        return redirect("direct", created.slug)
    context = {
        "form": form,
        "game": game,
        "games": GAMES.values(),
        "cards": format_cards(game.game),
        "chosen": form["preset"].value(),
    }
    return render(request, "tournament_new/new.html", context, status=422 if form.errors else 200)


def _created(form: TournamentForm, game: TournamentGame, request: HttpRequest) -> Tournament | None:
    """The tournament, or None with the reason among the form's errors."""
    data = form.cleaned_data
    director = request.user if isinstance(request.user, User) else None
    try:
        formula = formula_document(
            data["preset"], prize=data["prize"], keep=data["keep"], rounds=data["rounds"]
        )
        return create_tournament(
            **form.facts(),
            **form.agreed(),
            ruleset=game.ruleset,
            preset=data["preset"],
            formula=formula,
            plan=form.plan(),
            director=director,
            language=request.LANGUAGE_CODE,
        )
    except TournamentError as error:
        form.add_error(None, str(error))
        return None
