"""Tags that draw the board: `{% board owners=table.owners %}`, `{% objective_card 4 %}`."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.template import Context
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.challenge import BOARD
from tournament.models import Colour
from tournament.web.board_picture import Picture, Size, board_svg, geometry_svg, objective_svg

register = template.Library()

DRAWN = "sdadata.board_geometry"
"""Where a request remembers that its page has the outlines already."""


@register.simple_tag(takes_context=True)
def board(context: Context, **options: Any) -> SafeString:
    """The board, large or small, with the outlines before the first one of a page.

    Options: owners, armies, heat, texts (mappings by territory id), objective (a number or ids), small, interactive,
    label.
    """
    small = options.pop("small", False)
    objective = options.pop("objective", None) or ()
    if isinstance(objective, int | str):
        objective = BOARD.objectives[int(objective)].territories
    given = {name: value for name, value in options.items() if value is not None}
    picture = Picture(**given, objective=objective, size=Size.SMALL if small else Size.FULL)
    return _geometry_once(context) + board_svg(picture)


@register.simple_tag(takes_context=True)
def objective_card(context: Context, number: int | str) -> SafeString:
    """An objective as a small map: what it asks for stands out, the rest is quiet."""
    objective = BOARD.objectives[int(number)]
    label = _("Objective %(number)s: %(name)s") % {"number": objective.number, "name": objective.names[0]}
    return _geometry_once(context) + objective_svg(objective.number, label)


@register.inclusion_tag("components/board_entry.html", takes_context=True)
def board_entry(
    context: Context,
    seats: Sequence[object],
    owners: Mapping[str, str],
    prefix: str = "",
    *,
    objectives: bool = True,
) -> dict[str, Any]:
    """The board to enter a position, inside a form: `seats` with colour, name, objective; `owners` colour by id.

    `objectives` False: for a game that has none.
    """
    continents = [
        {
            "name": one.name,
            "territories": [(BOARD.territory(name), owners.get(name, "")) for name in one.territories],
        }
        for one in BOARD.continents.values()
    ]
    return {
        "request": context.get("request"),
        "seats": seats,
        "owners": owners,
        "prefix": prefix,
        "continents": continents,
        "drawn": {name: owner for name, owner in owners.items() if owner in Colour.values},
        "objectives": list(BOARD.objectives.values()) if objectives else [],
    }


@register.simple_tag(takes_context=True)
def board_geometry(context: Context) -> SafeString:
    """The outlines alone, for a page whose boards arrive later as fragments."""
    return _geometry_once(context)


def _geometry_once(context: Context) -> SafeString:
    request = context.get("request")
    if request is not None and request.META.setdefault(DRAWN, None):
        return SafeString()
    if request is not None:
        request.META[DRAWN] = True
    return geometry_svg()
