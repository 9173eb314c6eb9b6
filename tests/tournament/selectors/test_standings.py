"""Standings as they follow from the database: figures, criteria, versions, query counts."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from django.db.models import F

from scoring.explain import round_story, total_story
from scoring.formulas import Formula
from tests.factories import make_entrants, make_round, make_tournament
from tests.results import close, confirm
from tournament.models import (
    Penalty,
    Person,
    Round,
    RoundState,
    SanctionEffect,
    SeatResult,
    Stage,
    Tournament,
)
from tournament.selectors.standings import standings_for_stage
from tournament.services.records import record_event
from tournament.services.standings import issue_standings, reissue_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Any:
    """Eight entrants, two tables, one round with results."""
    tournament = make_tournament()
    entrants = make_entrants(tournament, 8)
    round_ = make_round(tournament, [entrants[:4], entrants[4:]])
    confirm(round_, [[46, 30, 20, 10], [40, 39, 38, 0]])
    return tournament, entrants, round_


def test_totals_follow_from_confirmed_games(played: Any) -> None:
    tournament, entrants, _ = played
    standings = standings_for_stage(tournament.stages.get())
    first = standings.rows[0]
    assert standings.entrant_of(first) == entrants[0]
    assert (first.rank, standings.figure(first.total)) == (1, Decimal("96.00"))
    assert [standings.entrant_of(row).number for row in standings.rows] == [1, 5, 6, 7, 2, 3, 4, 8]


def test_a_late_entry_brings_its_credit_along(played: Any) -> None:
    tournament, entrants, _ = played
    entrants[3].entry_credit = 30
    entrants[3].save()
    standings = standings_for_stage(tournament.stages.get())
    row = next(row for row in standings.rows if standings.entrant_of(row) == entrants[3])
    assert (standings.figure(row.total), row.tally.penalty) == (Decimal("40.00"), -3000)
    assert total_story(standings.formula, row).en == "10 + 30 (credit) = 40"


def test_a_penalty_is_a_line_of_its_own(played: Any) -> None:
    tournament, entrants, round_ = played
    Penalty.objects.create(
        tournament=tournament,
        entrant=entrants[0],
        round=round_,
        effect=SanctionEffect.POINTS,
        points=10,
        reason="late",
    )
    standings = standings_for_stage(tournament.stages.get())
    row = standings.standings.row_of(entrants[0].pk)
    assert standings.figure(row.total) == Decimal("86.00")
    assert [standings.figure(game) for game in row.games] == [Decimal("96.00")]


def test_leaving_and_coming_back_brings_the_sit_out_only_once(played: Any) -> None:
    tournament, entrants, first = played
    formula = Formula.from_document(tournament.formula)
    rule = replace(formula.discards, keep=2, sit_out_points=15)
    Tournament.objects.filter(pk=tournament.pk).update(formula=replace(formula, discards=rule).to_document())
    for _number in (2, 3):
        later = make_round(tournament, [entrants[1:5]], resting=[entrants[0].pk])
        confirm(later, [[30, 20, 10, 0]])
        Round.objects.filter(pk__in=(first.pk, later.pk)).update(state=RoundState.CLOSED)
    tournament.refresh_from_db()
    standings = standings_for_stage(tournament.stages.get())
    row = standings.standings.row_of(entrants[0].pk)
    assert [game if game is None else standings.figure(game) for game in row.games] == [96, 15, None]
    assert (standings.figure(row.total), row.counted) == (111, (True, True, False))
    assert round_story(standings.formula, row, 2).en == "sat out: 15"


def test_a_stand_in_has_no_rank_and_moves_nobody(played: Any) -> None:
    tournament, entrants, _ = played
    entrants[0].in_ranking = False
    entrants[0].save()
    standings = standings_for_stage(tournament.stages.get())
    ranks = {standings.entrant_of(row).number: row.rank for row in standings.rows}
    assert ranks == {5: 1, 6: 2, 7: 3, 2: 4, 3: 5, 4: 6, 8: 7, 1: None}


def test_a_version_is_issued_once_and_again_only_when_figures_change(played: Any) -> None:
    tournament, entrants, round_ = played
    stage = tournament.stages.get()
    Round.objects.filter(pk=round_.pk).update(state=RoundState.CLOSED)
    first = issue_standings(tournament=tournament, stage=stage, after_round=1, actor=None)
    assert reissue_standings(tournament=tournament, stage=stage, from_round=1, actor=None, reason="x") == [
        first
    ]
    SeatResult.objects.filter(seat__entrant=entrants[0]).update(points=45)
    (second,) = reissue_standings(
        tournament=tournament, stage=stage, from_round=1, actor=None, reason="miscounted"
    )
    assert (second.version, second.reason) == (2, "miscounted")
    first.refresh_from_db()
    assert [first.rows[0]["total"], second.rows[0]["total"]] == ["96", "95"]


@pytest.mark.parametrize("tables", [2, 8])
def test_queries_do_not_grow(tables: int, django_assert_num_queries: Any) -> None:
    tournament = make_tournament()
    entrants = make_entrants(tournament, 4 * tables)
    round_ = make_round(tournament, [entrants[4 * i : 4 * i + 4] for i in range(tables)])
    confirm(round_, [[46, 30, 20, 10]] * tables)
    stage = tournament.stages.select_related("tournament").get()
    with django_assert_num_queries(4):
        standings = standings_for_stage(stage)
        assert len([standings.competitor_of(row).public_name for row in standings.rows]) == 4 * tables


def test_what_no_change_touches_is_taken_over_from_earlier_standings(django_assert_num_queries: Any) -> None:
    tournament = make_tournament()
    entrants = make_entrants(tournament, 12)
    rounds = [
        make_round(tournament, [entrants[at::3] for at in range(3)], number=number) for number in (1, 2)
    ]

    def stage_now() -> Stage:
        return Stage.objects.select_related("tournament").get()

    shown = standings_for_stage(stage_now())

    def shows_the_same(queries: int) -> bool:
        nonlocal shown
        stage = stage_now()
        with django_assert_num_queries(queries):
            shown = standings_for_stage(stage, before=shown)
        return shown.standings == standings_for_stage(stage).standings

    first, second = rounds
    results_alone: list[Callable[[], object]] = [
        lambda: confirm(first, [(46, 30, 20, 10)], tables=[1]),
        lambda: confirm(first, [(4, 3, 20, 60)], tables=[3]),
        lambda: confirm(second, [(1, 2, 3, 4), (40, 30, 20, 10)], tables=[1, 2]),
        lambda: confirm(first, [(10, 20, 30, 46)], tables=[1]),
        lambda: confirm(first, [(46, 30, 20, 10), (9, 8, 7, 6)], tables=[1, 2]),
        lambda: confirm(second, [(5, 50, 6, 7)], tables=[2]),
        lambda: close(first),
    ]
    for number, act in enumerate(results_alone):
        act()
        record_event(tournament, "result_confirmed")
        assert shows_the_same(queries=2), number
    record_event(tournament, "result_reported")
    assert shows_the_same(queries=1)
    others: list[Callable[[], object]] = [
        lambda: Penalty.objects.create(
            tournament=tournament, entrant=entrants[4], effect=SanctionEffect.POINTS, points=7, reason="x"
        ),
        lambda: tournament.entrants.filter(pk=entrants[2].pk).update(in_ranking=False),
        lambda: Person.objects.filter(entries=entrants[3]).update(last_name="Aaron"),
        lambda: first.tables.get(number=3).submissions.update(effective=False),
        lambda: make_round(tournament, [entrants[:4]], number=3),
        lambda: Round.objects.filter(number=3).delete(),
    ]
    for number, change in enumerate(others):
        change()
        record_event(tournament, "entrant_edited")
        assert shows_the_same(queries=4), number


def test_a_version_that_grew_by_itself_is_taken_for_any_change() -> None:
    tournament = make_tournament()
    make_round(tournament, [make_entrants(tournament, 4)])
    stage = Stage.objects.select_related("tournament").get()
    shown = standings_for_stage(stage)
    record_event(tournament, "standings_issued")
    assert Tournament.objects.get().version_beside_results == shown.version_beside_results
    Tournament.objects.update(data_version=F("data_version") + 1)
    assert Tournament.objects.get().version_beside_results > shown.version_beside_results


def test_who_came_between_two_questions_is_in_the_standings() -> None:
    tournament = make_tournament()
    make_round(tournament, [make_entrants(tournament, 4)])
    stage = Stage.objects.select_related("tournament").get()
    shown = standings_for_stage(stage)
    confirm(make_round(tournament, [make_entrants(tournament, 4)], number=2), [(46, 30, 20, 10)])
    now = standings_for_stage(stage, before=shown)
    assert len(now.rows) == 8
    assert now.standings == standings_for_stage(stage).standings
