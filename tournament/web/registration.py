"""Registering without an account; amending, withdrawing and confirming one's address by the personal link."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.errors import TournamentError
from tournament.models import Entrant, EntrantState, Tournament
from tournament.selectors.entries import club_names
from tournament.selectors.registration import DoorPlan, DoorState, door_state, free_places
from tournament.services.door import tournament_of_code
from tournament.services.links import LinkClosed, entrant_of_token, personal_token
from tournament.services.notifications import Letter
from tournament.services.registration import (
    AlreadyRegistered,
    LetterClosed,
    SameName,
    TellTheDesk,
    amend_registration,
    confirm_email,
    expect_own_change,
    register_entrant,
    withdraw_registration,
)
from tournament.web.forms.registration import RegistrationForm, initial_of_companion, initial_of_registration
from tournament.web.letters import post_letter
from tournament.web.parsing import text, whole_of
from tournament.web.plumbing import private, tournament_page
from tournament.web.qr import qr_of
from tournament.web.throttle import TooOften, expect_seldom

MOST_TRIES = 120
"""From one address: a hall behind one router is one address."""
MINUTES = 10


@tournament_page()
def register_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The form, or why it is closed; sent, it leads to the personal page."""
    plan, state = DoorPlan.of(tournament), door_state(tournament)
    if state is DoorState.NOT_OFFERED:
        raise Http404
    companion = _companion(request, tournament)
    form = RegistrationForm(
        request.POST or None,
        questions=plan.questions,
        takes_standby=plan.takes_standby,
        initial=initial_of_companion(companion) if companion else {},
    )
    error: TournamentError | None = None
    if request.method == "POST" and form.is_valid():
        try:
            return _registered(request, tournament, form)
        except TournamentError as refused:
            error = refused
    code = request.POST.get("code") or request.GET.get("code", "") or (plan.join_code if companion else "")
    context = {
        "tournament": tournament,
        "nav_here": "page",
        "companion": companion,
        "plan": plan,
        "state": state.value,
        "form": form,
        "error": error,
        "asks_somebody_else": isinstance(error, SameName),
        "code": code,
        "free": free_places(tournament),
        "clubs": club_names(),
    }
    status = error.status if error else 422 if form.errors else 200
    answer = render(request, "registration/register.html", context, status=status)
    return private(answer) if companion else answer


def _companion(request: HttpRequest, tournament: Tournament) -> Entrant | None:
    """Who registers somebody else of the family or club, by their own personal link."""
    token = request.GET.get("with", "")
    try:
        entrant = entrant_of_token(token) if token else None
    except LinkClosed:
        return None
    return entrant if entrant and entrant.person and entrant.tournament_id == tournament.pk else None


def _registered(request: HttpRequest, tournament: Tournament, form: RegistrationForm) -> HttpResponse:
    """Store the registration and go to the entrant's own page. Raises TournamentError."""
    expect_seldom(request, f"register:{tournament.pk}", most=MOST_TRIES, minutes=MINUTES)
    try:
        entrant = register_entrant(
            tournament_id=tournament.pk,
            registration=form.registration(),
            code=text(request, "code"),
            is_somebody_else="is_somebody_else" in request.POST,
        )
    except AlreadyRegistered as known:
        post_letter(request, Letter.LINK, Entrant.objects.get(pk=known.facts["entrant_id"]))
        raise
    waits = entrant.state == EntrantState.WAITING
    post_letter(request, Letter.WAITING if waits else Letter.REGISTERED, entrant)
    return private(redirect(reverse("registration", args=[personal_token(entrant)]) + "?new=1"))


def join_page(request: HttpRequest, code: str = "") -> HttpResponse:
    """Type the code of the flyer and be led to the tournament's registration."""
    code = code or request.GET.get("code", "")
    error: TournamentError | None = None
    if code:
        try:
            expect_seldom(request, "join", most=MOST_TRIES, minutes=MINUTES)
        except TooOften as refused:
            error = refused
        else:
            found = tournament_of_code(code)
            if found is not None:
                return redirect(reverse("register", args=[found.slug]) + f"?code={code.strip().upper()}")
    status = error.status if error else 404 if code else 200
    return render(request, "registration/join.html", {"code": code, "error": error}, status=status)


