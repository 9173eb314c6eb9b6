"""Make a circuit, change its rules, choose its tournaments, share and end its keeping."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from scoring.season import NATIONAL
from tournament.errors import ChangedMeanwhile, InvalidInput, TournamentError
from tournament.models import Circuit, CircuitTournament, CircuitType, CircuitWorth, Tournament, User
from tournament.services.days import expect_days

LARGEST_WEIGHT = Decimal(1000)
MOST_TYPES = 12
FREE = ("name", "description", "starts_on", "ends_on", "worth", "place_points", "minimum_tables",
        "minimum_results", "ranks_clubs", "club_best", "is_public")  # fmt: skip

NATIONAL_TYPES = {
    "raduno": _("Raduno"),
    "master": _("Master"),
    "open": _("Open"),
    "interclub": _("Interclub"),
    "league": _("Club league"),
}
"""What a circuit calls the types of the national formula until its keeper says otherwise."""


class TypeInUse(TournamentError):
    """Tournaments count as this type. Facts: `name`."""

    code = "circuit_type_in_use"
    message = _("Tournaments count as “%(name)s”: give them another type first.")


class LastKeeper(TournamentError):
    """A circuit is not left without a keeper."""

    code = "last_keeper"
    message = _("Somebody has to keep the circuit: name another keeper first.")


@dataclass(frozen=True, slots=True)
class TypeRule:
    """A type as its keeper types it: `id` None for a new one; weights by rounds, the first from 0 on."""

    name: str
    weights: tuple[tuple[int, Decimal], ...] = ((0, Decimal(1)),)
    best: int | None = None
    share: Fraction = Fraction(0)
    id: int | None = None


def national_rules() -> tuple[TypeRule, ...]:
    """The types and weights of the national formula."""
    return tuple(
        TypeRule(str(NATIONAL_TYPES[code]), known.by_rounds) for code, known in NATIONAL.classes.items()
    )


@transaction.atomic
def create_circuit(
    *, keeper: User, types: Sequence[TypeRule] = (), name: str, starts_on: date, ends_on: date, **facts: Any
) -> Circuit:
    """A new circuit; without types it gets those of the national formula, or one of weight 1 for another worth.

    Raises InvalidInput.
    """
    circuit = Circuit(name=" ".join(name.split()), starts_on=starts_on, ends_on=ends_on, **facts)
    _check(circuit)
    circuit.slug = _free_slug(circuit.name)
    circuit.save(force_insert=True)
    circuit.keepers.add(keeper)
    is_national = circuit.worth == CircuitWorth.NATIONAL
    _put_types(circuit, types or (national_rules() if is_national else (TypeRule(str(_("Tournament"))),)))
    return circuit


@transaction.atomic
def change_circuit(*, circuit_id: int, version: int, types: Sequence[TypeRule], **facts: Any) -> Circuit:
    """Change what a circuit is and how it counts.

    Raises ChangedMeanwhile when somebody else saved first, InvalidInput, TypeInUse.
    """
    circuit = Circuit.objects.select_for_update().get(pk=circuit_id)
    if circuit.version != version:
        raise ChangedMeanwhile(what=circuit.name, theirs=circuit.version, yours=version)
    for field in FREE:
        setattr(circuit, field, facts.get(field, getattr(circuit, field)))
    circuit.name = " ".join(circuit.name.split())
    circuit.version += 1
    _check(circuit)
    circuit.save()
    _put_types(circuit, types)
    return circuit


def _check(circuit: Circuit) -> None:
    if not circuit.name:
        raise InvalidInput(_("The circuit needs a name."))
    expect_days(circuit.starts_on, circuit.ends_on)
    if circuit.ends_on < circuit.starts_on:
        raise InvalidInput(_("The last day is before the first."))
    points = circuit.place_points
    if circuit.worth == CircuitWorth.PLACES and not points:
        raise InvalidInput(
            _("Points by place: say what the first place is worth, then the second and so on.")
        )
    if sorted(points, reverse=True) != points:
        raise InvalidInput(_("A better place is never worth less than a worse one."))


def _put_types(circuit: Circuit, rules: Sequence[TypeRule]) -> None:
    """Let the circuit have these types in this order; those that are not named any more go."""
    _check_types(rules)
    known = {one.pk: one for one in circuit.types.all()}
    kept = {rule.id for rule in rules}
    for pk, gone in known.items():
        if pk not in kept:
            if gone.counted.exists():
                raise TypeInUse(name=gone.name)
            gone.delete()
    for position, rule in enumerate(rules):
        row = known.get(rule.id or 0) or CircuitType(circuit=circuit)
        row.name, row.position, row.best = rule.name, position, rule.best
        row.share = str(rule.share) if rule.share else ""
        row.weights = [[rounds, str(weight)] for rounds, weight in rule.weights]
        row.save()


def _check_types(rules: Sequence[TypeRule]) -> None:
    if not 0 < len(rules) <= MOST_TYPES:
        raise InvalidInput(_("A circuit has from 1 to %(most)s types of tournament.") % {"most": MOST_TYPES})
    if len({rule.name.casefold() for rule in rules}) != len(rules) or not all(rule.name for rule in rules):
        raise InvalidInput(_("Each type of tournament has a name of its own."))
    for rule in rules:
        rounds = [number for number, _weight in rule.weights]
        if rounds[:1] != [0] or rounds != sorted(set(rounds)):
            raise InvalidInput(
                _("%(name)s: the weights go up by rounds, the first without a number.") % {"name": rule.name}
            )
        if any(not 0 <= weight <= LARGEST_WEIGHT for _rounds, weight in rule.weights):
            raise InvalidInput(_("%(name)s: a weight is from 0 to 1000.") % {"name": rule.name})
        if not 0 <= rule.share <= 1:
            raise InvalidInput(
                _("%(name)s: the share is a fraction up to 1, like 2/3.") % {"name": rule.name}
            )


@transaction.atomic
def choose_tournaments(*, circuit_id: int, chosen: Mapping[int, int | None]) -> int:
    """Let these tournaments count as these types (None: not at all), those not named as before; how many count now.

    Raises InvalidInput for a type of another circuit.
    """
    circuit = Circuit.objects.select_for_update().get(pk=circuit_id)
    wanted = {key: kind for key, kind in chosen.items() if kind is not None}
    if not set(wanted.values()) <= {one.pk for one in circuit.types.all()}:
        raise InvalidInput(_("This type of tournament belongs to another circuit."))
    circuit.counted.filter(tournament__in=chosen.keys() - wanted.keys()).delete()
    for tournament in Tournament.objects.filter(pk__in=wanted):
        CircuitTournament.objects.update_or_create(
            circuit=circuit, tournament=tournament, defaults={"type_id": wanted[tournament.pk]}
        )
    return circuit.counted.count()


@transaction.atomic
def add_keeper(*, circuit_id: int, username: str) -> User:
    """Let somebody who has an account keep the circuit too. Raises InvalidInput for an unknown name."""
    circuit = Circuit.objects.select_for_update().get(pk=circuit_id)
    user = User.objects.filter(username__iexact=username.strip(), is_active=True).first()
    if user is None:
        raise InvalidInput(_("Nobody signs in by the name “%(name)s”.") % {"name": username.strip()})
    circuit.keepers.add(user)
    return user


@transaction.atomic
def remove_keeper(*, circuit_id: int, user_id: int) -> None:
    """Let somebody keep the circuit no longer. Raises LastKeeper."""
    circuit = Circuit.objects.select_for_update().get(pk=circuit_id)
    if not circuit.keepers.exclude(pk=user_id).exists():
        raise LastKeeper
    circuit.keepers.remove(user_id)


@transaction.atomic
def delete_circuit(*, circuit_id: int, name: str) -> None:
    """Take a circuit away; its tournaments stay as they are. There is no way back, so its `name` is asked for.

    Raises InvalidInput for another name.
    """
    circuit = Circuit.objects.select_for_update().get(pk=circuit_id)
    if " ".join(name.split()).casefold() != circuit.name.casefold():
        raise InvalidInput(_("To take the circuit away, type its name."))
    circuit.delete()


def _free_slug(name: str) -> str:
    """An address that no circuit has."""
    base = slugify(name)[:50] or "circuito"
    taken = set(Circuit.objects.filter(slug__startswith=base).values_list("slug", flat=True)) | {"new"}
    number, slug = 1, base
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug
