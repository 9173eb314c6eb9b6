"""Addresses for load balancers and watchdogs."""

from django.urls import path

from tournament.web.health import healthz, readyz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
]
