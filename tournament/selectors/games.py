"""Confirmed games as plain values: what crosses from the database to `scoring/`.

Two queries whatever the size: the seats of the stage's rounds, and the effective results on them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from scoring.results import SeatResult as ScoredSeat
from scoring.results import TableResult
from tournament.models import Round, RoundState, SeatResult, Stage

OBJECTIVE_IN_TIME = "objective_in_time"


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """The confirmed games of one round; `tables` are keyed by the players' entrant ids."""

    number: int
    tables: tuple[TableResult, ...]
    closed: bool


class _Row(NamedTuple):
    round_number: int
    table_number: int
    entrant: int
    points: int
    outside: int
    place: int
    elimination: int | None
    reached: bool
    shares: bool
    ending: str
    void: bool


@dataclass(frozen=True, slots=True)
class PlayedGames:
    """A stage's rounds up to a number, in order, drafts left out; rounds without results have no tables."""

    rounds: tuple[PlayedRound, ...] = field(default_factory=tuple)

    @property
    def last_number(self) -> int:
        """Number of the last round, 0 before the first."""
        return self.rounds[-1].number if self.rounds else 0


def games_for_stage(stage: Stage, *, through: int | None = None) -> PlayedGames:
    """The confirmed games of a stage's rounds up to and with number `through` (None: all)."""
    rounds = Round.objects.filter(stage=stage).exclude(state=RoundState.DRAFT).order_by("number")
    if through is not None:
        rounds = rounds.filter(number__lte=through)
    states = list(rounds.values_list("number", "state"))
    by_round = {
        number: tuple(_tables(rows))
        for number, rows in groupby(_rows(stage, through), lambda row: row.round_number)
    }
    return PlayedGames(
        tuple(
            PlayedRound(number, by_round.get(number, ()), state == RoundState.CLOSED)
            for number, state in states
        )
    )


def _rows(stage: Stage, through: int | None) -> Iterator[_Row]:
    results = SeatResult.objects.filter(submission__effective=True, submission__table__round__stage=stage)
    if through is not None:
        results = results.filter(submission__table__round__number__lte=through)
    values = results.order_by(
        "submission__table__round__number", "submission__table__number", "place", "id"
    ).values_list(
        "submission__table__round__number",
        "submission__table__number",
        "seat__entrant_id",
        "points",
        "outside_points",
        "place",
        "elimination",
        "objective_reached",
        "shares_victory",
        "submission__ending",
        "seat__entrant__games_void",
    )
    return (_Row(*row) for row in values.iterator(chunk_size=5000))


def _tables(rows: Iterator[_Row]) -> Iterator[TableResult]:
    for number, seats in groupby(rows, lambda row: row.table_number):
        yield TableResult(number, _seats(list(seats)))


def _seats(rows: list[_Row]) -> tuple[ScoredSeat, ...]:
    """The seats as scoring knows them; who shares the victory shares the first place."""
    shared = any(row.shares for row in rows)
    return tuple(
        ScoredSeat(
            player=row.entrant,
            points=0 if row.void else row.points,
            place=1 if row.shares else row.place,
            outside=row.outside,
            eliminated=row.elimination,
            objective=row.reached and row.ending == OBJECTIVE_IN_TIME,
            won=row.shares if shared else None,
        )
        for row in rows
    )
