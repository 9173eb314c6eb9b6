"""Suspensions and bans."""

from django.urls import path

from tournament.web import bans

urlpatterns = [
    path("t/<slug:slug>/direct/suspensions/", bans.bans_page, name="direct-bans"),
    path("t/<slug:slug>/direct/suspensions/<int:ban_id>/lift/", bans.lift, name="direct-ban-lift"),
]
