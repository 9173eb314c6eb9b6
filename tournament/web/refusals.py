"""Refusals that the framework leaves without a word."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.shortcuts import render

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def in_words(get_response: GetResponse) -> GetResponse:
    """Say that nothing was done where only a press of a button is taken.

    Somebody comes there after signing in again, or by changing the language of a form that was refused.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not isinstance(response, HttpResponseNotAllowed) or response.content:
            return response
        page: HttpResponse = render(request, "405.html", status=405)
        page["Allow"] = response["Allow"]
        return page

    return middleware
