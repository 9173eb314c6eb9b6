"""The door: who waits for an answer or a place, what the desk answers, how registrations are taken."""

from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.utils.text import slugify
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers as s
from rest_framework.request import Request

from tournament.api.access import expect, sight_of
from tournament.api.conditional import single
from tournament.api.deeds import Deed, Where, described, entrant_numbered, lock_all_of, reading
from tournament.api.examples import DOOR, REFUSAL
from tournament.errors import InvalidInput
from tournament.models import Entrant, Scope, Tournament, User
from tournament.queues import queue_letter
from tournament.selectors.public import Sight
from tournament.selectors.registration import Caller, DoorState, Question, door_of
from tournament.services.door import (
    adopt_person,
    approve_registration,
    ask_to_amend,
    fill_free_places,
    refuse_registration,
    set_door,
)
from tournament.services.notifications import Letter

TAG = "Registration"
SWITCHES = ("is_offered", "needs_approval", "by_code_only", "late_entries", "takes_standby", "self_check_in")
MOST_QUESTIONS = 12


class QuestionSerializer(s.Serializer[None]):
    """A question of the organiser's own; with `choices` one of them is the answer."""

    label = s.CharField(max_length=200)  # type: ignore[assignment]  # a field, not the property
    is_required = s.BooleanField(default=False)
    choices = s.ListField(child=s.CharField(max_length=80), max_length=20, default=list)


