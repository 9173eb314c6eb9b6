"""Every cell of the grid of roles and addresses, tried with a real request; other tournaments are closed."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponseBase
from django.test import Client
from django.urls import get_resolver, reverse

from tests.factories import make_member, make_tournament, make_user
from tests.trust.test_archive import fixture
from tournament.grid import API_PERMISSIONS, OPEN_API, OPEN_PAGES, Address, Open, Visitor, addresses, page
from tournament.models import Role, Table, Tournament, User
from tournament.services.archive import import_tournament

pytestmark = pytest.mark.django_db

ADDRESSES = addresses()
GUARDED = [one for one in ADDRESSES if one.permission]
LOGIN = "/accounts/login/"


@pytest.fixture
def tournament() -> Tournament:
    return import_tournament(archive=fixture(), actor=None)


def comer(visitor: Visitor, tournament: Tournament) -> User | None:
    """Somebody of that kind."""
    if visitor is Visitor.PUBLIC:
        return None
    if visitor is Visitor.ELSEWHERE:
        return make_member(make_tournament("Altrove"))
    if visitor is Visitor.PLAYER:
        user = make_user()
        person = tournament.entrants.get(number=1).person
        person.user = user
        person.save()
        return user
    return make_member(tournament, Role(visitor.value))


def places_of(tournament: Tournament) -> dict[str, Any]:
    """What exists of the tournament, by the names of arguments."""
    # Without a result: entering it is no correction, which asks for another permission.
    table = Table.objects.filter(round__tournament=tournament, submissions=None).order_by("number")[0]
    return {"slug": tournament.slug, "table_id": table.pk, "entrant_id": tournament.entrants.all()[0].pk}


def arguments(address: Address, known: dict[str, Any]) -> dict[str, Any]:
    """Arguments for an address: what exists where it matters, the first choice where there is one."""
    return {name: known.get(name, value) for name, value in _any_values(address.name).items()}


@cache
def _any_values(name: str) -> dict[str, Any]:
    resolver = get_resolver()
    namespace, _colon, short = name.rpartition(":")
    if namespace:
        resolver = resolver.namespace_dict[namespace][1]
    ((_pattern, _params),), _route, _defaults, converters = resolver.reverse_dict.getlist(short)[0]
    return {argument: _value(converter) for argument, converter in converters.items()}


def _value(converter: Any) -> Any:
    """A number, the first of some choices, or any word."""
    if converter.regex == "[0-9]+":
        return 1
    if converter.regex.startswith("(?:"):
        return converter.to_python(converter.regex[3:-1].split("|")[0].replace("\\", ""))
    return "csv"


def ask(client: Client, address: Address, url: str) -> HttpResponseBase:
    """The answer, as a visitor's browser or program would get it; what it did is taken back."""
    with transaction.atomic():
        if address.name.startswith("api:"):
            answer = client.generic(address.methods[0], url, "{}", content_type="application/json")
        else:
            answer = client.get(url)
            if answer.status_code == 405:
                answer = client.post(url)
        transaction.set_rollback(True)
    return answer


def outcome(answer: HttpResponseBase) -> str:
    """let in, sent to sign in, or refused."""
    if answer.status_code == 401 or (answer.status_code == 302 and answer["Location"].startswith(LOGIN)):
        return "sign in"
    if answer.status_code == 403:
        return "refused"
    assert answer.status_code < 500
    return "let in"


def expected(address: Address, visitor: Visitor) -> str:
    if address.admits(visitor):
        return "let in"
    return "sign in" if visitor is Visitor.PUBLIC else "refused"


def differing(found: dict[str, str], wanted: dict[str, str]) -> dict[str, tuple[str, str]]:
    return {key: (found[key], wanted[key]) for key in found if found[key] != wanted[key]}


@pytest.mark.parametrize("visitor", Visitor)
def test_every_cell(visitor: Visitor, tournament: Tournament, client: Client) -> None:
    user = comer(visitor, tournament)
    if user:
        client.force_login(user)
    found, wanted, known = {}, {}, places_of(tournament)
    for address in GUARDED:
        url = reverse(address.name, kwargs=arguments(address, known))
        key = f"{address.methods[0]} {address.name}"
        found[key], wanted[key] = outcome(ask(client, address, url)), expected(address, visitor)
    assert differing(found, wanted) == {}
    assert len(found) == len(GUARDED)


@pytest.mark.parametrize("visitor", [Visitor.PLAYER, Visitor.ELSEWHERE, Visitor.PUBLIC])
def test_a_tournament_that_is_not_published_is_not_there(
    visitor: Visitor, tournament: Tournament, client: Client
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(publish_page=False)
    user = comer(visitor, tournament)
    if user:
        client.force_login(user)
    known = places_of(tournament)
    shown = {
        address.name: answer.status_code
        for address in GUARDED
        if (answer := ask(client, address, reverse(address.name, kwargs=arguments(address, known))))
        and answer.status_code != 404
    }
    assert shown == {}


def test_a_referee_of_other_tables_is_refused_at_this_one(tournament: Tournament, client: Client) -> None:
    client.force_login(make_member(tournament, Role.REFEREE, tables=[7]))
    let_in, known = [], places_of(tournament)
    for address in GUARDED:
        wants_role = address.permission not in {"tournament.view", "tournament.work_in"}
        values = arguments(address, known)
        if "table_id" in values and wants_role:
            answer = ask(client, address, reverse(address.name, kwargs=values))
            let_in += [address.name] if answer.status_code not in {403, 404} else []
    assert let_in == []


def test_signing_in_is_asked_where_the_grid_says_so(client: Client) -> None:
    asked = {
        address.name: outcome(ask(client, address, reverse(address.name, kwargs=_any_values(address.name))))
        for address in ADDRESSES
        if address.open_to is Open.SIGNED_IN
    }
    assert set(asked.values()) == {"sign in"}


def test_every_address_is_in_the_grid() -> None:
    names = {address.name for address in ADDRESSES}
    assert names == set(_named(get_resolver().url_patterns))
    assert set(OPEN_PAGES) | set(OPEN_API) | {name for name, _method in API_PERMISSIONS} <= names


def _named(patterns: Any, prefix: str = "", route: str = "") -> Iterator[str]:
    for one in patterns:
        here = route + str(one.pattern)
        if hasattr(one, "url_patterns"):
            inner = f"{prefix}{one.namespace}:" if one.namespace else prefix
            yield from _named(one.url_patterns, inner, here)
        elif one.name and not here.startswith("accounts/"):
            yield prefix + one.name


def test_the_page_is_the_one_that_is_printed() -> None:
    written = Path(__file__).resolve().parents[2] / "docs" / "permissions.md"
    assert written.read_text(encoding="utf-8") == page()
