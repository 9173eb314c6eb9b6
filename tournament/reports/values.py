"""What goes on paper, as frozen values: a service fills them, `paper` prints them. Texts are already in words."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum


class Army(StrEnum):
    """The five armies, by the letter that stands beside the colour in every language's own way."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"
    BLACK = "black"


@dataclass(frozen=True, slots=True)
class Head:
    """What stands at the top of every sheet. `address`: where the public finds the same on line."""

    tournament: str
    place: str = ""
    day: date | None = None
    printed_at: datetime | None = None
    address: str = ""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One player at a table, in turn order when that is known; `army` None = to be marked by hand."""

    name: str
    club: str = ""
    sort_name: str = ""
    army: Army | None = None

    @property
    def listed(self) -> str:
        """The name as an alphabetical list has it (surname first)."""
        return self.sort_name or self.name


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A table of a round. `entry_url`: the form that the slip's QR opens, "" = no QR; `room`: where, if not plain."""

    number: int
    seats: tuple[SeatLine, ...]
    entry_url: str = ""
    room: str = ""


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """A round or a knockout stage, as titled in the hall ("Round 2", "Semifinals").

    Without `has_board` slips and records have a column for `figure` instead of those of our board, and slips a line
    for who reached the `objective`, where there is one.
    """

    title: str
    tables: tuple[TableSheet, ...]
    sitting_out: tuple[str, ...] = ()
    has_board: bool = True
    figure: str = ""
    objective: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """A game's tournament points as text ("" = not played), whether they count and whether it was won."""

    points: str
    counted: bool = True
    won: bool = False


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A row of standings. `note`: withdrawn, penalty and the like, in few words."""

    rank: str
    name: str
    total: str
    club: str = ""
    games: tuple[Game, ...] = ()
    wins: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class StandingsSheet:
    """Standings after a round. `rounds`: short headers, one a game."""

    title: str
    rounds: tuple[str, ...]
    rows: tuple[StandingLine, ...]


@dataclass(frozen=True, slots=True)
class CrossLine:
    """`meetings[i]`: in which rounds this player met player i ("1", "1 3", "")."""

    name: str
    meetings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CrossSheet:
    """Who met whom; every row has one entry for every row."""

    title: str
    rows: tuple[CrossLine, ...]


@dataclass(frozen=True, slots=True)
class KnockoutSeat:
    name: str
    points: str = ""
    through: bool = False


@dataclass(frozen=True, slots=True)
class KnockoutTable:
    """`leads_to`: where its best go on, in words ("Final")."""

    title: str
    seats: tuple[KnockoutSeat, ...]
    leads_to: str = ""


@dataclass(frozen=True, slots=True)
class KnockoutStage:
    title: str
    tables: tuple[KnockoutTable, ...]


@dataclass(frozen=True, slots=True)
class KnockoutSheet:
    title: str
    stages: tuple[KnockoutStage, ...]
    winner: str = ""


@dataclass(frozen=True, slots=True)
class Certificate:
    """`honour`: for what, in words ("First place", "Best score of a game")."""

    name: str
    honour: str
    club: str = ""
    signature: str = ""


@dataclass(frozen=True, slots=True)
class Flyer:
    """An invitation for the wall: `url` is what the QR opens; `lines` say what, when and how much."""

    url: str
    lines: tuple[str, ...] = ()
    code: str = ""


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One player in the referee's record of a table."""

    place: str
    name: str
    army: Army | None = None
    objective: str = ""
    territories: str = ""
    points: str = ""
    outside: str = ""
    eliminated: str = ""
    tournament_points: str = ""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that happened: a ruling, a stop of the clock, a penalty."""

    when: str
    text: str
    articles: str = ""


@dataclass(frozen=True, slots=True)
class RecordTable:
    title: str
    rows: tuple[RecordLine, ...]
    facts: tuple[tuple[str, str], ...] = ()
    remarks: tuple[Remark, ...] = ()
    referee: str = ""
    confirmed_by: str = ""


@dataclass(frozen=True, slots=True)
class RecordSheet:
    """The referee's record (*verbale*) of a round."""

    title: str
    tables: tuple[RecordTable, ...]
    remarks: tuple[Remark, ...] = ()
    director: str = ""
    has_board: bool = True
    figure: str = ""
