"""Checking in alone: the code on the director's screen, and the page where players type it and press their name."""

from contextlib import AbstractContextManager

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from tournament.errors import TournamentError
from tournament.models import Entrant, EntrantState, Tournament
from tournament.selectors.now import EXPECTED, turnout_of
from tournament.selectors.public import sight_of_public
from tournament.selectors.registration import DoorPlan
from tournament.selectors.roll_call import called_name
from tournament.services.links import LinkClosed, entrant_of_token
from tournament.services.self_check_in import (
    NoSelfCheckIn,
    WrongRoomCode,
    check_in_alone,
    is_room_code,
    room_code,
)
from tournament.web.parsing import text, whole
from tournament.web.plumbing import private, tournament_page
from tournament.web.qr import qr_of
from tournament.web.throttle import few_mistakes

MOST_MISTAKES = 600
"""From one address: a hall behind one router is one address, and 12 million codes are too many to guess."""
MINUTES = 10


def _few_wrong_codes(request: HttpRequest, tournament: Tournament) -> AbstractContextManager[None]:
    """Only wrong codes count: whoever reads the screen is let in, however many they are."""
    what = f"room:{tournament.pk}"
    return few_mistakes(request, what, WrongRoomCode, most=MOST_MISTAKES, minutes=MINUTES)


@tournament_page("tournament.check_in")
def code_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """For the hall's screen: the code in large, its QR, how many are here. It changes by itself."""
    code = room_code(tournament.pk)
    etag = f'"{code}.{tournament.data_version}"'
    if request.headers.get("X-Fragments") and request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=304, headers={"ETag": etag})
    address = request.build_absolute_uri(reverse("self-check-in", args=[tournament.slug]))
    context = {
        "tournament": tournament,
        "plan": DoorPlan.of(tournament),
        "code": code,
        "address": address,
        "qr": qr_of(f"{address}?code={code}"),
        "turnout": turnout_of(tournament),
    }
    answer = render(request, "registration/room_code.html", context)
    answer["ETag"], answer["Cache-Control"] = etag, "no-store"
    return answer


@tournament_page()
def here_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Type the code of the screen, then press one's name. Names are the public ones, shown only in the room."""
    if not DoorPlan.of(tournament).self_check_in:
        raise Http404
    error: TournamentError | None = None
    code = request.POST.get("code") or request.GET.get("code", "")
    in_the_room = False
    if code:
        try:
            with _few_wrong_codes(request, tournament):
                in_the_room = _is_in_the_room(tournament, code)
            if request.method == "POST" and "entrant" in request.POST:
                found = get_object_or_404(tournament.entrants, number=whole(request, "entrant"))
                entrant = check_in_alone(entrant_id=found.pk, typed=code)
                return _here(request, tournament, entrant)
        except TournamentError as refused:
            error = refused
    context = {
        "tournament": tournament,
        "nav_here": "page",
        "error": error,
        "code": code,
        "names": _names(tournament) if in_the_room else [],
        "in_the_room": in_the_room,
        "closed": tournament.check_in_closed_at is not None,
    }
    return render(request, "registration/here.html", context, status=error.status if error else 200)


def _is_in_the_room(tournament: Tournament, code: str) -> bool:
    """True for the code of the screen. Raises WrongRoomCode, NoSelfCheckIn once the roll call is closed."""
    if tournament.check_in_closed_at is not None:
        raise NoSelfCheckIn
    if not is_room_code(tournament.pk, code):
        raise WrongRoomCode
    return True


def _names(tournament: Tournament) -> list[dict[str, object]]:
    """Everybody who is expected and not here yet, by surname, as the public knows them."""
    sight = sight_of_public(tournament)
    missing = tournament.entrants.filter(state__in=set(EXPECTED) - {EntrantState.CHECKED_IN})
    people = sorted(missing.select_related("person", "club"), key=called_name)
    return [{"number": one.number, "name": sight.name_of(one), "club": one.club} for one in people]


def _here(request: HttpRequest, tournament: Tournament, entrant: Entrant) -> HttpResponse:
    name = sight_of_public(tournament).name_of(entrant)
    context = {"tournament": tournament, "nav_here": "page", "name": name}
    return render(request, "registration/checked_in.html", context)


def personal_here(request: HttpRequest, token: str) -> HttpResponse:
    """Check in by personal link: only the code of the screen is asked."""
    try:
        entrant = entrant_of_token(token)
    except LinkClosed as closed:
        raise Http404(str(closed)) from closed
    tournament = entrant.tournament
    if not DoorPlan.of(tournament).self_check_in:
        raise Http404
    error: TournamentError | None = None
    if request.method == "POST":
        try:
            with _few_wrong_codes(request, tournament):
                check_in_alone(entrant_id=entrant.pk, typed=text(request, "code"))
        except TournamentError as refused:
            error = refused
        else:
            return private(redirect("personal", token))
    context = {"tournament": tournament, "entrant": entrant, "error": error, "token": token}
    status = error.status if error else 200
    return private(render(request, "registration/personal_here.html", context, status=status))
