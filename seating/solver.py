"""Who shares a table: one criterion after the other, none bought at the price of one above it.

For each criterion not yet at its proven bound, swaps are tried at falling temperature with the criteria above
weighing far more; the better seating in the strict order is kept. A cold search comes first, since it settles
most draws of large tournaments in a blink.
"""

from dataclasses import dataclass

from seating.assessment import assess
from seating.board import MARK_BITS, board_for, seats_of
from seating.bounds import lower_bound
from seating.criteria import CRITERIA, CriterionCode, Nature
from seating.effort import QUENCH, Watch, cooling, effort_for
from seating.engine import WORTH_COMPILING, Engine, is_loaded, numba_present
from seating.frame import KIND_OF, Frame, Seats
from seating.kernel import MARKS, UNIT, Weights
from seating.lottery import Lottery
from seating.starts import deal

HOT, COLD = 7 * UNIT // 10, 12 * UNIT // 100
GUARD = 12  # a point of the criterion above weighs this many hottest temperatures
LADDER = 4  # and each criterion further up this many times more
TABLE_NATURES = {Nature.APART, Nature.SIZE, Nature.MEETINGS, Nature.BALANCE}

Vector = tuple[int, ...]


@dataclass(slots=True)
class Search:
    """One draw in progress: the best seating so far and its costs in order."""

    frame: Frame
    codes: tuple[CriterionCode, ...]
    watch: Watch
    lottery: Lottery
    seats: Seats
    costs: Vector
    compiled: bool | None = None

    def bounds(self) -> Vector:
        """Return the proven least cost of each criterion, given what is achieved above it."""
        achieved = dict(zip(self.codes, self.costs, strict=True))
        return tuple(
            lower_bound(self.frame, code, {above: achieved[above] for above in self.codes[:level]})
            for level, code in enumerate(self.codes)
        )


def solve(frame: Frame, watch: Watch, seed: int, *, compiled: bool | None = None) -> Seats:
    """Return the best seating found, people in no particular order at each table.

    ``compiled`` forces the way in which the kernel runs; by default numba is used where it helps.
    """
    codes = tuple(code for code in frame.request.criteria if CRITERIA[code].nature in TABLE_NATURES)
    lottery = Lottery(seed, "tables")
    seats = deal(frame, lottery)
    search = Search(frame, codes, watch, lottery, seats, costs_of(frame, codes, seats), compiled)
    for level in range(len(codes)):
        _improve(search, level)
    return search.seats


def costs_of(frame: Frame, codes: tuple[CriterionCode, ...], seats: Seats) -> Vector:
    """Return what a seating costs by each criterion."""
    rounds = frame.named(seats)
    return tuple(assess(frame.request, rounds, code).value for code in codes)


def _improve(search: Search, level: int) -> None:
    """Bring one criterion down, those above it held."""
    bound = search.bounds()[level]
    effort = effort_for(search.frame.slots)
    if search.costs[level] > bound:
        _run(search, level, bound, QUENCH * search.frame.slots, (1,))
    for _ in range(effort.runs):
        if search.costs[level] <= bound or search.watch.stopped:
            return
        _run(search, level, bound, effort.steps, None)


def _run(search: Search, level: int, bound: int, steps: int, temperatures: tuple[int, ...] | None) -> None:
    """Search once from the best seating and keep what is better in the strict order."""
    code = search.codes[level]
    hot = _hottest(search, code)
    temperatures = temperatures or cooling(hot, max(1, hot * COLD // HOT))
    points = _points(search, level, hot)
    weights = weights_for(search.frame, points)
    cost = sum(point * value for point, value in zip(points.values(), search.costs, strict=False))
    goal = cost - points[code] * (search.costs[level] - bound)
    engine = Engine(board_for(search.frame, search.seats), compiled=_compiles(search, steps))
    random = search.lottery.word()
    for temperature in search.watch.blocks(code, temperatures):
        cost, random, _unused = engine.anneal(
            weights,
            temperature=temperature,
            steps=steps // len(temperatures),
            cost=cost,
            goal=goal,
            random=random,
        )
        if cost <= goal:
            break
    _keep_better(search, seats_of(search.frame, engine.board.seat))


def _keep_better(search: Search, seats: Seats) -> None:
    costs = costs_of(search.frame, search.codes, seats)
    if costs < search.costs:
        search.seats, search.costs = seats, costs


def _compiles(search: Search, steps: int) -> bool:
    if search.compiled is not None:
        return search.compiled
    return numba_present() and (is_loaded() or steps > WORTH_COMPILING)


def _hottest(search: Search, code: CriterionCode) -> int:
    """Return the first temperature: a usual worsening. Strength is measured, the others count by one."""
    if code is not CriterionCode.STRENGTH:
        return HOT
    tables = sum(map(len, search.frame.sizes))
    return max(2, search.costs[search.codes.index(code)] // tables)


def _points(search: Search, level: int, hot: int) -> dict[CriterionCode, int]:
    """Return what one point of each criterion down to that level weighs, most important first."""
    code = search.codes[level]
    points = {
        above: GUARD * hot * LADDER ** (level - 1 - rank) for rank, above in enumerate(search.codes[:level])
    }
    return points | {code: 1 if code is CriterionCode.STRENGTH else UNIT}


def weights_for(frame: Frame, points: dict[CriterionCode, int]) -> Weights:
    """Return the kernel's weights for points a criterion."""
    apart = [0] * (MARKS * frame.rounds)
    for planned in range(frame.rounds):
        for mark in range(MARKS):
            apart[planned * MARKS + mark] = sum(
                points.get(code, 0)
                for code, bit in MARK_BITS.items()
                if mark & bit and (planned == 0 or code is not CriterionCode.WINNERS)
            )
    turns = [0, 0, 0]
    for code, kind in KIND_OF.items():
        turns[kind] = points.get(code, 0)
    clubs = points.get(CriterionCode.CLUB_MEETINGS, 0)
    people = points.get(CriterionCode.PLAYER_CLUB_MEETINGS, 0)
    return Weights(
        repeats=points.get(CriterionCode.REPEATS, 0),
        keeps_apart=int(any(apart)),
        apart=apart,
        sizes=int(any(turns)),
        turns=turns,
        meets_clubs=int(clubs > 0 or people > 0),
        club_meetings=clubs,
        player_club=people,
        strength=points.get(CriterionCode.STRENGTH, 0),
    )
