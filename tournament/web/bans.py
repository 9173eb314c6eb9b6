"""Suspensions and bans: who may not play for a time, seen and decided by directors only."""

from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.errors import TournamentError
from tournament.models import BanScope, Tournament, User
from tournament.selectors.bans import bans_of_organiser, liftable_by
from tournament.services.bans import give_ban, lift_ban
from tournament.web.forms.ban import BanForm
from tournament.web.parsing import text
from tournament.web.plumbing import act, signed_in, tournament_deed, tournament_page


@tournament_page("tournament.direct")
def bans_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every suspension that holds or held at this organiser's tournaments, and the form that gives one."""
    director, today = signed_in(request), timezone.localdate()
    form = BanForm(
        request.POST or None,
        tournament=tournament,
        is_operator=director.is_superuser,
        initial={"entrant": request.GET.get("entrant"), "starts_on": today},
    )
    if request.method == "POST" and form.is_valid() and _given(form, tournament, director):
        return redirect("direct-bans", tournament.slug)
    bans = bans_of_organiser(tournament).select_related("person", "given_by", "lifted_by")
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "bans",
        "form": form,
        "bans": [{"ban": one, "holds": one.lifted_at is None and not one.is_over(today)} for one in bans],
        "liftable": set(liftable_by(director, bans_of_organiser(tournament)).values_list("pk", flat=True)),
    }
    return render(request, "bans/bans.html", context, status=422 if form.errors else 200)


def _given(form: BanForm, tournament: Tournament, director: User) -> bool:
    """Whether it was given; the reason why not is among the form's errors."""
    data: dict[str, Any] = form.cleaned_data
    try:
        with transaction.atomic():
            give_ban(
                tournament_id=tournament.pk,
                person_id=form.person().pk,
                scope=BanScope(data.get("scope") or BanScope.ORGANISER),
                starts_on=data["starts_on"],
                ends_on=data["ends_on"],
                reason=data["reason"],
                actor=director,
            )
    except TournamentError as error:
        form.add_error(None, str(error))
        return False
    return True


@tournament_deed("tournament.direct")
def lift(request: HttpRequest, tournament: Tournament, ban_id: int) -> HttpResponse:
    """Lift one before its time; its line stays, marked."""
    ban = get_object_or_404(bans_of_organiser(tournament), pk=ban_id)
    return act(
        request,
        lambda: lift_ban(
            tournament_id=tournament.pk,
            ban_id=ban.pk,
            reason=text(request, "reason"),
            actor=signed_in(request),
        ),
        then=reverse("direct-bans", args=[tournament.slug]),
        done=_("Lifted: the person may play again."),
    )
