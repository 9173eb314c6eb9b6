"""Errors told to a Sentry, where an operator names one; the library is not part of the installation."""

import re
from importlib import import_module
from typing import Any

from django.core.exceptions import ImproperlyConfigured

_LINK = re.compile(r"(/(?:me|invitation|email|join)/)[^/\s\"'?]+")


def start(address: str) -> None:
    """Tell errors to this address, without personal data. Raises ImproperlyConfigured where the library is missing."""
    try:
        library: Any = import_module("sentry_sdk")
    except ModuleNotFoundError as error:
        raise ImproperlyConfigured("SENTRY_DSN is set: pip install sentry-sdk, or unset it.") from error
    library.init(
        dsn=address, send_default_pii=False, max_request_body_size="never", before_send=without_links
    )


def without_links(event: dict[str, Any], _hint: dict[str, Any]) -> dict[str, Any]:
    """What opens a personal page does not leave the installation."""
    request = event.get("request", {})
    if "url" in request:
        request["url"] = _LINK.sub(r"\1…", request["url"])
        request.pop("query_string", None)
    return event
