"""How the ranks moved from round to round: a bump chart."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from xml.etree.ElementTree import Element

from django.utils.translation import gettext as _

from tournament.reports.tables import Table, Value

from . import drawing
from .drawing import Chart

_LEFT, _TOP, _ROW, _LABELS = 24, 44, 30, 200
_COLOURS = (drawing.ACCENT, drawing.SIGNAL, "var(--good, #1f6a3f)", "var(--warn, #7d4e00)", drawing.INK)
_DASHES = ("none", "7 3", "2 3")


@dataclass(frozen=True, slots=True)
class RankLine:
    """One player: the rank after each round (None = not ranked then) and the total after each, as text."""

    name: str
    ranks: tuple[int | None, ...]
    totals: tuple[str, ...]


def score_by_round(lines: Sequence[RankLine], rounds: Sequence[str], *, top: int = 16) -> Chart:
    """The `top` best of the last round, each as a line through its ranks; the table below holds everyone.

    `rounds`: one short heading a round. A place below the picture's last row is drawn in that row.
    """
    ordered = sorted(lines, key=_last_rank)
    shown = ordered[:top]
    title = _("Ranks from round to round")
    leader = shown[0].name if shown else "–"
    root = drawing.canvas(
        title, _("In the lead at the end: %(name)s") % {"name": leader}, _height(len(shown))
    )
    columns = _columns(len(rounds))
    for x, heading in zip(columns, rounds, strict=True):
        drawing.text(root, x, 20, heading, text_anchor="middle", fill=drawing.SOFT)
    rows = _rows(shown)
    for index, line in enumerate(shown):
        _draw(root, line, columns, rows, index)
    return Chart(title, drawing.finished(root), _headings(rounds), _table(ordered, rounds))


def _last_rank(line: RankLine) -> tuple[bool, int, str]:
    last = line.ranks[-1] if line.ranks else None
    return last is None, last or 0, line.name


def _height(rows: int) -> float:
    return _TOP + _ROW * max(rows, 1) + 4


def _columns(count: int) -> list[float]:
    width = drawing.WIDTH - _LEFT - _LABELS - 20
    return [_LEFT + (width * index / (count - 1) if count > 1 else width) for index in range(count)]


Rows = dict[tuple[int, int], float]


def _rows(shown: Sequence[RankLine]) -> Rows:
    """(player, round) → y. Players who share a rank stand below each other, so that no circle hides another."""
    rows: Rows = {}
    for number in range(max((len(line.ranks) for line in shown), default=0)):
        ranked = sorted(
            (rank, index) for index, line in enumerate(shown) if (rank := line.ranks[number]) is not None
        )
        row = -1
        for place, (rank, index) in enumerate(ranked):
            lowest = len(shown) - (len(ranked) - place)  # those still to come need their rows below
            row = max(row + 1, min(rank - 1, lowest))
            rows[index, number] = _TOP + _ROW * row
    return rows


def _draw(root: Element, line: RankLine, columns: list[float], rows: Rows, index: int) -> None:
    colour = _COLOURS[index % len(_COLOURS)]
    dash = _DASHES[index // len(_COLOURS) % len(_DASHES)]
    numbers = [number for number in range(len(columns)) if (index, number) in rows]
    places = [(columns[number], rows[index, number]) for number in numbers]
    for (before, start), (after, end) in pairwise(zip(numbers, places, strict=True)):
        broken = dash if after == before + 1 else "1 6"
        drawing.path(root, [start, end], stroke=colour, stroke_width="2.5", stroke_dasharray=broken)
    for number, place in zip(numbers, places, strict=True):
        ring = drawing.circle(root, place, 11, fill=drawing.PAPER, stroke=colour, stroke_width="2")
        drawing.hint(ring, f"{line.name}: {line.totals[number]}")
        rank = str(line.ranks[number])
        drawing.text(root, place[0], place[1] + 4, rank, text_anchor="middle", font_size=str(drawing.SMALL))
    if places:
        _label(
            root, line, (columns[-1] + 20, places[-1][1] + 5), line.totals[numbers[-1]], is_leading=index < 3
        )


def _label(
    root: Element, line: RankLine, place: tuple[float, float], total: str, *, is_leading: bool
) -> None:
    weight = "bold" if is_leading else "normal"
    drawing.text(root, *place, drawing.shortened(line.name, 20), font_weight=weight)
    drawing.text(root, drawing.WIDTH - 2, place[1], total, text_anchor="end", fill=drawing.SOFT)


def _headings(rounds: Sequence[str]) -> tuple[str, ...]:
    return (
        _("Name"),
        *(heading for name in rounds for heading in (_("Rank %(round)s") % {"round": name}, name)),
    )


def _table(lines: Sequence[RankLine], rounds: Sequence[str]) -> Table:
    numbers = range(1, len(rounds) + 1)
    columns = ("name", *(column for number in numbers for column in (f"rank_{number}", f"total_{number}")))
    rows: list[tuple[Value, ...]] = []
    for line in lines:
        pairs = zip(line.ranks, line.totals, strict=True)
        rows.append((line.name, *(value for pair in pairs for value in pair)))
    return Table("score_by_round", columns, tuple(rows))
