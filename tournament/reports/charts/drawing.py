"""A chart as a value, and the few SVG shapes that the charts are made of."""

import re
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement, tostring

from django.utils.safestring import SafeString

from tournament.reports.tables import Table

TEXT_SIZE = 14
SMALL = 12
WIDTH = 560

INK = "var(--ink, #1c272d)"
SOFT = "var(--ink-soft, #4b585e)"
LINE = "var(--line, #d6cbb4)"
PAPER = "var(--surface, #fdfaf3)"
SIGNAL = "var(--signal, #b3261e)"
ACCENT = "var(--link, #14556f)"
_SIGNS_OUTSIDE_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Chart:
    """`{{ chart }}` in a template is the picture. `headings` are the words above the columns of `table`."""

    title: str
    svg: str
    headings: tuple[str, ...]
    table: Table

    def __str__(self) -> str:
        """The picture, marked as safe: the XML library escaped every text in it."""
        return SafeString(self.svg)


def number(value: float) -> str:
    """A coordinate to a tenth of a unit, without a needless end."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def canvas(title: str, summary: str, height: float) -> Element:
    """An empty picture with its name and its message in words, for those who cannot see it."""
    attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {WIDTH} {number(height)}",
        "width": str(WIDTH),
        "height": number(height),
        "class": "chart",
        "role": "img",
        "aria-label": f"{legal(title)}. {legal(summary)}",
        "font-size": str(TEXT_SIZE),
        "fill": INK,
    }
    root = Element("svg", attributes)
    SubElement(root, "title").text = legal(title)
    return root


def text(parent: Element, x: float, y: float, words: str, **attributes: str) -> None:
    """Words with their baseline at y; attribute names use _ for -."""
    place = {"x": number(x), "y": number(y)}
    SubElement(parent, "text", place | _dashed(attributes)).text = legal(words)


def line(parent: Element, start: tuple[float, float], end: tuple[float, float], **attributes: str) -> None:
    ends = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
    SubElement(parent, "line", {name: number(value) for name, value in ends.items()} | _dashed(attributes))


def path(parent: Element, points: list[tuple[float, float]], **attributes: str) -> None:
    """An open line through the points."""
    steps = " L ".join(f"{number(x)} {number(y)}" for x, y in points)
    SubElement(parent, "path", {"d": f"M {steps}", "fill": "none"} | _dashed(attributes))


def rectangle(
    parent: Element, corner: tuple[float, float], size: tuple[float, float], **attributes: str
) -> Element:
    sides = {"x": corner[0], "y": corner[1], "width": size[0], "height": size[1]}
    return SubElement(
        parent, "rect", {name: number(value) for name, value in sides.items()} | _dashed(attributes)
    )


def circle(parent: Element, centre: tuple[float, float], radius: float, **attributes: str) -> Element:
    place = {"cx": number(centre[0]), "cy": number(centre[1]), "r": number(radius)}
    return SubElement(parent, "circle", place | _dashed(attributes))


def hint(shape: Element, words: str) -> None:
    """What a pointer resting on the shape is told."""
    SubElement(shape, "title").text = legal(words)


def finished(root: Element) -> str:
    """The picture as text for a page."""
    return tostring(root, encoding="unicode")


def legal(words: str) -> str:
    """Without the control characters that no XML may hold."""
    return _SIGNS_OUTSIDE_XML.sub("", words)


def shortened(words: str, limit: int) -> str:
    """A label that fits its place."""
    return words if len(words) <= limit else words[: limit - 1].rstrip() + "…"


def _dashed(attributes: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in attributes.items()}
