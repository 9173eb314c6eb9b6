"""Those whom nothing separates, and the director's decision between them."""

from typing import Any

from django.http import Http404, HttpResponse
from rest_framework import serializers as s
from rest_framework.request import Request

from tournament.api.access import expect, sight_of
from tournament.api.conditional import single
from tournament.api.deeds import Deed, Where, described, entrant_ids, reading
from tournament.api.forms import LARGEST_NUMBER
from tournament.models import Scope, Stage, StageKind, Tournament, User
from tournament.selectors.public import Sight
from tournament.selectors.standings import BY_HAND
from tournament.selectors.ties import tied_groups
from tournament.services.ties import decide_by_hand, take_back_decision

TAG = "Standings"


class DecidedSerializer(s.Serializer[None]):
    """The order that was decided, the best first, by number."""

    after_round = s.IntegerField()
    order = s.ListField(child=s.IntegerField())
    reason = s.CharField()


class TiesSerializer(s.Serializer[None]):
    """Each place that several share, by number, and what was decided."""

    groups = s.ListField(child=s.ListField(child=s.IntegerField()))
    decision = DecidedSerializer(allow_null=True)


class DecideForm(s.Serializer[None]):
    """Level entrants by number, the best first; those left out stand after those named."""

    order = s.ListField(child=s.IntegerField(min_value=1, max_value=LARGEST_NUMBER), max_length=1000)
    reason = s.CharField(max_length=200)


def _stage(tournament: Tournament) -> Stage:
    """The qualifying stage; else 404."""
    stage = tournament.stages.filter(kind=StageKind.RANKED).first()
    if stage is None:
        raise Http404
    return stage


def ties_document(tournament: Tournament) -> dict[str, Any]:
    """Who shares a place, and the decision."""
    stage = _stage(tournament)
    numbers = dict(tournament.entrants.values_list("pk", "number"))
    decision = stage.plan.get(BY_HAND)
    _last, groups = tied_groups(stage)
    return {
        "groups": [[numbers[who] for who in group] for group in groups],
        "decision": {
            "after_round": decision["after_round"],
            "order": [numbers[who] for who in decision["order"] if who in numbers],
            "reason": decision["reason"],
        }
        if decision
        else None,
    }


class TiesDeed(Deed):
    """`If-Match` takes the ETag of `ties/`."""

    permission = "tournament.direct"
    scope = Scope.ROUNDS

    def target(self, sight: Sight, where: Where) -> Stage:  # noqa: ARG002  # one signature for all deeds
        """The qualifying stage."""
        return _stage(sight.tournament)

    def seen(self, sight: Sight, target: object) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The ties as `ties/` shows them."""
        return ties_document(sight.tournament)


@described(TAG, "decide_ties", "Put level players in order, with a reason", TiesSerializer)
class Ties(TiesDeed):
    """A decision before is replaced; standings that were issued are issued again with the reason."""

    form = DecideForm

    def carry_out(self, target: Stage, given: dict[str, Any], actor: User) -> Stage:
        """Decide."""
        order = entrant_ids(target.tournament, given["order"])
        return decide_by_hand(stage_id=target.pk, order=order, reason=given["reason"], actor=actor)

    @reading(TAG, "list_ties", "Each place that several share, and what was decided", TiesSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For directors."""
        tournament = sight_of(request, slug).tournament
        expect(request, self.permission, Scope.READ, tournament)
        return single(request, ties_document(tournament))


@described(TAG, "take_back_ties", "Let those put in order share their place again", TiesSerializer)
class TakeBackTies(TiesDeed):
    """Nothing happens where nothing was decided."""

    def carry_out(self, target: Stage, given: dict[str, Any], actor: User) -> Stage:  # noqa: ARG002  # one signature for all deeds
        """Take it back."""
        return take_back_decision(stage_id=target.pk, actor=actor)
