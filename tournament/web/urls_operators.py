"""Addresses for operators."""

from django.urls import path

from tournament.web.operators import metrics

urlpatterns = [
    path("metrics", metrics, name="metrics"),
]
