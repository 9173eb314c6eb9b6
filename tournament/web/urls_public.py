"""The public pages of a tournament."""

from django.urls import path

from tournament.web import public, standings_page, teams, versions

urlpatterns = [
    path("t/<slug:slug>/", public.tournament_page_view, name="tournament"),
    path("t/<slug:slug>/entrants/", public.entrants_page, name="entrants"),
    path("t/<slug:slug>/seats/", public.find_seat, name="find-seat"),
    path("t/<slug:slug>/rounds/<int:number>/", public.round_page, name="round"),
    path("t/<slug:slug>/tables/<int:table_id>/", public.table_page, name="table"),
    path("t/<slug:slug>/standings/", standings_page.standings_page, name="standings"),
    path("t/<slug:slug>/standings/<int:after>/", standings_page.standings_page, name="standings-after"),
    path("t/<slug:slug>/standings/compare/", versions.compare_page, name="standings-compare"),
    path("t/<slug:slug>/teams/", teams.teams_page, name="teams"),
    path("t/<slug:slug>/teams.<str:kind>", teams.teams_file, name="teams-file"),
    path("t/<slug:slug>/standings/why/<int:entrant_id>/", standings_page.why_page, name="standings-why"),
    path(
        "t/<slug:slug>/standings/versions/<int:version_id>/",
        standings_page.version_page,
        name="standings-version",
    ),
    path("t/<slug:slug>/standings.<str:kind>", standings_page.standings_file, name="standings-file"),
    path(
        "t/<slug:slug>/standings/<int:after>.<str:kind>",
        standings_page.standings_file,
        name="standings-file-after",
    ),
]
