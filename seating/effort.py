"""How much search a draw gets, in steps, and how hot it begins: the same on every machine."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from time import monotonic

BLOCKS = 160  # temperatures of one run
QUENCH = 40  # steps a seat of the first, cold search that settles easy cases


# A point of the criterion above weighs this many hottest temperatures, run after run: a low guard lets people
# be exchanged through a seating that is worse above, which some clubs need; a high one cools better.
GUARDS = (12, 12, 5, 12, 2, 1)


@dataclass(frozen=True, slots=True)
class Effort:
    """Steps of one run and the number of runs, for draws of up to that many seats in all."""

    seats: int
    steps: int
    runs: int
    guards: tuple[int, ...] = GUARDS


EFFORTS: tuple[Effort, ...] = (
    Effort(30, 100_000, 6),
    Effort(60, 800_000, 4),
    Effort(260, 2_000_000, 4),
    Effort(380, 1_600_000, 3),
    Effort(1_000, 480_000, 1),
)
STEPS_A_SEAT = 100  # beyond the table
AHEAD = Effort(0, 600_000, 1)  # of one plan of all rounds to come
GUARDS_AHEAD = (12, 2, 2, 1)  # of each plan: what one does not find, another does
FINISH = Effort(0, 600_000, 1, (5,))  # of the best plan


def effort_for(slots: int) -> Effort:
    """Return the effort that a draw of that many seats deserves."""
    beyond = Effort(slots, STEPS_A_SEAT * slots, 1)
    return next((effort for effort in EFFORTS if slots <= effort.seats), beyond)


@cache
def cooling(hot: int, cold: int) -> tuple[int, ...]:
    """Return the temperatures of one run, falling evenly by ratio from hot to cold."""
    ratio = Decimal(cold) / Decimal(hot)
    return tuple(int(hot * ratio ** (Decimal(block) / (BLOCKS - 1))) for block in range(BLOCKS))


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a draw has come: a share of the planned search from 0 to 100, and what it is busy with."""

    percent: int
    criterion: str


@dataclass(slots=True)
class Watch:
    """Looks at the clock and the director between blocks of steps; ``stopped`` says that one of them ended it."""

    progress: Callable[[Progress], None] | None = None
    cancelled: Callable[[], bool] | None = None
    deadline: float | None = None
    stopped: bool = False

    @classmethod
    def starting(
        cls,
        seconds: int | None,
        progress: Callable[[Progress], None] | None,
        cancelled: Callable[[], bool] | None,
    ) -> "Watch":
        """Return a watch that ends after some seconds, or never."""
        return cls(progress, cancelled, None if seconds is None else monotonic() + seconds)

    def goes_on(self, criterion: str, done: int, planned: int) -> bool:
        """Report progress and return whether the search may continue."""
        if self.progress is not None:
            self.progress(Progress(min(100, 100 * done // planned), criterion))
        if self.cancelled is not None and self.cancelled():
            self.stopped = True
        if self.deadline is not None and monotonic() >= self.deadline:
            self.stopped = True
        return not self.stopped

    def blocks(self, criterion: str, temperatures: tuple[int, ...]) -> Iterator[int]:
        """Yield the temperatures of a run while the search may continue."""
        for done, temperature in enumerate(temperatures):
            if not self.goes_on(criterion, done, len(temperatures)):
                return
            yield temperature
