"""What pages and API hand to the workers: large draws, letters, paper packs; whatever the queue does, the act is stored."""

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.utils.translation import get_language
from kombu.exceptions import OperationalError

from tournament.models import Entrant, EntrantState, Job, Round, Tournament, User
from tournament.services.background import WORK
from tournament.services.jobs import queue_job
from tournament.services.notifications import Letter
from tournament.tasks import bulk_run_job, bulk_send_letter

logger = logging.getLogger(__name__)

LARGE_DRAW = 200
"""Present people above which a round is drawn in the background."""


def jobs_seen_by(user: User | AnonymousUser, tournament: Tournament) -> QuerySet[Job]:
    """The jobs of a tournament that somebody asked for, without their files; a director sees everybody's."""
    jobs = tournament.jobs.filter(kind__in=WORK, parent=None).defer("output")
    return (
        jobs if user.has_perm("tournament.direct", tournament) else jobs.filter(requested_by=user.pk or None)
    )


def is_long_draw(tournament: Tournament) -> bool:
    """Whether so many are present that the draw is work for the worker."""
    return tournament.entrants.filter(state=EntrantState.CHECKED_IN).count() > LARGE_DRAW


def _language() -> str:
    return get_language() or "it"


def queue_draw(
    tournament: Tournament,
    *,
    actor: User | None,
    split: str | None,
    reason: str,
    sit_out: Sequence[int],
    seed: int | None = None,
    starts_at: datetime | None = None,
) -> Job:
    """Let the worker draw the next round; asked twice, it is drawn once. `sit_out` are ids of entrants."""
    return queue_job(
        kind="seating",
        start=bulk_run_job.delay,
        tournament=tournament,
        requested_by=actor,
        split=split,
        reason=reason,
        sit_out=list(sit_out),
        seed=seed,
        starts_at=starts_at.isoformat() if starts_at else None,
        language=_language(),
    )


def queue_letters(round_: Round, letter: Letter, *, actor: User | None, origin: str) -> Job:
    """Let the worker send the letters about a round; asked twice, they go once. `origin` begins their links."""
    return queue_job(
        kind="letters",
        start=bulk_run_job.delay,
        tournament=round_.tournament,
        requested_by=actor,
        round_id=round_.pk,
        letter=letter.value,
        origin=origin,
        language=_language(),
    )


def queue_pack(round_: Round, *, actor: User | None, address: str, entry_address: str) -> Job:
    """Let the worker print the paper pack of a large round; asked twice, it is printed once.

    `address` is the tournament's page, `entry_address` that of a table's form with `{table}` in it.
    """
    return queue_job(
        kind="paper-pack",
        start=bulk_run_job.delay,
        tournament=round_.tournament,
        requested_by=actor,
        round_id=round_.pk,
        entry_address=entry_address,
        address=address,
        language=_language(),
        version=round_.tournament.data_version,
    )


def queue_letter(letter: Letter, entrant: Entrant, *, origin: str, **facts: Any) -> None:
    """Let the worker write to an entrant (nothing without an address). `facts` are plain values of the letter."""
    if entrant.person is None or not entrant.person.email:
        return
    try:
        bulk_send_letter.delay(letter.value, entrant.pk, origin, facts)
    except (OperationalError, OSError):
        logger.exception("a letter %s to entrant %s could not be queued", letter, entrant.pk)
