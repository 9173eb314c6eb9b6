"""Snapshots, archives, deleting."""

from django.urls import path

from tournament.web import snapshots

urlpatterns = [
    path("new/archive/", snapshots.archive_page, name="archive-open"),
    path("new/archive/<int:snapshot_id>/", snapshots.bring_back, name="tournament-bring-back"),
    path("t/<slug:slug>/direct/snapshots/", snapshots.snapshots_page, name="direct-snapshots"),
    path("t/<slug:slug>/direct/snapshots/take/", snapshots.take, name="direct-snapshot-take"),
    path(
        "t/<slug:slug>/direct/snapshots/<int:snapshot_id>/", snapshots.snapshot_page, name="direct-snapshot"
    ),
    path(
        "t/<slug:slug>/direct/snapshots/<int:snapshot_id>/restore/",
        snapshots.restore,
        name="direct-snapshot-restore",
    ),
    path(
        "t/<slug:slug>/direct/snapshots/<int:snapshot_id>/download/",
        snapshots.download,
        name="direct-snapshot-download",
    ),
    path(
        "t/<slug:slug>/direct/rounds/<int:number>/delete/", snapshots.remove_round, name="direct-round-delete"
    ),
    path("t/<slug:slug>/direct/delete/", snapshots.remove_tournament, name="direct-delete"),
]
