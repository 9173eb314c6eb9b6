"""A person's own data, handed out through the personal link."""

import json

from django.http import Http404, HttpRequest, HttpResponse

from tournament.services.links import LinkClosed, entrant_of_token
from tournament.services.privacy import person_document


def my_data(_request: HttpRequest, token: str) -> HttpResponse:
    """Everything stored about the person of the link, as a file."""
    try:
        entrant = entrant_of_token(token)
    except LinkClosed as error:
        raise Http404 from error
    if entrant.person is None:
        raise Http404
    return as_file(json.dumps(person_document(entrant.person), ensure_ascii=False, indent=1))


def as_file(text: str) -> HttpResponse:
    """A document of personal data: kept by no cache, told to no other site."""
    return HttpResponse(
        text,
        content_type="application/json; charset=utf-8",
        headers={
            "Content-Disposition": 'attachment; filename="my-data.json"',
            "Cache-Control": "no-store",
            "Referrer-Policy": "no-referrer",
        },
    )
