"""Lists of entrants as halls hand them over: every bad row is named, nothing is ever raised."""

import io
import time
import zipfile
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest
import xlwt
from hypothesis import given
from hypothesis import strategies as st

from tournament.reports.columns import Field
from tournament.reports.entrant_file import EntrantFile, EntrantRow, read_entrants
from tournament.reports.grids import number_cell
from tournament.reports.problems import CODES, Level

FIXTURES = Path(__file__).parents[2] / "fixtures"


def csv_file(*lines: str, encoding: str = "utf-8") -> EntrantFile:
    return read_entrants("\r\n".join(lines).encode(encoding), "list.csv")


def xlsx_bytes(*rows: tuple[object, ...], title: str = "Foglio1") -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = title
    for row in rows:
        sheet.append(row)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def codes(found: EntrantFile) -> list[tuple[int | None, str]]:
    return [(problem.row, problem.code) for problem in found.problems]


def test_a_secretarys_list_in_windows_1252() -> None:
    found = read_entrants((FIXTURES / "entrants-23.csv").read_bytes(), "entrants-23.csv")
    assert found.problems == ()
    assert found.importable
    assert len(found.rows) == 23
    assert found.rows[0] == EntrantRow(
        row=2,
        first="Luca",
        last="Salice",
        nickname="nick1",
        club="GAMMA [Faro]",
        birth_date=date(1994, 7, 29),
        email="luca.salice@example.org",
        phone="+39 055 123456",
        fee=Decimal("10.00"),
    )
    assert found.rows[5].last == "D'Tiglio"
    assert all(row.takes_part for row in found.rows)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_delimiters_and_encodings(delimiter: str, encoding: str) -> None:
    lines = ["Nome|Cognome|Club", "Nicolò|Però|Città"]
    found = csv_file(*(line.replace("|", delimiter) for line in lines), encoding=encoding)
    assert [(row.first, row.last, row.club) for row in found.rows] == [("Nicolò", "Però", "Città")]
    assert found.problems == ()


def test_quoted_cells_keep_their_delimiter() -> None:
    found = csv_file("Nome,Cognome,Club", '"Ada","Abete, junior","ALFA, [Torre]"')
    assert (found.rows[0].last, found.rows[0].club) == ("Abete, junior", "ALFA, [Torre]")


def test_titles_above_the_header_are_passed_over() -> None:
    found = csv_file("Torneo di prova;;", ";;", "N.;Cognome;Nome", "7;Abete;Ada")
    assert [(row.row, row.number, row.name) for row in found.rows] == [(4, 7, "Ada Abete")]


def test_english_headers() -> None:
    found = csv_file("First name,Last name,Date of birth,Takes part,Fee", "Ada,Abete,1980-02-01,no,€ 1.010")
    row = found.rows[0]
    assert (row.birth_date, row.takes_part, row.fee) == (date(1980, 2, 1), False, Decimal("1.010"))


def test_columns_say_what_each_header_was_taken_for() -> None:
    found = csv_file("Nome;Cognome;Taglia;Nome", "Ada;Abete;M;x")
    assert [(column.header, column.field) for column in found.columns] == [
        ("Nome", Field.FIRST),
        ("Cognome", Field.LAST),
        ("Taglia", None),
    ]
    assert found.rows[0].extras == (("Taglia", "M"),)
    assert codes(found) == [(None, "columns_twice")]


@pytest.mark.parametrize(
    ("header", "cell", "first", "last"),
    [
        ("Giocatore", "Anna Maria De Luca", "Anna Maria", "De Luca"),
        ("Nome", "Ada Abete", "Ada", "Abete"),
        ("Cognome e Nome", "De Luca Anna Maria", "Anna Maria", "De Luca"),
        ("Nominativo", "ABETE ADA", "Ada", "Abete"),
        ("Nome e Cognome", "Ada", "Ada", ""),
        ("Nominativo", "Di Tiglio", "Tiglio", "Di"),
    ],
)
def test_one_column_for_the_whole_name(header: str, cell: str, first: str, last: str) -> None:
    found = csv_file(f"{header};Club", f"{cell};ALFA")
    assert [(row.first, row.last) for row in found.rows] == [(first, last)]
    assert codes(found) == [(None, "name_split")]


