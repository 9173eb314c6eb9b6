"""A circuit's rankings: which tournaments count, what each result is worth, what is dropped, and why.

Only finished tournaments whose standings anybody may read count, by their last issued standings; consent holds as in
`selectors.season`. Figures are exact and shown with the decimals that they need.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from scoring.season import (
    Circuit,
    CountingRule,
    NationalFormula,
    PlacePoints,
    SeasonRow,
    TournamentClass,
    ValuedResult,
    Weighted,
    Worth,
    circuit_ranking,
    club_ranking,
    own_points,
    tournaments_held,
)
from scoring.season_story import counting_story, counting_words, worth_story
from scoring.text import Text, decimal_places
from tournament.models import Circuit as StoredCircuit
from tournament.models import (
    CircuitTournament,
    CircuitType,
    CircuitWorth,
    Membership,
    Person,
    Tournament,
    TournamentState,
    User,
)
from tournament.selectors.season import Placed, is_public, placed_results, sizes_of
from tournament.selectors.tournaments import PUBLIC

MOST_DECIMALS = 6


class Standing(StrEnum):
    """Whether a tournament of a circuit counts."""

    COUNTS = "counts"
    NOT_FINISHED = "not_finished"
    NOT_PUBLIC = "not_public"
    TOO_SMALL = "too_small"


@dataclass(frozen=True, slots=True)
class HeldTournament:
    """A tournament of a circuit: `number` is its column, `tables` and `rounds` its size."""

    number: int
    tournament: Tournament
    type: str
    tables: int
    rounds: int
    standing: Standing


@dataclass(frozen=True, slots=True)
class Line:
    """One result with its figure and its two sentences."""

    held: HeldTournament
    place: int
    worth: Decimal
    counted: bool
    worth_story: Text
    counting_story: Text


@dataclass(frozen=True, slots=True)
class ClubLine:
    """A member's result in a club's total."""

    held: HeldTournament
    name: str
    worth: Decimal
    counted: bool


@dataclass(frozen=True)
class CircuitStandings:
    """A circuit's rankings with all that is needed to show and explain them. `people` are keyed by id."""

    stored: StoredCircuit
    circuit: Circuit
    held: Sequence[HeldTournament]
    people: Mapping[int, Person]
    clubs_of: Mapping[int, str]
    rows: Sequence[SeasonRow]
    clubs: Sequence[SeasonRow]
    kinds_held: Mapping[str, int]

    @cached_property
    def columns(self) -> dict[int, HeldTournament]:
        """The tournaments that count, by id."""
        return {one.tournament.pk: one for one in self.held if one.standing is Standing.COUNTS}

    @property
    def named(self) -> list[HeldTournament]:
        """The tournaments that anybody may know of; the others are for the circuit's keepers."""
        return [
            one
            for one in self.held
            if one.tournament.publish_page and one.tournament.state != TournamentState.DRAFT
        ]

    @cached_property
    def decimals(self) -> int:
        """The decimals that the figures need."""
        worths = {one.worth for row in self.rows for one in row.results}
        needed = (decimal_places(worth) for worth in worths)
        return max((MOST_DECIMALS if places is None else places for places in needed), default=0)

    def figure(self, value: Fraction) -> Decimal:
        """A worth or a total as people read it: exact, for every worth has finitely many decimals."""
        return Decimal(int(value * 10**self.decimals)).scaleb(-self.decimals)

    def person_of(self, row: SeasonRow) -> Person:
        """Whom a row is about."""
        return self.people[int(str(row.key))]

    def row_of(self, person: Person) -> SeasonRow | None:
        """A person's row, None without a result."""
        return next((row for row in self.rows if row.key == person.pk), None)

    def lines(self, row: SeasonRow) -> list[Line]:
        """The results of a row, in the order of the days."""
        ordered = sorted(row.results, key=lambda one: self.columns[int(str(one.result.tournament.id))].number)
        return [self._line(row, one) for one in ordered]

    def _line(self, row: SeasonRow, one: ValuedResult) -> Line:
        return Line(
            held=self.columns[int(str(one.result.tournament.id))],
            place=one.result.place,
            worth=self.figure(one.worth),
            counted=one.counted,
            worth_story=worth_story(self.circuit.worth, one.result),
            counting_story=counting_story(self.circuit, self.kinds_held, row, one),
        )

    def club_lines(self, row: SeasonRow) -> list[ClubLine]:
        """The members' results behind a club's total, tournament by tournament, the best first."""
        lines = [
            ClubLine(
                self.columns[int(str(one.result.tournament.id))],
                self.people[int(str(one.result.player))].public_name,
                self.figure(one.worth),
                one.counted,
            )
            for one in row.results
        ]
        return sorted(lines, key=lambda line: (line.held.number, -line.worth, line.name))

    def missing_results(self, row: SeasonRow) -> int:
        """How many results a row lacks for a rank."""
        return max(0, self.circuit.minimum_results - len(row.results))


