"""A circuit in its keeper's hands: made, changed, its tournaments chosen, its keeping shared and ended."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request

from tournament.api.access import may_everywhere
from tournament.api.base import ApiView, read
from tournament.api.circuits import (
    CircuitRowSerializer,
    CircuitSerializer,
    CircuitTypeSerializer,
    ReadCircuit,
    ReadCircuits,
    circuit_document,
    circuit_for,
)
from tournament.api.conditional import expect_match, single
from tournament.api.deeds import reading, row_of
from tournament.api.examples import CIRCUIT
from tournament.api.forms import LARGEST_NUMBER
from tournament.api.idempotency import once
from tournament.api.responses import KEY, MATCH, write_responses
from tournament.api.tables import numbered
from tournament.errors import InvalidInput
from tournament.models import Circuit, CircuitWorth, Scope, User
from tournament.selectors.circuits import tournaments_to_choose
from tournament.services import circuits as services
from tournament.services.circuits import TypeRule

TAG = "Circuits"


class CircuitTypeForm(CircuitTypeSerializer):
    """A type; weights by rounds such as `{"0": "0.2", "3": "0.5"}`, the share a fraction such as `2/3`."""

    share = s.RegexField(r"\A([0-9]{1,4}(/[1-9][0-9]{0,3})?)?\Z", allow_blank=True, default="")


class NewCircuitForm(s.Serializer[None]):
    """What a circuit is and how it counts. Without `types` it gets those of the national formula, or one of weight 1."""

    name = s.CharField(max_length=120)
    starts_on = s.DateField()
    ends_on = s.DateField()
    description = s.CharField(max_length=4000, allow_blank=True, default="")
    worth = s.ChoiceField(CircuitWorth.choices, default=CircuitWorth.NATIONAL)
    place_points = s.ListField(
        child=s.IntegerField(min_value=0, max_value=99999), max_length=100, default=list
    )
    minimum_tables = s.IntegerField(min_value=0, max_value=1000, default=0)
    minimum_results = s.IntegerField(min_value=0, max_value=1000, default=0)
    ranks_clubs = s.BooleanField(default=True)
    club_best = s.IntegerField(min_value=1, max_value=1000, required=False, allow_null=True)
    is_public = s.BooleanField(default=True)
    types = CircuitTypeForm(many=True, required=False)


class ChangeCircuitForm(s.Serializer[None]):
    """What is to change; what is left out stays. `types` name all of them: one without its `id` is new."""

    name = s.CharField(max_length=120, required=False)
    starts_on = s.DateField(required=False)
    ends_on = s.DateField(required=False)
    description = s.CharField(max_length=4000, allow_blank=True, required=False)
    worth = s.ChoiceField(CircuitWorth.choices, required=False)
    place_points = s.ListField(
        child=s.IntegerField(min_value=0, max_value=99999), max_length=100, required=False
    )
    minimum_tables = s.IntegerField(min_value=0, max_value=1000, required=False)
    minimum_results = s.IntegerField(min_value=0, max_value=1000, required=False)
    ranks_clubs = s.BooleanField(required=False)
    club_best = s.IntegerField(min_value=1, max_value=1000, required=False, allow_null=True)
    is_public = s.BooleanField(required=False)
    types = CircuitTypeForm(many=True, required=False)


class OfferedSerializer(s.Serializer[None]):
    """A tournament that may count, and the type as which it does (null: not at all)."""

    tournament = s.SlugField()
    name = s.CharField()
    starts_on = s.DateField()
    type = s.IntegerField(allow_null=True)


class ChosenForm(s.Serializer[None]):
    """The id of a type by the address of a tournament, null for one that does not count; those not named stay."""

    tournaments = s.DictField(
        child=s.IntegerField(min_value=1, max_value=LARGEST_NUMBER, allow_null=True), allow_empty=False
    )


class KeeperSerializer(s.Serializer[None]):
    """Who keeps the circuit."""

    id = s.IntegerField()
    name = s.CharField()


class KeeperForm(s.Serializer[None]):
    """The name by which somebody signs in."""

    username = s.CharField(max_length=150)


class CircuitNameForm(s.Serializer[None]):
    """The circuit's name, typed."""

    name = s.CharField(max_length=120)


def _rules(types: list[dict[str, Any]]) -> list[TypeRule]:
    """The types as the services want them. Raises InvalidInput."""
    return [
        TypeRule(
            " ".join(one["name"].split()),
            tuple(sorted(numbered(one["weights"]).items())) or ((0, Decimal(1)),),
            one.get("best"),
            Fraction(one["share"] or 0),
            one.get("id"),
        )
        for one in types
    ]


def _stored_rules(circuit: Circuit) -> list[TypeRule]:
    """The types as they are."""
    return [
        TypeRule(
            one.name,
            tuple((rounds, Decimal(weight)) for rounds, weight in one.weights),
            one.best,
            Fraction(one.share or 0),
            one.pk,
        )
        for one in circuit.types.all()
    ]


def kept_circuit(request: Request, slug: str) -> tuple[Circuit, User]:
    """The circuit and whoever keeps it. Raises what answers 401, 403 or 404."""
    user = may_everywhere(request, Scope.RULES)
    circuit = circuit_for(request, slug)
    if not user.has_perm("circuit.keep", circuit):
        raise PermissionDenied
    return circuit, user