def test_real_dates_serial_numbers_and_numbers_in_xlsx() -> None:
    data = xlsx_bytes(
        ("ID", "Nome", "Cognome", "Data di nascita", "Quota", "Telefono", "Tessera"),
        (
            1.0,
            "Ada",
            "Abete",
            datetime(1980, 2, 1),  # noqa: DTZ001 - spreadsheets know no zones
            10.5,
            55123456,
            900001,
        ),
        (2, "Bice", "Noce", 25569, 10, None, 0),
    )
    found = read_entrants(data, "list.xlsx")
    assert found.problems == ()
    assert [(row.number, row.birth_date, row.fee, row.phone, row.national_id) for row in found.rows] == [
        (1, date(1980, 2, 1), Decimal("10.5"), "55123456", 900001),
        (2, date(1970, 1, 1), Decimal(10), "", None),
    ]


def test_the_sheet_with_the_people_is_found_and_hidden_ones_are_not_read() -> None:
    book = openpyxl.Workbook()
    book.active.append(("niente",))
    people, hidden = book.create_sheet("Soci"), book.create_sheet("Copia")
    for sheet, name in ((people, "Ada"), (hidden, "Segreta")):
        sheet.append(("Nome", "Cognome", "Club"))
        sheet.append((name, "Abete", "ALFA"))
    hidden.sheet_state = "hidden"
    buffer = io.BytesIO()
    book.save(buffer)
    assert [row.first for row in read_entrants(buffer.getvalue(), "x.xlsx").rows] == ["Ada"]


def test_the_look_up_list_of_people_is_never_read() -> None:
    book = xlwt.Workbook()
    sheet = book.add_sheet("GIOCATORI")
    for column, text in enumerate(("Nome", "Cognome")):
        sheet.write(0, column, text)
        sheet.write(1, column, "Segreto")
    buffer = io.BytesIO()
    book.save(buffer)
    found = read_entrants(buffer.getvalue(), "x.xls")
    assert found.rows == ()
    assert codes(found) == [(None, "sheet_missing")]


def test_a_clubs_workbook() -> None:
    found = read_entrants((FIXTURES / "victory-25.xls").read_bytes(), "victory-25.xls")
    assert found.problems == ()
    assert [row.number for row in found.rows] == list(range(1, 26))
    assert found.rows[0].row == 4
    assert found.rows[2].birth_date is None
    assert {row.region for row in found.rows} == {""}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SI", True),
        ("sì", True),
        ("Yes", True),
        ("1", True),
        ("X", True),
        ("NO", False),
        ("", False),
        ("0", False),
    ],
)
def test_yes_and_no(text: str, expected: bool) -> None:
    found = csv_file("Nome;Cognome;Partecipa", f"Ada;Abete;{text}")
    assert (found.rows[0].takes_part, found.problems) == (expected, ())


@pytest.mark.parametrize(
    ("text", "born"),
    [("1/2/1980", date(1980, 2, 1)), ("01.02.1980", date(1980, 2, 1)), ("1980-02-01", date(1980, 2, 1))],
)
def test_written_dates_are_day_first(text: str, born: date) -> None:
    assert csv_file("Nome;Cognome;Nato il", f"Ada;Abete;{text}").rows[0].birth_date == born


