"""The clubs' `.xls` workbook, in and out: one file, one tournament, sheets found by their exact names."""

from .reader import read_workbook
from .readiness import publication_problems
from .values import (
    GHOST,
    TournamentKind,
    Workbook,
    WorkbookInfo,
    WorkbookRound,
    WorkbookSeat,
    WorkbookStanding,
    WorkbookTable,
)
from .writer import write_workbook

__all__ = [
    "GHOST",
    "TournamentKind",
    "Workbook",
    "WorkbookInfo",
    "WorkbookRound",
    "WorkbookSeat",
    "WorkbookStanding",
    "WorkbookTable",
    "publication_problems",
    "read_workbook",
    "write_workbook",
]
