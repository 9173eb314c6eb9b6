"""What a referee's form says of a game, as a `Report`; bad numbers become sentences with their player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.challenge import BOARD
from tournament.errors import InvalidInput
from tournament.models import Ending, Seat
from tournament.services.results import Report

Posted = Mapping[str, str]


@dataclass(slots=True)
class ResultForm:
    """The fields of the entry form, as typed, and the report they make."""

    posted: Posted
    seats: Sequence[Seat]
    photo: bytes = b""
    problems: list[str] = field(default_factory=list)

    def report(self) -> Report:
        """The report. Raises InvalidInput with everything that is no number or no choice."""
        by_totals = self.posted.get("mode") == "totals"
        made = Report(
            board={} if by_totals else self._board(),
            objectives=self._numbers("objective", by_colour=True),
            totals=self._numbers("points") if by_totals else {},
            outside=self._numbers("outside") if by_totals else {},
            places=self._order("place"),
            eliminated=self._order("eliminated"),
            objective_reached=self._turn("reached"),
            ending=self._ending(),
            shares_victory=[
                seat.turn_order for seat in self.seats if self.posted.get(f"shares-{seat.turn_order}")
            ],
            kings=self._kings(),
            note=self.posted.get("note", "").replace("\0", "").strip(),
            photo=self.photo,
        )
        if self.problems:
            raise InvalidInput(*self.problems)
        return made

    def _board(self) -> dict[str, int]:
        turns = {seat.colour: seat.turn_order for seat in self.seats if seat.colour}
        board = {}
        for territory in BOARD.ids:
            colour = self.posted.get(f"territory-{territory}", "")
            if colour:
                board[territory] = turns.get(colour, 0)
        return board

    def _numbers(self, name: str, *, by_colour: bool = False) -> dict[int, int]:
        found = {}
        for seat in self.seats:
            key = seat.colour if by_colour else seat.turn_order
            text = self.posted.get(f"{name}-{key}", "").strip()
            if text:
                number = self._whole(text, seat.entrant.full_name)
                if number is not None:
                    found[seat.turn_order] = number
        return found

    def _whole(self, text: str, whose: str) -> int | None:
        try:
            return int(text)
        except ValueError:
            self.problems.append(
                _("%(name)s: “%(text)s” is not a whole number") % {"name": whose, "text": text[:20]}
            )
            return None

    def _kings(self) -> dict[int, tuple[int, int]]:
        """Whose colour each revealed, and on how many cards; who did not fill in both is left out."""
        chosen, cards = self._numbers("king"), self._numbers("cards")
        return {turn: (chosen[turn], cards[turn]) for turn in chosen.keys() & cards.keys()}

    def _order(self, name: str) -> list[int]:
        """Turn orders by the numbers typed beside them: 1 first; blanks are left out."""
        numbers = self._numbers(name)
        if len(set(numbers.values())) != len(numbers):
            self.problems.append(_("Two players have the same number in an order."))
        return sorted(numbers, key=numbers.__getitem__)

    def _turn(self, name: str) -> int | None:
        text = self.posted.get(name, "")
        turns = {str(seat.turn_order): seat.turn_order for seat in self.seats}
        return turns.get(text)

    def _ending(self) -> Ending:
        text = self.posted.get("ending", "")
        return Ending(text) if text in Ending.values else Ending.UNKNOWN
