"""Entries: the list, a new one in one line, and the desk's page of one entrant."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.errors import TournamentError
from tournament.models import Entrant, FeeState, KeepApart, Tournament
from tournament.selectors.bans import bans_at, bans_that_mean, standing_of
from tournament.selectors.entries import SHOWN, SORTS, club_names, entrant_file, entrants_for_desk
from tournament.selectors.now import turnout_of
from tournament.services.bans import DirectorDecides, let_in
from tournament.services.desk import call_in_standby, let_sit_together, save_entrant
from tournament.services.entrants import add_entrant, keep_apart, meant_by, next_round_number, set_fee
from tournament.services.links import personal_token, revoke_personal_link
from tournament.services.presence import (
    bring_back_entrant,
    disqualify_entrant,
    mark_presence,
    withdraw_entrant,
)
from tournament.web.forms.entrant import AddForm, EntrantForm
from tournament.web.parsing import text, whole
from tournament.web.plumbing import act, actor_of, tournament_deed, tournament_page
from tournament.web.qr import qr_of

COLUMNS = (("number", _("No.")), ("name", _("Name")), ("club", _("Club")))
FILTERS = (("all", _("All")), ("due", _("Fee open")), ("waiting", _("Waiting list")), ("out", _("Out")))


def euros(cents: int) -> str:
    """An amount as people write it."""
    return f"{number_format(Decimal(cents) / 100, 2)} €"


def entrant_url(entrant: Entrant) -> str:
    """The desk's page of an entrant."""
    return reverse("direct-entrant", args=[entrant.tournament.slug, entrant.number])


@tournament_page("tournament.keep_entrants")
def entries_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The list; a new name is added on top of it, Enter by Enter."""
    form = AddForm(request.POST or None, initial={"here": tournament.check_in_closed_at is not None})
    if request.method == "POST" and form.is_valid():
        try:
            entrant = add_entrant(
                tournament_id=tournament.pk,
                entry=form.entry(),
                actor=actor_of(request),
                state=form.state(),
                let_in_because=_reason_to_let_in(request, tournament),
            )
        except TournamentError as error:
            return _entries(request, tournament, form, error)
        here = reverse("direct-entries", args=[tournament.slug])
        return redirect(f"{here}?added={entrant.number}")
    return _entries(request, tournament, form)


def _reason_to_let_in(request: HttpRequest, tournament: Tournament) -> str:
    """Only a director decides that somebody suspended plays; from anybody else the field is not read."""
    directs = request.user.has_perm("tournament.direct", tournament)
    return text(request, "let_in_because") if directs else ""


def _entries(
    request: HttpRequest, tournament: Tournament, form: AddForm, error: TournamentError | None = None
) -> HttpResponse:
    show = request.GET.get("show", "all")
    sort = request.GET.get("sort", "number")
    show, sort = (show if show in SHOWN else "all"), (sort if sort in SORTS else "number")
    entrants = entrants_for_desk(tournament, show=show, sort=sort)
    turnout = turnout_of(tournament)
    bans = bans_at(tournament)
    directs = request.user.has_perm("tournament.direct", tournament)
    added = request.GET.get("added", "")
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "entries",
        "form": form,
        "error": error,
        "plays_from": next_round_number(tournament),
        "bans": bans_that_mean(bans, meant_by(form.entry()))
        if isinstance(error, DirectorDecides) and directs
        else [],
        "held": {one.pk for one in entrants if bans_that_mean(bans, one.person)},
        "entrants": entrants,
        "turnout": turnout,
        "taken_in": euros(turnout.fees_paid * tournament.fee_cents),
        "clubs": club_names(),
        "columns": _columns(show, sort),
        "filters": [(code, title, code == show) for code, title in FILTERS],
        "added": next((one for one in entrants if str(one.number) == added), None),
    }
    status = error.status if error else 422 if form.errors else 200
    return render(request, "entries/list.html", context, status=status)


def _columns(show: str, sort: str) -> list[dict[str, Any]]:
    """The heads of the list; pressing one sorts by it."""
    return [
        {
            "title": title,
            "number": code == "number",
            "url": f"?show={show}&sort={code}",
            "sorted": "ascending" if code == sort else "",
        }
        for code, title in COLUMNS
    ]


@tournament_page("tournament.keep_entrants")
def entrant_page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Everything about one entrant, and everything the desk can do for them."""
    entrant = _entrant(tournament, number)
    form = EntrantForm(request.POST or None, entrant=entrant)
    if request.method == "POST" and form.is_valid():
        try:
            save_entrant(
                entrant_id=entrant.pk,
                version=form.cleaned_data["version"],
                actor=actor_of(request),
                entry=form.entry(),
                person=form.person(),
            )
        except TournamentError as error:
            form.add_error(None, str(error))
        else:
            return redirect(entrant_url(entrant) + "?saved=1")
    return render(
        request,
        "entries/entrant.html",
        _desk(request, tournament, entrant, form),
        status=422 if form.errors else 200,
    )


