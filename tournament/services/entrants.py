"""Entrants: entered by hand or from a checked file, stand-ins, fees, what the desk edits, who is kept apart."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Max, Q, Value
from django.db.models.functions import Concat
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.errors import ChangedMeanwhile, InvalidInput, TournamentError
from tournament.models import (
    Club,
    Entrant,
    EntrantState,
    FeeState,
    KeepApart,
    Person,
    Tournament,
    User,
)
from tournament.services.bans import AtBan, DirectorDecides, is_held, set_aside
from tournament.services.records import lock_tournament, locked_entrant, record_event
from tournament.services.snapshots import Before, take_snapshot


class AlreadyEntered(TournamentError):
    """The person has an entry already. Facts: `name`, `number`, `entrant_id`."""

    code = "already_entered"
    message = _("%(name)s is entered already, with number %(number)s.")


class TournamentFull(TournamentError):
    """No place left. Facts: `capacity`."""

    code = "tournament_full"
    message = _("All %(capacity)s places are taken.")


@dataclass(frozen=True, slots=True)
class NewEntrant:
    """What is known of somebody who enters; only a name is required. `credit`: points for the rounds missed."""

    first_name: str
    last_name: str
    nickname: str = ""
    club: str = ""
    region: str = ""
    group: str = ""
    birth_date: date | None = None
    national_id: str = ""
    email: str = ""
    phone: str = ""
    number: int | None = None
    takes_part: bool = True
    consent_name: bool = True
    notes: str = ""
    credit: int = 0

    @property
    def full_name(self) -> str:
        """First name and surname."""
        return f"{self.first_name} {self.last_name}".strip()


def club_named(name: str) -> Club | None:
    """The club of that name whatever its case, made when it is new; None for no name."""
    name = " ".join(name.split())
    if not name:
        return None
    return Club.objects.filter(name__iexact=name).first() or Club.objects.create(name=name)


def person_like(entry: NewEntrant) -> Person | None:
    """The person that an entry means: same national id, or same name with no contradicting date of birth.

    Where a name of three words or more is cut into first name and surname is nobody's certainty, so it is not asked.
    """
    living = Person.objects.filter(merged_into=None, erased_at=None)
    if entry.national_id:
        known = living.filter(national_id=entry.national_id).first()
        if known:
            return known
    if entry.birth_date:
        living = living.filter(Q(birth_date=entry.birth_date) | Q(birth_date=None))
    same = living.filter(first_name__iexact=entry.first_name, last_name__iexact=entry.last_name)
    found = same.order_by("id").first()
    if found or len(entry.full_name.split()) < 3:
        return found
    whole = living.annotate(whole=Concat("first_name", Value(" "), "last_name"))
    return whole.filter(whole__iexact=entry.full_name).order_by("id").first()


@transaction.atomic
def add_entrant(
    *,
    tournament_id: int,
    entry: NewEntrant,
    actor: User | None,
    state: EntrantState = EntrantState.CONFIRMED,
    let_in_because: str = "",
) -> Entrant:
    """Enter one person; `let_in_because` is a director's reason to enter somebody who is banned.

    Raises AlreadyEntered (with the existing entry), TournamentFull, InvalidInput, DirectorDecides.
    """
    tournament = lock_tournament(tournament_id)
    if let_in_because:
        set_aside(tournament, meant_by(entry), reason=let_in_because, actor=actor)
    entrant = enter(tournament, entry, state=state)
    record_event(
        tournament, "entrant_added", subject=entrant.full_name, actor=actor, after={"number": entrant.number}
    )
    return entrant


def meant_by(entry: NewEntrant) -> Person:
    """The person that an entry means, known or not stored yet."""
    return person_like(entry) or Person(
        first_name=entry.first_name.strip(),
        last_name=entry.last_name.strip(),
        birth_date=entry.birth_date,
        national_id=entry.national_id,
    )


def enter(
    tournament: Tournament, entry: NewEntrant, *, state: EntrantState, at_ban: AtBan = AtBan.REFUSE
) -> Entrant:
    """The entry itself, in the caller's transaction with the tournament locked."""
    if not entry.full_name:
        raise InvalidInput(_("Name: please type first name or surname."))
    taken = tournament.entrants.exclude(state__in=(EntrantState.WAITING, EntrantState.WITHDRAWN)).count()
    if tournament.capacity is not None and taken >= tournament.capacity and state != EntrantState.WAITING:
        raise TournamentFull(capacity=tournament.capacity)
    person = meant_by(entry)
    existing = tournament.entrants.filter(person=person).first() if person.pk else None
    if existing:
        raise AlreadyEntered(name=existing.full_name, number=existing.number, entrant_id=existing.pk)
    if at_ban is not AtBan.IGNORE and is_held(tournament, person):
        if at_ban is AtBan.REFUSE:
            raise DirectorDecides(name=person.full_name)
        state = EntrantState.REGISTERED
    club = club_named(entry.club)
    _complete_person(person, entry, club)
    return Entrant.objects.create(
        tournament=tournament,
        number=entry.number or next_number(tournament),
        person=person,
        club=club or person.club,
        group=entry.group,
        region=entry.region or person.region,
        state=state,
        fee_state=FeeState.DUE if tournament.fee_cents else FeeState.WAIVED,
        notes=entry.notes,
        entry_credit=entry.credit,
        enters_in_round=next_round_number(tournament),
    )


