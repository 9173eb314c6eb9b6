"""Any table of the product as CSV or XLSX: stable headers, exact numbers, nothing a spreadsheet would execute."""

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas

Value = str | int | Decimal | Fraction | date | time | bool | None

_DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n")
_ROWS_A_CHUNK = 500
_WIDEST = 60
_ILLEGAL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")  # no sheet can hold these


@dataclass(frozen=True, slots=True)
class Table:
    """`columns` are the stable machine-readable headers; every row has as many values as there are columns."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"{self.name}: a row does not fit the columns")


def neutral(text: str) -> str:
    """A text that no spreadsheet takes for a formula: a quote goes before = + - @ and control characters."""
    return f"'{text}" if text.startswith(_DANGEROUS) else text


def to_csv(table: Table, *, delimiter: str = ",") -> bytes:
    """UTF-8 with a byte order mark (so that spreadsheets see the accents), lines ended by CR LF."""
    return b"".join(stream_csv(table, delimiter=delimiter))


def stream_csv(table: Table, *, delimiter: str = ",") -> Iterator[bytes]:
    """The same bytes in pieces of some hundred rows, for a streaming answer."""
    yield "\N{BOM}".encode()
    yield _csv(table.columns, (), delimiter, header=True)
    for start in range(0, len(table.rows), _ROWS_A_CHUNK):
        yield _csv(table.columns, table.rows[start : start + _ROWS_A_CHUNK], delimiter, header=False)


def to_xlsx(table: Table) -> bytes:
    """One sheet: bold header that stays in view, columns as wide as their text, dates as dates, a filter."""
    import pandas  # noqa: PLC0415 - half a second that only exports pay
    from openpyxl.utils import get_column_letter  # noqa: PLC0415 - and so is this

    buffer = io.BytesIO()
    with pandas.ExcelWriter(buffer, engine="openpyxl") as writer:
        frame = _frame(table.columns, table.rows, _xlsx_value)
        frame.to_excel(writer, sheet_name=_sheet_name(table.name), index=False, freeze_panes=(1, 0))
        sheet = writer.book.worksheets[0]
        sheet.auto_filter.ref = sheet.dimensions
        for number, width in enumerate(_widths(table), start=1):
            sheet.column_dimensions[get_column_letter(number)].width = width
    return buffer.getvalue()


def _csv(
    columns: tuple[str, ...], rows: tuple[tuple[Value, ...], ...], delimiter: str, *, header: bool
) -> bytes:
    frame = _frame(columns, rows, _csv_value)
    text = frame.to_csv(index=False, header=header, sep=delimiter, lineterminator="\r\n")
    return str(text).encode()


def _frame(
    columns: tuple[str, ...], rows: tuple[tuple[Value, ...], ...], convert: Callable[[Value], object]
) -> "pandas.DataFrame":
    """Cells stay Python objects: pandas would make floats of exact numbers."""
    import pandas  # noqa: PLC0415 - see to_xlsx

    cells = [[convert(value) for value in row] for row in rows]
    return pandas.DataFrame(cells, columns=[neutral(column) for column in columns], dtype=object)


def _csv_value(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return neutral(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Decimal):
        return format(value, "f")
    return value.isoformat() if isinstance(value, date | time) else str(value)


def _xlsx_value(value: Value) -> object:
    """What a sheet can hold: it knows no exact fractions and no time zones."""
    if isinstance(value, str):
        return neutral(_ILLEGAL.sub("", value))
    if isinstance(value, Decimal | Fraction):
        return int(value) if value == int(value) else float(value)
    return value.replace(tzinfo=None) if isinstance(value, datetime | time) else value


def _sheet_name(name: str) -> str:
    return re.sub(r"[\[\]:*?/\\']", " ", name).strip()[:31] or "Table"


def _widths(table: Table) -> Iterator[int]:
    for index, column in enumerate(table.columns):
        longest = max((len(str(row[index])) for row in table.rows if row[index] is not None), default=0)
        yield min(max(longest, len(column)) + 2, _WIDEST)
