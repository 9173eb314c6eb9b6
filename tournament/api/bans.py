"""Suspensions and bans, for directors."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers as s
from rest_framework.request import Request

from tournament.api.access import expect, sight_of
from tournament.api.conditional import single
from tournament.api.deeds import Deed, Where, described, entrant_ids, reading, row_of
from tournament.api.examples import SUSPENSION
from tournament.api.forms import LARGEST_NUMBER, ReasonForm
from tournament.errors import InvalidInput
from tournament.models import Ban, BanScope, Entrant, Person, Scope, Tournament, User
from tournament.selectors.bans import bans_of_organiser, liftable_by
from tournament.selectors.public import Sight
from tournament.services.bans import give_ban, lift_ban
from tournament.services.entrants import NewEntrant, meant_by, person_like

TAG = "Suspensions"


class BanSerializer(s.Serializer[None]):
    """A suspension, or without `ends_on` a ban; it stays on record when it is lifted."""

    id = s.IntegerField()
    person = s.CharField()
    name = s.CharField()
    scope = s.ChoiceField(BanScope.choices)
    starts_on = s.DateField()
    ends_on = s.DateField(allow_null=True)
    reason = s.CharField()
    holds = s.BooleanField()
    may_lift = s.BooleanField()
    given_by = s.CharField(allow_null=True)
    lifted_at = s.DateTimeField(allow_null=True)
    lifted_by = s.CharField(allow_null=True)
    lifted_reason = s.CharField(allow_blank=True)


class BanForm(s.Serializer[None]):
    """Whom (the number of an entrant, or a name), from when to when, why. Only an operator chooses `everywhere`."""

    entrant = s.IntegerField(min_value=1, max_value=LARGEST_NUMBER, required=False)
    first_name = s.CharField(max_length=60, allow_blank=True, default="")
    last_name = s.CharField(max_length=60, allow_blank=True, default="")
    birth_date = s.DateField(required=False, allow_null=True)
    scope = s.ChoiceField(BanScope.choices, default=BanScope.ORGANISER)
    starts_on = s.DateField()
    ends_on = s.DateField(required=False, allow_null=True)
    reason = s.CharField(max_length=300)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Somebody is named, in one way or the other."""
        if "entrant" not in attrs and not (attrs["first_name"] or attrs["last_name"]):
            raise s.ValidationError("name an entrant, or a first or last name")
        return attrs


BAN = ("scope", "starts_on", "ends_on", "reason", "lifted_at", "lifted_reason")


def ban_document(one: Ban, *, may_lift: bool) -> dict[str, Any]:
    """A suspension as a director reads it."""
    return {name: getattr(one, name) for name in BAN} | {
        "id": one.pk,
        "person": one.person.public_key,
        "name": one.person.full_name,
        "holds": one.lifted_at is None and not one.is_over(timezone.localdate()),
        "may_lift": may_lift,
        "given_by": one.given_by.display_name if one.given_by else None,
        "lifted_by": one.lifted_by.display_name if one.lifted_by else None,
    }


def _documents(tournament: Tournament, bans: QuerySet[Ban], user: User) -> list[dict[str, Any]]:
    """Suspensions as this director reads them; two queries."""
    liftable = set(liftable_by(user, bans_of_organiser(tournament)).values_list("pk", flat=True))
    return [ban_document(one, may_lift=one.pk in liftable) for one in bans]


def _known(tournament: Tournament) -> QuerySet[Ban]:
    return bans_of_organiser(tournament).select_related("person", "given_by", "lifted_by")


def _person(tournament: Tournament, given: dict[str, Any]) -> Person:
    """The person meant, stored when nobody of that name is known. Raises InvalidInput for a stand-in."""
    if "entrant" in given:
        (who,) = entrant_ids(tournament, [given["entrant"]])
        person = Entrant.objects.select_related("person").get(pk=who).person
        if person is None:
            raise InvalidInput("a stand-in is no person on record")
        return person
    typed = NewEntrant(given["first_name"], given["last_name"], birth_date=given.get("birth_date"))
    known = person_like(typed)
    if known is None:
        known = meant_by(typed)
        known.save()
    return known


@described(
    TAG,
    "give_ban",
    "Suspend somebody until a day, or ban without one",
    BanSerializer,
    [OpenApiExample("Until the end of February", SUSPENSION, request_only=True)],
)
class Bans(Deed):
    """It holds at this organiser's tournaments. Whoever it means is let in only by a director who says why."""

    permission = "tournament.direct"
    scope = Scope.PEOPLE
    form = BanForm
    answers = 201
    matches = False

    def carry_out(self, target: Tournament, given: dict[str, Any], actor: User) -> Ban:
        """Give it."""
        return give_ban(
            tournament_id=target.pk,
            person_id=_person(target, given).pk,
            scope=BanScope(given["scope"]),
            starts_on=given["starts_on"],
            ends_on=given.get("ends_on"),
            reason=given["reason"],
            actor=actor,
        )

    def answer(self, sight: Sight, done: Ban, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The new line."""
        return ban_document(done, may_lift=True)

    @reading(TAG, "list_bans", "Every suspension of this organiser, for directors", BanSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Past and lifted ones too."""
        tournament = sight_of(request, slug).tournament
        user = expect(request, self.permission, Scope.READ, tournament)
        return single(request, _documents(tournament, _known(tournament), user))


@described(TAG, "lift_ban", "Lift a suspension before its time, with a reason", BanSerializer)
class LiftBan(Deed):
    """By who gave it, or directed with them. Its line stays. Twice changes nothing."""

    permission = "tournament.direct"
    scope = Scope.PEOPLE
    form = ReasonForm

    def target(self, sight: Sight, where: Where) -> tuple[Tournament, Ban]:
        """The suspension; else 404."""
        return sight.tournament, row_of(_known(sight.tournament), pk=where["ban_id"])

    def seen(self, sight: Sight, target: tuple[Tournament, Ban]) -> Any:
        """Its line."""
        tournament, ban = target
        user = expect(self.request, self.permission, self.scope, sight.tournament)
        return _documents(tournament, _known(tournament).filter(pk=ban.pk), user)[0]

    def carry_out(self, target: tuple[Tournament, Ban], given: dict[str, Any], actor: User) -> None:
        """Lift it."""
        tournament, ban = target
        lift_ban(tournament_id=tournament.pk, ban_id=ban.pk, reason=given["reason"], actor=actor)
