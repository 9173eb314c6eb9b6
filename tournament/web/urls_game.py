"""The tournament's game: its rules and its options."""

from django.urls import path

from tournament.web import game

urlpatterns = [
    path("t/<slug:slug>/game/", game.rules, name="game"),
    path("t/<slug:slug>/direct/game/", game.options, name="direct-game"),
    path("t/<slug:slug>/direct/game/<slug:name>.toml", game.club_file, name="direct-game-file"),
]
