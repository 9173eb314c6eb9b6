"""Headers that pages ask for on their way out."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def freshness(get_response: GetResponse) -> GetResponse:
    """Set the ETag that a page computed, and let browsers keep the page but ask before each use."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        etag = request.META.get("sdadata.etag")
        if etag and response.status_code in {200, 304}:
            response["ETag"] = etag
            response["Cache-Control"] = "private, no-cache"
        return response

    return middleware
