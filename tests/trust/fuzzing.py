"""Two tournaments and all who may come: one of them is asked for everything, of the other nobody may learn anything."""

import io
import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpResponseBase
from django.test import Client
from django.urls import NoReverseMatch, Resolver404, get_resolver, resolve, reverse

from tests.factories import make_entrant, make_member, make_person, make_round, make_tournament
from tests.results import close, confirm
from tests.trust import nasty
from tests.trust.test_archive import fixture
from tests.trust.test_permissions import ADDRESSES, _any_values, comer
from tests.trust.test_privacy import readable
from tournament.api.examples import CASE
from tournament.api.openapi import schema_document
from tournament.grid import Address, Visitor
from tournament.models import (
    Dispute,
    Entrant,
    Event,
    Job,
    Membership,
    Penalty,
    Person,
    Role,
    Round,
    SanctionEffect,
    Scope,
    Seat,
    Submission,
    Table,
    Tournament,
    WebhookEndpoint,
)
from tournament.services.archive import import_tournament
from tournament.services.disputes import open_dispute
from tournament.services.invitations import invite
from tournament.services.links import personal_token
from tournament.services.penalties import give_penalty
from tournament.services.seating import draw_round
from tournament.services.snapshots import take_snapshot_by_hand
from tournament.services.standings import issue_standings
from tournament.services.tokens import issue_token
from tournament.services.webhooks import add_webhook
from tournament.web.caching import kept_pages

SECRET = "Qvorzax"
HIDDEN = {
    Tournament: "pk",
    Membership: "tournament",
    Entrant: "tournament",
    Person: "entries__tournament",
    Round: "tournament",
    Table: "round__tournament",
    Seat: "round__tournament",
    Submission: "table__round__tournament",
    Penalty: "tournament",
    Dispute: "tournament",
    WebhookEndpoint: "tournament",
    Event: "tournament",
    Job: "tournament",
}
"""What of the hidden tournament must stay as it is, with the way to it."""


def shown_tournament() -> Tournament:
    """A published tournament with a bit of everything, its third round drafted anew so that seating can be edited."""
    tournament = import_tournament(archive=fixture(), actor=None)
    director = make_member(tournament)
    _furnish(tournament, director)
    invite(tournament_id=tournament.pk, role=Role.REFEREE, actor=director)
    issue_token(user=director, name="board", scopes=list(Scope.values), days=9, tournament=tournament)
    return tournament


def hidden_tournament() -> Tournament:
    """An unpublished tournament whose every text carries the secret word."""
    tournament = make_tournament(
        f"{SECRET} Cup", publish_page=False, place=f"{SECRET} City", organiser=SECRET, plan={"rounds": 3}
    )
    players = [
        make_entrant(
            tournament,
            club="Shared Club",
            group=SECRET,
            notes=SECRET,
            person=make_person(last_name=f"{SECRET}-{number}", email=f"{number}@{SECRET}.example"),
        )
        for number in range(8)
    ]
    first = make_round(tournament, [players[:4], players[4:]], state="playing")
    confirm(first, [(40, 30, 20, 10)] * 2)
    close(first)
    issue_standings(tournament=tournament, stage=first.stage, after_round=1, actor=None)
    _furnish(tournament, make_member(tournament, user={"first_name": SECRET}))
    draw_round(tournament_id=tournament.pk, actor=None)
    return tournament


def _furnish(tournament: Tournament, director: Any) -> None:
    entrant = tournament.entrants.order_by("pk")[0]
    give_penalty(
        entrant_id=entrant.pk, effect=SanctionEffect.POINTS, points=3, reason=tournament.name, actor=director
    )
    open_dispute(tournament_id=tournament.pk, case=CASE, actor=director, question=tournament.name)
    add_webhook(tournament=tournament, url="https://example.org/", kinds=[], actor=director)
    take_snapshot_by_hand(tournament_id=tournament.pk, actor=director, subject=tournament.name)
    Job.objects.create(kind="upload", tournament=tournament, requested_by=director, message=tournament.name)


