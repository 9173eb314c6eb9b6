"""The clubs' workbook: read by the program's own rules, written so that nothing is lost on the way back."""

import io
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
import xlrd
import xlwt
from hypothesis import given
from hypothesis import strategies as st

from tests.fixtures import make_fixtures
from tournament.reports.entrant_file import EntrantRow
from tournament.reports.problems import Level
from tournament.reports.workbook import (
    GHOST,
    TournamentKind,
    Workbook,
    WorkbookInfo,
    WorkbookRound,
    WorkbookSeat,
    WorkbookStanding,
    WorkbookTable,
    publication_problems,
    read_workbook,
    write_workbook,
)

FIXTURES = Path(__file__).parents[2] / "fixtures"
Cells = Callable[[xlwt.Worksheet], None]


@pytest.fixture(scope="module")
def victory() -> Workbook:
    return read_workbook((FIXTURES / "victory-25.xls").read_bytes())


def saved(book: xlwt.Workbook) -> bytes:
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def with_round(fill: Cells, *, people: int = 5) -> Workbook:
    """A workbook of some people and one hand-made round, read."""
    book = xlwt.Workbook()
    make_fixtures.write_people(book, make_fixtures.people(people, 1))
    fill(book.add_sheet("1° Turno"))
    return read_workbook(saved(book))


def seats(*rows: tuple[object, ...]) -> Cells:
    """Cells row by row; None = no cell at all."""

    def fill(sheet: xlwt.Worksheet) -> None:
        for number, row in enumerate(rows):
            for column, value in enumerate(row):
                if value is not None:
                    sheet.write(number, column, value)

    return fill


def codes(workbook: Workbook) -> list[tuple[int | None, str]]:
    return [(problem.row, problem.code) for problem in workbook.problems]


# -- reading -----------------------------------------------------------------------------------------------


def test_a_played_tournament(victory: Workbook) -> None:
    assert victory.problems == ()
    assert victory.importable
    assert len(victory.entrants) == 25
    assert [[len(table.seats) for table in played.tables] for played in victory.rounds] == [
        [4, 4, 4, 4, 4, 5]
    ] * 3
    assert victory.info == WorkbookInfo(
        place="Borgo",
        organiser="ALFA [Torre]",
        name="Prova",
        kind="Torneo Open",
        planned_rounds=3,
        dates=(date(2031, 3, 8), date(2031, 3, 15), date(2031, 3, 22)),
    )


def test_rounds_hold_what_was_written(victory: Workbook) -> None:
    draw = make_fixtures.random.Random(25)
    written = [make_fixtures.tables(25, draw) for _ in range(3)]
    read = [
        [[(seat.entrant, seat.points) for seat in table.seats] for table in played.tables]
        for played in victory.rounds
    ]
    assert read == written


def test_standings_are_the_workbooks_own(victory: Workbook) -> None:
    draw = make_fixtures.random.Random(25)
    expected = make_fixtures.standings([make_fixtures.tables(25, draw) for _ in range(3)])
    assert [(row.rank, row.entrant) for row in victory.standings] == [
        (rank, number) for rank, number, _ in expected
    ]
    for row, (_, _, games) in zip(victory.standings, expected, strict=True):
        assert list(zip(row.games, row.won, strict=True)) == games
        assert row.total == sum(points for points, _ in games)
        assert row.wins == sum(won for _, won in games)


def test_the_hidden_list_of_people_is_not_kept(victory: Workbook) -> None:
    assert "Segreto" not in repr(victory)
    assert b"Segreto" not in write_workbook(victory)


def test_only_the_reduced_standings() -> None:
    book = xlwt.Workbook()
    make_fixtures.write_people(book, make_fixtures.people(2, 1))
    seats(("Pos.",), ("1", "Ada", "Abete", 2.148, "2"), (2.0, "Bice", "Noce", 1.0, 1.0), ("x",))(
        book.add_sheet("Classifica Ridotta")
    )
    found = read_workbook(saved(book))
    assert found.standings == (
        WorkbookStanding(1, 2, "Ada", "Abete", Decimal("2.148")),
        WorkbookStanding(2, 1, "Bice", "Noce", Decimal(1)),
    )
    assert codes(found) == [(4, "standing_unreadable")]


