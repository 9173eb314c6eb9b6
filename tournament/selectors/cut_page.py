"""The cut page's lines: every row of the standing with the role that the cut would give it."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import takewhile

from scoring.bands import SemifinalPlan
from scoring.cut import Cut, Edge, Key, TieAtCut
from scoring.text import Text, figure
from tournament.models import Entrant
from tournament.selectors.cut import CutInPreparation, qualified_ids
from tournament.selectors.knockout_plan import entrant_id


@dataclass(frozen=True, slots=True)
class Role:
    """What somebody plays next: a direct finalist (no band), or a semifinalist of a band, of which final."""

    final: int
    band: int | None
    saved: bool = False


@dataclass(frozen=True, slots=True)
class CutRow:
    """One line of the standing. `is_last_in` draws the cut under it."""

    rank: int
    entrant: Entrant
    total: Text
    wins: int
    role: Role | None
    is_in: bool
    is_tied: bool
    available: bool
    declined: bool
    is_last_in: bool


@dataclass(frozen=True, slots=True)
class Band:
    """People of whom one sits at every table of a set; the direct finalists are band 0."""

    final: int
    number: int
    entrants: tuple[Entrant, ...]


def rows_of(cut: CutInPreparation) -> tuple[CutRow, ...]:
    """The standing from first to last with what each row would play."""
    roles, tied = roles_of(cut), set(cut.tie.tied) if cut.tie else set()
    qualified = set(certain_of(cut))
    # Of those who are level, whoever goes on stands above the line.
    standing = sorted(cut.standing, key=lambda place: (place.rank, place.player not in qualified))
    by_standing = {
        place.player
        for place in standing
        if place.player in qualified and not (roles.get(place.player) or NOBODY).saved
    }
    last = [place.player for place in standing if place.player in by_standing and not tied][-1:]
    return tuple(
        CutRow(
            place.rank,
            cut.entrants[entrant_id(place.player)],
            figure(Fraction(place.total)),
            place.wins,
            roles.get(place.player),
            place.player in qualified,
            place.player in tied,
            place.available,
            place.player in cut.plan.declined,
            place.player in last,
        )
        for place in standing
        if entrant_id(place.player) in cut.entrants
    )


NOBODY = Role(0, None)


def certain_of(cut: CutInPreparation) -> tuple[Key, ...]:
    """Who goes on for certain: with a tie at the line, those above it."""
    if not isinstance(cut.outcome, TieAtCut):
        return qualified_ids(cut.outcome)
    if cut.outcome.edge is not Edge.CUT:
        return ()
    undecided = cut.outcome.tied
    above = takewhile(lambda place: place.player not in undecided, cut.standing)
    return tuple(place.player for place in above if place.available)


def roles_of(cut: CutInPreparation) -> Mapping[Key, Role]:
    """What each qualified player plays next."""
    if not isinstance(cut.outcome, SemifinalPlan):
        going = qualified_ids(cut.outcome) if isinstance(cut.outcome, Cut) else ()
        return dict.fromkeys(going, NOBODY)
    saved = {place.player for place in cut.outcome.ripescati}
    roles: dict[Key, Role] = {}
    for final in cut.outcome.sets:
        roles |= {place.player: Role(final.number, None) for place in final.direct}
        for number, band in enumerate(final.bands, start=1):
            roles |= {place.player: Role(final.number, number, saved=place.player in saved) for place in band}
    return roles


def bands_of(cut: CutInPreparation) -> tuple[Band, ...]:
    """The direct finalists and the bands of every set."""
    if not isinstance(cut.outcome, SemifinalPlan):
        return ()
    found = []
    for final in cut.outcome.sets:
        for number, band in enumerate((final.direct, *final.bands)):
            people = tuple(cut.entrants[entrant_id(place.player)] for place in band)
            if people:
                found.append(Band(final.number, number, people))
    return tuple(found)
