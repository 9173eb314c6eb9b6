"""The door: whether somebody may register now, what is asked, who waits for an answer or for a place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from typing import Any

from django.db.models import Q
from django.utils import timezone

from tournament.models import Entrant, EntrantState, FeeState, Person, Tournament, TournamentState
from tournament.selectors.bans import held_entrants

OF_AGE = 18
WITHOUT_A_PLACE = (EntrantState.WAITING, EntrantState.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class Question:
    """A question of the organiser's own; with `choices` one of them is the answer."""

    code: str
    label: str
    is_required: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DoorPlan:
    """How a tournament takes registrations, as `Tournament.registration` keeps it."""

    is_offered: bool = False
    needs_approval: bool = False
    by_code_only: bool = False
    late_entries: bool = False
    takes_standby: bool = False
    self_check_in: bool = False
    join_code: str = ""
    note: str = ""
    questions: tuple[Question, ...] = ()

    @classmethod
    def of(cls, tournament: Tournament) -> "DoorPlan":
        """The plan of a tournament; what is not stored is as by default."""
        kept = dict(tournament.registration)
        asked = tuple(
            Question(one["code"], one["label"], bool(one["is_required"]), tuple(one["choices"]))
            for one in kept.pop("questions", ())
        )
        known = {name: kept[name] for name in cls.__dataclass_fields__ if name in kept}
        return cls(**known, questions=asked)


class DoorState(StrEnum):
    """Whether the form is open, and if not, why."""

    OPEN = "open"
    NOT_OFFERED = "not_offered"
    NOT_YET = "not_yet"
    CLOSED = "closed"


def door_state(tournament: Tournament, now: datetime | None = None) -> DoorState:
    """Whether anybody may register now, by switch, dates, state and roll call.

    Without a closing date the form closes when the first day is over, with late entries when the last one is.
    """
    plan, now = DoorPlan.of(tournament), now or timezone.now()
    if not plan.is_offered or not tournament.publish_page:
        return DoorState.NOT_OFFERED
    opens = tournament.registration_opens_at
    if tournament.state == TournamentState.DRAFT or (opens and now < opens):
        return DoorState.NOT_YET
    is_running = tournament.state != TournamentState.OPEN or tournament.check_in_closed_at is not None
    is_over = tournament.state == TournamentState.FINISHED or (is_running and not plan.late_entries)
    return DoorState.CLOSED if is_over or now >= closing_moment(tournament) else DoorState.OPEN


def closing_moment(tournament: Tournament) -> datetime:
    """When the form closes by its date at the latest: as set, else when the first day is over, or the last one."""
    if tournament.registration_closes_at:
        return tournament.registration_closes_at
    last_day = tournament.ends_on if DoorPlan.of(tournament).late_entries else tournament.starts_on
    return timezone.make_aware(datetime.combine(last_day + timedelta(days=1), time.min))


def offers_registration(tournament: Tournament) -> bool:
    """Whether the public page leads to the form, which says itself whether it is open already."""
    return tournament.state != TournamentState.DRAFT and door_state(tournament) in {
        DoorState.OPEN,
        DoorState.NOT_YET,
    }


def free_places(tournament: Tournament) -> int | None:
    """Places that nobody holds (absent people hold theirs); None where there is no limit."""
    if tournament.capacity is None:
        return None
    taken = tournament.entrants.exclude(state__in=WITHOUT_A_PLACE).count()
    return max(0, tournament.capacity - taken)


def is_minor(born: date | None, on: date) -> bool:
    """Whether somebody born then is under age on that day; False where the date is not known."""
    if born is None:
        return False
    birthday_is_to_come = (on.month, on.day) < (born.month, born.day)
    return on.year - born.year - birthday_is_to_come < OF_AGE


@dataclass(frozen=True, slots=True)
class Fees:
    """Fee totals of those who hold a place, in cents."""

    due: int = 0
    paid: int = 0
    waived: int = 0


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody at the door, with what the desk looks at before it answers."""

    entrant: Entrant
    answers: tuple[tuple[str, str], ...]
    is_minor: bool
    email_is_confirmed: bool
    asked: str
    is_held: bool
    lookalikes: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class Door:
    """The door of a tournament as the desk sees it; `waiting` in the order of the waiting list."""

    plan: DoorPlan
    state: DoorState
    free: int | None
    to_answer: tuple[Caller, ...]
    waiting: tuple[Caller, ...]
    fees: Fees = field(default_factory=Fees)


def door_of(tournament: Tournament) -> Door:
    """Everything about the door; five queries whatever the number of people."""
    plan = DoorPlan.of(tournament)
    chosen = tournament.entrants.filter(state__in=(EntrantState.REGISTERED, EntrantState.WAITING))
    at_the_door = list(
        chosen.exclude(person=None).select_related("person", "club").order_by("created_at", "id")
    )
    known = _known_people([one.person for one in at_the_door if one.person])
    held = held_entrants(tournament, at_the_door)
    callers = [_caller(tournament, plan, one, known, is_held=one.pk in held) for one in at_the_door]
    return Door(
        plan=plan,
        state=door_state(tournament),
        free=free_places(tournament),
        to_answer=tuple(one for one in callers if one.entrant.state == EntrantState.REGISTERED),
        waiting=tuple(one for one in callers if one.entrant.state == EntrantState.WAITING),
        fees=fee_totals(tournament),
    )


def fee_totals(tournament: Tournament) -> Fees:
    """What is due, paid and waived, in cents; stand-ins pay nothing and do not count."""
    if not tournament.fee_cents:
        return Fees()
    people = tournament.entrants.exclude(state__in=WITHOUT_A_PLACE).exclude(person=None)
    states = [str(state) for state in people.values_list("fee_state", flat=True)]
    return Fees(**{state: states.count(state) * tournament.fee_cents for state in FeeState.values})


def _known_people(people: Sequence[Person]) -> list[Person]:
    """Everybody known by one of these surnames or e-mail addresses."""
    wanted = Q(pk__in=[])
    for surname in {one.last_name for one in people}:
        wanted |= Q(last_name__iexact=surname)
    emails = {one.email for one in people if one.email}
    living = Person.objects.filter(merged_into=None, erased_at=None)
    return list(living.filter(wanted | Q(email__in=emails)).select_related("club")) if people else []


def _caller(
    tournament: Tournament, plan: DoorPlan, entrant: Entrant, known: list[Person], *, is_held: bool
) -> Caller:
    kept: Mapping[str, Any] = entrant.answers
    given = kept.get("questions", {})
    person = entrant.person
    return Caller(
        entrant=entrant,
        answers=tuple((one.label, given[one.code]) for one in plan.questions if given.get(one.code)),
        is_minor=person is not None
        and (bool(person.guardian) or is_minor(person.birth_date, tournament.starts_on)),
        email_is_confirmed=bool(kept.get("email_confirmed_at")),
        asked=str(kept.get("asked", "")),
        is_held=is_held,
        lookalikes=tuple(one for one in known if person is not None and _look_alike(one, person)),
    )


def lookalikes_of(person: Person) -> list[Person]:
    """The records that may be the same human being's."""
    return [one for one in _known_people([person]) if _look_alike(one, person)]


def _look_alike(known: Person, person: Person) -> bool:
    """Another record that may be the same human being: same name, or same e-mail."""
    if known.pk == person.pk:
        return False
    same_name = known.full_name.casefold() == person.full_name.casefold()
    return same_name or bool(person.email and known.email.casefold() == person.email.casefold())
