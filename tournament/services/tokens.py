"""Keys for other programs: shown once, kept as a hash, scoped, expiring, revocable."""

import hashlib
import secrets
from collections.abc import Iterable
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.errors import InvalidInput
from tournament.models import ApiToken, Scope, Tournament, User

PREFIX = "sda_"
LONGEST_DAYS = 366
USED_EVERY = timedelta(minutes=1)
"""How exactly the last use of a token is noted: a write for each request would cost more than the request."""


def hash_of(token: str) -> str:
    """What is kept of a token; 256 random bits need no salt."""
    return hashlib.sha256(token.encode()).hexdigest()


def issue_token(
    *, user: User, name: str, scopes: Iterable[str], days: int, tournament: Tournament | None = None
) -> tuple[ApiToken, str]:
    """A new token and its text, which is never shown again. Raises InvalidInput."""
    wanted = sorted(set(scopes))
    problems: list[object] = []
    if not name.strip():
        problems.append(_("The token needs a name."))
    if not wanted or not set(wanted) <= set(Scope.values):
        problems.append(
            _("Choose at least one of the scopes: %(known)s.") % {"known": ", ".join(Scope.values)}
        )
    if not 1 <= days <= LONGEST_DAYS:
        problems.append(_("A token is valid for 1 to %(most)s days.") % {"most": LONGEST_DAYS})
    if problems:
        raise InvalidInput(*problems)
    text = PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=user,
        tournament=tournament,
        name=name.strip()[:60],
        token_hash=hash_of(text),
        hint=text[:10],
        scopes=wanted,
        expires_at=timezone.now() + timedelta(days=days),
    )
    return token, text


def token_for(text: str) -> ApiToken | None:
    """The valid token with that text and its user; None for any other. Its last use is noted."""
    found = ApiToken.objects.select_related("user").filter(token_hash=hash_of(text)).first()
    if found is None or not found.is_valid or not found.user.is_active:
        return None
    now = timezone.now()
    if found.last_used_at is None or now - found.last_used_at > USED_EVERY:
        ApiToken.objects.filter(pk=found.pk).update(last_used_at=now)
    return found


def revoke_token(*, token_id: int, user: User) -> ApiToken | None:
    """End one of one's own tokens; None when there is no such token."""
    token = ApiToken.objects.filter(pk=token_id, user=user).first()
    if token is not None and token.revoked_at is None:
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])
    return token
