"""Addresses of the app itself: its manifest, its service worker, its style page."""

from django.urls import path

from tournament.web.app_files import manifest, service_worker
from tournament.web.style import style_page

urlpatterns = [
    path("manifest.webmanifest", manifest, name="manifest"),
    path("service-worker.js", service_worker, name="service_worker"),
    path("style/", style_page, name="style"),
]
