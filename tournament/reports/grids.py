"""Sheets as plain rows of values, whatever the file: CSV, XLSX or BIFF8 `.xls`. Nothing is ever executed.

The foreign parsers raise nearly anything on damaged bytes; here that becomes one `Problem`, never an exception.
"""

import csv
import io
import logging
import math
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from itertools import islice
from typing import IO, TYPE_CHECKING
from xml.parsers import expat

import xlrd

from .problems import Problem, error

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

logger = logging.getLogger(__name__)

Cell = str | int | Decimal | date | None

MAX_BYTES = 5 * 1024 * 1024
XML = (".xml", ".rels", ".vml")
"""What of a workbook is XML, by the ends of the names."""
MAX_UNPACKED_BYTES = 20 * 1024 * 1024
MAX_ROWS = 2_000
MAX_COLUMNS = 64
_SPARE_ROWS = 40  # titles and headers above the list
_LAST_ROW = 12_000  # blank rows included

# `GIOCATORI` holds thousands of real people who have nothing to do with the tournament: it is never opened.
NEVER_READ = frozenset({"giocatori", "dati"})
ENTRANTS_SHEET = "Iscritti"


@dataclass(frozen=True, slots=True)
class Formula:
    """A cell that would compute something; only its text is kept."""

    text: str


@dataclass(frozen=True, slots=True)
class Grid:
    """One sheet: `rows[r][c]`, r from 0, trailing empty cells missing."""

    name: str
    rows: tuple[tuple[Cell | Formula, ...], ...]


@dataclass(frozen=True, slots=True)
class GridFile:
    """All readable sheets of a file, or what keeps it from being read. `is_workbook`: BIFF8 `.xls`."""

    grids: tuple[Grid, ...] = ()
    problems: tuple[Problem, ...] = ()
    is_workbook: bool = False


