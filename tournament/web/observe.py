"""What is noted of every request: an id that runs through the log, its time, its outcome."""

import contextvars
import json
import logging
import re
import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponseBase
from prometheus_client import Counter, Histogram

GetResponse = Callable[[HttpRequest], HttpResponseBase]

REQUESTS = Counter("sdadata_requests", "Requests by page and outcome.", ("page", "method", "status"))
SECONDS = Histogram(
    "sdadata_request_seconds",
    "Time to answer.",
    ("page",),
    buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
_request_id: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="-")
_tournament: contextvars.ContextVar[str] = contextvars.ContextVar("tournament", default="-")
_LOG = logging.getLogger("sdadata.request")
_GIVEN = re.compile(r"[\w.-]{8,64}", re.ASCII)
_LINK = re.compile(r"(/(?:me|invitation|email|join)/)[^/\s\"'?]+")
_PLACE = re.compile(r"/(?:t|tv|api/v1/tournaments)/([-\w]{1,60})/", re.ASCII)
"""The tournament in an address: every line that is logged meanwhile names it."""
FACTS = "sdadata.observed"
"""Where a request keeps its id and its tournament. No header can have this name."""
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def observe(get_response: GetResponse) -> GetResponse:
    """Give each request an id (or keep a proxy's), count it, time it, log it."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        given = request.headers.get("X-Request-ID", "")
        place = _PLACE.match(request.path)
        facts = (given if _GIVEN.fullmatch(given) else secrets.token_hex(8), place[1] if place else "-")
        request.META[FACTS] = facts
        marks = (_request_id.set(facts[0]), _tournament.set(facts[1]))
        began = time.perf_counter()
        try:
            response = get_response(request)
            _note(request, response, time.perf_counter() - began)
            return response
        finally:
            _request_id.reset(marks[0])
            _tournament.reset(marks[1])

    return middleware


def _note(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    match = request.resolver_match
    page = (match.view_name or "unnamed") if match else "none"
    method = request.method if request.method in METHODS else "other"
    REQUESTS.labels(page, method, response.status_code).inc()
    SECONDS.labels(page).observe(seconds)
    response["X-Request-ID"] = _request_id.get()
    _LOG.info(
        "%s %s %s",
        request.method,
        request.path,
        response.status_code,
        extra={"status": response.status_code, "milliseconds": round(seconds * 1000, 1)},
    )


class WithoutLinks(logging.Filter):
    """Takes what opens a personal page, an invitation or a confirmation out of every line."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Every line passes."""
        told = record.getMessage()
        if _LINK.search(told):
            record.msg, record.args = _LINK.sub(r"\1…", told), ()
        return True


class RequestFacts(logging.Filter):
    """Adds the ids of the request and its tournament to every line."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Every line passes."""
        request = getattr(record, "request", None)  # Django's own lines about an answer come after it
        known = request.META.get(FACTS) if isinstance(request, HttpRequest) else None
        record.request_id, record.tournament = known or (_request_id.get(), _tournament.get())
        return True


class JSONLines(logging.Formatter):
    """One JSON object a line, for machines that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, logger, request, tournament, message, and the traceback of an error."""
        facts = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        for name in ("request_id", "tournament", "status", "milliseconds"):
            if hasattr(record, name):
                facts[name] = getattr(record, name)
        if record.exc_info:
            facts["error"] = self.formatException(record.exc_info)
        return json.dumps(facts, ensure_ascii=False)
