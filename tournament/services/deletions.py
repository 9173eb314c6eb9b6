"""Deleting: the name is typed, a snapshot is taken, and the page that follows offers the way back."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.errors import InvalidInput, TournamentError
from tournament.models import Penalty, Round, Snapshot, StandingsVersion, Submission, Tournament, User
from tournament.services.records import lock_tournament, record_event
from tournament.services.snapshots import Before, expect_name_typed, take_snapshot


class NotTheLastRound(TournamentError):
    """A later round was drawn from this one. Facts: `round`, `last`."""

    code = "not_the_last_round"
    message = _("%(round)s cannot go while %(last)s stands on it: delete %(last)s first.")


@transaction.atomic
def delete_round(*, round_id: int, typed_name: str, actor: User | None, reason: str) -> Snapshot:
    """Delete the last round with its tables, results and standings; penalties stay.

    Returns the snapshot that brings it back. Raises NameNotTyped, NotTheLastRound, InvalidInput without a reason.
    """
    tournament_id = Round.objects.values_list("tournament_id", flat=True).get(pk=round_id)
    tournament = lock_tournament(tournament_id)
    round_ = Round.objects.select_related("stage").get(pk=round_id)
    expect_name_typed(round_.title, typed_name)
    if not reason.strip():
        raise InvalidInput(_("Deleting a round needs a reason."))
    last = tournament.rounds.order_by("number").last()
    if last and last.number > round_.number:
        raise NotTheLastRound(round=round_.title, last=last.title)
    snapshot = take_snapshot(tournament, before=Before.DELETE, actor=actor, subject=round_.title)
    results = Submission.objects.filter(table__round=round_, effective=True).count()
    Submission.objects.filter(table__round=round_).update(corrects=None)
    StandingsVersion.objects.filter(stage=round_.stage, after_round__gte=round_.number).delete()
    title, before = round_.title, {"tables": round_.tables.count(), "results": results}
    round_.delete()
    record_event(tournament, "round_deleted", subject=title, actor=actor, before=before, reason=reason)
    return snapshot


@transaction.atomic
def delete_tournament(*, tournament_id: int, typed_name: str, actor: User | None) -> Snapshot:
    """Delete a tournament with everything in it but its people; the snapshot that brings it back is kept."""
    tournament = lock_tournament(tournament_id)
    expect_name_typed(tournament.name, typed_name)
    snapshot = take_snapshot(tournament, before=Before.DELETE, actor=actor, subject=tournament.name)
    _empty(tournament)
    tournament.delete()
    snapshot.refresh_from_db()
    return snapshot


def _empty(tournament: Tournament) -> None:
    """Rows that hold on to others go first."""
    Submission.objects.filter(table__round__tournament=tournament).update(corrects=None)
    Penalty.objects.filter(tournament=tournament).delete()
    tournament.disputes.all().delete()
    tournament.rounds.all().delete()
    tournament.entrants.all().delete()
