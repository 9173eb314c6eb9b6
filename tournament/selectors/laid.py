"""Who is entered and who sits where, read as values: the pages and the API show hundreds of them at once."""

from collections import defaultdict
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tournament.models import Entrant, Person, Round, Seat, SeatResult, Table
from tournament.selectors.prepared import Prepared

PERSON = ("consent_name", "first_name", "last_name", "public_key")
FIGURES = (
    "points", "outside_points", "place", "objective", "objective_reached", "elimination", "shares_victory",
)  # fmt: skip
MOST = 2**62
"""More than any id."""


class Name(NamedTuple):
    """The two names of an entrant; a stand-in has one, and no surname."""

    full_name: str
    public_name: str
    surname: str = ""

    @classmethod
    def of(cls, consents: bool | None, first: str, last: str, key: str, stand_in: str) -> "Name":  # noqa: FBT001  # columns
        """The names from the columns of PERSON (all None for a stand-in) and the name of the stand-in."""
        if consents is None:
            return cls(stand_in, stand_in)
        full = f"{first} {last}".strip()
        return cls(full, full if consents else Person(public_key=key).pseudonym, last)


class EnteredRow(NamedTuple):
    """An entrant in a list; `club` and `team` are None without one."""

    number: int
    state: str
    in_ranking: bool
    enters_in_round: int
    left_after_round: int | None
    club: str | None
    team: str | None
    name: Name

    @classmethod
    def of(cls, *row: Any) -> "EnteredRow":
        """From the columns that `entered` reads."""
        return cls._make([*row[:7], Name.of(*row[7:])])


class LaidSeat(NamedTuple):
    """A seat; `figures` are those of FIGURES, where they are shown."""

    turn: int
    colour: str
    entrant: int
    club: str | None
    name: Name
    figures: dict[str, Any] | None


class LaidTable(NamedTuple):
    """A table, as far as lists show it."""

    id: int
    number: int
    size: int
    venue: str
    stopped_at: datetime | None
    returned_seconds: int
    name: str

    @property
    def title(self) -> str:
        """As the table itself has it."""
        return self.name or _("Table %(number)s") % {"number": self.number}


def entered(tournament: int) -> tuple[EnteredRow, ...]:
    """Everybody who is entered, by number; one query."""
    return tuple(EnteredRow.of(*row) for row in ENTERED.rows(tournament))


def laid_tables(
    round_: Round, *, figures: bool, only: int | None = None
) -> list[tuple[LaidTable, list[LaidSeat]]]:
    """The tables of a round (or `only` that of one id) with their seats by turn; three queries whatever the size."""
    span = (round_.pk, only or 0, only or MOST)
    shown = (
        {key: dict(zip(FIGURES, row, strict=True)) for key, *row in RESULTS.rows(*span)} if figures else {}
    )
    seats = defaultdict(list)
    for key, table, turn, colour, entrant, club, *person in SEATS.rows(*span):
        seats[table].append(LaidSeat(turn, colour, entrant, club, Name.of(*person), shown.get(key)))
    tables = [LaidTable(*row) for row in TABLES.rows(*span)]
    return [(table, seats[table.id]) for table in tables]


_PEOPLE = tuple(f"person__{name}" for name in PERSON)
ENTERED = Prepared(
    lambda tournament: (
        Entrant.objects.filter(tournament=tournament)
        .order_by("number")
        .values_list(*EnteredRow._fields[:5], "club__name", "team__name", *_PEOPLE, "stand_in_name")
    ),
    int,
)
TABLES = Prepared(
    lambda round_, first, last: (
        Table.objects.filter(round=round_, pk__range=(first, last))
        .order_by("number")
        .values_list(*LaidTable._fields)
    ),
    int,
    int,
    int,
)
SEATS = Prepared(
    lambda round_, first, last: (
        Seat.objects.filter(round=round_, table__pk__range=(first, last))
        .order_by("turn_order")
        .values_list(
            *("pk", "table_id", "turn_order", "colour", "entrant__number", "entrant__club__name"),
            *(f"entrant__{name}" for name in (*_PEOPLE, "stand_in_name")),
        )
    ),
    int,
    int,
    int,
)
RESULTS = Prepared(
    lambda round_, first, last: SeatResult.objects.filter(
        submission__effective=True, seat__round=round_, seat__table__pk__range=(first, last)
    ).values_list("seat_id", *FIGURES),
    int,
    int,
    int,
)
