"""`Idempotency-Key`: a write that is sent twice happens once and answers the same."""

import hashlib
from collections.abc import Callable
from typing import Any

import orjson
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from rest_framework.request import Request

from tournament.api.rendering import as_json, json_answer
from tournament.errors import TournamentError
from tournament.models import SeenWrite

LONGEST = 64


class KeyReused(TournamentError):
    """The key was sent with another request."""

    code = "idempotency_key_reused"
    status = 422
    message = "This Idempotency-Key was used for another request: choose a new one."


class KeyTooLong(TournamentError):
    """The key is longer than 64 characters."""

    code = "idempotency_key_too_long"
    status = 422
    message = "An Idempotency-Key has at most 64 characters."


Deed = Callable[[], tuple[Any, int]]
"""Carries out a write; the document of its answer and the status."""


def once(request: Request, deed: Deed) -> HttpResponse:
    """Carry out the write in one transaction with the note that it was seen, or repeat the answer it got."""
    key = request.headers.get("Idempotency-Key", "")
    if len(key) > LONGEST:
        raise KeyTooLong
    if not key:
        with transaction.atomic():
            return json_answer(*deed())
    scope, print_ = f"user:{request.user.pk}", _fingerprint(request)
    try:
        with transaction.atomic():
            return _seen(scope, key, print_) or _remembered(scope, key, print_, *deed())
    except IntegrityError:
        # The same write arrived twice at the same moment: the other one was first, ours was rolled back.
        seen = _seen(scope, key, print_)
        if seen is None:
            raise
        return seen


def _fingerprint(request: Request) -> str:
    content = f"{request.method} {request.path}\n".encode() + request.body
    return hashlib.sha256(content).hexdigest()


def _seen(scope: str, key: str, print_: str) -> HttpResponse | None:
    seen = SeenWrite.objects.filter(scope=scope, key=key).first()
    if seen is None:
        return None
    if seen.fingerprint != print_:
        raise KeyReused
    answer = json_answer(seen.answer, seen.status)
    answer["Idempotency-Replayed"] = "true"
    return answer


def _remembered(scope: str, key: str, print_: str, document: Any, status: int) -> HttpResponse:
    content = as_json(document)
    SeenWrite.objects.create(
        scope=scope, key=key, fingerprint=print_, status=status, answer=orjson.loads(content)
    )
    return json_answer(document, status)