def test_fewer_games_than_headers_are_read_from_both_ends() -> None:
    book = xlwt.Workbook()
    make_fixtures.write_people(book, make_fixtures.people(2, 1))
    header = ("Pos.", "Nome", "Cognome", "Nick", "Club", "pt1", "pt2", "pt3", "v_tot", "pt_tot", "id")
    seats(header, ("1", "Ada", "Abete", "", "", 50, 44, 1, 94, "2"))(book.add_sheet("Classifica"))
    row = read_workbook(saved(book)).standings[0]
    assert (row.games, row.wins, row.total, row.entrant) == ((Decimal(50), Decimal(44)), 1, Decimal(94), 2)


def test_the_noise_of_32_bit_floats_is_cut() -> None:
    found = with_round(seats(("T",), (1, "", 48.099998474121094, 2, "", 0.30000000000000004)))
    assert [seat.points for seat in found.rounds[0].tables[0].seats] == [Decimal("48.099998"), Decimal("0.3")]


def test_rounds_are_read_until_the_first_missing_number() -> None:
    book = xlwt.Workbook()
    make_fixtures.write_people(book, make_fixtures.people(4, 1))
    for name in ("1° Turno", "3° Turno", "02° Turno"):
        seats(("T",), (1, "", 1, 2, "", 2))(book.add_sheet(name))
    assert [played.number for played in read_workbook(saved(book)).rounds] == [1]


def test_pairs_are_made_of_the_rows_that_exist() -> None:
    """A stray row shifts all below; a table's number is its place, not its title."""

    def fill(sheet: xlwt.Worksheet) -> None:
        seats(("Tavolo N°9",), (1, "", 40, 2, "", 30))(sheet)
        for column, value in enumerate((3, "", 20, 4, "", 50)):
            sheet.write(7, column, value)
        sheet.write(5, 0, "Tavolo")

    tables = with_round(fill).rounds[0].tables
    assert [(table.number, [seat.entrant for seat in table.seats]) for table in tables] == [
        (1, [1, 2]),
        (2, [3, 4]),
    ]


def test_trailing_empty_tables_are_dropped_and_empty_triples_skipped() -> None:
    found = with_round(seats(("T",), (0, "", 1, 2, "", 2, None, None, None, 3, "", 4), ("T",), ("",)))
    assert found.rounds[0].tables == (
        WorkbookTable(1, (WorkbookSeat(2, Decimal(2)), WorkbookSeat(3, Decimal(4)))),
    )
    assert found.problems == ()


def test_points_of_an_empty_cell_are_nought_but_a_missing_cell_is_an_error() -> None:
    def fill(sheet: xlwt.Worksheet) -> None:
        seats(("T",), (1, "", None, 2, "", "x", 3, "", None, 4, "", 7))(sheet)
        sheet.write(1, 2, None)

    found = with_round(fill)
    assert [seat.points for seat in found.rounds[0].tables[0].seats] == [0, 0, 0, 7]
    assert codes(found) == [(2, "points_unreadable"), (2, "points_unreadable")]
    assert found.problems[0].facts == {"entrant": "2", "place": "1° Turno, 1"}
    assert not found.importable


def test_ghosts_sit_but_are_nobody() -> None:
    found = with_round(
        seats(
            ("T",), (1, "", 30, 2, "", 20, 3, "", 10, GHOST, "The Ghost", 0), ("T",), (GHOST, "", 0, 4, "", 1)
        )
    )
    assert [table.seats[-1].entrant for table in found.rounds[0].tables] == [GHOST, 4]
    assert found.problems == ()


def test_wrong_seats_are_named() -> None:
    rows = ("T",), (1, "", 1, 99, "", 2, "x", "", 3, 1.5, "", 4, 2, "", 1), ("T",), (1, "", 5), ("half",)
    found = with_round(seats(*rows))
    assert codes(found) == [
        (2, "entrant_unknown"),
        (2, "seat_id_unreadable"),
        (2, "seat_id_unreadable"),
        (4, "seated_twice"),
        (None, "table_size"),
        (5, "half_a_table"),
    ]


@pytest.mark.parametrize("data", [b"", b"Nome;Cognome", b"PK\x03\x04"])
def test_other_files_are_no_workbook(data: bytes) -> None:
    assert codes(read_workbook(data)) == [(None, "not_a_workbook")]


def test_a_workbook_without_people() -> None:
    book = xlwt.Workbook()
    book.add_sheet("Foglio")
    found = read_workbook(saved(book))
    assert codes(found) == [(None, "sheet_missing")]
    assert (found.info, found.log, found.importable) == (None, (), False)


def test_a_damaged_workbook() -> None:
    assert codes(read_workbook(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 2000)) == [
        (None, "file_damaged")
    ]


