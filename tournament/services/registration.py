"""Registering without an account; amending and withdrawing by personal link; the waiting list.

A registration from outside never joins a person already on record, because anybody can type anybody's name: the desk
sees who looks alike and joins the two.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.core import signing
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.errors import ChangedMeanwhile, InvalidInput, TournamentError
from tournament.models import (
    Entrant,
    EntrantState,
    FeeState,
    Person,
    Round,
    RoundState,
    Tournament,
    User,
)
from tournament.selectors.registration import (
    DoorPlan,
    DoorState,
    Question,
    door_state,
    free_places,
    is_minor,
)
from tournament.services.bans import is_held
from tournament.services.entrants import club_named, next_number, next_round_number
from tournament.services.presence import withdraw_entrant
from tournament.services.records import (
    lock_tournament,
    lock_tournaments_of,
    locked_entrant,
    record_event,
    record_person_edited,
)

EMAIL_SALT = "sdadata.registration-email"
EMAIL_AGE_SECONDS = 14 * 24 * 3600
BEFORE_THE_DAY = (EntrantState.WAITING, EntrantState.REGISTERED, EntrantState.CONFIRMED)


class RegistrationClosed(TournamentError):
    """The form is not open. Facts: `state` (of the door)."""

    code = "registration_closed"
    message = _("Registration is closed. Ask the desk whether a place is left.")


class WrongCode(TournamentError):
    """This tournament takes registrations only with its join code."""

    code = "wrong_code"
    status = 422
    message = _("This is not the tournament's code. It stands on the flyer.")


class SameName(TournamentError):
    """Somebody of that name is registered. Facts: `name`."""

    code = "same_name"
    message = _("%(name)s is registered already. If you are somebody else of the same name, tick the box.")


class AlreadyRegistered(TournamentError):
    """The same name with the same e-mail address. Facts: `name`, `entrant_id` (for the letter, not for the page)."""

    code = "already_registered"
    message = _("%(name)s is registered already: the personal link was sent to that address again.")


class TellTheDesk(TournamentError):
    """Too late to change an entry alone."""

    code = "tell_the_desk"
    message = _("The day has begun: please tell the desk.")


class LetterClosed(TournamentError):
    """The link of the letter has expired or belongs to an earlier address."""

    code = "letter_closed"
    status = 404
    message = _("This confirmation no longer holds. Open your personal page and save your address again.")


@dataclass(frozen=True, slots=True)
class Registration:
    """What somebody says of themselves at the door; `answers` by the question's code."""

    first_name: str
    last_name: str
    nickname: str = ""
    email: str = ""
    phone: str = ""
    club: str = ""
    group: str = ""
    birth_date: date | None = None
    is_minor: bool = False
    is_standby: bool = False
    guardian: str = ""
    consent_data: bool = False
    consent_name: bool = False
    consent_results: bool = False
    answers: Mapping[str, str] = field(default_factory=dict)

    @property
    def full_name(self) -> str:
        """First name and surname."""
        return f"{self.first_name} {self.last_name}".strip()


PERSONAL = (
    "first_name",
    "last_name",
    "nickname",
    "email",
    "phone",
    "birth_date",
    "guardian",
    "consent_data",
    "consent_name",
    "consent_results",
)


# --- what an entrant does -------------------------------------------------------------------------------


