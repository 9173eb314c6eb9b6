"""When and where a round is played: league evenings weeks apart, tables in two venues, the roll called anew."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.errors import InvalidInput, TournamentError
from tournament.models import EntrantState, Round, RoundState, Tournament, User
from tournament.services.days import expect_days
from tournament.services.records import lock_tournament, record_event
from tournament.services.snapshots import Before, take_snapshot

LONGEST_VENUE = 60


class RoundGoesOn(TournamentError):
    """The roll is called anew only between two rounds. Facts: `round`."""

    code = "round_goes_on"
    message = _("%(round)s is not over: close it before the next evening begins.")


@transaction.atomic
def set_when_and_where(
    *, round_id: int, starts_at: datetime | None, venues: Mapping[int, str], actor: User | None
) -> Round:
    """Set when a round begins and at which venue each table stands, by the table's number; tables not named stay.

    Raises InvalidInput for a table that the round does not have.
    """
    expect_days(starts_at)
    tournament_id = Round.objects.values_list("tournament_id", flat=True).get(pk=round_id)
    tournament = lock_tournament(tournament_id)
    round_ = Round.objects.select_related("stage").get(pk=round_id)
    tables = {table.number: table for table in round_.tables.all()}
    if not tables.keys() >= venues.keys():
        raise InvalidInput(_("The tables were changed meanwhile: load the page again."))
    round_.starts_at = starts_at
    round_.save(update_fields=["starts_at"])
    for number, venue in venues.items():
        tables[number].venue = " ".join(venue.split())[:LONGEST_VENUE]
        tables[number].save(update_fields=["venue"])
    record_event(
        tournament,
        "round_placed",
        subject=round_.title,
        actor=actor,
        after={
            "starts_at": starts_at.isoformat() if starts_at else "",
            "venues": sorted({one.venue for one in tables.values() if one.venue}),
        },
    )
    return round_


@transaction.atomic
def begin_evening(*, tournament_id: int, actor: User | None) -> Tournament:
    """Call the roll anew for another evening: whoever was present or absent is expected again, nobody withdrawn returns.

    A snapshot is taken before. Raises RoundGoesOn while a round is not closed.
    """
    tournament = lock_tournament(tournament_id)
    going_on = tournament.rounds.exclude(state=RoundState.CLOSED).first()
    if going_on is not None:
        raise RoundGoesOn(round=going_on.title)
    take_snapshot(tournament, before=Before.CLOSE, actor=actor)
    called = tournament.entrants.exclude(person=None).filter(
        state__in=(EntrantState.CHECKED_IN, EntrantState.ABSENT)
    )
    expected = called.update(state=EntrantState.CONFIRMED, checked_in_at=None)
    tournament.check_in_closed_at = None
    tournament.save(update_fields=["check_in_closed_at", "updated_at"])
    record_event(tournament, "evening_begun", actor=actor, after={"expected": expected})
    return tournament
