"""When and where rounds are played."""

from django.urls import path

from tournament.web import evenings

urlpatterns = [
    path("t/<slug:slug>/direct/rounds/<int:number>/place/", evenings.place_page, name="direct-place"),
    path("t/<slug:slug>/direct/evening/", evenings.begin, name="direct-evening"),
]
