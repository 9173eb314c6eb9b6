"""Errors as problem details (RFC 9457), with the same codes as the pages."""

from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.views import set_rollback

from tournament.api.rendering import PROBLEM, json_answer
from tournament.errors import InvalidInput, TournamentError


def problem(status: int, code: str, detail: object = "", **more: Any) -> HttpResponse:
    """A problem document: `type`, `title`, `status`, `code`, `detail` and what the case adds."""
    document = {
        "type": f"urn:sdadata:problem:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": str(detail),
        **more,
    }
    return json_answer(document, status, PROBLEM)


def on_error(error: Exception, _context: dict[str, Any]) -> HttpResponse | None:
    """What DRF asks for every exception of a view; None lets an unforeseen one through to the log."""
    set_rollback()
    if isinstance(error, TournamentError):
        return of_tournament(error)
    if isinstance(error, Http404):
        return problem(404, "not_found", "There is no such thing, or it is not public.")
    if isinstance(error, PermissionDenied):
        return problem(403, "not_allowed", "Your role does not allow this.")
    if isinstance(error, RequestDataTooBig):
        return problem(413, "too_large", "The document is too large.")
    return _of_framework(error) if isinstance(error, APIException) else None


def of_tournament(error: TournamentError) -> HttpResponse:
    """A mistake of the tournament's, with its facts."""
    facts = {name: _fact(value) for name, value in error.facts.items() if name != "problems"}
    more: dict[str, Any] = {"facts": facts} if facts else {}
    if isinstance(error, InvalidInput):
        more["errors"] = error.problems
    return problem(error.status, error.code, error, **more)


def _fact(value: object) -> object:
    if isinstance(value, list):
        return [_fact(one) for one in value]
    return value if isinstance(value, int | str | None) else str(value)


def _of_framework(error: APIException) -> HttpResponse:
    if isinstance(error, ValidationError):
        places = list(_places(error.detail))
        return problem(422, "invalid_input", "; ".join(places), errors=places)
    codes = error.get_codes()
    answer = problem(error.status_code, codes if isinstance(codes, str) else "error", error.detail)
    header = getattr(error, "auth_header", None)
    if header:
        answer["WWW-Authenticate"] = header
    wait = getattr(error, "wait", None)
    if wait is not None:
        answer["Retry-After"] = str(int(wait) + 1)
    return answer


def _places(detail: Any, place: str = "") -> Any:
    """Each defect of a document with its place, such as `board.congo: …`."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            known = name != "non_field_errors"
            yield from _places(inner, f"{place}.{name}".strip(".") if known else place)
    elif isinstance(detail, list):
        for inner in detail:
            yield from _places(inner, place)
    else:
        yield f"{place}: {detail}" if place else str(detail)


def not_found(_request: HttpRequest) -> HttpResponse:
    """Any address under /api/ that does not exist."""
    return problem(404, "not_found", "There is no such address.")
