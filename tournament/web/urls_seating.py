"""Drawing and editing a seating."""

from django.urls import path, register_converter

from tournament.web import repair
from tournament.web import seating_editor as editor
from tournament.web.converters import choice_converter

register_converter(choice_converter(editor.DEEDS), "seating_deed")

urlpatterns = [
    path("t/<slug:slug>/direct/draw/", editor.draw_page, name="direct-draw"),
    path("t/<slug:slug>/direct/draw/now/", editor.draw, name="direct-draw-now"),
    path("t/<slug:slug>/direct/draw/stand-in/", editor.stand_in, name="direct-stand-in"),
    path("t/<slug:slug>/direct/rounds/<int:number>/seating/", editor.editor_page, name="direct-seating"),
    path(
        "t/<slug:slug>/direct/rounds/<int:number>/seating/change/",
        editor.change,
        name="direct-seating-change",
    ),
    path(
        "t/<slug:slug>/direct/rounds/<int:number>/seating/discard/",
        editor.discard,
        name="direct-seating-discard",
    ),
    path("t/<slug:slug>/direct/rounds/<int:number>/repair/", repair.repair_page, name="direct-repair"),
    path("t/<slug:slug>/direct/rounds/<int:number>/repair/apply/", repair.apply, name="direct-repair-apply"),
    path(
        "t/<slug:slug>/direct/rounds/<int:number>/seating/<seating_deed:deed>/",
        editor.deed_of_editor,
        name="direct-seating-deed",
    ),
]
