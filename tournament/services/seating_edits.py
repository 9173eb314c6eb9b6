"""A person's changes to a seating: swap, move, lock, undo, redo, back to the draw. Each is kept with its author."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from seating.checker import SIZES
from tournament.errors import InvalidInput, TournamentError
from tournament.models import Entrant, Round, RoundState, Submission, SubmissionState, Table, Tournament, User
from tournament.selectors.seating import Layout, has_fours_and_fives, layout_of, policy_of
from tournament.services.records import lock_tournament, record_event
from tournament.services.seating import NotEditable, lay_tables


class TableLocked(TournamentError):
    """A locked table keeps its players. Facts: `table`."""

    code = "table_locked"
    message = _("%(table)s is locked.")


class SeatingChanged(TournamentError):
    """Somebody else edited the seating since the page was shown."""

    code = "seating_changed"
    message = _("The seating was changed meanwhile: look at it again, then repeat your change.")


def editable_round(round_id: int, reason: str) -> tuple[Tournament, Round]:
    """The round locked for an edit: drafts freely, a published one with a reason, a played one not at all."""
    tournament_id = Round.objects.values_list("tournament_id", flat=True).get(pk=round_id)
    tournament = lock_tournament(tournament_id)
    round_ = Round.objects.select_related("stage", "tournament").get(pk=round_id)
    reported = Submission.objects.filter(table__round=round_).exclude(state=SubmissionState.REJECTED)
    if round_.state not in {RoundState.DRAFT, RoundState.PUBLISHED} or reported.exists():
        raise NotEditable(round=round_.title, state=RoundState(round_.state).label)
    if round_.state == RoundState.PUBLISHED and not reason.strip():
        raise InvalidInput(_("The seating is published: changing it needs a reason."))
    return tournament, round_


@transaction.atomic
def edit_seating(
    *,
    round_id: int,
    layout: Layout,
    what: str,
    actor: User | None,
    reason: str = "",
    version: int | None = None,
) -> Round:
    """Set the whole layout of a round after a person's edit; every edit can be undone and redone.

    `what` says the edit in words. Raises NotEditable, TableLocked, SeatingChanged when `version` is an older one,
    InvalidInput when somebody would be added or lost, or a table have a size it may not have.
    """
    tournament, round_ = editable_round(round_id, reason)
    if version is not None and version != round_.version:
        raise SeatingChanged
    before = layout_of(round_)
    if layout == before:
        return round_
    _expect_whole(tournament, before, layout)
    edit = {
        "before": before,
        "after": layout,
        "what": what,
        "by": actor.display_name if actor else "",
        "at": timezone.now().isoformat(),
        "reason": reason,
    }
    round_.edits = [*round_.edits[: round_.edit_position], edit]
    round_.edit_position = len(round_.edits)
    _apply(tournament, round_, layout, kind="seating_edited", what=what, actor=actor, reason=reason)
    return round_


def _expect_whole(tournament: Tournament, before: Layout, after: Layout) -> None:
    if sorted(who for table in before for who in table) != sorted(who for table in after for who in table):
        raise InvalidInput(_("An edit moves people between seats; it neither adds nor removes anybody."))
    new = {len(table) for table in after} - {len(table) for table in before}
    if has_fours_and_fives(tournament):
        if sizes := new - {4, 5}:
            raise InvalidInput(
                _("A table seats 4 or 5 (12.1); this would make one of %(size)s. Swap two people instead.")
                % {"size": min(sizes)}
            )
    elif sizes := new - SIZES[policy_of(tournament)]:
        raise InvalidInput(
            _("This would make a table of %(size)s, which there is not in this tournament. Swap two people.")
            % {"size": min(sizes)}
        )


def _expect_unlocked(round_: Round, before: Layout, after: Layout) -> None:
    for table in round_.tables.filter(locked=True):
        index = table.number - 1
        if index >= len(after) or set(before[index]) != set(after[index]):
            raise TableLocked(table=table.title)


def _apply(
    tournament: Tournament,
    round_: Round,
    layout: Layout,
    *,
    kind: str,
    what: str,
    actor: User | None,
    reason: str,
) -> None:
    before = layout_of(round_)
    _expect_unlocked(round_, before, layout)
    lay_tables(round_, layout)
    round_.version += 1
    round_.save(update_fields=["edits", "edit_position", "version"])
    record_event(
        tournament,
        kind,
        subject=f"{round_.title}: {what}",
        actor=actor,
        before={"tables": before},
        after={"tables": layout},
        reason=reason,
    )


def swap_entrants(
    *,
    round_id: int,
    first_id: int,
    second_id: int,
    actor: User | None,
    reason: str = "",
    version: int | None = None,
) -> Round:
    """Let two seated entrants change seats."""
    layout = layout_of(Round.objects.get(pk=round_id))
    names = _names(layout, first_id, second_id)
    swap = {first_id: second_id, second_id: first_id}
    changed = [[swap.get(who, who) for who in table] for table in layout]
    what = gettext("%(one)s and %(other)s change seats") % {
        "one": names[first_id],
        "other": names[second_id],
    }
    return edit_seating(
        round_id=round_id, layout=changed, what=what, actor=actor, reason=reason, version=version
    )


def move_entrant(
    *,
    round_id: int,
    entrant_id: int,
    table_number: int,
    actor: User | None,
    reason: str = "",
    version: int | None = None,
) -> Round:
    """Move one entrant to the last seat of another table."""
    layout = layout_of(Round.objects.get(pk=round_id))
    names = _names(layout, entrant_id)
    if not 1 <= table_number <= len(layout):
        raise InvalidInput(_("There is no table %(number)s.") % {"number": table_number})
    changed = [[who for who in table if who != entrant_id] for table in layout]
    changed[table_number - 1].append(entrant_id)
    what = gettext("%(name)s moves to table %(number)s") % {
        "name": names[entrant_id],
        "number": table_number,
    }
    return edit_seating(
        round_id=round_id, layout=changed, what=what, actor=actor, reason=reason, version=version
    )


def _names(layout: Layout, *entrant_ids: int) -> dict[int, str]:
    """The names of people who must have a seat in the layout."""
    seated = {who for table in layout for who in table}
    found = {
        one.pk: one.full_name
        for one in Entrant.objects.filter(pk__in=seated & set(entrant_ids)).select_related("person")
    }
    if len(found) != len(entrant_ids):
        raise InvalidInput(_("Choose two different people who sit in this round."))
    return found


@transaction.atomic
def undo_edit(*, round_id: int, actor: User | None, reason: str = "") -> Round:
    """Take the last edit back; without one nothing happens."""
    tournament, round_ = editable_round(round_id, reason)
    if round_.edit_position:
        round_.edit_position -= 1
        edit = round_.edits[round_.edit_position]
        _apply(
            tournament,
            round_,
            edit["before"],
            kind="seating_undone",
            what=edit["what"],
            actor=actor,
            reason=reason,
        )
    return round_


@transaction.atomic
def redo_edit(*, round_id: int, actor: User | None, reason: str = "") -> Round:
    """Make the edit that was taken back again; without one nothing happens."""
    tournament, round_ = editable_round(round_id, reason)
    if round_.edit_position < len(round_.edits):
        edit = round_.edits[round_.edit_position]
        round_.edit_position += 1
        _apply(
            tournament,
            round_,
            edit["after"],
            kind="seating_redone",
            what=edit["what"],
            actor=actor,
            reason=reason,
        )
    return round_


def restore_draw(*, round_id: int, actor: User | None, reason: str = "") -> Round:
    """Back to the engine's own draw, as one more edit (so that it can be undone too)."""
    round_ = Round.objects.get(pk=round_id)
    what = gettext("the engine's draw restored")
    return edit_seating(round_id=round_id, layout=round_.draw, what=what, actor=actor, reason=reason)


@transaction.atomic
def lock_table(*, table_id: int, locked: bool, actor: User | None) -> Table:
    """Keep a table as it is through edits and redraws, or free it."""
    tournament_id = Table.objects.values_list("round__tournament_id", flat=True).get(pk=table_id)
    tournament = lock_tournament(tournament_id)
    table = Table.objects.select_related("round").get(pk=table_id)
    if table.locked != locked:
        table.locked = locked
        table.save(update_fields=["locked"])
        kind = "table_locked" if locked else "table_unlocked"
        record_event(tournament, kind, subject=f"{table.round.title}, {table.title}", actor=actor)
    return table
