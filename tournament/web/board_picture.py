"""The board as SVG, drawn on the server: who owns what, what an objective asks for, how often land was held.

Colours, light and dark come from `static/css/board.css`; here stand only shapes, classes and words. The outlines are
written once a page (`geometry_svg`) and referred to by every picture, so that twenty tables cost one world.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.challenge import BOARD
from games.core.board import Territory
from tournament.models import Colour
from tournament.templatetags.design import army_letter, army_name

SHAPES = Path(settings.BASE_DIR) / "static" / "boards" / "challenge.json"
TILE = 8
"""Units of a pattern's side; a small picture shows it five times as large."""

PATTERNS: dict[str, str] = {
    Colour.RED: '<circle cx="4" cy="4" r="1.5"/>',
    Colour.BLUE: '<path d="M-1 9 9-1M-1 1 1-1M7 9 9 7" stroke="#fff" stroke-width="1.6"/>',
    Colour.GREEN: '<path d="M4 1.2v5.6M1.2 4h5.6" stroke="#fff" stroke-width="1.4"/>',
    Colour.BLACK: '<path d="M0 0h8M0 0v8" stroke="#fff" stroke-width="1.2"/>',
}
"""Dots, stripes, crosses, grid; yellow stays plain."""

LINE_HEIGHT, NAME_TO_NUMBER = 12.5, 6
TAG_X, TAG_Y, TAG_LETTER = 15, -11, 3.2
"""Units: from line to line of a name; from a number's middle to its baseline; from there to the letter's disc."""


class Size(StrEnum):
    """How a picture is meant to be seen."""

    FULL = "full"
    """Names, values, armies."""
    SMALL = "small"
    """Land only: beside a table, on an objective's card."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What to draw. Keys are territory ids of the Challenge board; an unknown one is a KeyError.

    `owners` colour by id; `armies` number by id, shown in a disc; `objective` ids to outline; `heat` a step from
    0 to 9 by id; `texts` what stands in place of the printed value; `label` what the picture is, in words.
    """

    owners: Mapping[str, str] = field(default_factory=dict)
    armies: Mapping[str, int] = field(default_factory=dict)
    objective: Collection[str] = ()
    heat: Mapping[str, int] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    size: Size = Size.FULL
    interactive: bool = False
    label: str = ""

    def __post_init__(self) -> None:
        for name in (*self.owners, *self.armies, *self.objective, *self.heat, *self.texts):
            BOARD.index[name]


@cache
def shapes() -> dict[str, Any]:
    """The geometry file: `territories`, `sea_lines`, `continents`, `lakes`; its format stands in docs/design.md."""
    found: dict[str, Any] = json.loads(SHAPES.read_text(encoding="utf-8"))
    return found


@cache
def geometry_svg() -> SafeString:
    """The outlines, patterns and sea lines that pictures refer to: once on a page that shows a board."""
    lands = "".join(
        f'<path id="t-{one["id"]}" fill-rule="evenodd" d="{one["path"]}"/>' for one in shapes()["territories"]
    )
    seaways = "".join(path for line in shapes()["sea_lines"] for path in line["paths"])
    return mark_safe(  # noqa: S308  # made of our own geometry file only
        f'<svg class="board-defs" width="0" height="0" aria-hidden="true" focusable="false"><defs>{_patterns()}'
        f'<g id="t-all">{lands}</g><path id="t-seaways" d="{seaways}"/><path id="t-lakes" d="{shapes()["lakes"]}"/>'
        "</defs></svg>"
    )


def _patterns() -> str:
    tile = f'width="{TILE}" height="{TILE}" patternUnits="userSpaceOnUse"'
    return "".join(
        f'<pattern id="p-{prefix}{colour}" {tile}{scale}><g fill="#fff">{mark}</g></pattern>'
        for prefix, scale in (("", ""), ("small-", ' patternTransform="scale(5)"'))
        for colour, mark in PATTERNS.items()
    )


def board_svg(picture: Picture) -> SafeString:
    """The board as one `<svg>`; `geometry_svg` must stand somewhere on the same page."""
    layers = [
        f'<rect class="sea" width="{shapes()["width"]}" height="{shapes()["height"]}"/>',
        '<use href="#t-all" class="shallow"/>',
        '<use href="#t-seaways" class="seaways"/>',
        *(_land(territory, picture) for territory in BOARD.territories),
        '<use href="#t-lakes" class="lakes"/>',
        *(f'<use href="#t-{name}" class="held"/>' for name in picture.owners),
        *(f'<use href="#t-{name}" class="casing"/>' for name in picture.objective),
        *(f'<use href="#t-{name}" class="objective"/>' for name in picture.objective),
    ]
    if picture.size is Size.FULL:
        layers += [
            *_continents(),
            *_repeated_names(),
            *(_label(one, picture) for one in shapes()["territories"]),
        ]
    return mark_safe(_opening(picture) + "".join(layers) + "</svg>")  # noqa: S308  # every word was escaped below


