"""A person over the years: games, objectives won with, the rating; all of it only from what anybody may read.

Who refuses publication of results has no page; who refuses publication of the name stands under the pseudonym, as an
opponent too.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from tournament.models import Entrant, Person, PersonRating, Seat, SeatResult, Table, Tournament
from tournament.rulesets import CHALLENGE
from tournament.selectors.season import public_tournaments


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody at the same table; `person` is None for who has no page."""

    name: str
    person: Person | None


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of a person: where, what it gave, against whom. `objective` is its number, None where there is none."""

    tournament: Tournament
    round_title: str
    table: Table
    place: int
    points: int
    won: bool
    objective: int | None
    reached: bool
    opponents: tuple[Opponent, ...]


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating with its place among all that are shown."""

    rating: PersonRating
    place: int
    of: int


def tournaments_with_games() -> QuerySet[Tournament]:
    """The public tournaments of which anybody may read every table and its result."""
    return public_tournaments().filter(publish_results=True, publish_seating=True)


def rated_tournaments() -> QuerySet[Tournament]:
    """Those whose games make the ratings, in the order in which they were played: one game, RisiKo! Challenge."""
    played = tournaments_with_games().filter(ruleset=CHALLENGE)
    return played.order_by("starts_on", "id")


def games_of_person(person: Person) -> list[PlayedGame]:
    """The public games of a person, the newest first; two queries whatever their number."""
    own = SeatResult.objects.filter(
        seat__entrant__person=person,
        seat__round__tournament__in=tournaments_with_games(),
        submission__effective=True,
    )
    found = list(
        own.select_related("seat__table", "seat__round__tournament", "seat__round__stage").order_by(
            "-seat__round__tournament__starts_on", "-seat__round__tournament", "-seat__round__number"
        )
    )
    others = _others(found, person)
    return [_game(one, others[one.seat.table_id]) for one in found]


def _others(found: Sequence[SeatResult], person: Person) -> dict[int, list[Opponent]]:
    seats = Seat.objects.filter(table__in=[one.seat.table_id for one in found]).exclude(
        entrant__person=person
    )
    others: dict[int, list[Opponent]] = defaultdict(list)
    for seat in seats.select_related("entrant__person").order_by("turn_order"):
        others[seat.table_id].append(_opponent(seat.entrant))
    return others


def _opponent(entrant: Entrant) -> Opponent:
    person = entrant.person
    if person is None or not person.consent_results:
        return Opponent(person.pseudonym if person else entrant.public_name, None)
    return Opponent(entrant.public_name, person)


def _game(one: SeatResult, opponents: Iterable[Opponent]) -> PlayedGame:
    tournament = one.seat.round.tournament
    return PlayedGame(
        tournament,
        one.seat.round.title,
        one.seat.table,
        place=1 if one.shares_victory else one.place,
        points=one.points,
        won=one.place == 1 or one.shares_victory,
        objective=one.objective if tournament.game.is_challenge else None,
        reached=one.objective_reached,
        opponents=tuple(opponents),
    )


def objectives_won_with(games: Iterable[PlayedGame]) -> list[tuple[int, int, int]]:
    """Each objective that was ever won with: its number, games won, games played with it; the most won first."""
    known = [game for game in games if game.objective is not None]
    played = Counter(game.objective for game in known)
    won = Counter(game.objective for game in known if game.won)
    rows = [(number, won[number], played[number]) for number in won if number is not None]
    return sorted(rows, key=lambda row: (-row[1], row[2], row[0]))


def shown_ratings() -> QuerySet[PersonRating]:
    """The ratings of those who agree to the publication of their results, the best first."""
    agreeing = PersonRating.objects.filter(
        person__consent_results=True, person__merged_into=None, person__erased_at=None
    )
    return agreeing.select_related("person").order_by("-cautious", "person_id")


def rating_of(person: Person) -> Rated | None:
    """A person's rating and place, level ones sharing it; None before the first public game."""
    shown = shown_ratings()
    own = shown.filter(person=person).first()
    if own is None:
        return None
    return Rated(own, 1 + shown.filter(cautious__gt=own.cautious).count(), shown.count())
