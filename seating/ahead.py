"""Looking ahead: of the best tables for the next round, those that leave the best rounds to come.

One round has many seatings that cost the same, and they differ in what they leave possible. So the next round is
searched once more together with those that may follow: what it costs itself comes first and is held, then what
all of them cost together.
"""

from dataclasses import replace

from seating.criteria import CriterionCode
from seating.effort import AHEAD, Watch
from seating.frame import Frame, Seats, frame_for
from seating.lottery import Lottery
from seating.solver import Level, Search, costs_of, improve_all, search_from
from seating.starts import deal

HORIZON = 5  # rounds in all that are thought of when the request does not say
LARGEST = 64  # people; with more, new opponents are never scarce
JUDGED_BY_ROUND = {
    CriterionCode.KEEP_APART,
    CriterionCode.CLUBS,
    CriterionCode.FAMILIES,
    CriterionCode.REGIONS,
    CriterionCode.WINNERS,
    CriterionCode.BANDS,
    CriterionCode.FIVES,
    CriterionCode.THREES,
    CriterionCode.REPEATS,
}


def look_ahead(frame: Frame, found: Search, watch: Watch) -> Seats:
    """Return the seats of the next round: those found, or as good ones that leave more."""
    further = _further(frame, found)
    if further < 1:
        return found.seats
    longer = frame_for(replace(frame.request, rounds=1 + further), frame.sizes * (1 + further))
    lottery = Lottery(frame.request.seed, "ahead")
    levels = tuple(Level(level.code, next_only=True) for level in found.levels) + found.levels
    seats = found.seats + deal(longer, lottery)[1:]
    search = search_from(longer, levels, seats, watch, lottery, compiled=found.compiled)
    improve_all(search, AHEAD)
    next_round = search.seats[:1]
    return next_round if costs_of(frame, found.levels, next_round) <= found.costs else found.seats


def _further(frame: Frame, found: Search) -> int:
    """Return how many rounds after the next are worth thinking of."""
    request = frame.request
    codes = {level.code for level in found.levels}
    if frame.rounds != 1 or request.sizes is not None or frame.players > LARGEST:
        return 0
    if not codes <= JUDGED_BY_ROUND or codes.isdisjoint({CriterionCode.REPEATS, CriterionCode.FIVES}):
        return 0
    horizon = HORIZON if request.horizon is None else request.horizon
    return horizon - len(request.history) - 1