def choices_of(tournament: Tournament) -> dict[str, list[Any]]:
    """What may stand in an address of the tournament, by the name of the argument."""
    return {
        "slug": [tournament.slug],
        "number": [1, 2, 3, 4],
        "after": [1, 2],
        "table": [1, 2],
        "table_id": list(Table.objects.filter(round__tournament=tournament).values_list("pk", flat=True)),
        "entrant_id": list(tournament.entrants.values_list("pk", flat=True)),
        "version_id": list(tournament.standings_versions.values_list("pk", flat=True)),
        "submission_id": list(
            Submission.objects.filter(table__round__tournament=tournament).values_list("pk", flat=True)
        ),
        "dispute_id": list(tournament.disputes.values_list("pk", flat=True)),
        "webhook_id": list(tournament.webhooks.values_list("pk", flat=True)),
        "snapshot_id": list(tournament.snapshots.values_list("pk", flat=True)),
        "penalty_id": list(tournament.penalties.values_list("pk", flat=True)),
        "membership_id": list(tournament.memberships.values_list("pk", flat=True)),
        "job_id": list(Job.objects.filter(tournament=tournament).values_list("pk", flat=True)),
        "kind": ["csv", "json", "xlsx", "pdf", "scoresheets", "exe"],
    }


@dataclass(frozen=True, slots=True)
class Sent:
    """One request, as it is told when something goes wrong."""

    visitor: Visitor
    method: str
    url: str
    body: str