def test_what_is_unclear_is_a_warning_and_left_empty() -> None:
    found = csv_file(
        "Nome;Cognome;Partecipa;Nato il;Mail;Quota;Tessera",
        "Ada;Abete;forse;31/2/1980;ada;dieci;A1",
        "Bice;;SI;80;a@b;-1;",
        "Carlo;Noce;SI;;;NaN;",
        "Dina;Olmo;SI;1/1/2980;;;",
    )
    assert found.importable
    assert codes(found) == [
        (2, "yes_no_unclear"),
        (2, "date_unreadable"),
        (2, "national_id_unreadable"),
        (2, "email_unreadable"),
        (2, "fee_unreadable"),
        (3, "last_name_missing"),
        (3, "email_unreadable"),
        (3, "fee_unreadable"),
        (4, "fee_unreadable"),
        (5, "date_unreadable"),
    ]
    assert {problem.level for problem in found.problems} == {Level.WARNING}
    first = found.rows[0]
    assert (first.takes_part, first.birth_date, first.email, first.fee, first.national_id) == (
        False,
        None,
        "",
        None,
        None,
    )


def test_formulas_are_text_and_an_error_in_csv() -> None:
    found = csv_file("Nome;Cognome;Club", '=HYPERLINK("http://x");Abete;ALFA', "Bice;Noce; =1+1")
    assert codes(found) == [(2, "formula"), (3, "formula")]
    assert not found.importable
    assert found.problems[0].value == '=HYPERLINK("http://x")'
    assert [(row.first, row.club) for row in found.rows] == [("Bice", "")]


def test_formulas_are_an_error_in_xlsx_but_the_looked_up_national_id_is_not() -> None:
    data = xlsx_bytes(
        ("Nome", "Cognome", "Club", "ID NAZIONALE", "ULTIMI 3 EVENTI A FEBBRAIO"),
        ("Ada", "Abete", '=HYPERLINK("http://x")', "=VLOOKUP(B2,Z:Z,1)", "=A1"),
    )
    assert codes(read_entrants(data, "x.xlsx")) == [(2, "formula"), (2, "formula_ignored")]


def test_cells_that_our_own_export_neutralised_come_back() -> None:
    found = csv_file("Nome;Cognome;Nickname;Telefono", "Ada;Abete;'=Foo;'+39 055")
    assert (found.rows[0].nickname, found.rows[0].phone, found.problems) == ("=Foo", "+39 055", ())


def test_ids() -> None:
    found = csv_file(
        "ID;Nome;Cognome", "1;Ada;Abete", "1;Bice;Noce", "x;Carlo;Olmo", "32768;Dario;Pino", ";Elsa;Mirto"
    )
    assert codes(found) == [
        (3, "number_twice"),
        (4, "number_unreadable"),
        (5, "number_unreadable"),
        (6, "number_missing"),
    ]
    assert found.problems[0].text == "The ID 1 is already in row 2."
    assert [problem.level for problem in found.problems].count(Level.WARNING) == 1


@pytest.mark.parametrize(
    ("one", "two", "code"),
    [
        ("Ada;Abete;ALFA;;", "ADA;ABETE;alfa;;", "person_twice"),
        ("Ada;Abete;ALFA;;", "Ada;Abete;BETA;;", "same_name"),
        ("Ada;Abete;ALFA;1/1/1980;", "Ada;Abete;BETA;1/1/1980;", "person_twice"),
        ("Ada;Abete;ALFA;1/1/1980;", "Ada;Abete;ALFA;2/1/1980;", "same_name"),
        ("Ada;Abete;ALFA;;7", "Bice;Noce;ALFA;;7", "national_id_twice"),
        ("Ada;Abete;ALFA;;7", "Ada;Abete;ALFA;;8", "same_name"),
    ],
)
def test_people_twice_in_the_list(one: str, two: str, code: str) -> None:
    assert codes(csv_file("Nome;Cognome;Club;Nato il;Tessera", one, two)) == [(3, code)]


