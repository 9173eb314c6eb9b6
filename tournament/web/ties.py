"""Those who share a place, and the director's decision between them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.models import Entrant, Stage, StageKind, Tournament
from tournament.selectors.standings import BY_HAND
from tournament.selectors.ties import tied_groups
from tournament.services.ties import decide_by_hand, take_back_decision
from tournament.web.parsing import text, whole_of, whole_or_none
from tournament.web.plumbing import act, actor_of, tournament_deed, tournament_page


def _stage(tournament: Tournament) -> Stage:
    stage = tournament.stages.filter(kind=StageKind.RANKED).first()
    if stage is None:
        raise Http404
    return stage


@tournament_page("tournament.direct")
def ties_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Each place that several share, and what was decided."""
    stage = _stage(tournament)
    decision = stage.plan.get(BY_HAND)
    _last, groups = tied_groups(stage)
    wanted = {who for group in groups for who in group} | set(decision["order"] if decision else ())
    people = {one.pk: one for one in Entrant.objects.filter(pk__in=wanted).select_related("person", "club")}
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "settings",
        "groups": [[people[who] for who in group] for group in groups],
        "decision": decision,
        "decided": [people[who].full_name for who in decision["order"] if who in people] if decision else [],
    }
    return render(request, "settings/ties.html", context)


@tournament_deed("tournament.direct")
def decide_deed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Put level players in the order of the numbers typed, the lowest first; without a number nobody moves."""
    stage = _stage(tournament)
    then = reverse("direct-ties", args=[tournament.slug])
    if "take_back" in request.POST:
        return act(
            request,
            lambda: take_back_decision(stage_id=stage.pk, actor=actor_of(request)),
            then=then,
            done=_("They share their place again."),
        )
    return act(
        request,
        lambda: decide_by_hand(
            stage_id=stage.pk, order=_order(request), reason=text(request, "reason"), actor=actor_of(request)
        ),
        then=then,
        done=_("The order is decided."),
    )


def _order(request: HttpRequest) -> list[int]:
    """The entrants who have a number, by it. Raises InvalidInput."""
    typed = [
        (number, who)
        for name in request.POST
        if name.startswith("place-")
        and (who := whole_of(name.removeprefix("place-"))) is not None
        and (number := whole_or_none(request, name)) is not None
    ]
    return [who for _number, who in sorted(typed)]