def _desk(
    request: HttpRequest, tournament: Tournament, entrant: Entrant, form: EntrantForm
) -> dict[str, object]:
    token = personal_token(entrant)
    personal = request.build_absolute_uri(reverse("personal", args=[token]))
    rounds = tournament.rounds.order_by("-number").values_list("number", flat=True)
    return {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "entries",
        "file": entrant_file(entrant),
        "standing": standing_of(entrant),
        "entrant": entrant,
        "form": form,
        "clubs": club_names(),
        "others": entrants_for_desk(tournament, sort="name"),
        "last_round": next(iter(rounds), 0),
        "personal_url": personal,
        "personal_qr": qr_of(personal),
        "data_url": reverse("personal-data", args=[token]),
        "saved": "saved" in request.GET,
    }


def _entrant(tournament: Tournament, number: int) -> Entrant:
    chosen = tournament.entrants.select_related("person", "club", "tournament", "team")
    return get_object_or_404(chosen, number=number)


@dataclass(frozen=True, slots=True)
class Deed:
    """One act on an entrant, and what is said when it is done."""

    act: Callable[[HttpRequest, Entrant], object]
    done: str | Promise = ""


def _fee(state: FeeState) -> Callable[[HttpRequest, Entrant], object]:
    return lambda r, e: set_fee(entrant_id=e.pk, fee_state=state, actor=actor_of(r))


def _apart_from(request: HttpRequest, entrant: Entrant) -> object:
    other = get_object_or_404(entrant.tournament.entrants, number=whole(request, "other"))
    return keep_apart(first_id=entrant.pk, second_id=other.pk, actor=actor_of(request))


def _together(request: HttpRequest, entrant: Entrant) -> object:
    pair = get_object_or_404(KeepApart, pk=whole(request, "pair"), tournament=entrant.tournament)
    return let_sit_together(pair_id=pair.pk, actor=actor_of(request))


DEEDS: dict[str, Deed] = {
    "paid": Deed(_fee(FeeState.PAID)),
    "due": Deed(_fee(FeeState.DUE)),
    "waived": Deed(_fee(FeeState.WAIVED)),
    "here": Deed(lambda r, e: mark_presence(entrant_id=e.pk, present=True, actor=actor_of(r))),
    "absent": Deed(lambda r, e: mark_presence(entrant_id=e.pk, present=False, actor=actor_of(r))),
    "not-called": Deed(lambda r, e: mark_presence(entrant_id=e.pk, present=None, actor=actor_of(r))),
    "call-in": Deed(
        lambda r, e: call_in_standby(entrant_id=e.pk, actor=actor_of(r)),
        _("Called in: plays from the next draw on."),
    ),
    "withdraw": Deed(
        lambda r, e: withdraw_entrant(
            entrant_id=e.pk, after_round=whole(r, "after_round"), actor=actor_of(r), reason=text(r, "reason")
        ),
        _("Withdrawn. “Bring back” undoes it."),
    ),
    "disqualify": Deed(
        lambda r, e: disqualify_entrant(
            entrant_id=e.pk,
            after_round=whole(r, "after_round"),
            void_games="void_games" in r.POST,
            actor=actor_of(r),
            reason=text(r, "reason"),
        ),
        _("Disqualified. “Bring back” undoes it."),
    ),
    "bring-back": Deed(
        lambda r, e: bring_back_entrant(entrant_id=e.pk, actor=actor_of(r), present="present" in r.POST),
        _("Back in the tournament."),
    ),
    "let-in": Deed(
        lambda r, e: let_in(entrant_id=e.pk, reason=text(r, "reason"), actor=actor_of(r)),
        _("This person may play here. The log says who decided so, and why."),
    ),
    "keep-apart": Deed(_apart_from, _("They are kept apart wherever the draw can.")),
    "together": Deed(_together, _("They may sit together again.")),
    "revoke-link": Deed(
        lambda r, e: revoke_personal_link(entrant_id=e.pk, actor=actor_of(r)),
        _("The old personal links are closed; the new one is below."),
    ),
}
"""What the desk does for an entrant, by the word in the address."""

CAME_FROM = {"list": "direct-entries", "draw": "direct-draw"}
"""The pages, but for the entrant's own, that offer deeds."""

BY_DIRECTOR = {"disqualify", "let-in"}
"""Only a director decides these."""


@tournament_deed("tournament.keep_entrants")
def entrant_deed(request: HttpRequest, tournament: Tournament, number: int, deed: str) -> HttpResponse:
    """One act on an entrant; back to the list or to the draw when it came from there."""
    entrant, chosen = _entrant(tournament, number), DEEDS[deed]
    if deed in BY_DIRECTOR and not request.user.has_perm("tournament.direct", tournament):
        raise PermissionDenied
    back = CAME_FROM.get(text(request, "back"))
    then = reverse(back, args=[tournament.slug]) if back else entrant_url(entrant)
    return act(request, lambda: chosen.act(request, entrant), then=then, done=chosen.done)
