"""Outlines on shared arcs: each coast and each border is generalised and drawn once, for both sides."""

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from shapely import Polygon
from shapely.geometry.base import BaseGeometry as Geometry

from deploy.board import plan
from deploy.board.cartogram import Shapes

Whole = tuple[int, int]
"""A point in whole hundredths of a unit (before drawing) or tenths (in an `Arc`)."""

ATTEMPTS = 12
"""How often outlines that cross themselves are drawn again, each time finer."""


@dataclass(frozen=True, slots=True)
class Arc:
    """A stretch of coast (one owner) or border (two): tenths of a unit, start then (control, end) pairs.

    A pair of two equal points is a straight line.
    """

    owners: tuple[str, ...]
    start: Whole
    curves: tuple[tuple[Whole, Whole], ...]

    @property
    def end(self) -> Whole:
        return self.curves[-1][1]

    def reversed(self) -> "Arc":
        """The same arc from its end; a straight line's control is its end, so that one moves too."""
        ends = [self.start, *(end for _, end in self.curves)]
        back = []
        for (control, end), target in zip(self.curves[::-1], ends[-2::-1], strict=True):
            back.append((target if control == end else control, target))
        return Arc(self.owners, self.end, tuple(back))

    def points(self, steps: int = 5) -> list[tuple[float, float]]:
        """The curve as a polyline, in units."""
        found: list[tuple[float, float]] = [self.start]
        for (x1, y1), (x2, y2) in self.curves:
            x0, y0 = found[-1]
            for t in (step / steps for step in range(1, steps)) if (x1, y1) != (x2, y2) else ():
                s = 1 - t
                found.append(
                    (s * s * x0 + 2 * s * t * x1 + t * t * x2, s * s * y0 + 2 * s * t * y1 + t * t * y2)
                )
            found.append((x2, y2))
        return [(x / 10, y / 10) for x, y in found]


Ring = list[Arc]
Rings = dict[str, list[Ring]]


def rings_of(shape: Geometry) -> list[list[Whole]]:
    """All rings of a shape in hundredths of a unit, closed."""
    parts = getattr(shape, "geoms", [shape])
    rings = [ring for part in parts for ring in (part.exterior, *part.interiors)]
    return [[(round(100 * x), round(100 * y)) for x, y in ring.coords] for ring in rings]


class Borders:
    """The segments of all shapes, split into lines where the owners change.

    `lines` holds owners and points; `line_of` says for each directed segment which line it is part
    of, and whether it runs against it.
    """

    def __init__(self, shapes: Shapes) -> None:
        self.owners: dict[frozenset[Whole], set[str]] = defaultdict(set)
        self.at: dict[Whole, list[frozenset[Whole]]] = defaultdict(list)
        self.lines: list[tuple[tuple[str, ...], list[Whole]]] = []
        self.line_of: dict[tuple[Whole, Whole], tuple[int, bool]] = {}
        for name, shape in shapes.items():
            for ring in rings_of(shape):
                for ends in pairwise(ring):
                    self.owners[frozenset(ends)].add(name)
        for segment in self.owners:
            for point in segment:
                self.at[point].append(segment)
        self.nodes = {point for point in self.at if self.is_node(point)}
        for point in [*sorted(self.nodes), *sorted(self.at)]:
            for segment in sorted(self.at[point], key=sorted):
                if (point, *(segment - {point})) not in self.line_of:
                    self.follow(point, segment)

    def is_node(self, point: Whole) -> bool:
        segments = self.at[point]
        return len(segments) != 2 or self.owners[segments[0]] != self.owners[segments[1]]

    def follow(self, start: Whole, segment: frozenset[Whole]) -> None:
        """Add the line that starts with a segment and runs to the next node, or back to its start."""
        line, index = [start], len(self.lines)
        while True:
            (point,) = segment - {line[-1]}
            self.line_of[line[-1], point], self.line_of[point, line[-1]] = (index, False), (index, True)
            line.append(point)
            if point in self.nodes or point == start:
                break
            segment = next(other for other in self.at[point] if other != segment)
        self.lines.append((tuple(sorted(self.owners[segment])), line))


def simplify(line: list[tuple[float, float]], area: float, fewest: int) -> list[tuple[float, float]]:
    """Visvalingam's simplification: drop the vertex of the smallest triangle until all exceed `area`."""
    line = list(line)

    def triangle(i: int) -> float:
        (ax, ay), (bx, by), (cx, cy) = line[i - 1 : i + 2]
        return abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2

    areas = [math.inf, *(triangle(i) for i in range(1, len(line) - 1)), math.inf]
    while len(line) > fewest:
        i = min(range(len(line)), key=areas.__getitem__)
        if (floor := areas[i]) >= area:
            break
        del line[i], areas[i]
        for j in (i - 1, i):
            if 0 < j < len(line) - 1:
                areas[j] = max(triangle(j), floor)
    return line