@given(st.integers(0, 26_000), st.binary(min_size=1, max_size=8))
def test_no_damaged_workbook_raises(place: int, noise: bytes) -> None:
    sound = (FIXTURES / "open-13.xls").read_bytes()
    assert isinstance(read_workbook(sound[:place] + noise + sound[place + len(noise) :]), Workbook)


def test_thirty_rounds_at_most_and_blank_rows_between_standings() -> None:
    book = xlwt.Workbook()
    make_fixtures.write_people(book, make_fixtures.people(4, 1))
    for number in range(1, 32):
        seats(("T",), (1, "", 1, 2, "", 2))(book.add_sheet(f"{number}° Turno"))
    rows = ("Pos.",), ("1", "Ada", "Abete", 2, "2"), ("",), ("2", "Bice", "Noce", 1, "1")
    seats(*rows)(book.add_sheet("Classifica Ridotta"))
    found = read_workbook(saved(book))
    assert [played.number for played in found.rounds] == list(range(1, 31))
    assert [row.entrant for row in found.standings] == [2, 1]


def test_the_fixtures_are_what_their_script_makes() -> None:
    for name, count, rounds, standings in (("victory-25.xls", 25, 3, True), ("open-13.xls", 13, 2, False)):
        made = make_fixtures.workbook(count, rounds, count, with_standings=standings)
        assert saved(made) == (FIXTURES / name).read_bytes()
    assert make_fixtures.entrant_list() == (FIXTURES / "entrants-23.csv").read_bytes()


# -- writing -----------------------------------------------------------------------------------------------


def test_a_workbook_comes_back_as_it_was(victory: Workbook) -> None:
    full = replace(victory, log=("Sorteggio 1° turno", "Classifica"))
    assert read_workbook(write_workbook(full)) == full


