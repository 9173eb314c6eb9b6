"""From the first table after the cut to the crown: who goes on, who gives up a place, what a correction moves."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.knockout_text import resolution_text, step_text, tie_text
from scoring.text import figure
from tournament.errors import TournamentError
from tournament.language import words
from tournament.models import Round, RoundState, Stage, Tournament, TournamentState
from tournament.selectors.cut import knockout_stage
from tournament.selectors.knockout import (
    advancement,
    final_ranking,
    final_round,
    knockout_rounds,
    moved_by_correction,
)
from tournament.selectors.knockout_picture import knockout_picture
from tournament.selectors.knockout_plan import plan_of
from tournament.selectors.seating import names_of
from tournament.selectors.standings import full_name
from tournament.services.corrections import consequences_in_words
from tournament.services.cut import CutTied
from tournament.services.knockout import crown_winner, draw_next_round, settle_best_remaining
from tournament.services.outlook import outlook_of
from tournament.services.renunciations import (
    keep_as_played,
    leave_empty,
    renounce,
    replace_semifinalist,
    seat_as_results_say,
    take_back_act,
)
from tournament.web.cut import play_off_order, remedy_of, stage_of
from tournament.web.parsing import text, whole, whole_or_none, wholes
from tournament.web.plumbing import act, signed_in, tournament_deed, tournament_page
from tournament.web.seating_editor import round_of


@tournament_page("tournament.seat")
def finals_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The picture of the knockout, and for the round just played everything that decides who goes on."""
    stage = knockout_stage(tournament)
    if stage is None or not plan_of(stage).confirmed:
        return redirect("direct-cut", tournament.slug)
    return render(request, "finals/finals.html", _context(tournament, stage))


def _context(tournament: Tournament, stage: Stage) -> dict[str, Any]:
    rounds = knockout_rounds(stage)
    last, final = rounds[-1], final_round(stage)
    names = names_of(tournament)
    ranking = final_ranking(tournament)
    picture = knockout_picture(stage, name=full_name)
    return {
        "tournament": tournament,
        "nav_here": "direct",
        "stage": stage,
        "picture": picture,
        "last": last,
        "is_draft": last.state == RoundState.DRAFT,
        "is_closed": last.state == RoundState.CLOSED,
        "is_first": len(rounds) == 1,
        "is_final": final is not None and final.pk == last.pk,
        "is_finished": tournament.state == TournamentState.FINISHED,
        "going_on": [_going_on(stage, one, names) for one in rounds if one.pk != getattr(final, "pk", None)],
        "moved": [moved for one in rounds if (moved := _moved(tournament, stage, one))],
        "seats": [seat for one in picture[-1:] for table in one.tables for seat in table.seats],
        "ranking": [
            {
                "place": place,
                "entrant": ranking.entrant_of(place),
                "total": words(figure(place.total)) if place.total is not None else "",
            }
            for place in ranking.places
        ]
        if ranking
        else [],
    }


def _going_on(stage: Stage, round_: Round, names: dict[int | str, str]) -> dict[str, Any]:
    """What the page says of a round whose winners go on."""
    result = advancement(stage, round_)
    decided = plan_of(stage)
    acts = decided.acts.get(round_.number, ())
    steps = result.finals.steps if result.finals else ()
    return {
        "round": round_,
        "missing": result.missing,
        "players": [{"id": who, "name": names[who]} for who in result.players],
        "has_chain": result.finals is not None,
        "steps": [words(step_text(step, names)) for step in steps],
        "acts": [{"name": names[one.act.player], "reason": one.reason, "by": one.by} for one in acts],
        "tie_words": words(tie_text(result.tie, names)) if result.tie else "",
        "tied": [{"id": who, "name": names[who]} for who in (result.tie.tied if result.tie else ())],
        "settled": [words(resolution_text(one, names)) for one in decided.advancing.get(round_.number, ())],
    }


def _moved(tournament: Tournament, stage: Stage, round_: Round) -> dict[str, Any] | None:
    """What a correction moved behind a round that is drawn already; None when nothing."""
    preview = moved_by_correction(stage, round_)
    if preview.is_empty:
        return None
    return {
        "round": round_,
        "lines": consequences_in_words(tournament, preview),
        "started": preview.touches_started,
        "is_first": round_.pk == knockout_rounds(stage)[0].pk,
    }


class ChangedMeanwhile(TournamentError):
    """Something was recorded since the preview, so it may no longer be true."""

    code = "changed_meanwhile"
    message = _("Something has changed since this preview: look at it again.")


@dataclass(frozen=True, slots=True)
class Deed:
    """One act on a round of the knockout, and what is said when it is done."""

    act: Callable[[HttpRequest, Round], object]
    done: str | Promise = ""


def _renounce(request: HttpRequest, round_: Round) -> object:
    remedy = remedy_of(request) if text(request, "remedy") else None
    return renounce(
        round_id=round_.pk,
        entrant_id=whole(request, "entrant"),
        reason=text(request, "reason"),
        actor=signed_in(request),
        remedy=remedy,
        order=play_off_order(request, remedy) if remedy else (),
    )


