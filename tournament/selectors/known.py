"""The public's standings, computed once a data version in each process: pages, personal pages and the API share them.

Only for what is read to be shown: who changes a tournament computes anew, within the change.
"""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any, Generic, TypeVar

from django.utils.translation import get_language

from scoring.standings import Row
from tournament.models import Stage, Tournament
from tournament.selectors.public import Sight
from tournament.selectors.standings import Competitor, StageStandings, standings_for_stage

Line = TypeVar("Line")

LATEST = 8
"""So many are remembered: a few halls in play, now and after an earlier round."""


class KnownStandings:
    """The latest standings by all that decides them."""

    def __init__(self, limit: int = LATEST) -> None:
        self._limit = limit
        self._lock = Lock()
        self._known: OrderedDict[tuple[Any, ...], StageStandings] = OrderedDict()

    def clear(self) -> None:
        """Forget them all."""
        self._known.clear()

    def of(self, tournament: Tournament, stage: Stage, after: int | None, sight: Sight) -> StageStandings:
        """The standings of a stage after a round; whoever comes while they are computed waits for them."""
        where = (stage.pk, after, get_language())
        key = (*where, tournament.data_version, repr(tournament.formula))
        with self._lock:
            standings = self._known.get(key)
            if standings is None:
                before = next((self._known[old] for old in reversed(self._known) if old[:3] == where), None)
                standings = standings_for_stage(stage, after_round=after, name=sight.name_of, before=before)
                self._known[key] = standings
                while len(self._known) > self._limit:
                    self._known.popitem(last=False)
            return standings


known_standings = KnownStandings()


class Lines(Generic[Line]):
    """What was made of each competitor's row in a standing; a row that says what it said is not made again."""

    def __init__(self, make: Callable[[Row, Competitor], Line]) -> None:
        self._make = make
        self._made: dict[int, tuple[Row, Competitor, Line]] = {}

    def line(self, row: Row, one: Competitor) -> Line:
        """What is made of this row."""
        made = self._made.get(one.pk)
        if made is None or made[0] != row or made[1] != one:
            made = self._made[one.pk] = (row, one, self._make(row, one))
        return made[2]


def shown_standings(sight: Sight, stage: Stage, after: int | None) -> StageStandings:
    """The standings as this visitor may see them; names of those who work here are the real ones, and not kept."""
    if sight.works_here:
        return standings_for_stage(stage, after_round=after, name=sight.name_of)
    return known_standings.of(sight.tournament, stage, after, sight)