def _complete_person(person: Person, entry: NewEntrant, club: Club | None) -> None:
    """Fill in what the file knows and the person's record does not."""
    for field in ("nickname", "birth_date", "national_id", "region", "email", "phone"):
        if not getattr(person, field):
            setattr(person, field, getattr(entry, field) or getattr(person, field))
    if person.club is None:
        person.club = club
    if person._state.adding:  # noqa: SLF001 – Django documents _state for exactly this question
        person.consent_name = entry.consent_name
    person.save()


def next_number(tournament: Tournament) -> int:
    """The next free entrant number."""
    highest = tournament.entrants.aggregate(highest=Max("number"))["highest"]
    return int(highest or 0) + 1


def next_round_number(tournament: Tournament) -> int:
    """The number of the first round that is not drawn yet."""
    highest = tournament.rounds.aggregate(highest=Max("number"))["highest"]
    return int(highest or 0) + 1


@transaction.atomic
def add_stand_in(*, tournament_id: int, name: str, actor: User | None, in_ranking: bool = False) -> Entrant:
    """An anonymous stand-in who fills a table, by default outside the ranking, present at once."""
    tournament = lock_tournament(tournament_id)
    name = " ".join(name.split())
    if not name:
        raise InvalidInput(_("The stand-in needs a name."))
    entrant = Entrant.objects.create(
        tournament=tournament,
        number=next_number(tournament),
        stand_in_name=name,
        in_ranking=in_ranking,
        state=EntrantState.CHECKED_IN,
        checked_in_at=timezone.now(),
        fee_state=FeeState.WAIVED,
        enters_in_round=next_round_number(tournament),
    )
    record_event(tournament, "stand_in_added", subject=name, actor=actor, after={"number": entrant.number})
    return entrant


@transaction.atomic
def import_entrants(*, tournament_id: int, entries: list[NewEntrant], actor: User | None) -> list[Entrant]:
    """Enter all rows of a checked file, or none: the first that cannot be entered undoes the rest.

    Rows of people who are entered already are passed over, so that an amended file may be imported again. Somebody
    banned is entered, and held until a director has decided.
    """
    tournament = lock_tournament(tournament_id)
    take_snapshot(tournament, before=Before.IMPORT, actor=actor)
    entered = []
    for entry in entries:
        state = EntrantState.CONFIRMED if entry.takes_part else EntrantState.REGISTERED
        try:
            entered.append(enter(tournament, entry, state=state, at_ban=AtBan.HOLD))
        except AlreadyEntered:
            continue
    record_event(
        tournament,
        "entrants_imported",
        actor=actor,
        after={"entered": len(entered), "known": len(entries) - len(entered)},
    )
    return entered


@transaction.atomic
def set_fee(*, entrant_id: int, fee_state: FeeState, actor: User | None) -> Entrant:
    """Mark the fee as due, paid or waived."""
    tournament, entrant = locked_entrant(entrant_id)
    before, entrant.fee_state = entrant.fee_state, fee_state
    entrant.save(update_fields=["fee_state"])
    record_event(
        tournament,
        "fee_marked",
        subject=entrant.full_name,
        actor=actor,
        before={"fee": before},
        after={"fee": fee_state},
    )
    return entrant


@transaction.atomic
def edit_entrant(*, entrant_id: int, version: int, actor: User | None, **fields: Any) -> Entrant:
    """Change what the desk edits (club by name, group, notes, standby, in_ranking, enters_in_round …).

    Raises ChangedMeanwhile when somebody saved since the form was shown.
    """
    tournament, entrant = locked_entrant(entrant_id)
    if entrant.version != version:
        raise ChangedMeanwhile(what=entrant.full_name, theirs=entrant.notes, yours=fields.get("notes", ""))
    if "club" in fields:
        fields["club"] = club_named(fields["club"])
    before = {name: str(getattr(entrant, name)) for name in fields}
    for name, value in fields.items():
        setattr(entrant, name, value)
    entrant.version += 1
    entrant.save()
    after = {name: str(value) for name, value in fields.items()}
    record_event(
        tournament, "entrant_edited", subject=entrant.full_name, actor=actor, before=before, after=after
    )
    return entrant


@transaction.atomic
def keep_apart(*, first_id: int, second_id: int, actor: User | None) -> KeepApart:
    """These two are not to sit together wherever it can be avoided."""
    low, high = sorted((first_id, second_id))
    tournament, first = locked_entrant(low)
    second = Entrant.objects.select_related("person").get(pk=high)
    if first == second or second.tournament_id != tournament.pk:
        raise InvalidInput(_("Choose two different entrants of this tournament."))
    pair, _created = KeepApart.objects.get_or_create(tournament=tournament, first=first, second=second)
    record_event(tournament, "kept_apart", subject=str(pair), actor=actor)
    return pair
