"""Invitations: links that give a role once, expire, and can be revoked; only a hash of the token is kept."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.errors import InvalidInput, TournamentError
from tournament.models import Invitation, Membership, Role, User
from tournament.services.records import lock_tournament, record_event
from tournament.services.tokens import hash_of

VALID_FOR = timedelta(days=7)


class InvitationClosed(TournamentError):
    """The link was used, revoked, has expired, or never existed."""

    code = "invitation_closed"
    status = 422
    message = _("This invitation no longer holds. Ask the director for a new link.")


class LastDirector(TournamentError):
    """A tournament keeps at least one director."""

    code = "last_director"
    message = _("A tournament needs a director: name another one first.")


@dataclass(frozen=True, slots=True)
class FreshInvitation:
    """The stored invitation and its token, which is shown this once."""

    invitation: Invitation
    token: str


@transaction.atomic
def invite(
    *, tournament_id: int, role: Role, actor: User | None, email: str = "", tables: Sequence[int] = ()
) -> FreshInvitation:
    """A link for one person to take a role; `tables` limits a referee to those numbers."""
    tournament = lock_tournament(tournament_id)
    if role not in Role.values:
        raise InvalidInput(_("Unknown role."))
    token = secrets.token_urlsafe(24)
    invitation = Invitation.objects.create(
        tournament=tournament,
        role=role,
        tables=list(tables),
        email=email,
        token_hash=hash_of(token),
        invited_by=actor,
        expires_at=timezone.now() + VALID_FOR,
    )
    record_event(
        tournament, "invited", subject=email, actor=actor, after={"role": role, "tables": list(tables)}
    )
    return FreshInvitation(invitation, token)


def open_invitation(token: str) -> Invitation:
    """The invitation that a token opens. Raises InvitationClosed."""
    found = Invitation.objects.select_related("tournament").filter(token_hash=hash_of(token)).first()
    if found is None or not found.is_open:
        raise InvitationClosed
    return found


@transaction.atomic
def accept_invitation(*, token: str, user: User) -> Membership:
    """Take the role. The link is used up; a role the user has already is widened, not doubled."""
    invitation = open_invitation(token)
    tournament = lock_tournament(invitation.tournament_id)
    used = Invitation.objects.filter(pk=invitation.pk, used_at=None, revoked_at=None).update(
        used_by=user, used_at=timezone.now()
    )
    if not used:
        raise InvitationClosed
    membership, created = Membership.objects.get_or_create(
        tournament=tournament, user=user, role=invitation.role, defaults={"tables": invitation.tables}
    )
    if not created:
        wider = bool(membership.tables) and bool(invitation.tables)
        membership.tables = sorted({*membership.tables, *invitation.tables}) if wider else []
        membership.save(update_fields=["tables"])
    record_event(
        tournament,
        "invitation_accepted",
        subject=user.display_name,
        actor=user,
        after={"role": invitation.role},
    )
    return membership


@transaction.atomic
def revoke_invitation(*, invitation_id: int, actor: User | None) -> Invitation:
    """Close an open link."""
    tournament_id = Invitation.objects.values_list("tournament_id", flat=True).get(pk=invitation_id)
    tournament = lock_tournament(tournament_id)
    invitation = Invitation.objects.get(pk=invitation_id)
    if invitation.is_open:
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])
        record_event(tournament, "invitation_revoked", subject=invitation.email, actor=actor)
    return invitation


@transaction.atomic
def remove_member(*, membership_id: int, actor: User | None) -> None:
    """Take a role away; the last director stays."""
    tournament_id = Membership.objects.values_list("tournament_id", flat=True).get(pk=membership_id)
    tournament = lock_tournament(tournament_id)
    membership = Membership.objects.select_related("user").get(pk=membership_id)
    if membership.role == Role.DIRECTOR and tournament.memberships.filter(role=Role.DIRECTOR).count() == 1:
        raise LastDirector
    membership.delete()
    record_event(
        tournament,
        "member_removed",
        subject=membership.user.display_name,
        actor=actor,
        before={"role": membership.role},
    )