def circuits_for_visitor(visitor: User | AnonymousUser) -> QuerySet[StoredCircuit]:
    """The public circuits, and those that the visitor keeps, the newest first."""
    kept = Q(keepers=visitor) if visitor.is_authenticated else Q()
    return StoredCircuit.objects.filter(Q(is_public=True) | kept).distinct()


def circuit_standings(stored: StoredCircuit) -> CircuitStandings:
    """The rankings of a circuit; seven queries however many tournaments and people."""
    types = {one.pk: one for one in stored.types.all()}
    held = _held(stored, types)
    counting = {one.tournament.pk: one.type for one in held if one.standing is Standing.COUNTS}
    placed = placed_results([one.tournament for one in held if one.tournament.pk in counting], kinds=counting)
    circuit = circuit_of(stored, types.values())
    results = [one.result for one in placed]
    return CircuitStandings(
        stored,
        circuit,
        held,
        people={one.person.pk: one.person for one in placed},
        clubs_of=_latest_clubs(placed),
        rows=circuit_ranking(circuit, results),
        clubs=club_ranking(results, circuit.worth, best=stored.club_best) if stored.ranks_clubs else (),
        kinds_held=tournaments_held(circuit.worth, results),
    )


def _held(stored: StoredCircuit, types: Mapping[int, CircuitType]) -> list[HeldTournament]:
    rows = list(stored.counted.select_related("tournament"))
    sizes = sizes_of([row.tournament_id for row in rows])
    return [
        _one(
            number, row, types[row.type_id].name, sizes.get(row.tournament_id, (0, 0)), stored.minimum_tables
        )
        for number, row in enumerate(rows, start=1)
    ]


def _one(number: int, row: CircuitTournament, kind: str, size: tuple[int, int], least: int) -> HeldTournament:
    tables, rounds = size
    if row.tournament.state != TournamentState.FINISHED:
        standing = Standing.NOT_FINISHED
    elif not is_public(row.tournament):
        standing = Standing.NOT_PUBLIC
    else:
        standing = Standing.TOO_SMALL if tables < least else Standing.COUNTS
    return HeldTournament(number, row.tournament, kind, tables, rounds, standing)


def _latest_clubs(placed: Iterable[Placed]) -> dict[int, str]:
    """Each person's club at their last tournament."""
    ordered = sorted(placed, key=lambda one: (one.tournament.starts_on, one.tournament.pk))
    return {one.person.pk: one.result.club for one in ordered}


def circuit_of(stored: StoredCircuit, types: Iterable[CircuitType]) -> Circuit:
    """The circuit as `scoring.season` counts it."""
    rows = list(types)
    classes = {one.name: class_of(one) for one in rows}
    return Circuit(
        _worth(stored, classes),
        {one.name: rule_of(one) for one in rows},
        minimum_results=stored.minimum_results,
    )


def class_of(kind: CircuitType) -> TournamentClass:
    """The weights of a type."""
    return TournamentClass(tuple((rounds, Decimal(weight)) for rounds, weight in kind.weights))


def rule_of(kind: CircuitType) -> CountingRule:
    """How many results of a type count."""
    if kind.best is None and not kind.share:
        return CountingRule()
    return CountingRule(kind.best or 0, Fraction(kind.share or 0))


def _worth(stored: StoredCircuit, classes: Mapping[str, TournamentClass]) -> Worth:
    if stored.worth == CircuitWorth.NATIONAL:
        return NationalFormula(classes, minimum_tables=stored.minimum_tables)
    if stored.worth == CircuitWorth.PLACES:
        return Weighted(PlacePoints(tuple(stored.place_points)), classes)
    return Weighted(own_points, classes)


def counting_rules(stored: StoredCircuit) -> list[Text]:
    """How many results of each type count, in words."""
    return [counting_words(one.name, rule_of(one)) for one in stored.types.all()]


def tournaments_to_choose(circuit: StoredCircuit, keeper: User) -> list[tuple[Tournament, int | None]]:
    """Those of the circuit, and those of its days that the keeper may see, each with the type it counts as."""
    known = dict(circuit.counted.values_list("tournament_id", "type_id"))
    member = Q(pk__in=Membership.objects.filter(user=keeper).values("tournament"))
    of_days = Q(starts_on__range=(circuit.starts_on, circuit.ends_on), is_demo=False) & (PUBLIC | member)
    found = Tournament.objects.filter(Q(pk__in=known) | of_days).order_by("starts_on", "id")
    return [(one, known.get(one.pk)) for one in found]
