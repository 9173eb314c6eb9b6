"""Records that may be one and the same person, what making them one would change, and who may decide it."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tournament.models import Entrant, Membership, Person, Role, Tournament, User

FILLED = ("nickname", "club_id", "birth_date", "national_id", "region", "email", "phone", "guardian")
"""What a record fills in from the other where it says nothing itself."""
CONSENTS = ("consent_data", "consent_name", "consent_results")
MOST = 20


@dataclass(frozen=True, slots=True)
class MergedField:
    """One line of a record: what either says, and what will be said."""

    title: str
    kept: str
    gone: str
    becomes: str

    @property
    def changes(self) -> bool:
        """Whether the record that stays says something else afterwards."""
        return self.becomes != self.kept


def tournaments_of_others(user: User, *people: Person) -> QuerySet[Tournament]:
    """Tournaments of these people that the user does not direct; none for who runs the installation."""
    played = Tournament.objects.filter(entrants__person__in=people).distinct()
    return played.none() if user.is_superuser else played.exclude(pk__in=_directed_by(user))


def _directed_by(user: User) -> QuerySet[Membership, int]:
    return Membership.objects.filter(user=user, role=Role.DIRECTOR).values_list("tournament_id", flat=True)


def likely_same(person: Person, user: User, *, words: str = "") -> list[Person]:
    """Records that may be this person, or those whose name has all the words; only such as the user may merge."""
    others = Person.objects.filter(merged_into=None, erased_at=None, entries__isnull=False)
    others = others.exclude(pk=person.pk).exclude(
        pk__in=Entrant.objects.filter(
            person__isnull=False, tournament__in=person.entries.values("tournament")
        ).values("person")
    )
    if not user.is_superuser:
        elsewhere = Entrant.objects.filter(person__isnull=False).exclude(tournament__in=_directed_by(user))
        others = others.exclude(pk__in=elsewhere.values("person"))
    found = others.filter(_named(words) if words.strip() else _alike(person)).distinct()
    return list(found.select_related("club")[:MOST])


def _named(words: str) -> Q:
    wanted = Q()
    for word in words.split():
        wanted &= Q(first_name__icontains=word) | Q(last_name__icontains=word) | Q(nickname__icontains=word)
    return wanted


def _alike(person: Person) -> Q:
    """The same name in either order, one that begins alike, or the same address or number."""
    first, last = person.first_name, person.last_name
    alike = Q(first_name__iexact=first, last_name__iexact=last) | Q(
        first_name__iexact=last, last_name__iexact=first
    )
    if first and last:
        alike |= Q(first_name__iexact=first, last_name__istartswith=last[:2])
        alike |= Q(first_name__istartswith=first[:1], last_name__iexact=last)
    for field in ("email", "national_id", "phone"):
        if value := getattr(person, field):
            alike |= Q(**{f"{field}__iexact": value})
    return alike


def merge_preview(kept: Person, gone: Person) -> list[MergedField]:
    """Every line on which either record says something, in the order of the record."""
    lines = [_filled(name, kept, gone) for name in ("first_name", "last_name", *FILLED)]
    lines += [_consent(name, kept, gone) for name in CONSENTS]
    return [line for line in lines if line.kept != "–" or line.gone != "–"]


def _title(name: str) -> str:
    field: Any = Person._meta.get_field(name)  # noqa: SLF001 – Django documents _meta
    title = str(field.verbose_name)
    return title[:1].upper() + title[1:]


def _filled(name: str, kept: Person, gone: Person) -> MergedField:
    attribute = "club" if name == "club_id" else name
    one, other = _said(getattr(kept, attribute)), _said(getattr(gone, attribute))
    stays = name in {"first_name", "last_name"} or one != "–"
    return MergedField(_title(attribute), one, other, one if stays else other)


def _consent(name: str, kept: Person, gone: Person) -> MergedField:
    one, other = bool(getattr(kept, name)), bool(getattr(gone, name))
    words = {True: _("yes"), False: _("no")}
    return MergedField(_title(name), words[one], words[other], words[one and other])


def _said(value: Any) -> str:
    return str(value) if value else "–"
