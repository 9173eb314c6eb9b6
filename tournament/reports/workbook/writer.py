"""Writes a clubs' workbook that the clubs' program opens, draws in and publishes from."""

import io
from decimal import Decimal

import xlwt

from tournament.reports.entrant_file import EntrantRow
from tournament.reports.grids import ENTRANTS_SHEET

from .values import (
    GHOST,
    INFO_SHEET,
    LOG_SHEET,
    MAX_SEATS,
    SHORT_STANDINGS_SHEET,
    STANDINGS_SHEET,
    Workbook,
    WorkbookInfo,
    WorkbookRound,
    WorkbookStanding,
    WorkbookTable,
    round_sheet,
)

_ITALY = 39  # without a country the program cannot add its own sheets
_FIRST_ROW = 3  # of the entrants, from 0
_NUMBERED_ROWS = 300
_ROUND_ROWS = 30
_GHOST_NAME = "The Ghost"
_ENTRANT_HEADERS = (
    *("ID", "Nome", "Cognome", "Nickname", "Club", "Partecipa Torneo", "Regione"),
    *("Data di Nascita (gg/mm/aaaa)", "ID NAZIONALE"),
)
_INFO_LABELS = (
    "Sede Torneo",
    "Organizzatore",
    "Nome Torneo",
    "Tipologia di Torneo",
    "Numero Turni Previsti",
    "Note",
)
_WIDTHS = {"id": 2275, "name": 6000, "points": 2000}  # 1/256 of a character

_PLAIN = xlwt.easyxf()
_BOLD = xlwt.easyxf("font: bold on; align: wrap on, vert top")
_TITLE = xlwt.easyxf("font: bold on; align: horiz center")
_TABLE = xlwt.easyxf(
    "font: bold on; align: horiz center; borders: left thin, right thin, top thin, bottom thin"
)
_NAME = xlwt.easyxf(
    "align: wrap on, horiz left, vert top; borders: left thin, right thin, top thin, bottom thin"
)
_POINTS = xlwt.easyxf("align: horiz center, vert top; borders: left thin, right thin, top thin, bottom thin")
_DATE = xlwt.easyxf(num_format_str="dd/mm/yyyy")
_THOUSANDTHS = xlwt.easyxf(num_format_str="0.000")
_WON = xlwt.easyxf("pattern: pattern solid, fore_colour light_green")
_WON_THOUSANDTHS = xlwt.easyxf("pattern: pattern solid, fore_colour light_green", num_format_str="0.000")


def write_workbook(workbook: Workbook) -> bytes:
    """The workbook as BIFF8 bytes.

    Raises ValueError when an entrant has no `number`, and KeyError when somebody seated is not an entrant.
    """
    book = xlwt.Workbook(encoding="utf-8")
    book.country_code = _ITALY
    if workbook.info is not None:
        _write_info(book, workbook.info)
    _write_entrants(book, workbook.entrants)
    names = {row.number: row for row in workbook.entrants}
    for played in workbook.rounds:
        _write_round(book, played, names)
    if workbook.log:
        _write_log(book, workbook.log)
    if workbook.standings:
        _write_standings(book, workbook.standings, len(workbook.rounds))
        _write_short_standings(book, workbook.standings)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def _number(value: Decimal) -> int | float:
    """The file knows doubles only; a whole number stays one."""
    return int(value) if value == value.to_integral_value() else float(value)


def _write_info(book: xlwt.Workbook, info: WorkbookInfo) -> None:
    sheet = book.add_sheet(INFO_SHEET)
    sheet.write_merge(0, 0, 2, 3, "SCHEDA DATI TORNEO (V. 2025.2)", _TITLE)
    values = (info.place, info.organiser, info.name, info.kind, info.planned_rounds or "", info.notes)
    for row, (label, value) in enumerate(zip(_INFO_LABELS, values, strict=True), start=1):
        sheet.write(row, 2, label, _BOLD)
        sheet.write(row, 3, value)
    for number in range(1, _ROUND_ROWS + 1):
        sheet.write(6 + number, 1, number)
    for number, day in enumerate(info.dates[:_ROUND_ROWS], start=1):
        sheet.write(6 + number, 2, f"Data Turno {number}")
        sheet.write(6 + number, 3, day, _DATE)
    sheet.col(2).width = sheet.col(3).width = 8000


def _write_entrants(book: xlwt.Workbook, entrants: tuple[EntrantRow, ...]) -> None:
    sheet = book.add_sheet(ENTRANTS_SHEET)
    sheet.write_merge(0, 0, 0, 3, "Elenco Partecipanti", _TITLE)
    for row, label, formula in (
        (0, "Iscritti", 'COUNTIF(F4:F303,"SI")+COUNTIF(F4:F303,"NO")'),
        (1, "Partecipanti", 'COUNTIF(F4:F303,"SI")'),
    ):
        sheet.write(row, 5, label, _BOLD)
        sheet.write(row, 6, xlwt.Formula(formula))
    for column, header in enumerate(_ENTRANT_HEADERS):
        sheet.write(2, column, header, _BOLD)
        sheet.col(column).width = 5200 if column else 1600
    for offset, entrant in enumerate(entrants):
        _write_entrant(sheet, _FIRST_ROW + offset, entrant)
    _number_free_rows(sheet, entrants)


