"""What operators ask: the figures that Prometheus collects."""

import hmac
import ipaddress
import os
from collections.abc import Iterator

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.views.decorators.cache import never_cache
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from tournament.selectors.measures import measures


class OfDatabase(Collector):
    """The figures of the database, asked at the moment of collection."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """One family a name."""
        families: dict[str, GaugeMetricFamily] = {}
        for name, meaning, labels, value in measures():
            family = families.setdefault(
                name, GaugeMetricFamily(f"sdadata_{name}", meaning, labels=list(labels))
            )
            family.add_metric(list(labels.values()), value)
        yield from families.values()


@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Requests of this process (of all, where PROMETHEUS_MULTIPROC_DIR is set) and figures of the database."""
    if not _may_read(request):
        return HttpResponseForbidden("METRICS_TOKEN opens this page.", content_type="text/plain")
    database = CollectorRegistry()
    database.register(OfDatabase())
    content = generate_latest(_of_processes()) + generate_latest(database)
    return HttpResponse(content, content_type=CONTENT_TYPE_LATEST)


def _of_processes() -> CollectorRegistry:
    if not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library has no types here
    return registry


def _may_read(request: HttpRequest) -> bool:
    """By the token where there is one, else from this machine itself and not through a proxy."""
    if settings.METRICS_TOKEN:
        shown = request.headers.get("Authorization", "").removeprefix("Bearer ")
        return hmac.compare_digest(shown.encode(), settings.METRICS_TOKEN.encode())
    if request.headers.get("X-Forwarded-For") or request.headers.get("Forwarded"):
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