def test_clubs() -> None:
    lines = (
        "Nome;Cognome;Club",
        "Ada;Abete;alfa  [torre]",
        "Bice;Noce;ALFA [Tore]",
        "Carlo;Olmo;Club 2",
        "Dario;Pino;Club 2",
    )
    found = read_entrants("\n".join(lines).encode(), "x.csv", known_clubs=["ALFA [Torre]", "Club 1"])
    assert [row.club for row in found.rows] == ["ALFA [Torre]", "ALFA [Tore]", "Club 2", "Club 2"]
    assert codes(found) == [(3, "club_similar"), (4, "club_unknown")]
    assert found.problems[0].facts == {"suggestion": "ALFA [Torre]"}
    assert found.importable


def test_without_known_clubs_one_spelling_is_kept() -> None:
    found = csv_file("Nome;Cognome;Club", "Ada;Abete;Alfa", "Bice;Noce;ALFA")
    assert [row.club for row in found.rows] == ["Alfa", "Alfa"]
    assert found.problems == ()


def test_missing_columns_say_what_was_found() -> None:
    found = csv_file("Club;Età", "ALFA;30")
    assert codes(found) == [(None, "columns_missing")]
    assert found.problems[0].facts == {"missing": "name, surname", "found": "Club, Età"}


def test_a_name_that_is_missing_or_too_long() -> None:
    found = csv_file("Nome;Cognome;Club", ";Abete;ALFA", f"{'A' * 121};Noce;ALFA", ";;")
    assert codes(found) == [(2, "first_name_missing"), (3, "text_too_long")]


def test_columns_and_nobody_below() -> None:
    assert codes(csv_file("Nome;Cognome")) == [(None, "no_rows")]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "file_empty"),
        (b"  \r\n", "file_empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "file_not_a_table"),
        (b"%PDF-1.7", "file_not_a_table"),
        (b"<html><table>", "file_not_a_table"),
        (b"\x81\x8d\x8f", "file_not_a_table"),
        (b"PK\x03\x04 not a zip", "file_damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"x" * 3000, "file_damaged"),
        (b"x" * (5 * 1024 * 1024 + 1), "file_too_large"),
        (b"ciao", "columns_missing"),
        (b"\n;;\n", "columns_missing"),
        (xlsx_bytes(), "sheet_missing"),
    ],
)
def test_what_is_no_list_at_all(data: bytes, code: str) -> None:
    found = read_entrants(data, "rubbish.bin")
    assert codes(found) == [(None, code)]
    assert (found.rows, found.importable) == ((), False)


