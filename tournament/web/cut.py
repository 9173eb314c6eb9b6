"""The cut: what is played after the qualifying rounds, who goes on, and the ties that only a director settles."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.cut import Remedy
from scoring.knockout_text import resolution_text, tie_text
from scoring.thresholds import CONDITION_TEXTS, THRESHOLD_TABLES, FinalsShape
from tournament.errors import InvalidInput, TournamentError
from tournament.language import words
from tournament.models import Stage, Tournament
from tournament.selectors.cut import (
    CutInPreparation,
    cut_in_preparation,
    drawn_ranked_stage,
    knockout_stage,
    present_for_knockout,
    standing_of,
    structures_for,
)
from tournament.selectors.cut_page import bands_of, rows_of
from tournament.selectors.knockout import moved_at_cut
from tournament.selectors.knockout_plan import plan_of
from tournament.selectors.seating import names_of
from tournament.selectors.thresholds import table_name
from tournament.services.corrections import consequences_in_words
from tournament.services.cut import (
    choose_shape,
    choose_structure,
    choose_table,
    qualifying,
    set_declined,
    settle_tie,
    take_back_cut,
    unsettle_tie,
)
from tournament.services.knockout import confirm_cut
from tournament.web.parsing import text, whole, wholes
from tournament.web.plumbing import act, signed_in, tournament_deed, tournament_page

SHAPE_FIELDS = {
    "direct": _("Straight to the final"),
    "semifinals": _("Semifinals"),
    "semifinalists": _("Players in the semifinals"),
    "winners": _("Finals, each with a winner"),
    "ripescati": _("Of the semifinalists, ripescati"),
}


@tournament_page("tournament.seat")
def cut_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The standing with the line through it, the tie to settle, the bands, and one button that confirms."""
    stage = knockout_stage(tournament)
    context: dict[str, Any] = {"tournament": tournament, "nav_here": "direct", "stage": stage}
    if stage:
        context |= _chosen(stage)
    if not stage or not plan_of(stage).confirmed:
        context |= _choices(tournament, stage)
    return render(request, "cut/cut.html", context)


def _chosen(stage: Stage) -> dict[str, Any]:
    cut = cut_in_preparation(stage)
    names = names_of(stage.tournament)
    first = stage.rounds.order_by("number").first()
    moved = moved_at_cut(stage, first) if cut.plan.confirmed else None
    return {
        "cut": cut,
        "plan": cut.plan,
        "confirmed": cut.plan.confirmed,
        "rows": [(row, words(row.total)) for row in rows_of(cut)],
        "bands": bands_of(cut),
        "because": words(CONDITION_TEXTS[cut.plan.because]) if cut.plan.because else "",
        "tie_words": words(tie_text(cut.tie, names)) if cut.tie else "",
        "tied": _tied(cut),
        "settled": [words(resolution_text(one, names)) for one in cut.plan.resolutions],
        "moved": consequences_in_words(stage.tournament, moved) if moved else [],
    }


def _tied(cut: CutInPreparation) -> list[dict[str, Any]]:
    tied = cut.tie.tied if cut.tie else ()
    return [
        {"id": key, "name": cut.entrants[int(key)].full_name, "place": n} for n, key in enumerate(tied, 1)
    ]


def _choices(tournament: Tournament, stage: Stage | None) -> dict[str, Any]:
    """What could be chosen instead, or why nothing can be chosen yet."""
    shape = plan_of(stage).shape if stage else None
    fields = [
        (name, label, getattr(shape, name) if shape else default)
        for (name, label), default in zip(SHAPE_FIELDS.items(), (2, 2, 8, 1, 0), strict=True)
    ]
    context: dict[str, Any] = {
        "tables": list(THRESHOLD_TABLES),
        "plan_table": table_name(tournament),
        "fields": fields,
        "refusal": "",
    }
    if drawn_ranked_stage(tournament) is None:
        entrants = len(present_for_knockout(tournament))
        return context | {"from_start": True, "structures": structures_for(entrants), "entrants": entrants}
    try:
        standings, _last = qualifying(tournament)
    except TournamentError as refusal:
        return context | {"refusal": str(refusal)}
    entrants = sum(place.available for place in standing_of(standings))
    numbers = sorted({n for n in (entrants, 25, 20, 16) if n <= entrants}, reverse=True)
    return context | {"structures": [one for n in numbers for one in structures_for(n, limit=3)]}


