"""A formula of one's own: composed, seen at once on sample tables, made the tournament's."""

import secrets
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.formulas import Formula
from scoring.presets import preset, preset_names
from scoring.problems import Level
from tournament.errors import TournamentError
from tournament.language import words
from tournament.models import Tournament
from tournament.selectors.formulas import formula_of
from tournament.selectors.rule_cards import FormatCard, card_of_samples, format_titles
from tournament.services.composer import composed, save_formula
from tournament.web.forms.composer import ComposerForm, initial_of
from tournament.web.parsing import whole
from tournament.web.plumbing import actor_of, tournament_page

PREVIEWED = (4, 5)
"""The sizes of the sample tables, whatever the formula is meant for."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What the rulebook says to a formula: the article, a sentence, whether it forbids the formula."""

    article: str
    text: str
    forbids: bool


@tournament_page("tournament.edit_rules")
def composer_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The form and what it makes of sample tables; sent with “save” it becomes the tournament's formula."""
    start = request.POST.get("start") or request.GET.get("start", "")
    base = preset(start) if start in preset_names(tournament.game.game) else formula_of(tournament)
    form = ComposerForm(request.POST or None, base=base, initial=initial_of(base, words(base.title)))
    formula = base
    if request.method == "POST" and form.is_valid():
        formula = composed(base, form.composition(), lots_seed=secrets.randbelow(2**31))
        if "save" in request.POST and _saved(request, tournament, form, formula):
            messages.success(request, _("The tournament is scored by this formula now."))
            return redirect("direct-settings", tournament.slug)
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "settings",
        "form": form,
        "start": start,
        "starts": format_titles(tournament.game.game),
        "locked": tournament.is_frozen,
        "card": _card(formula, form),
        "remarks": _remarks(formula, form),
    }
    return render(request, "composer/composer.html", context, status=422 if form.errors else 200)


def _card(formula: Formula, form: ComposerForm) -> FormatCard | None:
    """The card with its sample tables; none while the form says nothing usable."""
    wrong = form.is_bound and bool(set(form.errors) - {"__all__"})
    return None if wrong else card_of_samples(formula, PREVIEWED)


def _remarks(formula: Formula, form: ComposerForm) -> list[Remark]:
    if form.is_bound and set(form.errors) - {"__all__"}:
        return []
    return [
        Remark(one.article, words(one.text), forbids=one.level is Level.ERROR) for one in formula.validate()
    ]


def _saved(request: HttpRequest, tournament: Tournament, form: ComposerForm, formula: Formula) -> bool:
    """Whether the formula is the tournament's now; the reason why not is among the form's errors."""
    try:
        save_formula(
            tournament=tournament,
            formula=formula,
            actor=actor_of(request),
            version=whole(request, "version"),
        )
    except TournamentError as error:
        form.add_error(None, str(error))
        return False
    return True
