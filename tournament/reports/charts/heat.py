"""Territories held, as ten steps of heat for the board picture."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from tournament.reports.tables import Table

STEPS = 10


@dataclass(frozen=True, slots=True)
class HeatMap:
    """`levels`: territory id → 0 (coldest) to 9, as the board picture takes them; `legend`: (level, from, to)."""

    levels: dict[str, int]
    legend: tuple[tuple[int, Fraction, Fraction], ...]
    headings: tuple[str, ...]
    table: Table


def heat_map(held: Mapping[str, int], games: int, *, names: Mapping[str, str]) -> HeatMap:
    """How often each territory was held at the end of `games` games (or by one player in theirs).

    Steps are equal parts between the least and the most often held; `names`: territory id → printed name.
    Raises ValueError when a territory was held more often than games were played.
    """
    if any(not 0 <= count <= games for count in held.values()):
        raise ValueError(f"a territory was held more often than the {games} games that were played")
    low, high = min(held.values(), default=0), max(held.values(), default=0)
    levels = {territory: _level(count, low, high) for territory, count in held.items()}
    order = sorted(held, key=lambda territory: (-held[territory], names[territory]))
    rows = tuple((names[territory], held[territory], _percent(held[territory], games)) for territory in order)
    headings = (_("Territory"), _("Games held"), _("Share %"))
    table = Table("territories_held", ("territory", "held", "share_percent"), rows)
    return HeatMap(levels, _legend(low, high, games), headings, table)


def _level(count: int, low: int, high: int) -> int:
    return (count - low) * STEPS // (high - low + 1)


def _percent(count: int, games: int) -> int:
    """Rounded to whole percent, halves up."""
    return (200 * count + games) // (2 * games) if games else 0


def _legend(low: int, high: int, games: int) -> tuple[tuple[int, Fraction, Fraction], ...]:
    """The shares at which each step that occurs begins and ends."""
    used: dict[int, list[int]] = {}
    for count in range(low, high + 1):
        used.setdefault(_level(count, low, high), []).append(count)
    return tuple(
        (level, Fraction(counts[0], max(games, 1)), Fraction(counts[-1], max(games, 1)))
        for level, counts in used.items()
    )