@transaction.atomic
def register_entrant(
    *, tournament_id: int, registration: Registration, code: str = "", is_somebody_else: bool = False
) -> Entrant:
    """Register from outside: confirmed, registered (where the desk approves) or on the waiting list when it is full.

    Somebody banned is registered, and the desk sees it: a refusal would tell anybody who types a name.

    Raises RegistrationClosed, WrongCode, SameName (unless `is_somebody_else`), AlreadyRegistered, InvalidInput.
    """
    tournament = lock_tournament(tournament_id)
    plan, state = DoorPlan.of(tournament), door_state(tournament)
    if state is not DoorState.OPEN:
        raise RegistrationClosed(state=state.value)
    if plan.by_code_only and code.strip().upper() != plan.join_code:
        raise WrongCode
    _expect_complete(tournament, plan, registration)
    _expect_new(tournament, registration, is_somebody_else=is_somebody_else)
    club = club_named(registration.club)
    person = Person.objects.create(club=club, **_personal(registration))
    entrant = Entrant.objects.create(
        tournament=tournament,
        number=next_number(tournament),
        person=person,
        club=club,
        group=registration.group,
        is_standby=plan.takes_standby and registration.is_standby,
        state=EntrantState.WAITING
        if free_places(tournament) == 0
        else _state_with_a_place(tournament, person),
        fee_state=FeeState.DUE if tournament.fee_cents else FeeState.WAIVED,
        enters_in_round=next_round_number(tournament),
        answers={"came_by": "form", "questions": dict(registration.answers)},
    )
    facts = {"number": entrant.number, "state": entrant.state}
    record_event(tournament, "registered", subject=entrant.full_name, actor=None, after=facts)
    return entrant


def _state_with_a_place(tournament: Tournament, person: Person | None) -> EntrantState:
    awaits_the_desk = DoorPlan.of(tournament).needs_approval or is_held(tournament, person)
    return EntrantState.REGISTERED if awaits_the_desk else EntrantState.CONFIRMED


def _personal(registration: Registration) -> dict[str, Any]:
    return {name: getattr(registration, name) for name in PERSONAL}


def _expect_complete(tournament: Tournament, plan: DoorPlan, registration: Registration) -> None:
    """Raise InvalidInput with everything that is missing, in one go."""
    problems: list[object] = []
    if not registration.full_name:
        problems.append(_("Name: please type first name and surname."))
    if not registration.consent_data:
        problems.append(_("Without your consent to the processing of data nobody can be entered."))
    under_age = registration.is_minor or is_minor(registration.birth_date, tournament.starts_on)
    if under_age and not registration.guardian.strip():
        problems.append(_("A player under 18 needs the name of a guardian."))
    problems += [
        problem for question in plan.questions if (problem := _answer_problem(question, registration))
    ]
    if problems:
        raise InvalidInput(*problems)


def _answer_problem(question: Question, registration: Registration) -> object | None:
    given = registration.answers.get(question.code, "").strip()
    if question.is_required and not given:
        return _("Please answer: %(question)s") % {"question": question.label}
    if given and question.choices and given not in question.choices:
        return _("Please choose one of the answers: %(question)s") % {"question": question.label}
    return None


def _expect_new(tournament: Tournament, registration: Registration, *, is_somebody_else: bool) -> None:
    """Raise AlreadyRegistered for the same name and address, SameName for the name alone."""
    namesakes = tournament.entrants.exclude(state=EntrantState.WITHDRAWN).filter(
        person__first_name__iexact=registration.first_name,
        person__last_name__iexact=registration.last_name,
    )
    same = namesakes.exclude(person__email="").filter(person__email__iexact=registration.email).first()
    if same is not None:
        raise AlreadyRegistered(name=registration.full_name, entrant_id=same.pk)
    if not is_somebody_else and namesakes.exists():
        raise SameName(name=registration.full_name)


@transaction.atomic
def amend_registration(*, entrant_id: int, version: int, registration: Registration) -> Entrant:
    """Change one's own registration while the day has not begun; what the desk had asked counts as answered.

    Raises TellTheDesk, ChangedMeanwhile, InvalidInput.
    """
    tournaments = lock_tournaments_of(Entrant.objects.values_list("person_id", flat=True).get(pk=entrant_id))
    tournament, entrant, person = locked_registration(entrant_id)
    expect_own_change(tournament, entrant)
    if entrant.version != version:
        raise ChangedMeanwhile(what=entrant.full_name, theirs=entrant.full_name, yours=registration.full_name)
    _expect_complete(tournament, DoorPlan.of(tournament), registration)
    changed = [name for name, value in _personal(registration).items() if getattr(person, name) != value]
    for name in changed:
        setattr(person, name, getattr(registration, name))
    person.version += 1
    person.save(update_fields=[*changed, "version"])
    kept = {**entrant.answers, "questions": dict(registration.answers), "asked": ""}
    if "email" in changed:
        kept["email_confirmed_at"] = ""
    entrant.answers, entrant.group = kept, registration.group
    entrant.is_standby = registration.is_standby
    entrant.club = club_named(registration.club)
    entrant.version += 1
    entrant.save(update_fields=["answers", "group", "is_standby", "club", "version"])
    record_event(tournament, "registration_amended", subject=entrant.full_name, after={"fields": changed})
    record_person_edited([one for one in tournaments if one != tournament], person, changed)
    return entrant


