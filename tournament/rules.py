"""Who may do what: named predicates on a user and a tournament (or a table of it).

Every permission of the product stands in this table; pages, API and tests read it from here.
"""

from typing import TypeAlias

import rules
from django.contrib.auth.models import AnonymousUser

from tournament.models import Circuit, Membership, Role, Table, Tournament, User

Visitor: TypeAlias = User | AnonymousUser


def roles_of(user: Visitor, tournament: Tournament) -> dict[str, list[int]]:
    """The user's roles in a tournament with the table numbers that limit each (empty: all), read once a request."""
    if not user.is_authenticated or not user.is_active:
        return {}
    known: dict[int, dict[str, list[int]]] = user.__dict__.setdefault("_roles_by_tournament", {})
    if tournament.pk not in known:
        rows = Membership.objects.filter(user=user, tournament=tournament).values_list("role", "tables")
        known[tournament.pk] = dict(rows)
    return known[tournament.pk]


def tournament_of(thing: Tournament | Table) -> Tournament:
    """The tournament that a permission is asked about."""
    return thing.round.tournament if isinstance(thing, Table) else thing


def _has(user: Visitor, thing: Tournament | Table | None, role: Role) -> bool:
    return thing is not None and role in roles_of(user, tournament_of(thing))


@rules.predicate
def is_director(user: Visitor, thing: Tournament | Table | None) -> bool:
    """A director of this tournament."""
    return _has(user, thing, Role.DIRECTOR)


@rules.predicate
def is_referee(user: Visitor, thing: Tournament | Table | None) -> bool:
    """A referee of this tournament; asked about a table, one whose tables include it."""
    if not _has(user, thing, Role.REFEREE) or thing is None:
        return False
    tables = roles_of(user, tournament_of(thing))[Role.REFEREE]
    return not isinstance(thing, Table) or not tables or thing.number in tables


@rules.predicate
def is_scorekeeper(user: Visitor, thing: Tournament | Table | None) -> bool:
    """A scorekeeper of this tournament."""
    return _has(user, thing, Role.SCOREKEEPER)


@rules.predicate
def is_desk(user: Visitor, thing: Tournament | Table | None) -> bool:
    """Somebody at the desk of this tournament."""
    return _has(user, thing, Role.DESK)


@rules.predicate
def is_page_public(_user: Visitor, thing: Tournament | Table | None) -> bool:
    """Anybody, where the page is published."""
    return thing is not None and tournament_of(thing).publish_page


@rules.predicate
def keeps_circuit(user: Visitor, circuit: Circuit | None) -> bool:
    """Whoever keeps this circuit."""
    return circuit is not None and user.is_authenticated and circuit.keepers.filter(pk=user.pk).exists()


is_staff = is_director | is_referee | is_scorekeeper | is_desk

PERMISSIONS = {
    "tournament.view": is_page_public | is_staff,
    "tournament.work_in": is_staff,
    "tournament.direct": is_director,
    "tournament.seat": is_director,
    "tournament.publish": is_director,
    "tournament.edit_rules": is_director,
    "tournament.invite": is_director,
    "tournament.restore": is_director,
    "tournament.see_log": is_director,
    "tournament.keep_entrants": is_director | is_desk,
    "tournament.check_in": is_director | is_desk | is_referee | is_scorekeeper,
    "tournament.run_clock": is_director | is_referee,
    "tournament.enter_result": is_director | is_referee | is_scorekeeper,
    "tournament.confirm_result": is_director | is_referee,
    "tournament.correct_result": is_director | is_referee,
    "tournament.rule_dispute": is_director | is_referee,
    "tournament.give_penalty": is_director | is_referee,
    "tournament.export": is_staff,
}
"""Permission → predicate. `docs/permissions.md` is written from this table."""

for _name, _predicate in PERMISSIONS.items():
    rules.add_perm(_name, _predicate)
rules.add_perm("circuit.keep", keeps_circuit)
