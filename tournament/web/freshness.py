"""Conditional answers: a page of a tournament is as fresh as the tournament's data version."""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

from django.conf import settings
from django.contrib.messages import get_messages
from django.db import DatabaseError, InterfaceError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified
from django.utils.translation import get_language

from tournament.models import Tournament

THEMES = {"light", "dark"}
SHOWS_PAGES = (
    "templates/**/*.html",
    "tournament/**/*.py",
    "scoring/**/*.py",
    "locale/**/*.mo",
    "static/**/*",
    "config/settings.py",
)
"""Of what the look and the words of a page are made, and the policy that goes with it."""

V = TypeVar("V", bound=Callable[..., HttpResponseBase])


@cache
def program_mark() -> str:
    """What changes with a new version of the program: no page of the old one passes for one of the new."""
    content = hashlib.sha256()
    for pattern in SHOWS_PAGES:
        for path in sorted(Path(settings.BASE_DIR).glob(pattern)):
            if path.is_file():
                content.update(path.read_bytes())
    return content.hexdigest()[:16]


def etag_of(tournament_id: int, data_version: int, request: HttpRequest, language: str, visitor: int) -> str:
    """What distinguishes an answer: program, data version, address, language, visitor (0: anybody), theme."""
    theme = request.COOKIES.get("theme", "")
    parts = (
        program_mark(),
        tournament_id,
        data_version,
        request.get_full_path(),
        language,
        visitor,
        theme if theme in THEMES else "",
    )
    return 'W/"' + hashlib.sha256(repr(parts).encode()).hexdigest()[:24] + '"'


def not_modified(request: HttpRequest, tournament: Tournament) -> HttpResponse | None:
    """304 when the visitor has this version already, else None; `tournament.web.middleware` sets the ETag.

    A page that has a message to bring is always sent.
    """
    if len(get_messages(request)):
        return None
    etag = etag_of(
        tournament.pk, tournament.data_version, request, get_language() or "", request.user.pk or 0
    )
    request.META["sdadata.etag"] = etag
    if has_version(request, etag):
        return HttpResponseNotModified()
    return None


def has_version(request: HttpRequest, etag: str) -> bool:
    """Whether the visitor names this version as one that it has."""
    return etag in request.META.get("HTTP_IF_NONE_MATCH", "")


def kept(view: V) -> V:
    """Mark a page that is the same for everybody who is not logged in, until the data version changes.

    Its address holds the tournament's `slug`, its content no time of the answer and no form that needs a token.
    """
    view.is_kept = True  # type: ignore[attr-defined]  # read by `tournament.web.middleware`
    return view


def published_version(slug: str) -> tuple[int, int] | None:
    """Id and data version of a tournament whose page is public, else None: the one query of a kept page.

    A connection that was used before is not asked first whether it still lives: the query itself shows it.
    """
    kept_open = connection.connection is not None and not connection.in_atomic_block
    connection.health_check_done = kept_open or connection.health_check_done  # type: ignore[attr-defined]  # not in the stubs
    try:
        return _version(slug)
    except (InterfaceError, DatabaseError):
        if not kept_open:
            raise
        connection.close()
        return _version(slug)


def _version(slug: str) -> tuple[int, int] | None:
    """Written as SQL, because composing it would take longer than everything else together."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, data_version FROM tournament_tournament WHERE slug = %s AND publish_page", [slug]
        )
        found: tuple[int, int] | None = cursor.fetchone()
        return found
