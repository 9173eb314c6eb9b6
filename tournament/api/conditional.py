"""ETags: a list is as fresh as its tournament's data version, one thing is what its document says."""

import gzip
import hashlib
from collections.abc import Callable
from typing import Any

from django.core.cache import cache
from django.http import HttpResponse, HttpResponseNotModified
from django.utils.translation import get_language
from rest_framework.request import Request

from tournament.api.rendering import JSON, as_json
from tournament.errors import TournamentError
from tournament.selectors.public import Sight

KEPT_SECONDS = 3600
PACKED = 3
"""How hard a kept list is compressed: a third of the time of what is usual, for a tenth more bytes."""


class PreconditionFailed(TournamentError):
    """`If-Match` names another version than the one that is there."""

    code = "precondition_failed"
    status = 412
    message = "It was changed meanwhile: read it again, then decide."


def digest(content: bytes) -> str:
    """A strong ETag."""
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def collection(request: Request, sight: Sight, build: Callable[[], Any]) -> HttpResponse:
    """A list of one tournament, kept until its data version changes; 304 when the asker has it already."""
    tournament = sight.tournament
    parts = (
        tournament.pk,
        tournament.data_version,
        tournament.version,
        tournament.updated_at.timestamp(),
        sight.works_here,
        get_language(),
        request.get_full_path(),
    )
    key = digest(repr(parts).encode())
    if _has(request, key):
        return _fresh(HttpResponseNotModified(), key)
    kept = cache.get(f"api:{key}")
    if kept is None:
        kept = gzip.compress(as_json(build()), PACKED, mtime=0)
        cache.set(f"api:{key}", kept, KEPT_SECONDS)
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return _fresh(HttpResponse(gzip.decompress(kept), content_type=JSON), key)
    response = _fresh(HttpResponse(kept, content_type=JSON), f"W/{key}")
    response["Content-Encoding"] = "gzip"
    return response


def single(request: Request, document: Any) -> HttpResponse:
    """One thing, with the ETag that a write may name in `If-Match`."""
    content = as_json(document)
    etag = digest(content)
    if _has(request, etag):
        return _fresh(HttpResponseNotModified(), etag)
    return _fresh(HttpResponse(content, content_type=JSON), etag)


def _has(request: Request, etag: str) -> bool:
    return etag in _listed(request.headers.get("If-None-Match", ""))


def _listed(header: str) -> list[str]:
    return [one.strip().removeprefix("W/") for one in header.split(",")]


def _fresh(response: HttpResponse, etag: str) -> HttpResponse:
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "Accept-Encoding, Authorization, Cookie, Accept-Language"
    return response


def expect_match(request: Request, document: Callable[[], Any]) -> None:
    """Raise PreconditionFailed when `If-Match` is sent and none of its versions is the present one.

    An answer that was compressed on its way carries the same version, marked as weak.
    """
    wanted = request.headers.get("If-Match", "").strip()
    if wanted and wanted != "*" and digest(as_json(document())) not in _listed(wanted):
        raise PreconditionFailed
