"""Handing a letter to the worker: whatever the queue does, the act it tells of is stored already."""

import logging
from typing import Any

from django.http import HttpRequest
from kombu.exceptions import OperationalError

from tournament.models import Entrant
from tournament.services.notifications import Letter
from tournament.tasks import bulk_send_letter

logger = logging.getLogger(__name__)


def post_letter(request: HttpRequest, letter: Letter, entrant: Entrant, **facts: Any) -> None:
    """Let the worker write to an entrant (nothing without an address). `facts` are plain values of the letter."""
    if entrant.person is None or not entrant.person.email:
        return
    try:
        bulk_send_letter.delay(letter.value, entrant.pk, origin_of(request), facts)
    except (OperationalError, OSError):
        logger.exception("a letter %s to entrant %s could not be queued", letter, entrant.pk)


def origin_of(request: HttpRequest) -> str:
    """The address of this site, with which links in letters begin."""
    return request.build_absolute_uri("/")
