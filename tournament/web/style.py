"""The style page: every component, once, with example figures."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.models import Colour
from tournament.templatetags.design import score_cell

MOMENT = datetime(2026, 3, 14, 15, 42, 7, tzinfo=ZoneInfo("Europe/Rome"))
"""Every figure of the page is fixed, so that its picture can be compared."""


class ExampleForm(forms.Form):
    """One field of each kind; bound without a name, so that an error shows."""

    name = forms.CharField(max_length=60, help_text=_("As it is to stand on the list."))
    club = forms.ChoiceField(choices=[("", "–"), ("1", "Ravenna"), ("2", "Monza")], required=False)
    size = forms.ChoiceField(choices=[("4", "4"), ("5", "5")], widget=forms.RadioSelect, initial="4")
    publish = forms.BooleanField(required=False)
    note = forms.CharField(widget=forms.Textarea(attrs={"rows": 3}), required=False)


def style_page(request: HttpRequest) -> HttpResponse:
    """Show every component; what is sent from its forms goes nowhere."""
    if request.method == "POST":
        return redirect("style")
    messages.success(request, _("Table 7 confirmed."))
    messages.warning(request, _("41 − 2 = 39: six tables of 4 and three of 5."))
    messages.error(request, _("Territory counted twice: Congo. Give it to one player."))
    return render(request, "style/index.html", example_context())


def example_context() -> dict[str, Any]:
    """What the page shows."""
    return {
        "form": ExampleForm({"size": "4"}),
        "colours": Colour.values,
        "steps": example_steps(),
        "rounds": ["1", "2", "3"],
        "rows": example_rows(),
        "table": example_table(),
        "tied": [{"id": 2, "name": "Bruna Conti"}, {"id": 3, "name": "Carla De Santis"}],
        "faces": {"attack": [6, 5, 2], "defence": [5, 5], "closing": [1, 3]},
        "moment": MOMENT,
        "end": MOMENT + timedelta(minutes=47, seconds=12),
        "page": Paginator(range(90), 30).page(2),
        "owners": example_owners(),
        "armies": {"brasile": 12, "peru": 3, "cina": 14, "siam": 4, "india": 1, "alaska": 8, "indonesia": 3},
        "objective": 3,
        "entry_seats": [
            {"colour": colour, "name": name, "objective": number}
            for number, (colour, name) in enumerate(
                zip(Colour.values, ("Aldo", "Bruna", "Carla", "Dino"), strict=False), 1
            )
        ],
    }


def example_steps() -> list[dict[str, str]]:
    """A day in the middle of its first round."""
    return [
        {"title": _("Entries"), "detail": "41", "state": "done"},
        {"title": _("Check-in"), "detail": "39/41", "state": "done"},
        {"title": _("Round 1"), "detail": "14:55", "state": "now"},
        {"title": _("Round 2"), "detail": "", "state": "open"},
        {"title": _("Semifinals"), "detail": "", "state": "open"},
        {"title": _("Final"), "detail": "", "state": "open"},
    ]


def example_rows() -> list[dict[str, Any]]:
    """Six rows: a winner, a discard, an absence, a cut."""
    figures: list[tuple[str, str, str, str, list[tuple[str, str]], dict[str, Any]]] = [
        ("1", "Aldo Bianchi", "Ravenna", "244", [("131", "won"), ("113", "won"), ("62", "dropped")], {"podium": True}),
        ("2", "Bruna Conti", "Monza", "231", [("118", "won"), ("74", "dropped"), ("113", "won")], {"podium": True}),
        ("3", "Carla De Santis", "Bologna", "219½", [("98", ""), ("60", "dropped"), ("121½", "won")], {"podium": True}),
        ("4", "Dino Esposito", "Ravenna", "201", [("95", ""), ("106", "changed"), ("", "none")], {"cut": _("The first 4 play the final")}),
        ("5", "Elena Fabbri", "Monza", "188", [("92", ""), ("96", ""), ("90", "dropped")], {"me": True}),
        ("–", "Franco Galli", "Torino", "90", [("90", ""), ("", "none"), ("", "none")], {"out": True, "note": _("withdrawn")}),
    ]  # fmt: skip
    return [
        {"rank": rank, "name": name, "club": club, "total": total, "scores": _scores(scores), **more}
        for rank, name, club, total, scores, more in figures
    ]


def _scores(scores: list[tuple[str, str]]) -> list[SafeString]:
    return [score_cell(text, kind) for text, kind in scores]


def example_table() -> dict[str, Any]:
    """A table of five with points, one seat with a flaw."""
    names = ["Aldo Bianchi", "Bruna Conti", "Carla De Santis", "Dino Esposito", "Elena Fabbri"]
    clubs = ["Ravenna", "Monza", "Bologna", "Ravenna", "Monza"]
    seats = [
        {
            "id": number,
            "turn": number,
            "name": name,
            "detail": club,
            "colour": colour,
            "points": 131 if number == 1 else 100 - 7 * number,
            "won": number == 1,
            "flawed": _("A club-mate sits here too.") if number in (1, 4) else "",
        }
        for number, name, club, colour in zip(range(1, 6), names, clubs, Colour.values, strict=True)
    ]
    return {
        "number": 7,
        "state": _("playing"),
        "state_kind": "now",
        "detail": _("Closes at 4"),
        "seats": seats,
    }


def example_owners() -> dict[str, str]:
    """A few territories of each army."""
    held = {
        "red": "brasile peru africa_del_nord",
        "blue": "europa_occidentale gran_bretagna europa_settentrionale",
        "green": "cina siam india",
        "yellow": "australia_occidentale indonesia",
        "black": "alaska kamchatka giappone",
    }
    return {territory: colour for colour, names in held.items() for territory in names.split()}
