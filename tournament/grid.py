"""Who may open which address: read off the table of permissions and the addresses themselves.

`manage.py permissions` writes docs/permissions.md from it; a test tries every cell.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.urls import URLPattern, get_resolver

from tournament.models import Role, Tournament, User
from tournament.rules import PERMISSIONS


class Visitor(StrEnum):
    """Who comes to an address. A director of another tournament is a player or spectator here."""

    DIRECTOR = "director"
    REFEREE = "referee"
    SCOREKEEPER = "scorekeeper"
    DESK = "desk"
    PLAYER = "player"
    ELSEWHERE = "director of another tournament"
    PUBLIC = "nobody signed in"


class Open(StrEnum):
    """To whom an address is open that belongs to no tournament's roles."""

    EVERYBODY = "everybody"
    SIGNED_IN = "whoever is signed in"
    LINK = "whoever holds the link"
    KEEPER = "whoever keeps the circuit"
    OPERATOR = "who operates the installation"


OPEN_PAGES = {
    "home": Open.EVERYBODY,
    "tournaments": Open.EVERYBODY,
    "season": Open.EVERYBODY,
    "season-year": Open.EVERYBODY,
    "season-file": Open.EVERYBODY,
    "person": Open.EVERYBODY,
    "ratings": Open.EVERYBODY,
    "circuits": Open.EVERYBODY,
    "circuit": Open.EVERYBODY,
    "circuit-why": Open.EVERYBODY,
    "circuit-file": Open.EVERYBODY,
    "circuit-new": Open.SIGNED_IN,
    "circuit-rules": Open.KEEPER,
    "circuit-tournaments": Open.KEEPER,
    "circuit-keepers": Open.KEEPER,
    "circuit-delete": Open.KEEPER,
    "healthz": Open.EVERYBODY,
    "readyz": Open.EVERYBODY,
    "manifest": Open.EVERYBODY,
    "service_worker": Open.EVERYBODY,
    "style": Open.EVERYBODY,
    "set_language": Open.EVERYBODY,
    "tv": Open.EVERYBODY,
    "join": Open.EVERYBODY,
    "join-code": Open.EVERYBODY,
    "metrics": Open.OPERATOR,
    "personal": Open.LINK,
    "personal-report": Open.LINK,
    "personal-calendar": Open.LINK,
    "personal-closing": Open.LINK,
    "personal-here": Open.LINK,
    "personal-data": Open.LINK,
    "registration": Open.LINK,
    "registration-withdraw": Open.LINK,
    "registration-email": Open.LINK,
    "invitation": Open.LINK,
    "invitation-accept": Open.SIGNED_IN,
    "tournament-new": Open.SIGNED_IN,
    "tournament-from-workbook": Open.SIGNED_IN,
    "tournament-from-workbook-check": Open.SIGNED_IN,
    "archive-open": Open.SIGNED_IN,
    "tournament-bring-back": Open.SIGNED_IN,
}
"""Pages outside the roles of a tournament. What they show obeys the publishing switches all the same."""

OPEN_API = {
    "api:root": Open.EVERYBODY,
    "api:schema": Open.EVERYBODY,
    "api:docs": Open.EVERYBODY,
    "api:adjudications": Open.EVERYBODY,
    "api:seatings": Open.EVERYBODY,
    "api:standings-tool": Open.EVERYBODY,
    "api:odds": Open.EVERYBODY,
    "api:circuits": Open.EVERYBODY,
    "api:circuit": Open.EVERYBODY,
    "api:tournaments": Open.EVERYBODY,
    "api:tokens": Open.SIGNED_IN,
    "api:token": Open.SIGNED_IN,
    "api:seasons": Open.EVERYBODY,
    "api:season": Open.EVERYBODY,
    "api:ratings": Open.EVERYBODY,
    "api:person": Open.EVERYBODY,
    "api:accept-invitation": Open.SIGNED_IN,
    "api:archives": Open.SIGNED_IN,
    "api:workbooks": Open.SIGNED_IN,
    "api:confirm-workbook": Open.SIGNED_IN,
    "api:bring-back-tournament": Open.SIGNED_IN,
    "api:circuit-tournaments": Open.KEEPER,
    "api:keepers": Open.KEEPER,
    "api:keeper": Open.KEEPER,
    "api:delete-circuit": Open.KEEPER,
}

OPEN_WRITES = {
    "api:tournaments": Open.SIGNED_IN,
    "api:circuits": Open.SIGNED_IN,
    "api:circuit": Open.KEEPER,
}
"""Who may write at an address that everybody may read."""

