"""The public's standings and entrants, read once a version in each process: pages, personal pages and the API share them.

Only for what is read to be shown: who changes a tournament computes anew, within the change.
"""

from collections import OrderedDict
from functools import lru_cache
from threading import Lock
from typing import Any

from django.utils.translation import get_language

from tournament.models import Stage, Tournament
from tournament.selectors.laid import EnteredRow, entered
from tournament.selectors.public import Sight
from tournament.selectors.standings import (
    StageStandings,
    stage_for_standings,
    stage_of_round,
    standings_for_stage,
)

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
        key = (where, tournament.data_version, repr(tournament.formula))
        with self._lock:
            standings = self._known.get(key)
            if standings is None:
                before = next((self._known[old] for old in reversed(self._known) if old[0] == where), None)
                standings = standings_for_stage(stage, after_round=after, name=sight.name_of, before=before)
                self._known[key] = standings
                while len(self._known) > self._limit:
                    self._known.popitem(last=False)
            return standings


known_standings = KnownStandings()


def shown_standings(sight: Sight, stage: Stage, after: int | None) -> StageStandings:
    """The standings as this visitor may see them; names of those who work here are the real ones, and not kept."""
    if sight.works_here:
        return standings_for_stage(stage, after_round=after, name=sight.name_of)
    return known_standings.of(sight.tournament, stage, after, sight)


def standings_asked_for(sight: Sight, after: int | None) -> StageStandings | None:
    """The tournament's standings now, or those of the stage of a round after it, as far as this visitor may see.

    None where there is no such round, or no stage yet.
    """
    shown = sight.last_round_for(after)
    stage = (
        stage_of_round(sight.tournament, shown) if after and shown else stage_for_standings(sight.tournament)
    )
    return shown_standings(sight, stage, shown) if stage else None


def shown_entrants(sight: Sight) -> tuple[EnteredRow, ...]:
    """Everybody who is entered, by number, for the public remembered until something else than a result changes."""
    tournament = sight.tournament
    if sight.works_here:
        return entered(tournament.pk)
    return known_entrants(tournament.pk, tournament.version_beside_results, get_language())


@lru_cache(maxsize=LATEST)
def known_entrants(tournament: int, _version: int, _language: str | None) -> tuple[EnteredRow, ...]:
    """Everybody entered in a version of a tournament, in the active language."""
    return entered(tournament)
