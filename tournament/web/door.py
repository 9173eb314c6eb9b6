"""The door as the desk sees it: who waits for an answer or a place, and how registrations are taken."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from tournament.errors import TournamentError
from tournament.models import Entrant, Tournament
from tournament.reports import paper
from tournament.reports.sheets import head_of
from tournament.reports.values import Flyer
from tournament.selectors.registration import DoorPlan, door_of
from tournament.services.door import (
    adopt_person,
    approve_registration,
    ask_to_amend,
    fill_free_places,
    refuse_registration,
    set_door,
)
from tournament.services.notifications import Letter, is_rehearsal
from tournament.web.forms.registration import DoorForm, initial_of_door
from tournament.web.letters import post_letter
from tournament.web.parsing import text, whole
from tournament.web.plumbing import act, actor_of, tournament_deed, tournament_page
from tournament.web.qr import qr_of


def door_url(tournament: Tournament) -> str:
    """The address of the door."""
    return reverse("direct-registration", args=[tournament.slug])


@tournament_page("tournament.keep_entrants")
def door_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who waits for an answer, the waiting list, the fees, and (for directors) the plan."""
    directs = request.user.has_perm("tournament.direct", tournament)
    form = DoorForm(request.POST or None, initial=initial_of_door(tournament))
    if request.method == "POST":
        if not directs:
            raise PermissionDenied
        if form.is_valid() and _saved(request, tournament, form):
            return redirect(door_url(tournament))
    door = door_of(tournament)
    link = join_url(request, tournament, door.plan)
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "registration",
        "door": door,
        "form": form,
        "directs": directs,
        "link": link,
        "link_qr": qr_of(link),
        "fees": [
            (gettext_lazy("Due"), door.fees.due / 100),
            (gettext_lazy("Paid"), door.fees.paid / 100),
            (gettext_lazy("Waived"), door.fees.waived / 100),
        ]
        if tournament.fee_cents
        else [],
        "is_rehearsal": is_rehearsal(tournament),
    }
    return render(request, "registration/door.html", context, status=422 if form.errors else 200)


def _saved(request: HttpRequest, tournament: Tournament, form: DoorForm) -> bool:
    data = form.cleaned_data
    try:
        set_door(
            tournament_id=tournament.pk,
            actor=actor_of(request),
            opens_at=data["opens_at"],
            closes_at=data["closes_at"],
            questions=data["questions"],
            note=data["note"],
            **form.switches(),
        )
    except TournamentError as error:
        form.add_error(None, str(error))
        return False
    messages.success(request, _("The door is set."))
    return True


def join_url(request: HttpRequest, tournament: Tournament, plan: DoorPlan) -> str:
    """What the flyer's QR opens."""
    address = reverse("register", args=[tournament.slug])
    return request.build_absolute_uri(f"{address}?code={plan.join_code}" if plan.join_code else address)


@tournament_page("tournament.keep_entrants")
def flyer(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The poster for the wall: name, days, fee, QR and join code."""
    plan = DoorPlan.of(tournament)
    language = get_language() or "it"
    poster = Flyer(join_url(request, tournament, plan), tuple(_flyer_lines(tournament)), plan.join_code)
    head = head_of(tournament, request.build_absolute_uri(tournament.get_absolute_url()))
    answer = HttpResponse(paper.flyer(head, poster, language=language), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{tournament.slug}-flyer.pdf"'
    return answer


def _flyer_lines(tournament: Tournament) -> list[str]:
    lines = [tournament.organiser] if tournament.organiser else []
    if tournament.fee_cents:
        lines.append(_("Entry fee: %(fee)s euros") % {"fee": f"{tournament.fee_cents / 100:.2f}"})
    if tournament.registration_closes_at:
        closes = timezone.localtime(tournament.registration_closes_at)
        lines.append(_("Register by %(day)s") % {"day": date_format(closes, "SHORT_DATETIME_FORMAT")})
    return lines


# --- answers --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answer:
    """What the desk does for somebody at the door, and the letter that tells them."""

    act: Callable[[HttpRequest, Entrant], Entrant]
    done: Promise | str
    letter: Letter | None = None


DEEDS = {
    "approve": Answer(
        lambda r, e: approve_registration(entrant_id=e.pk, actor=actor_of(r)),
        gettext_lazy("Confirmed."),
        Letter.APPROVED,
    ),
    "refuse": Answer(
        lambda r, e: refuse_registration(entrant_id=e.pk, actor=actor_of(r), reason=text(r, "reason")),
        gettext_lazy("Refused. “Bring back” on the entrant's page undoes it."),
        Letter.REFUSED,
    ),
    "ask": Answer(
        lambda r, e: ask_to_amend(entrant_id=e.pk, actor=actor_of(r), question=text(r, "reason")),
        gettext_lazy("The question stands on their page."),
        Letter.ASKED,
    ),
    "same-person": Answer(
        lambda r, e: adopt_person(entrant_id=e.pk, person_id=whole(r, "person"), actor=actor_of(r)),
        gettext_lazy("The entry belongs to the person on record now."),
    ),
}
"""The answers by the word in the address."""


@tournament_deed("tournament.keep_entrants")
def answer_registration(request: HttpRequest, tournament: Tournament, number: int, deed: str) -> HttpResponse:
    """One answer to one registration; the person gets a letter where there is an address."""
    entrant, chosen = get_object_or_404(tournament.entrants, number=number), DEEDS[deed]

    def answer() -> None:
        answered = chosen.act(request, entrant)
        if chosen.letter is not None:
            said = text(request, "reason")
            post_letter(request, chosen.letter, answered, reason=said, question=said)

    return act(request, answer, then=door_url(tournament), done=chosen.done)


@tournament_deed("tournament.keep_entrants")
def give_places(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Give the free places to the waiting list, in its order."""
    try:
        given = fill_free_places(tournament_id=tournament.pk, actor=actor_of(request))
    except TournamentError as error:
        messages.error(request, str(error))
        return redirect(door_url(tournament))
    for one in given:
        post_letter(request, Letter.PLACE, one)
    names = ", ".join(one.full_name for one in given)
    said = ngettext("%(names)s has a place now.", "%(names)s have places now.", len(given))
    messages.success(request, said % {"names": names})
    return redirect(door_url(tournament))
