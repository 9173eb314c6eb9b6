"""A list of people out of CSV, XLSX or a clubs' workbook: rows to show in a dry run, and all that is wrong.

Reading writes nothing and never raises on what is in the file. A list with any error gives its good rows for
showing, but must not be imported (`EntrantFile.importable`).
"""

import difflib
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from .columns import Column, Field, Header, find_header, names_of, plain, workbook_header
from .fields import read_date, read_email, read_fee, read_number, read_yes_no, text_of
from .grids import ENTRANTS_SHEET, MAX_ROWS, Cell, Formula, Grid, GridFile, read_grids
from .names import proper_name, split_full_name
from .problems import Problem, error, has_errors, warning

MAX_TEXT = 120


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """One person of the list. `row` counts from 1 as the spreadsheet shows it; `extras` are (header, text)."""

    row: int
    first: str
    last: str = ""
    number: int | None = None
    nickname: str = ""
    club: str = ""
    takes_part: bool = True
    region: str = ""
    birth_date: date | None = None
    national_id: int | None = None
    email: str = ""
    phone: str = ""
    fee: Decimal | None = None
    extras: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}".strip()


@dataclass(frozen=True, slots=True)
class EntrantFile:
    """What a handed file holds. `columns`: the headers in use, in order, with the field each was taken for."""

    rows: tuple[EntrantRow, ...] = ()
    problems: tuple[Problem, ...] = ()
    columns: tuple[Column, ...] = ()

    @property
    def importable(self) -> bool:
        """People, and no error."""
        return bool(self.rows) and not has_errors(self.problems)


def read_entrants(data: bytes, filename: str, *, known_clubs: Collection[str] | None = None) -> EntrantFile:
    """The people in `data`. `known_clubs` = None: no club is checked.

    `filename` is used only to word problems of a file that is not a list at all; the content decides on the format.
    """
    source = read_grids(data)
    if source.problems:
        return EntrantFile(problems=tuple(replace(problem, value=filename) for problem in source.problems))
    return entrants_of(source, known_clubs=known_clubs)


def entrants_of(source: GridFile, *, known_clubs: Collection[str] | None = None) -> EntrantFile:
    """The people in sheets that are already read."""
    grid, header = _best_sheet(source)
    if grid is None or not header.columns:
        found = ", ".join(sheet.name for sheet in source.grids) if source.is_workbook else ""
        return EntrantFile(problems=(error("sheet_missing", found=found or "–"),))
    if header.missing:
        found = ", ".join(column.header for column in header.columns)
        problem = error("columns_missing", missing=names_of(header.missing), found=found)
        return EntrantFile(problems=(problem,), columns=header.columns)
    if sum(map(bool, grid.rows[header.row + 1 :])) > MAX_ROWS:
        return EntrantFile(problems=(error("too_many_rows", limit=str(MAX_ROWS)),), columns=header.columns)
    return _read_rows(grid, header, known_clubs)


def _best_sheet(source: GridFile) -> tuple[Grid | None, Header]:
    """The sheet `Iscritti` of a workbook, by its fixed places; else the sheet whose header names the most fields."""
    if source.is_workbook:
        for grid in source.grids:
            if grid.name == ENTRANTS_SHEET:
                return grid, workbook_header()
    headed = [(grid, find_header(grid)) for grid in source.grids]
    return max(headed, key=lambda pair: _fitness(*pair), default=(None, Header(0, ())))


def _fitness(grid: Grid, header: Header) -> tuple[bool, int, int, bool]:
    known = not header.missing
    return known, len(header.fields), len(header.columns), grid.name.casefold() == ENTRANTS_SHEET.casefold()


