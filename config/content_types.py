"""What a request says of its body, before Django believes it."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.utils.http import parse_header_parameters

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment


def with_readable_content_types(application: "WSGIApplication") -> "WSGIApplication":
    """The application; a content type whose charset is no encoding of texts comes without its parameters.

    Django fails over such a charset where a request begins, before anything of ours could answer.
    """

    def readable(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        kind, semicolon, _ = environ.get("CONTENT_TYPE", "").partition(";")
        if semicolon and not _is_readable(environ["CONTENT_TYPE"]):
            environ["CONTENT_TYPE"] = kind
        return application(environ, start_response)

    return readable


def _is_readable(content_type: str) -> bool:
    try:
        _, parameters = parse_header_parameters(content_type)
        b"a".decode(parameters.get("charset", "utf-8"))
    except (LookupError, ValueError):
        return False
    return True
