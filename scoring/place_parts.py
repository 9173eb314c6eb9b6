"""Parts that compare the players of a table: places, the order of falling, the distance from the winner, shares."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar

from scoring.document import EXACT, FLAG, INTEGER, Codec, by_size, choice, many, optional
from scoring.measures import BySize, Direction, Exact, at_size, slashed, stepped
from scoring.results import OBJECTIVE_POINTS, SeatFacts
from scoring.text import Text, figure, joined, plain, same


class Ties(StrEnum):
    """What seats of equal place receive: the better place's points, or the mean of the places they take up."""

    BEST = "best"
    MEAN = "mean"


class Pot(StrEnum):
    """What a player's points are divided by: those of the opponents, or those of the whole table."""

    OPPONENTS = "opponents"
    TABLE = "table"


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
        place = Text(f"place {seat.place}", f"{seat.place}° posto", f"{seat.place}º lugar")
        if seat.fell is not None and self.eliminated:
            return Text(f"{place.en}, eliminated", f"{place.it}, eliminato", f"{place.pt}, eliminado")
        if seat.tied > 1:
            return Text(
                f"{place.en} shared by {seat.tied}",
                f"{place.it} condiviso in {seat.tied}",
                f"{place.pt} dividido por {seat.tied}",
            )
        return place

    def words(self) -> Text:
        """The part on the rule card."""
        return joined([*self._list_words(), *self._fallen_words(), self._tie_words()])

    def _list_words(self) -> list[Text]:
        lists = [*self.sizes, *([(None, self.values)] if self.values else [])]
        return [
            Text(
                f"By place{f' at tables of {size}' if size else ''}: {slashed(values).en}.",
                f"Per posto{f' ai tavoli da {size}' if size else ''}: {slashed(values).it}.",
                f"Por lugar{f' nas mesas de {size}' if size else ''}: {slashed(values).pt}.",
            )
            for size, values in lists
        ]

    def _fallen_words(self) -> list[Text]:
        if not self.eliminated:
            return []
        values = slashed(self.eliminated[1:])
        return [
            Text(
                f"Who was eliminated receives by place, from the second: {values.en}.",
                f"Chi è stato eliminato riceve per posto, dal secondo: {values.it}.",
                f"Quem foi eliminado recebe por lugar, a partir do segundo: {values.pt}.",
            )
        ]

    def _tie_words(self) -> Text:
        if self.ties is Ties.BEST:
            return Text(
                "Equal places all have the better place's points.",
                "A pari posto tutti hanno i punti del posto migliore.",
                "Em lugares iguais todos têm os pontos do lugar melhor.",
            )
        return Text(
            "Equal places share the mean of the places they take up.",
            "A pari posto si fa la media dei posti occupati.",
            "Em lugares iguais faz-se a média dos lugares ocupados.",
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
        return Text(f"eliminated as number {seat.fell}", f"{seat.fell}° eliminato", f"{seat.fell}º eliminado")

    def words(self) -> Text:
        """The part on the rule card."""
        values = slashed(self.values)
        return Text(
            f"The eliminated, in the order of falling, receive {values.en}.",
            f"Gli eliminati, in ordine di caduta, ricevono {values.it}.",
            f"Os eliminados, em ordem de queda, recebem {values.pt}.",
        )


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
            f"Quem perde recebe {base.pt} menos a distância dos pontos do vencedor.",
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
        return Text(f"{above.en} ÷ {below}", f"{above.it} ÷ {below}", f"{above.pt} ÷ {below}")

    def words(self) -> Text:
        """The part on the rule card."""
        of = {
            Pot.OPPONENTS: Text(
                "the sum of the opponents' points",
                "la somma dei punti degli avversari",
                "pela soma dos pontos dos adversários",
            ),
            Pot.TABLE: Text(
                "the sum of the points at the table",
                "la somma dei punti del tavolo",
                "pela soma dos pontos da mesa",
            ),
        }[self.of]
        return Text(
            f"Own points divided by {of.en}, cut to {self.digits} decimals.",
            f"I propri punti divisi per {of.it}, troncati a {self.digits} decimali.",
            f"Os próprios pontos divididos {of.pt}, cortados em {self.digits} casas decimais.",
        )
