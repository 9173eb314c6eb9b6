"""A round from the start of its clock to its close, and the clocks of its tables."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.errors import InvalidInput, TournamentError
from tournament.models import Round, RoundState, StageKind, Table, Tournament, User
from tournament.services.records import lock_tournament, locked_table, record_event
from tournament.services.seating import expect_complete
from tournament.services.snapshots import Before, take_snapshot
from tournament.services.standings import issue_standings, reissue_standings


class NotNow(TournamentError):
    """The round is in the wrong state for this step. Facts: `round`, `state`."""

    code = "not_now"
    message = _("%(round)s is “%(state)s”: this step is not possible now.")


def locked_round(round_id: int) -> tuple[Tournament, Round]:
    """The tournament locked, and the round."""
    tournament_id = Round.objects.values_list("tournament_id", flat=True).get(pk=round_id)
    tournament = lock_tournament(tournament_id)
    return tournament, Round.objects.select_related("stage", "tournament").get(pk=round_id)


@transaction.atomic
def start_round(*, round_id: int, actor: User | None) -> Round:
    """Start the clock of the whole room. Pressed twice, it runs from the first press."""
    tournament, round_ = locked_round(round_id)
    if round_.state == RoundState.PLAYING:
        return round_
    if round_.state != RoundState.PUBLISHED:
        raise NotNow(round=round_.title, state=RoundState(round_.state).label)
    round_.state = RoundState.PLAYING
    round_.started_at = timezone.now()
    round_.version += 1
    round_.save(update_fields=["state", "started_at", "version"])
    record_event(tournament, "round_started", subject=round_.title, actor=actor)
    return round_


@transaction.atomic
def close_round(*, round_id: int, actor: User | None, override_reason: str = "") -> Round:
    """End the round and issue its standings. Tables without a confirmed result are named unless a reason is given."""
    tournament, round_ = locked_round(round_id)
    if round_.state == RoundState.CLOSED:
        return round_
    if round_.state not in {RoundState.PUBLISHED, RoundState.PLAYING}:
        raise NotNow(round=round_.title, state=RoundState(round_.state).label)
    expect_complete(round_, override_reason)
    take_snapshot(tournament, before=Before.CLOSE, actor=actor, subject=round_.title)
    round_.state = RoundState.CLOSED
    round_.closed_at = timezone.now()
    round_.version += 1
    round_.save(update_fields=["state", "closed_at", "version"])
    record_event(tournament, "round_closed", subject=round_.title, actor=actor, reason=override_reason)
    if round_.stage.kind == StageKind.RANKED:
        issue_standings(tournament=tournament, stage=round_.stage, after_round=round_.number, actor=actor)
    return round_


@transaction.atomic
def reopen_round(*, round_id: int, actor: User | None, reason: str) -> Round:
    """Open a closed round again, with the reason that the errata show."""
    if not reason.strip():
        raise InvalidInput(_("Reopening a round needs a reason."))
    tournament, round_ = locked_round(round_id)
    if round_.state != RoundState.CLOSED:
        raise NotNow(round=round_.title, state=RoundState(round_.state).label)
    take_snapshot(tournament, before=Before.REOPEN, actor=actor, subject=round_.title)
    round_.state = RoundState.PLAYING if round_.started_at else RoundState.PUBLISHED
    round_.closed_at = None
    round_.version += 1
    round_.save(update_fields=["state", "closed_at", "version"])
    record_event(tournament, "round_reopened", subject=round_.title, actor=actor, reason=reason)
    reissue_standings(
        tournament=tournament, stage=round_.stage, from_round=round_.number, actor=actor, reason=reason
    )
    return round_


@transaction.atomic
def stop_room(*, round_id: int, actor: User | None) -> Round:
    """Stop the clock of the whole room, or let it run again; the time it stood is given back to all."""
    tournament, round_ = locked_round(round_id)
    if round_.state != RoundState.PLAYING:
        raise NotNow(round=round_.title, state=RoundState(round_.state).label)
    if round_.stopped_at is None:
        round_.stopped_at = timezone.now()
    else:
        # A clock that was set back in the meantime takes nothing away.
        round_.stopped_seconds += max(0, int((timezone.now() - round_.stopped_at).total_seconds()))
        round_.stopped_at = None
    round_.save(update_fields=["stopped_at", "stopped_seconds"])
    kind = "room_stopped" if round_.stopped_at else "room_resumed"
    record_event(
        tournament, kind, subject=round_.title, actor=actor, after={"seconds": round_.stopped_seconds}
    )
    return round_


# --- one table ------------------------------------------------------------------------------------------


@transaction.atomic
def stop_table(*, table_id: int, actor: User | None) -> Table:
    """A table's clock stands still while a referee is with it. Stopped twice, it stands since the first time."""
    tournament, table = locked_table(table_id)
    if table.stopped_at is None:
        table.stopped_at = timezone.now()
        table.save(update_fields=["stopped_at"])
        record_event(tournament, "table_stopped", subject=_subject(table), actor=actor)
    return table


@transaction.atomic
def resume_table(*, table_id: int, actor: User | None) -> Table:
    """The table's clock runs again, and the table gets back the time it stood."""
    tournament, table = locked_table(table_id)
    if table.stopped_at is not None:
        stood = int((timezone.now() - table.stopped_at).total_seconds())
        table.returned_seconds += max(0, stood)
        table.stopped_at = None
        table.save(update_fields=["stopped_at", "returned_seconds"])
        record_event(
            tournament, "table_resumed", subject=_subject(table), actor=actor, after={"seconds": stood}
        )
    return table


@transaction.atomic
def give_minutes(*, table_id: int, minutes: int, actor: User | None, reason: str) -> Table:
    """Give minutes back to a table (or, negative, take minutes that were given too much)."""
    if not reason.strip():
        raise InvalidInput(_("Say what the minutes are given back for."))
    tournament, table = locked_table(table_id)
    table.returned_seconds = max(0, table.returned_seconds + 60 * minutes)
    table.save(update_fields=["returned_seconds"])
    record_event(
        tournament,
        "minutes_given",
        subject=_subject(table),
        actor=actor,
        after={"minutes": minutes},
        reason=reason,
    )
    return table


@transaction.atomic
def call_referee(*, table_id: int, calling: bool, actor: User | None = None) -> Table:
    """A table calls for a referee, or the call is answered; calling twice keeps the first time."""
    tournament, table = locked_table(table_id)
    if calling == (table.called_at is not None):
        return table
    table.called_at = timezone.now() if calling else None
    table.save(update_fields=["called_at"])
    record_event(
        tournament, "referee_called" if calling else "referee_came", subject=_subject(table), actor=actor
    )
    return table


@transaction.atomic
def finish_table_early(*, table_id: int, actor: User | None, reason: str) -> Table:
    """End a game that did not close by itself: the position is scored as it stands, and the log says who and why."""
    if not reason.strip():
        raise InvalidInput(_("Ending a game needs a reason."))
    tournament, table = locked_table(table_id)
    table.finished_early_reason = reason[:200]
    table.finished_early_by = actor.display_name[:150] if actor else ""
    table.save(update_fields=["finished_early_reason", "finished_early_by"])
    record_event(tournament, "table_finished_early", subject=_subject(table), actor=actor, reason=reason)
    return table


def _subject(table: Table) -> str:
    return f"{table.round.title}, {table.title}"
