"""What the parts of a formula share: exact values, rounding, values by table size, whom a part concerns."""

from enum import StrEnum
from fractions import Fraction
from typing import Any, TypeAlias

from scoring.results import SeatFacts
from scoring.text import Text, figure

Exact: TypeAlias = Fraction | int
BySize: TypeAlias = tuple[tuple[int, Any], ...]
"""Pairs of table size and value, in order of size."""


class Direction(StrEnum):
    """Where a value between two steps goes."""

    DOWN = "down"
    UP = "up"
    HALF_UP = "half-up"


class Who(StrEnum):
    """Whom a part concerns."""

    ALL = "all"
    WINNER = "winner"
    OTHERS = "others"


WHO_WORDS = {
    Who.ALL: Text("everybody", "tutti", "todos"),
    Who.WINNER: Text("the winner", "il vincitore", "o vencedor"),
    Who.OTHERS: Text("everybody but the winner", "tutti tranne il vincitore", "todos menos o vencedor"),
}
DIRECTION_WORDS = {
    Direction.DOWN: Text("down", "per difetto", "para baixo"),
    Direction.UP: Text("up", "per eccesso", "para cima"),
    Direction.HALF_UP: Text(
        "to the nearest, halves up",
        "al più vicino, le metà per eccesso",
        "ao mais próximo, as metades para cima",
    ),
}


def stepped(value: Exact, digits: int, direction: Direction) -> int:
    """The value as a whole number of 10**-digits, rounded in the direction (for values below 0: away from 0 for up)."""
    step: int = 10**digits
    numerator, denominator = value.numerator * step, value.denominator
    if denominator == 1:
        return numerator
    size = abs(numerator)
    if direction is Direction.UP:
        units = -(-size // denominator)
    elif direction is Direction.DOWN:
        units = size // denominator
    else:
        units = (2 * size + denominator) // (2 * denominator)
    return units if numerator >= 0 else -units


def at_size(pairs: BySize, size: int, default: Any) -> Any:
    """The value for the table size, or the default."""
    for known, value in pairs:
        if known == size:
            return value
    return default


def concerns(who: Who, seat: SeatFacts) -> bool:
    """Whether a part for these people touches the seat."""
    return who is Who.ALL or (who is Who.WINNER) == seat.won


def slashed(values: tuple[Exact, ...]) -> Text:
    """The values with strokes between them."""
    figures = [figure(value) for value in values]
    return Text(
        " / ".join(text.en for text in figures),
        " / ".join(text.it for text in figures),
        " / ".join(text.pt for text in figures),
    )
