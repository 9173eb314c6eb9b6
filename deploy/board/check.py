"""Prove the geometry against the graph: who touches whom, overlaps, gaps, room to tap, labels, sea lines, size.

    python -m deploy.board.check static/boards/challenge.json

The outlines are read again from their text, so nothing here trusts the script that drew them.
Exit status 1 when anything is wrong.
"""

import json
import re
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

from shapely import LineString, Point, Polygon, maximum_inscribed_circle, union_all
from shapely.geometry.base import BaseGeometry as Geometry

from deploy.board.facts import board_facts

SMALLEST_RADIUS = 22.0
SHORTEST_BORDER = 8.0
NARROWEST_STRAIT = 5.0
LARGEST_PATHS = 60_000
OVERLAP = 0.5
GAP = (0.01, 20.0)
"""Units of a map 1600 wide; bytes of territory paths; square units of overlap that rounding may leave, and of a
hole between territories that is neither rounding nor a lake."""

TOKEN = re.compile(r"[MmLlQqZz]|-?\d*\.?\d+")


def flatten(path: str, steps: int = 5) -> list[list[tuple[float, float]]]:
    """The polylines of path data made of M, l, q, Q and z."""
    lines: list[list[tuple[float, float]]] = []
    tokens, command, x, y = iter(TOKEN.findall(path)), "", 0.0, 0.0
    for token in tokens:
        if token.isalpha():
            command = token
            if command in "Zz":
                x, y = lines[-1][0]
                lines[-1].append((x, y))
                continue
            number = next(tokens)
        else:
            number = token
        count = {"m": 2, "l": 2, "q": 4}[command.lower()]
        values = [float(number), *(float(next(tokens)) for _ in range(count - 1))]
        if command.islower():
            values = [round(value + (y if i % 2 else x), 1) for i, value in enumerate(values)]
        if command == "M":
            lines.append([])
        if count == 4:
            for t in (step / steps for step in range(1, steps)):
                u = 1 - t
                lines[-1].append(
                    (
                        u * u * x + 2 * u * t * values[0] + t * t * values[2],
                        u * u * y + 2 * u * t * values[1] + t * t * values[3],
                    )
                )
        x, y = values[-2:]
        lines[-1].append((x, y))
    return lines


def polygon(path: str) -> Geometry:
    """The even-odd area of path data."""
    area: Geometry = Polygon()
    for line in flatten(path):
        area = area.symmetric_difference(Polygon(line))
    return area


def shared_border(a: Geometry, b: Geometry) -> float:
    """The length of the border of `a` that lies on `b`."""
    return a.boundary.intersection(b.boundary.buffer(0.15)).length if a.distance(b) < 0.15 else 0.0


def faults(shapes: dict[str, Any], board: dict[str, Any]) -> list[str]:
    """Everything that is wrong, in words."""
    areas = {one["id"]: polygon(one["path"]) for one in shapes["territories"]}
    edges = {
        kind: {frozenset((e["a"], e["b"])) for e in board["edges"] if e["type"] == kind}
        for kind in ("land", "sea")
    }
    found = []
    if list(areas) != [one["id"] for one in board["territories"]]:
        found.append("territories differ from the board's, or stand in another order")
    found += faults_of_borders(areas, edges["land"])
    for a, b in map(sorted, edges["sea"]):
        if areas[a].distance(areas[b]) < NARROWEST_STRAIT:
            found.append(f"strait of {areas[a].distance(areas[b]):.1f}: {a} - {b}")
    found += faults_of_surfaces(areas)
    found += faults_of_labels(shapes, areas) + faults_of_lines(shapes, areas, edges)
    size = sum(len(one["path"]) for one in shapes["territories"])
    return [*found, *([f"{size} bytes of paths"] if size > LARGEST_PATHS else [])]


