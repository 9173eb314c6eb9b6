"""What every address of the API shares: throttles, the raw body kept for the idempotency key, reading what was sent."""

import base64
import binascii
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeVar

from django.http import QueryDict
from rest_framework.request import Request
from rest_framework.serializers import Serializer
from rest_framework.throttling import AnonRateThrottle, BaseThrottle, ScopedRateThrottle, UserRateThrottle
from rest_framework.views import APIView

from tournament.errors import InvalidInput

SAFE = {"GET", "HEAD", "OPTIONS"}


class ApiView(APIView):
    """A view that decides on access by `access`; errors become problem details."""

    permission_classes = ()
    throttle_classes: Sequence[type[BaseThrottle]] = (AnonRateThrottle, UserRateThrottle)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Read the body before anything parses it: an idempotency key covers its bytes."""
        if request.method not in SAFE:
            _ = request.body
        super().initial(request, *args, **kwargs)


class ToolView(ApiView):
    """A stateless tool, open to everybody, with a throttle of its own."""

    authentication_classes = ()
    throttle_classes = (ScopedRateThrottle,)
    throttle_scope = "tools"


def decoded(content: str) -> bytes:
    """The bytes of a file in a body. Raises InvalidInput."""
    try:
        return base64.b64decode(content, validate=True)
    except (binascii.Error, ValueError) as error:
        raise InvalidInput("content: no base64") from error


S = TypeVar("S", bound=Serializer[Any])


def read(form: type[S], request: Request) -> dict[str, Any]:
    """The body as the serializer understands it. Raises ValidationError, which answers 422 with every place."""
    given = form(data=request.data)
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)


def query(form: type[S], request: Request) -> dict[str, Any]:
    """The query string, likewise; the same one is understood once, unless it is longer than people ask."""
    asked = request.query_params.urlencode()
    understand = _understood if len(asked) <= USUAL_LENGTH else _understood.__wrapped__
    return dict(understand(form, asked))


USUAL_LENGTH = 300


@lru_cache(maxsize=1000)
def _understood(form: type[S], asked: str) -> dict[str, Any]:
    given = form(data=QueryDict(asked))
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)
