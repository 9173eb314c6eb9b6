"""Addresses of the pages, one file a room."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("tournament.web.urls_health")),
    path("", include("tournament.web.urls_home")),
    path("", include("tournament.web.urls_public")),
    path("", include("tournament.web.urls_referee")),
    path("", include("tournament.web.urls_hall")),
    path("", include("tournament.web.urls_registration")),
    path("", include("tournament.web.urls_bans")),
    path("", include("tournament.web.urls_closing")),
    path("", include("tournament.web.urls_self_check_in")),
    path("", include("tournament.web.urls_charts")),
    path("", include("tournament.web.urls_jobs")),
    path("", include("tournament.web.urls_evenings")),
    path("", include("tournament.web.urls_paper")),
    path("", include("tournament.web.urls_direct")),
    path("", include("tournament.web.urls_seating")),
    path("", include("tournament.web.urls_round_board")),
    path("", include("tournament.web.urls_cut")),
    path("", include("tournament.web.urls_snapshots")),
    path("", include("tournament.web.urls_corrections")),
    path("", include("tournament.web.urls_privacy")),
    path("", include("tournament.web.urls_app")),
    path("", include("tournament.web.urls_disputes")),
    path("", include("tournament.web.urls_operators")),
    path("", include("tournament.web.urls_programs")),
    path("", include("tournament.web.urls_composer")),
    path("", include("tournament.web.urls_exchange")),
    path("", include("tournament.web.urls_season")),
    path("", include("tournament.web.urls_circuits")),
]
