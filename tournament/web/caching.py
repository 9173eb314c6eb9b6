"""Pages that were rendered once and are sent to everybody until the tournament's data version changes.

A page is kept under its ETag, which names everything that decides its content, so a kept page is never stale and
never thrown away on purpose. Each process keeps the latest in memory; where processes share Redis, what one rendered
the others find there. Whoever comes while a page is being rendered waits for it.
"""

import contextlib
import gzip
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeGuard

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers
from prometheus_client import Counter

MEMORY_BYTES = 16 * 1024 * 1024
PACKED = 3
"""How hard a page is compressed: a level 6 page is a fifth smaller and takes the processor three times as long."""
SHARED_SECONDS = 3600
RENDERS_WITHIN = 5
"""Seconds after which others no longer wait for the process that renders."""
ASK_AGAIN_SECONDS = 0.02
LOST = "Redis is lost, pages are not shared: %s"
VARIES_BY = ("Accept-Encoding", "Accept-Language", "Cookie")

PAGES = Counter("sdadata_kept_pages", "Public pages by where they came from.", ("source",))
_LOG = logging.getLogger("sdadata.caching")


@dataclass(frozen=True, slots=True)
class KeptPage:
    """An answer as it is sent: compressed, with its headers."""

    content: bytes
    headers: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, response: HttpResponse) -> "KeptPage":
        """Keep what a view answered."""
        patch_vary_headers(response, VARIES_BY)
        return cls(gzip.compress(response.content, PACKED, mtime=0), tuple(response.headers.items()))

    def answer(self, request: HttpRequest) -> HttpResponse:
        """The page for a browser: compressed where it can read that."""
        packed = "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
        response = HttpResponse(self.content if packed else gzip.decompress(self.content))
        for name, value in self.headers:
            response.headers[name] = value
        if packed:
            response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.content))
        return response


def may_be_kept(response: HttpResponseBase) -> TypeGuard[HttpResponse]:
    """Whether anybody may get this answer: a page that sets no cookie, which a form with a token would."""
    return isinstance(response, HttpResponse) and response.status_code == 200 and not response.cookies


class KeptPages:
    """The latest pages by ETag, up to a number of bytes, and who renders which."""

    def __init__(self, limit: int = MEMORY_BYTES) -> None:
        self.limit = limit
        self.clear()

    def clear(self) -> None:
        """Forget every page."""
        self._guard = threading.Lock()
        self._pages: OrderedDict[str, KeptPage] = OrderedDict()
        self._bytes = 0
        self._turns: dict[str, tuple[threading.Lock, int]] = {}

    def get(self, etag: str) -> KeptPage | None:
        """The page, from this process."""
        page = self._pages.get(etag)
        if page is not None:
            PAGES.labels("memory").inc()
        return page

    def put(self, etag: str, page: KeptPage) -> None:
        """Keep a page, and let the oldest go where there is no more room."""
        with self._guard:
            if etag in self._pages:
                return
            self._pages[etag] = page
            self._bytes += len(page.content)
            while self._bytes > self.limit:
                _, oldest = self._pages.popitem(last=False)
                self._bytes -= len(oldest.content)

    @contextlib.contextmanager
    def turn(self, etag: str) -> Iterator[None]:
        """Be the only thread of this process that looks for this page or renders it."""
        with self._guard:
            lock, waiting = self._turns.get(etag, (threading.Lock(), 0))
            self._turns[etag] = (lock, waiting + 1)
        try:
            with lock:
                yield
        finally:
            with self._guard:
                lock, waiting = self._turns[etag]
                if waiting == 1:
                    del self._turns[etag]
                else:
                    self._turns[etag] = (lock, waiting - 1)


class SharedPages:
    """The pages that processes share by Redis; without Redis, or while it is lost, each renders its own."""

    def find(self, etag: str) -> KeptPage | None:
        """A page that another process rendered, or is rendering now; None when it falls to this one."""
        if not settings.REDIS_URL:
            return None
        try:
            return self._await(etag)
        except _redis_error() as error:
            _LOG.warning(LOST, error)
            return None

    def _await(self, etag: str) -> KeptPage | None:
        give_up = time.monotonic() + RENDERS_WITHIN
        while True:
            page: KeptPage | None = cache.get(f"page:{etag}")
            if page is not None:
                PAGES.labels("shared").inc()
                return page
            if cache.add(f"page-turn:{etag}", 1, RENDERS_WITHIN) or time.monotonic() > give_up:
                return None
            time.sleep(ASK_AGAIN_SECONDS)

    def leave(self, etag: str, page: KeptPage | None) -> None:
        """Leave the page for the others, or the turn when there is none."""
        if not settings.REDIS_URL:
            return
        try:
            if page is not None:
                cache.set(f"page:{etag}", page, SHARED_SECONDS)
            cache.delete(f"page-turn:{etag}")
        except _redis_error() as error:
            _LOG.warning(LOST, error)


def _redis_error() -> type[Exception]:
    from redis import RedisError  # noqa: PLC0415 - a hall without Redis need not load it

    return RedisError


kept_pages = KeptPages()
shared_pages = SharedPages()
