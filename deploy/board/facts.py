"""The board's graph as the scripts of this folder read it, from the project's own board data."""

from typing import Any

from deploy.board import plan
from games.challenge import BOARD


def board_facts() -> dict[str, Any]:
    """Territories, edges (land or sea; a sea edge in the direction of the plan's line) and continents."""
    return {
        "territories": [{"id": one.id, "name": one.name} for one in BOARD.territories],
        "edges": [
            {"a": a, "b": b, "type": border.kind.value}
            for border in BOARD.borders
            for a, b in [_direction(border.a, border.b)]
        ],
        "continents": [
            {"id": one.id, "territories": list(one.territories)} for one in BOARD.continents.values()
        ],
    }


def _direction(a: str, b: str) -> tuple[str, str]:
    return (b, a) if (b, a) in plan.SEA_LINES else (a, b)
