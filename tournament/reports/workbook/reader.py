"""Reads a clubs' workbook by the rules of the program that wrote it. Never raises on what is in the file."""

import logging
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal

import xlrd

from tournament.reports.entrant_file import EntrantFile, read_entrants
from tournament.reports.fields import text_of
from tournament.reports.grids import MAX_BYTES, Cell, is_biff, number_cell, open_xls, xls_value
from tournament.reports.problems import Problem, error

from .values import (
    GHOST,
    INFO_SHEET,
    LOG_SHEET,
    MAX_SEATS,
    SHORT_STANDINGS_SHEET,
    STANDINGS_SHEET,
    WON_COLOUR,
    Workbook,
    WorkbookInfo,
    WorkbookRound,
    WorkbookSeat,
    WorkbookStanding,
    WorkbookTable,
    round_sheet,
)

logger = logging.getLogger(__name__)

_MAX_TABLES = 500
_MAX_ROUNDS = 30
_NUMBERS = (xlrd.XL_CELL_NUMBER, xlrd.XL_CELL_DATE)
_SIX_PLACES = Decimal("0.000001")  # finer than any formula; cuts the noise of the program's 32-bit floats


def read_workbook(data: bytes, *, known_clubs: Collection[str] | None = None) -> Workbook:
    """Entrants, rounds, standings and the tournament's sheet, with everything that is wrong in `problems`.

    The hidden list of people (GIOCATORI) is never opened.
    """
    if not is_biff(data) or len(data) > MAX_BYTES:
        return Workbook(problems=(error("not_a_workbook"),))
    people = read_entrants(data, "", known_clubs=known_clubs)
    try:
        return _read(open_xls(data, formatting=True), people)
    except Exception:  # xlrd raises anything, AssertionError included, on bad bytes
        logger.info("A handed workbook could not be opened", exc_info=True)
        return Workbook(problems=(error("file_damaged"),))


def _read(book: xlrd.book.Book, people: EntrantFile) -> Workbook:
    numbers = {row.number for row in people.rows if row.number is not None}
    rounds = [_RoundReader(book, number, numbers) for number in _round_numbers(book)]
    played = tuple(reader.read() for reader in rounds)
    standings = _StandingsReader(book).read()
    return Workbook(
        entrants=people.rows,
        rounds=played,
        standings=standings[0],
        info=_info(book),
        log=_log(book),
        problems=(
            *people.problems,
            *(problem for reader in rounds for problem in reader.problems),
            *standings[1],
        ),
    )


def _round_numbers(book: xlrd.book.Book) -> Iterator[int]:
    """1, 2, … until the first sheet that is missing."""
    names = book.sheet_names()
    for number in range(1, _MAX_ROUNDS + 1):
        if round_sheet(number) not in names:
            return
        yield number


class _RoundReader:
    """One sheet `N° Turno`: two rows a table, three cells a seat."""

    def __init__(self, book: xlrd.book.Book, number: int, entrants: set[int]) -> None:
        self.number = number
        self.problems: list[Problem] = []
        self._book = book
        self._sheet = book.sheet_by_name(round_sheet(number))
        self._known = entrants | {GHOST}
        self._seated: dict[int, int] = {}

    def read(self) -> WorkbookRound:
        rows = self._existing_rows()
        pairs = rows[1::2][:_MAX_TABLES]
        tables = [self._table(number, row) for number, row in enumerate(pairs, start=1)]
        while tables and not tables[-1].seats:
            tables.pop()
        self._check_sizes(tables)
        if len(rows) % 2 and self._is_filled(rows[-1]):
            self.problems.append(error("half_a_table", row=rows[-1] + 1, place=self._sheet.name))
        return WorkbookRound(self.number, tuple(tables))

    def _existing_rows(self) -> list[int]:
        """Rows that exist in the file, filled or not: the program counts those and no others."""
        sheet = self._sheet
        return [row for row in range(sheet.nrows) if row in sheet.rowinfo_map or self._is_filled(row)]

    def _is_filled(self, row: int) -> bool:
        return any(cell.ctype != xlrd.XL_CELL_EMPTY for cell in self._sheet.row(row))

    def _table(self, number: int, row: int) -> WorkbookTable:
        seats = (self._seat(number, row, place * 3) for place in range(MAX_SEATS))
        return WorkbookTable(number, tuple(seat for seat in seats if seat is not None))

    def _seat(self, table: int, row: int, column: int) -> WorkbookSeat | None:
        place = f"{self._sheet.name}, {table}"
        cell = self._cell(row, column)
        entrant = _number_of(cell) if cell.ctype in _NUMBERS else text_of(xls_value(self._book, cell))
        if not entrant:
            return None
        if not isinstance(entrant, int):
            self.problems.append(
                error("seat_id_unreadable", row=row + 1, value=text_of(entrant), place=place)
            )
            return None
        self._check_entrant(entrant, table, row, place)
        points = self._points(row, column + 2)
        if points is None:
            self.problems.append(error("points_unreadable", row=row + 1, entrant=str(entrant), place=place))
        return WorkbookSeat(entrant, points or Decimal(0))

    def _check_entrant(self, entrant: int, table: int, row: int, place: str) -> None:
        if entrant not in self._known:
            self.problems.append(error("entrant_unknown", row=row + 1, value=str(entrant), place=place))
        elif entrant != GHOST and entrant in self._seated:
            facts = {"place": place, "other": str(self._seated[entrant])}
            self.problems.append(error("seated_twice", row=row + 1, value=str(entrant), **facts))
        self._seated[entrant] = table

    def _points(self, row: int, column: int) -> Decimal | None:
        """An empty cell is 0; text, or no cell at all, is an error."""
        cell = self._cell(row, column)
        if cell.ctype == xlrd.XL_CELL_BLANK:
            return Decimal(0)
        return exact(cell.value) if cell.ctype in _NUMBERS else None

    def _cell(self, row: int, column: int) -> xlrd.sheet.Cell:
        if column < self._sheet.row_len(row):
            return self._sheet.cell(row, column)
        return xlrd.sheet.empty_cell

    def _check_sizes(self, tables: list[WorkbookTable]) -> None:
        for table in tables:
            if len(table.seats) < 2:
                place = f"{self._sheet.name}, {table.number}"
                self.problems.append(error("table_size", value=str(len(table.seats)), place=place))


