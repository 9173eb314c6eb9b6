"""Mend a seating when somebody comes late, stays away or was written wrongly: one of the proposals, with a reason."""

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from seating.proposals import Impossible
from seating.repair_search import Change, ChangeCode
from seating.request import InvalidRequest
from tournament.errors import InvalidInput
from tournament.language import words
from tournament.models import Entrant, EntrantState, Round, RoundState, Tournament, User
from tournament.selectors.repairs import Proposal, change_of, repair_proposals
from tournament.selectors.seating import layout_of
from tournament.services.presence import mark_presence
from tournament.services.records import lock_tournament, record_event
from tournament.services.seating import NoLegalTables, NotEditable, lay_tables
from tournament.services.seating_edits import SeatingChanged


def proposals_for_round(
    round_: Round, *, add_id: int | None = None, remove_id: int | None = None, other_id: int | None = None
) -> tuple[Proposal, ...]:
    """The ways to mend the round, worded refusals included.

    Raises InvalidInput when the change names nobody possible, NoLegalTables when no legal tables are left.
    """
    return _proposed(round_, _change(round_.tournament, add_id, remove_id, other_id))


def _change(
    tournament: Tournament, add_id: int | None, remove_id: int | None, other_id: int | None
) -> Change:
    found = tournament.entrants.in_bulk([pk for pk in (add_id, remove_id, other_id) if pk])
    add, remove = found.get(add_id or 0), found.get(remove_id or 0)
    if (add is None) == (remove is None):
        raise InvalidInput(_("Choose who came late, or who is not here."))
    return change_of(add=add, remove=remove, other=found.get(other_id or 0))


def _proposed(round_: Round, change: Change) -> tuple[Proposal, ...]:
    try:
        return repair_proposals(round_, change)
    except InvalidRequest as refusal:
        raise InvalidInput(
            *(_("This person cannot be meant here.") for _defect in refusal.defects)
        ) from refusal
    except Impossible as refusal:
        ways = "; ".join(words(proposal.words) for proposal in refusal.proposals)
        raise NoLegalTables(count=refusal.players, proposals=ways) from refusal


@transaction.atomic
def apply_repair(
    *,
    round_id: int,
    number: int,
    version: int,
    actor: User | None,
    reason: str,
    add_id: int | None = None,
    remove_id: int | None = None,
    other_id: int | None = None,
) -> Round:
    """Seat the round as proposal `number` says; unlike an edit it adds or removes somebody. Tables that play stay.

    Whoever is not here is marked absent. The edits made before can no longer be undone one by one; the log keeps
    them. Raises NotEditable for a closed round, SeatingChanged when `version` is not the one that was shown.
    """
    tournament_id = Round.objects.values_list("tournament_id", flat=True).get(pk=round_id)
    tournament = lock_tournament(tournament_id)
    round_ = Round.objects.select_related("tournament", "stage").get(pk=round_id)
    _expect_repairable(round_, version, reason)
    change = _change(tournament, add_id, remove_id, other_id)
    chosen = next((one for one in _proposed(round_, change) if one.number == number), None)
    if chosen is None:
        raise SeatingChanged
    before = layout_of(round_)
    lay_tables(round_, chosen.layout)
    round_.edits, round_.edit_position = [], 0
    round_.version += 1
    round_.save(update_fields=["edits", "edit_position", "version"])
    _let_seat(change)
    record_event(
        tournament,
        "seating_repaired",
        subject=f"{round_.title}: {_what(change)}",
        actor=actor,
        before={"tables": before},
        after={"tables": chosen.layout},
        reason=reason,
    )
    if change.code is ChangeCode.NO_SHOW:
        _mark_absent(int(change.player), actor)
    return round_


def _expect_repairable(round_: Round, version: int, reason: str) -> None:
    if round_.state == RoundState.CLOSED:
        raise NotEditable(round=round_.title, state=RoundState(round_.state).label)
    if round_.version != version:
        raise SeatingChanged
    if round_.state != RoundState.DRAFT and not reason.strip():
        raise InvalidInput(_("The seating is published: changing it needs a reason."))


def _let_seat(change: Change) -> None:
    """A standby volunteer who is called in is one of the seated from now on."""
    arriving = change.player if change.code is ChangeCode.LATE_ARRIVAL else change.other
    if arriving:
        Entrant.objects.filter(pk=int(arriving), is_standby=True).update(is_standby=False)


def _mark_absent(entrant_id: int, actor: User | None) -> None:
    if Entrant.objects.filter(pk=entrant_id, state=EntrantState.CHECKED_IN).exists():
        mark_presence(entrant_id=entrant_id, present=False, actor=actor)


def _what(change: Change) -> str:
    """The change in a few words for the log."""
    name = Entrant.objects.select_related("person").get(pk=int(change.player)).full_name
    if change.code is ChangeCode.LATE_ARRIVAL:
        return gettext("%(name)s comes in") % {"name": name}
    if change.code is ChangeCode.WRONG_NAME:
        other = Entrant.objects.select_related("person").get(pk=int(change.other or 0)).full_name
        return gettext("%(other)s sits where %(name)s was written") % {"other": other, "name": name}
    return gettext("%(name)s is not here") % {"name": name}
