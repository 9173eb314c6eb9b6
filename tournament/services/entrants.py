"""Entrants: by hand, from a file (dry run first), present, absent, withdrawn, disqualified."""

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
    TournamentState,
    User,
)
from tournament.selectors.standings import stage_for_standings
from tournament.services.bans import AtBan, DirectorDecides, expect_free, is_held, set_aside
from tournament.services.records import lock_tournament, record_event
from tournament.services.snapshots import Before, take_snapshot
from tournament.services.standings import reissue_standings


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


# --- presence -------------------------------------------------------------------------------------------

PRESENT_FROM = {EntrantState.REGISTERED, EntrantState.CONFIRMED, EntrantState.ABSENT, EntrantState.CHECKED_IN}


class NotExpected(TournamentError):
    """Somebody withdrawn, disqualified or waiting cannot simply be marked. Facts: `name`, `state`."""

    code = "not_expected"
    message = _("%(name)s is “%(state)s”: bring the entry back first.")


def locked_entrant(entrant_id: int) -> tuple[Tournament, Entrant]:
    """The entrant and the tournament, both locked until the caller's transaction ends."""
    tournament_id = Entrant.objects.values_list("tournament_id", flat=True).get(pk=entrant_id)
    tournament = lock_tournament(tournament_id)
    return tournament, Entrant.objects.select_related("person", "club").select_for_update(of=("self",)).get(
        pk=entrant_id
    )


@transaction.atomic
def mark_presence(*, entrant_id: int, present: bool | None, actor: User | None) -> Entrant:
    """Roll call: present, absent, or (None) not called yet. The same tap twice changes nothing.

    Raises NotExpected, DirectorDecides.
    """
    tournament, entrant = locked_entrant(entrant_id)
    wanted = {True: EntrantState.CHECKED_IN, False: EntrantState.ABSENT, None: EntrantState.CONFIRMED}[
        present
    ]
    if entrant.state not in PRESENT_FROM:
        raise NotExpected(name=entrant.full_name, state=EntrantState(entrant.state).label)
    before = entrant.state
    if before == wanted:
        return entrant
    if present:
        expect_free(tournament, entrant.person)
    entrant.state = wanted
    entrant.checked_in_at = timezone.now() if present else None
    entrant.version += 1
    entrant.save(update_fields=["state", "checked_in_at", "version"])
    record_event(
        tournament,
        "presence_marked",
        subject=entrant.full_name,
        actor=actor,
        before={"state": before},
        after={"state": wanted},
    )
    return entrant


@transaction.atomic
def close_check_in(*, tournament_id: int, actor: User | None) -> list[Entrant]:
    """End the roll call: whoever was not called is absent. Returns those absent now, by name."""
    tournament = lock_tournament(tournament_id)
    missing = list(
        tournament.entrants.filter(
            state__in=(EntrantState.REGISTERED, EntrantState.CONFIRMED),
            enters_in_round__lte=next_round_number(tournament),
        ).select_related("person")
    )
    Entrant.objects.filter(pk__in=[entrant.pk for entrant in missing]).update(state=EntrantState.ABSENT)
    tournament.check_in_closed_at = timezone.now()
    if tournament.state in {TournamentState.DRAFT, TournamentState.OPEN}:
        tournament.state = TournamentState.RUNNING
    tournament.save(update_fields=["check_in_closed_at", "state", "updated_at"])
    record_event(
        tournament,
        "check_in_closed",
        actor=actor,
        after={"absent": [entrant.full_name for entrant in missing]},
    )
    return missing


@transaction.atomic
def reopen_check_in(*, tournament_id: int, actor: User | None) -> Tournament:
    """Call the roll again; nobody's mark changes."""
    tournament = lock_tournament(tournament_id)
    tournament.check_in_closed_at = None
    tournament.save(update_fields=["check_in_closed_at", "updated_at"])
    record_event(tournament, "check_in_reopened", actor=actor)
    return tournament


@transaction.atomic
def withdraw_entrant(*, entrant_id: int, after_round: int, actor: User | None, reason: str = "") -> Entrant:
    """Out after round `after_round` (0: before the first). Games played stay as they are, nobody's rank moves."""
    tournament, entrant = locked_entrant(entrant_id)
    before = {"state": entrant.state, "left_after_round": entrant.left_after_round}
    entrant.state = EntrantState.WITHDRAWN
    entrant.left_after_round = after_round
    entrant.version += 1
    entrant.save(update_fields=["state", "left_after_round", "version"])
    record_event(
        tournament,
        "entrant_withdrawn",
        subject=entrant.full_name,
        actor=actor,
        before=before,
        after={"left_after_round": after_round},
        reason=reason,
    )
    return entrant


@transaction.atomic
def disqualify_entrant(
    *, entrant_id: int, after_round: int, void_games: bool, actor: User | None, reason: str
) -> Entrant:
    """Disqualified from the round after `after_round`; the games are kept or void, as the director decides.

    Issued standings follow; the public reads there who it is by number, and never the reason.
    """
    if not reason.strip():
        raise InvalidInput(_("A disqualification needs a reason."))
    tournament, entrant = locked_entrant(entrant_id)
    before = {"state": entrant.state, "games_void": entrant.games_void}
    entrant.state = EntrantState.DISQUALIFIED
    entrant.left_after_round = after_round
    entrant.games_void = void_games
    entrant.version += 1
    entrant.save(update_fields=["state", "left_after_round", "games_void", "version"])
    record_event(
        tournament,
        "entrant_disqualified",
        subject=entrant.full_name,
        actor=actor,
        before=before,
        after={"after_round": after_round, "games_void": void_games},
        reason=reason,
    )
    _reissue(tournament, actor, _("Disqualified: no. %(number)s") % {"number": entrant.number})
    return entrant


def _reissue(tournament: Tournament, actor: User | None, reason: str) -> None:
    stage = stage_for_standings(tournament)
    if stage is not None:
        reissue_standings(tournament=tournament, stage=stage, from_round=1, actor=actor, reason=reason)


@transaction.atomic
def bring_back_entrant(*, entrant_id: int, actor: User | None, present: bool = True) -> Entrant:
    """Back in: rounds missed meanwhile are absences, the history stays. Raises DirectorDecides."""
    tournament, entrant = locked_entrant(entrant_id)
    expect_free(tournament, entrant.person)
    before = {"state": entrant.state, "left_after_round": entrant.left_after_round}
    entrant.state = EntrantState.CHECKED_IN if present else EntrantState.CONFIRMED
    entrant.checked_in_at = timezone.now() if present else None
    entrant.left_after_round = None
    entrant.games_void = False
    entrant.version += 1
    entrant.save()
    record_event(tournament, "entrant_returned", subject=entrant.full_name, actor=actor, before=before)
    if before["state"] == EntrantState.DISQUALIFIED:
        _reissue(tournament, actor, _("No longer disqualified: no. %(number)s") % {"number": entrant.number})
    return entrant


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
