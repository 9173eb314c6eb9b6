"""The parts of a formula: each adds something to what a seat scores, says so in words and cites its article.

A part sees `SeatFacts` and nothing else, so equal facts score equally. Values are exact; rounding is the formula's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, ClassVar, TypeAlias

from scoring.document import EXACT, FLAG, INTEGER, Codec, by_size, choice, many, optional
from scoring.results import OBJECTIVE_POINTS, SeatFacts
from scoring.text import Text, figure, joined, listed, plain, same

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


class Sharing(StrEnum):
    """What becomes of a prize when several share the victory."""

    SPLIT = "split"
    SPLIT_IN_TWO = "split-in-two"
    FULL = "full"


class Ties(StrEnum):
    """What seats of equal place receive: the better place's points, or the mean of the places they take up."""

    BEST = "best"
    MEAN = "mean"


class Pot(StrEnum):
    """What a player's points are divided by: those of the opponents, or those of the whole table."""

    OPPONENTS = "opponents"
    TABLE = "table"


WHO_WORDS = {
    Who.ALL: Text("everybody", "tutti"),
    Who.WINNER: Text("the winner", "il vincitore"),
    Who.OTHERS: Text("everybody but the winner", "tutti tranne il vincitore"),
}
DIRECTION_WORDS = {
    Direction.DOWN: Text("down", "per difetto"),
    Direction.UP: Text("up", "per eccesso"),
    Direction.HALF_UP: Text("to the nearest, halves up", "al più vicino, le metà per eccesso"),
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


@dataclass(frozen=True, slots=True)
class GamePoints:
    """The points of the board, times a factor by table size, divided, capped (12.2, 10.5).

    An objective reached in time counts `objective` points and is multiplied by the factor only at the sizes in
    `objective_scaled_at`. The cap holds after the factor, for those it concerns.
    """

    kind: ClassVar[str] = "points"
    article: ClassVar[str] = "12.2"
    codecs: ClassVar[Mapping[str, Codec]] = {
        "who": choice(Who),
        "factors": by_size(EXACT),
        "divisor": INTEGER,
        "objective": INTEGER,
        "objective_scaled_at": many(INTEGER),
        "cap": optional(EXACT),
        "cap_for": choice(Who),
    }

    who: Who = Who.ALL
    factors: BySize = ()
    divisor: int = 1
    objective: int = OBJECTIVE_POINTS
    objective_scaled_at: tuple[int, ...] = ()
    cap: Exact | None = None
    cap_for: Who = Who.ALL

    def factor(self, seat: SeatFacts) -> Exact:
        """What multiplies the points of this seat."""
        if seat.objective and seat.size not in self.objective_scaled_at:
            return 1
        factor: Exact = at_size(self.factors, seat.size, 1)
        return factor

    def raw(self, seat: SeatFacts) -> int:
        """The points before the factor."""
        return self.objective if seat.objective else seat.points

    def is_capped(self, seat: SeatFacts) -> bool:
        """Whether the cap takes something from this seat."""
        if self.cap is None or not concerns(self.cap_for, seat):
            return False
        return self.raw(seat) * self.factor(seat) > self.cap

    def value(self, seat: SeatFacts) -> Exact:
        """What this part adds to the seat's score."""
        if not concerns(self.who, seat):
            return 0
        scaled = (
            self.cap if self.cap is not None and self.is_capped(seat) else self.raw(seat) * self.factor(seat)
        )
        return Fraction(scaled, self.divisor) if self.divisor != 1 else scaled

    def story(self, seat: SeatFacts) -> Text:
        """How the value came about."""
        factor, written = self.factor(seat), str(self.raw(seat))
        times = f"{written} × {plain(factor)}" if factor != 1 else written
        limited = (
            f"min({times}; {plain(self.cap)})" if self.cap is not None and self.is_capped(seat) else times
        )
        done = f"{limited} ÷ {self.divisor}" if self.divisor != 1 else limited
        return Text(done, done.replace(".", ","))

    def words(self) -> Text:
        """The part on the rule card."""
        return joined(
            [self._who_words(), *self._factor_words(), *self._limit_words(), self._objective_words()]
        )

    def _who_words(self) -> Text:
        share = f" ÷ {self.divisor}" if self.divisor != 1 else ""
        who = WHO_WORDS[self.who]
        return Text(
            f"{who.en.capitalize()}: the points of the game{share}.",
            f"{who.it.capitalize()}: i punti della partita{share}.",
        )

    def _factor_words(self) -> list[Text]:
        return [
            Text(
                f"At tables of {size} they are multiplied by {figure(factor).en}.",
                f"Ai tavoli da {size} si moltiplicano per {figure(factor).it}.",
            )
            for size, factor in self.factors
            if factor != 1
        ]

    def _limit_words(self) -> list[Text]:
        if self.cap is None:
            return []
        cap, who = figure(self.cap), WHO_WORDS[self.cap_for]
        return [Text(f"Not more than {cap.en} for {who.en}.", f"Non più di {cap.it} per {who.it}.")]

    def _objective_words(self) -> Text:
        scaled = listed([same(str(size)) for size in self.objective_scaled_at])
        always = Text(
            f"An objective reached in time counts {self.objective}",
            f"L'obiettivo raggiunto in tempo vale {self.objective}",
        )
        if not self.objective_scaled_at or not self.factors:
            return Text(f"{always.en}, never multiplied (10.5).", f"{always.it}, mai moltiplicato (10.5).")
        return Text(
            f"{always.en}, multiplied at tables of {scaled.en}.",
            f"{always.it}, moltiplicato ai tavoli da {scaled.it}.",
        )


@dataclass(frozen=True, slots=True)
class VictoryPrize:
    """What the winner of the table receives on top (12.2.1: at most 100; 12.2.2: 20% less at tables of 4)."""

    kind: ClassVar[str] = "prize"
    article: ClassVar[str] = "12.2.1"
    codecs: ClassVar[Mapping[str, Codec]] = {
        "amount": EXACT,
        "sizes": by_size(EXACT),
        "sharing": choice(Sharing),
    }

    amount: Exact = 0
    sizes: BySize = ()
    sharing: Sharing = Sharing.SPLIT

    def at(self, size: int) -> Exact:
        """The undivided prize at a table of this size."""
        prize: Exact = at_size(self.sizes, size, self.amount)
        return prize

    def value(self, seat: SeatFacts) -> Exact:
        """What this part adds to the seat's score."""
        if not seat.won:
            return 0
        prize = self.at(seat.size)
        if seat.winners == 1 or self.sharing is Sharing.FULL:
            return prize
        if self.sharing is Sharing.SPLIT_IN_TWO and seat.winners > 2:
            return 0
        return Fraction(prize) / seat.winners

    def story(self, seat: SeatFacts) -> Text:
        """How the value came about."""
        if seat.winners == 1 or self.sharing is Sharing.FULL:
            return Text("victory prize", "premio vittoria")
        prize = figure(self.at(seat.size))
        return Text(
            f"victory prize {prize.en} shared by {seat.winners}",
            f"premio vittoria {prize.it} diviso in {seat.winners}",
        )

    def words(self) -> Text:
        """The part on the rule card."""
        shared = {
            Sharing.SPLIT: Text(
                "Players who share the victory divide it equally.",
                "Chi condivide la vittoria lo divide in parti uguali.",
            ),
            Sharing.SPLIT_IN_TWO: Text(
                "Two who share the victory have half each; three or more have none.",
                "Due che condividono la vittoria ne hanno metà ciascuno; tre o più niente.",
            ),
            Sharing.FULL: Text(
                "Players who share the victory receive it in full.",
                "Chi condivide la vittoria lo riceve intero.",
            ),
        }
        return joined([*self._amounts(), shared[self.sharing]])

    def _amounts(self) -> list[Text]:
        special = [
            Text(
                f"The winner of a table of {size} receives {figure(prize).en}.",
                f"Chi vince a un tavolo da {size} riceve {figure(prize).it}.",
            )
            for size, prize in self.sizes
        ]
        general = Text(
            f"The winner receives {figure(self.amount).en}.", f"Il vincitore riceve {figure(self.amount).it}."
        )
        return special if self.sizes else [general]


@dataclass(frozen=True, slots=True)
class PlacePoints:
    """Points for the place at the table, by table size; who was eliminated may receive others (12.2).

    The last value of a list also stands for the places beyond it. `digits` cuts a mean of shared places.
    """

    kind: ClassVar[str] = "places"
    article: ClassVar[str] = "12.2"
    codecs: ClassVar[Mapping[str, Codec]] = {
        "sizes": by_size(many(EXACT)),
        "values": many(EXACT),
        "eliminated": many(EXACT),
        "ties": choice(Ties),
        "digits": INTEGER,
    }

    sizes: BySize = ()
    values: tuple[Exact, ...] = ()
    eliminated: tuple[Exact, ...] = ()
    ties: Ties = Ties.BEST
    digits: int = 3

    def list_for(self, seat: SeatFacts) -> tuple[Exact, ...]:
        """The points of the places 1, 2, … that hold for the seat."""
        if seat.fell is not None and self.eliminated:
            return self.eliminated
        values: tuple[Exact, ...] = at_size(self.sizes, seat.size, self.values)
        return values

    def value(self, seat: SeatFacts) -> Exact:
        """What this part adds to the seat's score."""
        values = self.list_for(seat)
        if not values:
            return 0
        if self.ties is Ties.BEST or seat.tied == 1:
            return values[min(seat.place, len(values)) - 1]
        shared = [values[min(seat.place + step, len(values)) - 1] for step in range(seat.tied)]
        mean = Fraction(sum(shared), seat.tied)
        return Fraction(stepped(mean, self.digits, Direction.DOWN), 10**self.digits)

    def story(self, seat: SeatFacts) -> Text:
        """How the value came about."""
        place = Text(f"place {seat.place}", f"{seat.place}° posto")
        if seat.fell is not None and self.eliminated:
            return Text(f"{place.en}, eliminated", f"{place.it}, eliminato")
        if seat.tied > 1:
            return Text(f"{place.en} shared by {seat.tied}", f"{place.it} condiviso in {seat.tied}")
        return place

    def words(self) -> Text:
        """The part on the rule card."""
        return joined([*self._list_words(), *self._fallen_words(), self._tie_words()])

    def _list_words(self) -> list[Text]:
        lists = [*self.sizes, *([(None, self.values)] if self.values else [])]
        return [
            Text(
                f"By place{f' at tables of {size}' if size else ''}: {_slashed(values).en}.",
                f"Per posto{f' ai tavoli da {size}' if size else ''}: {_slashed(values).it}.",
            )
            for size, values in lists
        ]

    def _fallen_words(self) -> list[Text]:
        if not self.eliminated:
            return []
        values = _slashed(self.eliminated[1:])
        return [
            Text(
                f"Who was eliminated receives by place, from the second: {values.en}.",
                f"Chi è stato eliminato riceve per posto, dal secondo: {values.it}.",
            )
        ]

    def _tie_words(self) -> Text:
        if self.ties is Ties.BEST:
            return Text(
                "Equal places all have the better place's points.",
                "A pari posto tutti hanno i punti del posto migliore.",
            )
        return Text(
            "Equal places share the mean of the places they take up.",
            "A pari posto si fa la media dei posti occupati.",
        )


@dataclass(frozen=True, slots=True)
class EliminationPoints:
    """Points for the order in which the eliminated fell: the first value for the first to fall (12.2)."""

    kind: ClassVar[str] = "elimination"
    article: ClassVar[str] = "12.2"
    codecs: ClassVar[Mapping[str, Codec]] = {"values": many(EXACT)}

    values: tuple[Exact, ...] = ()

    def value(self, seat: SeatFacts) -> Exact:
        """What this part adds to the seat's score."""
        if seat.fell is None or not self.values:
            return 0
        return self.values[min(seat.fell, len(self.values)) - 1]

    def story(self, seat: SeatFacts) -> Text:
        """How the value came about."""
        return Text(f"eliminated as number {seat.fell}", f"{seat.fell}° eliminato")

    def words(self) -> Text:
        """The part on the rule card."""
        values = _slashed(self.values)
        return Text(
            f"The eliminated, in the order of falling, receive {values.en}.",
            f"Gli eliminati, in ordine di caduta, ricevono {values.it}.",
        )


@dataclass(frozen=True, slots=True)
class Bonus:
    """A fixed number of points for the winner, the others or everybody (12.2)."""

    kind: ClassVar[str] = "bonus"
    article: ClassVar[str] = "12.2"
    codecs: ClassVar[Mapping[str, Codec]] = {"amount": EXACT, "who": choice(Who)}

    amount: Exact
    who: Who = Who.OTHERS

    def value(self, seat: SeatFacts) -> Exact:
        """What this part adds to the seat's score."""
        return self.amount if concerns(self.who, seat) else 0

    def story(self, _: SeatFacts) -> Text:
        """How the value came about."""
        who = WHO_WORDS[self.who]
        return Text(f"for {who.en}", f"per {who.it}")

    def words(self) -> Text:
        """The part on the rule card."""
        worth, who = figure(self.amount), WHO_WORDS[self.who]
        return Text(f"{worth.en} points for {who.en}.", f"{worth.it} punti per {who.it}.")


@dataclass(frozen=True, slots=True)
class Margin:
    """A loser's points: `base` less the distance from the winner's game points (12.2).

    With `ceiling_from` a winner's points from that value on count as 100.
    """

    kind: ClassVar[str] = "margin"
    article: ClassVar[str] = "12.2"
    codecs: ClassVar[Mapping[str, Codec]] = {
        "base": EXACT,
        "ceiling_from": optional(INTEGER),
        "floored": FLAG,
    }

    base: Exact = 100
    ceiling_from: int | None = None
    floored: bool = False

    def _top(self, seat: SeatFacts) -> int:
        if self.ceiling_from is not None and seat.top >= self.ceiling_from:
            return OBJECTIVE_POINTS
        return seat.top

    def value(self, seat: SeatFacts) -> Exact:
        """What this part adds to the seat's score."""
        if seat.won:
            return 0
        value = self.base - (self._top(seat) - seat.points)
        return max(value, 0) if self.floored else value

    def story(self, seat: SeatFacts) -> Text:
        """How the value came about."""
        return same(f"{plain(self.base)} - ({self._top(seat)} - {seat.points})")

    def words(self) -> Text:
        """The part on the rule card."""
        base = figure(self.base)
        return Text(
            f"A loser receives {base.en} less the distance from the winner's points.",
            f"Chi perde riceve {base.it} meno la distanza dai punti del vincitore.",
        )


@dataclass(frozen=True, slots=True)
class PointsShare:
    """Own points divided by those of the opponents or of the table, cut to `digits` (12.2).

    `with_decimals` lets the typed decimals of the own points into the division, as the clubs' program does.
    """

    kind: ClassVar[str] = "share"
    article: ClassVar[str] = "12.2"
    codecs: ClassVar[Mapping[str, Codec]] = {"of": choice(Pot), "digits": INTEGER, "with_decimals": FLAG}

    of: Pot = Pot.OPPONENTS
    digits: int = 3
    with_decimals: bool = False

    def _below(self, seat: SeatFacts) -> int:
        return seat.pot if self.of is Pot.TABLE else seat.pot - seat.points

    def _above(self, seat: SeatFacts) -> Exact:
        return seat.points + seat.decimals if self.with_decimals else seat.points

    def value(self, seat: SeatFacts) -> Exact:
        """What this part adds to the seat's score: nothing when there is nothing to divide by."""
        below = self._below(seat)
        if below <= 0:
            return 0
        share = Fraction(self._above(seat)) / below
        return Fraction(stepped(share, self.digits, Direction.DOWN), 10**self.digits)

    def story(self, seat: SeatFacts) -> Text:
        """How the value came about."""
        above, below = figure(self._above(seat)), self._below(seat)
        return Text(f"{above.en} ÷ {below}", f"{above.it} ÷ {below}")

    def words(self) -> Text:
        """The part on the rule card."""
        of = {
            Pot.OPPONENTS: Text("the sum of the opponents' points", "la somma dei punti degli avversari"),
            Pot.TABLE: Text("the sum of the points at the table", "la somma dei punti del tavolo"),
        }[self.of]
        return Text(
            f"Own points divided by {of.en}, cut to {self.digits} decimals.",
            f"I propri punti divisi per {of.it}, troncati a {self.digits} decimali.",
        )


Part: TypeAlias = GamePoints | VictoryPrize | PlacePoints | EliminationPoints | Bonus | Margin | PointsShare
PARTS: Mapping[str, type[Part]] = {
    kind.kind: kind
    for kind in (GamePoints, VictoryPrize, PlacePoints, EliminationPoints, Bonus, Margin, PointsShare)
}


def _slashed(values: tuple[Exact, ...]) -> Text:
    figures = [figure(value) for value in values]
    return Text(" / ".join(text.en for text in figures), " / ".join(text.it for text in figures))