@st.composite
def workbooks(draw: st.DrawFn) -> Workbook:
    """Workbooks with every oddity that the format can hold."""
    count = draw(st.integers(4, 12))
    text = st.sampled_from(["", "ALFA [Torre]", "Però", "a=b"])
    entrants = tuple(
        EntrantRow(
            row=number + 3,
            first=f"Ada{number}",
            last=draw(st.sampled_from(["Abete", "D'Olmo"])),
            number=number * 3,
            nickname=draw(text),
            club=draw(text),
            takes_part=draw(st.booleans()),
            region=draw(st.sampled_from(["", "LAZIO"])),
            birth_date=draw(st.none() | st.dates(date(1930, 1, 1), date(2020, 1, 1))),
            national_id=number if draw(st.booleans()) else None,
        )
        for number in range(1, count + 1)
    )
    points = st.decimals(-5, 100, places=1)
    played = []
    for number in range(1, draw(st.integers(0, 3)) + 1):
        order = draw(st.permutations([row.number for row in entrants]))
        tables = [
            WorkbookTable(
                place + 1,
                tuple(WorkbookSeat(entrant or 0, draw(points)) for entrant in order[4 * place :][:4]),
            )
            for place in range(len(order) // 4)
        ]
        played.append(WorkbookRound(number, tuple(tables)))
    return Workbook(entrants, tuple(played))


@given(workbooks())
def test_any_workbook_comes_back(workbook: Workbook) -> None:
    found = read_workbook(write_workbook(workbook))
    assert (found.entrants, found.rounds) == (workbook.entrants, workbook.rounds)


def test_the_file_is_what_the_clubs_program_expects(victory: Workbook) -> None:
    book = xlrd.open_workbook(file_contents=write_workbook(victory), formatting_info=True)
    names = ["TORNEO", "Iscritti", "1° Turno", "2° Turno", "3° Turno", "Classifica", "Classifica Ridotta"]
    assert book.sheet_names() == names
    assert book.countries == (39, 39)
    people, first, table, short = (book.sheet_by_name(names[place]) for place in (1, 2, 5, 6))
    assert people.col_values(0, 3, 303) == list(range(1, 301))
    assert people.cell(3, 1).ctype == xlrd.XL_CELL_TEXT
    assert first.cell_value(0, 0) == "Tavolo N°1"
    assert (0, 1, 0, 12) in first.merged_cells
    assert (10, 11, 0, 15) in first.merged_cells
    assert [column for column, info in first.colinfo_map.items() if info.hidden] == [0, 3, 6, 9, 12]
    seated = victory.entrants[int(first.cell_value(1, 0)) - 1]
    assert first.cell_value(1, 1) == f"{seated.name}\n{seated.club}"
    headers = "Pos.|Nome|Cognome|Nick|Club o Famiglia|pt1|pt2|pt3|v_tot|pt_tot|id"
    assert table.row_values(0) == headers.split("|")
    text, number, blank = xlrd.XL_CELL_TEXT, xlrd.XL_CELL_NUMBER, xlrd.XL_CELL_BLANK
    assert victory.standings[0].nickname == ""
    assert [cell.ctype for cell in table.row(1)] == [*[text] * 3, blank, text, *[number] * 5, text]
    assert [cell.ctype for cell in short.row(1)] == [1, 1, 1, 2, 1]


def test_a_ghost_is_written_by_its_name_and_ids_may_have_gaps() -> None:
    entrants = (EntrantRow(4, "Ada", "Abete", number=2), EntrantRow(5, "Bice", "Noce", number=400))
    table = WorkbookTable(
        1, (WorkbookSeat(2, Decimal(44)), WorkbookSeat(400, Decimal(1)), WorkbookSeat(GHOST, Decimal(0)))
    )
    data = write_workbook(Workbook(entrants, (WorkbookRound(1, (table,)),)))
    book = xlrd.open_workbook(file_contents=data)
    assert book.sheet_by_name("1° Turno").row_values(1) == [
        2,
        "Ada Abete",
        44,
        400,
        "Bice Noce",
        1,
        -1,
        "The Ghost",
        0,
    ]
    assert book.sheet_by_name("Iscritti").col_values(0, 3, 7) == [2, 400, 1, 3]


def test_absences_fill_the_standings_with_nought() -> None:
    row = WorkbookStanding(
        1, 1, "Ada", "Abete", Decimal("1.05"), games=(Decimal("1.05"),), won=(True,), wins=1
    )
    entrants = (EntrantRow(4, "Ada", "Abete", number=1),)
    found = read_workbook(
        write_workbook(Workbook(entrants, (WorkbookRound(1, ()), WorkbookRound(2, ())), (row,)))
    )
    assert found.standings == (replace(row, games=(Decimal("1.05"), Decimal(0)), won=(True, False)),)


def test_nobody_is_written_without_an_id() -> None:
    with pytest.raises(ValueError, match="Ada Abete has no ID"):
        write_workbook(Workbook((EntrantRow(4, "Ada", "Abete"),)))


# -- readiness ---------------------------------------------------------------------------------------------


def test_ready_but_for_people_without_date_and_national_id(victory: Workbook) -> None:
    found = publication_problems(victory, "prova.xls")
    without = [row.name for row in victory.entrants if row.birth_date is None]
    assert [(problem.code, problem.value) for problem in found] == [
        ("birth_or_national_id_missing", name) for name in without
    ]
    assert {problem.level for problem in found} == {Level.WARNING}


def test_everything_that_publication_misses_is_named(victory: Workbook) -> None:
    info = WorkbookInfo(kind="Festa", planned_rounds=2, dates=(date(2031, 3, 8), date(2031, 3, 1)))
    stranger = replace(victory.standings[0], entrant=99, first="Zoe", last="Zeta")
    entrants = (replace(victory.entrants[0], last=""), EntrantRow(99, "Mai", "Giocato", number=77))
    found = publication_problems(
        replace(victory, info=info, standings=(stranger,), entrants=entrants), "l'open.xls"
    )
    assert [(problem.code, problem.value) for problem in found] == [
        ("file_name_apostrophe", "l'open.xls"),
        ("info_missing", "TORNEO D3"),
        ("info_missing", "TORNEO D4"),
        ("kind_unknown", "Festa"),
        ("rounds_beyond_plan", "3"),
        ("round_date_missing", "3"),
        ("round_dates_disordered", "2"),
        ("standing_without_game", "Zoe Zeta"),
        ("name_incomplete", "1"),
    ]
    assert all(problem.text for problem in found)


@pytest.mark.parametrize(("kind", "missing"), [(TournamentKind.OPEN, True), (TournamentKind.FRIENDLY, False)])
def test_standings_are_wanted_with_the_last_round(
    victory: Workbook, kind: TournamentKind, missing: bool
) -> None:
    info = WorkbookInfo("Borgo", "ALFA", "Prova", kind, 3, "", victory.info.dates if victory.info else ())
    found = publication_problems(replace(victory, info=info, standings=(), entrants=()))
    assert [problem.code for problem in found] == ["standings_missing"] * missing


def test_an_empty_workbook_is_not_ready() -> None:
    assert [problem.code for problem in publication_problems(Workbook())] == ["info_missing"] * 4 + [
        "no_games"
    ]