def tenths(x: float, y: float) -> Whole:
    return round(10 * x), round(10 * y)


def middles(points: Iterable[tuple[float, float]]) -> list[Whole]:
    return [tenths((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(points)]


def draw(owners: tuple[str, ...], line: list[Whole], coarseness: float = 1.0) -> Arc:
    """Generalise a line of hundredths and draw it as a quadratic B-spline on the vertices that are kept."""
    closed = line[0] == line[-1]
    if closed:
        far = line.index(max(line))
        line = [*line[far:-1], *line[: far + 1]]
    limit = (plan.COAST if len(owners) == 1 else plan.BORDER) * coarseness
    kept = simplify([(x / 100, y / 100) for x, y in line], limit, 6 if closed else 2)
    if closed:
        corners = kept[:-1]
        ends = middles([*kept, kept[1]])[: len(corners)]
        ends = [*ends[1:], ends[0]]
        corners = [*corners[1:], corners[0]]
        return Arc(owners, ends[-1], tuple(zip((tenths(*corner) for corner in corners), ends, strict=True)))
    start, finish = tenths(*kept[0]), tenths(*kept[-1])
    if len(kept) == 2:
        return Arc(owners, start, ((finish, finish),))
    inner = kept[1:-1]
    return Arc(
        owners,
        start,
        tuple(zip((tenths(*corner) for corner in inner), [*middles(inner), finish], strict=True)),
    )


def assemble(shapes: Shapes, arcs: list[Arc], borders: Borders) -> Rings:
    """Every territory's rings as chains of arcs, in drawing direction."""
    rings: Rings = {name: [] for name in shapes}
    for name, shape in shapes.items():
        for ring in rings_of(shape):
            steps = [borders.line_of[segment] for segment in pairwise(ring)]
            chain = [step for i, step in enumerate(steps) if step != steps[i - 1]] or steps[:1]
            rings[name].append(
                [arcs[index].reversed() if against else arcs[index] for index, against in chain]
            )
    return rings


def generalise(shapes: Shapes) -> tuple[list[Arc], Rings]:
    """All arcs and rings; where an outline would cross itself, its arcs keep more of their vertices."""
    borders = Borders(shapes)
    coarseness = [1.0] * len(borders.lines)
    for _ in range(ATTEMPTS):
        arcs = [
            draw(owners, line, factor)
            for (owners, line), factor in zip(borders.lines, coarseness, strict=True)
        ]
        rings = assemble(shapes, arcs, borders)
        crossed = {
            name
            for name, chains in rings.items()
            if not all(Polygon(points_of(ring)).is_valid for ring in chains)
        }
        if not crossed:
            return arcs, rings
        for index, (owners, _) in enumerate(borders.lines):
            coarseness[index] /= 1.5 if crossed.intersection(owners) else 1
    raise ValueError(f"These outlines cross themselves: {sorted(crossed)}")


def points_of(ring: Ring) -> list[tuple[float, float]]:
    return [point for arc in ring for point in arc.points()]


def area_of(rings: list[Ring]) -> Geometry:
    """The area that the path of the rings encloses (even-odd)."""
    area: Geometry = Polygon()
    for ring in rings:
        area = area.symmetric_difference(Polygon(points_of(ring)))
    return area


def outline(names: set[str], arcs: list[Arc]) -> list[Ring]:
    """The rings around several territories: the arcs that have exactly one side among them."""
    edge = [arc for arc in arcs if len(names.intersection(arc.owners)) == 1]
    starting: dict[Whole, list[tuple[int, Arc]]] = defaultdict(list)
    for index, arc in enumerate(edge):
        starting[arc.start].append((index, arc))
        starting[arc.end].append((index, arc.reversed()))
    rings: list[Ring] = []
    used: set[int] = set()
    for index, arc in enumerate(edge):
        ring: Ring = []
        follower: tuple[int, Arc] | None = (index, arc)
        while follower is not None and follower[0] not in used:
            used.add(follower[0])
            ring.append(follower[1])
            follower = next((one for one in starting[follower[1].end] if one[0] not in used), None)
        rings += [ring] if ring else []
    return rings


def path_of(rings: list[Ring]) -> str:
    """SVG path data with relative curves and one decimal; closed where it ends at its start."""

    def numbers(*values: int) -> str:
        return " ".join(f"{value / 10:g}" for value in values).replace(" -", "-")

    text = ""
    for ring in rings:
        x, y = ring[0].start
        text += "M" + numbers(x, y)
        for control, end in (curve for arc in ring for curve in arc.curves):
            targets = [end] if control == end else [control, end]
            text += ("l" if control == end else "q") + numbers(
                *(value for a, b in targets for value in (a - x, b - y))
            )
            x, y = end
        text += "z" if (x, y) == ring[0].start else ""
    return text