API_PERMISSIONS = {
    ("api:publishing", "POST"): "tournament.publish",
    ("api:state", "POST"): "tournament.direct",
    ("api:events", "GET"): "tournament.see_log",
    ("api:roll-call", "GET"): "tournament.check_in",
    ("api:roll-call", "POST"): "tournament.keep_entrants",
    ("api:withdraw-entrant", "POST"): "tournament.keep_entrants",
    ("api:bring-back", "POST"): "tournament.keep_entrants",
    ("api:entrants", "POST"): "tournament.keep_entrants",
    ("api:presence", "POST"): "tournament.check_in",
    ("api:rounds", "POST"): "tournament.seat",
    ("api:publish", "POST"): "tournament.publish",
    ("api:start", "POST"): "tournament.run_clock",
    ("api:close", "POST"): "tournament.seat",
    ("api:reopen", "POST"): "tournament.seat",
    ("api:room-clock", "POST"): "tournament.direct",
    ("api:draw-again", "POST"): "tournament.seat",
    ("api:discard", "POST"): "tournament.seat",
    ("api:seating", "POST"): "tournament.seat",
    ("api:table-clock", "POST"): "tournament.run_clock",
    ("api:minutes", "POST"): "tournament.run_clock",
    ("api:submissions", "GET"): "tournament.work_in",
    ("api:submissions", "POST"): "tournament.enter_result",
    ("api:confirm", "POST"): "tournament.confirm_result",
    ("api:reject", "POST"): "tournament.confirm_result",
    ("api:cut", "GET"): "tournament.seat",
    ("api:cut", "POST"): "tournament.seat",
    ("api:settle-cut", "POST"): "tournament.seat",
    ("api:unsettle-cut", "POST"): "tournament.seat",
    ("api:decline", "POST"): "tournament.seat",
    ("api:take-back-cut", "POST"): "tournament.seat",
    ("api:confirm-cut", "POST"): "tournament.seat",
    ("api:finals", "GET"): "tournament.seat",
    ("api:draw-finals", "POST"): "tournament.seat",
    ("api:crown", "POST"): "tournament.direct",
    ("api:renounce", "POST"): "tournament.seat",
    ("api:take-back-renunciation", "POST"): "tournament.seat",
    ("api:replace", "POST"): "tournament.seat",
    ("api:settle-finals", "POST"): "tournament.seat",
    ("api:seat-again", "POST"): "tournament.seat",
    ("api:keep", "POST"): "tournament.seat",
    ("api:penalties", "GET"): "tournament.give_penalty",
    ("api:penalties", "POST"): "tournament.give_penalty",
    ("api:revoke", "POST"): "tournament.give_penalty",
    ("api:disputes", "GET"): "tournament.work_in",
    ("api:disputes", "POST"): "tournament.rule_dispute",
    ("api:dispute", "GET"): "tournament.work_in",
    ("api:decide", "POST"): "tournament.rule_dispute",
    ("api:appeal", "POST"): "tournament.rule_dispute",
    ("api:withdraw", "POST"): "tournament.rule_dispute",
    ("api:webhooks", "GET"): "tournament.direct",
    ("api:webhooks", "POST"): "tournament.direct",
    ("api:webhook", "DELETE"): "tournament.direct",
    ("api:deliveries", "GET"): "tournament.direct",
    ("api:switch-webhook", "POST"): "tournament.direct",
    ("api:slip-photo", "GET"): "tournament.enter_result",
    ("api:dispute-record", "GET"): "tournament.rule_dispute",
    ("api:amend", "POST"): "tournament.rule_dispute",
    ("api:answer-registration", "POST"): "tournament.keep_entrants",
    ("api:apart", "POST"): "tournament.keep_entrants",
    ("api:archive", "GET"): "tournament.restore",
    ("api:bans", "GET"): "tournament.direct",
    ("api:bans", "POST"): "tournament.direct",
    ("api:begin-evening", "POST"): "tournament.seat",
    ("api:call", "POST"): "tournament.run_clock",
    ("api:cancel-job", "POST"): "tournament.work_in",
    ("api:closing", "POST"): "tournament.enter_result",
    ("api:colours", "POST"): "tournament.enter_result",
    ("api:confirm-import", "POST"): "tournament.keep_entrants",
    ("api:correction", "GET"): "tournament.correct_result",
    ("api:corrections", "GET"): "tournament.correct_result",
    ("api:delete-round", "POST"): "tournament.restore",
    ("api:delete-tournament", "POST"): "tournament.restore",
    ("api:desk", "GET"): "tournament.keep_entrants",
    ("api:desk", "POST"): "tournament.keep_entrants",
    ("api:disqualify", "POST"): "tournament.direct",
    ("api:door", "GET"): "tournament.keep_entrants",
    ("api:door", "POST"): "tournament.direct",
    ("api:erase", "POST"): "tournament.direct",
    ("api:fee", "POST"): "tournament.keep_entrants",
    ("api:finish", "POST"): "tournament.run_clock",
    ("api:formula", "POST"): "tournament.edit_rules",
    ("api:give-places", "POST"): "tournament.keep_entrants",
    ("api:imports", "POST"): "tournament.keep_entrants",
    ("api:invitations", "GET"): "tournament.invite",
    ("api:invitations", "POST"): "tournament.invite",
    ("api:job", "GET"): "tournament.work_in",
    ("api:job-file", "GET"): "tournament.work_in",
    ("api:jobs", "GET"): "tournament.work_in",
    ("api:leaving", "GET"): "tournament.keep_entrants",
    ("api:let-in", "POST"): "tournament.direct",
    ("api:letters", "POST"): "tournament.direct",
    ("api:lift-ban", "POST"): "tournament.direct",
    ("api:lock", "POST"): "tournament.seat",
    ("api:members", "GET"): "tournament.invite",
    ("api:merge", "GET"): "tournament.direct",
    ("api:merge", "POST"): "tournament.direct",
    ("api:national-results", "GET"): "tournament.keep_entrants",
    ("api:link", "GET"): "tournament.keep_entrants",
    ("api:link", "POST"): "tournament.keep_entrants",
    ("api:options", "POST"): "tournament.direct",
    ("api:pack", "POST"): "tournament.work_in",
    ("api:personal-data", "GET"): "tournament.direct",
    ("api:place", "POST"): "tournament.seat",
    ("api:readiness", "GET"): "tournament.keep_entrants",
    ("api:record", "GET"): "tournament.direct",
    ("api:redo", "POST"): "tournament.seat",
    ("api:remove-member", "POST"): "tournament.invite",
    ("api:repair", "POST"): "tournament.seat",
    ("api:repairs", "GET"): "tournament.seat",
    ("api:restore", "POST"): "tournament.restore",
    ("api:restore-draw", "POST"): "tournament.seat",
    ("api:revoke-invitation", "POST"): "tournament.invite",
    ("api:room-code", "GET"): "tournament.check_in",
    ("api:rules", "POST"): "tournament.edit_rules",
    ("api:separate", "POST"): "tournament.direct",
    ("api:snapshot", "GET"): "tournament.restore",
    ("api:snapshots", "GET"): "tournament.restore",
    ("api:snapshots", "POST"): "tournament.restore",
    ("api:stand-ins", "POST"): "tournament.keep_entrants",
    ("api:take-back-closing", "POST"): "tournament.enter_result",
    ("api:take-back-ties", "POST"): "tournament.direct",
    ("api:thresholds", "POST"): "tournament.edit_rules",
    ("api:ties", "GET"): "tournament.direct",
    ("api:ties", "POST"): "tournament.direct",
    ("api:undo", "POST"): "tournament.seat",
    ("api:workbook", "GET"): "tournament.keep_entrants",
}
"""What a call needs beyond seeing the tournament; every other call only reads what the asker may see."""

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


