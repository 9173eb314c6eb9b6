"""What an address may answer, for the OpenAPI document."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from tournament.api.rendering import PROBLEM
from tournament.api.shapes import ProblemSerializer

PROBLEMS = {
    400: "The body is not JSON.",
    401: "No token and no session, or one that is not valid.",
    403: "The role, or the token's scope, does not allow it.",
    404: "There is no such thing, or it is not public.",
    409: "Not now, or changed meanwhile: `code` and `detail` say why.",
    412: "`If-Match` names another version.",
    413: "The document is too large.",
    422: "What was sent is not usable: `errors` names every defect.",
    429: "Too many requests: `Retry-After` says when.",
}
NOT_FOUND = (404,)


def problems(*statuses: int) -> dict[tuple[int, str], OpenApiResponse]:
    """Problem documents under their media type."""
    return {(status, PROBLEM): OpenApiResponse(ProblemSerializer, PROBLEMS[status]) for status in statuses}


def read_responses(shape: Any, more: tuple[int, ...] = ()) -> dict[Any, Any]:
    """A read: the shape, 304, and what may go wrong."""
    unchanged = {304: OpenApiResponse(description="You have it already.")}
    return {200: shape} | unchanged | problems(401, 422, 429, *more)


def write_responses(shape: Any, status: int = 200) -> dict[Any, Any]:
    """A write."""
    return {status: shape} | problems(400, 401, 403, 404, 409, 412, 413, 422, 429)


KEY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The same key with the same body happens once and answers the same; with another body: 422.",
)
MATCH = OpenApiParameter(
    "If-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The ETag of the thing as you read it: 412 when it was changed meanwhile.",
)
