"""Who works in a tournament, and which invitations are still open."""

from tournament.models import Invitation, Membership, Tournament


def members_of(tournament: Tournament) -> list[Membership]:
    """Roles with their users, directors first; one query."""
    return list(tournament.memberships.select_related("user").order_by("role", "user__username"))


def open_invitations(tournament: Tournament) -> list[Invitation]:
    """Links that still give their role, the newest first; one query."""
    waiting = tournament.invitations.filter(used_at=None, revoked_at=None).order_by("-created_at")
    return [one for one in waiting.select_related("invited_by") if one.is_open]
