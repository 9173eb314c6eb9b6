"""The parts of a formula: each adds something to what a seat scores, says so in words and cites its article.

A part sees `SeatFacts` and nothing else, so equal facts score equally. Values are exact; rounding is the formula's.
"""

from collections.abc import Mapping
from typing import TypeAlias

from scoring.place_parts import EliminationPoints, Margin, PlacePoints, PointsShare, Pot, Ties
from scoring.point_parts import Bonus, GamePoints, Sharing, VictoryPrize

Part: TypeAlias = GamePoints | VictoryPrize | PlacePoints | EliminationPoints | Bonus | Margin | PointsShare
PARTS: Mapping[str, type[Part]] = {
    kind.kind: kind
    for kind in (GamePoints, VictoryPrize, PlacePoints, EliminationPoints, Bonus, Margin, PointsShare)
}

__all__ = [
    "PARTS",
    "Bonus",
    "EliminationPoints",
    "GamePoints",
    "Margin",
    "Part",
    "PlacePoints",
    "PointsShare",
    "Pot",
    "Sharing",
    "Ties",
    "VictoryPrize",
]
