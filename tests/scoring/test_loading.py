"""Thousands of rows at once: the same standings as table by table."""

from random import Random

import numpy as np
import pytest

from scoring.adjustments import NO_ADJUSTMENTS, Adjustments, Penalty
from scoring.loading import Row, revise_round, sheet_of_rows
from scoring.presets import preset
from scoring.results import SeatResult, TableResult
from scoring.sheet import Sheet
from scoring.standings import rank


def games(seed: int, rounds: int = 4, people: int = 22) -> list[tuple[int, TableResult]]:
    chance, held = Random(seed), []
    for number in range(1, rounds + 1):
        keys = list(range(people))
        chance.shuffle(keys)
        sizes = [5, 5, 4, 4, 4]
        for index, size in enumerate(sizes, start=1):
            seated = [keys.pop() for _ in range(size)]
            points = sorted((chance.randrange(87) for _ in seated), reverse=True)
            fallen = chance.random() < 0.3
            seats = [
                SeatResult(key, worth, place, objective=False)
                for place, (key, worth) in enumerate(zip(seated, points, strict=True), start=1)
            ]
            if chance.random() < 0.2:
                seats[0] = seats[0]._replace(points=100, objective=True)
            if fallen:
                seats[-1] = seats[-1]._replace(points=0, eliminated=1)
            held.append((number, TableResult(index, tuple(seats))))
    return held


def rows_of(held: list[tuple[int, TableResult]]) -> tuple[list[object], list[Row]]:
    lines = [(number, game.table, seat) for number, game in held for seat in game.seats]
    rows = [(n, table, s.points, s.place or 0, s.eliminated or 0, int(s.objective)) for n, table, s in lines]
    return [seat.player for _, _, seat in lines], rows


@pytest.mark.parametrize("name", ["rulebook", "open", "master", "gufo", "campionato-gufo", "raduno"])
def test_rows_give_the_same_standings_as_tables(name: str) -> None:
    formula, held = preset(name), games(seed=3)
    by_table = Sheet(formula)
    for number, game in held:
        by_table.put(number, game)
    by_rows = sheet_of_rows(formula, *rows_of(held))
    assert [(row.rank, row.player, row.games, row.total, row.wins) for row in rank(by_rows).rows] == [
        (row.rank, row.player, row.games, row.total, row.wins) for row in rank(by_table).rows
    ]


def test_a_table_can_be_corrected_after_loading() -> None:
    formula, held = preset("open"), games(seed=4)
    sheet = sheet_of_rows(formula, *rows_of(held))
    number, game = held[7]
    turned = game._replace(
        seats=tuple(s._replace(place=len(game.seats) + 1 - (s.place or 0)) for s in game.seats)
    )
    sheet.put(number, turned)
    again = sheet_of_rows(formula, *rows_of([*held[:7], (number, turned), *held[8:]]))
    assert rank(sheet) == rank(again)
    assert [table.table for table in sheet.tables_of(number)] == [1, 2, 3, 4, 5]


def test_nothing_loads_to_an_empty_sheet() -> None:
    assert rank(sheet_of_rows(preset("open"), [], [])).rows == ()


def test_a_playing_ghost_needs_whole_tables() -> None:
    with pytest.raises(ValueError, match="a formula with a playing ghost cannot be scored by rows"):
        sheet_of_rows(preset("bgl"), [1], [(1, 1, 20, 1, 0, 0)])


@pytest.mark.parametrize("name", ["open", "master", "gufo"])
def test_a_copy_takes_other_rounds_and_the_sheet_keeps_its_own(name: str) -> None:
    formula, held = preset(name), games(seed=5)
    sheet = sheet_of_rows(formula, *rows_of(held))
    before = rank(sheet)
    assert sheet.is_of(formula, NO_ADJUSTMENTS)
    assert not sheet.is_of(formula, Adjustments(penalties=(Penalty(1, 5),)))
    assert not sheet.is_of(preset("rulebook"), NO_ADJUSTMENTS)
    for changed in (2, 5):
        other = [(changed, game) for number, game in games(seed=6, rounds=5) if number == changed][:-1]
        players, rows = rows_of(other)
        copied = sheet.copy()
        everybody = {1, 2, 3, 4, 5}
        revise_round(copied, changed, sheet.scores_in(changed), players, np.array(rows), everybody)
        afresh = [*[one for one in held if one[0] != changed], *other]
        assert rank(copied) == rank(sheet_of_rows(formula, *rows_of(afresh)))
        assert [game.table for game in copied.tables_of(changed)] == [1, 2, 3, 4]
        assert (rank(sheet), sheet.rounds) == (before, 4)
    revise_round(copied, 5, range(22), [], np.zeros((0, 6), dtype=np.int64), everybody)
    assert copied.tables_of(5) == []
    assert [row.total for row in rank(copied).rows] == [row.total for row in before.rows]
