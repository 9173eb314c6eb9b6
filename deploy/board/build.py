"""Make `static/boards/challenge.json`: the outlines of the 42 territories, from Natural Earth's coasts.

    python -m deploy.board.build countries-50m.json static/boards/challenge.json

The first file comes from the npm package `world-atlas` (TopoJSON; public domain data). What happens, in order:

    read_countries, allocate    countries become territories, some cut by lines of our own (`plan`)
    natural_earth, to_frame     projected, and fitted into 1600 × 860
    equalise                    small territories swell until a finger finds them (`cartogram`)
    clean                       islets go; narrow waters close inside a territory and open between two
    generalise                  each stretch of coast or border is simplified and smoothed once (`outlines`)
    sea_lines, place_names      what stands beside the land (`labels`)
"""

import json
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely import MultiPolygon, Polygon, union_all
from shapely.geometry.base import BaseGeometry as Geometry
from shapely.ops import polygonize

from deploy.board import plan
from deploy.board.cartogram import HEIGHT, WIDTH, Shapes, equalise
from deploy.board.facts import board_facts
from deploy.board.labels import place_names, sea_lines
from deploy.board.outlines import area_of, draw, generalise, outline, path_of

PROVENANCE = (
    "Coasts and country borders: Natural Earth (public domain), scale 1:50m, by way of the npm package world-atlas 2.0.2."
    " Which land is whose, the cuts, the warp, the smoothing and the labels are our own work (deploy/board)."
    " Nothing was traced from a publisher's board."
)


def read_countries(topology: dict[str, Any]) -> Shapes:
    """The countries of a TopoJSON file by name, in degrees; nothing is cut at the 180th meridian."""
    scale, translate = (np.array(topology["transform"][key]) for key in ("scale", "translate"))
    arcs = [np.cumsum(np.array(arc), axis=0) * scale + translate for arc in topology["arcs"]]

    def ring(indexes: list[int]) -> np.ndarray:
        parts = [arcs[i] if i >= 0 else arcs[~i][::-1] for i in indexes]
        points = np.vstack([parts[0], *(part[1:] for part in parts[1:])])
        points[1:, 0] -= 360 * np.cumsum(np.round(np.diff(points[:, 0]) / 360))
        return points

    def polygon(rings: list[list[int]]) -> Geometry:
        shape = Polygon(ring(rings[0]), [ring(hole) for hole in rings[1:]]).buffer(0)
        turns = (shape.centroid.x < plan.WEST_EDGE) - (shape.centroid.x > plan.WEST_EDGE + 364)
        return shapely.transform(shape, lambda points: points + np.array([360 * turns, 0]))

    countries = {}
    for country in topology["objects"]["countries"]["geometries"]:
        parts = [country["arcs"]] if country["type"] == "Polygon" else country["arcs"]
        countries[country["properties"]["name"]] = union_all([polygon(part) for part in parts])
    return countries


def allocate(countries: Shapes) -> Shapes:
    """The land of every territory, in degrees, with the same vertices on both sides of a border."""
    rest = dict(countries)
    pieces = defaultdict(list)
    for country, territory, corners in plan.CUTS:
        pieces[territory].append(rest[country].intersection(Polygon(corners)))
        rest[country] = rest[country].difference(Polygon(corners))
    del pieces[plan.NOWHERE]
    for territory, names in plan.COUNTRIES.items():
        pieces[territory] += [rest[name] for name in names.split("|")]
    return partition(
        {territory: shapely.set_precision(union_all(parts), 1e-4) for territory, parts in pieces.items()},
        1e-4,
    )


def partition(shapes: Shapes, grid: float, speck: float = 0, smallest_lake: float = 0) -> Shapes:
    """The same shapes with all borders noded: neighbours share every vertex, nothing overlaps.

    Holes smaller than a lake, and specks, go to the territory along most of their rim.
    """
    lines = union_all([shape.boundary for shape in shapes.values()], grid_size=grid)
    faces = sorted(polygonize(lines), key=lambda face: -face.area)
    names, tree = list(shapes), shapely.STRtree(list(shapes.values()))
    beside = shapely.STRtree(faces)
    owner: dict[int, str] = {}
    for index, face in enumerate(faces):
        inside = tree.query(face.representative_point(), predicate="within").tolist()
        if inside and face.area >= speck:
            owner[index] = names[min(inside)]
        elif inside or face.area < smallest_lake:
            rims: dict[str, float] = defaultdict(float)
            for other in set(beside.query(face, predicate="touches").tolist()) & owner.keys():
                rims[owner[other]] += face.intersection(faces[other]).length
            if any(rims.values()):
                owner[index] = max(rims, key=lambda name: rims[name])
    return {name: union_all([faces[index] for index, one in owner.items() if one == name]) for name in names}


def natural_earth(points: np.ndarray) -> np.ndarray:
    """The Natural Earth projection (Šavrič, Jenny, Patterson, Petrovič, Hurni 2011), y down, unit sphere."""
    lam, phi = np.radians(points[:, 0] - plan.CENTRAL_MERIDIAN), np.radians(points[:, 1])
    phi2, phi4 = phi**2, phi**4
    x = lam * (0.8707 - 0.131979 * phi2 + phi4 * (-0.013791 + phi4 * (0.003971 * phi2 - 0.001529 * phi4)))
    y = phi * (1.007226 + phi2 * (0.015085 + phi4 * (-0.044475 + 0.028874 * phi2 - 0.005916 * phi4)))
    return np.column_stack([x, -y])


