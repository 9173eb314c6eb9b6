"""Corrections and errata."""

from django.urls import path

from tournament.web import corrections

urlpatterns = [
    path("t/<slug:slug>/errata/", corrections.errata_page, name="errata"),
    path("t/<slug:slug>/direct/corrections/", corrections.corrections_page, name="direct-corrections"),
    path(
        "t/<slug:slug>/direct/corrections/<int:submission_id>/",
        corrections.correction_page,
        name="direct-correction",
    ),
    path(
        "t/<slug:slug>/direct/corrections/<int:submission_id>/confirm/",
        corrections.confirm_correction,
        name="direct-correction-confirm",
    ),
]
