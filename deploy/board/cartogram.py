"""A density-equalising map: land swells, or shrinks, until every territory is big enough to tap.

Method: diffusion (M. T. Gastner, M. E. J. Newman, "Diffusion-based method for producing
density-equalizing maps", PNAS 101, 2004), solved with cosines in the frame of the map.
"""

from itertools import pairwise

import numpy as np
import shapely
from shapely import Point, Polygon, union_all
from shapely.geometry.base import BaseGeometry as Geometry

from deploy.board import plan

WIDTH, HEIGHT = 1600, 860
"""The frame, in units."""

Shapes = dict[str, Geometry]
Weights = list[tuple[float, Polygon]]


class Cartogram:
    """Carries points of the frame along while the density, given on a grid of cells, becomes even.

    The border of the frame is a wall: nothing leaves it. Neighbours stay neighbours.
    """

    CELL = 5.0
    BLUR = 7.0
    TIMES = 2.0 * (1.17 ** np.arange(72) - 1)
    """Units of a cell's side and of the first smoothing; the steps of the diffusion, square units."""

    def __init__(self, density: np.ndarray) -> None:
        rows, columns = density.shape
        self.kx, self.ky = np.pi * np.arange(columns) / WIDTH, np.pi * np.arange(rows) / HEIGHT
        x, y = (np.arange(columns) + 0.5) * self.CELL, (np.arange(rows) + 0.5) * self.CELL
        self.cos_x, self.sin_x = np.cos(np.outer(self.kx, x)), np.sin(np.outer(self.kx, x))
        self.cos_y, self.sin_y = np.cos(np.outer(self.ky, y)), np.sin(np.outer(self.ky, y))
        self.k2 = self.ky[:, None] ** 2 + self.kx[None, :] ** 2
        norm = np.outer(np.where(np.arange(rows), 2, 1), np.where(np.arange(columns), 2, 1)) / density.size
        self.fields: dict[float, np.ndarray] = {}
        self.spectrum = norm * (self.cos_y @ density @ self.cos_x.T) * np.exp(-self.k2 * self.BLUR**2 / 2)

    def velocity(self, time: float) -> tuple[np.ndarray, np.ndarray]:
        """Minus the gradient of the density over the density, x and y, on the grid."""
        now = self.spectrum * np.exp(-self.k2 * time)
        density = self.cos_y.T @ now @ self.cos_x
        x = self.cos_y.T @ (now * self.kx[None, :]) @ self.sin_x
        y = self.sin_y.T @ (now * self.ky[:, None]) @ self.cos_x
        return x / density, y / density

    def at(self, points: np.ndarray, time: float) -> np.ndarray:
        """The velocity at points, between the grid's by bilinear interpolation."""
        if time not in self.fields:
            self.fields[time] = np.stack(self.velocity(time), axis=-1)
        fields = self.fields[time]
        column = np.clip(points[:, 0] / self.CELL - 0.5, 0, fields.shape[1] - 1.001)
        row = np.clip(points[:, 1] / self.CELL - 0.5, 0, fields.shape[0] - 1.001)
        i, j = row.astype(int), column.astype(int)
        u, v = (column - j)[:, None], (row - i)[:, None]
        above = fields[i, j] * (1 - u) + fields[i, j + 1] * u
        below = fields[i + 1, j] * (1 - u) + fields[i + 1, j + 1] * u
        between: np.ndarray = above * (1 - v) + below * v
        return between

    def carry(self, points: np.ndarray) -> np.ndarray:
        """Where points, n × 2, lie once the density is even (second-order steps of growing length)."""
        points = points.copy()
        for start, end in pairwise(self.TIMES):
            half = (start + end) / 2
            middle = points + self.at(points, start) * (half - start)
            points += self.at(middle, half) * (end - start)
        framed: np.ndarray = np.clip(points, [0, 0], [WIDTH, HEIGHT])
        return framed


def density_grid(
    shapes: Shapes, magnification: dict[str, float], seas: Weights, stress: Weights
) -> np.ndarray:
    """The density on the cartogram's grid: what lies in the centre of a cell counts."""
    cell = Cartogram.CELL
    x, y = np.meshgrid(np.arange(cell / 2, WIDTH, cell), np.arange(cell / 2, HEIGHT, cell))
    density = np.ones(x.shape)
    for weight, area in reversed(seas):
        density[shapely.contains_xy(area, x, y)] = weight
    for territory, shape in shapes.items():
        shapely.prepare(shape)
        density[shapely.contains_xy(shape, x, y)] = magnification[territory]
    land = shapely.contains_xy(union_all(list(shapes.values())), x, y)
    for factor, area in stress:
        density[land & shapely.contains_xy(area, x, y)] *= factor
    return density


def largest_circle(shape: Geometry) -> tuple[Point, float]:
    """The pole of inaccessibility of a shape, in its roomiest part, and the radius of the circle around it."""
    parts = sorted(getattr(shape, "geoms", [shape]), key=lambda part: -part.area)[:4]
    spokes = [shapely.maximum_inscribed_circle(part, tolerance=0.1) for part in parts]
    best = max(spokes, key=lambda spoke: spoke.length)
    return Point(best.coords[0]), best.length


def equalise(shapes: Shapes, seas: Weights, stress: Weights) -> tuple[Shapes, Cartogram]:
    """Warp framed land until each territory's inscribed circle is near its radius in the plan."""
    magnification = dict.fromkeys(shapes, 1.0)
    for _ in range(plan.ROUNDS):
        cartogram = Cartogram(density_grid(shapes, magnification, seas, stress))
        # All at once: the fields of a moment are worth their price only when every point asks for them.
        carried = shapely.transform(np.array(list(shapes.values())), cartogram.carry)
        warped = dict(zip(shapes, carried, strict=True))
        for territory, shape in warped.items():
            reached = largest_circle(shape.buffer(plan.CLOSE).buffer(-plan.CLOSE))[1]
            wanted = plan.RADII.get(territory, plan.RADIUS) / reached
            magnification[territory] = min(
                max(magnification[territory] * wanted**1.4, plan.FLOOR), plan.CEILING
            )
    return warped, cartogram
