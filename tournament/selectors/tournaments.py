"""Reads about tournaments as a whole."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, Q

from tournament.models import Membership, Tournament, TournamentState, User

RECENT = 30
"""How many finished tournaments the front page lists."""


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
    chosen = (
        Tournament.objects.annotate(
            works_here=Exists(member),
            entrant_count=Count("entrants", distinct=True),
            round_count=Count("rounds", filter=~Q(rounds__state="draft"), distinct=True),
        )
        .filter(Q(works_here=True) | Q(publish_page=True) & ~Q(state=TournamentState.DRAFT))
        .order_by("-starts_on", "-id")[: 4 * RECENT]
    )
    found = list(chosen)
    return TournamentGroups(
        running=[one for one in found if one.state == TournamentState.RUNNING],
        coming=[one for one in found if one.state in {TournamentState.OPEN, TournamentState.DRAFT}],
        finished=[one for one in found if one.state == TournamentState.FINISHED][:RECENT],
    )
