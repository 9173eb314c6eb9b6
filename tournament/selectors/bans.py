"""Bans and suspensions: which hold at a tournament, and whom they mean."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournament.models import Ban, BanScope, Entrant, LetIn, Membership, Person, Role, Tournament, User


def name_key(person: Person) -> list[str]:
    """A name whatever its case, accents and order of words."""
    plain = unicodedata.normalize("NFKD", person.full_name.casefold())
    return sorted("".join(sign for sign in plain if not unicodedata.combining(sign)).split())


def is_meant(banned: Person, person: Person) -> bool:
    """Whether both are, or may be, one human being: one record, one national id, or one name with no other birthday.

    A namesake is meant too, because a registration from outside is never joined to a record: a director decides.
    """
    if person.pk is not None and _kept_record(banned).pk == _kept_record(person).pk:
        return True
    if banned.national_id and person.national_id:
        return banned.national_id.casefold() == person.national_id.casefold()
    days = {one.birth_date for one in (banned, person) if one.birth_date is not None}
    return len(days) < 2 and name_key(banned) == name_key(person)


def _kept_record(person: Person) -> Person:
    while person.merged_into is not None:
        person = person.merged_into
    return person


def bans_of_organiser(tournament: Tournament) -> QuerySet[Ban]:
    """All bans, whatever their days, that a director of this tournament answers for or obeys."""
    directors = Membership.objects.filter(tournament=tournament, role=Role.DIRECTOR).values("user")
    here = Q(pk__in=Ban.objects.filter(organiser__iexact=tournament.organiser, keepers__in=directors))
    return Ban.objects.filter(Q(scope=BanScope.EVERYWHERE) | Q(scope=BanScope.ORGANISER) & here)


def bans_at(tournament: Tournament) -> list[Ban]:
    """The bans in force on a day of the tournament, without those whose person was let in; one query."""
    in_force = bans_of_organiser(tournament).filter(
        Q(ends_on=None) | Q(ends_on__gte=tournament.starts_on),
        lifted_at=None,
        starts_on__lte=tournament.ends_on,
    )
    let_in = LetIn.objects.filter(tournament=tournament).values("ban")
    return list(in_force.exclude(pk__in=let_in).select_related("person__merged_into", "given_by"))


def bans_that_mean(bans: Sequence[Ban], person: Person | None) -> list[Ban]:
    """Those that mean a person; none means a stand-in."""
    return [one for one in bans if person is not None and is_meant(one.person, person)]


def held_entrants(tournament: Tournament, entrants: Sequence[Entrant]) -> set[int]:
    """The ids of entrants whom a ban means and nobody let in; one query, `person` selected before."""
    bans = bans_at(tournament)
    return {one.pk for one in entrants if bans_that_mean(bans, one.person)}


@dataclass(frozen=True, slots=True)
class Standing:
    """What the desk page of one entrant says of bans: those in force, and those despite which they play."""

    bans: Sequence[Ban]
    let_in: Sequence[LetIn]


def standing_of(entrant: Entrant) -> Standing:
    """The bans that mean an entrant here; two queries."""
    decided = entrant.tournament.let_in.select_related("ban__person__merged_into", "decided_by")
    return Standing(
        bans_that_mean(bans_at(entrant.tournament), entrant.person),
        [one for one in decided if bans_that_mean([one.ban], entrant.person)],
    )


def liftable_by(user: User, bans: QuerySet[Ban]) -> QuerySet[Ban]:
    """Those the user may lift: who gave one, or directed with them; the operator all, and alone one that holds everywhere."""
    if user.is_superuser:
        return bans
    mine = Ban.objects.filter(keepers=user).values("pk")
    return bans.filter(pk__in=mine, scope=BanScope.ORGANISER)
