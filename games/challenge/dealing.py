"""Who gets the next territory card (2.5, 2.7): the order of the deal and the 50% rule."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from games.challenge.geography import BOARD
from games.challenge.position import Case, DealTerritory, Position


@dataclass(frozen=True, slots=True)
class Deal:
    """`due`: whose card it is by the order; `passed`: who is passed over; `to`: who gets it. Somebody always may:
    of three players or more, two at most can hold half of a continent.

    `certain` is False where the territories dealt so far cannot come from any deal in order.
    """

    due: str
    passed: tuple[str, ...]
    to: str
    certain: bool


def deal(case: Case[DealTerritory]) -> Deal:
    """The recipient of the card under the order of the deal and the 50% rule."""
    position, action = case.position, case.action
    by_order = position.owed or due_player(position)
    due = by_order or (action.skipped[0] if action.skipped else action.to)
    order = candidates(position, due)
    passed = tuple(takewhile(lambda player: not may_receive(position, player, action.territory), order))
    return Deal(due, passed, order[len(passed)], by_order is not None)


def may_receive(position: Position, player: str, territory: str) -> bool:
    """Whether the player would hold no more than half of the continent with this territory."""
    continent = BOARD.continents[BOARD.territory(territory).continent]
    held = sum(position.owns(player, t) is True for t in continent.territories)
    return held + 1 <= len(continent.territories) // 2


def deal_order(position: Position) -> tuple[str, ...]:
    """Anticlockwise from the player at the right of the first."""
    return tuple(reversed(position.players))


def due_player(position: Position) -> str | None:
    """Whose card comes next: the first in order with the fewest; None where no deal leads here without a debt."""
    counts = {p: len(position.territories_of(p)) for p in position.players}
    if max(counts.values()) - min(counts.values()) > 1:
        return None
    return min(deal_order(position), key=counts.__getitem__)


def next_player(position: Position, dealt: Deal) -> str | None:
    """Who is due after this card: a player passed over comes first."""
    if dealt.passed:
        return dealt.due
    order = deal_order(position)
    if not dealt.certain:
        return order[(order.index(dealt.to) + 1) % len(order)]
    counts = {p: len(position.territories_of(p)) + (p == dealt.to) for p in order}
    least = min(counts.values())
    return None if sum(counts.values()) == len(BOARD) else next(p for p in order if counts[p] == least)


def candidates(position: Position, due: str) -> list[str]:
    """The due player and those to the right, those served already in this round of the deal last."""
    order = deal_order(position)
    start = order.index(due)
    turned = [*order[start:], *order[:start]]
    if due_player(position) is None:
        return [due, *turned[2:], turned[1]] if position.owed else turned
    counts = {p: len(position.territories_of(p)) for p in turned}
    return sorted(turned, key=lambda p: (p != due, max(0, counts[p] - counts[due])))