def _read_rows(grid: Grid, header: Header, known_clubs: Collection[str] | None) -> EntrantFile:
    problems = [warning("columns_twice", column=title, value=title) for title in header.repeated]
    if header.fields & {Field.FIRST_LAST, Field.LAST_FIRST}:
        problems.append(warning("name_split"))
    rows: list[EntrantRow] = []
    for index, cells in enumerate(grid.rows[header.row + 1 :], start=header.row + 2):
        reader = _RowReader(index, cells, header)
        if reader.is_blank:
            continue
        row = reader.read()
        problems += reader.problems
        if row is not None:
            rows.append(row)
    clubs = _Clubs(known_clubs)
    rows = [replace(row, club=clubs.spelling(row.club)) for row in rows]
    problems += [*clubs.problems(rows), *_repetitions(rows)]
    if not rows and not has_errors(problems):
        problems.append(error("no_rows"))
    problems.sort(key=lambda problem: problem.row or 0)
    return EntrantFile(tuple(rows), tuple(problems), header.columns)


class _RowReader:
    """Reads one row, collecting its problems."""

    def __init__(self, row: int, cells: tuple[Cell | Formula, ...], header: Header) -> None:
        self.row = row
        self.problems: list[Problem] = []
        self._cells = cells
        self._header = header
        self._columns = {column.field: column for column in header.columns if column.field}

    @property
    def is_blank(self) -> bool:
        """No cell in use holds anything but the ID that the template numbers in advance, or a yes/no."""
        ignored = (Field.NUMBER, Field.TAKES_PART, Field.REGION, Field.NATIONAL_ID)
        used = (column for column in self._header.columns if column.field and column.field not in ignored)
        return not any(isinstance(cell := self._raw(column), Formula) or text_of(cell) for column in used)

    def read(self) -> EntrantRow | None:
        """The person, or None when there is no name."""
        first, last = self._names()
        row = EntrantRow(
            row=self.row,
            first=proper_name(first),
            last=proper_name(last),
            number=self._number(),
            nickname=self._text(Field.NICKNAME),
            club=self._text(Field.CLUB),
            takes_part=self._takes_part(),
            region=self._text(Field.REGION),
            birth_date=self._birth_date(),
            national_id=self._national_id(),
            email=self._email(),
            phone=self._text(Field.PHONE),
            fee=self._fee(),
            extras=self._extras(),
        )
        if row.first:
            return row
        if not any(problem.code == "formula" for problem in self.problems):
            self.problems.insert(0, error("first_name_missing", row=self.row))
        return None

    def _names(self) -> tuple[str, str]:
        for field in (Field.FIRST_LAST, Field.LAST_FIRST):
            if field in self._columns:
                return split_full_name(self._text(field), surname_first=field is Field.LAST_FIRST)
        first, last = self._text(Field.FIRST), self._text(Field.LAST)
        if first and not last:
            self.problems.append(warning("last_name_missing", row=self.row))
        return first, last

    def _number(self) -> int | None:
        number, code = read_number(self._plain(Field.NUMBER))
        self._add(code, Field.NUMBER, is_error=True)
        if number is None and not code and Field.NUMBER in self._columns:
            self.problems.append(warning("number_missing", row=self.row))
        return number

    def _takes_part(self) -> bool:
        if Field.TAKES_PART not in self._columns:
            return True
        answer, code = read_yes_no(self._plain(Field.TAKES_PART))
        self._add(code, Field.TAKES_PART)
        return answer

    def _birth_date(self) -> date | None:
        born, code = read_date(self._plain(Field.BIRTH_DATE))
        self._add(code, Field.BIRTH_DATE)
        return born

    def _email(self) -> str:
        address, code = read_email(self._plain(Field.EMAIL))
        self._add(code, Field.EMAIL)
        return address

    def _fee(self) -> Decimal | None:
        amount, code = read_fee(self._plain(Field.FEE))
        self._add(code, Field.FEE)
        return amount

    def _national_id(self) -> int | None:
        """A number; 0 and the template's formula are no ID."""
        text = self._text(Field.NATIONAL_ID)
        if not text or text == "0":
            return None
        if text.isdecimal() and text.isascii() and len(text) <= 12:
            return int(text)
        self._add("national_id_unreadable", Field.NATIONAL_ID)
        return None

    def _extras(self) -> tuple[tuple[str, str], ...]:
        extra = (column for column in self._header.columns if column.field is None)
        found = ((column.header, self._column_text(column)) for column in extra)
        return tuple((header, text) for header, text in found if text)

    def _add(self, code: str, field: Field, *, is_error: bool = False) -> None:
        if code:
            column = self._columns[field]
            make = error if is_error else warning
            value = text_of(self._plain(field))[:MAX_TEXT]
            self.problems.append(make(code, row=self.row, column=column.header, value=value))

    def _raw(self, column: Column | None) -> Cell | Formula:
        return self._cells[column.index] if column and column.index < len(self._cells) else None

    def _plain(self, field: Field) -> Cell:
        """The cell without formulas; these are reported once, where `_text` meets them or here."""
        column = self._columns.get(field)
        return self._without_formula(column) if column else None

    def _text(self, field: Field) -> str:
        column = self._columns.get(field)
        return self._column_text(column) if column else ""

    def _column_text(self, column: Column) -> str:
        text = text_of(self._without_formula(column))
        if len(text) > MAX_TEXT:
            facts = {"limit": str(MAX_TEXT)}
            self.problems.append(
                error("text_too_long", row=self.row, column=column.header, value=text[:20] + "…", **facts)
            )
        return text[:MAX_TEXT]

    def _without_formula(self, column: Column) -> Cell:
        cell = self._raw(column)
        text = cell.text if isinstance(cell, Formula) else cell
        if not isinstance(cell, Formula) and not (isinstance(text, str) and text.lstrip().startswith("=")):
            return cell
        looked_up = column.field is Field.NATIONAL_ID  # the template's own look-up
        make = warning if looked_up else error
        code = "formula_ignored" if looked_up else "formula"
        self.problems.append(make(code, row=self.row, column=column.header, value=str(text)[:MAX_TEXT]))
        return None


