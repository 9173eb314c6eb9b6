"""Conditional answers: a page of a tournament is as fresh as the tournament's data version."""

import hashlib

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.translation import get_language

from tournament.models import Tournament


def etag_for(request: HttpRequest, tournament: Tournament) -> str:
    """What distinguishes an answer: data version, address, language, visitor, theme, waiting messages."""
    parts = (
        tournament.pk,
        tournament.data_version,
        request.get_full_path(),
        get_language(),
        request.user.pk,
        request.COOKIES.get("theme", ""),
        request.headers.get("X-Fragments", ""),
    )
    return 'W/"' + hashlib.sha256(repr(parts).encode()).hexdigest()[:24] + '"'


def not_modified(request: HttpRequest, tournament: Tournament) -> HttpResponse | None:
    """304 when the visitor has this version already, else None; the ETag is set by `FreshnessMiddleware`."""
    etag = etag_for(request, tournament)
    request.META["sdadata.etag"] = etag
    if request.headers.get("If-None-Match") == etag:
        return HttpResponseNotModified()
    return None
