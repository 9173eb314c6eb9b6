"""A year's tournaments together: the ranking of players and clubs, and a player's years.

Only finished tournaments whose page and standings are public count, by their last issued standings; who refuses
publication of results is nowhere, who refuses publication of the name stands under the pseudonym.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Count, Q, QuerySet

from scoring.season import (
    NATIONAL,
    Circuit,
    CountingRule,
    SeasonResult,
    SeasonRow,
    SeasonTournament,
    circuit_ranking,
    club_ranking,
)
from tournament.models import (
    Entrant,
    Person,
    RoundState,
    StandingsVersion,
    Table,
    Tournament,
    TournamentState,
)
from tournament.rulesets import CHALLENGE

TYPES = {"raduno": "raduno", "master": "master", "open": "open"}
"""The national formula's type of a format; every other counts as a league."""
LEAGUE = "league"


@dataclass(frozen=True, slots=True)
class Placed:
    """One result with the person and the tournament it is of."""

    person: Person
    tournament: Tournament
    result: SeasonResult


def public_tournaments() -> QuerySet[Tournament]:
    """The finished ones whose standings anybody may read to the end, the newest first."""
    shown = Tournament.objects.filter(
        state=TournamentState.FINISHED,
        publish_page=True,
        publish_standings=True,
        hidden_from_round=None,
        is_demo=False,
    )
    return shown.order_by("-starts_on", "-id")


def is_public(tournament: Tournament) -> bool:
    """Whether a tournament is one of those of `public_tournaments`."""
    open_to_all = tournament.publish_page and tournament.publish_standings
    whole = tournament.state == TournamentState.FINISHED and tournament.hidden_from_round is None
    return open_to_all and whole and not tournament.is_demo


def results_of_year(year: int) -> list[Placed]:
    """Every public result of the year in RisiKo! Challenge; four queries however many."""
    held = public_tournaments().filter(starts_on__year=year, ruleset=CHALLENGE)
    return placed_results(list(held))


def results_of_person(person: Person) -> list[Placed]:
    """The public results of a person over the years, the newest first."""
    own = public_tournaments().filter(Q(entrants__person=person) | Q(entrants__person__merged_into=person))
    return [one for one in placed_results(list(own.distinct())) if one.person.pk == person.pk]


def sizes_of(ids: list[int]) -> dict[int, tuple[int, int]]:
    """How many tables and rounds each tournament had."""
    played = Table.objects.filter(round__tournament__in=ids).exclude(round__state=RoundState.DRAFT)
    grouped = played.order_by().values("round__tournament")
    counted = grouped.annotate(tables=Count("pk"), rounds=Count("round", distinct=True))
    return {row["round__tournament"]: (row["tables"], row["rounds"]) for row in counted}


def placed_results(tournaments: list[Tournament], *, kinds: Mapping[int, str] | None = None) -> list[Placed]:
    """Every result of these tournaments that may be shown, by their last issued standings; three queries.

    `kinds` are the tournaments' types by id; without them they are the national formula's.
    """
    ids = [one.pk for one in tournaments]
    if kinds is None:
        kinds = {one.pk: TYPES.get(one.preset, LEAGUE) for one in tournaments}
    newest: dict[int, StandingsVersion] = {}
    versions = StandingsVersion.objects.filter(tournament__in=ids)
    for version in versions.order_by("stage__position", "after_round", "version"):
        newest[version.tournament_id] = version
    sizes = sizes_of(ids)
    entrants = Entrant.objects.filter(tournament__in=ids).select_related("person__merged_into", "club")
    by_id = {one.pk: one for one in entrants}
    return [
        placed
        for one in tournaments
        if one.pk in newest
        for row in newest[one.pk].rows
        if (placed := _one(one, _held(one, kinds[one.pk], sizes), by_id.get(row["entrant"]), row))
    ]


def _held(tournament: Tournament, kind: str, sizes: Mapping[int, tuple[int, int]]) -> SeasonTournament:
    tables, rounds = sizes.get(tournament.pk, (0, 0))
    return SeasonTournament(tournament.pk, kind, tables, rounds, tournament.starts_on.year)


def _one(
    tournament: Tournament, held: SeasonTournament, entrant: Entrant | None, row: dict[str, Any]
) -> Placed | None:
    """The result of a row, None where there is no rank, no person or no consent."""
    person = entrant.person if entrant else None
    if person is None or entrant is None or row.get("rank") is None:
        return None
    person = person.merged_into or person
    if not person.consent_results:
        return None
    result = SeasonResult(
        person.pk,
        held,
        place=row["rank"],
        points=Fraction(row.get("total") or 0),
        wins=row.get("wins") or 0,
        games=sum(game is not None for game in row.get("games") or ()),
        club=entrant.club.name if entrant.club else "",
    )
    return Placed(person, tournament, result)


def national_ranking(placed: Iterable[Placed], *, best: int | None = None) -> tuple[SeasonRow, ...]:
    """The players by the national formula; of each type only the `best` results count (None: all)."""
    return circuit_ranking(Circuit(NATIONAL, other=CountingRule(best)), [one.result for one in placed])


def national_clubs(placed: Iterable[Placed], *, best: int | None = None) -> tuple[SeasonRow, ...]:
    """The clubs by their members' national points, of each tournament only the `best` (None: all)."""
    return club_ranking([one.result for one in placed], NATIONAL, best=best)
