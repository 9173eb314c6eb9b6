"""Who sits where: splits into tables, ordered criteria, the draw, the checker, the repair.

Pure Python (numpy and, when present, numba): no database, no web. One call draws, one call judges:

- ``draw(request) -> Drawing`` seats everybody and reports what each criterion costs and must cost;
- ``check(request, rounds) -> tuple[Violation, ...]`` judges any seating, and knows nothing of ``draw``;
- ``repair(request, tables, change) -> tuple[Repair, ...]`` proposes the smallest changes when reality changes.
"""

from seating.assessment import Case
from seating.checker import Violation, ViolationCode, check
from seating.criteria import CRITERIA, Criterion, CriterionCode
from seating.document import defects_document, drawing_document, impossible_document, request_from_document
from seating.draw import draw, warm_up
from seating.lottery import commitment, verifies
from seating.proposals import Impossible, Proposal, ProposalCode
from seating.repair import Repair, TableChange, repair
from seating.repair_search import Change, ChangeCode
from seating.report import CriterionLine, Drawing, Report
from seating.request import (
    InvalidRequest,
    Player,
    Request,
    Round,
    Scheme,
    Table,
)
from seating.resting import choose_resting, staggered
from seating.splits import Split, SplitPolicy, split_for, splits_of

__all__ = [
    "CRITERIA",
    "Case",
    "Change",
    "ChangeCode",
    "Criterion",
    "CriterionCode",
    "CriterionLine",
    "Drawing",
    "Impossible",
    "InvalidRequest",
    "Player",
    "Proposal",
    "ProposalCode",
    "Repair",
    "Report",
    "Request",
    "Round",
    "Scheme",
    "Split",
    "SplitPolicy",
    "Table",
    "TableChange",
    "Violation",
    "ViolationCode",
    "check",
    "choose_resting",
    "commitment",
    "defects_document",
    "draw",
    "drawing_document",
    "impossible_document",
    "repair",
    "request_from_document",
    "split_for",
    "splits_of",
    "staggered",
    "verifies",
    "warm_up",
]
