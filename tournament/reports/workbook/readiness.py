"""Whether a workbook would pass the clubs' publication, and what is missing (names who and what)."""

from collections.abc import Iterator

from tournament.reports.columns import plain
from tournament.reports.problems import Problem, error, warning

from .values import GHOST, TournamentKind, Workbook, WorkbookInfo

_KINDS = {plain(kind): kind for kind in TournamentKind}
_WITHOUT_STANDINGS = {TournamentKind.TEAMS, TournamentKind.PAIRS, TournamentKind.FRIENDLY}


def publication_problems(workbook: Workbook, filename: str = "") -> tuple[Problem, ...]:
    """What keeps the workbook from being published (errors) and what will be asked for (warnings)."""
    found: list[Problem] = []
    if "'" in filename or "’" in filename:
        found.append(error("file_name_apostrophe", value=filename))
    info = workbook.info or WorkbookInfo()
    return (*found, *_info(info), *_rounds(workbook, info), *_standings(workbook, info), *_people(workbook))


def _info(info: WorkbookInfo) -> Iterator[Problem]:
    needed = {
        "TORNEO D3": info.organiser,
        "TORNEO D4": info.name,
        "TORNEO D5": info.kind,
        "TORNEO D6": info.planned_rounds,
    }
    for cell, value in needed.items():
        if not value:
            yield error("info_missing", value=cell)
    if info.kind and plain(info.kind) not in _KINDS:
        yield error("kind_unknown", value=info.kind)


def _rounds(workbook: Workbook, info: WorkbookInfo) -> Iterator[Problem]:
    if not any(played.tables for played in workbook.rounds):
        yield error("no_games")
    if info.planned_rounds is not None and len(workbook.rounds) > info.planned_rounds:
        yield error("rounds_beyond_plan", value=str(len(workbook.rounds)), other=str(info.planned_rounds))
    for number in range(len(info.dates) + 1, len(workbook.rounds) + 1):
        yield error("round_date_missing", value=str(number))
    for number, (earlier, later) in enumerate(zip(info.dates, info.dates[1:], strict=False), start=2):
        if later < earlier:
            yield error("round_dates_disordered", value=str(number))


def _standings(workbook: Workbook, info: WorkbookInfo) -> Iterator[Problem]:
    kind = _KINDS.get(plain(info.kind))
    finished = info.planned_rounds is not None and len(workbook.rounds) >= info.planned_rounds
    if finished and not workbook.standings and kind not in _WITHOUT_STANDINGS:
        yield error("standings_missing")
    played = _played(workbook)
    for standing in workbook.standings:
        if standing.rank is not None and standing.entrant not in played:
            yield error("standing_without_game", value=f"{standing.first} {standing.last}")


def _people(workbook: Workbook) -> Iterator[Problem]:
    played = _played(workbook)
    for row in workbook.entrants:
        if row.number not in played:
            continue
        if not (row.first and row.last):
            yield error("name_incomplete", value=str(row.number))
        if row.birth_date is None and not row.national_id:
            yield warning("birth_or_national_id_missing", value=row.name)


def _played(workbook: Workbook) -> set[int]:
    tables = (table for played in workbook.rounds for table in played.tables)
    return {seat.entrant for table in tables for seat in table.seats} - {GHOST}
