"""What becomes of the standings when somebody withdraws or is disqualified, before anybody does it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.standings import Change, difference
from tournament.models import Entrant, EntrantState
from tournament.selectors.standings import (
    Competitor,
    StageStandings,
    full_name,
    stage_for_standings,
    standings_as_if,
    standings_for_stage,
)


class Leaving(StrEnum):
    """How somebody can leave."""

    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Consequence:
    """One way to leave and whose rank, total or games it would change."""

    way: Leaving
    changes: Sequence[Change]


def consequences_of_leaving(entrant: Entrant) -> tuple[StageStandings | None, list[Consequence]]:
    """The standings as they are, and what each way to leave would change in them.

    None, and nothing, before there are standings or for who does not stand in them.
    """
    stage = stage_for_standings(entrant.tournament)
    shown = standings_for_stage(stage, name=full_name) if stage else None
    competitor = shown.competitors.get(entrant.pk) if shown else None
    if shown is None or competitor is None:
        return None, []
    return shown, [
        Consequence(way, difference(shown.standings, standings_as_if(shown, _left(competitor, way))))
        for way in Leaving
    ]


def _left(competitor: Competitor, way: Leaving) -> Competitor:
    state = EntrantState.WITHDRAWN if way is Leaving.WITHDRAWN else EntrantState.DISQUALIFIED
    return competitor._replace(state=state, games_void=way is Leaving.VOID)
