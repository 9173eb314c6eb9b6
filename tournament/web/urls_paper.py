"""Paper."""

from django.urls import path

from tournament.web import paper

urlpatterns = [
    path("t/<slug:slug>/paper/", paper.paper_page, name="paper"),
    path("t/<slug:slug>/paper/rounds/<int:number>/<slug:kind>.pdf", paper.round_paper, name="paper-round"),
    path("t/<slug:slug>/paper/<slug:kind>.pdf", paper.tournament_paper, name="paper-tournament"),
]
