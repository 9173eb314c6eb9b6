"""The cut and what follows it."""

from django.urls import path, register_converter

from tournament.web import cut, finals
from tournament.web.converters import choice_converter

register_converter(choice_converter(cut.DEEDS), "cut_deed")
register_converter(choice_converter(finals.DEEDS), "finals_deed")

urlpatterns = [
    path("t/<slug:slug>/direct/cut/", cut.cut_page, name="direct-cut"),
    path("t/<slug:slug>/direct/cut/confirm/", cut.confirm, name="direct-cut-confirm"),
    path("t/<slug:slug>/direct/cut/<cut_deed:deed>/", cut.cut_deed, name="direct-cut-deed"),
    path("t/<slug:slug>/direct/finals/", finals.finals_page, name="direct-finals"),
    path("t/<slug:slug>/direct/finals/next/", finals.draw_next, name="direct-finals-next"),
    path("t/<slug:slug>/direct/finals/crown/", finals.crown, name="direct-crown"),
    path(
        "t/<slug:slug>/direct/finals/<int:number>/<finals_deed:deed>/",
        finals.finals_deed,
        name="direct-finals-deed",
    ),
]
