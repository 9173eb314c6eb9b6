"""Penalties: given with a reason, on a line of their own, revocable."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.errors import TournamentError
from tournament.models import SanctionEffect, Tournament
from tournament.services.penalties import give_penalty, revoke_penalty
from tournament.web.forms.penalty import PenaltyForm
from tournament.web.parsing import text
from tournament.web.plumbing import act, actor_of, tournament_deed, tournament_page


@tournament_page("tournament.give_penalty")
def penalties_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All penalties, the newest first, and the form that gives one."""
    form = PenaltyForm(
        request.POST or None, tournament=tournament, initial={"entrant": request.GET.get("entrant")}
    )
    if request.method == "POST" and form.is_valid() and _given(request, form):
        return redirect("direct-penalties", tournament.slug)
    given = tournament.penalties.select_related(
        "entrant__person", "round", "sanction", "given_by", "revoked_by"
    )
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "penalties",
        "form": form,
        "penalties": list(given.order_by("-created_at", "-id")),
    }
    return render(request, "penalties/penalties.html", context, status=422 if form.errors else 200)


def _given(request: HttpRequest, form: PenaltyForm) -> bool:
    """Whether the penalty was given; the reason why not is among the form's errors."""
    data, tournament = form.cleaned_data, form.tournament
    sanction = data["sanction"]
    if sanction.effect == SanctionEffect.DISQUALIFICATION and not request.user.has_perm(
        "tournament.direct", tournament
    ):
        form.add_error("sanction", _("Only a director disqualifies."))
        return False
    try:
        give_penalty(
            entrant_id=data["entrant"].pk,
            sanction_id=sanction.pk,
            points=data["points"],
            minutes=data["minutes"] or 0,
            round_id=data["round"].pk if data["round"] else None,
            reason=data["reason"],
            actor=actor_of(request),
        )
    except TournamentError as error:
        form.add_error(None, str(error))
        return False
    return True


@tournament_deed("tournament.give_penalty")
def revoke(request: HttpRequest, tournament: Tournament, penalty_id: int) -> HttpResponse:
    """Take a penalty back; its line stays, marked."""
    penalty = get_object_or_404(tournament.penalties, pk=penalty_id)
    return act(
        request,
        lambda: revoke_penalty(
            penalty_id=penalty.pk, actor=actor_of(request), reason=text(request, "reason")
        ),
        then=reverse("direct-penalties", args=[tournament.slug]),
        done=_("The penalty is revoked; standings follow."),
    )