class _StandingsReader:
    """Classifica, or Classifica Ridotta when that is all there is."""

    def __init__(self, book: xlrd.book.Book) -> None:
        self._book = book
        self._names = book.sheet_names()

    def read(self) -> tuple[tuple[WorkbookStanding, ...], tuple[Problem, ...]]:
        sheet = next((name for name in (STANDINGS_SHEET, SHORT_STANDINGS_SHEET) if name in self._names), None)
        if sheet is None:
            return (), ()
        read = self._full_row if sheet == STANDINGS_SHEET else self._short_row
        return self._rows(self._book.sheet_by_name(sheet), read)

    def _rows(
        self, sheet: xlrd.sheet.Sheet, read: Callable[[list[xlrd.sheet.Cell]], WorkbookStanding]
    ) -> tuple[tuple[WorkbookStanding, ...], tuple[Problem, ...]]:
        rows: list[WorkbookStanding] = []
        problems: list[Problem] = []
        for number in range(1, sheet.nrows):
            cells = _without_empty_end(sheet.row(number))
            if not cells:
                continue
            try:
                rows.append(read(cells))
            except (ValueError, ArithmeticError, IndexError):
                problems.append(error("standing_unreadable", row=number + 1, other=str(number + 1)))
        return tuple(rows), tuple(problems)

    def _full_row(self, cells: list[xlrd.sheet.Cell]) -> WorkbookStanding:
        """Read from both ends: some formulas write fewer games than there are headers."""
        texts = [text_of(xls_value(self._book, cell)) for cell in cells]
        games = cells[5:-3]
        return WorkbookStanding(
            rank=int(texts[0]) if texts[0] else None,
            first=texts[1],
            last=texts[2],
            nickname=texts[3],
            club=texts[4],
            games=tuple(exact(float(cell.value or 0)) for cell in games),
            won=tuple(self._is_green(cell) for cell in games),
            wins=int(float(texts[-3])),
            total=exact(float(cells[-2].value)),
            entrant=int(float(texts[-1])),
        )

    def _short_row(self, cells: list[xlrd.sheet.Cell]) -> WorkbookStanding:
        texts = [text_of(xls_value(self._book, cell)) for cell in cells]
        rank, entrant = int(float(texts[0])), int(float(texts[4]))
        return WorkbookStanding(rank, entrant, texts[1], texts[2], exact(float(cells[3].value)))

    def _is_green(self, cell: xlrd.sheet.Cell) -> bool:
        background = None if cell.xf_index is None else self._book.xf_list[cell.xf_index].background
        return background is not None and background.pattern_colour_index == WON_COLOUR


def _number_of(cell: xlrd.sheet.Cell) -> Cell:
    """The number in a numeric cell, a date's serial included."""
    return number_cell(float(cell.value))


def exact(value: float | str) -> Decimal:
    """A number of the workbook as it was meant, to six places."""
    number = Decimal(repr(float(value))).quantize(_SIX_PLACES).normalize()
    return number.quantize(Decimal(1)) if number == number.to_integral_value() else number


def _without_empty_end(cells: list[xlrd.sheet.Cell]) -> list[xlrd.sheet.Cell]:
    while cells and cells[-1].value == "":
        cells = cells[:-1]
    return cells


def _info(book: xlrd.book.Book) -> WorkbookInfo | None:
    if INFO_SHEET not in book.sheet_names():
        return None
    sheet = book.sheet_by_name(INFO_SHEET)
    cells = [
        xls_value(book, sheet.cell(row, 3)) if row < sheet.nrows and sheet.row_len(row) > 3 else None
        for row in range(1, 37)
    ]
    place, organiser, name, kind, _, notes = (text_of(cell) for cell in cells[:6])
    planned = cells[4]
    info = WorkbookInfo(place, organiser, name, kind, notes=notes, dates=_dates(cells[6:]))
    return replace(info, planned_rounds=planned) if isinstance(planned, int) else info


def _dates(cells: list[Cell]) -> tuple[date, ...]:
    return tuple(cell for cell in cells if isinstance(cell, date))


def _log(book: xlrd.book.Book) -> tuple[str, ...]:
    if LOG_SHEET not in book.sheet_names():
        return ()
    sheet = book.sheet_by_name(LOG_SHEET)
    lines = (text_of(xls_value(book, sheet.cell(row, 0))) for row in range(sheet.nrows) if sheet.row_len(row))
    return tuple(line for line in lines if line)