@dataclass(frozen=True, slots=True)
class Address:
    """One address with what it needs: a permission, or to whom it is open; `methods` it answers to."""

    route: str
    name: str
    methods: tuple[str, ...]
    permission: str = ""
    open_to: Open | None = None

    def admits(self, visitor: Visitor) -> bool:
        """Whether this visitor is let in (what is shown there depends on the switches)."""
        if self.open_to is not None:
            return self.open_to not in {Open.SIGNED_IN, Open.KEEPER} or visitor is not Visitor.PUBLIC
        return permits(self.permission, visitor)


def permits(permission: str, visitor: Visitor) -> bool:
    """Whether a visitor has a permission in a published tournament, by the predicates themselves."""
    tournament = Tournament(pk=1, publish_page=True)
    if visitor is Visitor.PUBLIC:
        return bool(PERMISSIONS[permission].test(AnonymousUser(), tournament))
    user = User(pk=1, is_active=True)
    roles: dict[str, list[int]] = {visitor.value: []} if visitor.value in Role.values else {}
    user.__dict__["_roles_by_tournament"] = {tournament.pk: roles}
    return bool(PERMISSIONS[permission].test(user, tournament))


def addresses() -> list[Address]:
    """Every address of the product but those of the accounts, which django-allauth guards.

    Raises KeyError for an address that says of nobody who may open it.
    """
    return [
        address
        for route, name, view in _walk(get_resolver().url_patterns)
        if not route.startswith("accounts/") and name
        for address in _addresses_of(route, name, view)
    ]