@cache
def objective_svg(number: int, label: str) -> SafeString:
    """An objective's card as a map: what it asks for stands out of quiet land. KeyError for an unknown number."""
    wanted = "".join(f'<use href="#t-{name}"/>' for name in BOARD.objectives[number].territories)
    return mark_safe(  # noqa: S308  # ids of our own board; the label is escaped by the opening tag
        f'{_opening(Picture(size=Size.SMALL, label=label))}<rect class="sea" width="100%" height="100%"/>'
        f'<use href="#t-all" class="quiet"/><g class="wanted">{wanted}</g></svg>'
    )


def _opening(picture: Picture) -> str:
    kinds = f"board board-{picture.size}" + (" board-interactive" if picture.interactive else "")
    role = "img" if picture.size is Size.SMALL else "group"
    objectives = f" data-objectives='{_objective_masks()}'" if picture.interactive else ""
    label = escape(picture.label or _("Board"))
    return f'<svg class="{kinds}" viewBox="{shapes()["viewBox"]}" role="{role}" aria-label="{label}"{objectives}>'


@cache
def _objective_masks() -> str:
    """Bits of the territories by number, hexadecimal, for the script that counts points."""
    return json.dumps(
        {str(one.number): f"0x{one.mask:x}" for one in BOARD.objectives.values()}, separators=(",", ":")
    )


def _land(territory: Territory, picture: Picture) -> str:
    owner = picture.owners.get(territory.id, "")
    heat = f" heat-{picture.heat[territory.id]}" if territory.id in picture.heat else ""
    inside = f'<use href="#t-{territory.id}"/>'
    if owner or picture.interactive:
        inside += f'<use href="#t-{territory.id}" class="pattern"/>'
    kinds = f"land {territory.continent}{heat} {owner}".strip()
    if picture.size is Size.SMALL:
        return f'<g class="{kinds}">{inside}</g>'
    words = escape(describe(territory, owner, picture.armies.get(territory.id)))
    data = _data(territory) if picture.interactive else ""
    return f'<g class="{kinds}" role="img" aria-label="{words}"{data}><title>{words}</title>{inside}</g>'


def _data(territory: Territory) -> str:
    near = " ".join(BOARD.neighbours[territory.id])
    return f' data-land="{territory.id}" data-name="{escape(territory.name)}" data-value="{territory.value}" data-near="{near}"'


def describe(territory: Territory, owner: str = "", armies: int | None = None) -> str:
    """ "Brasile, 5, Red, 12 armies": what the picture says of a territory."""
    words = [territory.name, str(territory.value)]
    if owner:
        words.append(army_name(owner))
    if armies is not None:
        words.append(ngettext("%(n)s army", "%(n)s armies", armies) % {"n": armies})
    return ", ".join(words)


def _label(shape: dict[str, Any], picture: Picture) -> str:
    """Name, and value, or armies in a disc; with the owner's letter beside it."""
    name, (x, y) = shape["id"], shape["label"]
    owner = picture.owners.get(name, "")
    title = shape["name"]
    lines = "".join(
        f'<text class="name" x="{title["x"]}" y="{title["y"] + LINE_HEIGHT * row:.1f}">{escape(line)}</text>'
        for row, line in enumerate(title["lines"])
    )
    tag = ""
    if owner or picture.interactive:
        tag = (
            f'<circle class="tag" cx="{x + TAG_X:.1f}" cy="{y + TAG_Y:.1f}" r="6.6"/>'
            f'<text class="letter" x="{x + TAG_X:.1f}" y="{y + TAG_Y + TAG_LETTER:.1f}">{escape(army_letter(owner))}</text>'
        )
    data = f' data-label="{name}"' if picture.interactive else ""
    return f'<g class="label {owner}" aria-hidden="true"{data}>{_number(name, x, y, picture)}{tag}{lines}</g>'


def _number(name: str, x: float, y: float, picture: Picture) -> str:
    if name in picture.armies:
        disc = f'<circle class="disc" cx="{x}" cy="{y}" r="12.5"/>'
        return (
            f'{disc}<text class="armies" x="{x}" y="{y + NAME_TO_NUMBER:.1f}">{picture.armies[name]}</text>'
        )
    text = picture.texts.get(name, str(BOARD.value[name]))
    return f'<text class="value" x="{x}" y="{y + NAME_TO_NUMBER:.1f}">{escape(text)}</text>'


def _continents() -> list[str]:
    return [
        f'<text class="continent" aria-hidden="true" x="{one["label"][0]}" y="{one["label"][1]}">'
        f"{escape(BOARD.continents[one['id']].name.upper())} +{BOARD.continents[one['id']].bonus}</text>"
        for one in shapes()["continents"]
    ]


def _repeated_names() -> list[str]:
    return [
        f'<text class="name again" aria-hidden="true" x="{one["label"][0]}" y="{one["label"][1]}">'
        f"{escape(BOARD.territory(one['id']).name)}</text>"
        for one in shapes()["repeated_names"]
    ]