class _Clubs:
    """One spelling a club: the known one, else the first in the file."""

    def __init__(self, known: Collection[str] | None) -> None:
        self._known = None if known is None else {plain(club): club for club in known}
        self._spellings: dict[str, str] = dict(self._known or {})

    def spelling(self, club: str) -> str:
        return self._spellings.setdefault(plain(club), club) if plain(club) else club

    def problems(self, rows: list[EntrantRow]) -> Iterator[Problem]:
        """A warning at the first row of each unknown club."""
        seen: set[str] = set()
        for row in rows:
            key = plain(row.club)
            if self._known is None or not row.club or key in self._known or key in seen:
                continue
            seen.add(key)
            near = _nearest(key, self._known)
            if near:
                yield warning("club_similar", row=row.row, value=row.club, suggestion=self._known[near])
            else:
                yield warning("club_unknown", row=row.row, value=row.club)


def _nearest(key: str, known: Collection[str]) -> str | None:
    """The known club that was probably meant; Club 1 is never meant by Club 2."""
    same_digits = [club for club in known if re.findall(r"\d+", club) == re.findall(r"\d+", key)]
    return next(iter(difflib.get_close_matches(key, same_digits, n=1, cutoff=0.8)), None)


def _repetitions(rows: list[EntrantRow]) -> Iterator[Problem]:
    """Equal IDs, equal national IDs and people who stand in the list twice."""
    numbers: dict[int, EntrantRow] = {}
    national: dict[int, EntrantRow] = {}
    names: dict[str, EntrantRow] = {}
    for row in rows:
        if row.number is not None and (other := numbers.setdefault(row.number, row)) is not row:
            yield error("number_twice", row=row.row, value=str(row.number), other=str(other.row))
        if row.national_id and (other := national.setdefault(row.national_id, row)) is not row:
            yield error("national_id_twice", row=row.row, value=str(row.national_id), other=str(other.row))
        elif (other := names.setdefault(plain(row.name), row)) is not row:
            make, code = (error, "person_twice") if _is_same_person(row, other) else (warning, "same_name")
            yield make(code, row=row.row, value=row.name, other=str(other.row))


def _is_same_person(one: EntrantRow, other: EntrantRow) -> bool:
    """Equal names are one person unless a date of birth, a national ID or, without either, the club says otherwise."""
    for mine, theirs in ((one.birth_date, other.birth_date), (one.national_id, other.national_id)):
        if mine and theirs:
            return mine == theirs
    return plain(one.club) == plain(other.club)
