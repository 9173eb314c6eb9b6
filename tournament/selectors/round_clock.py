"""The clock of a room and of its tables: computed from stored instants, so it survives reloads and restarts."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from tournament.models import Round, Table


@dataclass(frozen=True, slots=True)
class RoundClock:
    """When the time limit expires; `seconds_left` is set while the clock stands still (negative: over time)."""

    ends_at: datetime
    seconds_left: int | None = None

    @property
    def stands_still(self) -> bool:
        """True while it does not run."""
        return self.seconds_left is not None

    def is_over(self, now: datetime | None = None) -> bool:
        """True once the time limit has expired (8.2)."""
        if self.seconds_left is not None:
            return self.seconds_left <= 0
        return (now or timezone.now()) >= self.ends_at


def clock_of(round_: Round, table: Table | None = None) -> RoundClock | None:
    """The clock of the room, or of one table with the time it was given back; None before the start."""
    if round_.started_at is None:
        return None
    given = round_.stopped_seconds + (table.returned_seconds if table else 0)
    ends_at = round_.started_at + timedelta(minutes=round_.time_limit_minutes, seconds=given)
    stopped = [at for at in (round_.stopped_at, table.stopped_at if table else None) if at is not None]
    if not stopped:
        return RoundClock(ends_at)
    since = min(stopped)
    return RoundClock(ends_at + (timezone.now() - since), int((ends_at - since).total_seconds()))
