"""Rules and state of a tournament: the form it was created with, and the way from draft to finished."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.errors import TournamentError
from tournament.language import words
from tournament.models import Tournament, TournamentState
from tournament.selectors.cut import threshold_table
from tournament.selectors.departures import departures_of_play
from tournament.selectors.rule_cards import OWN_FORMULA, card_of_formula, cards_of
from tournament.selectors.thresholds import lines_of, table_name
from tournament.services.formulas import formula_document
from tournament.services.tournaments import NEXT_STATES, set_state, update_rules
from tournament.web.forms.tournament import TournamentForm, initial_of
from tournament.web.parsing import text, whole
from tournament.web.plumbing import act, actor_of, tournament_deed, tournament_page


@tournament_page("tournament.edit_rules")
def settings_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everything that was chosen when the tournament was created; the formula until the first confirmed result."""
    form = TournamentForm(
        request.POST or None,
        initial=initial_of(tournament.game, tournament),
        game=tournament.game,
        frozen=tournament.is_frozen,
        own=tournament.preset == OWN_FORMULA,
    )
    if request.method == "POST" and form.is_valid() and _saved(request, tournament, form):
        messages.success(request, _("The rules are saved."))
        return redirect("direct-settings", tournament.slug)
    state = TournamentState(tournament.state)
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "settings",
        "form": form,
        "cards": cards_of(tournament),
        "departures": [(one.article, words(one.text)) for one in departures_of_play(tournament)],
        "card": card_of_formula(tournament.formula),
        "cut_table": table_name(tournament),
        "cut_lines": lines_of(threshold_table(tournament).steps) if table_name(tournament) else (),
        "chosen": form["preset"].value(),
        "locked": tournament.is_frozen,
        "next_states": [(one.value, one.label) for one in TournamentState if one in NEXT_STATES[state]],
        "is_finished": state is TournamentState.FINISHED,
    }
    return render(request, "settings/settings.html", context, status=422 if form.errors else 200)


def _saved(request: HttpRequest, tournament: Tournament, form: TournamentForm) -> bool:
    """Whether the form was saved; the reason why not is among its errors."""
    data = form.cleaned_data
    try:
        formula = None
        keeps = tournament.is_frozen or data["preset"] == OWN_FORMULA
        if not keeps:
            formula = formula_document(
                data["preset"], prize=data["prize"], keep=data["keep"], rounds=data["rounds"]
            )
        update_rules(
            tournament_id=tournament.pk,
            actor=actor_of(request),
            version=whole(request, "version"),
            preset=None if keeps else data["preset"],
            formula=formula,
            plan=form.plan(),
            **form.facts(),
            **form.agreed(tournament.ruleset_options),
        )
    except TournamentError as error:
        form.add_error(None, str(error))
        return False
    return True


@tournament_deed("tournament.direct")
def change_state(request: HttpRequest, tournament: Tournament, state: str) -> HttpResponse:
    """Carry the tournament to its next state; reopening a finished one needs a reason."""
    wanted = TournamentState(state)
    return act(
        request,
        lambda: set_state(
            tournament_id=tournament.pk, state=wanted, actor=actor_of(request), reason=text(request, "reason")
        ),
        then=reverse("direct", args=[tournament.slug]),
        done=_("The tournament is now: %(state)s.") % {"state": wanted.label},
    )
