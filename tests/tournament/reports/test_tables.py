"""Exports: exact, stable, and nothing that a spreadsheet would execute."""

import csv
import io
from datetime import UTC, date, datetime
from decimal import Decimal
from fractions import Fraction

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.reports.entrant_file import read_entrants
from tournament.reports.tables import Table, neutral, stream_csv, to_csv, to_xlsx

TABLE = Table(
    "Standings: round 1/2",
    ("rank", "name", "total", "when", "share", "withdrawn"),
    (
        (1, "=HYPERLINK(1)", Decimal("44.10"), datetime(2030, 1, 1, 12, tzinfo=UTC), Fraction(1, 4), True),
        (2, "Però; “x”", None, date(2030, 1, 2), Fraction(4, 2), False),
    ),
)


def test_csv_to_the_byte() -> None:
    assert to_csv(TABLE).decode("utf-8") == (
        "\N{BOM}rank,name,total,when,share,withdrawn\r\n"
        "1,'=HYPERLINK(1),44.10,2030-01-01T12:00:00+00:00,1/4,true\r\n"
        "2,Però; “x”,,2030-01-02,2,false\r\n"
    )


def test_csv_with_semicolons_quotes_what_holds_one() -> None:
    assert to_csv(TABLE, delimiter=";").decode().splitlines()[2] == '2;"Però; “x”";;2030-01-02;2;false'


def test_a_long_table_comes_in_pieces_and_is_the_same() -> None:
    table = Table("t", ("n",), tuple((number,) for number in range(1_201)))
    pieces = list(stream_csv(table))
    assert len(pieces) == 5
    assert b"".join(pieces) == to_csv(table)
    assert to_csv(table).decode("utf-8-sig").split() == ["n", *map(str, range(1_201))]


def test_an_empty_table_has_its_headers() -> None:
    table = Table("t", ("a", "b"), ())
    assert to_csv(table).decode("utf-8-sig") == "a,b\r\n"
    assert [[cell.value for cell in row] for row in _sheet(table).iter_rows()] == [["a", "b"]]


def test_xlsx_keeps_numbers_and_dates_and_runs_nothing() -> None:
    sheet = _sheet(TABLE)
    assert sheet.title == "Standings  round 1 2"
    assert sheet.freeze_panes == "A2"
    assert sheet.auto_filter.ref == "A1:F3"
    assert [[cell.value for cell in row] for row in sheet.iter_rows(min_row=2)] == [
        [1, "'=HYPERLINK(1)", 44.1, datetime(2030, 1, 1, 12), 0.25, True],  # noqa: DTZ001 - sheets know no zones
        [2, "Però; “x”", None, datetime(2030, 1, 2), 2, False],  # noqa: DTZ001
    ]
    assert "f" not in {cell.data_type for row in sheet.iter_rows() for cell in row}


def test_xlsx_drops_signs_that_no_sheet_can_hold() -> None:
    assert _sheet(Table("", ("a",), (("x\x00\x1fy",),)))["A2"].value == "xy"
    assert _sheet(Table("[]", ("a",), ())).title == "Table"


def test_a_row_must_fit_the_columns() -> None:
    with pytest.raises(ValueError, match="t: a row does not fit the columns"):
        Table("t", ("a", "b"), ((1,),))


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@x", "\tx", "\rx", "\nx"])
def test_dangerous_beginnings_get_a_quote(text: str) -> None:
    assert neutral(text) == "'" + text


@given(
    st.lists(
        st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0\r"), max_size=9), max_size=5
    )
)
def test_no_cell_of_a_csv_begins_dangerously(texts: list[str]) -> None:
    data = to_csv(Table("t", ("a", "b"), tuple((text, "x") for text in texts))).decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(data, newline="")))[1:]
    assert [row[0] for row in rows] == [neutral(text) for text in texts]
    assert not any(cell.startswith(("=", "+", "-", "@", "\t")) for row in rows for cell in row)


def test_what_is_exported_can_be_imported() -> None:
    rows = (("Ada", "Abete", "=Foo", "+39 055"), ("Bice", "Noce", "-", "@home"))
    table = Table("Entrants", ("first name", "last name", "nickname", "phone"), rows)
    for data in (to_csv(table), to_csv(table, delimiter=";"), to_xlsx(table)):
        found = read_entrants(data, "x")
        assert found.problems == ()
        assert tuple((row.first, row.last, row.nickname, row.phone) for row in found.rows) == rows


def _sheet(table: Table) -> openpyxl.worksheet.worksheet.Worksheet:
    return openpyxl.load_workbook(io.BytesIO(to_xlsx(table))).worksheets[0]