def read_grids(data: bytes) -> GridFile:
    """The visible sheets of `data`. The content decides on the format, not the file's name."""
    if not data.strip():
        return GridFile(problems=(error("file_empty"),))
    if len(data) > MAX_BYTES:
        return GridFile(problems=(error("file_too_large", limit=str(MAX_BYTES // 1024**2)),))
    if is_biff(data):
        return _guarded(_xls_grids, data, is_workbook=True)
    if data.startswith(b"PK\x03\x04"):
        return _guarded(_xlsx_grids, data)
    return _text_grids(data)


def is_biff(data: bytes) -> bool:
    """Whether the bytes begin like a compound file, the container of `.xls`."""
    return data.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")


def number_cell(value: float) -> Cell:
    """A spreadsheet's number exactly as it was typed: 12 for 12.0, Decimal("44.1") for 44.1."""
    if not math.isfinite(value):
        return str(value)
    if value == int(value):
        return int(value)
    return Decimal(repr(value))


def _guarded(
    read: Callable[[bytes], tuple[Grid, ...]], data: bytes, *, is_workbook: bool = False
) -> GridFile:
    try:
        grids = read(data)
    except Exception:  # xlrd and openpyxl raise anything, AssertionError included, on bad bytes
        logger.info("A handed spreadsheet could not be opened", exc_info=True)
        return GridFile(problems=(error("file_damaged"),), is_workbook=is_workbook)
    return GridFile(grids, is_workbook=is_workbook)


def _bounded(rows: Iterable[list[Cell | Formula]]) -> tuple[tuple[Cell | Formula, ...], ...]:
    """The rows up to the first that is surely too many: a list of 10,000 need not be read to its end."""
    kept: list[tuple[Cell | Formula, ...]] = []
    filled = 0
    for row in islice(rows, _LAST_ROW):
        kept.append(_trimmed(row))
        filled += bool(kept[-1])
        if filled > MAX_ROWS + _SPARE_ROWS:
            break
    return tuple(kept)


def _trimmed(cells: list[Cell | Formula]) -> tuple[Cell | Formula, ...]:
    while cells and cells[-1] in (None, ""):
        cells.pop()
    return tuple(cells)


# -- xls ---------------------------------------------------------------------------------------------------


def open_xls(data: bytes, *, formatting: bool = False) -> xlrd.book.Book:
    """The workbook, its sheets not yet loaded. Raises whatever xlrd raises."""
    return xlrd.open_workbook(
        file_contents=data, on_demand=True, formatting_info=formatting, logfile=io.StringIO()
    )


def _xls_grids(data: bytes) -> tuple[Grid, ...]:
    book = open_xls(data)
    names = [name for name in book.sheet_names() if name.casefold() not in NEVER_READ]
    sheets = [book.sheet_by_name(name) for name in names]
    return tuple(
        Grid(sheet.name, _bounded(_xls_row(book, sheet, row) for row in range(sheet.nrows)))
        for sheet in sheets
        if not sheet.visibility
    )


def _xls_row(book: xlrd.book.Book, sheet: xlrd.sheet.Sheet, row: int) -> list[Cell | Formula]:
    return [xls_value(book, cell) for cell in sheet.row(row)[:MAX_COLUMNS]]


def xls_value(book: xlrd.book.Book, cell: xlrd.sheet.Cell) -> Cell:
    """One BIFF8 cell; of a formula the result that was stored with it."""
    value = cell.value
    if isinstance(value, str):
        return value or None
    if cell.ctype == xlrd.XL_CELL_DATE:
        return _xls_date(book, value)
    return None if cell.ctype == xlrd.XL_CELL_ERROR else number_cell(value)


def _xls_date(book: xlrd.book.Book, serial: float) -> Cell:
    try:
        return xlrd.xldate.xldate_as_datetime(serial, book.datemode).date()
    except (ValueError, OverflowError):
        return number_cell(serial)


# -- xlsx --------------------------------------------------------------------------------------------------


def _xlsx_grids(data: bytes) -> tuple[Grid, ...]:
    import openpyxl  # noqa: PLC0415  # an eighth of the time in which the program starts

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > MAX_UNPACKED_BYTES:
            raise zipfile.BadZipFile("unpacks to more than any list of people")
        for entry in archive.infolist():
            if entry.filename.endswith(XML):
                with archive.open(entry) as document:
                    _refuse_declarations(document)
    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True)
    try:
        return tuple(
            Grid(sheet.title, _bounded(_xlsx_rows(sheet)))
            for sheet in book.worksheets
            if sheet.sheet_state == "visible" and sheet.title.casefold() not in NEVER_READ
        )
    finally:
        book.close()


def _refuse_declarations(document: IO[bytes]) -> None:
    """Raise BadZipFile when the XML has a document type: a spreadsheet needs none, and entities could unpack forever.

    Reads no further than the first element, before which a document type stands.
    """
    begun: list[str] = []
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = _refuse_doctype
    parser.StartElementHandler = lambda name, _: begun.append(name)
    while not begun and (piece := document.read(4096)):
        parser.Parse(piece)


def _refuse_doctype(name: str, *_: object) -> None:
    raise zipfile.BadZipFile(f"declares a document type, {name}")


def _xlsx_rows(sheet: "Worksheet") -> Iterator[list[Cell | Formula]]:
    for row in sheet.iter_rows(max_row=_LAST_ROW, max_col=MAX_COLUMNS):
        yield [_xlsx_value(cell.value, cell.data_type) for cell in row]


def _xlsx_value(value: object, data_type: str) -> Cell | Formula:
    if data_type == "f":
        return Formula(str(value))
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, float):
        return number_cell(value)
    return value if isinstance(value, int | date) or value is None else str(value)


# -- text --------------------------------------------------------------------------------------------------


def _text_grids(data: bytes) -> GridFile:
    text = _decoded(data)
    if text is None or text.lstrip().startswith(("<", "{", "%PDF")):
        return GridFile(problems=(error("file_not_a_table"),))
    grids = tuple(grid for sign in ";,\t|" if (grid := _split(text, sign)) is not None)
    return GridFile(grids) if grids else GridFile(problems=(error("file_not_a_table"),))


def _decoded(data: bytes) -> str | None:
    encodings = ("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp1252")
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        return None if _is_binary(text) else text
    return None


def _is_binary(text: str) -> bool:
    return any(ord(sign) < 32 and sign not in "\t\n\r\x0b\x0c" for sign in text[:20_000])


def _split(text: str, delimiter: str) -> Grid | None:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        return Grid(delimiter, _bounded(list(row[:MAX_COLUMNS]) for row in reader))
    except csv.Error:
        return None
