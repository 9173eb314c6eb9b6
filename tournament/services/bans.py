"""Bans and suspensions: given, lifted, and set aside for one tournament by a director who says why.

Somebody whom a ban means is not entered by hand without a director. From outside or from a list they are taken, but held:
registered, not confirmed, and not present before a director has let them in. The public reads only that the desk answers.
"""

from datetime import date
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.errors import InvalidInput, NotAllowed, TournamentError
from tournament.models import Ban, BanScope, Entrant, LetIn, Membership, Person, Role, Tournament, User
from tournament.selectors.bans import bans_at, bans_of_organiser, bans_that_mean, liftable_by
from tournament.services.days import expect_days
from tournament.services.records import lock_tournament, record_event


class DirectorDecides(TournamentError):
    """A ban means this person; its reason is for directors only. Facts: `name`."""

    code = "director_decides"
    message = _("%(name)s plays here only when a director decides so: ask the director.")


class AtBan(StrEnum):
    """What entering somebody does when a ban means them."""

    REFUSE = "refuse"
    HOLD = "hold"
    IGNORE = "ignore"


@transaction.atomic
def give_ban(
    *,
    tournament_id: int,
    person_id: int,
    scope: BanScope,
    starts_on: date,
    ends_on: date | None,
    reason: str,
    actor: User,
) -> Ban:
    """Suspend (with a last day) or ban (without) a person, from this tournament's console; pressed twice, once.

    Raises InvalidInput; NotAllowed for all tournaments of the installation, which only its operator decides.
    """
    if not reason.strip():
        raise InvalidInput(_("Say why: a director who lets the person in has to know."))
    expect_days(starts_on, ends_on)
    if ends_on is not None and ends_on < starts_on:
        raise InvalidInput(_("The last day lies before the first."))
    if scope == BanScope.EVERYWHERE and not actor.is_superuser:
        raise NotAllowed
    tournament = lock_tournament(tournament_id)
    person = Person.objects.get(pk=person_id, merged_into=None, erased_at=None)
    given: dict[str, Any] = {
        "person": person,
        "scope": scope,
        "organiser": tournament.organiser,
        "starts_on": starts_on,
        "ends_on": ends_on,
        "reason": reason.strip()[:300],
        "given_at_tournament": tournament,
        "given_by": actor,
    }
    if same := Ban.objects.filter(**given, lifted_at=None).first():
        return same
    ban = Ban.objects.create(**given)
    directors = Membership.objects.filter(tournament=tournament, role=Role.DIRECTOR)
    ban.keepers.set([*directors.values_list("user_id", flat=True), actor.pk])
    facts = {"scope": scope, "from": starts_on.isoformat(), "until": ends_on.isoformat() if ends_on else ""}
    record_event(
        tournament, "ban_given", subject=person.full_name, actor=actor, after=facts, reason=ban.reason
    )
    return ban


@transaction.atomic
def lift_ban(*, tournament_id: int, ban_id: int, reason: str, actor: User) -> Ban:
    """Take a ban back before its time; it stays on record. Lifted twice, nothing more happens."""
    if not reason.strip():
        raise InvalidInput(_("Say why it is lifted."))
    tournament = lock_tournament(tournament_id)
    ban = liftable_by(actor, bans_of_organiser(tournament)).select_related("person").filter(pk=ban_id).first()
    if ban is None:
        raise NotAllowed
    if ban.lifted_at is None:
        ban.lifted_at, ban.lifted_by, ban.lifted_reason = timezone.now(), actor, reason.strip()[:300]
        ban.save(update_fields=["lifted_at", "lifted_by", "lifted_reason"])
        record_event(
            tournament, "ban_lifted", subject=ban.person.full_name, actor=actor, reason=ban.lifted_reason
        )
    return ban


@transaction.atomic
def let_in(*, entrant_id: int, reason: str, actor: User | None) -> Entrant:
    """A director lets an entrant play here despite every ban that means them, or because it means a namesake."""
    tournament_id = Entrant.objects.values_list("tournament_id", flat=True).get(pk=entrant_id)
    tournament = lock_tournament(tournament_id)
    entrant = Entrant.objects.select_related("person__merged_into").get(pk=entrant_id)
    if entrant.person is not None:
        set_aside(tournament, entrant.person, reason=reason, actor=actor)
    return entrant


def set_aside(tournament: Tournament, person: Person, *, reason: str, actor: User | None) -> None:
    """The decision itself, in the caller's transaction with the tournament locked."""
    if not reason.strip():
        raise InvalidInput(_("Say why this person plays all the same."))
    for ban in bans_that_mean(bans_at(tournament), person):
        LetIn.objects.create(ban=ban, tournament=tournament, reason=reason.strip()[:300], decided_by=actor)
        record_event(
            tournament,
            "let_in_despite_ban",
            subject=person.full_name,
            actor=actor,
            after={"ban": ban.reason},
            reason=reason.strip(),
        )


def is_held(tournament: Tournament, person: Person | None) -> bool:
    """Whether a ban means this person and nobody let them in."""
    return person is not None and bool(bans_that_mean(bans_at(tournament), person))


def expect_free(tournament: Tournament, person: Person | None) -> None:
    """Raise DirectorDecides for somebody held."""
    if person is not None and is_held(tournament, person):
        raise DirectorDecides(name=person.full_name)
