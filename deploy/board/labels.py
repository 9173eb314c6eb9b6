"""What stands on the map beside the land: numbers, names, and the dashed lines across the sea."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from shapely import LineString, Point, Polygon, union_all
from shapely.geometry.base import BaseGeometry as Geometry

from deploy.board import plan
from deploy.board.cartogram import HEIGHT, WIDTH, Shapes, largest_circle

LETTER, LINE_HEIGHT, NUMBER = 6.1, 12.5, 13.0
"""Units: the mean width of a letter at a size of 11.5, from line to line, the radius of an armies disc."""

OVERLAP = 2.0
"""How far a sea line runs on under the land at both ends, so that no gap shows."""


@dataclass(frozen=True, slots=True)
class SeaLine:
    """The way across the sea between two territories: one path, or two stubs that leave the map."""

    ends: tuple[str, str]
    paths: list[str]
    lines: list[LineString]


def curve(start: np.ndarray, end: np.ndarray, bend: float) -> tuple[str, LineString]:
    """A quadratic curve between two points, a little longer, as path data and as a polyline."""
    along = OVERLAP * (end - start) / np.hypot(*(end - start))
    start, end = start - along, end + along
    control = (start + end) / 2 + bend * np.array([start[1] - end[1], end[0] - start[0]])
    t = np.linspace(0, 1, 25)[:, None]
    line = LineString((1 - t) ** 2 * start + 2 * t * (1 - t) * control + t**2 * end)
    return "M{:.1f} {:.1f}Q{:.1f} {:.1f} {:.1f} {:.1f}".format(*start, *control, *end), line


def coast_point(shape: Geometry, near: np.ndarray) -> np.ndarray:
    return np.array(shapely.shortest_line(shape.boundary, Point(near)).coords[0])


def sea_lines(
    shapes: Shapes, edges: list[dict[str, Any]], carry: Callable[[tuple[float, float]], np.ndarray]
) -> list[SeaLine]:
    """A line for every sea edge; where the way round is shorter, it leaves on the left and returns on the right."""
    found = []
    for a, b in ((edge["a"], edge["b"]) for edge in edges if edge["type"] == "sea"):
        near_a, near_b, bend = plan.SEA_LINES[a, b]
        start, end = coast_point(shapes[a], carry(near_a)), coast_point(shapes[b], carry(near_b))
        curves = [curve(start, end, bend)]
        if end[0] - start[0] > WIDTH / 2:
            height = (start[1] + end[1]) / 2
            curves = [curve(start, np.array([0, height]), 0), curve(end, np.array([WIDTH, height]), 0)]
        found.append(SeaLine((a, b), [text for text, _ in curves], [line for _, line in curves]))
    return found


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for a number and a box for its name, and what it costs before anything is in the way."""

    number: tuple[float, float]
    name: Polygon
    price: float

    @property
    def disc(self) -> Polygon:
        return Point(self.number).buffer(NUMBER)

    def cost(self, own: Geometry, others: Geometry, taken: list[Geometry], lines: list[LineString]) -> float:
        """What the name would cover: others' land, other labels, sea lines, its own coast; leaving the map is out."""
        frame = shapely.box(0, 0, WIDTH, HEIGHT)
        crowd = sum(
            self.name.intersection(other).area + self.disc.intersection(other).area for other in taken
        )
        crossed = 6.5 * self.name.intersection(own.boundary).length + 30 * sum(
            self.name.intersection(line).length for line in lines
        )
        inside = self.name.intersection(own).area > 0.98 * self.name.area
        total: float = (
            self.price + 2 * self.name.intersection(others).area + 20 * crowd + crossed - 100 * inside
        )
        return total if frame.contains(self.name) else math.inf


def spots(pole: Point, radius: float, width: float, height: float) -> list[Spot]:
    """Name under the number, above it, or beside the largest circle; under is best."""
    lift = min(height / 2 + 1, max(0.0, radius - NUMBER - 1))
    under, beside, away = NUMBER + 2 + height / 2, NUMBER + 4 + width / 2, radius + 6 + width / 2

    def spot(dy: float, name_x: float, name_y: float, price: float) -> Spot:
        x, y = pole.x + name_x, pole.y + name_y
        return Spot(
            (pole.x, pole.y + dy),
            shapely.box(x - width / 2, y - height / 2, x + width / 2, y + height / 2),
            price,
        )

    found = [spot(-lift, 0, under - lift, 0), spot(lift, 0, lift - under, 20)]
    for sign in (1, -1):
        found += [
            spot(0, sign * beside, 0, 200),
            spot(0, sign * away, 0, 240),
            spot(0, 0, sign * (radius + 4 + height / 2), 200),
        ]
    return found


def place_names(
    territories: list[dict[str, Any]], shapes: Shapes, lines: list[LineString]
) -> dict[str, dict[str, Any]]:
    """Where each number and name stand: the name where it covers least of anything else; tight places first."""
    placed: dict[str, dict[str, Any]] = {}
    taken: list[Geometry] = []
    for territory in sorted(territories, key=lambda one: largest_circle(shapes[one["id"]])[1]):
        own, others = (
            shapes[territory["id"]],
            union_all([shape for name, shape in shapes.items() if name != territory["id"]]),
        )
        pole, radius = largest_circle(own)
        words = plan.NAME_LINES.get(territory["name"], territory["name"]).split("|")
        choices = spots(pole, radius, LETTER * max(map(len, words)) + 4, LINE_HEIGHT * len(words))
        prices = [choice.cost(own, others, taken, lines) for choice in choices]
        best = choices[prices.index(min(prices))]
        taken += [best.name, best.disc]
        placed[territory["id"]] = {
            "label": [round(value, 1) for value in best.number],
            "name": {
                "lines": words,
                "x": round(best.name.centroid.x, 1),
                "y": round(best.name.bounds[1] + 0.78 * LINE_HEIGHT, 1),
            },
            "pole": [round(pole.x, 1), round(pole.y, 1)],
            "radius": round(radius, 1),
        }
    return placed
