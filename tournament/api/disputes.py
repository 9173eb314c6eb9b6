"""The dispute desk for programs: the same services, the same states."""

from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request

from tournament.api import shapes
from tournament.api.access import expect, sight_of
from tournament.api.base import ApiView, read
from tournament.api.conditional import collection, expect_match, single
from tournament.api.examples import CASE
from tournament.api.forms import DecisionForm, DisputeForm, ReasonForm
from tournament.api.idempotency import once
from tournament.api.responses import KEY, MATCH, NOT_FOUND, problems, read_responses, write_responses
from tournament.models import Dispute, Scope, Tournament, User
from tournament.selectors.disputes import dispute_of, disputes_for_tournament
from tournament.services.disputes import appeal_dispute, decide_dispute, open_dispute, withdraw_dispute
from tournament.services.records import lock_tournament

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


class Disputes(ApiView):
    """The disputes of a tournament."""

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

    @extend_schema(
        tags=["Disputes"],
        operation_id="open_dispute",
        summary="Put a case to the adjudicator; the table's clock stops",
        parameters=[KEY],
        request=DisputeForm,
        responses=write_responses(shapes.DisputeSerializer, 201),
        examples=[
            OpenApiExample("An attack", {"question": "Was it legal?", "case": CASE}, request_only=True)
        ],
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """The ruling is in the answer."""
        tournament = sight_of(request, slug).tournament
        actor = expect(request, "tournament.rule_dispute", Scope.DISPUTES, tournament)
        asked = read(DisputeForm, request)
        parties = tournament.entrants.filter(number__in=asked["parties"]).values_list("pk", flat=True)

        def deed() -> tuple[Any, int]:
            opened = open_dispute(
                tournament_id=tournament.pk,
                case=asked["case"],
                question=asked["question"],
                table_id=asked.get("table"),
                parties=parties,
                actor=actor,
            )
            return dispute_document(_of(tournament, opened.pk)), 201

        return once(request, deed)


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


class DisputeDeed(ApiView):
    """One step of a dispute."""

    def carry_out(self, dispute: Dispute, actor: User, request: Request) -> None:
        """The service behind the step."""
        raise NotImplementedError

    def act(self, request: Request, slug: str, dispute_id: int) -> HttpResponse:
        """Permit, match, act, answer."""
        tournament = sight_of(request, slug).tournament
        actor = expect(request, "tournament.rule_dispute", Scope.DISPUTES, tournament)

        def deed() -> tuple[Any, int]:
            lock_tournament(tournament.pk)
            dispute = _of(tournament, dispute_id)
            expect_match(request, lambda: dispute_document(dispute))
            self.carry_out(dispute, actor, request)
            return dispute_document(_of(tournament, dispute_id)), 200

        return once(request, deed)


class Decide(DisputeDeed):
    """The decision."""

    def carry_out(self, dispute: Dispute, actor: User, request: Request) -> None:
        """Accept or overrule."""
        given = read(DecisionForm, request)
        decide_dispute(dispute_id=dispute.pk, accept=given["accept"], reason=given["reason"], actor=actor)

    @extend_schema(
        tags=["Disputes"],
        operation_id="decide_dispute",
        summary="Accept the ruling, or overrule it with a reason",
        parameters=[KEY, MATCH],
        request=DecisionForm,
        responses=write_responses(shapes.DisputeSerializer),
    )
    def post(self, request: Request, slug: str, dispute_id: int) -> HttpResponse:
        """The clock runs again, with its minutes given back."""
        return self.act(request, slug, dispute_id)


class Appeal(DisputeDeed):
    """The appeal."""

    def carry_out(self, dispute: Dispute, actor: User, request: Request) -> None:
        """To another referee."""
        appeal_dispute(dispute_id=dispute.pk, actor=actor, reason=read(ReasonForm, request)["reason"])

    @extend_schema(
        tags=["Disputes"],
        operation_id="appeal_dispute",
        summary="Appeal to another referee, within the time that the decision names",
        parameters=[KEY, MATCH],
        request=ReasonForm,
        responses=write_responses(shapes.DisputeSerializer),
    )
    def post(self, request: Request, slug: str, dispute_id: int) -> HttpResponse:
        """The clock stands still again."""
        return self.act(request, slug, dispute_id)


class Withdraw(DisputeDeed):
    """The players agree."""

    def carry_out(self, dispute: Dispute, actor: User, request: Request) -> None:
        """Close without a decision."""
        withdraw_dispute(dispute_id=dispute.pk, actor=actor, reason=read(ReasonForm, request)["reason"])

    @extend_schema(
        tags=["Disputes"],
        operation_id="withdraw_dispute",
        summary="Close a dispute without a decision",
        parameters=[KEY, MATCH],
        request=ReasonForm,
        responses=write_responses(shapes.DisputeSerializer),
    )
    def post(self, request: Request, slug: str, dispute_id: int) -> HttpResponse:
        """The clock runs again."""
        return self.act(request, slug, dispute_id)
