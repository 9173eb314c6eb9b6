"""Who shares a table: one criterion after the other, none bought at the price of one above it.

For each criterion not yet at its proven bound, swaps are tried at falling temperature with the criteria above
weighing far more; the better seating in the strict order is kept. A cold search comes first, since it settles
most draws of large tournaments in a blink.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from seating.assessment import assess
from seating.board import MARK_BITS, SHARES, board_for, seats_of
from seating.bounds import lower_bound
from seating.criteria import CRITERIA, CriterionCode, Nature
from seating.effort import QUENCH, Effort, Watch, cooling
from seating.engine import WORTH_COMPILING, Engine, is_loaded, numba_present
from seating.frame import KIND_OF, Frame, Seats
from seating.kernel import MARKS, UNIT, Weights
from seating.lottery import Lottery

HOT, COLD = 7 * UNIT // 10, 12 * UNIT // 100
FINENESS = 2_000  # how many times smaller the last differences of strength are
LOW_GUARD = 5
LADDER = 4  # and each criterion further up this many times more
TABLE_NATURES = {Nature.APART, Nature.SIZE, Nature.MEETINGS, Nature.BALANCE}

Vector = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Level:
    """One thing to minimise: a criterion over all planned rounds, or over the next one alone."""

    code: CriterionCode
    next_only: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """One search from the best seating: how many steps, how guarded, and whether it only walks downhill."""

    steps: int
    guard: int
    cold: bool = False


@dataclass(slots=True)
class Search:
    """One search in progress: what is minimised, in order, and the best seating so far with its costs.

    ``next_bounds`` says how far a level that looks at the next round alone is brought down.
    """

    frame: Frame
    levels: tuple[Level, ...]
    watch: Watch
    lottery: Lottery
    seats: Seats
    costs: Vector
    compiled: bool | None = None
    next_bounds: Mapping[CriterionCode, int] = field(default_factory=dict)

    def bound(self, number: int) -> int:
        """Return the proven least cost of a level over all planned rounds, given what is achieved above it."""
        if self.levels[number].next_only:
            return self.next_bounds[self.levels[number].code]
        above = self.levels[:number]
        achieved = {
            level.code: cost for level, cost in zip(above, self.costs, strict=False) if not level.next_only
        }
        return lower_bound(self.frame, self.levels[number].code, achieved)


def levels_for(frame: Frame) -> tuple[Level, ...]:
    """Return the criteria of a request that concern who shares a table, in order."""
    return tuple(Level(code) for code in frame.request.criteria if CRITERIA[code].nature in TABLE_NATURES)


def search_from(
    frame: Frame,
    levels: tuple[Level, ...],
    seats: Seats,
    watch: Watch,
    lottery: Lottery,
    *,
    compiled: bool | None = None,
) -> Search:
    """Return a search that starts from a seating.

    ``compiled`` forces the way in which the kernel runs; by default numba is used where it helps.
    """
    return Search(frame, levels, watch, lottery, seats, costs_of(frame, levels, seats), compiled)


def improve_all(search: Search, effort: Effort) -> None:
    """Bring down one level after the other."""
    for number in range(len(search.levels)):
        _improve(search, number, effort)


def costs_of(frame: Frame, levels: tuple[Level, ...], seats: Seats) -> Vector:
    """Return what a seating costs at each level."""
    rounds = frame.named(seats)
    return tuple(
        assess(frame.request, rounds[:1] if level.next_only else rounds, level.code).value for level in levels
    )


def _improve(search: Search, number: int, effort: Effort) -> None:
    """Bring one level down, those above it held."""
    bound = search.bound(number)
    if search.costs[number] > bound:
        _run(search, number, bound, Run(QUENCH * search.frame.slots, effort.guards[0], cold=True))
    kept_apart = CRITERIA[search.levels[number].code].nature is Nature.APART
    for attempt in range(effort.runs):
        if search.costs[number] <= bound or search.watch.stopped:
            return
        guard = LOW_GUARD if kept_apart else effort.guards[attempt % len(effort.guards)]
        _run(search, number, bound, Run(_steps(search, number, effort), guard))


def _steps(search: Search, number: int, effort: Effort) -> int:
    """Return the steps of a run: fewer where clubs are counted, which takes longer a step."""
    counted = {CriterionCode.CLUB_MEETINGS, CriterionCode.PLAYER_CLUB_MEETINGS}
    clubs = any(level.code in counted for level in search.levels[: number + 1])
    return effort.steps // 4 if clubs else effort.steps


def _run(search: Search, number: int, bound: int, run: Run) -> None:
    """Search once from the best seating and keep what is better in the strict order."""
    code = search.levels[number].code
    hot, cold = _temperatures(search, number)
    temperatures = (1,) if run.cold else cooling(hot, cold)
    points = _points(search, number, hot * run.guard)
    weights = weights_for(search.frame, points)
    cost = sum(point * value for point, value in zip(points.values(), search.costs, strict=False))
    goal = cost - points[search.levels[number]] * (search.costs[number] - bound)
    board = board_for(search.frame, search.seats, cost, ahead=bool(weights.next_round))
    engine = Engine(board, compiled=_compiles(search, run.steps))
    random = search.lottery.word()
    for temperature in search.watch.blocks(code, temperatures):
        cost, random, _unused = engine.anneal(
            weights,
            temperature=temperature,
            steps=run.steps // len(temperatures),
            cost=cost,
            goal=goal,
            random=random,
        )
        if cost <= goal:
            break
    _keep_better(search, seats_of(search.frame, engine.board.best))


def _keep_better(search: Search, seats: Seats) -> None:
    costs = costs_of(search.frame, search.levels, seats)
    if costs < search.costs:
        search.seats, search.costs = seats, costs


def _compiles(search: Search, steps: int) -> bool:
    if search.compiled is not None:
        return search.compiled
    return numba_present() and (is_loaded() or steps > WORTH_COMPILING)


def _temperatures(search: Search, number: int) -> tuple[int, int]:
    """Return the hottest and the coldest temperature, in the measure of a usual worsening."""
    if search.levels[number].code is CriterionCode.STRENGTH:
        hot = max(FINENESS, _coarseness(search, number))
        return hot, hot // FINENESS
    stress = _stress(search, number)
    return HOT * stress, COLD * stress


def _coarseness(search: Search, number: int) -> int:
    """Return what strength costs at a table filled by chance, so that its figures can be weighed; else 0."""
    if search.levels[number].code is not CriterionCode.STRENGTH:
        return 0
    strength = search.frame.strength[: search.frame.players]
    squares = len(strength) * sum(one * one for one in strength) - sum(strength) ** 2
    return SHARES * SHARES * squares // (4 * len(strength) ** 2)


def _points(search: Search, number: int, guard: int) -> dict[Level, int]:
    """Return what one point of each level down to that one weighs, most important first."""
    level = search.levels[number]
    points = {level: 1 if level.code is CriterionCode.STRENGTH else UNIT}
    weight = guard * _stress(search, number)
    for rank in range(number - 1, -1, -1):
        points[search.levels[rank]] = max(1, weight * UNIT // (UNIT + _coarseness(search, rank)))
        weight *= LADDER * _stress(search, rank)
    return dict(reversed(points.items()))


def _stress(search: Search, number: int) -> int:
    """Return how much one swap may save at a level: more where the same people or clubs meet again and again."""
    if CRITERIA[search.levels[number].code].nature is not Nature.MEETINGS:
        return 1
    pairs = sum(size * (size - 1) // 2 for sizes in search.frame.sizes for size in sizes)
    return max(1, 4 * search.costs[number] // pairs)


def weights_for(frame: Frame, points: Mapping[Level, int]) -> Weights:
    """Return the kernel's weights for points a level."""
    everywhere = {level.code: point for level, point in points.items() if not level.next_only}
    next_only = {level.code: point for level, point in points.items() if level.next_only}
    apart = _apart_weights(frame, everywhere, next_only)
    turns = _turn_weights(everywhere)
    clubs = everywhere.get(CriterionCode.CLUB_MEETINGS, 0)
    people = everywhere.get(CriterionCode.PLAYER_CLUB_MEETINGS, 0)
    return Weights(
        repeats=everywhere.get(CriterionCode.REPEATS, 0),
        keeps_apart=int(any(apart)),
        apart=apart,
        sizes=int(any(turns)),
        turns=turns,
        next_round=int(bool(next_only)),
        next_repeats=next_only.get(CriterionCode.REPEATS, 0),
        next_turns=_turn_weights(next_only),
        meets_clubs=int(clubs > 0 or people > 0),
        club_meetings=clubs,
        player_club=people,
        strength=everywhere.get(CriterionCode.STRENGTH, 0),
    )


def _turn_weights(points: Mapping[CriterionCode, int]) -> list[int]:
    turns = [0, 0, 0]
    for code, kind in KIND_OF.items():
        turns[kind] = points.get(code, 0)
    return turns


def _apart_weights(
    frame: Frame, everywhere: Mapping[CriterionCode, int], next_only: Mapping[CriterionCode, int]
) -> list[int]:
    """Return the weight of each mark in each round; winners are those of the last round, so they count in the next."""
    apart: list[int] = []
    for planned in range(frame.rounds):
        point = {
            code: (everywhere.get(code, 0) if planned == 0 or code is not CriterionCode.WINNERS else 0)
            + (next_only.get(code, 0) if planned == 0 else 0)
            for code in MARK_BITS
        }
        apart.extend(
            sum(point[code] for code, bit in MARK_BITS.items() if mark & bit) for mark in range(MARKS)
        )
    return apart
