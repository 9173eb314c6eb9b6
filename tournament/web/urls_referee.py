"""The referee's room."""

from django.urls import path

from tournament.web import referee

urlpatterns = [
    path("t/<slug:slug>/referee/", referee.my_tables, name="referee"),
    path("t/<slug:slug>/referee/tables/<int:table_id>/", referee.table_room, name="referee-table"),
    path("t/<slug:slug>/referee/tables/<int:table_id>/entry/", referee.enter_result, name="referee-enter"),
    path(
        "t/<slug:slug>/referee/tables/<int:table_id>/colours/", referee.choose_colours, name="referee-colours"
    ),
    path(
        "t/<slug:slug>/referee/tables/<int:table_id>/reports/<int:number>/confirm/",
        referee.confirm,
        name="referee-confirm",
    ),
    path(
        "t/<slug:slug>/referee/tables/<int:table_id>/reports/<int:number>/reject/",
        referee.reject,
        name="referee-reject",
    ),
    path(
        "t/<slug:slug>/referee/tables/<int:table_id>/reports/<int:number>/slip.jpg",
        referee.slip_photo,
        name="referee-photo",
    ),
]
