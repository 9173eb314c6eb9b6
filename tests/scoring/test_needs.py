"""What a player needs: bounds that no possible round contradicts."""

from dataclasses import replace
from itertools import groupby
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.adjustments import Adjustments, Leaver, Penalty, Policy
from scoring.criteria import Code, Criterion
from scoring.discards import Discards
from scoring.formulas import Formula
from scoring.needs import Need, Verdict, needs, needs_words
from scoring.presets import preset
from scoring.results import SeatResult, TableResult
from scoring.sheet import Sheet
from scoring.standings import rank
from tests.scoring.builders import table

TOTAL = (Criterion(Code.TOTAL),)
RADUNO = replace(preset("raduno"), criteria=TOTAL, finals=None)


def after(*points: int, formula: Formula = RADUNO, **more: Adjustments) -> Sheet:
    return Sheet.of(formula, [[table(*points)]], **more)


def test_a_leader_out_of_reach_needs_nothing() -> None:
    found = needs(after(100, 0, 0, 0), 1, 1, [[2, 3, 4], [1, 9, 8, 7]])
    assert found.needs == (
        Need(True, 0, 100, Verdict.SURE),
        Need(False, 0, 0, Verdict.POSSIBLE),
        Need(False, 1, 86, Verdict.SURE),
    )


def test_one_winner_a_table_is_reckoned_with() -> None:
    """Players 2 and 3 could each pass by winning, but sit together: not both."""
    sheet = after(40, 30, 30, 0)
    together = needs(sheet, 1, 2, [[2, 3, 4], [1, 7, 8, 9]])
    apart = needs(sheet, 1, 2, [[2, 4, 9], [3, 7, 8], [1, 5, 6]])
    assert together.verdict(won=True, points=0) is Verdict.SURE
    assert apart.verdict(won=True, points=40) is Verdict.POSSIBLE
    assert apart.verdict(won=True, points=41) is Verdict.SURE


def test_where_a_victory_is_shared_several_may_pass_at_one_table() -> None:
    shared = replace(RADUNO, single_winner=False)
    found = needs(after(40, 30, 30, 0, formula=shared), 1, 2, [[2, 3, 4], [1, 7, 8, 9]])
    assert found.verdict(won=True, points=40) is Verdict.POSSIBLE


def test_who_wins_the_own_table_keeps_the_others_from_winning() -> None:
    sheet = after(40, 30, 30, 0)
    found = needs(sheet, 1, 1, [[1, 2, 3, 4]])
    assert found.verdict(won=True, points=0) is Verdict.SURE
    assert found.verdict(won=False, points=86) is Verdict.POSSIBLE


def test_what_cannot_be_reached_is_impossible() -> None:
    found = needs(after(100, 60, 40, 0), 4, 1, [[1, 2, 3, 4]])
    assert found.needs == (
        Need(True, 0, 86, Verdict.IMPOSSIBLE),
        Need(True, 100, 100, Verdict.POSSIBLE),
        Need(False, 0, 86, Verdict.IMPOSSIBLE),
    )
    assert [text.en for text in needs_words(found)] == [
        "Winning with 100 may be enough.",
        "Winning with 0–86 is not enough.",
        "0–86 without winning is not enough.",
    ]
    assert needs_words(found)[0].it == "Vincere con 100 può bastare."


def test_somebody_must_win_every_table() -> None:
    """Either opponent ends above player 1 by winning, and one of the two has to win."""
    sheet = Sheet.of(RADUNO, [[table(70, 60, 60, 0, players=[9, 2, 3, 1])]])
    found = needs(sheet, 1, 2, [[2, 3], [1, 8], [9, 7]])
    assert found.verdict(won=True, points=10) is Verdict.IMPOSSIBLE
    assert found.verdict(won=True, points=60) is Verdict.POSSIBLE


def test_players_without_a_seat_stay_where_they_are() -> None:
    found = needs(after(40, 30, 30, 0), 4, 1, [[4, 8, 7, 6]])
    assert found.verdict(won=True, points=39) is Verdict.IMPOSSIBLE
    assert found.verdict(won=True, points=40) is Verdict.POSSIBLE
    assert found.verdict(won=True, points=41) is Verdict.SURE


