"""A club's own missions in documents."""

from __future__ import annotations

from games.core.notation import Node
from games.risk.geography import BOARD, CONTINENTS, TERRITORIES
from games.risk.missions import Mission

KEYS = ("id", "continents", "more_continents", "territories", "armies", "destroy")
MOST_ARMIES = 100


def read_missions(node: Node) -> tuple[Mission, ...]:
    """A list of missions with different ids, each asking for something."""
    cards: dict[str, Mission] = {}
    for entry in node.elements():
        card = _mission(entry) if entry.is_object() else None
        if card is not None and card.id in cards:
            entry.fail(f'mission "{card.id}" stands twice')
        elif card is not None:
            cards[card.id] = card
    return tuple(cards.values())


def _mission(node: Node) -> Mission | None:
    node.only(KEYS)
    name = node.need("id")
    continents, destroy = node.given("continents"), node.given("destroy")
    wanted = (
        [c.one_of(tuple(BOARD.continents), "continent") for c in continents.elements()] if continents else []
    )
    card = Mission(
        id=(name.text() if name else None) or "",
        continents=tuple(c for c in wanted if c is not None),
        more_continents=_number(node, "more_continents", 0, CONTINENTS),
        territories=_number(node, "territories", 0, TERRITORIES),
        armies=_number(node, "armies", 1, MOST_ARMIES),
        destroy=destroy.text() if destroy else None,
    )
    if not (card.continents or card.more_continents or card.territories or card.destroy):
        node.fail("the mission asks for nothing")
    return card if card.id else None


def _number(node: Node, key: str, least: int, most: int) -> int:
    entry = node.given(key)
    return (entry.integer(least, most) if entry else None) or least
