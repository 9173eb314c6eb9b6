"""What a hall knows of its tournament without a computer: who is here, who sits where, which result counts."""

from dataclasses import dataclass, field

PRIZE = 50
"""What the best of a table gets beside the points, in the format that the model knows."""


@dataclass
class Said:
    """One submission of a table."""

    number: int
    points: dict[int, int]
    reporter: int
    corrects: int | None
    state: str = "reported"


@dataclass
class Sitting:
    """One table: entrants' numbers in turn order, what was said of the game, which of it counts."""

    players: list[int]
    said: list[Said] = field(default_factory=list)
    counts: int | None = None

    def seat(self, players: list[int]) -> None:
        """Let others sit here; figures that were sent back named those who sat before, and go (the log keeps them)."""
        if players != self.players:
            self.players = players
            for one in self.said:
                one.points = {}

    @property
    def in_use(self) -> bool:
        """Whether somebody said something that was not sent back."""
        return any(one.state != "rejected" for one in self.said)


@dataclass
class Played:
    """One round."""

    state: str
    ranked: bool
    tables: dict[int, Sitting]

    @property
    def seated(self) -> list[int]:
        """The numbers of all who sit."""
        return sorted(who for table in self.tables.values() for who in table.players)


@dataclass
class Hall:
    """All that the model knows."""

    states: dict[int, str] = field(default_factory=dict)
    enters_in: dict[int, int] = field(default_factory=dict)
    rounds: dict[int, Played] = field(default_factory=dict)
    penalties: list[tuple[int, int]] = field(default_factory=list)
    cut: str = ""

    @property
    def last(self) -> int:
        """The number of the last round, 0 before the first."""
        return max(self.rounds, default=0)

    def here(self, number: int) -> list[int]:
        """Whom a draw of that round seats."""
        return sorted(
            who
            for who, state in self.states.items()
            if state == "checked_in" and self.enters_in[who] <= number
        )

    def totals(self) -> dict[int, int]:
        """Points of every game that counts, 50 more for the best at the table, less what was taken off."""
        totals = dict.fromkeys(self.states, 0)
        for table in (
            one for played in self.rounds.values() if played.ranked for one in played.tables.values()
        ):
            if table.counts is None:
                continue
            points = table.said[table.counts - 1].points
            for turn, who in enumerate(table.players, start=1):
                totals[who] += points[turn] + (PRIZE if points[turn] == max(points.values()) else 0)
        for who, points_off in self.penalties:
            totals[who] -= points_off
        return totals