class DoorForm(s.Serializer[None]):
    """How registrations are taken; switches left out are off, without `closes_at` the form closes with the first day."""

    is_offered = s.BooleanField(default=False)
    needs_approval = s.BooleanField(default=False)
    by_code_only = s.BooleanField(default=False)
    late_entries = s.BooleanField(default=False)
    takes_standby = s.BooleanField(default=False)
    self_check_in = s.BooleanField(default=False)
    opens_at = s.DateTimeField(required=False, allow_null=True)
    closes_at = s.DateTimeField(required=False, allow_null=True)
    note = s.CharField(max_length=600, allow_blank=True, default="")
    questions = QuestionSerializer(many=True, required=False)

    def validate_questions(self, asked: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Few, and each its own."""
        if len(asked) > MOST_QUESTIONS:
            raise s.ValidationError(f"at most {MOST_QUESTIONS} questions")
        if len({code_of(one, 0) for one in asked}) < len(asked):
            raise s.ValidationError("two questions read the same")
        return asked


class AnsweredSerializer(s.Serializer[None]):
    """What somebody answered to a question."""

    question = s.CharField()
    answer = s.CharField()


class LookalikeSerializer(s.Serializer[None]):
    """A record that may be the same person's."""

    person = s.CharField()
    name = s.CharField()
    club = s.CharField(allow_null=True)


class CallerSerializer(s.Serializer[None]):
    """Somebody at the door, with what the desk looks at before it answers."""

    entrant = s.IntegerField()
    name = s.CharField()
    club = s.CharField(allow_null=True)
    answers = AnsweredSerializer(many=True)
    is_minor = s.BooleanField()
    email_is_confirmed = s.BooleanField()
    asked = s.CharField(allow_blank=True)
    is_held = s.BooleanField()
    lookalikes = LookalikeSerializer(many=True)


class FeesSerializer(s.Serializer[None]):
    """Totals in cents."""

    due = s.IntegerField()
    paid = s.IntegerField()
    waived = s.IntegerField()


class DoorSerializer(DoorForm):
    """The door as the desk sees it; `free` null: no limit."""

    state = s.ChoiceField([(one.value, one.value) for one in DoorState])
    join_code = s.CharField(allow_blank=True)
    free = s.IntegerField(allow_null=True)
    to_answer = CallerSerializer(many=True)
    waiting = CallerSerializer(many=True)
    fees = FeesSerializer()


ANSWERS = ("approve", "refuse", "ask", "same_person")


class AnswerForm(s.Serializer[None]):
    """The desk's answer. `refuse` and `ask` need a `reason`, which the person reads; `same_person` the record's key."""

    answer = s.ChoiceField([(one, one) for one in ANSWERS])
    reason = s.CharField(max_length=300, allow_blank=True, default="")
    person = s.CharField(max_length=40, required=False)


def code_of(question: dict[str, Any], number: int) -> str:
    """A code that follows from the question's words, so that answers survive another order."""
    return slugify(question["label"])[:40] or f"question-{number}"


def _caller(one: Caller) -> dict[str, Any]:
    return {
        "entrant": one.entrant.number,
        "name": one.entrant.full_name,
        "club": one.entrant.club.name if one.entrant.club else None,
        "answers": [{"question": label, "answer": given} for label, given in one.answers],
        "is_minor": one.is_minor,
        "email_is_confirmed": one.email_is_confirmed,
        "asked": one.asked,
        "is_held": one.is_held,
        "lookalikes": [
            {
                "person": known.public_key,
                "name": known.full_name,
                "club": known.club.name if known.club else None,
            }
            for known in one.lookalikes
        ],
    }


def door_document(tournament: Tournament) -> dict[str, Any]:
    """The door, its plan and who stands there."""
    door = door_of(tournament)
    return {name: getattr(door.plan, name) for name in (*SWITCHES, "note", "join_code")} | {
        "opens_at": tournament.registration_opens_at,
        "closes_at": tournament.registration_closes_at,
        "questions": [
            {"label": one.label, "is_required": one.is_required, "choices": list(one.choices)}
            for one in door.plan.questions
        ],
        "state": door.state.value,
        "free": door.free,
        "to_answer": [_caller(one) for one in door.to_answer],
        "waiting": [_caller(one) for one in door.waiting],
        "fees": {"due": door.fees.due, "paid": door.fees.paid, "waived": door.fees.waived},
    }


class DoorDeed(Deed):
    """Something done at the door; `If-Match` takes the ETag of `door/`."""

    permission = "tournament.keep_entrants"
    scope = Scope.ENTRANTS

    def seen(self, sight: Sight, target: object) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The door as `door/` shows it."""
        return door_document(sight.tournament)

    def post_letter(self, letter: Letter, entrant: Entrant, **facts: Any) -> None:
        """Tell the person once it is stored."""
        origin = self.request.build_absolute_uri("/")
        transaction.on_commit(lambda: queue_letter(letter, entrant, origin=origin, **facts))


@described(
    TAG,
    "set_door",
    "Say how registrations are taken",
    DoorSerializer,
    [OpenApiExample("With a question", DOOR, request_only=True)],
)
class TheDoor(DoorDeed):
    """By directors. The join code is made once and kept."""

    permission = "tournament.direct"
    form = DoorForm

    def carry_out(self, target: Tournament, given: dict[str, Any], actor: User) -> Tournament:
        """Set it."""
        questions = [
            Question(code_of(one, number), one["label"], one["is_required"], tuple(one["choices"]))
            for number, one in enumerate(given.get("questions", ()), start=1)
        ]
        return set_door(
            tournament_id=target.pk,
            actor=actor,
            opens_at=given.get("opens_at"),
            closes_at=given.get("closes_at"),
            questions=questions,
            note=given["note"],
            **{name: given[name] for name in SWITCHES},
        )

    @reading(
        TAG, "get_door", "How registrations are taken, who waits for an answer or a place", DoorSerializer
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For the desk."""
        tournament = sight_of(request, slug).tournament
        expect(request, "tournament.keep_entrants", Scope.READ, tournament)
        return single(request, door_document(tournament))


@described(TAG, "give_places", "Give the free places to the waiting list, in its order", DoorSerializer)
class GivePlaces(DoorDeed):
    """Each of them gets a letter. 409 when no place is free."""

    def carry_out(self, target: Tournament, given: dict[str, Any], actor: User) -> None:  # noqa: ARG002  # one signature for all deeds
        """Give them."""
        for one in fill_free_places(tournament_id=target.pk, actor=actor):
            self.post_letter(Letter.PLACE, one)


@described(
    TAG,
    "answer_registration",
    "Approve, refuse, ask to amend, or say that it is somebody on record",
    DoorSerializer,
    [OpenApiExample("No", REFUSAL, request_only=True)],
)
class AnswerRegistration(DoorDeed):
    """The person gets a letter where there is an address. The answer is the door as it is now."""

    form = AnswerForm

    def lock(self, sight: Sight, where: Where) -> None:
        """Saying who somebody is concerns every tournament of both."""
        entrant = entrant_numbered(sight.tournament, where["number"])
        lock_all_of(sight.tournament, entrant.person_id, *_lookalikes(entrant).values())

    def target(self, sight: Sight, where: Where) -> Entrant:
        """The entrant of that number."""
        return entrant_numbered(sight.tournament, where["number"])

    def carry_out(self, target: Entrant, given: dict[str, Any], actor: User) -> None:
        """Answer."""
        who, why = target.pk, given["reason"]
        match given["answer"]:
            case "approve":
                self.post_letter(Letter.APPROVED, approve_registration(entrant_id=who, actor=actor))
            case "refuse":
                refused = refuse_registration(entrant_id=who, actor=actor, reason=why)
                self.post_letter(Letter.REFUSED, refused, reason=why)
            case "ask":
                asked = ask_to_amend(entrant_id=who, actor=actor, question=why)
                self.post_letter(Letter.ASKED, asked, question=why)
            case _:
                adopt_person(entrant_id=who, person_id=_recognised(target, given), actor=actor)


def _lookalikes(entrant: Entrant) -> dict[str, int]:
    """The records that look like the entrant: key to id."""
    door = door_of(entrant.tournament)
    callers = [one for one in (*door.to_answer, *door.waiting) if one.entrant.pk == entrant.pk]
    return {known.public_key: known.pk for one in callers for known in one.lookalikes}


def _recognised(entrant: Entrant, given: dict[str, Any]) -> int:
    """One of those who look like the entrant: a key alone opens no other record. Raises InvalidInput."""
    known = _lookalikes(entrant).get(given.get("person", ""))
    if known is None:
        raise InvalidInput("nobody of that key looks like this entrant")
    return known
