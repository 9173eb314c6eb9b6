"""What load balancers and watchdogs ask: is this process alive, and can it do its work?"""

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache

WITHIN_SECONDS = 2


@never_cache
def healthz(_request: HttpRequest) -> HttpResponse:
    """Answer 200 as long as the process serves requests."""
    return HttpResponse("ok", content_type="text/plain")


@never_cache
def readyz(_request: HttpRequest) -> HttpResponse:
    """Answer 200 when the database answers, else 503.

    Redis is reported but decides nothing: without it results are still taken and pages still shown.
    """
    state = {"database": database_answers()}
    ready = all(state.values())
    if settings.REDIS_URL:
        state["redis"] = redis_answers()
    return JsonResponse({"ready": ready, **state}, status=200 if ready else 503)


def database_answers() -> bool:
    """Tell whether the database answers a query."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def redis_answers() -> bool:
    """Tell whether Redis answers within two seconds."""
    import redis  # noqa: PLC0415 - a hall without Redis need not load it

    limits = {"socket_timeout": WITHIN_SECONDS, "socket_connect_timeout": WITHIN_SECONDS}
    try:
        with redis.Redis.from_url(settings.REDIS_URL, **limits) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False