# --- by personal link -----------------------------------------------------------------------------------


def _entrant(token: str) -> Entrant:
    try:
        entrant = entrant_of_token(token)
    except LinkClosed as closed:
        raise Http404(str(closed)) from closed
    if entrant.person is None:
        raise Http404
    return entrant


def own_registration(request: HttpRequest, token: str) -> HttpResponse:
    """One's own registration: what stands, what the desk asks, change it while the day has not begun."""
    entrant = _entrant(token)
    tournament = entrant.tournament
    plan = DoorPlan.of(tournament)
    form = RegistrationForm(
        request.POST or None,
        questions=plan.questions,
        takes_standby=plan.takes_standby,
        initial=initial_of_registration(entrant),
    )
    error: TournamentError | None = None
    if request.method == "POST" and form.is_valid():
        try:
            _amend(request, entrant, form)
        except TournamentError as refused:
            error = refused
        else:
            return private(redirect(reverse("registration", args=[token]) + "?saved=1"))
    context = _own_context(request, entrant, token) | {"form": form, "error": error, "plan": plan}
    status = error.status if error else 422 if form.errors else 200
    return private(render(request, "registration/own.html", context, status=status))


def _amend(request: HttpRequest, entrant: Entrant, form: RegistrationForm) -> None:
    before = entrant.person.email if entrant.person else ""
    amended = amend_registration(
        entrant_id=entrant.pk,
        version=whole_of(text(request, "version")) or 0,
        registration=form.registration(),
    )
    if amended.person and amended.person.email != before:
        post_letter(request, Letter.REGISTERED, amended)


def _own_context(request: HttpRequest, entrant: Entrant, token: str) -> dict[str, Any]:
    try:
        expect_own_change(entrant.tournament, entrant)
    except TellTheDesk as late:
        closed = str(late)
    else:
        closed = ""
    personal_url = request.build_absolute_uri(reverse("personal", args=[token]))
    ahead = entrant.tournament.entrants.filter(
        state=EntrantState.WAITING, created_at__lt=entrant.created_at
    ).count()
    return {
        "tournament": entrant.tournament,
        "entrant": entrant,
        "token": token,
        "is_new": "new" in request.GET,
        "is_saved": "saved" in request.GET,
        "is_confirmed": bool(entrant.answers.get("email_confirmed_at")),
        "asked": entrant.answers.get("asked", ""),
        "refused": entrant.answers.get("refused", "") if entrant.is_out else "",
        "waits": entrant.state == EntrantState.WAITING,
        "place_in_list": ahead + 1,
        "may_bring_others": door_state(entrant.tournament) is DoorState.OPEN,
        "closed": closed,
        "personal_url": personal_url,
        "personal_qr": qr_of(personal_url),
        "clubs": club_names(),
    }


@require_POST
def withdraw(request: HttpRequest, token: str) -> HttpResponse:
    """Withdraw, or leave the waiting list; whoever moves up gets a letter."""
    entrant = _entrant(token)
    try:
        moved_up = withdraw_registration(entrant_id=entrant.pk)
    except TournamentError as error:
        plan = DoorPlan.of(entrant.tournament)
        form = RegistrationForm(
            questions=plan.questions,
            takes_standby=plan.takes_standby,
            initial=initial_of_registration(entrant),
        )
        context = _own_context(request, entrant, token) | {"form": form, "error": error, "plan": plan}
        return private(render(request, "registration/own.html", context, status=error.status))
    for one in moved_up:
        post_letter(request, Letter.PLACE, one)
    return private(redirect(reverse("registration", args=[token])))


def email_page(request: HttpRequest, token: str) -> HttpResponse:
    """The link of the letter: one press confirms the address, so that a mail scanner's look does not."""
    context: dict[str, Any] = {"token": token, "title": _("Confirm your address")}
    if request.method == "POST":
        try:
            entrant = confirm_email(token=token)
        except LetterClosed as error:
            return private(
                render(request, "registration/email.html", {**context, "error": error}, status=error.status)
            )
        context |= {"tournament": entrant.tournament, "own": personal_token(entrant)}
    return private(render(request, "registration/email.html", context))
