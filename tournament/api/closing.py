"""The end of a game at a table, noted act by act: anybody who sees the table follows."""

from typing import Any

from django.http import Http404, HttpResponse
from rest_framework import serializers as s
from rest_framework.request import Request

from tournament.api.access import sight_of, table_for
from tournament.api.conditional import single
from tournament.api.deeds import Where, described, reading
from tournament.api.forms import TURNS
from tournament.api.rounds import TableDeed
from tournament.models import Ending, Scope, Table, User
from tournament.selectors.closing import RULESET, Act, Closing, Phase, closing_of
from tournament.selectors.public import Sight
from tournament.services.closing import note_step, take_back_step

TAG = "Tables"


class StepSerializer(s.Serializer[None]):
    """One noted act; `conquests` are those of the turn before a throw."""

    act = s.ChoiceField([(one.value, one.value) for one in Act])
    turn = s.IntegerField(min_value=TURNS[0], max_value=TURNS[1])
    dice = s.ListField(child=s.IntegerField(min_value=1, max_value=6), max_length=2, default=list)
    conquests = s.IntegerField(min_value=0, max_value=42, default=0)


class StepForm(StepSerializer):
    """An act to note; `seen` is how many acts you know of: another number is a 409."""

    seen = s.IntegerField(min_value=0, max_value=10_000)


class SeenForm(s.Serializer[None]):
    """How many acts you know of."""

    seen = s.IntegerField(min_value=0, max_value=10_000)


class ClosingSerializer(s.Serializer[None]):
    """Where the game stands: `turn` plays now (0: not known yet), `value` is that of the throw in sdadata."""

    phase = s.ChoiceField([(one.value, one.value) for one in Phase])
    turn = s.IntegerField()
    value = s.IntegerField(allow_null=True)
    eliminated = s.ListField(child=s.IntegerField())
    steps = StepSerializer(many=True)
    ending = s.ChoiceField(Ending.choices, allow_null=True)
    ended_by = s.IntegerField(allow_null=True)


def _closing(table: Table) -> Closing:
    """The assistant of a table; 404 for another game."""
    if table.round.tournament.ruleset != RULESET:
        raise Http404
    return closing_of(table, list(table.seats.order_by("turn_order").values_list("turn_order", flat=True)))


def closing_document(state: Closing) -> dict[str, Any]:
    """Where the game stands."""
    return {
        "phase": state.phase.value,
        "turn": state.turn,
        "value": state.value,
        "eliminated": list(state.eliminated),
        "steps": [one.to_document() for one in state.steps],
        "ending": state.ending.value if state.ending else None,
        "ended_by": state.ended_by,
    }


class ClosingDeed(TableDeed):
    """An act of the closing; `If-Match` takes the ETag of `tables/<id>/closing/`."""

    permission = "tournament.enter_result"
    scope = Scope.RESULTS

    def seen(self, sight: Sight, target: Table) -> Any:  # noqa: ARG002  # one signature for all deeds
        """Where the game stands."""
        return closing_document(_closing(target))


@described(TAG, "note_closing", "Note an act of the end of a game", ClosingSerializer)
class TheClosing(ClosingDeed):
    """422 for one that cannot follow, 409 when another device noted something meanwhile."""

    form = StepForm

    def carry_out(self, target: Table, given: dict[str, Any], actor: User) -> Closing:
        """Note it."""
        return note_step(table_id=target.pk, actor=actor, **given | {"act": Act(given["act"])})

    @reading(TAG, "get_closing", "Where the end of a game stands", ClosingSerializer, guarded=False)
    def get(self, request: Request, slug: str, table_id: int) -> HttpResponse:
        """For everybody who sees the table; 404 in other games."""
        return single(request, closing_document(_closing(table_for(sight_of(request, slug), table_id))))


@described(TAG, "take_back_closing", "Take the newest act of a closing back", ClosingSerializer)
class TakeBackClosing(ClosingDeed):
    """With none noted, nothing happens."""

    form = SeenForm

    def carry_out(self, target: Table, given: dict[str, Any], actor: User) -> Closing:
        """Take it back."""
        return take_back_step(table_id=target.pk, seen=given["seen"], actor=actor)

    def answer(self, sight: Sight, done: object, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """Where the game stands now."""
        return self.seen(sight, self.target(sight, where))