def _write_entrant(sheet: xlwt.Worksheet, row: int, entrant: EntrantRow) -> None:
    if entrant.number is None:
        raise ValueError(f"{entrant.name} has no ID")
    sheet.write(row, 0, entrant.number)
    texts = (entrant.first, entrant.last, entrant.nickname, entrant.club, _yes_no(entrant), entrant.region)
    for column, text in enumerate(texts, start=1):
        if text:
            sheet.write(row, column, text)
    if entrant.birth_date:
        sheet.write(row, 7, entrant.birth_date, _DATE)
    if entrant.national_id:
        sheet.write(row, 8, entrant.national_id)


def _yes_no(entrant: EntrantRow) -> str:
    return "SI" if entrant.takes_part else "NO"


def _number_free_rows(sheet: xlwt.Worksheet, entrants: tuple[EntrantRow, ...]) -> None:
    """As the template does, so that late entrants find an ID waiting."""
    taken = {entrant.number for entrant in entrants}
    free = (number for number in range(1, _NUMBERED_ROWS + len(taken) + 1) if number not in taken)
    for row in range(_FIRST_ROW + len(entrants), _FIRST_ROW + _NUMBERED_ROWS):
        sheet.write(row, 0, next(free))


def _write_round(book: xlwt.Workbook, played: WorkbookRound, names: dict[int | None, EntrantRow]) -> None:
    sheet = book.add_sheet(round_sheet(played.number))
    for place in range(MAX_SEATS):
        for offset, width in enumerate(_WIDTHS.values()):
            sheet.col(3 * place + offset).width = width
        sheet.col(3 * place).hidden = True
    for index, table in enumerate(played.tables):
        _write_table(sheet, 2 * index, table, names)


def _write_table(
    sheet: xlwt.Worksheet, row: int, table: WorkbookTable, names: dict[int | None, EntrantRow]
) -> None:
    title = f"Tavolo N\N{DEGREE SIGN}{row // 2 + 1}"
    sheet.write_merge(row, row, 0, max(3 * len(table.seats) - 1, 0), title, _TABLE)
    for place, seat in enumerate(table.seats):
        sheet.write(row + 1, 3 * place, seat.entrant, _POINTS)
        sheet.write(row + 1, 3 * place + 1, _seat_text(seat.entrant, names), _NAME)
        sheet.write(row + 1, 3 * place + 2, _number(seat.points), _POINTS)
    sheet.row(row + 1).height_mismatch = True
    sheet.row(row + 1).height = 560


def _seat_text(number: int, names: dict[int | None, EntrantRow]) -> str:
    if number == GHOST:
        return _GHOST_NAME
    entrant = names[number]
    return f"{entrant.name}\n{entrant.club}" if entrant.club else entrant.name


def _write_log(book: xlwt.Workbook, lines: tuple[str, ...]) -> None:
    sheet = book.add_sheet(LOG_SHEET)
    for row, line in enumerate(lines, start=1):
        sheet.write(row, 0, line)


def _write_standings(book: xlwt.Workbook, standings: tuple[WorkbookStanding, ...], rounds: int) -> None:
    sheet = book.add_sheet(STANDINGS_SHEET)
    games = tuple(f"pt{number}" for number in range(1, rounds + 1))
    headers = ("Pos.", "Nome", "Cognome", "Nick", "Club o Famiglia", *games, "v_tot", "pt_tot", "id")
    for column, header in enumerate(headers):
        sheet.write(0, column, header, _BOLD)
    for row, standing in enumerate(standings, start=1):
        _write_standing(sheet, row, standing, rounds)


def _write_standing(sheet: xlwt.Worksheet, row: int, standing: WorkbookStanding, rounds: int) -> None:
    rank = "" if standing.rank is None else str(standing.rank)
    texts = (rank, standing.first, standing.last, standing.nickname, standing.club)
    for column, text in enumerate(texts):
        sheet.write(row, column, text)
    games = (*standing.games, *(Decimal(0) for _ in range(rounds)))[:rounds]
    won = (*standing.won, *(False for _ in range(rounds)))[:rounds]
    for column, (points, is_won) in enumerate(zip(games, won, strict=True), start=5):
        sheet.write(row, column, _number(points), _game_style(points, is_won=is_won))
    sheet.write(row, 5 + rounds, standing.wins or 0)
    sheet.write(row, 6 + rounds, _number(standing.total), _game_style(standing.total, is_won=False))
    sheet.write(row, 7 + rounds, str(standing.entrant))


def _game_style(points: Decimal, *, is_won: bool) -> xlwt.XFStyle:
    whole = points == points.to_integral_value()
    styles = {
        (True, True): _WON,
        (True, False): _PLAIN,
        (False, True): _WON_THOUSANDTHS,
        (False, False): _THOUSANDTHS,
    }
    return styles[whole, is_won]


def _write_short_standings(book: xlwt.Workbook, standings: tuple[WorkbookStanding, ...]) -> None:
    sheet = book.add_sheet(SHORT_STANDINGS_SHEET)
    for column, header in enumerate(("Pos.", "Nome", "Cognome", "pt_tot", "id")):
        sheet.write(0, column, header, _BOLD)
    for row, standing in enumerate((one for one in standings if one.rank is not None), start=1):
        total = _number(standing.total)
        for column, value in enumerate(
            (str(standing.rank), standing.first, standing.last, total, str(standing.entrant))
        ):
            sheet.write(row, column, value)
