"""Late arrivals, no-shows and wrong names: the smallest changes, and one press for the one that is chosen."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.errors import TournamentError
from tournament.language import words
from tournament.models import Entrant, Round, RoundState, Tournament
from tournament.selectors.repairs import Proposal
from tournament.selectors.seating import resting_entrants, unseated_entrants
from tournament.services.repairs import apply_repair, proposals_for_round
from tournament.web.parsing import text, whole, whole_of, whole_or_none
from tournament.web.plumbing import act, tournament_deed, tournament_page
from tournament.web.seating_editor import editor_url, round_of

CHANGE = ("add", "remove", "other")


def _others(round_: Round, remove_id: int | None) -> list[Entrant]:
    """Who may really sit there: those without a seat first, then those of other tables (two people swapped)."""
    elsewhere = round_.seats.exclude(table__seats__entrant=remove_id).values_list("entrant_id", flat=True)
    seated = round_.tournament.entrants.filter(pk__in=list(elsewhere) if remove_id else [])
    people = seated.select_related("person").order_by("person__last_name", "person__first_name", "number")
    return [*unseated_entrants(round_), *resting_entrants(round_), *people]


@tournament_page("tournament.seat")
def repair_page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The proposals for what the address says happened (`?add=`, `?remove=`, `&other=`)."""
    round_ = round_of(tournament, number)
    typed = {name: whole_of(request.GET.get(name, "")) for name in CHANGE}
    asked = {name: who for name, who in typed.items() if who is not None}
    proposals: tuple[Proposal, ...] = ()
    refusal = ""
    try:
        proposals = proposals_for_round(
            round_, add_id=asked.get("add"), remove_id=asked.get("remove"), other_id=asked.get("other")
        )
    except TournamentError as error:
        refusal = str(error)
    people = tournament.entrants.select_related("person").in_bulk(list(asked.values()))
    return render(
        request,
        "seating/repair.html",
        {
            "tournament": tournament,
            "nav_here": "direct",
            "round": round_,
            "is_draft": round_.state == RoundState.DRAFT,
            "asked": asked.items(),
            **{name: people.get(asked.get(name, 0)) for name in CHANGE},
            "refusal": refusal,
            "others": _others(round_, asked.get("remove")),
            "proposals": [_shown(one) for one in proposals],
        },
    )


def _shown(proposal: Proposal) -> dict[str, Any]:
    return {
        "number": proposal.number,
        "resized": [
            {
                "table": one,
                "prizes": ""
                if one.is_worth_the_same
                else f"{words(one.prize_before)} → {words(one.prize_after)}",
            }
            for one in proposal.resized
        ],
        "moved": [one.full_name for one in proposal.moved],
        "costs": [words(cost) for cost in proposal.costs],
    }


@tournament_deed("tournament.seat")
def apply(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Carry out the chosen proposal."""
    round_ = round_of(tournament, number)
    return act(
        request,
        lambda: _apply(request, round_),
        then=_after(tournament, round_),
        done=_("The tables are changed."),
    )


def _apply(request: HttpRequest, round_: Round) -> Round:
    return apply_repair(
        round_id=round_.pk,
        number=whole(request, "number"),
        version=whole(request, "version"),
        actor=request.user if request.user.is_authenticated else None,
        reason=text(request, "reason"),
        add_id=whole_or_none(request, "add"),
        remove_id=whole_or_none(request, "remove"),
        other_id=whole_or_none(request, "other"),
    )


def _after(tournament: Tournament, round_: Round) -> str:
    """A draft goes on in its editor, a published round on its board."""
    if round_.state == RoundState.DRAFT:
        return editor_url(tournament, round_.number)
    return reverse("direct-board", args=[tournament.slug, round_.number])
