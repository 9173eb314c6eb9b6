"""A threshold table of a tournament's own: how many semifinals and finals a number of players deserves."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.thresholds import THRESHOLD_TABLES, ThresholdTable
from tournament.errors import ChangedMeanwhile, InvalidInput
from tournament.language import words
from tournament.models import Tournament, User
from tournament.selectors.cut import threshold_table
from tournament.selectors.thresholds import cut_is_made, table_name
from tournament.services.cut import CutConfirmed
from tournament.services.records import lock_tournament, record_event

TAKEN_NAMES = {*THRESHOLD_TABLES, "custom", "none"}
"""Names that mean something else where a cut says what it was made by."""


def table_faults(table: ThresholdTable) -> list[str]:
    """Everything that speaks against a table, each with the row it is in; empty when it can be used."""
    faults = (
        [words(problem) for problem in table.problems()] if table.steps else [str(_("A table has rows."))]
    )
    few = _("from %(players)s players: a final needs at least two players")
    faults += [
        few % {"players": step.at_least}
        for step in table.steps
        if any(one.shape.by_standing < 1 or one.shape.finalists < 2 for one in step.choices)
    ]
    if table.name.casefold() in TAKEN_NAMES:
        faults.append(
            _("“%(name)s” is the name of a ready-made table: choose another.") % {"name": table.name}
        )
    return faults


@transaction.atomic
def save_threshold_table(
    *, tournament_id: int, actor: User | None, version: int, table: ThresholdTable
) -> Tournament:
    """Make a table the tournament's own. A cut in preparation keeps its numbers until it is chosen again.

    Raises ChangedMeanwhile, CutConfirmed once the cut is made, InvalidInput with every fault of the table.
    """
    tournament = lock_tournament(tournament_id)
    if tournament.version != version:
        raise ChangedMeanwhile(what=tournament.name, theirs=table_name(tournament), yours=table.name)
    if cut_is_made(tournament):
        raise CutConfirmed
    if faults := table_faults(table):
        raise InvalidInput(*faults)
    before = {"cut": table_name(tournament), "steps": threshold_table(tournament).to_document()["steps"]}
    document = table.to_document()
    tournament.plan = tournament.plan | {"cut": document}
    tournament.version += 1
    tournament.save(update_fields=["plan", "version", "updated_at"])
    record_event(
        tournament,
        "threshold_table_changed",
        subject=table.name,
        actor=actor,
        before=before,
        after={"cut": table.name, "steps": document["steps"]},
    )
    return tournament
