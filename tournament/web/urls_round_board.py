"""The round while it is played."""

from django.urls import path, register_converter

from tournament.web import round_board as board
from tournament.web.converters import choice_converter

register_converter(choice_converter(board.ROUND_DEEDS), "round_deed")
register_converter(choice_converter(board.TABLE_DEEDS), "table_deed")

urlpatterns = [
    path("t/<slug:slug>/direct/rounds/<int:number>/board/", board.board_page, name="direct-board"),
    path(
        "t/<slug:slug>/direct/rounds/<int:number>/board/<round_deed:deed>/",
        board.round_deed,
        name="direct-round-deed",
    ),
    path(
        "t/<slug:slug>/direct/rounds/<int:number>/board/tables/<int:table>/<table_deed:deed>/",
        board.table_deed,
        name="direct-table-deed",
    ),
]
