"""Cards in documents: a territory by any of its names, or the Joker."""

from __future__ import annotations

from games.challenge.geography import BOARD
from games.challenge.position import JOKER
from games.challenge.rulesets import JOKERS
from games.core.board import plain
from games.core.notation import Node

JOKER_NAMES = ("joker", "jolly")


def read_card(node: Node) -> str | None:
    """A territory card or the Joker, by whatever name."""
    if isinstance(node.value, str) and plain(node.value[:40]) in JOKER_NAMES:
        return JOKER
    return node.territory(BOARD)


def read_cards(node: Node | None, seen: dict[str, int]) -> tuple[str, ...]:
    """A list of cards; a territory card seen before, or a third Joker, is an error."""
    cards = []
    for entry in node.elements() if node else ():
        card = read_card(entry)
        if card is None:
            continue
        seen[card] = seen.get(card, 0) + 1
        if card == JOKER and seen[card] > JOKERS:
            entry.fail(f"there are only {JOKERS} Jokers")
        elif card != JOKER and seen[card] > 1:
            entry.fail(f'card "{card}" stands twice')
        cards.append(card)
    return tuple(cards)
