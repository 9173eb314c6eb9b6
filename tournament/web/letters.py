"""Letters that a page asks for, with links that begin with this site's address."""

from typing import Any

from django.http import HttpRequest

from tournament.models import Entrant
from tournament.queues import queue_letter
from tournament.services.notifications import Letter


def post_letter(request: HttpRequest, letter: Letter, entrant: Entrant, **facts: Any) -> None:
    """Let the worker write to an entrant (nothing without an address). `facts` are plain values of the letter."""
    queue_letter(letter, entrant, origin=origin_of(request), **facts)


def origin_of(request: HttpRequest) -> str:
    """The address of this site, with which links in letters begin."""
    return request.build_absolute_uri("/")
