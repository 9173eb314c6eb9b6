"""Checking in alone."""

from django.urls import path

from tournament.web import self_check_in

urlpatterns = [
    path("t/<slug:slug>/here/", self_check_in.here_page, name="self-check-in"),
    path("t/<slug:slug>/here/code/", self_check_in.code_page, name="self-check-in-code"),
    path("me/<str:token>/here/", self_check_in.personal_here, name="personal-here"),
]
