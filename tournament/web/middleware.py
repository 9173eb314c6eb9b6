"""Freshness of pages: a version that the visitor has is not sent again, one that was rendered is not rendered again."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from django.conf import settings
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponseBase, HttpResponseNotModified
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils.translation import get_language_from_request

from tournament.web.caching import PAGES, KeptPage, kept_pages, may_be_kept, shared_pages
from tournament.web.freshness import etag_of, has_version, published_version
from tournament.web.turns import Turns

GetResponse = Callable[[HttpRequest], HttpResponseBase]
R = TypeVar("R", bound=HttpResponseBase)

PLACES = ("/t/", "/tv/")
LONGEST = 300
"""No kept page has a longer address: what is remembered of addresses stays small."""
PERSONAL_COOKIES = (settings.SESSION_COOKIE_NAME, "messages")
FOR_ONE, FOR_ALL = "private, no-cache", "public, no-cache"


@dataclass(frozen=True, slots=True)
class Asked:
    """A kept page that somebody without a session asks for: what is answered is known before any view runs."""

    etag: str
    match: ResolverMatch


def freshness(get_response: GetResponse) -> GetResponse:
    """Answer kept pages at once; let browsers keep every page that has an ETag, but ask before each use.

    It stands outside sessions, languages and logins, which a kept page does not need: whoever shows a session
    cookie gets the page rendered for them.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if is_for_all(request):
            came = time.perf_counter()
            with _one_by_one:
                try:
                    asked = what_is_asked(request, came)
                except (DatabaseError, InterfaceError):
                    asked = None  # the page itself fails over it, in its own words and with its policy
                answer = _kept(request, asked) if asked else None
            if asked:
                return answer or _rendered_once(request, asked, get_response)
        return _marked(request, get_response(request), FOR_ONE)

    return middleware


def _kept(request: HttpRequest, asked: Asked) -> HttpResponseBase | None:
    """What needs no rendering: the page is the visitor's already, or was rendered before."""
    request.resolver_match = asked.match
    if has_version(request, asked.etag):
        PAGES.labels("visitor").inc()
        return _with(HttpResponseNotModified(), asked.etag, FOR_ALL)
    page = kept_pages.get(asked.etag)
    return page.answer(request) if page else None


_one_by_one = Turns()
"""Threads take turns at public pages: the interpreter runs one of them at a time in any case, and to change between
them in the middle of each makes all of them late. Whoever enters a result does not queue here."""


def is_for_all(request: HttpRequest) -> bool:
    """Whether a kept page may be asked for: no visitor with a session, no question in the address."""
    return (
        request.method == "GET"
        and request.path_info.startswith(PLACES)
        and not request.META.get("QUERY_STRING")
        and not any(name in request.COOKIES for name in PERSONAL_COOKIES)
    )


def what_is_asked(request: HttpRequest, came: float) -> Asked | None:
    """The kept page that is asked for, or None: another page. `came` is when the request came."""
    path = request.path_info
    match = kept_view_at(path) if len(path) <= LONGEST else None
    version = version_since(match.kwargs["slug"], came) if match else None
    if match is None or version is None:
        return None
    return Asked(etag_of(*version, request, get_language_from_request(request), 0), match)


def version_since(slug: str, moment: float) -> tuple[int, int] | None:
    """Id and data version of a tournament whose page is public, as they were at the moment or later.

    Whoever waits for a turn while the version is asked for somebody else need not ask again: all that was saved before
    they came was saved before the question.
    """
    read = _read_last.get(slug)
    if read is not None and read[0] >= moment:
        return read[1]
    asked_at, version = time.perf_counter(), published_version(slug)
    if version is not None:
        _read_last[slug] = asked_at, version
    return version


_read_last: dict[str, tuple[float, tuple[int, int]]] = {}
"""When the version of each tournament was last asked for, and what it was."""


@lru_cache(maxsize=4096)
def kept_view_at(path: str) -> ResolverMatch | None:
    """The view at an address, when it is marked as kept."""
    try:
        match = resolve(path)
    except Resolver404:
        return None
    return match if getattr(match.func, "is_kept", False) else None


def _rendered_once(request: HttpRequest, asked: Asked, get_response: GetResponse) -> HttpResponseBase:
    with kept_pages.turn(asked.etag):
        page = kept_pages.get(asked.etag) or shared_pages.find(asked.etag)
        if page is None:
            response, page = _render(request, asked, get_response)
            if page is None:
                return response
        kept_pages.put(asked.etag, page)
        return page.answer(request)


def _render(
    request: HttpRequest, asked: Asked, get_response: GetResponse
) -> tuple[HttpResponseBase, KeptPage | None]:
    """The answer of the view, and the page to keep if everybody may get it."""
    page = None
    try:
        with _one_by_one:
            response = get_response(request)
        if may_be_kept(response):
            PAGES.labels("rendered").inc()
            page = KeptPage.of(_with(response, asked.etag, FOR_ALL))
            return response, page
        return _marked(request, response, FOR_ONE), None
    finally:
        shared_pages.leave(asked.etag, page)


def _marked(request: HttpRequest, response: HttpResponseBase, control: str) -> HttpResponseBase:
    """The answer with the ETag that its view computed, if it did."""
    etag = request.META.get("sdadata.etag")
    if etag and response.status_code in {200, 304}:
        return _with(response, etag, control)
    return response


def _with(response: R, etag: str, control: str) -> R:
    response["ETag"] = etag
    response["Cache-Control"] = control
    return response
