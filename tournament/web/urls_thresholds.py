"""The threshold table of a tournament."""

from django.urls import path

from tournament.web import thresholds

urlpatterns = [path("t/<slug:slug>/direct/thresholds/", thresholds.thresholds_page, name="direct-thresholds")]
