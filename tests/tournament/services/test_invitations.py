"""Invitations and personal links: once, in time, revocable, never readable from the database."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import make_entrant, make_member, make_tournament, make_user
from tournament.errors import InvalidInput
from tournament.models import Invitation, Membership, Role
from tournament.services.invitations import (
    InvitationClosed,
    LastDirector,
    accept_invitation,
    invite,
    open_invitation,
    remove_member,
    revoke_invitation,
)
from tournament.services.links import LinkClosed, entrant_of_token, personal_token, revoke_personal_link

pytestmark = pytest.mark.django_db


def test_a_link_gives_its_role_once() -> None:
    tournament = make_tournament()
    fresh = invite(tournament_id=tournament.pk, role=Role.REFEREE, actor=None, tables=[1, 2])
    assert fresh.token not in Invitation.objects.values_list("token_hash", flat=True)
    membership = accept_invitation(token=fresh.token, user=make_user())
    assert (membership.role, membership.tables) == ("referee", [1, 2])
    with pytest.raises(InvitationClosed):
        accept_invitation(token=fresh.token, user=make_user())


@pytest.mark.parametrize(("first", "second", "tables"), [([1], [2], [1, 2]), ([1], [], []), ([], [3], [])])
def test_a_second_invitation_widens_the_role(first: list[int], second: list[int], tables: list[int]) -> None:
    tournament, user = make_tournament(), make_user()
    for numbers in (first, second):
        fresh = invite(tournament_id=tournament.pk, role=Role.REFEREE, actor=None, tables=numbers)
        accept_invitation(token=fresh.token, user=user)
    assert Membership.objects.get(user=user).tables == tables


def test_expired_revoked_and_unknown_links_are_closed() -> None:
    tournament = make_tournament()
    fresh = [invite(tournament_id=tournament.pk, role=Role.DESK, actor=None) for _ in range(2)]
    Invitation.objects.filter(pk=fresh[0].invitation.pk).update(
        expires_at=timezone.now() - timedelta(seconds=1)
    )
    for _ in range(2):
        revoke_invitation(invitation_id=fresh[1].invitation.pk, actor=None)
    for token in (fresh[0].token, fresh[1].token, "nonsense"):
        with pytest.raises(InvitationClosed):
            open_invitation(token)
    with pytest.raises(InvalidInput):
        invite(tournament_id=tournament.pk, role="king", actor=None)


def test_the_last_director_stays() -> None:
    tournament = make_tournament()
    first = make_member(tournament)
    with pytest.raises(LastDirector):
        remove_member(membership_id=first.memberships.get().pk, actor=None)
    make_member(tournament)
    remove_member(membership_id=first.memberships.get().pk, actor=None)
    assert tournament.memberships.count() == 1


def test_a_personal_link_opens_one_entrant_until_it_is_revoked() -> None:
    entrant = make_entrant(make_tournament())
    token = personal_token(entrant)
    assert entrant_of_token(token) == entrant
    revoke_personal_link(entrant_id=entrant.pk, actor=None)
    for closed in (token, token + "x", "", "a:b:c"):
        with pytest.raises(LinkClosed):
            entrant_of_token(closed)
    entrant.refresh_from_db()
    assert entrant_of_token(personal_token(entrant)) == entrant