def to_frame(shapes: Shapes) -> Callable[[np.ndarray], np.ndarray]:
    """From degrees to the frame: the projection, scaled so that the land fills it, islets aside."""
    projected = [
        without_islets(shapely.transform(shape, natural_earth), plan.FRAME_ISLET) for shape in shapes.values()
    ]
    low_x, low_y, high_x, high_y = union_all(projected).bounds
    left, top, right, bottom = plan.MARGINS
    scale = np.array([(WIDTH - left - right) / (high_x - low_x), (HEIGHT - top - bottom) / (high_y - low_y)])
    return lambda points: (natural_earth(points) - [low_x, low_y]) * scale + [left, top]


def without_islets(shape: Geometry, smallest: float) -> MultiPolygon:
    """The parts of at least that area, or the largest one; without holes smaller than a lake of the plan."""
    parts = getattr(shape, "geoms", [shape])
    kept = [part for part in parts if part.area >= smallest] or [max(parts, key=lambda part: part.area)]
    return MultiPolygon(
        [
            Polygon(part.exterior, [hole for hole in part.interiors if Polygon(hole).area >= plan.LAKE])
            for part in kept
        ]
    )


def clean(shapes: Shapes) -> Shapes:
    """Drop islets and spits, close narrow waters inside a territory, widen the straits between territories."""
    shapes = {name: without_islets(shape, plan.ISLET) for name, shape in shapes.items()}
    for name in shapes:
        others = union_all([shape for other, shape in shapes.items() if other != name])
        reach = plan.KEEP_OPEN.get(name, plan.CLOSE)
        closed = shapes[name].buffer(reach + plan.GROW.get(name, 0)).buffer(-reach)
        shapes[name] = without_islets(closed.difference(others).buffer(0), plan.ISLAND)
    for near, far, width in plan.STRAITS:
        shapes[near] = without_islets(shapes[near].difference(shapes[far].buffer(width)), plan.ISLAND)
    land = union_all(list(shapes.values())).buffer(-plan.THIN / 2).buffer(plan.THIN / 2)
    return partition(
        {name: without_islets(shape.intersection(land), plan.ISLAND) for name, shape in shapes.items()},
        0.01,
        plan.SPECK,
        plan.LAKE,
    )


def describe(
    shapes: Shapes, carry: Callable[[tuple[float, float]], np.ndarray], board: dict[str, Any]
) -> dict[str, Any]:
    """The cleaned shapes as paths, labels, lines and continents: all of board-shapes.json."""
    arcs, rings = generalise(shapes)
    drawn = {name: area_of(rings[name]) for name in rings}
    crossings = sea_lines(drawn, board["edges"], carry)
    places = place_names(
        board["territories"], drawn, [line for crossing in crossings for line in crossing.lines]
    )
    borders = defaultdict(list)
    for arc in arcs:
        if len(arc.owners) == 2:
            borders[arc.owners].append([arc])

    def place(point: tuple[float, float]) -> list[float]:
        return [round(float(value), 1) for value in carry(point)]

    def lake(corners: plan.Polyline) -> str:
        line = [(round(100 * x), round(100 * y)) for x, y in map(carry, [*corners, corners[0]])]
        return path_of([[draw(("lake",), line)]])

    return {
        "title": "World board, 42 territories",
        "provenance": PROVENANCE,
        "viewBox": f"0 0 {WIDTH} {HEIGHT}",
        "width": WIDTH,
        "height": HEIGHT,
        "territories": [
            {"id": one["id"], **places[one["id"]], "path": path_of(rings[one["id"]])}
            for one in board["territories"]
        ],
        "repeated_names": [{"id": name, "label": place(point)} for name, point in plan.REPEATED.items()],
        "borders": [{"a": a, "b": b, "path": path_of(chains)} for (a, b), chains in sorted(borders.items())],
        "sea_lines": [
            {"a": crossing.ends[0], "b": crossing.ends[1], "paths": crossing.paths} for crossing in crossings
        ],
        "continents": [
            {
                "id": one["id"],
                "label": place(plan.CONTINENT_LABELS[one["id"]]),
                "path": path_of(outline(set(one["territories"]), arcs)),
            }
            for one in board["continents"]
        ],
        "lakes": "".join(map(lake, plan.LAKES)),
    }


def build(topology: dict[str, Any], board: dict[str, Any]) -> dict[str, Any]:
    """All steps, from the two inputs to what is written."""
    land = {
        name: shapely.segmentize(shape, 0.7) for name, shape in allocate(read_countries(topology)).items()
    }
    framed = to_frame(land)

    def weighed(areas: list[tuple[float, plan.Polyline]]) -> list[tuple[float, Polygon]]:
        return [
            (weight, shapely.transform(shapely.segmentize(Polygon(corners), 2), framed))
            for weight, corners in areas
        ]

    flat: Shapes = {
        name: without_islets(shapely.transform(shape, framed), plan.SPECK) for name, shape in land.items()
    }
    warped, cartogram = equalise(flat, weighed(plan.SEAS), weighed(plan.STRESS))
    return describe(clean(warped), lambda point: cartogram.carry(framed(np.array([point])))[0], board)


def main(topology: str, target: str) -> None:
    """Read the coasts, write the geometry."""
    shapes = build(json.loads(Path(topology).read_text(encoding="utf-8")), board_facts())
    text = json.dumps(shapes, ensure_ascii=False, separators=(",", ":"))
    Path(target).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
