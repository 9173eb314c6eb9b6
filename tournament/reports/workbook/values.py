"""What a clubs' workbook holds, as frozen values."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from tournament.reports.entrant_file import EntrantRow
from tournament.reports.problems import Problem, has_errors

GHOST = -1  # the seat of the ghost player in formulas with short tables
MAX_SEATS = 5

INFO_SHEET = "TORNEO"
STANDINGS_SHEET = "Classifica"
SHORT_STANDINGS_SHEET = "Classifica Ridotta"
LOG_SHEET = "Log"
WON_COLOUR = 42  # light green in the file's palette: the only trace of a won game


class TournamentKind(StrEnum):
    """The kinds that the clubs publish (TORNEO D5). The kind is not the formula, which no workbook names."""

    NATIONAL = "Campionato Nazionale"
    RADUNO = "Raduno Nazionale"
    MASTER = "Torneo Master"
    OPEN = "Torneo Open"
    INTERCLUB = "Torneo Interclub"
    PERIODIC = "Campionato Periodico"
    TEAMS = "Torneo a Squadre"
    PAIRS = "Torneo 2VS2"
    INVITATION = "Torneo a Inviti"
    FRIENDLY = "Amichevoli"


@dataclass(frozen=True, slots=True)
class WorkbookInfo:
    """The sheet TORNEO. `dates`: of round 1, 2, …, without gaps."""

    place: str = ""
    organiser: str = ""
    name: str = ""
    kind: str = ""
    planned_rounds: int | None = None
    notes: str = ""
    dates: tuple[date, ...] = ()


@dataclass(frozen=True, slots=True)
class WorkbookSeat:
    """`entrant`: the ID in Iscritti, or GHOST. `points`: raw table points; decimals only order equal ones."""

    entrant: int
    points: Decimal


@dataclass(frozen=True, slots=True)
class WorkbookTable:
    number: int
    seats: tuple[WorkbookSeat, ...]


@dataclass(frozen=True, slots=True)
class WorkbookRound:
    number: int
    tables: tuple[WorkbookTable, ...]


@dataclass(frozen=True, slots=True)
class WorkbookStanding:
    """One row of Classifica. `games`: classification points a game, 0 also when not played; `won`: the green cells.

    Whoever has no `rank` stands at the end of Classifica and is not in Classifica Ridotta, which is published.
    Out of a workbook with Classifica Ridotta only, `games` and `won` are empty and `wins` is None.
    """

    rank: int | None
    entrant: int
    first: str
    last: str
    total: Decimal
    nickname: str = ""
    club: str = ""
    games: tuple[Decimal, ...] = ()
    won: tuple[bool, ...] = ()
    wins: int | None = None


@dataclass(frozen=True, slots=True)
class Workbook:
    """A whole workbook. `problems` is filled by reading only."""

    entrants: tuple[EntrantRow, ...] = ()
    rounds: tuple[WorkbookRound, ...] = ()
    standings: tuple[WorkbookStanding, ...] = ()
    info: WorkbookInfo | None = None
    log: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def importable(self) -> bool:
        """People, and no error."""
        return bool(self.entrants) and not has_errors(self.problems)


def round_sheet(number: int) -> str:
    """The exact name of a round's sheet."""
    return f"{number}\N{DEGREE SIGN} Turno"
