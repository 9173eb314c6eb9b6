"""Looking ahead: of the best tables for the next round, those that leave the best rounds to come.

One round has many seatings that cost the same, and they differ in what they leave possible. So the next round is
searched once more together with those that may follow: what it costs itself comes first and is held, then what
all of them cost together.
"""

from dataclasses import replace
from operator import itemgetter

from seating.criteria import CriterionCode
from seating.effort import AHEAD, Watch
from seating.frame import Frame, Seats, frame_for
from seating.lottery import Lottery
from seating.solver import Level, Search, costs_of, improve_all, search_from
from seating.starts import deal

HORIZON = 5  # rounds in all that are thought of when the request does not say
FREE_PLANS = 3
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
    plans = [_free_plan(longer, found, watch, attempt) for attempt in range(FREE_PLANS)]
    plans.append(_held_plan(longer, found, watch))
    candidates = [(plan.costs[-len(found.levels) :], _cheapest_round(frame, found, plan)) for plan in plans]
    good = [(costs, seats) for costs, seats in candidates if seats is not None]
    return min(good, key=itemgetter(0))[1] if good else found.seats


def _free_plan(longer: Frame, found: Search, watch: Watch, attempt: int) -> Search:
    """Plan all rounds alike: often one of them happens to be among the best next rounds."""
    lottery = Lottery(longer.request.seed, f"plan {attempt}")
    search = search_from(longer, found.levels, deal(longer, lottery), watch, lottery, compiled=found.compiled)
    improve_all(search, replace(AHEAD, runs=1))
    return search


def _held_plan(longer: Frame, found: Search, watch: Watch) -> Search:
    """Plan all rounds from the next one found, and let that cost no more by itself."""
    lottery = Lottery(longer.request.seed, "ahead")
    levels = tuple(Level(level.code, next_only=True) for level in found.levels) + found.levels
    seats = found.seats + deal(longer, lottery)[1:]
    search = search_from(longer, levels, seats, watch, lottery, compiled=found.compiled)
    improve_all(search, AHEAD)
    return search


def _cheapest_round(frame: Frame, found: Search, plan: Search) -> Seats | None:
    """Return the round of a plan that would cost least as the next one, if no more than the one found."""
    options = [[tables] for tables in plan.seats]
    costs = [costs_of(frame, found.levels, option) for option in options]
    cheapest = min(costs)
    return options[costs.index(cheapest)] if cheapest <= found.costs else None


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
