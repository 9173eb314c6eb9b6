"""Reads about tournaments as a whole."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournament.models import Entrant, Membership, Round, RoundState, Tournament, TournamentState, User
from tournament.selectors.prepared import Prepared, names_of

RECENT = 12
"""How many tournaments each list of the front page has, newest first; all the others are a page further."""
GROUPS = (
    (TournamentState.RUNNING,),
    (TournamentState.OPEN, TournamentState.DRAFT),
    (TournamentState.FINISHED,),
)


class ListedTournament(NamedTuple):
    """What the front page shows of a tournament; `works_here`: the visitor does."""

    slug: str
    name: str
    place: str
    starts_on: date
    state: str
    works_here: bool
    entrant_count: int
    round_count: int


@dataclass(frozen=True, slots=True)
class TournamentGroups:
    """The front page's lists."""

    running: Sequence[ListedTournament]
    coming: Sequence[ListedTournament]
    finished: Sequence[ListedTournament]

    @property
    def is_empty(self) -> bool:
        """True before the first tournament."""
        return not (self.running or self.coming or self.finished)


def tournaments_for_visitor(visitor: User | AnonymousUser) -> TournamentGroups:
    """Published tournaments, and those the visitor works in, one query."""
    found = [ListedTournament(*row) for row in LISTED.rows(visitor.pk or NOBODY)]
    running, coming, finished = ([one for one in found if one.state in states] for states in GROUPS)
    return TournamentGroups(running, coming, finished)


NOBODY = 0
"""The id of no user."""


def tournaments_called(visitor: User | AnonymousUser, words: str) -> QuerySet[Any, Any]:
    """All published tournaments, and those the visitor works in, that have every word in name, place or organiser."""
    member = memberships_of(visitor.pk or NOBODY)
    found = Tournament.objects.filter(_seen_by(member))
    for word in words.split():
        found = found.filter(
            Q(name__icontains=word) | Q(place__icontains=word) | Q(organiser__icontains=word)
        )
    rows: QuerySet[Any, Any] = _described(found, member).values(*ListedTournament._fields)
    return rows


PUBLIC = Q(publish_page=True) & ~Q(state=TournamentState.DRAFT)
"""Which tournaments are on lists that anybody reads."""


def memberships_of(user: int) -> "QuerySet[Membership]":
    """The roles of a user in the tournament of the question around it."""
    return Membership.objects.filter(tournament=OuterRef("pk"), user=user)


def _seen_by(member: "QuerySet[Membership]") -> Any:
    return Exists(member) | PUBLIC


def _described(tournaments: "QuerySet[Tournament]", member: "QuerySet[Membership]") -> "QuerySet[Tournament]":
    """The tournaments, newest first, with what a list shows of them."""
    return tournaments.annotate(
        works_here=Exists(member),
        entrant_count=_count(Entrant.objects.all()),
        round_count=_count(Round.objects.exclude(state=RoundState.DRAFT)),
    ).order_by("-starts_on", "-id")


def _listed(visitor: int) -> QuerySet[Any, Any]:
    member = memberships_of(visitor)
    newest = Tournament.objects.filter(_seen_by(member)).order_by("-starts_on", "-id").values("pk")
    # Which ones are shown is decided first: counting the people of all of them would take ever longer.
    shown = reduce(or_, (Q(pk__in=newest.filter(state__in=states)[:RECENT]) for states in GROUPS))
    return _described(Tournament.objects.filter(shown), member).values_list(*ListedTournament._fields)


def _count(rows: QuerySet[Any]) -> Coalesce:
    """How many of the rows each tournament has."""
    own = rows.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    return Coalesce(Subquery(own.annotate(count=Count("pk")).values("count")), 0)


LISTED = Prepared(_listed, int)
BY_SLUG = Prepared(lambda slug: Tournament.objects.filter(slug=slug).values_list(*names_of(Tournament)), str)


def tournament_at(slug: str) -> Tournament | None:
    """The tournament of an address, None where there is none."""
    found = BY_SLUG.objects(Tournament, slug)
    return found[0] if found else None
