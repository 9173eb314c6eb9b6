"""The dispute desk for programs: the same services, the same states."""

from typing import Any, ClassVar

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.serializers import Serializer

from tournament.api import shapes
from tournament.api.access import expect, sight_of
from tournament.api.base import ApiView
from tournament.api.conditional import collection, single
from tournament.api.deeds import Deed, Where, described
from tournament.api.examples import CASE
from tournament.api.forms import ReasonForm
from tournament.api.responses import NOT_FOUND, problems, read_responses
from tournament.models import Dispute, Scope, Tournament, User
from tournament.reports.dispute_record import dispute_record
from tournament.selectors.disputes import dispute_of, disputes_for_tournament
from tournament.selectors.public import Sight
from tournament.services.disputes import (
    appeal_dispute,
    ask_again,
    decide_dispute,
    open_dispute,
    withdraw_dispute,
)


class DisputeForm(s.Serializer[None]):
    """A question: a case as `adjudications/` takes it, at a table or not. `parties` are numbers of entrants."""

    table = s.IntegerField(required=False, allow_null=True, min_value=1, max_value=2**63 - 1)
    question = s.CharField(max_length=300, allow_blank=True, default="")
    case = s.JSONField()
    parties = s.ListField(child=s.IntegerField(min_value=1, max_value=2**31 - 1), default=list, max_length=10)


class AmendForm(s.Serializer[None]):
    """The case as it should have been put."""

    question = s.CharField(max_length=300, allow_blank=True, default="")
    case = s.JSONField()


class DecisionForm(s.Serializer[None]):
    """The referee accepts the engine's ruling, or overrules it with a reason."""

    accept = s.BooleanField()
    reason = s.CharField(max_length=500, allow_blank=True, default="")


RULING = (
    "ruleset",
    "verdict",
    "case",
    "document",
    "decision",
    "reason",
    "on_appeal",
    "created_at",
    "decided_at",
)
DISPUTE = (
    "id",
    "state",
    "question",
    "opened_at",
    "clock_stopped_at",
    "returned_seconds",
    "appeal_until",
    "closed_at",
)


def dispute_document(dispute: Dispute) -> dict[str, Any]:
    """A dispute with its rulings."""
    return {name: getattr(dispute, name) for name in DISPUTE} | {
        "table": dispute.table_id,
        "parties": sorted(one.number for one in dispute.parties.all()),
        "rulings": [{name: getattr(ruling, name) for name in RULING} for ruling in dispute.rulings.all()],
    }


def _of(tournament: Tournament, dispute_id: int) -> Dispute:
    found = dispute_of(tournament, dispute_id)
    if found is None:
        raise Http404
    return found


@described(
    "Disputes",
    "open_dispute",
    "Put a case to the adjudicator; the table's clock stops",
    shapes.DisputeSerializer,
    [OpenApiExample("An attack", {"question": "Was it legal?", "case": CASE}, request_only=True)],
)
class Disputes(Deed):
    """The ruling is in the answer."""

    permission = "tournament.rule_dispute"
    scope = Scope.DISPUTES
    form = DisputeForm
    answers = 201
    matches = False

    def carry_out(self, target: Tournament, given: dict[str, Any], actor: User) -> Dispute:
        """Open it."""
        parties = target.entrants.filter(number__in=given["parties"]).values_list("pk", flat=True)
        return open_dispute(
            tournament_id=target.pk,
            case=given["case"],
            question=given["question"],
            table_id=given.get("table"),
            parties=parties,
            actor=actor,
        )

    def answer(self, sight: Sight, done: Dispute, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """With its ruling."""
        return dispute_document(_of(sight.tournament, done.pk))

    @extend_schema(
        tags=["Disputes"],
        operation_id="list_disputes",
        summary="Every dispute, newest first, for those who work in the tournament",
        responses=read_responses(shapes.DisputeSerializer(many=True), NOT_FOUND) | problems(403),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """With their rulings."""
        sight = sight_of(request, slug)
        expect(request, "tournament.work_in", Scope.READ, sight.tournament)
        return collection(
            request,
            sight,
            lambda: [dispute_document(one) for one in disputes_for_tournament(sight.tournament)],
        )


class OneDispute(ApiView):
    """A dispute."""

    @extend_schema(
        tags=["Disputes"],
        operation_id="get_dispute",
        summary="A dispute with its rulings",
        responses=read_responses(shapes.DisputeSerializer, NOT_FOUND) | problems(403),
    )
    def get(self, request: Request, slug: str, dispute_id: int) -> HttpResponse:
        """For those who work in the tournament."""
        tournament = sight_of(request, slug).tournament
        expect(request, "tournament.work_in", Scope.READ, tournament)
        return single(request, dispute_document(_of(tournament, dispute_id)))


class DisputeRecord(ApiView):
    """The record of a dispute."""

    @extend_schema(
        tags=["Disputes"],
        operation_id="get_dispute_record",
        summary="The record of a dispute, as PDF",
        responses={(200, "application/pdf"): OpenApiResponse(OpenApiTypes.BINARY)}
        | problems(401, 403, 404, 429),
    )
    def get(self, request: Request, slug: str, dispute_id: int) -> HttpResponse:
        """To be signed."""
        tournament = sight_of(request, slug).tournament
        expect(request, "tournament.rule_dispute", Scope.READ, tournament)
        return HttpResponse(dispute_record(_of(tournament, dispute_id)), content_type="application/pdf")


class DisputeDeed(Deed):
    """One step of a dispute."""

    permission = "tournament.rule_dispute"
    scope = Scope.DISPUTES
    form: ClassVar[type[Serializer[Any]] | None] = ReasonForm

    def target(self, sight: Sight, where: Where) -> Dispute:
        """The dispute; else 404."""
        return _of(sight.tournament, where["dispute_id"])

    def seen(self, sight: Sight, target: Dispute) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The dispute as its address shows it."""
        return dispute_document(target)


@described(
    "Disputes", "decide_dispute", "Accept the ruling, or overrule it with a reason", shapes.DisputeSerializer
)
class Decide(DisputeDeed):
    """The clock runs again, with its minutes given back."""

    form = DecisionForm

    def carry_out(self, target: Dispute, given: dict[str, Any], actor: User) -> object:
        """Accept or overrule."""
        return decide_dispute(dispute_id=target.pk, actor=actor, **given)


@described("Disputes", "amend_dispute", "Put the case better", shapes.DisputeSerializer)
class Amend(DisputeDeed):
    """The earlier ruling stays on record. A question left out stays."""

    form = AmendForm

    def carry_out(self, target: Dispute, given: dict[str, Any], actor: User) -> object:
        """Ask again."""
        return ask_again(dispute_id=target.pk, actor=actor, **given)


@described(
    "Disputes",
    "appeal_dispute",
    "Appeal to another referee, within the time that the decision names",
    shapes.DisputeSerializer,
)
class Appeal(DisputeDeed):
    """The clock stands still again."""

    def carry_out(self, target: Dispute, given: dict[str, Any], actor: User) -> object:
        """To another referee."""
        return appeal_dispute(dispute_id=target.pk, actor=actor, **given)


@described("Disputes", "withdraw_dispute", "Close a dispute without a decision", shapes.DisputeSerializer)
class Withdraw(DisputeDeed):
    """The players agree; the clock runs again."""

    def carry_out(self, target: Dispute, given: dict[str, Any], actor: User) -> object:
        """Close it."""
        return withdraw_dispute(dispute_id=target.pk, actor=actor, **given)
