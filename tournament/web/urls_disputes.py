"""The dispute desk."""

from django.urls import path, register_converter

from tournament.web import dispute_asking, disputes
from tournament.web.converters import choice_converter

register_converter(choice_converter(disputes.DEEDS), "dispute_deed")

urlpatterns = [
    path("t/<slug:slug>/disputes/", disputes.desk, name="disputes"),
    path("t/<slug:slug>/disputes/new/", dispute_asking.ask, name="dispute-new"),
    path("t/<slug:slug>/disputes/<int:dispute_id>/", disputes.dispute_page, name="dispute"),
    path("t/<slug:slug>/disputes/<int:dispute_id>/amend/", dispute_asking.amend, name="dispute-amend"),
    path("t/<slug:slug>/disputes/<int:dispute_id>/record.pdf", disputes.record, name="dispute-record"),
    path(
        "t/<slug:slug>/disputes/<int:dispute_id>/<dispute_deed:deed>/",
        disputes.dispute_deed,
        name="dispute-deed",
    ),
]
