"""The tournament itself: its state, what of it the public sees, and the log of what was done."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from tournament.api import documents, shapes
from tournament.api.access import expect, sight_of
from tournament.api.base import ApiView, query
from tournament.api.conditional import collection
from tournament.api.deeds import Deed, described
from tournament.api.forms import EventFilter, PublishingForm, StateForm
from tournament.api.reads import page_of, paged
from tournament.api.responses import NOT_FOUND, problems, read_responses
from tournament.models import Scope, Tournament, TournamentState, User
from tournament.selectors.log import events_for_log
from tournament.selectors.public import Sight
from tournament.services.tournaments import set_publishing, set_state

EVENT = ("number", "kind", "subject", "before", "after", "reason", "actor_name", "at", "digest")


class TournamentDeed(Deed):
    """Something done to the tournament as a whole; `If-Match` takes its ETag."""

    scope = Scope.ROUNDS

    def seen(self, sight: Sight, target: Tournament) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The tournament as its address shows it."""
        return documents.tournament_document(sight)


@described("Tournaments", "set_publishing", "Choose what the public sees", shapes.TournamentSerializer)
class Publishing(TournamentDeed):
    """Switches that are left out stay as they are."""

    permission = "tournament.publish"
    form = PublishingForm

    def carry_out(self, target: Tournament, given: dict[str, Any], actor: User) -> Tournament:
        """From now on."""
        switches = {field: given[name] for name, field in documents.SWITCHES.items() if name in given}
        hidden = given.get("hidden_from_round", target.hidden_from_round)
        return set_publishing(tournament_id=target.pk, actor=actor, hidden_from_round=hidden, **switches)


@described("Tournaments", "set_state", "Carry the tournament to its next state", shapes.TournamentSerializer)
class State(TournamentDeed):
    """Reopening a finished one needs a reason. Twice changes nothing."""

    permission = "tournament.direct"
    form = StateForm

    def carry_out(self, target: Tournament, given: dict[str, Any], actor: User) -> Tournament:
        """409 for a state that does not follow."""
        state = TournamentState(given["state"])
        return set_state(tournament_id=target.pk, state=state, actor=actor, reason=given["reason"])


class Events(ApiView):
    """The log."""

    @extend_schema(
        tags=["Tournaments"],
        operation_id="list_events",
        summary="Who did what, the newest first; with `after` what came since",
        parameters=[EventFilter],
        responses=read_responses(page_of(shapes.EventSerializer, "EventPage"), NOT_FOUND) | problems(403),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For directors; nothing in it can be changed."""
        asked = query(EventFilter, request)
        sight = sight_of(request, slug)
        expect(request, "tournament.see_log", Scope.READ, sight.tournament)
        events = events_for_log(sight.tournament, words=asked.get("q", ""), kind=asked.get("kind", ""))
        if "after" in asked:
            events = events.filter(number__gt=asked["after"]).order_by("number")
        return collection(
            request, sight, lambda: paged(request, asked, events, lambda rows: list(rows.values(*EVENT)))
        )
