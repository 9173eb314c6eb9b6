"""Lists of entrants for the desk, and everything about one of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from tournament.models import (
    Club,
    Entrant,
    EntrantState,
    FeeState,
    KeepApart,
    Penalty,
    SeatResult,
    Tournament,
)
from tournament.selectors.roll_call import called_name
from tournament.selectors.rounds import seats_for_entrant

SHOWN: dict[str, Q] = {
    "all": Q(),
    "due": Q(fee_state=FeeState.DUE)
    & ~Q(state__in=(EntrantState.WITHDRAWN, EntrantState.DISQUALIFIED, EntrantState.WAITING)),
    "waiting": Q(state=EntrantState.WAITING),
    "out": Q(state__in=(EntrantState.WITHDRAWN, EntrantState.DISQUALIFIED)),
}
"""Which entrants a list shows, by the word in its address."""

SORTS: dict[str, Callable[[Entrant], Any]] = {
    "number": lambda one: one.number,
    "name": called_name,
    "club": lambda one: (one.club.name.casefold() if one.club else "~", called_name(one)),
}
"""The order of the list, by the word in its address."""


def entrants_for_desk(tournament: Tournament, *, show: str = "all", sort: str = "number") -> list[Entrant]:
    """The entrants with person and club; one query."""
    chosen = tournament.entrants.filter(SHOWN[show]).select_related("person", "club")
    return sorted(chosen, key=SORTS[sort])


def club_names() -> list[str]:
    """The clubs that can be suggested while somebody types."""
    return list(Club.objects.values_list("name", flat=True))


@dataclass(frozen=True, slots=True)
class Game:
    """One round of an entrant: where they sat, and the confirmed figures if there are any."""

    seat: Any
    result: SeatResult | None


@dataclass(frozen=True, slots=True)
class EntrantFile:
    """Everything the desk knows of one entrant."""

    entrant: Entrant
    games: Sequence[Game]
    penalties: Sequence[Penalty]
    apart: Sequence[tuple[KeepApart, Entrant]]


def entrant_file(entrant: Entrant) -> EntrantFile:
    """Seats with results, penalties, and whom the entrant is kept apart from; a fixed number of queries."""
    results = {
        row.seat_id: row
        for row in SeatResult.objects.filter(submission__effective=True, seat__entrant=entrant)
    }
    games = [Game(seat, results.get(seat.pk)) for seat in seats_for_entrant(entrant.pk)]
    return EntrantFile(entrant, games, list(_penalties(entrant)), _apart(entrant))


def _penalties(entrant: Entrant) -> QuerySet[Penalty]:
    return entrant.penalties.select_related("round", "sanction", "given_by").order_by("-created_at")


def _apart(entrant: Entrant) -> list[tuple[KeepApart, Entrant]]:
    pairs = KeepApart.objects.filter(Q(first=entrant) | Q(second=entrant)).select_related(
        "first__person", "second__person"
    )
    return [(pair, pair.second if pair.first_id == entrant.pk else pair.first) for pair in pairs]