def _settle(request: HttpRequest, round_: Round) -> object:
    remedy = remedy_of(request)
    return settle_best_remaining(
        round_id=round_.pk,
        remedy=remedy,
        tied_ids=wholes(request, "tied"),
        order=play_off_order(request, remedy),
        actor=signed_in(request),
    )


DEEDS = {
    "renounce": Deed(_renounce, _("The place is given up. “Take back” undoes it.")),
    "empty": Deed(
        lambda r, o: leave_empty(
            round_id=o.pk, entrant_id=whole(r, "entrant"), reason=text(r, "reason"), actor=signed_in(r)
        ),
        _("The seat stays empty. “Take back” undoes it."),
    ),
    "take-back": Deed(
        lambda r, o: take_back_act(round_id=o.pk, actor=signed_in(r), reason=text(r, "reason")),
        _("The renunciation is taken back."),
    ),
    "settle": Deed(_settle, _("The tie is settled.")),
    "seat-again": Deed(
        lambda r, o: seat_as_results_say(round_id=o.pk, actor=signed_in(r), reason=text(r, "reason")),
        _("The tables are as the results say."),
    ),
    "keep": Deed(
        lambda r, o: keep_as_played(round_id=o.pk, actor=signed_in(r), reason=text(r, "reason")),
        _("The tables stay as they are; the log says why."),
    ),
    "replace": Deed(
        lambda r, o: replace_semifinalist(
            stage_id=o.stage_id, entrant_id=whole(r, "entrant"), actor=signed_in(r), reason=text(r, "reason")
        ),
        _("The standing moved up. Tables with a result stayed as they were."),
    ),
}


@tournament_deed("tournament.seat")
def finals_deed(request: HttpRequest, tournament: Tournament, number: int, deed: str) -> HttpResponse:
    """One act on a round of the knockout; a tie in a chain comes back as a question."""
    round_, chosen = round_of(tournament, number), DEEDS[deed]
    here = reverse("direct-finals", args=[tournament.slug])
    try:
        expect_unchanged(tournament, whole_or_none(request, "version"))
        if text(request, "entrant"):
            get_object_or_404(tournament.entrants, pk=whole(request, "entrant"))
        if text(request, "preview"):
            return _preview(request, round_, deed)
        chosen.act(request, round_)
    except CutTied as tie:
        if deed == "renounce":
            return _ask(request, round_, tie)
        messages.error(request, str(tie))
    except TournamentError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, str(chosen.done))
    return redirect(here)


PREVIEWED: dict[str, str | Promise] = {
    "renounce": _("The next one takes the seat"),
    "empty": _("Leave the seat empty"),
    "replace": _("Move the standing up"),
}
"""Acts that are shown before they count, with the words of the button that makes them count."""


def _preview(request: HttpRequest, round_: Round, deed: str) -> HttpResponse:
    """What the act would change at the tables, and the button that does it."""
    outlook = outlook_of(round_id=round_.pk, deed=lambda: DEEDS[deed].act(request, round_))
    names = names_of(round_.tournament)
    context = {
        "tournament": round_.tournament,
        "nav_here": "direct",
        "round": round_,
        "deed": deed,
        "button": PREVIEWED.get(deed, _("Do it")),
        "entrant": whole(request, "entrant"),
        "name": names[whole(request, "entrant")],
        "reason": text(request, "reason"),
        "coming": [names[who] for who in outlook.coming],
        "tables": [
            {
                "title": one.title,
                "round": one.round.title,
                "out": [names[who] for who in one.before if who not in one.after],
                "in": [names[who] for who in one.after if who not in one.before],
                "after": [names[who] for who in one.after],
            }
            for one in outlook.tables
        ],
    }
    return render(request, "finals/preview.html", context)


def expect_unchanged(tournament: Tournament, version: int | None) -> None:
    """Raise ChangedMeanwhile when something was done since the preview was shown."""
    if version is not None and version != tournament.data_version:
        raise ChangedMeanwhile


def _ask(request: HttpRequest, round_: Round, tie: CutTied) -> HttpResponse:
    """The same renunciation again, with the question which of the tied follows."""
    names = names_of(round_.tournament)
    context = {
        "tournament": round_.tournament,
        "nav_here": "direct",
        "round": round_,
        "error": tie,
        "entrant": text(request, "entrant"),
        "reason": text(request, "reason"),
        "tied": [{"id": who, "name": names[who]} for who in tie.facts["tied"]],
    }
    return render(request, "finals/tied.html", context, status=tie.status)


@tournament_deed("tournament.seat")
def draw_next(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Draw those who go on and open the editor."""
    drawn: list[int] = []

    def deed() -> None:
        drawn.append(draw_next_round(stage_id=stage_of(tournament).pk, actor=signed_in(request)).number)

    answer = act(request, deed, then=reverse("direct-finals", args=[tournament.slug]))
    return redirect("direct-seating", tournament.slug, drawn[0]) if drawn else answer


@tournament_deed("tournament.direct")
def crown(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Crown the winner: the final ranking is issued and the tournament finished."""
    return act(
        request,
        lambda: crown_winner(tournament_id=tournament.pk, actor=signed_in(request)),
        then=reverse(
            "direct-finals" if knockout_stage(tournament) else "direct-draw", args=[tournament.slug]
        ),
        done=_("The tournament is finished. Reopening it needs a reason."),
    )
