"""Content types over which Django would fail before anything could answer."""

import io
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIRequest

from config.content_types import with_readable_content_types


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ("", ""),
        ("application/json", "application/json"),
        ("application/json; charset=latin-1", "application/json; charset=latin-1"),
        ('multipart/form-data; boundary="x"', 'multipart/form-data; boundary="x"'),
        ("application/json; charset=hex", "application/json"),
        ("application/json; charset=undefined", "application/json"),
        ("application/json; charset=klingon", "application/json"),
        ("text/plain; charset*=klingon'en'%41", "text/plain"),
    ],
)
def test_a_request_begins_whatever_its_charset(given: str, taken: str) -> None:
    begun: list[WSGIRequest] = []

    def application(environ: dict[str, Any], _start: Any) -> list[bytes]:
        begun.append(WSGIRequest(environ))
        return [b"ok"]

    environ = {
        "REQUEST_METHOD": "POST",
        "QUERY_STRING": "a=b",
        "CONTENT_TYPE": given,
        "wsgi.input": io.BytesIO(),
    }
    assert with_readable_content_types(application)(environ, lambda *_: lambda _: None) == [b"ok"]
    (request,) = begun
    assert (request.META["CONTENT_TYPE"], request.GET["a"]) == (taken, "b")
