"""How often one address may press a public button; counted in the cache, so that a restart forgives."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager

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
    if _count(_key(request, what), minutes) > most:
        raise TooOften(minutes=minutes)


@contextmanager
def few_mistakes(
    request: HttpRequest, what: str, mistake: type[TournamentError], *, most: int, minutes: int
) -> Iterator[None]:
    """Count the tries that end in a `mistake`. Raises TooOften, before anything is tried, past `most` in so many minutes."""
    key = _key(request, what)
    if cache.get(key, 0) >= most:
        raise TooOften(minutes=minutes)
    try:
        yield
    except mistake:
        _count(key, minutes)
        raise


def _key(request: HttpRequest, what: str) -> str:
    visitor = hashlib.sha256(f"{what}:{request.META.get('REMOTE_ADDR', '')}".encode()).hexdigest()[:32]
    return f"tries:{visitor}"


def _count(key: str, minutes: int) -> int:
    """One more; how many there are."""
    if cache.add(key, 1, timeout=60 * minutes):
        return 1
    try:
        return int(cache.incr(key))
    except ValueError:  # it expired between the two calls
        cache.set(key, 1, timeout=60 * minutes)
        return 1
