"""The smallest changes to a seating when reality changes: somebody comes late, stays away, or was written wrongly."""

from dataclasses import dataclass, replace

from seating.criteria import CRITERIA
from seating.repair import Repair, repair
from seating.repair_search import Change, ChangeCode
from seating.words import Words, counted
from tournament.models import Entrant, Round, StageKind, Submission, SubmissionState
from tournament.selectors.seating import KNOCKOUT_CRITERIA, Layout, layout_of, player_of, request_for


@dataclass(frozen=True, slots=True)
class Proposal:
    """One way to mend the round. `costs` are the criteria it cannot fully meet, in words."""

    number: int
    layout: Layout
    words: Words
    moved: tuple[Entrant, ...]
    costs: tuple[Words, ...]


def change_of(
    *, add: Entrant | None = None, remove: Entrant | None = None, other: Entrant | None = None
) -> Change:
    """What happened: `add` came late, `remove` is not here, or `other` sits where `remove` was written."""
    if add:
        return Change(ChangeCode.LATE_ARRIVAL, str(add.pk))
    gone = str(remove.pk) if remove else ""
    return Change(ChangeCode.WRONG_NAME, gone, str(other.pk)) if other else Change(ChangeCode.NO_SHOW, gone)


def repair_proposals(round_: Round, change: Change, *, limit: int = 5) -> tuple[Proposal, ...]:
    """The ways to mend the round, fewest people moved first; locked tables and those with a report stay.

    Raises what `seating.repair.repair` raises: InvalidRequest, Impossible.
    """
    layout = layout_of(round_)
    known = _known(round_, layout, change)
    request = request_for(
        round_.tournament,
        number=round_.number,
        seed=round_.seed or 0,
        seated=[known[who] for table in layout for who in table],
        criteria=KNOCKOUT_CRITERIA if round_.stage.kind == StageKind.KNOCKOUT else None,
    )
    listed = {player.id for player in request.players}
    newcomers = tuple(player_of(one) for one in known.values() if str(one.pk) not in listed)
    request = replace(request, players=(*request.players, *newcomers))
    tables = tuple(tuple(str(who) for who in table) for table in layout)
    found = repair(request, tables, change, locked=locked_numbers(round_), proposals=limit)
    return tuple(_proposal(number, one, known) for number, one in enumerate(found, start=1))


def _known(round_: Round, layout: Layout, change: Change) -> dict[int, Entrant]:
    """Everybody who sits or is named by the change."""
    ids = {who for table in layout for who in table}
    ids |= {int(who) for who in (change.player, change.other) if who}
    found = round_.tournament.entrants.filter(pk__in=ids).select_related("person", "club")
    return {one.pk: one for one in found}


def _proposal(number: int, mended: Repair, known: dict[int, Entrant]) -> Proposal:
    costs = [
        counted(one.value, CRITERIA[one.criterion].one, CRITERIA[one.criterion].many)
        for one in mended.costs
        if one.value
    ]
    return Proposal(
        number,
        [[int(who) for who in table] for table in mended.tables],
        mended.words,
        tuple(known[int(who)] for who in mended.moved),
        tuple(costs),
    )


def locked_numbers(round_: Round) -> frozenset[int]:
    """Numbers of the tables that a repair must not touch: locked, or with a report."""
    locked = round_.tables.filter(locked=True).values_list("number", flat=True)
    played = Submission.objects.filter(table__round=round_).exclude(state=SubmissionState.REJECTED)
    return frozenset(locked) | frozenset(played.values_list("table__number", flat=True))
