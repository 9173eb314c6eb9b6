"""Two records of one person made one, and taken apart again; the log of every tournament concerned says so."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.errors import InvalidInput, TournamentError
from tournament.models import Entrant, Event, Person, Tournament, User
from tournament.selectors.same_person import CONSENTS, FILLED
from tournament.services.records import lock_tournaments_of, record_event

MERGED = "persons_merged"


class BothPlay(TournamentError):
    """The two are entered in one tournament, so they are two people there. Facts: `tournament`."""

    code = "both_play"
    message = _("Both are entered in “%(tournament)s”: withdraw one of the entries there first.")


class NotMerged(TournamentError):
    """There is nothing to take apart. Facts: `name`."""

    code = "not_merged"
    message = _("%(name)s is a record of its own already.")


@transaction.atomic
def merge_persons(*, kept_id: int, gone_id: int, actor: User | None, reason: str) -> Person:
    """Let all entries of `gone` be those of `kept`; what `kept` does not say is filled in.

    A consent that either refused is refused. Raises InvalidInput, BothPlay. `separate_persons` undoes it.
    """
    if not reason.strip():
        raise InvalidInput(_("Merging two people needs a reason."))
    tournaments = lock_tournaments_of(kept_id, gone_id)
    people = {one.pk: one for one in Person.objects.select_for_update().filter(pk__in=(kept_id, gone_id))}
    if len(people) != 2 or any(one.merged_into_id or one.erased_at for one in people.values()):
        raise InvalidInput(_("Choose two different people, neither of them merged or erased."))
    kept, gone = people[kept_id], people[gone_id]
    both = Tournament.objects.filter(entrants__person=kept).filter(entrants__person=gone).first()
    if both:
        raise BothPlay(tournament=both.name)
    before = {name: _plain(getattr(kept, name)) for name in (*FILLED, *CONSENTS)}
    entries = list(Entrant.objects.filter(person=gone).values_list("public_key", flat=True))
    gone.merged_into = kept
    gone.save(update_fields=["merged_into"])
    _fill(kept, gone)
    Entrant.objects.filter(person=gone).update(person=kept)
    _log(
        tournaments,
        MERGED,
        kept,
        actor,
        before={"filled": before},
        after={"kept": kept.public_key, "gone": gone.public_key, "name": gone.full_name, "entries": entries},
        reason=reason,
    )
    return kept


def _fill(kept: Person, gone: Person) -> None:
    for name in FILLED:
        if not getattr(kept, name):
            setattr(kept, name, getattr(gone, name))
    for name in CONSENTS:
        setattr(kept, name, getattr(kept, name) and getattr(gone, name))
    kept.version += 1
    kept.save()


@transaction.atomic
def separate_persons(*, gone_id: int, actor: User | None, reason: str) -> Person:
    """Give a merged record its own entries back; what it had filled in of the other is emptied again."""
    gone = Person.objects.select_related("merged_into").get(pk=gone_id)
    kept = gone.merged_into
    if kept is None:
        raise NotMerged(name=gone.full_name)
    tournaments = lock_tournaments_of(kept.pk, gone.pk)
    merge = Event.objects.filter(kind=MERGED, after__gone=gone.public_key).order_by("-id").first()
    if merge and merge.after and merge.before:
        Entrant.objects.filter(public_key__in=merge.after["entries"]).update(person=gone)
        _take_back(kept, gone, merge.before.get("filled", merge.before))  # the first merges logged it bare
    kept.version += 1
    kept.save()
    gone.merged_into = None
    gone.save(update_fields=["merged_into"])
    _log(
        tournaments,
        "persons_separated",
        kept,
        actor,
        before={"gone": gone.public_key},
        after={"name": gone.full_name},
        reason=reason,
    )
    return gone


def _take_back(kept: Person, gone: Person, before: dict[str, Any]) -> None:
    """What the merge filled in is emptied; what was changed since by hand stays."""
    for name, value in before.items():
        if name in CONSENTS or _plain(getattr(gone, name)) == _plain(getattr(kept, name)):
            is_date = name == "birth_date" and value
            setattr(kept, name, date.fromisoformat(value) if is_date else value)


def _plain(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value


def _log(
    tournaments: Iterable[Tournament],
    kind: str,
    kept: Person,
    actor: User | None,
    *,
    before: Any,
    after: Any,
    reason: str,
) -> None:
    for tournament in tournaments:
        record_event(
            tournament, kind, subject=kept.full_name, actor=actor, before=before, after=after, reason=reason
        )
