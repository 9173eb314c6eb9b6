"""The second pair of eyes: a reported result is confirmed and counts, stands on record only, or is sent back."""

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.errors import InvalidInput, NotAllowed, TournamentError
from tournament.models import RoundState, Submission, SubmissionState, Table, Tournament, User
from tournament.services.records import locked_table, record_event
from tournament.services.results import RoundNotPlaying
from tournament.services.standings import reissue_standings


class ResultAlreadyConfirmed(TournamentError):
    """Another referee was first. Facts: `table`, `by`."""

    code = "result_already_confirmed"
    message = _("%(table)s is confirmed already, by %(by)s.")


class NotYourOwn(TournamentError):
    """Two pairs of eyes: nobody confirms what they entered, nor their own table. Facts: `table`."""

    code = "not_your_own"
    status = 403
    message = _("%(table)s must be confirmed by somebody who neither entered it nor played at it.")


@transaction.atomic
def confirm_result(*, submission_id: int, referee: User, counts: bool = True) -> Submission:
    """Make a reported result the table's effective one, freeze the rules, re-issue standings it changes.

    A correction with `counts=False` stands on record only: it is confirmed and shown among the errata, and the
    result that counted goes on counting. Raises NotYourOwn (two pairs of eyes), ResultAlreadyConfirmed when another
    was first, InvalidInput for a first result that would not count.
    """
    table_id = Submission.objects.values_list("table_id", flat=True).get(pk=submission_id)
    tournament, table = locked_table(table_id)
    submission = Submission.objects.select_related("corrects", "entered_by").get(pk=submission_id)
    _expect_second_pair_of_eyes(submission, table, referee)
    effective = table.submissions.filter(effective=True).select_related("confirmed_by").first()
    if submission.state == SubmissionState.CONFIRMED or (
        effective and submission.corrects_id != effective.pk
    ):
        holder = submission if submission.state == SubmissionState.CONFIRMED else effective
        by = holder.confirmed_by.display_name if holder and holder.confirmed_by else "–"
        raise ResultAlreadyConfirmed(table=table.title, by=by)
    if submission.state != SubmissionState.REPORTED:
        raise RoundNotPlaying(round=table.round.title, state=SubmissionState(submission.state).label)
    if counts:
        make_effective(tournament, table, submission, referee, superseded=effective)
    else:
        _keep_on_record(tournament, table, submission, referee, effective)
    return submission


def _keep_on_record(
    tournament: Tournament,
    table: Table,
    submission: Submission,
    referee: User,
    effective: Submission | None,
) -> None:
    """Confirmed and not effective: what the errata show beside the result that counts."""
    if effective is None:
        raise InvalidInput(
            _("A first result counts; only a correction can stand on record without counting.")
        )
    _sign(submission, referee, effective=False)
    record_event(
        tournament,
        "result_corrected_on_record",
        subject=f"{table.round.title}, {table.title}",
        actor=referee,
        before=_points_by_name(effective),
        after=_points_by_name(submission),
        reason=submission.reason,
    )


def make_effective(
    tournament: Tournament,
    table: Table,
    submission: Submission,
    referee: User | None,
    *,
    superseded: Submission | None,
) -> None:
    """The change of the effective version itself, in the caller's transaction."""
    if superseded:
        superseded.effective = False
        superseded.state = SubmissionState.SUPERSEDED
        superseded.save(update_fields=["effective", "state"])
    try:
        with transaction.atomic():
            _sign(submission, referee, effective=True)
    except IntegrityError as error:
        raise ResultAlreadyConfirmed(table=table.title, by="–") from error
    table.submissions.filter(state=SubmissionState.REPORTED).update(state=SubmissionState.SUPERSEDED)
    if tournament.frozen_at is None:
        tournament.frozen_at = timezone.now()
        tournament.save(update_fields=["frozen_at"])
    record_event(
        tournament,
        "result_corrected" if superseded else "result_confirmed",
        subject=f"{table.round.title}, {table.title}",
        actor=referee,
        before=_points_by_name(superseded) if superseded else None,
        after=_points_by_name(submission),
        reason=submission.reason,
    )
    if superseded or table.round.state == RoundState.CLOSED:
        reissue_standings(
            tournament=tournament,
            stage=table.round.stage,
            from_round=table.round.number,
            actor=referee,
            reason=submission.reason,
        )


def _sign(submission: Submission, referee: User | None, *, effective: bool) -> None:
    submission.effective = effective
    submission.state = SubmissionState.CONFIRMED
    submission.confirmed_by = referee
    submission.confirmed_at = timezone.now()
    submission.save(update_fields=["effective", "state", "confirmed_by", "confirmed_at"])


def _points_by_name(submission: Submission) -> dict[str, dict[str, int]]:
    rows = submission.results.select_related("seat__entrant__person").order_by("seat__turn_order")
    return {"points": {row.seat.entrant.full_name: row.points for row in rows}}


def _expect_second_pair_of_eyes(submission: Submission, table: Table, referee: User) -> None:
    played = table.seats.filter(entrant__person__user=referee).exists()
    entered = submission.entered_by_id == referee.pk or (
        submission.entered_by_entrant is not None
        and submission.entered_by_entrant.person is not None
        and submission.entered_by_entrant.person.user_id == referee.pk
    )
    if played or entered:
        raise NotYourOwn(table=table.title)


@transaction.atomic
def reject_result(*, submission_id: int, referee: User, reason: str) -> Submission:
    """Send a reported result back, with the reason that the reporter reads."""
    if not reason.strip():
        raise InvalidInput(_("Say what is wrong with it."))
    table_id = Submission.objects.values_list("table_id", flat=True).get(pk=submission_id)
    tournament, table = locked_table(table_id)
    submission = Submission.objects.get(pk=submission_id)
    if submission.state != SubmissionState.REPORTED:
        raise NotAllowed
    submission.state = SubmissionState.REJECTED
    submission.rejected_reason = reason[:300]
    submission.save(update_fields=["state", "rejected_reason"])
    record_event(
        tournament,
        "result_rejected",
        subject=f"{table.round.title}, {table.title}",
        actor=referee,
        reason=reason,
    )
    return submission
