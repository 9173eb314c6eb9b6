"""The closing assistant."""

from django.urls import path

from tournament.web import closing

urlpatterns = [
    path("t/<slug:slug>/tables/<int:table_id>/closing/", closing.closing_page, name="closing"),
    path("me/<str:token>/closing/", closing.personal_closing, name="personal-closing"),
]
