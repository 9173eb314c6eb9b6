"""Who is entered, and the roll call."""

from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from tournament.api import documents, shapes
from tournament.api.access import expect, sight_of
from tournament.api.conditional import single
from tournament.api.deeds import Deed, Where, described
from tournament.api.forms import EntrantFilter, NewEntrantForm, PresenceForm, RollCallForm, WithdrawalForm
from tournament.api.reads import list_entrants, page_of
from tournament.api.responses import NOT_FOUND, problems, read_responses
from tournament.models import Entrant, Scope, Tournament, User
from tournament.selectors.public import Sight
from tournament.services.entrants import NewEntrant, add_entrant
from tournament.services.presence import (
    bring_back_entrant,
    close_check_in,
    mark_presence,
    reopen_check_in,
    withdraw_entrant,
)


@described("Entrants", "add_entrant", "Enter somebody", shapes.EntrantSerializer)
class Entrants(Deed):
    """By name and club."""

    permission = "tournament.keep_entrants"
    scope = Scope.ENTRANTS
    form = NewEntrantForm
    answers = 201
    matches = False

    def carry_out(self, target: Tournament, given: dict[str, Any], actor: User) -> Entrant:
        """Enter them."""
        return add_entrant(tournament_id=target.pk, entry=NewEntrant(**given), actor=actor)

    def answer(self, sight: Sight, done: Entrant, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The new entrant."""
        return documents.entrant_document(sight, done.number)

    @extend_schema(
        tags=["Entrants"],
        operation_id="list_entrants",
        summary="Who is entered, by number",
        parameters=[EntrantFilter],
        responses=read_responses(page_of(shapes.EntrantSerializer, "EntrantPage"), NOT_FOUND),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """A page of them."""
        return list_entrants(request, slug)


class EntrantDeed(Deed):
    """Something done to one entrant."""

    permission = "tournament.keep_entrants"
    scope = Scope.ENTRANTS

    def target(self, sight: Sight, where: Where) -> Entrant:
        """The entrant of that number."""
        found = sight.tournament.entrants.filter(number=where["number"]).first()
        if found is None:
            raise Http404
        return found

    def seen(self, sight: Sight, target: Entrant) -> Any:
        """The entrant as `entrants/<number>/` shows them."""
        return documents.entrant_document(sight, target.number)


@described(
    "Entrants",
    "mark_presence",
    "Mark an entrant as here, absent, or not called yet",
    shapes.EntrantSerializer,
)
class Presence(EntrantDeed):
    """The same mark twice changes nothing."""

    permission = "tournament.check_in"
    form = PresenceForm

    def carry_out(self, target: Entrant, given: dict[str, Any], actor: User) -> Entrant:
        """Mark them."""
        return mark_presence(entrant_id=target.pk, present=given["present"], actor=actor)


@described("Entrants", "withdraw_entrant", "Take an entrant out after a round", shapes.EntrantSerializer)
class WithdrawEntrant(EntrantDeed):
    """Games played stay as they are; 0 is before the first round."""

    form = WithdrawalForm

    def carry_out(self, target: Entrant, given: dict[str, Any], actor: User) -> Entrant:
        """Take them out."""
        return withdraw_entrant(entrant_id=target.pk, actor=actor, **given)


@described("Entrants", "bring_back_entrant", "Bring an entrant back who was out", shapes.EntrantSerializer)
class BringBack(EntrantDeed):
    """They are present from the next draw on."""

    def carry_out(self, target: Entrant, given: dict[str, Any], actor: User) -> Entrant:  # noqa: ARG002  # one signature for all deeds
        """Bring them back."""
        return bring_back_entrant(entrant_id=target.pk, actor=actor)


@described("Entrants", "set_roll_call", "Close the roll call, or call again", shapes.RollCallSerializer)
class RollCall(Deed):
    """Closing marks everybody absent who was not called; calling again changes nobody's mark."""

    permission = "tournament.keep_entrants"
    scope = Scope.ENTRANTS
    form = RollCallForm

    def seen(self, sight: Sight, target: Tournament) -> Any:  # noqa: ARG002  # one signature for all deeds
        """Everybody by their mark."""
        return documents.roll_call_document(sight)

    def carry_out(self, target: Tournament, given: dict[str, Any], actor: User) -> object:
        """Twice the same changes nothing."""
        if given["open"] is (target.check_in_closed_at is None):
            return None
        step = reopen_check_in if given["open"] else close_check_in
        return step(tournament_id=target.pk, actor=actor)

    @extend_schema(
        tags=["Entrants"],
        operation_id="get_roll_call",
        summary="Who is here, absent, not called yet",
        responses=read_responses(shapes.RollCallSerializer, NOT_FOUND) | problems(403),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """By number, for those who call the roll."""
        sight = sight_of(request, slug)
        expect(request, "tournament.check_in", Scope.READ, sight.tournament)
        return single(request, documents.roll_call_document(sight))
