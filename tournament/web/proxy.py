"""Behind proxies every request comes from the nearest of them: here it gets its visitor's address back."""

from collections.abc import Callable
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def visitor_address(get_response: GetResponse) -> GetResponse:
    """Put the address that the outermost of our own proxies saw into REMOTE_ADDR, where limits by address look.

    `PROXIES` says how many there are. What a visitor wrote into the header before them is not believed.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        seen = [one.strip() for one in request.headers.get("X-Forwarded-For", "").split(",")]
        if 0 < settings.PROXIES <= len(seen) and _is_address(seen[-settings.PROXIES]):
            request.META["REMOTE_ADDR"] = seen[-settings.PROXIES]
        return get_response(request)

    return middleware


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
