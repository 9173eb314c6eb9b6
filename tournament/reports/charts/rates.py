"""Who wins how often: shares with their 95 % intervals (Wilson)."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import sqrt
from xml.etree.ElementTree import Element

from django.utils.formats import localize
from django.utils.translation import gettext as _

from tournament.reports.tables import Table

from . import drawing
from .drawing import Chart

_Z = 1.959963984540054  # 95 % of a normal distribution lie within so many deviations
_LABELS, _RIGHT, _TOP, _ROW = 170, 92, 34, 30
_GRID = (0, 25, 50, 75, 100)


@dataclass(frozen=True, slots=True)
class WinCount:
    """`wins` of `games` for one objective, table size, place in the turn order …"""

    label: str
    wins: int
    games: int


def wilson_interval(wins: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share, 0 to 1; (0, 1) when nothing was played.

    Wilson, "Probable inference, the law of succession, and statistical inference" (1927): sound for few games too.
    Raises ValueError unless 0 ≤ wins ≤ games.
    """
    if not 0 <= wins <= games:
        raise ValueError(f"{wins} wins of {games} games")
    if games == 0:
        return 0.0, 1.0
    share, squared = wins / games, _Z * _Z
    centre = share + squared / (2 * games)
    spread = _Z * sqrt(share * (1 - share) / games + squared / (4 * games * games))
    scale = 1 + squared / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def win_rates(counts: Sequence[WinCount], *, title: str, expected: Fraction | None = None) -> Chart:
    """One row a group, in the given order: the share as a dot, its interval as a bar.

    `expected`: the share that pure chance would give, drawn as a line (1/4 at tables of 4).
    """
    games = sum(count.games for count in counts)
    root = drawing.canvas(
        title, _("Shares of %(games)s games") % {"games": games}, _TOP + _ROW * len(counts) + 22
    )
    bottom = _TOP + _ROW * len(counts)
    _grid(root, bottom)
    if expected is not None:
        x = _place(float(expected))
        drawing.line(
            root, (x, 22), (x, bottom), stroke=drawing.SIGNAL, stroke_width="1.5", stroke_dasharray="5 3"
        )
        words = _("chance %(share)s %%") % {"share": localize(_percent(float(expected)))}
        drawing.text(
            root, x, 14, words, text_anchor="middle", fill=drawing.SIGNAL, font_size=str(drawing.SMALL)
        )
    for index, count in enumerate(counts):
        _row(root, count, _TOP + _ROW * index + _ROW / 2)
    return Chart(title, drawing.finished(root), _headings(), _table(counts))


def _place(share: float) -> float:
    return _LABELS + (drawing.WIDTH - _LABELS - _RIGHT) * share


def _grid(root: Element, bottom: float) -> None:
    for percent in _GRID:
        x = _place(percent / 100)
        drawing.line(root, (x, _TOP), (x, bottom), stroke=drawing.LINE)
        words = f"{percent} %"
        drawing.text(
            root, x, bottom + 18, words, text_anchor="middle", fill=drawing.SOFT, font_size=str(drawing.SMALL)
        )


def _row(root: Element, count: WinCount, y: float) -> None:
    drawing.text(root, _LABELS - 12, y + 5, drawing.shortened(count.label, 20), text_anchor="end")
    tally = f"{count.wins} / {count.games}"
    drawing.text(root, drawing.WIDTH - 2, y + 5, tally, text_anchor="end", fill=drawing.SOFT)
    if not count.games:
        return
    low, high = wilson_interval(count.wins, count.games)
    start, end = _place(low), _place(high)
    drawing.line(root, (start, y), (end, y), stroke=drawing.ACCENT, stroke_width="2")
    for x in (start, end):
        drawing.line(root, (x, y - 5), (x, y + 5), stroke=drawing.ACCENT, stroke_width="2")
    dot = drawing.circle(root, (_place(count.wins / count.games), y), 5.5, fill=drawing.ACCENT)
    share, least, most = (localize(_percent(part)) for part in (count.wins / count.games, low, high))
    drawing.hint(dot, f"{count.label}: {share} % ({least}–{most} %)")


def _percent(share: float) -> Decimal:
    """A share as a percentage with one decimal."""
    return Decimal(share * 100).quantize(Decimal("0.1"))


def _headings() -> tuple[str, ...]:
    return (_("Group"), _("Wins"), _("Games"), _("Share %"), _("From %"), _("To %"))


def _table(counts: Sequence[WinCount]) -> Table:
    rows = []
    for count in counts:
        low, high = (_percent(end) for end in wilson_interval(count.wins, count.games))
        share = _percent(count.wins / count.games) if count.games else None
        rows.append((count.label, count.wins, count.games, share, low, high))
    columns = ("group", "wins", "games", "share_percent", "from_percent", "to_percent")
    return Table("win_rates", columns, tuple(rows))
