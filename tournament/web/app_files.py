"""What makes the pages an app that a phone can install: the manifest and the service worker."""

from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control

WORKER = Path(settings.BASE_DIR) / "static" / "js" / "service-worker.js"
ICONS = (
    ("img/icon.svg", "any", "image/svg+xml", "any"),
    ("img/icon-192.png", "192x192", "image/png", "any"),
    ("img/icon-512.png", "512x512", "image/png", "any"),
    ("img/icon-maskable-512.png", "512x512", "image/png", "maskable"),
)
"""File, sizes, type, purpose."""


@cache_control(max_age=3600)
def manifest(_request: HttpRequest) -> JsonResponse:
    """The web app manifest, in the language of the reader."""
    return JsonResponse(
        {
            "id": "/",
            "name": "Sdadata",
            "short_name": "Sdadata",
            "lang": get_language(),
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#f5efe1",
            "theme_color": "#14323f",
            "icons": [
                {"src": static(name), "sizes": sizes, "type": kind, "purpose": purpose}
                for name, sizes, kind, purpose in ICONS
            ],
        },
        content_type="application/manifest+json",
    )


@cache_control(no_cache=True)
def service_worker(_request: HttpRequest) -> HttpResponse:
    """The service worker, served from the root because that is how far it may reach."""
    return HttpResponse(WORKER.read_bytes(), content_type="text/javascript")