def test_discards_penalties_and_leavers_are_reckoned_with() -> None:
    formula = replace(RADUNO, discards=Discards(keep=1))
    assert (
        needs(after(40, 30, formula=formula), 2, 1, [[2, 7]]).verdict(won=True, points=39)
        is Verdict.IMPOSSIBLE
    )
    taken = Adjustments(penalties=(Penalty(1, 80),), leavers=(Leaver(3, Policy.VOID),))
    found = needs(after(40, 30, 86, adjustments=taken), 2, 1, [[2, 7], [3, 6]])
    assert found.verdict(won=False, points=19) is Verdict.IMPOSSIBLE
    assert found.verdict(won=False, points=20) is Verdict.POSSIBLE
    assert found.verdict(won=True, points=86) is Verdict.SURE


def test_wins_count_where_they_come_next() -> None:
    formula = replace(
        RADUNO, criteria=(Criterion(Code.TOTAL), Criterion(Code.WINS), Criterion(Code.BEST, n=1))
    )
    sheet = Sheet.of(formula, [[table(50, 0, players=[1, 5])], [table(0, 100, players=[1, 6])]])
    level = needs(sheet, 6, 1, [[6, 9]])
    assert level.verdict(won=False, points=0) is Verdict.POSSIBLE
    wins_first = replace(formula, criteria=(Criterion(Code.WINS), Criterion(Code.TOTAL)))
    sheet = Sheet.of(wins_first, [[table(50, 0, players=[1, 5])]])
    assert needs(sheet, 5, 1, [[5, 9]]).verdict(won=False, points=86) is Verdict.IMPOSSIBLE


def test_formulas_and_players_that_bounds_cannot_serve() -> None:
    with pytest.raises(ValueError, match="7 has no seat in the coming round"):
        needs(after(40, 30), 7, 1, [[1, 2]])
    with pytest.raises(ValueError, match="bounds need a formula that begins with total"):
        needs(after(40, 30, formula=replace(RADUNO, criteria=(Criterion(Code.BEST, n=1),))), 1, 1, [[1, 2]])
    with pytest.raises(LookupError):
        needs(after(40, 30), 1, 1, [[1, 2]]).verdict(won=True, points=101)


FORMULAS = ["rulebook", "raduno", "open", "master", "gufo", "campionato-gufo", "nazionale", "bgl"]


def random_game(chance: Random, keys: list[int], number: int) -> TableResult:
    """A game that could be: one at the top, perhaps with an objective, perhaps somebody eliminated."""
    points = sorted((chance.choice([0, 3, 20, 43, 44, 86, chance.randrange(87)]) for _ in keys), reverse=True)
    order = list(keys)
    chance.shuffle(order)
    seats = [
        SeatResult(key, worth, place)
        for place, (key, worth) in enumerate(zip(order, points, strict=True), start=1)
    ]
    if chance.random() < 0.3:
        seats[0] = seats[0]._replace(points=100, objective=True)
    if chance.random() < 0.3:
        seats[-1] = seats[-1]._replace(points=0, eliminated=1)
    return TableResult(number, tuple(seats))


def drawn(chance: Random) -> list[list[int]]:
    keys = list(range(13))
    chance.shuffle(keys)
    return [keys[:4], keys[4:8], keys[8:]]


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(FORMULAS), st.integers(0, 10**6), st.integers(1, 8), st.booleans())
def test_no_possible_round_contradicts_a_verdict(name: str, seed: int, places: int, discards: bool) -> None:
    chance = Random(seed)
    base = replace(preset(name), finals=None, criteria=TOTAL)
    formula = replace(base, discards=Discards(keep=2)) if discards else base
    rounds = [[random_game(chance, keys, n) for n, keys in enumerate(drawn(chance))] for _ in range(2)]
    seating = drawn(chance)
    found = needs(Sheet.of(formula, rounds), 0, places, seating)
    for _ in range(20):
        last = [random_game(chance, keys, n) for n, keys in enumerate(seating)]
        own = next(seat for game in last for seat in game.seats if seat.player == 0)
        verdict = found.verdict(won=own.place == 1, points=own.points)
        standing = rank(Sheet.of(formula, [*rounds, last])).row_of(0).rank
        assert standing is not None
        assert standing <= places or verdict is not Verdict.SURE
        assert standing > places or verdict is not Verdict.IMPOSSIBLE


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 8))
def test_more_points_are_never_worse(seed: int, places: int) -> None:
    chance = Random(seed)
    rounds = [[random_game(chance, keys, n) for n, keys in enumerate(drawn(chance))] for _ in range(2)]
    found = needs(Sheet.of(RADUNO, rounds), 0, places, drawn(chance))
    strength = [Verdict.IMPOSSIBLE, Verdict.POSSIBLE, Verdict.SURE]
    for _, run in groupby(found.needs, key=lambda need: need.won):
        grades = [strength.index(need.verdict) for need in run]
        assert grades == sorted(grades)
