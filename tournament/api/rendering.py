"""JSON by orjson: fast, exact, and never a float where a Decimal stood."""

import json
from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import orjson
from django.http import HttpResponse
from django.utils.functional import Promise
from rest_framework.renderers import BaseRenderer

JSON = "application/json"
PROBLEM = "application/problem+json"


def as_json(document: Any) -> bytes:
    """The document as UTF-8 JSON. Decimals become strings: no reader can round them."""
    try:
        return orjson.dumps(document, default=_plain, option=orjson.OPT_NON_STR_KEYS | orjson.OPT_UTC_Z)
    except TypeError:
        # A number beyond 64 bits, nesting beyond orjson's, half a character: the slow way knows them. Escaped,
        # for half a character (a lone surrogate that the request named) has no bytes in UTF-8.
        return json.dumps(document, default=_plain, separators=(",", ":")).encode("ascii")


def _plain(value: object) -> Any:
    if isinstance(value, Decimal | Promise):
        return str(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, date | datetime):
        return value.isoformat()
    raise TypeError(type(value).__name__)


class OrjsonRenderer(BaseRenderer):
    """What DRF itself answers (the schema, errors)."""

    media_type = JSON
    format = "json"
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,  # noqa: ARG002  # as below
        renderer_context: Any = None,  # noqa: ARG002  # the framework's signature
    ) -> bytes:
        """The data as JSON; nothing for no data."""
        return b"" if data is None else as_json(data)


def json_answer(document: Any, status: int = 200, media_type: str = JSON) -> HttpResponse:
    """A document as a response."""
    return HttpResponse(as_json(document), status=status, content_type=media_type)
