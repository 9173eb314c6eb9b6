"""Standings: order, shared ranks, adjustments, versions."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.adjustments import Adjustments, Leaver, Penalty, Policy, SitOut
from scoring.criteria import Code, Criterion
from scoring.discards import Absence, Discards
from scoring.explain import why
from scoring.formulas import FinalPlaces, Finals, Formula
from scoring.ordering import lot_of
from scoring.presets import preset
from scoring.results import SeatResult, TableResult
from scoring.sheet import Player, Sheet
from scoring.standings import Row, Standings, difference, rank, standings
from tests.scoring.builders import players, table

RULEBOOK = preset("rulebook")


def ordered_by(*criteria: Criterion | Code, base: Formula = RULEBOOK, **changes: object) -> Formula:
    chosen = tuple(what if isinstance(what, Criterion) else Criterion(what) for what in criteria)
    return replace(base, criteria=chosen, **changes)


def ranks(found: Standings) -> dict[object, int | None]:
    return {row.player.key: row.rank for row in found.rows}


def test_equal_totals_share_a_rank_and_the_next_is_skipped() -> None:
    found = standings(
        RULEBOOK, [[table(40, 30, 30, 10), table(30, 5, 10, 0, players=[5, 6, 7, 8], number=2)]]
    )
    assert [(row.rank, row.player.key) for row in found.rows] == [
        (1, 1), (2, 2), (2, 3), (2, 5), (5, 4), (5, 7), (7, 6), (8, 8),
    ]  # fmt: skip


def test_rows_of_equal_rank_are_in_the_order_of_names() -> None:
    people = [Player(1, "Zeno"), Player(2, "anna"), Player(3, "Bice"), Player(4, "Bice")]
    found = standings(RULEBOOK, [[table(10, 10, 10, 10)]], people)
    assert [row.player.key for row in found.rows] == [2, 3, 4, 1]


def test_players_without_a_game_stand_with_nothing() -> None:
    found = standings(RULEBOOK, [[table(40, 30, 20, 10)]], players(9, 1))
    assert found.rows[-1].player.key == 9
    assert (found.rows[-1].total, found.rows[-1].games, found.rows[-1].counted) == (0, (None,), (False,))
    assert standings(RULEBOOK, [], players(2, 1)).rows[0].rank == 1
    assert standings(RULEBOOK, []).rows == ()


def test_a_round_without_results_counts_as_held() -> None:
    assert standings(RULEBOOK, [[table(40, 30, 20, 10)], []]).rounds == 2


def test_only_those_who_take_part_where_the_formula_says_so() -> None:
    formula = replace(RULEBOOK, only_taking_part=True)
    people = [Player(1, takes_part=False), Player(2)]
    assert ranks(standings(formula, [[table(40, 30)]], people)) == {2: 1}


def test_an_unknown_row_is_a_key_error() -> None:
    found = standings(RULEBOOK, [[table(40, 30)]])
    assert found.row_of(2).rank == 2
    with pytest.raises(KeyError):
        found.row_of(7)


GAMES = [
    [table(40, 30, 20, 10), table(40, 20, 20, 0, players=[5, 6, 7, 8], number=2)],
    [table(10, 20, 35, 40, players=[1, 5, 2, 7]), table(30, 20, 40, 35, players=[3, 4, 6, 8], number=2)],
]


@pytest.mark.parametrize(
    ("criterion", "expected"),
    [
        (Criterion(Code.TOTAL), {1: 5, 2: 1, 3: 5, 4: 8, 5: 2, 6: 2, 7: 2, 8: 7}),
        (Criterion(Code.WINS), {1: 1, 5: 1, 6: 1, 7: 1, 2: 5, 3: 5, 4: 5, 8: 5}),
        (Criterion(Code.BEST), {1: 1, 5: 1, 6: 1, 7: 1, 2: 5, 8: 5, 3: 7, 4: 8}),
        (Criterion(Code.BEST, n=2), {2: 1, 5: 2, 6: 2, 7: 2, 3: 2, 1: 6, 4: 6, 8: 8}),
        (Criterion(Code.BEST, n=3), dict.fromkeys(range(1, 9), 1)),
        (Criterion(Code.ALL_GAMES), {5: 1, 6: 1, 7: 1, 1: 4, 2: 5, 8: 6, 3: 7, 4: 8}),
        (Criterion(Code.BEST_WIN), {1: 1, 5: 1, 6: 1, 7: 1, 2: 5, 3: 5, 4: 5, 8: 5}),
        (Criterion(Code.TOTAL_ALL), {1: 5, 2: 1, 3: 5, 4: 8, 5: 2, 6: 2, 7: 2, 8: 7}),
        (Criterion(Code.GAMES_PLAYED), dict.fromkeys(range(1, 9), 1)),
        (Criterion(Code.GAME_POINTS), {1: 5, 2: 1, 3: 5, 4: 8, 5: 2, 6: 2, 7: 2, 8: 7}),
        (
            Criterion(Code.MANUAL, order=("3", "8"), reason="play-off"),
            {3: 1, 8: 2} | dict.fromkeys([1, 2, 4, 5, 6, 7], 3),
        ),
        (Criterion(Code.FINAL), dict.fromkeys(range(1, 9), 1)),
    ],
    ids=lambda value: value.name if isinstance(value, Criterion) else "",
)
def test_each_criterion_alone(criterion: Criterion, expected: dict[object, int]) -> None:
    assert ranks(standings(ordered_by(criterion), GAMES)) == expected


def test_the_place_after_the_round_before_separates_equal_totals() -> None:
    found = standings(ordered_by(Code.TOTAL, Code.PREVIOUS), GAMES)
    assert [(row.rank, row.player.key) for row in found.rows] == [
        (1, 2), (2, 5), (3, 6), (3, 7), (5, 1), (6, 3), (7, 8), (8, 4),
    ]  # fmt: skip


def test_the_place_before_looks_further_back_while_it_is_level() -> None:
    games = [[table(40, 30)], [table(20, 30)], [table(9, 9)]]
    found = standings(ordered_by(Code.TOTAL, Code.PREVIOUS), games)
    assert ranks(found) == {1: 1, 2: 2}
    assert ranks(standings(ordered_by(Code.TOTAL, Code.PREVIOUS), [[table(9, 9)]])) == {1: 1, 2: 1}


def test_the_place_after_a_given_round() -> None:
    games = [[table(40, 30)], [table(20, 30)], [table(9, 9)]]
    assert ranks(standings(ordered_by(Code.TOTAL, Criterion(Code.AFTER_ROUND, n=1)), games)) == {1: 1, 2: 2}
    assert ranks(standings(ordered_by(Criterion(Code.AFTER_ROUND, n=1), Code.TOTAL), games)) == {1: 1, 2: 1}


def test_direct_games_separate_those_who_met() -> None:
    games = [
        [table(20, 30, players=[1, 2]), table(1, 0, players=[3, 4], number=2)],
        [table(30, 20, players=[1, 3]), table(21, 2, players=[2, 4], number=2)],
        [table(9, 8, players=[2, 3]), table(10, 1, players=[1, 4], number=2)],
    ]
    assert ranks(standings(ordered_by(Code.TOTAL), games)) == {1: 1, 2: 1, 3: 3, 4: 4}
    assert ranks(standings(ordered_by(Code.TOTAL, Code.DIRECT), games)) == {2: 1, 1: 2, 3: 3, 4: 4}


def test_the_first_round_that_both_played_and_that_differs() -> None:
    games = [
        [table(20, 30, players=[1, 2]), table(20, 0, players=[4, 9], number=2)],
        [table(30, 20, players=[1, 2]), table(30, 0, players=[4, 9], number=2)],
    ]
    assert ranks(standings(ordered_by(Code.TOTAL, Code.FIRST_DIFFERENCE), games)) == {2: 1, 1: 2, 4: 2, 9: 4}
    apart = [[table(20, 0, players=[1, 3])], [table(20, 0, players=[2, 3])]]
    assert ranks(standings(ordered_by(Code.TOTAL, Code.FIRST_DIFFERENCE), apart)) == {1: 1, 2: 1, 3: 3}


def test_typed_decimals_count_from_the_second_round() -> None:
    def game(decimals: Fraction | int, key: int, number: int) -> TableResult:
        return TableResult(number, (SeatResult(key, 20, decimals=decimals), SeatResult(key + 10, 0)))

    half = Fraction(1, 2)
    games = [[game(half, 1, 1), game(0, 2, 2)], [game(0, 1, 1), game(half, 2, 2)]]
    found = standings(ordered_by(Code.TOTAL, Code.DECIMALS), games)
    assert [row.player.key for row in found.rows][:2] == [2, 1]
    assert found.rows[0].separated_by == Criterion(Code.DECIMALS)


def test_lots_are_repeatable_and_nobody_elses_lot_moves() -> None:
    level = ordered_by(Code.TOTAL, Criterion(Code.LOTS, seed=20_26))
    keys = list(range(1, 9))
    found = standings(level, [[table(*[10] * 8, players=keys)]])
    order = [row.player.key for row in found.rows]
    assert [row.rank for row in found.rows] == keys
    assert order == sorted(keys, key=lambda key: -lot_of(key, 20_26))
    fewer = standings(level, [[table(*[10] * 7, players=[key for key in keys if key != order[3]])]])
    assert [row.player.key for row in fewer.rows] == [key for key in order if key != order[3]]
    assert lot_of("anna", 1) == 2756204801209836323


def finals(places: FinalPlaces) -> Formula:
    return replace(RULEBOOK, finals=Finals(2, places))


FINAL_GAMES = [
    [table(60, 50, 40, 30), table(86, 20, 20, 10, players=[5, 6, 7, 8], number=2)],
    [table(20, 10, players=[3, 2]), table(30, 0, players=[6, 7], number=2)],
]


def test_finalists_stand_first_and_parallel_finals_share_places() -> None:
    found = standings(finals(FinalPlaces.SKIP), FINAL_GAMES)
    assert ranks(found) == {3: 1, 6: 1, 2: 3, 7: 3, 5: 5, 1: 6, 4: 7, 8: 8}


def test_the_program_ranks_parallel_finals_1_1_2_2() -> None:
    found = standings(finals(FinalPlaces.DENSE), FINAL_GAMES)
    assert ranks(found) == {3: 1, 6: 1, 2: 2, 7: 2, 5: 5, 1: 6, 4: 7, 8: 8}


def test_before_the_final_round_there_are_no_finalists() -> None:
    assert ranks(standings(finals(FinalPlaces.SKIP), FINAL_GAMES[:1]))[5] == 1


def test_a_final_of_everybody_has_nobody_below_it() -> None:
    games = [[table(10, 20)], [table(5, 4)]]
    assert ranks(standings(finals(FinalPlaces.SKIP), games)) == {1: 1, 2: 2}


def test_finalists_who_left_without_a_rank_are_passed_over() -> None:
    left = Adjustments(leavers=(Leaver(3, Policy.UNRANKED),))
    found = standings(finals(FinalPlaces.SKIP), FINAL_GAMES, adjustments=left)
    assert ranks(found) == {6: 1, 2: 2, 7: 2, 5: 4, 1: 5, 4: 6, 8: 7, 3: None}


def test_rounds_beyond_those_that_count_are_not_added() -> None:
    formula = replace(RULEBOOK, rounds_counted=1)
    found = standings(formula, [[table(10, 20)], [table(50, 0)]])
    assert (found.rounds, ranks(found)) == (1, {2: 1, 1: 2})


def test_penalties_are_lines_of_their_own() -> None:
    formula = replace(RULEBOOK, discards=Discards(keep=1, of=1))
    taken = Adjustments(penalties=(Penalty(1, 15, "late"), Penalty(1, Fraction(1, 2), "late again")))
    found = standings(formula, [[table(40, 30)]], adjustments=taken)
    row = found.row_of(1)
    assert (row.total, row.games, row.tally.penalty, row.rank) == (2450, (4000,), 1550, 2)


@pytest.mark.parametrize(("always", "total"), [(False, 5000), (True, 6000)])
def test_a_sit_out_is_compensated_once_or_always(*, always: bool, total: int) -> None:
    formula = replace(RULEBOOK, discards=Discards(sit_out_always=always))
    given = Adjustments(sit_outs=(SitOut(1, 3, 10), SitOut(1, 2, 10), SitOut(2, 1, 99)))
    games = [[table(40, 30)], [table(20, 0, players=[3, 4])], [table(20, 0, players=[3, 4])]]
    row = standings(formula, games, adjustments=given).row_of(1)
    assert row.total == total
    assert row.games == (4000, 1000, 1000 if always else None)


def test_a_rank_may_need_a_number_of_games() -> None:
    formula = replace(RULEBOOK, discards=Discards(minimum_games=2))
    found = standings(formula, [[table(40, 30, 86)], [table(20, 30)]])
    assert ranks(found) == {1: 1, 2: 1, 3: None}
    assert found.rows[-1].player.key == 3


@pytest.mark.parametrize(
    ("policy", "expected", "total"),
    [
        (Policy.KEEP, {1: 1, 2: 2}, 4000),
        (Policy.UNRANKED, {2: 1, 1: None}, 4000),
        (Policy.VOID, {2: 1, 1: None}, 0),
    ],
)
def test_what_becomes_of_someone_who_left(
    policy: Policy, expected: dict[object, int | None], total: int
) -> None:
    found = standings(RULEBOOK, [[table(40, 30)]], adjustments=Adjustments(leavers=(Leaver(1, policy),)))
    assert (ranks(found), found.row_of(1).total) == (expected, total)


def test_absence_as_no_game_keeps_two_thirds_of_the_games_played() -> None:
    games = [[table(40, 30)], [table(1, 30)], [table(20, 0, players=[2, 3])]]
    zero = replace(RULEBOOK, discards=Discards(two_thirds=True))
    no_game = replace(RULEBOOK, discards=Discards(two_thirds=True, absence=Absence.NOT_A_GAME))
    assert standings(zero, games).row_of(1).total == 4100
    assert standings(no_game, games).row_of(1).total == 4100
    assert standings(zero, games).row_of(3).counted == (False, False, True)


def totals(row: Row | None) -> int | None:
    return None if row is None else row.total


def test_a_corrected_table_changes_its_players_only() -> None:
    sheet = Sheet.of(RULEBOOK, GAMES)
    before = rank(sheet)
    kept = sheet.tally(3)
    sheet.put(1, table(40, 20, 20, 30, players=[5, 6, 7, 8], number=2))
    after = rank(sheet)
    assert [
        change.player.key
        for change in difference(before, after)
        if totals(change.before) != totals(change.after)
    ] == [8]
    assert sheet.tally(3) is kept
    assert after == rank(
        Sheet.of(RULEBOOK, [[GAMES[0][0], table(40, 20, 20, 30, players=[5, 6, 7, 8], number=2)], GAMES[1]])
    )


def test_a_corrected_table_may_have_other_players() -> None:
    sheet = Sheet.of(RULEBOOK, [[table(40, 30, players=[1, 2])]])
    before = rank(sheet)
    sheet.put(1, table(40, 30, players=[1, 3]))
    changes = difference(before, rank(sheet))
    assert [(change.player.key, change.before is None, change.after is None) for change in changes] == [
        (3, True, False),
        (2, False, True),
    ]


def test_earlier_standings_are_of_earlier_rounds() -> None:
    sheet = Sheet.of(RULEBOOK, GAMES)
    assert rank(sheet, rounds=1) == standings(RULEBOOK, GAMES[:1])
    assert rank(sheet, rounds=9) == standings(RULEBOOK, GAMES)


def test_the_criterion_that_separates_is_told() -> None:
    formula = ordered_by(Code.TOTAL, Code.WINS, Criterion(Code.BEST, n=1))
    games = [
        [table(40, 30, players=[1, 2]), table(30, 0, players=[3, 4], number=2)],
        [table(20, 30, players=[1, 2]), table(30, 0, players=[5, 4], number=2)],
        [table(30, 20, players=[3, 4])],
    ]
    found = standings(formula, games)
    assert [(row.player.key, row.separated_by and row.separated_by.name) for row in found.rows] == [
        (3, "wins"), (1, "best:1"), (2, "total"), (5, "total"), (4, None),
    ]  # fmt: skip
    assert why(found, 1).en == "Above 2: level in total, wins; best game 40 against 30."
