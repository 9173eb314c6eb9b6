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


def write_workbook(workbook: Workbook) -> bytes:
    """The file of a workbook, as `writer` describes it."""
    from .writer import write_workbook as write  # noqa: PLC0415  # its styles would be made at every start

    return write(workbook)
