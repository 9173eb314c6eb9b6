"""Confirmed games as scoring sees them: what is packed in the database comes out whole."""

from typing import Any

import pytest
from django.utils import timezone

from scoring.adjustments import NO_ADJUSTMENTS
from scoring.presets import COMPATIBILITY, preset
from scoring.results import SeatResult as ScoredSeat
from scoring.results import TableResult
from scoring.sheet import Sheet
from scoring.standings import rank
from scoring.text import units_plain
from tests.factories import make_entrants, make_round, make_tournament
from tournament.models import Round, RoundState, SeatResult, Submission
from tournament.selectors.games import games_for_stage
from tournament.services.seating import draw_round

pytestmark = pytest.mark.django_db


def confirm(table: Any, figures: list[dict[str, Any]], ending: str = "closing") -> None:
    submission = Submission.objects.create(
        table=table, number=1, state="confirmed", effective=True, confirmed_at=timezone.now(), ending=ending
    )
    for seat, fields in zip(table.seats.all(), figures, strict=True):
        SeatResult.objects.create(submission=submission, seat=seat, **fields)


@pytest.fixture
def held() -> Any:
    """Two rounds of two tables: a shared victory and an elimination, then an objective in time and one too late."""
    tournament = make_tournament()
    entrants = make_entrants(tournament, 8)
    first = make_round(tournament, [entrants[:4], entrants[4:]], number=1)
    second = make_round(tournament, [entrants[:4], entrants[4:]], number=2)
    tables = [*first.tables.order_by("number"), *second.tables.order_by("number")]
    shared = {"points": 30, "shares_victory": True}
    confirm(
        tables[0],
        [
            shared | {"place": 2},
            {"points": 4, "place": 3},
            shared | {"place": 1},
            {"points": 0, "place": 4, "elimination": 1},
        ],
    )
    confirm(
        tables[1],
        [
            {"points": -50, "place": 4},
            {"points": 20, "place": 1},
            {"points": 10, "place": 2},
            {"points": 5, "place": 3},
        ],
    )
    reached = {"points": 100, "place": 1, "objective_reached": True}
    rest = [{"points": 9, "place": 2}, {"points": 8, "place": 3}, {"points": 7, "place": 4}]
    confirm(tables[2], [reached, *rest], ending="objective_in_time")
    confirm(tables[3], [reached | {"points": 86}, *rest], ending="objective_late")
    return tournament, [entrant.pk for entrant in entrants]


def test_everything_that_scoring_needs_comes_through(held: Any) -> None:
    tournament, keys = held
    games = games_for_stage(tournament.stages.get())
    assert [played.number for played in games.rounds] == [1, 2]
    assert games.rounds[0].tables == (
        TableResult(1, (ScoredSeat(keys[0], 30, 1), ScoredSeat(keys[2], 30, 1), ScoredSeat(keys[1], 4, 3), ScoredSeat(keys[3], 0, 4, eliminated=1))),
        TableResult(2, (ScoredSeat(keys[5], 20, 1), ScoredSeat(keys[6], 10, 2), ScoredSeat(keys[7], 5, 3), ScoredSeat(keys[4], -50, 4))),
    )  # fmt: skip
    assert [table.seats[0] for table in games.rounds[1].tables] == [
        ScoredSeat(keys[0], 100, 1, objective=True),
        ScoredSeat(keys[4], 86, 1),
    ]


def test_up_to_a_round_and_without_drafts(held: Any) -> None:
    tournament, _ = held
    stage = tournament.stages.get()
    assert [len(played.tables) for played in games_for_stage(stage, through=1).rounds] == [2]
    Round.objects.filter(number=2).update(state=RoundState.DRAFT)
    assert games_for_stage(stage).last_number == 1
    assert games_for_stage(stage, through=0).last_number == 0


@pytest.mark.parametrize("name", ["raduno", "campionato-gufo", "bgl"])
def test_the_sheet_is_that_of_the_tables(held: Any, name: str) -> None:
    tournament, _ = held
    games, formula = games_for_stage(tournament.stages.get()), preset(name)
    quick = games.sheet(formula, NO_ADJUSTMENTS)
    plain = Sheet.of(formula, [played.tables for played in games.rounds])
    assert [(row.player, row.rank, row.total) for row in rank(quick).rows] == [
        (row.player, row.rank, row.total) for row in rank(plain).rows
    ]
    assert quick.rounds == 2
    assert tuple(quick.tables_of(1)) == games.rounds[0].tables


def test_rounds_without_results_are_held(held: Any) -> None:
    tournament, _ = held
    Submission.objects.all().delete()
    games = games_for_stage(tournament.stages.get())
    assert games.sheet(preset("raduno"), NO_ADJUSTMENTS).rounds == 2
    assert [played.tables for played in games.rounds] == [(), ()]


def test_a_ghost_fills_up_a_table_of_three_where_the_format_seats_one() -> None:
    formula = preset("gufo", compatibility=COMPATIBILITY)
    best = []
    for split in ("fours-with-ghost", "fours-and-threes"):
        plan = {"rounds": 1, "split": split, "criteria": ["repeats"]}
        tournament = make_tournament(plan=plan, formula=formula.to_document())
        make_entrants(tournament, 7)
        round_ = draw_round(tournament_id=tournament.pk, actor=None)
        tables = list(round_.tables.order_by("number"))
        assert [table.size for table in tables] == [3, 4]
        confirm(tables[0], [{"points": 40 - 10 * place, "place": 1 + place} for place in range(3)])
        round_.state = RoundState.PUBLISHED
        round_.save()
        games = games_for_stage(tournament.stages.get())
        best.append(units_plain(rank(games.sheet(formula, NO_ADJUSTMENTS)).rows[0].total, formula.digits))
    assert best == ["12.4", "12.3"]
