"""What the desk changes about one entrant: the person's own data and the entry, saved together or not at all."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.errors import InvalidInput
from tournament.models import Entrant, KeepApart, Person, User
from tournament.selectors.standings import stage_for_standings
from tournament.services.entrants import edit_entrant
from tournament.services.records import (
    lock_tournament,
    lock_tournaments_of,
    locked_entrant,
    record_event,
    record_person_edited,
)
from tournament.services.standings import reissue_standings

ENTRY_FIELDS = (
    "group",
    "region",
    "enters_in_round",
    "entry_credit",
    "in_ranking",
    "is_standby",
    "is_captain",
    "notes",
)
"""What the desk edits of an entry, beside its club."""

PERSON_FIELDS = frozenset(
    {
        "first_name",
        "last_name",
        "nickname",
        "birth_date",
        "email",
        "phone",
        "guardian",
        "consent_data",
        "consent_name",
        "consent_results",
    }
)


IN_STANDINGS = ("entry_credit", "in_ranking")
"""What of an entry changes standings that were issued."""


@transaction.atomic
def call_in_standby(*, entrant_id: int, actor: User | None) -> Entrant:
    """A volunteer who waited for a table to complete plays from the next draw on; called twice, nothing changes."""
    tournament, entrant = locked_entrant(entrant_id)
    if not entrant.is_standby:
        return entrant
    entrant.is_standby = False
    entrant.version += 1
    entrant.save(update_fields=["is_standby", "version"])
    record_event(tournament, "standby_called_in", subject=entrant.full_name, actor=actor)
    return entrant


@transaction.atomic
def save_entrant(
    *, entrant_id: int, version: int, actor: User | None, entry: Mapping[str, Any], person: Mapping[str, Any]
) -> Entrant:
    """Save the desk's form. Raises ChangedMeanwhile when somebody saved since it was shown, InvalidInput.

    The log names which data of the person changed, not what they were; the person's other tournaments show the new
    name and obey the new consents from now on, so their logs say it too.
    """
    if not PERSON_FIELDS.issuperset(person):
        raise InvalidInput(_("Unknown data of a person."))
    before = Entrant.objects.values("person_id", *IN_STANDINGS).get(pk=entrant_id)
    tournaments = lock_tournaments_of(before["person_id"])
    entrant = edit_entrant(entrant_id=entrant_id, version=version, actor=actor, **entry)
    if any(getattr(entrant, name) != before[name] for name in IN_STANDINGS):
        _reissue(entrant, actor)
    if entrant.person is not None:
        record_person_edited(tournaments, entrant.person, _change_person(entrant.person, person), actor)
    return entrant


def _reissue(entrant: Entrant, actor: User | None) -> None:
    """Standings already issued follow a credit, and whether somebody ranks."""
    stage = stage_for_standings(entrant.tournament)
    if stage is not None:
        reissue_standings(
            tournament=entrant.tournament,
            stage=stage,
            from_round=1,
            actor=actor,
            reason=_("Entry of %(name)s changed") % {"name": entrant.full_name},
        )


def _change_person(person: Person, wanted: Mapping[str, Any]) -> list[str]:
    """Write what differs; the names of those fields."""
    changed = sorted(name for name, value in wanted.items() if getattr(person, name) != value)
    for name in changed:
        setattr(person, name, wanted[name])
    if not person.full_name:
        raise InvalidInput(_("Name: please type first name or surname."))
    if changed:
        person.version += 1
        person.save(update_fields=[*changed, "version"])
    return changed


@transaction.atomic
def let_sit_together(*, pair_id: int, actor: User | None) -> None:
    """Forget that two were to be kept apart."""
    pair = KeepApart.objects.select_related("first__person", "second__person").get(pk=pair_id)
    tournament = lock_tournament(pair.tournament_id)
    subject = str(pair)
    pair.delete()
    record_event(tournament, "kept_apart_no_more", subject=subject, actor=actor)
