"""Cards in documents: a territory by any of its names, or a wild card; symbol and stars after a slash.

`"brazil"`, `"brazil/cavalry"`, `"brazil/2"`, `"brazil/cavalry/1"`, `"wild"`, `"wild/1"`. Without a symbol the card has the
one of the data.
"""

from __future__ import annotations

from games.core.board import Symbol, plain
from games.core.notation import Node
from games.risk.geography import BOARD
from games.risk.position import Card
from games.risk.rulesets import WILD_CARDS

WILD_NAMES = ("wild", "wildcard", "joker", "jolly", "curinga")
STARS = ("1", "2")
PARTS_MOST = 3


def read_card(node: Node) -> Card | None:
    """A card by whatever name."""
    written = node.text()
    if written is None:
        return None
    name, *marks = written.split("/")
    if len(marks) >= PARTS_MOST or not all(m in STARS or m in set(Symbol) for m in marks):
        node.fail("a card is a territory or wild, then /infantry, /cavalry or /cannon, then /1 or /2 stars")
        return None
    stars = next((int(m) for m in marks if m in STARS), None)
    symbol = next((Symbol(m) for m in marks if m not in STARS), None)
    if plain(name) in WILD_NAMES:
        return Card(None, None, stars)
    territory = node.territory_named(name, BOARD)
    return None if territory is None else Card(territory, symbol or BOARD.territory(territory).symbol, stars)


def read_cards(node: Node | None, seen: dict[str, int]) -> tuple[Card, ...]:
    """A list of cards; a territory card seen before, or a third wild card, is an error."""
    cards = []
    for entry in node.elements() if node else ():
        card = read_card(entry)
        if card is None:
            continue
        seen[card.key] = seen.get(card.key, 0) + 1
        if card.territory is None and seen[card.key] > WILD_CARDS:
            entry.fail(f"there are only {WILD_CARDS} wild cards")
        elif card.territory is not None and seen[card.key] > 1:
            entry.fail(f'card "{card.key}" stands twice')
        cards.append(card)
    return tuple(cards)


def write_card(card: Card) -> str:
    """The card as a document writes it."""
    parts = [card.key]
    if card.territory is not None and card.symbol is not BOARD.territory(card.territory).symbol:
        parts.append(str(card.symbol))
    if card.stars is not None:
        parts.append(str(card.stars))
    return "/".join(parts)