def expect_own_change(tournament: Tournament, entrant: Entrant) -> None:
    """Raise TellTheDesk unless an entrant may still change the entry without the desk."""
    if entrant.state not in BEFORE_THE_DAY or (
        tournament.check_in_closed_at is not None and entrant.state != EntrantState.WAITING
    ):
        raise TellTheDesk


@transaction.atomic
def withdraw_registration(*, entrant_id: int) -> list[Entrant]:
    """Withdraw, or leave the waiting list, by personal link; who got the free place (nobody once the day has begun).

    Raises TellTheDesk when the entrant sits at a table of a round that is not over.
    """
    tournament, entrant, _person = locked_registration(entrant_id)
    expect_own_change(tournament, entrant)
    going_on = Round.objects.filter(tournament=tournament).exclude(state=RoundState.CLOSED)
    if going_on.filter(seats__entrant=entrant).exists():
        raise TellTheDesk
    last = next_round_number(tournament) - 1
    withdraw_entrant(entrant_id=entrant.pk, after_round=last, actor=None, reason=str(_("By personal link")))
    return fill(tournament, actor=None)


@transaction.atomic
def confirm_email(*, token: str) -> Entrant:
    """The letter arrived: the address is the entrant's. Raises LetterClosed."""
    try:
        public_key, email = signing.loads(token, salt=EMAIL_SALT, max_age=EMAIL_AGE_SECONDS)
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise LetterClosed from error
    found = Entrant.objects.filter(public_key=public_key, person__email=email).first()
    if found is None:
        raise LetterClosed
    tournament, entrant, _person = locked_registration(found.pk)
    if not entrant.answers.get("email_confirmed_at"):
        entrant.answers = {**entrant.answers, "email_confirmed_at": timezone.now().isoformat()}
        entrant.save(update_fields=["answers"])
        record_event(tournament, "email_confirmed", subject=entrant.full_name)
    return entrant


def email_token(entrant: Entrant) -> str:
    """What the letter's link carries: this entrant at this address."""
    email = entrant.person.email if entrant.person else ""
    return signing.dumps([entrant.public_key, email], salt=EMAIL_SALT, compress=True)


# --- what both share ---------------------------------------------------------------------------------------


def fill(tournament: Tournament, *, actor: User | None, also_on_the_day: bool = False) -> list[Entrant]:
    """Alone, the list moves up only before the roll call is closed; afterwards the desk decides."""
    if tournament.check_in_closed_at is not None and not also_on_the_day:
        return []
    waiting = tournament.entrants.filter(state=EntrantState.WAITING).order_by("created_at", "id")
    free = free_places(tournament)
    given = list(waiting.select_related("person")[:free])
    for entrant in given:
        entrant.state = _state_with_a_place(tournament, entrant.person)
        entrant.enters_in_round = next_round_number(tournament)
        entrant.version += 1
        entrant.save(update_fields=["state", "enters_in_round", "version"])
        record_event(tournament, "place_given", subject=entrant.full_name, actor=actor)
    return given


def locked_registration(entrant_id: int) -> tuple[Tournament, Entrant, Person]:
    """Tournament locked, entrant, person. Raises InvalidInput for a stand-in, who has no registration."""
    tournament, entrant = locked_entrant(entrant_id)
    if entrant.person is None:
        raise InvalidInput(_("A stand-in has no registration."))
    return tournament, entrant, entrant.person
