"""Which tables an archive of a tournament holds, and how their rows refer to each other."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tournament.models import (
    Club,
    Dispute,
    Entrant,
    Event,
    KeepApart,
    Membership,
    Penalty,
    Person,
    Round,
    Ruling,
    Sanction,
    Seat,
    SeatResult,
    Stage,
    StandingsVersion,
    Submission,
    Table,
    Team,
    Tournament,
    User,
)

Row: TypeAlias = dict[str, Any]
Sections: TypeAlias = dict[str, list[Row]]
Renumber: TypeAlias = Callable[[int], int]
Rewrite: TypeAlias = Callable[[Any, Renumber], Any]


# --- entrants inside JSON -------------------------------------------------------------------------------

NAMED_BY = {"player", "entrant", "declined", "tied", "order"}
"""Keys of stored documents under which entrant ids stand, alone or in lists."""


def everywhere(value: Any, renumber: Renumber) -> Any:
    """Every number in nested lists is an entrant."""
    if isinstance(value, list):
        return [everywhere(one, renumber) for one in value]
    return renumber(value) if isinstance(value, int) else value


def where_named(value: Any, renumber: Renumber) -> Any:
    """Entrants stand under the keys of NAMED_BY, at any depth."""
    if isinstance(value, list):
        return [where_named(one, renumber) for one in value]
    if isinstance(value, dict):
        return {
            key: everywhere(one, renumber) if key in NAMED_BY else where_named(one, renumber)
            for key, one in value.items()
        }
    return value


def in_edits(value: Any, renumber: Renumber) -> Any:
    """The layouts before and after each edit of a seating."""
    return [
        edit | {side: everywhere(edit[side], renumber) for side in ("before", "after") if side in edit}
        for edit in value
    ]


# --- the tables -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Section:
    """One table of the archive.

    `within` is the lookup of the tournament (empty: rows that others refer to); `order` sorts the rows;
    `links` maps a foreign key to the section it points into; `lists` does so for many-to-many; `rewrites` says
    where entrants stand inside JSON; `key` names a row across a restore, so that its address stays;
    `kept` is true for what a restore in place does not touch.
    """

    name: str
    model: Any
    within: str = ""
    order: tuple[str, ...] = ()
    links: Mapping[str, str] = field(default_factory=dict)
    lists: Mapping[str, str] = field(default_factory=dict)
    rewrites: Mapping[str, Rewrite] = field(default_factory=dict)
    key: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    kept: bool = False


SECTIONS = (
    Section(
        "users",
        User,
        order=("username",),
        left_out=(
            *("password", "last_login", "is_superuser", "is_staff", "is_active", "groups"),
            *("user_permissions", "email", "language", "date_joined"),
        ),
    ),
    Section("clubs", Club, order=("name",)),
    Section(
        "people",
        Person,
        order=("public_key",),
        links={"club": "clubs", "user": "users"},
        left_out=("merged_into",),
    ),
    Section(
        "tournament",
        Tournament,
        "pk",
        links={"created_by": "users"},
        left_out=("result_changes",),
        kept=True,
    ),
    Section(
        "memberships",
        Membership,
        "tournament",
        ("user", "role"),
        {"tournament": "tournament", "user": "users"},
        kept=True,
    ),
    Section("teams", Team, "tournament", ("name",), {"tournament": "tournament"}, key=("name",)),
    Section(
        "entrants",
        Entrant,
        "tournament",
        ("number",),
        {"tournament": "tournament", "person": "people", "club": "clubs", "team": "teams"},
        key=("public_key",),
    ),
    Section(
        "keep_apart",
        KeepApart,
        "tournament",
        ("first", "second"),
        {"tournament": "tournament", "first": "entrants", "second": "entrants"},
    ),
    Section(
        "stages",
        Stage,
        "tournament",
        ("position",),
        {"tournament": "tournament"},
        rewrites={"plan": where_named},
        key=("position",),
    ),
    Section(
        "rounds",
        Round,
        "tournament",
        ("number",),
        {"tournament": "tournament", "stage": "stages"},
        rewrites={"draw": everywhere, "ahead": everywhere, "resting": everywhere, "edits": in_edits},
        key=("number",),
    ),
    Section(
        "tables",
        Table,
        "round__tournament",
        ("round", "number"),
        {"round": "rounds"},
        key=("round", "number"),
    ),
    Section(
        "seats",
        Seat,
        "round__tournament",
        ("table", "turn_order"),
        {"table": "tables", "round": "rounds", "entrant": "entrants"},
    ),
    Section(
        "submissions",
        Submission,
        "table__round__tournament",
        ("table", "number"),
        {
            "table": "tables",
            "entered_by": "users",
            "entered_by_entrant": "entrants",
            "corrects": "submissions",
            "confirmed_by": "users",
        },
        key=("table", "number"),
    ),
    Section(
        "results",
        SeatResult,
        "submission__table__round__tournament",
        ("submission", "seat"),
        {"submission": "submissions", "seat": "seats"},
    ),
    Section(
        "sanctions",
        Sanction,
        "tournament",
        ("position", "code"),
        {"tournament": "tournament"},
        key=("code",),
    ),
    Section(
        "penalties",
        Penalty,
        "tournament",
        ("created_at",),
        {
            "tournament": "tournament",
            "entrant": "entrants",
            "round": "rounds",
            "sanction": "sanctions",
            "given_by": "users",
            "revoked_by": "users",
        },
        key=("created_at", "entrant"),
    ),
    Section(
        "disputes",
        Dispute,
        "tournament",
        ("opened_at",),
        {"tournament": "tournament", "table": "tables", "opened_by": "users"},
        {"parties": "entrants"},
        key=("opened_at",),
    ),
    Section(
        "rulings",
        Ruling,
        "dispute__tournament",
        ("dispute", "created_at"),
        {"dispute": "disputes", "decided_by": "users"},
    ),
    Section(
        "standings",
        StandingsVersion,
        "tournament",
        ("stage", "after_round", "version"),
        {"tournament": "tournament", "stage": "stages", "issued_by": "users"},
        rewrites={"rows": where_named},
        key=("stage", "after_round", "version"),
    ),
    Section(
        "events",
        Event,
        "tournament",
        ("number",),
        {"tournament": "tournament", "actor": "users"},
        kept=True,
    ),
)
"""Every table of the archive, those first that others refer to."""

LEFT_OUT = {
    "Ban": "who may not play is known to the installation that decided it, and is nobody else's to read",
    "LetIn": "goes with its ban",
    "Circuit": "a ranking over several tournaments is not one tournament's to carry away",
    "CircuitType": "goes with its circuit",
    "CircuitTournament": "goes with its circuit",
    "PersonRating": "an estimate that is computed anew from the games",
    "Invitation": "a link that gives a role holds on the installation that sent it",
    "ApiToken": "a key of a program holds on the installation that gave it",
    "WebhookEndpoint": "it carries a secret, and a copy must not tell other people's programs anything",
    "WebhookDelivery": "goes with its endpoint",
    "Job": "work on its way belongs to the worker that does it",
    "Snapshot": "an archive does not hold archives",
    "SeenWrite": "a repeated request repeats on the installation that answered it",
}
"""Tables that no archive holds, and why."""
