"""Look through what is stored here: logs that were altered, snapshots that decayed, standings that do not follow."""

from collections.abc import Iterator

from django.db import DatabaseError, connection
from django.utils.translation import gettext_lazy as _

from tournament.models import RoundState, Snapshot, StageKind, Tournament
from tournament.selectors.standings import document_of, standings_for_stage
from tournament.services.archive_format import ArchiveDamaged
from tournament.services.records import first_broken_event
from tournament.services.snapshots import intact


def problems_of_installation() -> Iterator[str]:
    """Every problem in words, tournament by tournament."""
    try:
        connection.check_constraints()
    except DatabaseError as error:
        yield _("Rows refer to others that are not there: %(what)s") % {"what": error}
    for tournament in Tournament.objects.order_by("pk").iterator():
        for problem in problems_of_tournament(tournament):
            yield f"{tournament.slug}: {problem}"


def problems_of_tournament(tournament: Tournament) -> Iterator[str]:
    """An altered log, a decayed snapshot, issued standings that do not follow from the results."""
    broken = first_broken_event(tournament)
    if broken is not None:
        yield _("the log was altered at or before entry %(number)s") % {"number": broken.number}
    for snapshot in Snapshot.objects.filter(tournament=tournament).order_by("pk").iterator(chunk_size=1):
        try:
            intact(snapshot)
        except ArchiveDamaged as error:
            yield _("the snapshot of %(when)s: %(what)s") % {"when": snapshot.created_at, "what": error}
    yield from _standings_that_do_not_follow(tournament)


def _standings_that_do_not_follow(tournament: Tournament) -> Iterator[str]:
    for stage in tournament.stages.filter(kind=StageKind.RANKED):
        closed = stage.rounds.filter(state=RoundState.CLOSED).values_list("number", flat=True)
        for number in closed.order_by("number"):
            issued = stage.standings_versions.filter(after_round=number).order_by("version").last()
            computed = document_of(standings_for_stage(stage, after_round=number))
            if issued is not None and issued.rows != computed:
                yield _("the standings after round %(number)s do not follow from the results") % {
                    "number": number
                }
