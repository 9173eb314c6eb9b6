"""The season and the people in it."""

from django.urls import path

from tournament.web import season

urlpatterns = [
    path("season/", season.season_page, name="season"),
    path("season/<int:year>/", season.season_page, name="season-year"),
    path("season/<int:year>/<slug:table>.<slug:kind>", season.season_file, name="season-file"),
    path("ratings/", season.ratings_page, name="ratings"),
    path("people/<str:key>/", season.person_page, name="person"),
]
