"""What a director knows before a draw: who is here, how they split, what stands in the way."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from seating.proposals import Proposal, proposals_for
from seating.splits import SplitPolicy
from seating.words import Words
from tournament.models import (
    Entrant,
    EntrantState,
    Round,
    RoundState,
    Submission,
    SubmissionState,
    Table,
    Tournament,
)
from tournament.selectors.rounds import missing_results
from tournament.selectors.seating import (
    Layout,
    SplitChoice,
    has_fours_and_fives,
    policy_of,
    present_entrants,
    split_choices,
    standby_entrants,
)


@dataclass(frozen=True, slots=True)
class DrawingAhead:
    """The next draw. `draft` is the one that was made already; `missing` are tables of the last round without result,
    `reported` those among them (by id) whose report only waits to be confirmed.

    `standby` are volunteers who are here and play only when they are called in.
    `fours_and_fives` is true for the tables of article 12.1, which some numbers of players cannot fill.
    """

    number: int
    draft: Round | None
    latest: Round | None
    missing: tuple[Table, ...]
    reported: frozenset[int]
    present: tuple[Entrant, ...]
    standby: tuple[Entrant, ...]
    not_called: tuple[Entrant, ...]
    splits: tuple[SplitChoice, ...]
    ways_out: tuple[Proposal, ...]
    takes_threes: bool
    fours_and_fives: bool


def drawing_ahead(tournament: Tournament) -> DrawingAhead:
    """Everything that the page before the draw shows."""
    latest = tournament.rounds.order_by("-number").first()
    draft = latest if latest and latest.state == RoundState.DRAFT else None
    number = latest.number + 1 if latest else 1
    present = tuple(present_entrants(tournament, number))
    waiting = tournament.entrants.filter(state__in=[EntrantState.REGISTERED, EntrantState.CONFIRMED])
    splits = split_choices(tournament, len(present))
    policy = policy_of(tournament)
    fours_and_fives = has_fours_and_fives(tournament)
    missing = tuple(missing_results(latest)) if latest and not draft else ()
    return DrawingAhead(
        number=number,
        draft=draft,
        latest=latest,
        missing=missing,
        reported=reported_among(missing),
        present=present,
        standby=tuple(standby_entrants(tournament, number)),
        not_called=tuple(waiting.select_related("person")),
        splits=splits,
        ways_out=() if splits else proposals_for(len(present), policy),
        takes_threes=fours_and_fives
        and (3 in tournament.formula.get("sizes", ()) or policy not in FOURS_AND_FIVES),
        fours_and_fives=fours_and_fives,
    )


def reported_among(tables: Sequence[Table]) -> frozenset[int]:
    """Those of the tables, by id, that have a report which nobody has confirmed yet."""
    waiting = Submission.objects.filter(table__in=tables, state=SubmissionState.REPORTED)
    return frozenset(waiting.values_list("table_id", flat=True)) if tables else frozenset()


def is_staggered(round_: Round) -> bool:
    """Whether the round was drawn together with others, after it or before."""
    return int(round_.report.get("rounds", 1)) > 1


def drawn_before(latest: Round | None) -> dict[str, Any] | None:
    """The next round as it was drawn together with the latest; None where none was, or others are present now."""
    if latest is None or not latest.ahead:
        return None
    present = present_entrants(latest.tournament, latest.number + 1)
    planned = {who for table in latest.draw for who in table} | set(latest.resting)
    if planned != {one.pk for one in present}:
        return None
    coming = {"draw": latest.ahead[0], "ahead": latest.ahead[1:], "report": latest.report}
    resting = without_seat(latest.ahead[0], present)
    return coming | {"resting": resting, "seed": latest.seed, "seed_hash": latest.seed_hash}


def without_seat(layout: Layout, present: Sequence[Entrant]) -> list[int]:
    """Who of those present has no seat in a layout."""
    sitting = {who for table in layout for who in table}
    return [one.pk for one in present if one.pk not in sitting]


FOURS_AND_FIVES = {SplitPolicy.MOST_FOURS, SplitPolicy.MOST_FIVES}


def shape_words(choice: SplitChoice) -> Words:
    """The split in words without the rulebook's prize, which the tournament's own formula states better."""
    split = choice.split
    groups = [(split.count(size), size) for size in sorted(set(split.sizes))]
    written = " + ".join(f"{count} × {size}" for count, size in groups)
    return Words(written, written, written)