@dataclass(slots=True)
class World:
    """Both tournaments, a client for each kind of visitor, and what their pages offer to fill in."""

    shown: Tournament = field(default_factory=shown_tournament)
    hidden: Tournament = field(default_factory=hidden_tournament)
    clients: dict[Visitor, Client] = field(default_factory=dict)
    ours: dict[str, list[Any]] = field(default_factory=dict)
    theirs: dict[str, list[Any]] = field(default_factory=dict)
    forms: dict[str, list[list[nasty.Field]]] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    questions: list[Any] = field(default_factory=list)
    before: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        for visitor in Visitor:
            self.clients[visitor] = Client()
            if user := comer(visitor, self.shown):
                self.clients[visitor].force_login(user)
        self.ours, self.theirs = choices_of(self.shown), choices_of(self.hidden)
        self.ours["token"] = [personal_token(one) for one in self.shown.entrants.all()[:3]]
        self.questions = [
            model.objects.filter(**{way: self.hidden.pk}).order_by("pk").query.sql_with_params()
            for model, way in HIDDEN.items()
        ]
        self.before = self.fingerprint()
        self._collect_forms()

    def _collect_forms(self) -> None:
        """Read off every page of the director which forms there are."""
        dice = random.Random(0)
        for address in ADDRESSES:
            if "GET" not in address.methods or address.name.startswith("api:"):
                continue
            url = self.address_of(address, dice, mistaken=0)
            answer = self.clients[Visitor.DIRECTOR].get(url)
            if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
                continue
            page = nasty.Forms()
            page.feed(answer.content.decode())
            for action, _method, fields in page.found:
                self.forms.setdefault(_route_of(urljoin(url, action)), []).append(fields)
        self.names = sorted({name for forms in self.forms.values() for one in forms for name, _value in one})

    def address_of(self, address: Address, dice: random.Random, *, mistaken: float = 0.2) -> str:
        """An address of the shown tournament, some with an argument of the hidden one or of nobody."""
        values = {}
        for name, usual in _any_values(address.name).items():
            known = self.ours.get(name) or _choices(address.name, name) or [usual]
            if dice.random() < mistaken:
                known = (
                    self.theirs.get(name) or [0, 10**9, 2**63, 10**25] if isinstance(usual, int) else known
                )
            values[name] = dice.choice(known)
        try:
            return reverse(address.name, kwargs=values)
        except NoReverseMatch:
            return reverse(address.name, kwargs=_any_values(address.name))

    def fingerprint(self) -> list[Any]:
        """All that the hidden tournament is; asked so often that the questions are put in words only once."""
        found = []
        with connection.cursor() as cursor:
            for question in self.questions:
                cursor.execute(*question)
                found.append(cursor.fetchall())
        return found

    # --- one request ------------------------------------------------------------------------------------

    def send(self, address: Address, visitor: Visitor, dice: random.Random) -> tuple[Sent, Any]:
        """Send a nasty request; what was sent, and the answer or the exception. What it did is taken back."""
        url = self.address_of(address, dice)
        method = dice.choice(address.methods)
        if dice.random() < 0.05:
            method = dice.choice(("PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "POST", "GET"))
        if dice.random() < 0.4 or method == "GET":
            query = nasty.filled(dice, self._fields(address, dice), self.names)
            url = f"{url}?{urlencode(query, doseq=True)}"
        if address.name.startswith("api:"):
            body, kind = self._document(address, method, dice), "application/json"
        else:
            body, kind = self._form(address, dice)
        headers = {} if dice.random() < 0.6 else _headers(dice)
        sent = Sent(visitor, method, url, repr(body)[:600])
        cache.clear()  # throttles are tested elsewhere: here they would only answer instead of the pages
        with transaction.atomic():
            answer = self._answered(visitor, method, url, body, kind, headers)
            if method not in {"GET", "HEAD", "OPTIONS"}:
                kept_pages.clear()  # the version that they are kept under is taken back
                if self.fingerprint() != self.before:
                    answer = AssertionError("the hidden tournament was changed")
            transaction.set_rollback(True)
        return sent, answer

    def _answered(
        self, visitor: Visitor, method: str, url: str, body: Any, kind: str, headers: dict[str, str]
    ) -> Any:
        client = self.clients[visitor]
        try:
            if kind == "form" and method == "POST":
                return client.post(url, body, headers=headers)
            text = urlencode(body, doseq=True) if kind == "form" else body
            plain = "application/x-www-form-urlencoded" if kind == "form" else kind
            return client.generic(method, url, text, content_type=plain, headers=headers)
        except Exception as error:  # noqa: BLE001 – told by the test with the request that led to it
            return error

    def _fields(self, address: Address, dice: random.Random) -> list[nasty.Field]:
        known = self.forms.get(address.name)
        if known:
            return dice.choice(known)
        return [(name, "1") for name in dice.sample(self.names, 4)]

    def _form(self, address: Address, dice: random.Random) -> tuple[dict[str, Any], str]:
        form = nasty.filled(dice, self._fields(address, dice), self.names)
        for name in form:
            if dice.random() < 0.1:
                form[name] = str(dice.choice(dice.choice([one for one in self.theirs.values() if one])))
        if dice.random() < 0.1 or "file" in form:
            upload = io.BytesIO(dice.choice(nasty.FILES))
            upload.name = dice.choice(("a.csv", "a.xlsx", "a.xls", "../a.sdadata", "a.exe", "a\x00.csv"))
            form[dice.choice(sorted(form) or ["file"])] = upload
        return form, "form"

    def _document(self, address: Address, method: str, dice: random.Random) -> str:
        path = "/" + re.sub("<[a-z]+:([a-z_]+)>", r"{\1}", address.route)
        operation = schema_document()["paths"].get(path, {}).get(method.lower(), {})
        wanted = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        document = nasty.sample(dice, wanted.get("schema", {}), schema_document())
        text = json.dumps(nasty.broken(dice, document) if dice.random() < 0.8 else nasty.any_json(dice))
        return text if dice.random() < 0.95 else text[:-1] + "\x00"


def _choices(address: str, argument: str) -> list[Any]:
    """All values of an argument that has only so many."""
    resolver = get_resolver()
    namespace, _colon, short = address.rpartition(":")
    if namespace:
        resolver = resolver.namespace_dict[namespace][1]
    converter = resolver.reverse_dict.getlist(short)[0][3][argument]
    if not converter.regex.startswith("(?:"):
        return []
    return [converter.to_python(one.replace("\\", "")) for one in converter.regex[3:-1].split("|")]


def _route_of(url: str) -> str:
    """The name of the address that a form is sent to."""
    try:
        return resolve(urlsplit(url).path).view_name
    except Resolver404:
        return ""


def _headers(dice: random.Random) -> dict[str, str]:
    """Headers that a browser or a program sends, with values that none does."""
    texts = [one for one in nasty.TEXTS if one.isprintable() and one.isascii()]
    names = (
        "Accept-Language",
        "Referer",
        "Idempotency-Key",
        "If-None-Match",
        "X-Fragments",
        "Accept",
        "Range",
    )
    return {name: dice.choice(texts) for name in dice.sample(names, 2)}


# --- judging ------------------------------------------------------------------------------------------------


def complaints(answer: Any) -> Iterator[str]:
    """What is wrong with an answer: an error of the server, the secret word, a way out of the site."""
    if isinstance(answer, Exception):
        yield f"{type(answer).__name__}: {answer}"
        return
    if answer.status_code >= 500:
        yield f"answered {answer.status_code}"
    if SECRET.lower() in readable(answer).lower():
        yield f"told {SECRET}"
    if leads_away(answer):
        yield f"sent to {answer['Location']}"


def leads_away(answer: HttpResponseBase) -> bool:
    """Whether a redirect leaves the site."""
    place = answer.headers.get("Location", "")
    return bool(urlsplit(place).netloc) or place.startswith(("//", "/\\", "javascript:"))
