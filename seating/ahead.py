"""Looking ahead: the next round is drawn as the first of all those that are still to come.

What is best for one round alone can be dear later: who has not sat at a table of 5 yet, and who of a club has not
met whom, must be seated in the last rounds somehow. So the rounds to come are planned together several times over,
and the best plan gives the next round. Each criterion counts over all of them first, then for the next alone,
before the criterion below it.
"""

from dataclasses import replace
from operator import attrgetter, itemgetter

from seating.criteria import CriterionCode
from seating.effort import AHEAD, FINISH, GUARDS_AHEAD, Watch
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
    """Return the seats of the next round: those found for it alone where it is the last, else those of the best plan."""
    further = _further(frame, found)
    if further < 1:
        return found.seats
    longer = frame_for(replace(frame.request, rounds=1 + further), frame.sizes * (1 + further))
    plans = [_plan(longer, found, watch, attempt) for attempt in range(len(GUARDS_AHEAD))]
    best = min(plans, key=attrgetter("costs"))
    improve_all(best, FINISH)
    return found.seats if watch.stopped else best.seats[:1]


def _plan(longer: Frame, found: Search, watch: Watch, attempt: int) -> Search:
    """Plan all rounds alike, then put that one first which costs least as the next."""
    lottery = Lottery(longer.request.seed, f"plan {attempt}")
    search = search_from(longer, found.levels, deal(longer, lottery), watch, lottery, compiled=found.compiled)
    improve_all(search, replace(AHEAD, guards=(GUARDS_AHEAD[attempt],)))
    search.levels = tuple(
        Level(level.code, next_only=next_only) for level in found.levels for next_only in (False, True)
    )
    search.next_bounds = {level.code: cost for level, cost in zip(found.levels, found.costs, strict=True)}
    orders = [[tables, *search.seats[:n], *search.seats[n + 1 :]] for n, tables in enumerate(search.seats)]
    search.costs, search.seats = min(
        ((costs_of(longer, search.levels, order), order) for order in orders), key=itemgetter(0)
    )
    return search


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
