"""What holds for every formula and every tournament."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.criteria import Code
from scoring.discards import Discards
from scoring.formulas import Formula, score_table
from scoring.ordering import KEYS
from scoring.presets import COMPATIBILITY, preset, preset_names
from scoring.results import SeatResult, TableResult
from scoring.sheet import Sheet
from scoring.standings import Standings, rank, standings

Rounds = list[list[TableResult]]
PRESETS = st.builds(
    lambda name, compatibility: preset(name, compatibility=compatibility),
    st.sampled_from(preset_names()),
    st.sampled_from([None, COMPATIBILITY]),
)


@st.composite
def tournaments(draw: st.DrawFn) -> Rounds:
    """Some rounds of 9 to 13 people at tables of 4 and 5, few score values, absences, eliminations, objectives."""
    people = draw(st.integers(9, 13))
    held = []
    for _ in range(draw(st.integers(1, 4))):
        order = draw(st.permutations(range(people)))
        tables = [order[:4], order[4:8] if people < 13 else order[4:9]]
        held.append([draw(games(tuple(keys), number)) for number, keys in enumerate(tables, start=1)])
    return held


@st.composite
def games(draw: st.DrawFn, keys: tuple[int, ...], number: int) -> TableResult:
    """A game with one at the top."""
    points = [draw(st.sampled_from([0, 10, 20, 30])) for _ in keys]
    points[0] = draw(st.sampled_from([40, 86, 100]))
    fallen = draw(st.booleans())
    seats = [SeatResult(key, worth, objective=worth == 100) for key, worth in zip(keys, points, strict=True)]
    if fallen:
        seats[-1] = seats[-1]._replace(points=0, eliminated=1)
    return TableResult(number, tuple(seats))


def lines(found: Standings) -> list[tuple[object, ...]]:
    return [(row.rank, row.player.key, row.total, row.games, row.counted, row.wins) for row in found.rows]


@given(PRESETS, tournaments(), st.randoms(use_true_random=False))
def test_the_order_of_tables_and_of_seats_changes_nothing(
    formula: Formula, rounds: Rounds, chance: Random
) -> None:
    turned = [
        [
            game._replace(seats=tuple(chance.sample(game.seats, len(game.seats))))
            for game in chance.sample(held, len(held))
        ]
        for held in rounds
    ]
    if formula.finals is not None and formula.compatibility is not None:
        turned = turned[
            : formula.finals.round - 1
        ]  # the program lets the order of seats decide ties in a final
        rounds = rounds[: formula.finals.round - 1]
    assert lines(standings(formula, turned)) == lines(standings(formula, rounds))


@given(PRESETS, tournaments())
def test_a_total_is_the_sum_of_the_games_that_count(formula: Formula, rounds: Rounds) -> None:
    for row in standings(formula, rounds).rows:
        counting = [
            game for game, counts in zip(row.games, row.counted, strict=True) if counts and game is not None
        ]
        assert row.total == sum(counting)


@given(PRESETS, tournaments())
def test_every_score_is_recomputed_from_its_parts(formula: Formula, rounds: Rounds) -> None:
    for row in standings(formula, rounds).rows:
        for score in row.tally.scores:
            if score is not None:
                parts = sum(
                    (Fraction(part.value) for part in formula.breakdown(score.facts)), start=Fraction(0)
                )
                assert formula.rounding.units(parts) == score.units


@given(PRESETS, tournaments())
def test_ranks_skip_what_ties_fill_and_never_fall(formula: Formula, rounds: Rounds) -> None:
    if formula.finals is not None:
        rounds = rounds[: formula.finals.round - 1]
    ranks = [row.rank for row in standings(formula, rounds).rows]
    assert ranks == [
        1 + sum(other < own for other in ranks if other is not None and own is not None) for own in ranks
    ]


@given(PRESETS, tournaments())
def test_the_order_agrees_with_the_criteria(formula: Formula, rounds: Rounds) -> None:
    """A total preorder: comparing any two rows by the criteria that have a value agrees with their ranks."""
    if formula.finals is not None:
        rounds = rounds[: formula.finals.round - 1]
    valued = []
    for criterion in formula.criteria:
        if criterion.code not in KEYS:
            break
        valued.append(criterion)
    rows = standings(formula, rounds).rows
    keys = [[KEYS[what.code](row.tally, what, row.player.key) for what in valued] for row in rows]
    for (above, key), (below, other) in pairwise(zip(rows, keys, strict=True)):
        assert key >= other
        if key != other:
            assert above.rank != below.rank
        elif len(valued) == len(formula.criteria):
            assert above.rank == below.rank


@given(tournaments())
def test_points_are_conserved_where_the_formula_conserves_them(rounds: Rounds) -> None:
    formula = preset("rulebook")
    played = sum(seat.points for held in rounds for game in held for seat in game.seats)
    assert sum(row.total for row in standings(formula, rounds).rows) == played * 100


@given(st.sampled_from(["raduno", "nazionale"]), tournaments())
def test_each_table_gives_one_prize_in_all(name: str, rounds: Rounds) -> None:
    formula = preset(name)
    for game in (game for held in rounds for game in held):
        points = sum(seat.points for seat in game.seats)
        assert sum(score.units for score in score_table(formula, game)) == (points + 50) * 100


@given(PRESETS, tournaments(), st.integers(1, 4))
def test_a_further_round_never_lowers_a_best_of_total(formula: Formula, rounds: Rounds, keep: int) -> None:
    best_of = replace(formula, discards=Discards(keep=keep))
    before = standings(best_of, rounds[:-1])
    after = {row.player.key: row.total for row in standings(best_of, rounds).rows}
    assert all(after[row.player.key] >= row.total for row in before.rows)


@given(PRESETS, tournaments(), st.data())
def test_correcting_a_table_equals_starting_anew(
    formula: Formula, rounds: Rounds, data: st.DataObject
) -> None:
    number = data.draw(st.integers(1, len(rounds)))
    position = data.draw(st.integers(0, len(rounds[number - 1]) - 1))
    game = rounds[number - 1][position]
    corrected = data.draw(games(tuple(seat.player for seat in game.seats), game.table))
    sheet = Sheet.of(formula, rounds)
    rank(sheet)
    sheet.put(number, corrected)
    rounds[number - 1] = [*rounds[number - 1][:position], corrected, *rounds[number - 1][position + 1 :]]
    assert lines(rank(sheet)) == lines(standings(formula, rounds))


@pytest.mark.parametrize("name", preset_names())
def test_a_formula_compares_games_alike_whoever_plays(name: str) -> None:
    formula = preset(name)
    game = TableResult(
        1, tuple(SeatResult(key, points) for key, points in zip("abcd", (40, 20, 10, 0), strict=True))
    )
    other = game._replace(seats=tuple(seat._replace(player=seat.player * 2) for seat in game.seats))
    assert score_table(formula, game) == score_table(formula, other)


@settings(max_examples=30)
@given(tournaments())
def test_the_criteria_of_the_codes_are_all_known(rounds: Rounds) -> None:
    tally = standings(preset("open"), rounds).rows[0].tally
    compared = {Code.PREVIOUS, Code.AFTER_ROUND, Code.FIRST_DIFFERENCE, Code.DIRECT}
    assert set(KEYS) | compared == set(Code)
    assert tally.descending == sorted(tally.descending, reverse=True)
