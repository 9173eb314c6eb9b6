"""The desk's side of the door: how registrations are taken, and what is answered to those who came."""

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.errors import InvalidInput, TournamentError
from tournament.models import Entrant, EntrantState, Tournament, User
from tournament.selectors.registration import DoorPlan, Question, lookalikes_of
from tournament.services.bans import expect_free
from tournament.services.days import expect_days
from tournament.services.presence import withdraw_entrant
from tournament.services.records import (
    lock_tournament,
    lock_tournaments_of,
    record_event,
    record_person_edited,
)
from tournament.services.registration import BEFORE_THE_DAY, TellTheDesk, fill, locked_registration

CODE_SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6
ADOPTED = (
    *("email", "phone", "birth_date", "guardian", "nickname"),
    *("consent_data", "consent_name", "consent_results"),
)
"""What a registration says of somebody on record: what it leaves out stays, consents are those given last."""


class NoFreePlace(TournamentError):
    """Nobody gave a place back."""

    code = "no_free_place"
    message = _(
        "No place is free. Somebody has to withdraw first, or the director raises the number of places."
    )


@transaction.atomic
def approve_registration(*, entrant_id: int, actor: User | None) -> Entrant:
    """The desk says yes. Approved twice, nothing more happens. Raises DirectorDecides."""
    tournament, entrant, person = locked_registration(entrant_id)
    if entrant.state == EntrantState.REGISTERED:
        expect_free(tournament, person)
        entrant.state = EntrantState.CONFIRMED
        entrant.answers = {**entrant.answers, "asked": ""}
        entrant.version += 1
        entrant.save(update_fields=["state", "answers", "version"])
        record_event(tournament, "registration_approved", subject=entrant.full_name, actor=actor)
    return entrant


@transaction.atomic
def refuse_registration(*, entrant_id: int, actor: User | None, reason: str) -> Entrant:
    """The desk says no, with a reason that the person reads. “Bring back” on the entrant's page undoes it."""
    if not reason.strip():
        raise InvalidInput(_("Say why: the person reads it."))
    tournament, entrant, _person = locked_registration(entrant_id)
    if entrant.state not in BEFORE_THE_DAY:
        raise TellTheDesk
    entrant.answers = {**entrant.answers, "refused": reason.strip()[:300]}
    entrant.save(update_fields=["answers"])
    record_event(tournament, "registration_refused", subject=entrant.full_name, actor=actor, reason=reason)
    return withdraw_entrant(entrant_id=entrant.pk, after_round=0, actor=actor, reason=reason)


@transaction.atomic
def ask_to_amend(*, entrant_id: int, actor: User | None, question: str) -> Entrant:
    """The desk asks for something before it answers; the person sees the question on their own page."""
    if not question.strip():
        raise InvalidInput(_("Say what is missing: the person reads it."))
    tournament, entrant, _person = locked_registration(entrant_id)
    entrant.answers = {**entrant.answers, "asked": question.strip()[:300]}
    entrant.version += 1
    entrant.save(update_fields=["answers", "version"])
    record_event(tournament, "amendment_asked", subject=entrant.full_name, actor=actor, reason=question)
    return entrant


@transaction.atomic
def fill_free_places(*, tournament_id: int, actor: User | None) -> list[Entrant]:
    """Give the free places to the waiting list in its order. Raises NoFreePlace when nobody could be given one.

    Absent people keep their places, so nobody who arrives late is displaced.
    """
    tournament = lock_tournament(tournament_id)
    given = fill(tournament, actor=actor, also_on_the_day=True)
    if not given:
        raise NoFreePlace
    return given


@transaction.atomic
def adopt_person(*, entrant_id: int, person_id: int, actor: User | None) -> Entrant:
    """The desk says that this is somebody already on record: the entry moves there, the new record is merged into it.

    Raises InvalidInput when that person has an entry in this tournament already, and for a record that does not look
    like this one: nobody's data is opened by a number.
    """
    joining = Entrant.objects.values_list("person_id", flat=True).get(pk=entrant_id)
    tournaments = lock_tournaments_of(joining, person_id)
    tournament, entrant, person = locked_registration(entrant_id)
    known = next((one for one in (person, *lookalikes_of(person)) if one.pk == person_id), None)
    if known is None:
        raise InvalidInput(_("That record does not look like this one: load the page again."))
    if known.pk == person.pk or tournament.entrants.filter(person=known).exists():
        raise InvalidInput(_("%(name)s has an entry here already.") % {"name": known.full_name})
    for name in ADOPTED:
        given = getattr(person, name)
        setattr(known, name, given if name.startswith("consent") else given or getattr(known, name))
    known.version += 1
    known.save()
    entrant.person = known
    entrant.version += 1
    entrant.save(update_fields=["person", "version"])
    if not person.entries.exists():
        person.merged_into = known
        person.save(update_fields=["merged_into"])
    record_event(tournament, "person_recognised", subject=known.full_name, actor=actor)
    others = [one for one in tournaments if one != tournament]
    record_person_edited(others, known, ADOPTED, actor)
    return entrant


@transaction.atomic
def set_door(
    *,
    tournament_id: int,
    actor: User | None,
    opens_at: datetime | None,
    closes_at: datetime | None,
    questions: Sequence[Question],
    note: str = "",
    **switches: bool,
) -> Tournament:
    """How registrations are taken: switches as in `DoorPlan`, dates, questions. The join code is made once and kept."""
    expect_days(opens_at, closes_at)
    if opens_at and closes_at and closes_at <= opens_at:
        raise InvalidInput(_("Registration closes before it opens."))
    tournament = lock_tournament(tournament_id)
    before = tournament.registration
    tournament.registration = {
        **switches,
        "note": note,
        "join_code": DoorPlan.of(tournament).join_code or _new_code(),
        "questions": [
            {
                "code": one.code,
                "label": one.label,
                "is_required": one.is_required,
                "choices": list(one.choices),
            }
            for one in questions
        ],
    }
    tournament.registration_opens_at, tournament.registration_closes_at = opens_at, closes_at
    tournament.save(
        update_fields=["registration", "registration_opens_at", "registration_closes_at", "updated_at"]
    )
    record_event(
        tournament, "registration_changed", actor=actor, before=before, after=tournament.registration
    )
    return tournament


def _new_code() -> str:
    """A code nobody else has, of signs that are not mistaken for each other."""
    while True:
        code = "".join(secrets.choice(CODE_SIGNS) for _sign in range(CODE_LENGTH))
        if not Tournament.objects.filter(registration__join_code=code).exists():
            return code


def tournament_of_code(code: str) -> Tournament | None:
    """The tournament of a join code, whatever its case and spaces."""
    wanted = "".join(code.split()).upper()
    if not wanted or not set(wanted) <= set(CODE_SIGNS):
        return None
    return Tournament.objects.filter(registration__join_code=wanted, publish_page=True).first()
