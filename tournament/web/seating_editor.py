"""Seat a round: the page before the draw, and the editor after it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.language import words
from tournament.models import Round, RoundState, StageKind, Table, Tournament
from tournament.queues import is_long_draw, queue_draw
from tournament.selectors.drawing import drawing_ahead, drawn_before, is_staggered, shape_words
from tournament.selectors.editor import editor_for
from tournament.services.entrants import add_stand_in
from tournament.services.seating import (
    discard_draft,
    draw_again,
    draw_round,
    hash_of,
    publish_round,
    seed_for,
)
from tournament.services.seating_edits import (
    lock_table,
    move_entrant,
    redo_edit,
    restore_draw,
    swap_entrants,
    undo_edit,
)
from tournament.web.jobs import job_url
from tournament.web.parsing import text, whole, whole_of, whole_or_none, wholes
from tournament.web.plumbing import act, signed_in, tournament_deed, tournament_page


def editor_url(tournament: Tournament, number: int) -> str:
    """The address of a round's seating editor."""
    return reverse("direct-seating", args=[tournament.slug, number])


@tournament_page("tournament.seat")
def draw_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who is here, how they split into tables, what is missing; one press draws. A draft opens its editor."""
    ahead = drawing_ahead(tournament)
    if ahead.draft:
        return redirect(editor_url(tournament, ahead.draft.number))
    planned = drawn_before(ahead.latest)
    return render(
        request,
        "seating/draw.html",
        {
            "tournament": tournament,
            "nav_here": "direct",
            "ahead": ahead,
            "splits": [
                {"policy": choice.policy, "words": words(shape_words(choice)), "prizes": choice.prizes}
                for choice in ahead.splits
            ],
            "ways": [{"words": words(way.words), "code": way.code.value} for way in ahead.ways_out],
            "planned": planned,
            "resting": [one for one in ahead.present if planned and one.pk in planned["resting"]],
            "seed_hash": hash_of(seed_for(tournament, ahead.number)),
        },
    )


@tournament_deed("tournament.seat")
def draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Draw the next round, a very large one in the background; pressed twice it is drawn once."""
    leads_to: list[str] = []

    def deed() -> None:
        split, reason = text(request, "split") or None, text(request, "reason")
        sit_out = wholes(request, "sit_out")
        if is_long_draw(tournament):
            job = queue_draw(
                tournament, actor=signed_in(request), split=split, reason=reason, sit_out=sit_out
            )
            leads_to.append(job_url(tournament, job))
            return
        drawn = draw_round(
            tournament_id=tournament.pk,
            actor=signed_in(request),
            split=split,
            override_reason=reason,
            sit_out=sit_out,
            staggered=text(request, "staggered") == "yes",
        )
        leads_to.append(editor_url(tournament, drawn.number))

    answer = act(request, deed, then=reverse("direct-draw", args=[tournament.slug]))
    return redirect(leads_to[0]) if leads_to else answer


@tournament_deed("tournament.keep_entrants")
def stand_in(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Let somebody outside the ranking fill the table."""
    return act(
        request,
        lambda: add_stand_in(
            tournament_id=tournament.pk, name=text(request, "name"), actor=signed_in(request)
        ),
        then=reverse(
            "direct-entries" if text(request, "back") == "list" else "direct-draw", args=[tournament.slug]
        ),
        done=_("The stand-in is present, outside the ranking."),
    )


@tournament_page("tournament.seat")
def editor_page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The tables as cards, the checker's findings above them, and everything that changes a seating."""
    round_ = round_of(tournament, number)
    picked = request.GET.get("pick", "")
    return render(
        request,
        "seating/editor.html",
        {
            "tournament": tournament,
            "nav_here": "direct",
            "round": round_,
            "editor": editor_for(round_, name=words),
            "picked": whole_of(picked),
            "is_staggered": is_staggered(round_),
            "is_draft": round_.state == RoundState.DRAFT,
            "is_ranked": round_.stage.kind == StageKind.RANKED,
        },
    )


def round_of(tournament: Tournament, number: int) -> Round:
    """The round of that number with stage and tournament, else 404."""
    return get_object_or_404(tournament.rounds.select_related("stage", "tournament"), number=number)


@tournament_deed("tournament.seat")
def change(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """Two seats change places, or one moves to a table; the first of two taps only picks."""
    round_ = round_of(tournament, number)
    here = editor_url(tournament, number)
    seat, first = text(request, "seat"), text(request, "first")
    if seat and not first:
        return redirect(f"{here}?pick={seat}#seat-{seat}")
    if seat and seat == first:
        return redirect(f"{here}#seat-{seat}")

    def deed() -> None:
        common: dict[str, Any] = {
            "round_id": round_.pk,
            "actor": signed_in(request),
            "reason": text(request, "reason"),
            "version": whole_or_none(request, "version"),
        }
        if text(request, "table") and not seat:
            move_entrant(entrant_id=whole(request, "first"), table_number=whole(request, "table"), **common)
        else:
            second = whole(request, "seat" if seat else "second")
            swap_entrants(first_id=whole(request, "first"), second_id=second, **common)

    return act(request, deed, then=here)


@dataclass(frozen=True, slots=True)
class Deed:
    """One act on a round as a whole, and what is said when it is done."""

    act: Callable[[HttpRequest, Round], object]
    done: str | Promise = ""


def _lock(request: HttpRequest, round_: Round) -> Table:
    table = get_object_or_404(round_.tables, number=whole(request, "table"))
    return lock_table(table_id=table.pk, locked=text(request, "locked") == "yes", actor=signed_in(request))


DEEDS = {
    "undo": Deed(lambda r, o: undo_edit(round_id=o.pk, actor=signed_in(r), reason=text(r, "reason"))),
    "redo": Deed(lambda r, o: redo_edit(round_id=o.pk, actor=signed_in(r), reason=text(r, "reason"))),
    "restore": Deed(
        lambda r, o: restore_draw(round_id=o.pk, actor=signed_in(r), reason=text(r, "reason")),
        _("The draw is restored. Undo brings the edits back."),
    ),
    "again": Deed(
        lambda r, o: draw_again(round_id=o.pk, actor=signed_in(r), split=text(r, "split") or None),
        _("Drawn again. Locked tables stayed."),
    ),
    "lock": Deed(_lock),
    "publish": Deed(
        lambda r, o: publish_round(round_id=o.pk, actor=signed_in(r)),
        _("The seating is published. From now on a change needs a reason."),
    ),
}


@tournament_deed("tournament.seat")
def deed_of_editor(request: HttpRequest, tournament: Tournament, number: int, deed: str) -> HttpResponse:
    """One of the editor's acts on the whole round."""
    round_ = round_of(tournament, number)
    chosen = DEEDS[deed]
    return act(
        request, lambda: chosen.act(request, round_), then=editor_url(tournament, number), done=chosen.done
    )


@tournament_deed("tournament.seat")
def discard(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Throw the draft away and go back to the page before the draw."""
    round_ = round_of(tournament, number)
    return act(
        request,
        lambda: discard_draft(round_id=round_.pk, actor=signed_in(request)),
        then=reverse("direct-draw", args=[tournament.slug]),
        done=_("The draft is thrown away. Penalties stayed."),
    )