@dataclass(frozen=True, slots=True)
class Deed:
    """One act on the cut, and what is said when it is done."""

    act: Callable[[HttpRequest, Tournament], object]
    done: str | Promise = ""


def stage_of(tournament: Tournament) -> Stage:
    """The knockout stage, else 404."""
    stage = knockout_stage(tournament)
    if stage is None:
        raise Http404
    return stage


def remedy_of(request: HttpRequest) -> Remedy:
    """The remedy that a form names."""
    try:
        return Remedy(text(request, "remedy"))
    except ValueError as error:
        raise InvalidInput(_("Choose how the tie is settled.")) from error


def play_off_order(request: HttpRequest, remedy: Remedy) -> list[int]:
    """The order of a play-off: people by the place entered for each (`place-<id>`); other remedies need none."""
    if remedy is not Remedy.PLAY_OFF:
        return []
    people = wholes(request, "tied")
    places = {who: whole(request, f"place-{who}") for who in people}
    if len(set(places.values())) != len(people):
        raise InvalidInput(_("Give every tied player a place of their own."))
    return sorted(people, key=lambda who: places[who])


def _settle(request: HttpRequest, tournament: Tournament) -> object:
    remedy = remedy_of(request)
    return settle_tie(
        stage_id=stage_of(tournament).pk,
        remedy=remedy,
        tied=wholes(request, "tied"),
        order=play_off_order(request, remedy),
        actor=signed_in(request),
    )


def _shape(request: HttpRequest, tournament: Tournament) -> object:
    shape = FinalsShape(**{name: whole(request, name) for name in SHAPE_FIELDS})
    return choose_shape(tournament_id=tournament.pk, actor=signed_in(request), shape=shape)


MOST_DIGITS = 6
"""Of a number of entrants."""


def _structure(request: HttpRequest, tournament: Tournament) -> object:
    entrants, _bar, notation = text(request, "structure").partition("|")
    if not entrants.isdecimal() or len(entrants) > MOST_DIGITS:
        raise InvalidInput(_("Choose one of the knockouts."))
    return choose_structure(
        tournament_id=tournament.pk, actor=signed_in(request), entrants=int(entrants), notation=notation
    )


def _decline(request: HttpRequest, tournament: Tournament) -> object:
    entrant = get_object_or_404(tournament.entrants, pk=whole(request, "entrant"))
    return set_declined(
        stage_id=stage_of(tournament).pk,
        entrant_id=entrant.pk,
        declined=text(request, "declined") == "yes",
        actor=signed_in(request),
    )


DEEDS = {
    "table": Deed(lambda r, t: choose_table(tournament_id=t.pk, actor=signed_in(r), name=text(r, "name"))),
    "shape": Deed(_shape),
    "structure": Deed(_structure),
    "settle": Deed(_settle, _("The tie is settled. It can be taken back until the cut is confirmed.")),
    "unsettle": Deed(
        lambda r, t: unsettle_tie(stage_id=stage_of(t).pk, actor=signed_in(r)), _("The tie is open again.")
    ),
    "decline": Deed(_decline),
    "take-back": Deed(
        lambda r, t: take_back_cut(stage_id=stage_of(t).pk, actor=signed_in(r), reason=text(r, "reason")),
        _("The cut is taken back. The log keeps it."),
    ),
}


@tournament_deed("tournament.seat")
def cut_deed(request: HttpRequest, tournament: Tournament, deed: str) -> HttpResponse:
    """One act of preparing the cut."""
    chosen = DEEDS[deed]
    return act(
        request,
        lambda: chosen.act(request, tournament),
        then=reverse("direct-cut", args=[tournament.slug]),
        done=chosen.done,
    )


@tournament_deed("tournament.seat")
def confirm(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Confirm the cut and open the editor with the drawn tables."""
    drawn: list[int] = []

    def deed() -> None:
        drawn.append(confirm_cut(stage_id=stage_of(tournament).pk, actor=signed_in(request)).number)

    answer = act(request, deed, then=reverse("direct-cut", args=[tournament.slug]))
    return redirect("direct-seating", tournament.slug, drawn[0]) if drawn else answer