def test_a_bomb_is_not_unpacked() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"0" * 21 * 1024 * 1024)
    assert codes(read_entrants(buffer.getvalue(), "bomb.xlsx")) == [(None, "file_damaged")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_refused_before_they_grow(encoding: str) -> None:
    grown = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    laughs = f'<?xml version="1.0"?><!-- {"x" * 9000} --><!DOCTYPE t [<!ENTITY a0 "ha">{grown}]><t>&a11;</t>'
    buffer = io.BytesIO(xlsx_bytes())
    with zipfile.ZipFile(buffer, "a") as archive:
        archive.writestr("xl/sharedStrings2.xml", laughs.encode(encoding))
    began = time.process_time()
    assert codes(read_entrants(buffer.getvalue(), "laughs.xlsx")) == [(None, "file_damaged")]
    assert time.process_time() - began < 1


@pytest.mark.parametrize("count", [2_001, 10_000])
def test_too_many_rows_give_nobody(count: int) -> None:
    lines = "\n".join(f"N{number};Abete" for number in range(count))
    found = read_entrants(f"Nome;Cognome\n{lines}".encode(), "big.csv")
    assert codes(found) == [(None, "too_many_rows")]
    assert found.rows == ()


def test_two_thousand_rows_are_read() -> None:
    lines = "\n".join(f"N{number};Abete" for number in range(2_000))
    assert len(read_entrants(f"Nome;Cognome\n{lines}".encode(), "big.csv").rows) == 2_000


def test_too_many_rows_in_xlsx() -> None:
    rows = [(f"N{number}", "Abete") for number in range(2_100)]
    assert codes(read_entrants(xlsx_bytes(("Nome", "Cognome"), *rows), "x.xlsx")) == [(None, "too_many_rows")]


@given(st.binary(max_size=400))
def test_no_bytes_raise(data: bytes) -> None:
    for head in (b"", b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"Nome;Cognome\n"):
        found = read_entrants(head + data, "x")
        assert all(problem.code in CODES and problem.text for problem in found.problems)


@given(st.integers(0, 26_000), st.binary(min_size=1, max_size=8))
def test_no_damaged_workbook_raises(place: int, noise: bytes) -> None:
    sound = (FIXTURES / "open-13.xls").read_bytes()
    damaged = sound[:place] + noise + sound[place + len(noise) :]
    assert isinstance(read_entrants(damaged, "x.xls"), EntrantFile)


@given(st.lists(st.lists(st.text(max_size=12), min_size=3, max_size=3), max_size=8))
def test_every_row_is_read_or_named(cells: list[list[str]]) -> None:
    data = xlsx_bytes(("Nome", "Cognome", "Club"), *[[_legal(text) for text in row] for row in cells])
    found = read_entrants(data, "x.xlsx")
    assert all(row.first == " ".join(row.first.split()) != "" for row in found.rows)


def _legal(text: str) -> str:
    return "".join(sign for sign in text if sign.isprintable())


def test_odd_cells_of_an_xls_keep_their_meaning() -> None:
    """A date that is none stays a number, an error is nothing, a truth is 1, and hidden sheets are passed over."""
    book = xlwt.Workbook()
    hidden, sheet = book.add_sheet("Vecchi"), book.add_sheet("Soci")
    hidden.visibility = 1
    for column, text in enumerate(("Nome", "Cognome", "Club")):
        hidden.write(0, column, text)
        hidden.write(1, column, "Segreto")
    never = xlwt.easyxf(num_format_str="dd/mm/yyyy")
    for column, text in enumerate(("Nome", "Cognome", "Nato il", "Partecipa", "Quota", "Taglia")):
        sheet.write(0, column, text)
    sheet.write(1, 0, "Ada")
    sheet.write(1, 1, "Abete")
    sheet.write(1, 2, 5_000_000, never)
    sheet.row(1).set_cell_boolean(3, 1)
    sheet.row(1).set_cell_error(4, 0x2A)
    sheet.write(1, 5, 38.5)
    buffer = io.BytesIO()
    book.save(buffer)
    found = read_entrants(buffer.getvalue(), "x.xls")
    row = found.rows[0]
    assert (row.name, row.birth_date, row.takes_part, row.fee) == ("Ada Abete", None, True, None)
    assert row.extras == (("Taglia", "38.5"),)
    assert [(problem.code, problem.value) for problem in found.problems] == [("date_unreadable", "5000000")]


def test_truths_in_xlsx_and_numbers_that_are_none() -> None:
    data = xlsx_bytes(("Nome", "Cognome", "Partecipa"), ("Ada", "Abete", True), ("Bice", "Noce", False))
    assert [row.takes_part for row in read_entrants(data, "x.xlsx").rows] == [True, False]
    assert number_cell(float("inf")) == "inf"


def test_a_date_where_text_is_expected_is_written_out() -> None:
    data = xlsx_bytes(("Nome", "Cognome", "Iscritto il"), ("Ada", "Abete", datetime(2030, 2, 1)))  # noqa: DTZ001
    assert read_entrants(data, "x.xlsx").rows[0].extras == (("Iscritto il", "2030-02-01"),)


def test_a_cell_longer_than_csv_allows() -> None:
    found = read_entrants(f"Nome;Cognome\nAda;{'x' * 200_000}".encode(), "x.csv")
    assert codes(found) == [(None, "file_not_a_table")]
