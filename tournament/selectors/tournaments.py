"""Reads about tournaments as a whole."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournament.models import Entrant, Membership, Round, RoundState, Tournament, TournamentState, User
from tournament.selectors.prepared import Prepared, names_of

RECENT = 30
"""How many tournaments each list of the front page has, newest first."""
GROUPS = (
    (TournamentState.RUNNING,),
    (TournamentState.OPEN, TournamentState.DRAFT),
    (TournamentState.FINISHED,),
)


@dataclass(frozen=True, slots=True)
class TournamentGroups:
    """The front page's lists; each tournament has `entrant_count`, `round_count` and `works_here`."""

    running: Sequence[Tournament]
    coming: Sequence[Tournament]
    finished: Sequence[Tournament]

    @property
    def is_empty(self) -> bool:
        """True before the first tournament."""
        return not (self.running or self.coming or self.finished)


def tournaments_for_visitor(visitor: User | AnonymousUser) -> TournamentGroups:
    """Published tournaments, and those the visitor works in, one query."""
    member = Membership.objects.filter(
        tournament=OuterRef("pk"), user=visitor if visitor.is_authenticated else None
    )
    newest = (
        Tournament.objects.filter(Exists(member) | Q(publish_page=True) & ~Q(state=TournamentState.DRAFT))
        .order_by("-starts_on", "-id")
        .values("pk")
    )
    # Which ones are shown is decided first: counting the people of all of them would take ever longer.
    shown = reduce(or_, (Q(pk__in=newest.filter(state__in=states)[:RECENT]) for states in GROUPS))
    chosen = Tournament.objects.filter(shown).annotate(
        works_here=Exists(member),
        entrant_count=_count(Entrant.objects.all()),
        round_count=_count(Round.objects.exclude(state=RoundState.DRAFT)),
    )
    found = list(chosen.order_by("-starts_on", "-id"))
    running, coming, finished = ([one for one in found if one.state in states] for states in GROUPS)
    return TournamentGroups(running, coming, finished)


BY_SLUG = Prepared(lambda slug: Tournament.objects.filter(slug=slug).values_list(*names_of(Tournament)), str)


def tournament_at(slug: str) -> Tournament | None:
    """The tournament of an address, None where there is none."""
    found = BY_SLUG.objects(Tournament, slug)
    return found[0] if found else None


def _count(rows: QuerySet[Any]) -> Coalesce:
    """How many of the rows each tournament has."""
    own = rows.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    return Coalesce(Subquery(own.annotate(count=Count("pk")).values("count")), 0)
