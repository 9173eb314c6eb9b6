"""Which column of a handed list means what: found by its header, in the hall's Italian or in English."""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext, gettext_noop

from .grids import Cell, Formula, Grid


class Field(StrEnum):
    """What a column of a list of entrants can hold."""

    NUMBER = "number"
    FIRST = "first"
    LAST = "last"
    FIRST_LAST = "first_last"
    LAST_FIRST = "last_first"
    NICKNAME = "nickname"
    CLUB = "club"
    TAKES_PART = "takes_part"
    REGION = "region"
    BIRTH_DATE = "birth_date"
    NATIONAL_ID = "national_id"
    EMAIL = "email"
    PHONE = "phone"
    FEE = "fee"


_ALIASES: dict[Field, tuple[str, ...]] = {
    Field.NUMBER: ("id", "n", "nr", "num", "no", "number", "numero", "progressivo", "iscritto n"),
    Field.FIRST: ("nome", "first name", "first", "firstname", "given name", "name"),
    Field.LAST: ("cognome", "last name", "last", "lastname", "surname", "family name"),
    Field.FIRST_LAST: ("nome e cognome", "nome cognome", "full name", "giocatore", "player", "partecipante"),
    Field.LAST_FIRST: ("cognome e nome", "cognome nome", "nominativo"),
    Field.NICKNAME: ("nickname", "nick", "soprannome", "alias", "nome di gioco"),
    Field.CLUB: ("club", "associazione", "club o famiglia", "squadra", "circolo", "club di appartenenza"),
    Field.TAKES_PART: (
        "partecipa torneo",
        "partecipa",
        "partecipa al torneo",
        "takes part",
        "plays",
        "presente",
    ),
    Field.REGION: ("regione", "region"),
    Field.BIRTH_DATE: (
        "data di nascita",
        "data di nascita gg mm aaaa",
        "data nascita",
        "nato il",
        "nascita",
        "birth date",
        "date of birth",
        "birthday",
        "birthdate",
    ),
    Field.NATIONAL_ID: ("id nazionale", "national id", "tessera", "numero tessera", "n tessera", "card"),
    Field.EMAIL: ("email", "e mail", "mail", "indirizzo email", "posta elettronica", "indirizzo e mail"),
    Field.PHONE: ("telefono", "cellulare", "phone", "mobile", "tel", "cell", "numero di telefono"),
    Field.FEE: ("quota", "fee", "quota versata", "pagato", "importo", "quota pagata", "euro"),
}
_FIELD_OF = {alias: field for field, aliases in _ALIASES.items() for alias in aliases}

# The clubs' sheet fixes the place of each column (A..I), whatever rows 1 to 3 say.
WORKBOOK_FIELDS = (
    Field.NUMBER,
    Field.FIRST,
    Field.LAST,
    Field.NICKNAME,
    Field.CLUB,
    Field.TAKES_PART,
    Field.REGION,
    Field.BIRTH_DATE,
    Field.NATIONAL_ID,
)
_WORKBOOK_HEADERS = (
    "ID",
    "Nome",
    "Cognome",
    "Nickname",
    "Club",
    "Partecipa Torneo",
    "Regione",
    "Data di Nascita",
    "ID NAZIONALE",
)
_NOT_READ = re.compile(r"^ultimi 3 eventi")  # the template's look-up formulas
_HEADER_DEPTH = 20

FIELD_NAMES: dict[Field, str] = {
    Field.NUMBER: gettext_noop("ID"),
    Field.FIRST: gettext_noop("name"),
    Field.LAST: gettext_noop("surname"),
    Field.CLUB: gettext_noop("club"),
}


@dataclass(frozen=True, slots=True)
class Column:
    """A column in use: its place from 0, its header as written, its field (None = an extra, kept as text)."""

    index: int
    header: str
    field: Field | None = None


@dataclass(frozen=True, slots=True)
class Header:
    """The header row of a grid (from 0), the columns in use and the headers that repeat a field."""

    row: int
    columns: tuple[Column, ...]
    repeated: tuple[str, ...] = ()

    @property
    def fields(self) -> frozenset[Field]:
        return frozenset(column.field for column in self.columns if column.field)

    @property
    def missing(self) -> tuple[Field, ...]:
        """Fields without which nobody can be entered."""
        if self.fields & {Field.FIRST_LAST, Field.LAST_FIRST}:
            return ()
        return tuple(field for field in (Field.FIRST, Field.LAST) if field not in self.fields)


def plain(text: str) -> str:
    """A text for comparing: no accents, case, punctuation or double spaces."""
    decomposed = unicodedata.normalize("NFKD", text)
    letters = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    return " ".join(re.sub(r"[^\w]+|_", " ", letters.casefold()).split())


def workbook_header() -> Header:
    """The fixed columns of the clubs' `Iscritti`; data from row 4."""
    places = enumerate(zip(_WORKBOOK_HEADERS, WORKBOOK_FIELDS, strict=True))
    return Header(2, tuple(Column(index, header, field) for index, (header, field) in places))


def find_header(grid: Grid) -> Header:
    """The row near the top that names the most fields; of equal ones the first."""
    candidates = [_header(number, row) for number, row in enumerate(grid.rows[:_HEADER_DEPTH])]
    return max(candidates, key=_worth, default=Header(0, ()))


def names_of(fields: tuple[Field, ...]) -> str:
    """Fields in the reader's words."""
    return ", ".join(gettext(FIELD_NAMES[field]) for field in fields)


def _worth(header: Header) -> tuple[bool, int, int, int]:
    return not header.missing, len(header.fields), len(header.columns), -header.row


def _header(number: int, row: tuple[Cell | Formula, ...]) -> Header:
    titles = [" ".join(cell.split()) if isinstance(cell, str) else "" for cell in row]
    known = {plain(title) for title in titles}
    columns: list[Column] = []
    repeated: list[str] = []
    for index, title in enumerate(titles):
        field = _field(plain(title), known)
        if not title or _NOT_READ.match(plain(title)):
            continue
        if field and any(column.field is field for column in columns):
            repeated.append(title)
            continue
        columns.append(Column(index, title, field))
    return Header(number, tuple(columns), tuple(repeated))


def _field(title: str, known: set[str]) -> Field | None:
    """The field of a title; a lone "Nome" without a column for the surname holds both."""
    field = _FIELD_OF.get(title)
    if field is Field.FIRST and not known & set(_ALIASES[Field.LAST]):
        return Field.FIRST_LAST
    return field
