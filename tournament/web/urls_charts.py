"""Pictures."""

from django.urls import path

from tournament.web import charts

urlpatterns = [
    path("t/<slug:slug>/charts/", charts.charts_page, name="charts"),
]
