"""Who works in a tournament: roles, and the links that give them."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request

from tournament.api.access import expect, may_everywhere, sight_of
from tournament.api.base import ApiView, read
from tournament.api.conditional import single
from tournament.api.deeds import Deed, Where, described, reading, row_of
from tournament.api.examples import INVITATION
from tournament.api.idempotency import once
from tournament.api.responses import KEY, write_responses
from tournament.models import Invitation, Membership, Role, Scope, Tournament, User
from tournament.selectors.people import members_of, open_invitations
from tournament.selectors.public import Sight
from tournament.services.invitations import (
    FreshInvitation,
    accept_invitation,
    invite,
    remove_member,
    revoke_invitation,
)

TAG = "Roles"
TABLES = s.ListField(child=s.IntegerField(min_value=1, max_value=32767), max_length=300, default=list)


class MemberSerializer(s.Serializer[None]):
    """Somebody with a role; `tables` limit a referee, none: all."""

    id = s.IntegerField()
    name = s.CharField()
    role = s.ChoiceField(Role.choices)
    tables = s.ListField(child=s.IntegerField())


class InvitationSerializer(s.Serializer[None]):
    """A link that is still open; `revoked_at` once it was closed."""

    id = s.IntegerField()
    role = s.ChoiceField(Role.choices)
    tables = s.ListField(child=s.IntegerField())
    email = s.CharField(allow_blank=True)
    invited_by = s.CharField(allow_null=True)
    expires_at = s.DateTimeField()
    used_at = s.DateTimeField(allow_null=True)
    revoked_at = s.DateTimeField(allow_null=True)


class NewInvitationSerializer(InvitationSerializer):
    """An invitation just made: the link and its token are in this answer only."""

    link = s.CharField()
    token = s.CharField()


class InvitationForm(s.Serializer[None]):
    """A role to give. Nothing is mailed: hand the link over. `tables` limits a referee to those numbers."""

    role = s.ChoiceField(Role.choices)
    email = s.EmailField(required=False, allow_blank=True, default="", max_length=254)
    tables = TABLES


class AcceptForm(s.Serializer[None]):
    """The token of the link."""

    token = s.CharField(max_length=100)


def member_document(one: Membership) -> dict[str, Any]:
    """A role with its user's name."""
    return {"id": one.pk, "name": one.user.display_name, "role": one.role, "tables": one.tables}


INVITATION_FIELDS = ("role", "tables", "email", "expires_at", "used_at", "revoked_at")


def invitation_document(one: Invitation) -> dict[str, Any]:
    """An invitation without its token."""
    by = one.invited_by.display_name if one.invited_by else None
    return {"id": one.pk, "invited_by": by} | {name: getattr(one, name) for name in INVITATION_FIELDS}


class Members(ApiView):
    """Who works here."""

    @reading(TAG, "list_members", "Who works in the tournament, directors first", MemberSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For directors."""
        tournament = sight_of(request, slug).tournament
        expect(request, "tournament.invite", Scope.READ, tournament)
        return single(request, [member_document(one) for one in members_of(tournament)])


@described(TAG, "remove_member", "Take a role away", MemberSerializer(many=True))
class RemoveMember(Deed):
    """The last director stays. A new invitation gives it back. The answer are those who still work here."""

    permission = "tournament.invite"
    scope = Scope.PEOPLE
    matches = False

    def target(self, sight: Sight, where: Where) -> Membership:
        """The role; else 404."""
        return row_of(sight.tournament.memberships.all(), pk=where["member_id"])

    def carry_out(self, target: Membership, given: dict[str, Any], actor: User) -> None:  # noqa: ARG002  # one signature for all deeds
        """Take it away."""
        remove_member(membership_id=target.pk, actor=actor)

    def answer(self, sight: Sight, done: object, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """Who is left."""
        return [member_document(one) for one in members_of(sight.tournament)]


@described(
    TAG,
    "invite",
    "Make a link that gives a role once, within seven days",
    NewInvitationSerializer,
    [OpenApiExample("A referee of two tables", INVITATION, request_only=True)],
)
class Invitations(Deed):
    """Whoever opens the link and signs in takes the role."""

    permission = "tournament.invite"
    scope = Scope.PEOPLE
    form = InvitationForm
    answers = 201
    matches = False

    def carry_out(self, target: Tournament, given: dict[str, Any], actor: User) -> FreshInvitation:
        """Make it."""
        role = Role(given.pop("role"))
        return invite(tournament_id=target.pk, role=role, actor=actor, **given)

    def answer(self, sight: Sight, done: FreshInvitation, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """With the link, this once."""
        link = self.request.build_absolute_uri(reverse("invitation", args=[done.token]))
        return invitation_document(done.invitation) | {"link": link, "token": done.token}

    @reading(TAG, "list_invitations", "The links that are still open", InvitationSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The newest first, without their tokens."""
        tournament = sight_of(request, slug).tournament
        expect(request, self.permission, Scope.READ, tournament)
        return single(request, [invitation_document(one) for one in open_invitations(tournament)])


@described(TAG, "revoke_invitation", "Close an open link", InvitationSerializer)
class RevokeInvitation(Deed):
    """Twice changes nothing."""

    permission = "tournament.invite"
    scope = Scope.PEOPLE

    def target(self, sight: Sight, where: Where) -> Invitation:
        """The invitation; else 404."""
        return row_of(sight.tournament.invitations.select_related("invited_by"), pk=where["invitation_id"])

    def seen(self, sight: Sight, target: Invitation) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The invitation as the list shows it."""
        return invitation_document(target)

    def carry_out(self, target: Invitation, given: dict[str, Any], actor: User) -> None:  # noqa: ARG002  # one signature for all deeds
        """Close it."""
        revoke_invitation(invitation_id=target.pk, actor=actor)


class AcceptInvitation(ApiView):
    """Taking a role."""

    @extend_schema(
        tags=[TAG],
        operation_id="accept_invitation",
        summary="Take the role of a link for yourself",
        parameters=[KEY],
        request=AcceptForm,
        responses=write_responses(MemberSerializer),
    )
    def post(self, request: Request) -> HttpResponse:
        """The link is used up."""
        user = may_everywhere(request, Scope.PEOPLE)
        token = read(AcceptForm, request)["token"]
        return once(request, lambda: (member_document(accept_invitation(token=token, user=user)), 200))
