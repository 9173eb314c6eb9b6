"""Parts that count what the board and the victory give: game points, the prize, a bonus."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar

from scoring.document import EXACT, INTEGER, Codec, by_size, choice, many, optional
from scoring.games import AS_PLAYED, COUNT_WORDS, Counts
from scoring.measures import WHO_WORDS, BySize, Exact, Who, at_size, concerns
from scoring.results import OBJECTIVE_POINTS, SeatFacts
from scoring.text import Text, figure, joined, listed, plain, same


class Sharing(StrEnum):
    """What becomes of a prize when several share the victory."""

    SPLIT = "split"
    SPLIT_IN_TWO = "split-in-two"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class GamePoints:
    """The points of the board, times a factor by table size, divided, capped (12.2, 10.5).

    An objective reached in time counts `objective` points and is multiplied by the factor only at the sizes in
    `objective_scaled_at`. The cap holds after the factor, for those it concerns. `counts` says what the points
    are; where that contains the objective already, it counts as played.
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
        "counts": choice(Counts),
    }

    who: Who = Who.ALL
    factors: BySize = ()
    divisor: int = 1
    objective: int = OBJECTIVE_POINTS
    objective_scaled_at: tuple[int, ...] = ()
    cap: Exact | None = None
    cap_for: Who = Who.ALL
    counts: Counts = Counts.POINTS

    def factor(self, seat: SeatFacts) -> Exact:
        """What multiplies the points of this seat."""
        if seat.objective and seat.size not in self.objective_scaled_at:
            return 1
        factor: Exact = at_size(self.factors, seat.size, 1)
        return factor

    def raw(self, seat: SeatFacts) -> int:
        """The points before the factor."""
        return self.objective if seat.objective and self.counts not in AS_PLAYED else seat.points

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
        return Text(done, done.replace(".", ","), done.replace(".", ","))

    def words(self) -> Text:
        """The part on the rule card."""
        return joined(
            [self._who_words(), *self._factor_words(), *self._limit_words(), *self._objective_words()]
        )

    def _who_words(self) -> Text:
        share = f" ÷ {self.divisor}" if self.divisor != 1 else ""
        who, what = WHO_WORDS[self.who], COUNT_WORDS[self.counts]
        return Text(
            f"{who.en.capitalize()}: {what.en}{share}.",
            f"{who.it.capitalize()}: {what.it}{share}.",
            f"{who.pt.capitalize()}: {what.pt}{share}.",
        )

    def _factor_words(self) -> list[Text]:
        return [
            Text(
                f"At tables of {size} they are multiplied by {figure(factor).en}.",
                f"Ai tavoli da {size} si moltiplicano per {figure(factor).it}.",
                f"Nas mesas de {size} são multiplicados por {figure(factor).pt}.",
            )
            for size, factor in self.factors
            if factor != 1
        ]

    def _limit_words(self) -> list[Text]:
        if self.cap is None:
            return []
        cap, who = figure(self.cap), WHO_WORDS[self.cap_for]
        return [
            Text(
                f"Not more than {cap.en} for {who.en}.",
                f"Non più di {cap.it} per {who.it}.",
                f"No máximo {cap.pt} para {who.pt}.",
            )
        ]

    def _objective_words(self) -> list[Text]:
        if self.counts is Counts.POINTS:
            return [self._objective_in_time()]
        if self.counts in AS_PLAYED or not self.objective:
            return []
        return [
            Text(
                f"An objective reached counts {self.objective}.",
                f"L'obiettivo raggiunto vale {self.objective}.",
                f"Um objetivo alcançado vale {self.objective}.",
            )
        ]

    def _objective_in_time(self) -> Text:
        scaled = listed([same(str(size)) for size in self.objective_scaled_at])
        always = Text(
            f"An objective reached in time counts {self.objective}",
            f"L'obiettivo raggiunto in tempo vale {self.objective}",
            f"Um objetivo alcançado no tempo vale {self.objective}",
        )
        if not self.objective_scaled_at or not self.factors:
            return Text(
                f"{always.en}, never multiplied (10.5).",
                f"{always.it}, mai moltiplicato (10.5).",
                f"{always.pt}, nunca multiplicado (10.5).",
            )
        return Text(
            f"{always.en}, multiplied at tables of {scaled.en}.",
            f"{always.it}, moltiplicato ai tavoli da {scaled.it}.",
            f"{always.pt}, multiplicado nas mesas de {scaled.pt}.",
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
            return Text("victory prize", "premio vittoria", "prêmio por vitória")
        prize = figure(self.at(seat.size))
        return Text(
            f"victory prize {prize.en} shared by {seat.winners}",
            f"premio vittoria {prize.it} diviso in {seat.winners}",
            f"prêmio por vitória {prize.pt} dividido por {seat.winners}",
        )

    def words(self) -> Text:
        """The part on the rule card."""
        shared = {
            Sharing.SPLIT: Text(
                "Players who share the victory divide it equally.",
                "Chi condivide la vittoria lo divide in parti uguali.",
                "Quem divide a vitória o reparte em partes iguais.",
            ),
            Sharing.SPLIT_IN_TWO: Text(
                "Two who share the victory have half each; three or more have none.",
                "Due che condividono la vittoria ne hanno metà ciascuno; tre o più niente.",
                "Dois que dividem a vitória têm metade cada; três ou mais, nada.",
            ),
            Sharing.FULL: Text(
                "Players who share the victory receive it in full.",
                "Chi condivide la vittoria lo riceve intero.",
                "Quem divide a vitória o recebe inteiro.",
            ),
        }
        return joined([*self._amounts(), shared[self.sharing]])

    def _amounts(self) -> list[Text]:
        special = [
            Text(
                f"The winner of a table of {size} receives {figure(prize).en}.",
                f"Chi vince a un tavolo da {size} riceve {figure(prize).it}.",
                f"Quem vence em uma mesa de {size} recebe {figure(prize).pt}.",
            )
            for size, prize in self.sizes
        ]
        general = Text(
            f"The winner receives {figure(self.amount).en}.",
            f"Il vincitore riceve {figure(self.amount).it}.",
            f"O vencedor recebe {figure(self.amount).pt}.",
        )
        return special if self.sizes else [general]


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
        return Text(f"for {who.en}", f"per {who.it}", f"para {who.pt}")

    def words(self) -> Text:
        """The part on the rule card."""
        worth, who = figure(self.amount), WHO_WORDS[self.who]
        return Text(
            f"{worth.en} points for {who.en}.",
            f"{worth.it} punti per {who.it}.",
            f"{worth.pt} pontos para {who.pt}.",
        )
