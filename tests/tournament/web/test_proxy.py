"""Limits by address count visitors, not the proxy before the site; nobody chooses an address by a header."""

from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from tournament.web.proxy import visitor_address

PROXY = "172.18.0.5"


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, "203.0.113.7", PROXY),
        (1, "203.0.113.7", "203.0.113.7"),
        (1, "10.0.0.1, 203.0.113.7", "203.0.113.7"),
        (2, "10.0.0.1, 203.0.113.7, 192.0.2.1", "203.0.113.7"),
        (2, "203.0.113.7", PROXY),
        (1, "2001:db8::7", "2001:db8::7"),
        (1, "somebody\x00", PROXY),
        (1, None, PROXY),
    ],
)
def test_the_visitors_address_is_what_our_proxies_saw(
    settings: Any, proxies: int, forwarded: str | None, expected: str
) -> None:
    settings.PROXIES = proxies
    seen: list[str] = []

    def page(request: HttpRequest) -> HttpResponse:
        seen.append(request.META["REMOTE_ADDR"])
        return HttpResponse()

    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    visitor_address(page)(RequestFactory().get("/", headers=headers, REMOTE_ADDR=PROXY))
    assert seen == [expected]