class Circuits(ReadCircuits):
    """Circuits, and a new one."""

    @extend_schema(
        tags=[TAG],
        operation_id="create_circuit",
        summary="Make a circuit that you keep",
        parameters=[KEY],
        request=NewCircuitForm,
        responses=write_responses(CircuitSerializer, 201),
        examples=[OpenApiExample("Points by place", CIRCUIT, request_only=True)],
    )
    def post(self, request: Request) -> HttpResponse:
        """Its tournaments are chosen afterwards."""
        user = may_everywhere(request, Scope.RULES)
        given = read(NewCircuitForm, request)

        def deed() -> tuple[Any, int]:
            types = _rules(given.pop("types", []))
            return circuit_document(services.create_circuit(keeper=user, types=types, **given)), 201

        return once(request, deed)


class OneCircuit(ReadCircuit):
    """A circuit, and its changes."""

    @extend_schema(
        tags=[TAG],
        operation_id="change_circuit",
        summary="Change what a circuit is and how it counts",
        parameters=[KEY, MATCH],
        request=ChangeCircuitForm,
        responses=write_responses(CircuitSerializer),
    )
    def post(self, request: Request, circuit: str) -> HttpResponse:
        """By its keepers. 409 for a type that tournaments count as."""
        stored, _user = kept_circuit(request, circuit)
        given = read(ChangeCircuitForm, request)

        def deed() -> tuple[Any, int]:
            expect_match(request, lambda: circuit_document(stored))
            types = _rules(given.pop("types")) if "types" in given else _stored_rules(stored)
            changed = services.change_circuit(
                circuit_id=stored.pk, version=stored.version, types=types, **given
            )
            return circuit_document(changed), 200

        return once(request, deed)


class CircuitTournaments(ApiView):
    """Which tournaments count."""

    @reading(
        TAG,
        "list_offered",
        "The tournaments that may count, and as what they do",
        OfferedSerializer(many=True),
    )
    def get(self, request: Request, circuit: str) -> HttpResponse:
        """Those of its days that you may see."""
        return single(request, _offered(*kept_circuit(request, circuit)))

    @extend_schema(
        tags=[TAG],
        operation_id="choose_tournaments",
        summary="Choose which tournaments count, and as which type",
        parameters=[KEY, MATCH],
        request=ChosenForm,
        responses=write_responses(OfferedSerializer(many=True)),
    )
    def post(self, request: Request, circuit: str) -> HttpResponse:
        """Those not named stay as they are."""
        stored, user = kept_circuit(request, circuit)
        given = read(ChosenForm, request)["tournaments"]

        def deed() -> tuple[Any, int]:
            expect_match(request, lambda: _offered(stored, user))
            known = {one.slug: one.pk for one, _kind in tournaments_to_choose(stored, user)}
            unknown = sorted(set(given) - set(known))
            if unknown:
                raise InvalidInput(f"not of this circuit's days: {', '.join(unknown)[:200]}")
            chosen = {known[slug]: kind for slug, kind in given.items()}
            services.choose_tournaments(circuit_id=stored.pk, chosen=chosen)
            return _offered(stored, user), 200

        return once(request, deed)


def _offered(circuit: Circuit, user: User) -> list[dict[str, Any]]:
    return [
        {"tournament": one.slug, "name": one.name, "starts_on": one.starts_on, "type": kind}
        for one, kind in tournaments_to_choose(circuit, user)
    ]


def _keepers(circuit: Circuit) -> list[dict[str, Any]]:
    return [{"id": one.pk, "name": one.display_name} for one in circuit.keepers.order_by("username")]


class Keepers(ApiView):
    """Who keeps it."""

    @reading(TAG, "list_keepers", "Who keeps the circuit", KeeperSerializer(many=True))
    def get(self, request: Request, circuit: str) -> HttpResponse:
        """For its keepers."""
        return single(request, _keepers(kept_circuit(request, circuit)[0]))

    @extend_schema(
        tags=[TAG],
        operation_id="add_keeper",
        summary="Let somebody keep the circuit too",
        parameters=[KEY],
        request=KeeperForm,
        responses=write_responses(KeeperSerializer(many=True)),
    )
    def post(self, request: Request, circuit: str) -> HttpResponse:
        """Somebody who has an account."""
        stored, _user = kept_circuit(request, circuit)
        given = read(KeeperForm, request)

        def deed() -> tuple[Any, int]:
            services.add_keeper(circuit_id=stored.pk, username=given["username"])
            return _keepers(stored), 200

        return once(request, deed)


class OneKeeper(ApiView):
    """A keeper."""

    @extend_schema(
        tags=[TAG],
        operation_id="remove_keeper",
        summary="Let somebody keep the circuit no longer",
        responses=write_responses(KeeperSerializer(many=True)),
    )
    def delete(self, request: Request, circuit: str, keeper_id: int) -> HttpResponse:
        """409 for the last one."""
        stored, _user = kept_circuit(request, circuit)

        def deed() -> tuple[Any, int]:
            gone = row_of(stored.keepers.all(), pk=keeper_id)
            services.remove_keeper(circuit_id=stored.pk, user_id=gone.pk)
            return _keepers(stored), 200

        return once(request, deed)


class DeleteCircuit(ApiView):
    """The end of a circuit."""

    @extend_schema(
        tags=[TAG],
        operation_id="delete_circuit",
        summary="Take the circuit away; its tournaments stay as they are",
        parameters=[KEY],
        request=CircuitNameForm,
        responses=write_responses(CircuitRowSerializer),
    )
    def post(self, request: Request, circuit: str) -> HttpResponse:
        """There is no way back, so its name is typed. The answer is what it was."""
        stored, _user = kept_circuit(request, circuit)
        given = read(CircuitNameForm, request)

        def deed() -> tuple[Any, int]:
            names = list(CircuitRowSerializer().fields)
            document = {name: getattr(stored, name) for name in names}
            services.delete_circuit(circuit_id=stored.pk, name=given["name"])
            return document, 200

        return once(request, deed)
