"""Penalties: given with a reason by a sanction of the catalogue or by their effect, revocable."""

from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request

from tournament.api import shapes
from tournament.api.access import expect, sight_of
from tournament.api.base import ApiView
from tournament.api.conditional import collection
from tournament.api.deeds import Deed, Where, described, entrant_ids, round_numbered
from tournament.api.examples import PENALTY
from tournament.api.forms import PenaltyForm, ReasonForm
from tournament.api.responses import NOT_FOUND, problems, read_responses
from tournament.errors import InvalidInput
from tournament.models import Penalty, Sanction, SanctionEffect, Scope, Tournament, User
from tournament.selectors.public import Sight
from tournament.services.penalties import give_penalty, revoke_penalty

SANCTION = ("code", "name", "effect", "amount", "doubled_for_captain")
LINE = ("id", "effect", "points", "minutes", "reason", "created_at", "revoked_at", "revoked_reason")


def penalty_document(penalty: Penalty) -> dict[str, Any]:
    """A penalty with its entrant and round by number."""
    return {name: getattr(penalty, name) for name in LINE} | {
        "entrant": penalty.entrant.number,
        "round": penalty.round.number if penalty.round else None,
        "sanction": penalty.sanction.code if penalty.sanction else None,
        "given_by": penalty.given_by.display_name if penalty.given_by else None,
    }


def _known(tournament: Tournament) -> Any:
    return tournament.penalties.select_related("entrant", "round", "sanction", "given_by")


def _sanction(tournament: Tournament, given: dict[str, Any]) -> Sanction | None:
    """The sanction that the body names. Raises InvalidInput for one that the catalogue does not have."""
    if "sanction" not in given:
        return None
    found = tournament.sanctions.filter(code=given["sanction"]).first()
    if found is None:
        raise InvalidInput(f"there is no sanction {given['sanction']}")
    return found


@described(
    "Penalties",
    "give_penalty",
    "Give a penalty, with a reason",
    shapes.PenaltySerializer,
    [OpenApiExample("Points off", PENALTY, request_only=True)],
)
class Penalties(Deed):
    """Standings that were issued follow. Only a director disqualifies."""

    permission = "tournament.give_penalty"
    scope = Scope.DISPUTES
    form = PenaltyForm
    answers = 201
    matches = False

    def needs(self, target: Tournament, given: dict[str, Any]) -> tuple[str, ...]:
        """A disqualification is a director's."""
        sanction = _sanction(target, given)
        effect = sanction.effect if sanction else given.get("effect")
        return ("tournament.direct",) if effect == SanctionEffect.DISQUALIFICATION else ()

    def carry_out(self, target: Tournament, given: dict[str, Any], actor: User) -> Penalty:
        """Give it."""
        (who,) = entrant_ids(target, [given["entrant"]])
        sanction, effect = _sanction(target, given), given.get("effect")
        round_ = round_numbered(target, given["round"]) if given.get("round") else None
        return give_penalty(
            entrant_id=who,
            sanction_id=sanction.pk if sanction else None,
            effect=SanctionEffect(effect) if effect else None,
            points=given.get("points"),
            minutes=given["minutes"],
            round_id=round_.pk if round_ else None,
            reason=given["reason"],
            actor=actor,
        )

    def answer(self, sight: Sight, done: Penalty, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The new line."""
        return penalty_document(_known(sight.tournament).get(pk=done.pk))

    @extend_schema(
        tags=["Penalties"],
        operation_id="list_penalties",
        summary="Every penalty, the newest first, for those who may give one",
        responses=read_responses(shapes.PenaltySerializer(many=True), NOT_FOUND) | problems(403),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Revoked ones are marked."""
        sight = sight_of(request, slug)
        expect(request, self.permission, Scope.READ, sight.tournament)
        chosen = _known(sight.tournament).order_by("-created_at", "-id")
        return collection(request, sight, lambda: [penalty_document(one) for one in chosen])


@described("Penalties", "revoke_penalty", "Take a penalty back, with a reason", shapes.PenaltySerializer)
class Revoke(Deed):
    """Its line stays, marked. Twice changes nothing."""

    permission = "tournament.give_penalty"
    scope = Scope.DISPUTES
    form = ReasonForm

    def target(self, sight: Sight, where: Where) -> Penalty:
        """The penalty; else 404."""
        found: Penalty | None = _known(sight.tournament).filter(pk=where["penalty_id"]).first()
        if found is None:
            raise Http404
        return found

    def seen(self, sight: Sight, target: Penalty) -> Any:  # noqa: ARG002  # one signature for all deeds
        """Its line."""
        return penalty_document(target)

    def carry_out(self, target: Penalty, given: dict[str, Any], actor: User) -> Penalty:
        """Take it back."""
        return revoke_penalty(penalty_id=target.pk, actor=actor, reason=given["reason"])


class Sanctions(ApiView):
    """The catalogue."""

    @extend_schema(
        tags=["Penalties"],
        operation_id="list_sanctions",
        summary="The tournament's catalogue of sanctions",
        responses=read_responses(shapes.SanctionSerializer(many=True), NOT_FOUND),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """In its order."""
        sight = sight_of(request, slug)
        return collection(request, sight, lambda: list(sight.tournament.sanctions.values(*SANCTION)))
