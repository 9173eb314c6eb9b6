"""How often one address may press a public button; counted in the cache, so that a restart forgives."""

import hashlib

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournament.errors import TournamentError


class TooOften(TournamentError):
    """Too many tries from one address. Facts: `minutes`."""

    code = "too_often"
    status = 429
    message = _("Too many tries from this device. Wait %(minutes)s minutes, or ask the desk.")


def expect_seldom(request: HttpRequest, what: str, *, most: int, minutes: int) -> None:
    """Count one more try of this visitor at `what`. Raises TooOften past `most` in so many minutes."""
    visitor = hashlib.sha256(f"{what}:{request.META.get('REMOTE_ADDR', '')}".encode()).hexdigest()[:32]
    key = f"tries:{visitor}"
    if cache.add(key, 1, timeout=60 * minutes):
        return
    try:
        tries = cache.incr(key)
    except ValueError:  # it expired between the two calls
        cache.set(key, 1, timeout=60 * minutes)
        return
    if tries > most:
        raise TooOften(minutes=minutes)
