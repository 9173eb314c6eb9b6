"""The action log: every act with before and after, hash-chained, and the version that pages are keyed by."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import F
from django.utils import timezone

from tournament.models import Entrant, Event, Person, Table, Tournament, User

GENESIS = "0" * 64

OF_RESULTS = frozenset(
    {
        "result_reported",
        "result_confirmed",
        "result_corrected",
        "result_corrected_on_record",
        "result_rejected",
        "standings_issued",
        "standings_reissued",
    }
)
"""Acts that change what was played and nothing else that a standing is made of: not who plays, nor where, nor the rules."""


def lock_tournament(tournament_id: int) -> Tournament:
    """The tournament, locked until the transaction ends: the first act of every service that changes it."""
    return Tournament.objects.select_for_update().get(pk=tournament_id)


def lock_tournaments_of(*person_ids: int) -> list[Tournament]:
    """All tournaments of these people, locked in the order of their ids so that no two acts wait in a circle."""
    ids = Entrant.objects.filter(person__in=person_ids).values_list("tournament_id", flat=True)
    return [lock_tournament(pk) for pk in sorted(set(ids))]


def locked_table(table_id: int) -> tuple[Tournament, Table]:
    """The tournament locked, and the table with its round and stage."""
    tournament_id = Table.objects.values_list("round__tournament_id", flat=True).get(pk=table_id)
    tournament = lock_tournament(tournament_id)
    return tournament, Table.objects.select_related("round__stage").get(pk=table_id)


def locked_entrant(entrant_id: int) -> tuple[Tournament, Entrant]:
    """The entrant and the tournament, both locked until the caller's transaction ends."""
    tournament_id = Entrant.objects.values_list("tournament_id", flat=True).get(pk=entrant_id)
    tournament = lock_tournament(tournament_id)
    return tournament, Entrant.objects.select_related("person", "club").select_for_update(of=("self",)).get(
        pk=entrant_id
    )


def record_event(
    tournament: Tournament,
    kind: str,
    *,
    subject: str = "",
    actor: User | None = None,
    before: Any = None,
    after: Any = None,
    reason: str = "",
) -> Event:
    """Append one act to the log and raise the data version, in the caller's transaction.

    The tournament must be locked by the caller, so that numbers and digests follow each other.
    """
    last = Event.objects.filter(tournament=tournament).order_by("-number").first()
    event = Event(
        tournament=tournament,
        number=last.number + 1 if last else 1,
        kind=kind,
        subject=subject[:200],
        actor=actor,
        actor_name=actor.display_name if actor else "",
        before=before,
        after=after,
        reason=reason[:300],
        at=timezone.now(),
    )
    event.digest = digest_of(event, last.digest if last else GENESIS)
    event.save(force_insert=True)
    grown = ("data_version", "result_changes") if kind in OF_RESULTS else ("data_version",)
    Tournament.objects.filter(pk=tournament.pk).update(**{name: F(name) + 1 for name in grown})
    return event


def record_person_edited(
    tournaments: Iterable[Tournament], person: Person, changed: Sequence[str], actor: User | None = None
) -> None:
    """Say in the logs of these tournaments, which are locked, which data of a person changed; not what they were.

    Their pages show the new name and obey the new consents from now on.
    """
    for tournament in tournaments if changed else ():
        facts = {"fields": list(changed)}
        record_event(tournament, "person_edited", subject=person.full_name, actor=actor, after=facts)


def digest_of(event: Event, previous: str) -> str:
    """SHA-256 over the previous digest and this event's content, in canonical JSON."""
    content = [
        previous,
        event.number,
        event.kind,
        event.subject,
        event.actor_name,
        event.before,
        event.after,
        event.reason,
        event.at.isoformat(),
    ]
    text = json.dumps(
        content, cls=DjangoJSONEncoder, sort_keys=True, ensure_ascii=False, separators=(",", ":")
    )
    return hashlib.sha256(text.encode()).hexdigest()


def first_broken_event(tournament: Tournament) -> Event | None:
    """The first event whose digest does not follow from the one before it, or None when the chain holds."""
    previous = GENESIS
    for event in tournament.events.order_by("number").iterator():
        if event.digest != digest_of(event, previous):
            return event
        previous = event.digest
    return None