def faults_of_borders(areas: dict[str, Geometry], land: set[frozenset[str]]) -> list[str]:
    """Land borders that are missing, too many or too short, and territories that touch in a point."""
    lengths = {
        frozenset(pair): shared_border(*(areas[name] for name in pair)) for pair in combinations(areas, 2)
    }
    touching = {pair for pair, length in lengths.items() if length > SHORTEST_BORDER / 2}
    found = [f"no land border: {' - '.join(sorted(pair))}" for pair in land - touching]
    found += [f"land border too many: {' - '.join(sorted(pair))}" for pair in touching - land]
    found += [
        f"land border of {lengths[pair]:.1f}: {' - '.join(sorted(pair))}"
        for pair in touching
        if lengths[pair] < SHORTEST_BORDER
    ]
    return found + [
        f"touch in a point: {' - '.join(sorted(pair))}"
        for pair in lengths.keys() - touching
        if areas[min(pair)].distance(areas[max(pair)]) < 0.15
    ]


def faults_of_surfaces(areas: dict[str, Geometry]) -> list[str]:
    """Territories that overlap, and slivers that belong to none."""
    found = [
        f"overlap of {overlap:.2f}: {a} - {b}"
        for a, b in combinations(areas, 2)
        if (overlap := areas[a].intersection(areas[b]).area) > OVERLAP
    ]
    land = union_all(list(areas.values()))
    holes = [hole for part in getattr(land, "geoms", [land]) for hole in part.interiors]
    return found + [
        f"gap of {Polygon(hole).area:.2f} at {hole.coords[0]}"
        for hole in holes
        if GAP[0] < Polygon(hole).area < GAP[1]
    ]


def radius(area: Geometry) -> float:
    """The radius of the largest circle in any part of the area."""
    return max(
        float(maximum_inscribed_circle(part, tolerance=0.1).length) for part in getattr(area, "geoms", [area])
    )


def faults_of_labels(shapes: dict[str, Any], areas: dict[str, Geometry]) -> list[str]:
    found = []
    for one in shapes["territories"]:
        area = areas[one["id"]]
        if not area.is_valid or area.is_empty:
            found.append(f"invalid outline: {one['id']}")
        if (measured := radius(area)) < SMALLEST_RADIUS or abs(measured - one["radius"]) > 0.5:
            found.append(f"radius {measured:.1f}, stated {one['radius']}: {one['id']}")
        if not area.contains(Point(one["label"])) or not area.contains(Point(one["pole"])):
            found.append(f"label outside: {one['id']}")
    return found


def faults_of_lines(
    shapes: dict[str, Any], areas: dict[str, Geometry], edges: dict[str, set[frozenset[str]]]
) -> list[str]:
    """Borders and sea lines: one for each edge; a sea line joins its two ends and crosses no third territory."""
    found = []
    if sorted(map(sorted, edges["land"])) != sorted(
        sorted((one["a"], one["b"])) for one in shapes["borders"]
    ):
        found.append("borders are not the land edges")
    if sorted(map(sorted, edges["sea"])) != sorted(
        sorted((one["a"], one["b"])) for one in shapes["sea_lines"]
    ):
        found.append("sea lines are not the sea edges")
    for one in shapes["sea_lines"]:
        lines = [LineString(points) for path in one["paths"] for points in flatten(path, 24)]
        ends = union_all(lines)
        for name, area in areas.items():
            if name in (one["a"], one["b"]):
                if area.distance(ends) > 1:
                    found.append(f"sea line {one['a']} - {one['b']} does not reach {name}")
            elif area.intersection(ends).length > 0.5:
                found.append(f"sea line {one['a']} - {one['b']} crosses {name}")
    return found


def summary(shapes: dict[str, Any]) -> str:
    radii = sorted((one["radius"], one["id"]) for one in shapes["territories"])
    size = sum(len(one["path"]) for one in shapes["territories"])
    return f"{len(radii)} territories, {len(shapes['borders'])} borders, {len(shapes['sea_lines'])} sea lines; {size} bytes of paths; smallest radii {radii[:5]}"


def main(path: str) -> int:
    """Print what the file holds and everything that is wrong with it."""
    shapes = json.loads(Path(path).read_text(encoding="utf-8"))
    wrong = faults(shapes, board_facts())
    sys.stdout.write("\n".join([summary(shapes), *wrong, "wrong" if wrong else "right", ""]))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
