"""The smallest changes to a seating when reality changes: somebody comes late, stays away, or was written wrongly."""

from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.parts import VictoryPrize
from scoring.text import Text, figure, same
from seating.criteria import CRITERIA
from seating.repair import Repair, TableChange, repair
from seating.repair_search import Change, ChangeCode
from seating.words import Words, counted
from tournament.models import Entrant, Round, StageKind, Submission, SubmissionState
from tournament.selectors.formulas import formula_of
from tournament.selectors.seating import KNOCKOUT_CRITERIA, Layout, layout_of, player_of, request_for


@dataclass(frozen=True, slots=True)
class Resized:
    """A table that gets another size (0: there is none), and what its winner receives before and after."""

    number: int
    before: int
    after: int
    prize_before: Text
    prize_after: Text

    @property
    def is_worth_the_same(self) -> bool:
        """Whether the victory prize stays, or there is no table to compare with."""
        return self.prize_before == self.prize_after or 0 in {self.before, self.after}


@dataclass(frozen=True, slots=True)
class Proposal:
    """One way to mend the round. `costs` are the criteria it cannot fully meet, in words."""

    number: int
    layout: Layout
    resized: tuple[Resized, ...]
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
    prize = formula_of(round_.tournament).prize()
    return tuple(_proposal(number, one, known, prize) for number, one in enumerate(found, start=1))


def _known(round_: Round, layout: Layout, change: Change) -> dict[int, Entrant]:
    """Everybody who sits or is named by the change."""
    ids = {who for table in layout for who in table}
    ids |= {int(who) for who in (change.player, change.other) if who}
    found = round_.tournament.entrants.filter(pk__in=ids).select_related("person", "club")
    return {one.pk: one for one in found}


def _proposal(number: int, mended: Repair, known: dict[int, Entrant], prize: VictoryPrize | None) -> Proposal:
    costs = [
        counted(one.value, CRITERIA[one.criterion].one, CRITERIA[one.criterion].many)
        for one in mended.costs
        if one.value
    ]
    return Proposal(
        number,
        [[int(who) for who in table] for table in mended.tables],
        tuple(
            _resized(change, prize)
            for change in mended.table_changes
            if change.size_before != change.size_after
        ),
        tuple(known[int(who)] for who in mended.moved),
        tuple(costs),
    )


def _resized(change: TableChange, prize: VictoryPrize | None) -> Resized:
    before, after = change.size_before, change.size_after
    worth = [figure(Fraction(prize.at(size))) if prize else same("") for size in (before, after)]
    return Resized(change.number, before, after, *worth)


def locked_numbers(round_: Round) -> frozenset[int]:
    """Numbers of the tables that a repair must not touch: locked, or with a report."""
    locked = round_.tables.filter(locked=True).values_list("number", flat=True)
    played = Submission.objects.filter(table__round=round_).exclude(state=SubmissionState.REJECTED)
    return frozenset(locked) | frozenset(played.values_list("table__number", flat=True))