def _walk(patterns: Any, route: str = "", namespace: str = "") -> Iterator[tuple[str, str, Any]]:
    for one in patterns:
        if isinstance(one, URLPattern):
            name = f"{namespace}{one.name}" if one.name else ""
            yield route + str(one.pattern), name, one.callback
        else:
            inner = f"{namespace}{one.namespace}:" if one.namespace else namespace
            yield from _walk(one.url_patterns, route + str(one.pattern), inner)


def _addresses_of(route: str, name: str, view: Any) -> list[Address]:
    if name.startswith("api:"):
        return _api_addresses(route, name, view)
    permission = getattr(view, "permission", "")
    if permission:
        return [Address(route, name, ("GET", "POST"), permission)]
    return [Address(route, name, ("GET", "POST"), open_to=OPEN_PAGES[name])]


def _api_addresses(route: str, name: str, view: Any) -> list[Address]:
    view_class = getattr(view, "view_class", None) or getattr(view, "cls", None)
    methods = [one for one in METHODS if view_class is None or hasattr(view_class, one.lower())]
    if name in OPEN_API:
        written = [one for one in methods if name in OPEN_WRITES and one != "GET"]
        read = tuple(one for one in methods if one not in written)
        writes = [Address(route, name, tuple(written), open_to=OPEN_WRITES[name])] if written else []
        return [Address(route, name, read, open_to=OPEN_API[name]), *writes]
    return [
        Address(route, name, (method,), API_PERMISSIONS.get((name, method), "tournament.view"))
        for method in methods
    ]


# --- the page -------------------------------------------------------------------------------------------


def page() -> str:
    """The grids as the page docs/permissions.md."""
    every = addresses()
    pages = [one for one in every if not one.name.startswith("api:")]
    calls = [one for one in every if one.name.startswith("api:")]
    return "\n".join(
        [
            "# Who may do what",
            "",
            "Generated from `tournament/rules.py` and the addresses by `manage.py permissions`; `tests/trust/test_permissions.py`",
            "tries every cell with a real request. ● is let in, · is not: a page of a tournament that is not published",
            "answers 404 to all but those who work in it, otherwise the sign-in page or 403. A referee who is limited to some",
            "tables is let in for those only. Nobody confirms what they entered, nor a table at which they played.",
            "",
            "## Permissions",
            "",
            *_table(("permission",), [((name,), name) for name in PERMISSIONS]),
            "",
            "## Pages",
            "",
            *_table(
                ("address", "needs"),
                [((f"/{one.route}", one.permission), one.permission) for one in pages if one.permission],
            ),
            "",
            "## Calls of the API",
            "",
            "A token opens no more than its user's roles, and of these only its scopes.",
            "",
            *_table(
                ("call", "needs"),
                [
                    ((f"{one.methods[0]} /{one.route}", one.permission), one.permission)
                    for one in calls
                    if one.permission
                ],
            ),
            "",
            "## Open addresses",
            "",
            "| address | open to |",
            "|---|---|",
            *(f"| {_written(one)} | {one.open_to} |" for one in every if one.open_to),
            "",
        ]
    )


def _written(address: Address) -> str:
    """An open address; with its methods where reading it is open to others."""
    only = f"{address.methods[0]} " if address.name in OPEN_WRITES else ""
    return f"`{only}/{address.route}`"


def _table(heads: tuple[str, ...], rows: list[tuple[tuple[str, ...], str]]) -> list[str]:
    visitors = list(Visitor)
    head = f"| {' | '.join(heads)} | {' | '.join(visitors)} |"
    rule = f"|{'---|' * len(heads)}{':-:|' * len(visitors)}"
    body = [
        f"| {' | '.join(f'`{cell}`' for cell in cells)} | "
        f"{' | '.join('●' if permits(permission, one) else '·' for one in visitors)} |"
        for cells, permission in rows
    ]
    return [head, rule, *body]
