"""The ratings of everybody who plays in public, computed anew as a whole when a game or a consent has changed."""

import hashlib
from itertools import groupby
from operator import itemgetter

from django.db import transaction

from tournament.models import Person, PersonRating, SeatResult
from tournament.selectors.persons import rated_tournaments


def refresh_ratings() -> int:
    """Rate everybody by all public games in order; how many ratings there are now, 0 when nothing had changed.

    Who refuses publication of results plays for the others' ratings, and gets none.
    """
    tournaments = list(rated_tournaments())
    basis = _basis([(one.pk, one.data_version) for one in tournaments])
    newest = PersonRating.objects.values_list("basis", flat=True).first()
    if newest == basis:
        return 0
    rows = _rows([one.pk for one in tournaments], basis)
    with transaction.atomic():
        PersonRating.objects.all().delete()
        PersonRating.objects.bulk_create(rows)
    return len(rows)


def _basis(tournaments: list[tuple[int, int]]) -> str:
    """What the ratings depend on: the tournaments as they are, and who refuses."""
    return hashlib.sha256(repr((tournaments, _refusing())).encode()).hexdigest()


def _refusing() -> list[int]:
    return list(Person.objects.filter(consent_results=False).order_by("pk").values_list("pk", flat=True))


def _rows(ids: list[int], basis: str) -> list[PersonRating]:
    from scoring.ratings import RatedGame, rate  # noqa: PLC0415  # a fifth of a second that only this task pays

    found = SeatResult.objects.filter(
        submission__effective=True,
        seat__round__tournament__in=ids,
        seat__entrant__person__isnull=False,
    ).order_by(
        "seat__round__tournament__starts_on",
        "seat__round__tournament",
        "seat__round__number",
        "seat__table__number",
        "seat__table",
        "place",
        "seat__entrant__person",
    )
    seats = found.values_list("seat__table", "seat__entrant__person", "place", "shares_victory")
    games = []
    for _table, played in groupby(seats.iterator(), key=itemgetter(0)):
        sat = [(person, 1 if shares else place) for _id, person, place, shares in played]
        if len(sat) > 1:
            games.append(RatedGame(tuple(one for one, _place in sat), tuple(place for _one, place in sat)))
    silent = set(_refusing())
    return [
        PersonRating(
            person_id=int(str(one.player)),
            mean=one.mean,
            deviation=one.deviation,
            cautious=one.cautious,
            games=one.games,
            basis=basis,
        )
        for one in rate(games)
        if one.player not in silent
    ]
