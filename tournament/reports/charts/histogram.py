"""How points are spread: a histogram with its median."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from statistics import median
from xml.etree.ElementTree import Element

from django.utils.formats import localize
from django.utils.translation import gettext as _

from tournament.reports.tables import Table

from . import drawing
from .drawing import Chart

_LEFT, _RIGHT, _TOP, _BASE, _HEIGHT = 40, 8, 46, 226, 262
_WIDTHS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
_MOST_BARS = 14

Points = int | Decimal | Fraction


def distribution(points: Sequence[Points], *, title: str = "") -> Chart:
    """How many games gave how many points, in equal steps of a round width; the median as a line."""
    title = title or _("Distribution of points")
    width = _step(points)
    counts = _counts(points, width)
    middle = median(Fraction(value) for value in points) if points else Fraction(0)
    summary = _("%(count)s games, median %(median)s") % {"count": len(points), "median": _plain(middle)}
    root = drawing.canvas(title, summary, _HEIGHT)
    if points:
        _bars(root, counts, width)
        _median_line(root, counts, width, middle)
    rows = tuple((low, low + width - 1, count) for low, count in counts.items())
    return Chart(
        title,
        drawing.finished(root),
        (_("From"), _("To"), _("Games")),
        Table("distribution", ("from", "to", "games"), rows),
    )


def _step(points: Sequence[Points]) -> int:
    """The smallest round width that needs no more than a handful of bars."""
    if not points:
        return 1
    low, high = int(min(points)), int(max(points))
    return next((width for width in _WIDTHS if high // width - low // width < _MOST_BARS), _WIDTHS[-1])


def _counts(points: Sequence[Points], width: int) -> dict[int, int]:
    """Lower end of each step → number of games, empty steps included."""
    steps = [int(value // width) for value in points]
    return {
        step * width: steps.count(step) for step in range(min(steps, default=0), max(steps, default=-1) + 1)
    }


def _bars(root: Element, counts: dict[int, int], width: int) -> None:
    bar, highest = _bar_width(counts), max(counts.values())
    small = str(drawing.SMALL)
    drawing.line(root, (_LEFT, _BASE), (drawing.WIDTH - _RIGHT, _BASE), stroke=drawing.SOFT)
    for index, (low, count) in enumerate(counts.items()):
        x, tall = _LEFT + bar * index, (_BASE - _TOP) * count / highest
        shape = drawing.rectangle(root, (x + 2, _BASE - tall), (bar - 4, tall), fill=drawing.ACCENT)
        drawing.hint(shape, f"{_span(low, width)}: {count}")
        if count:
            top = _BASE - tall - 6
            drawing.text(root, x + bar / 2, top, str(count), text_anchor="middle", font_size=small)
        edge = x if width > 1 else x + bar / 2
        drawing.text(
            root, edge, _BASE + 18, str(low), text_anchor="middle", fill=drawing.SOFT, font_size=small
        )


def _span(low: int, width: int) -> str:
    return f"{low}–{low + width - 1}" if width > 1 else str(low)


def _bar_width(counts: dict[int, int]) -> float:
    return (drawing.WIDTH - _LEFT - _RIGHT) / len(counts)


def _median_line(root: Element, counts: dict[int, int], width: int, middle: Fraction) -> None:
    first = next(iter(counts))
    x = _LEFT + _bar_width(counts) * float(middle - first) / width
    drawing.line(root, (x, 20), (x, _BASE), stroke=drawing.SIGNAL, stroke_width="2", stroke_dasharray="5 3")
    words = _("median %(median)s") % {"median": _plain(middle)}
    anchor = "start" if x < drawing.WIDTH / 2 else "end"
    drawing.text(
        root, x + (6 if anchor == "start" else -6), 14, words, text_anchor=anchor, fill=drawing.SIGNAL
    )


def _plain(value: Fraction) -> str:
    return localize(Decimal(drawing.number(float(value))))
