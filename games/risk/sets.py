"""What three cards, or some stars, are worth under each way of counting (3.4, 3.5)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from games.core.board import Symbol
from games.risk.position import Card
from games.risk.rulesets import (
    EMBLEM_ONE_OF_EACH,
    EMBLEM_VALUES,
    SET_SIZE,
    SET_STEP,
    SET_VALUES,
    STAR_VALUES,
    Options,
    SetWorth,
)


def is_set(cards: tuple[Card, ...], options: Options) -> bool | None:
    """Whether these cards may be traded together; None where stars are not given."""
    if options.set_worth is SetWorth.STARS:
        stars = _stars(cards)
        return bool(cards) and (None if stars is None else stars in STAR_VALUES)
    symbols = {card.symbol for card in cards}
    return len(cards) == SET_SIZE and (None in symbols or len(symbols) in {1, len(Symbol)})


def set_worth(cards: tuple[Card, ...], options: Options, traded: int | None) -> int | None:
    """Armies for a set of `is_set`, with `traded` sets before it; None where `traded` is needed and not given."""
    if options.set_worth is SetWorth.STARS:
        return STAR_VALUES[_stars(cards) or 0]
    if options.set_worth is SetWorth.EMBLEM:
        return _emblem_worth(cards)
    return None if traded is None else nth_worth(traded, options.set_worth)


def nth_worth(traded: int, way: SetWorth) -> int:
    """The worth of the set after `traded` others, where it depends on nothing else."""
    if way is SetWorth.BY_ONE:
        return SET_VALUES[0] + traded
    if way is SetWorth.RESET:
        return SET_VALUES[traded % len(SET_VALUES)]
    beyond = traded - len(SET_VALUES) + 1
    return SET_VALUES[traded] if beyond <= 0 else SET_VALUES[-1] + SET_STEP * beyond


def _emblem_worth(cards: tuple[Card, ...]) -> int:
    """The best that the wild cards of the set can make of it."""
    symbols = [card.symbol for card in cards if card.symbol]
    wild, kinds = len(cards) - len(symbols), set(symbols)
    if len(kinds) + wild >= len(Symbol):
        return EMBLEM_ONE_OF_EACH
    return EMBLEM_VALUES[symbols[0]]


def _stars(cards: tuple[Card, ...]) -> int | None:
    known = [card.stars for card in cards if card.stars is not None]
    return sum(known) if len(known) == len(cards) else None


def sets_in(hand: tuple[Card, ...], options: Options) -> tuple[tuple[Card, ...], ...]:
    """The different sets of three in a hand (cards with stars: any number of cards)."""
    sizes = range(1, len(hand) + 1) if options.set_worth is SetWorth.STARS else (SET_SIZE,)
    found = (cards for size in sizes for cards in combinations(hand, size) if is_set(cards, options))
    return tuple({tuple(sorted(Counter(c.key for c in cards).items())): cards for cards in found}.values())
