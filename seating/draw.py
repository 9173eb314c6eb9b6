"""The draw: one request in, one drawing out, or the reason why there is none."""

from collections.abc import Callable
from time import perf_counter

from seating.ahead import look_ahead
from seating.checker import check
from seating.criteria import CriterionCode
from seating.effort import Progress, Watch, effort_for
from seating.engine import numba_present
from seating.frame import Frame, Seats, frame_for
from seating.lottery import Lottery
from seating.proposals import Impossible, proposals_for
from seating.report import Drawing, Report, lines_for
from seating.request import Player, Request, Scheme, validate
from seating.schemes import seats_by_scheme
from seating.solver import improve_all, levels_for, search_from
from seating.splits import Split
from seating.starts import deal
from seating.table_numbers import number_tables
from seating.teams import turn_clubs
from seating.turns import order_turns


def draw(
    request: Request,
    *,
    progress: Callable[[Progress], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    compiled: bool | None = None,
) -> Drawing:
    """Draw the planned rounds of a request, best in the order of its criteria that the search finds.

    ``progress`` is told how far the search has come; as soon as ``cancelled`` answers True the best seating
    so far is returned, and its report says ``limit_reached``. ``compiled`` forces or forbids numba, which
    changes the time but never the tables.

    Raises InvalidRequest with every defect, and Impossible with proposals when no legal tables exist.
    """
    started = perf_counter()
    validate(request)
    splits = splits_for(request)
    frame = frame_for(request, tuple(split.sizes for split in splits))
    watch = Watch.starting(request.time_limit_s, progress, cancelled)
    rounds = frame.named(_seat(frame, watch, compiled=compiled))
    report = Report(
        criteria=lines_for(frame, rounds),
        checked=not check(request, rounds),
        seconds=round(perf_counter() - started, 3),
        limit_reached=watch.stopped,
    )
    return Drawing(rounds, splits, report)


def warm_up() -> bool:
    """Load (and once on each machine compile) the kernel before somebody waits for it; False without numba."""
    if numba_present():
        people = tuple(Player(id=str(number)) for number in range(8))
        draw(Request(players=people, rounds=2, criteria=(CriterionCode.REPEATS,)), compiled=True)
    return numba_present()


def splits_for(request: Request) -> tuple[Split, ...]:
    """Return the split of each planned round. Raises Impossible where there is none."""
    splits: list[Split] = []
    for planned in range(request.rounds):
        split = request.split_in(planned)
        if split is None:
            count = len(request.seated_in(planned))
            raise Impossible(count, request.split, proposals_for(count, request.split))
        splits.append(split)
    return tuple(splits)


def _seat(frame: Frame, watch: Watch, *, compiled: bool | None) -> Seats:
    request = frame.request
    if request.scheme is Scheme.DRAW:
        seats = _draw_tables(frame, watch, compiled=compiled)
    else:
        seats = seats_by_scheme(frame)
    seats = order_turns(frame, seats, watch, Lottery(request.seed, "turns"))
    numbered = request.scheme is Scheme.DRAW and CriterionCode.TABLE_CHANGE in request.criteria
    return number_tables(frame, seats, Lottery(request.seed, "numbers")) if numbered else seats


def _draw_tables(frame: Frame, watch: Watch, *, compiled: bool | None) -> Seats:
    lottery = Lottery(frame.request.seed, "tables")
    start = turn_clubs(frame, lottery) or deal(frame, lottery)
    search = search_from(frame, levels_for(frame), start, watch, lottery, compiled=compiled)
    improve_all(search, effort_for(frame.slots))
    return look_ahead(frame, search, watch)
