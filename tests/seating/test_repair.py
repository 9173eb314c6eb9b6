"""Repairs: the fewest people moved first, locked tables kept, prize levels shown (scenarios 8 and 10)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from seating import (
    Change,
    ChangeCode,
    Impossible,
    InvalidRequest,
    Player,
    Repair,
    Request,
    Round,
    check,
    draw,
    repair,
)
from tests.seating.conftest import MakeRequest, clubs_of, make_request


def round_of(count: int, **wishes: object) -> tuple[Request, Round]:
    """A request for a third round with one more person known than present, and its published tables."""
    request = make_request(count, 3, "clubs fives repeats", clubs=clubs_of(count), **wishes)
    rounds = draw(request).rounds
    players = (*request.players, Player(id="late", club="club 0"))
    present = tuple(who.id for who in request.players)
    return replace(request, rounds=1, history=rounds[:2], players=players, present=present), rounds[2]


def judged(request: Request, change: Change, found: tuple[Repair, ...]) -> list[tuple[int, list[int]]]:
    """The proposals as people moved and table sizes; each legal for those present after the change."""
    gone = set() if change.code in (ChangeCode.LATE_ARRIVAL, ChangeCode.SWAP) else {change.player}
    come = {ChangeCode.LATE_ARRIVAL: change.player, ChangeCode.WRONG_NAME: change.other}.get(change.code)
    present = tuple(who for who in (*request.seated, *([come] if come else [])) if who not in gone)
    for proposal in found:
        tables = tuple(table for table in proposal.tables if table)
        assert check(replace(request, present=present), (tables,)) == ()
    return [(len(proposal.moved), [len(table) for table in proposal.tables]) for proposal in found]


def test_a_late_arrival_makes_a_table_of_five() -> None:
    request, tables = round_of(12)
    change = Change(ChangeCode.LATE_ARRIVAL, "late")
    found = repair(request, tables, change, proposals=3)
    assert [moved for moved, _ in judged(request, change, found)] == [0, 0, 0]
    grown = next(one for one in found[0].table_changes if one.size_after == 5)
    others = [one for one in found[0].table_changes if one.size_after == 4]
    assert (grown.size_before, grown.prize_before, grown.prize_after) == (4, 1, 1)
    assert [(one.prize_before, one.prize_after) for one in others] == [(1, Fraction(4, 5))] * 2
    numbers = ", ".join(str(one.number) for one in others)
    assert found[0].words.en == (
        f"0 people move; table {grown.number}: 4 → 5 players; prize 100% → 80% (tables {numbers})"
    )


def test_where_all_tables_are_full_a_new_one_is_opened() -> None:
    request, tables = round_of(15)
    change = Change(ChangeCode.LATE_ARRIVAL, "late")
    found = repair(request, tables, change)
    assert judged(request, change, found)[0] == (3, [4, 4, 4, 4])
    assert {tuple(sizes) for _, sizes in judged(request, change, found)} == {(4, 4, 4, 4)}
    assert found[0].words.it.startswith("si spostano 3 persone; tavolo 1: 5 → 4 giocatori;")


def test_a_table_of_five_shrinks() -> None:
    request, tables = round_of(13)
    change = Change(ChangeCode.NO_SHOW, tables[2][1])
    assert judged(request, change, repair(request, tables, change)) == [(0, [4, 4, 4])]


def test_a_table_of_four_is_filled_from_a_table_of_five() -> None:
    request, tables = round_of(13)
    change = Change(ChangeCode.WITHDRAWAL, tables[0][1])
    found = repair(request, tables, change)
    assert judged(request, change, found)[0] == (1, [4, 4, 4])
    assert found[0].moved[0] in tables[2]
    costs = [tuple(cost.value for cost in proposal.costs) for proposal in found if len(proposal.moved) == 1]
    assert costs == sorted(costs)


def test_without_a_table_of_five_the_short_table_is_given_up() -> None:
    request, tables = round_of(16)
    change = Change(ChangeCode.NO_SHOW, tables[1][0])
    found = repair(request, tables, change)
    assert judged(request, change, found)[0] == (3, [5, 0, 5, 5])
    assert set(found[0].moved) == set(tables[1][1:])


def test_locked_tables_stay() -> None:
    request, tables = round_of(17)
    change = Change(ChangeCode.LATE_ARRIVAL, "late")
    found = repair(request, tables, change, locked=frozenset({1, 3}))
    assert found
    assert all((one.tables[0], one.tables[2]) == (tables[0], tables[2]) for one in found)
    leaving = Change(ChangeCode.WITHDRAWAL, tables[0][0])
    assert repair(request, tables, leaving, locked=frozenset({1})) == ()


def test_fixed_people_are_not_moved() -> None:
    request, tables = round_of(15)
    pinned = {who: number for number, table in enumerate(tables, start=1) for who in table[:4]}
    found = repair(replace(request, fixed_tables=pinned), tables, Change(ChangeCode.LATE_ARRIVAL, "late"))
    assert {frozenset(one.moved) for one in found} == {frozenset(table[4] for table in tables)}


def test_a_wrong_name_is_put_right_even_at_a_locked_table() -> None:
    request, tables = round_of(12)
    change = Change(ChangeCode.WRONG_NAME, tables[0][0], "late")
    (only,) = repair(request, tables, change, locked=frozenset({1}))
    assert judged(request, change, (only,)) == [(0, [4, 4, 4])]
    assert only.tables[0] == ("late", *tables[0][1:])


def test_a_wrong_name_may_be_that_of_somebody_else_seated() -> None:
    request, tables = round_of(12)
    one, other = tables[0][0], tables[1][2]
    found = repair(request, tables, Change(ChangeCode.WRONG_NAME, one, other))
    assert [(proposal.tables[0][0], proposal.tables[1][2]) for proposal in found] == [(other, one)]


def test_two_swapped_people_stay_or_go_back() -> None:
    request, tables = round_of(12)
    one, other = tables[0][0], tables[1][2]
    change = Change(ChangeCode.SWAP, one, other)
    stay, back = repair(request, tables, change)
    assert (stay.moved, stay.tables[0][0], stay.tables[1][2]) == ((), other, one)
    assert (back.moved, back.tables) == (tuple(sorted((one, other))), tables)
    assert [one.moved for one in repair(request, tables, change, locked=frozenset({2}))] == [()]


def test_too_few_left_are_refused_with_the_ways_out() -> None:
    request, tables = round_of(12)
    with pytest.raises(Impossible) as refusal:
        repair(request, tables, Change(ChangeCode.NO_SHOW, "p00"))
    assert (refusal.value.players, len(refusal.value.proposals)) == (11, 4)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (Change(ChangeCode.LATE_ARRIVAL, "p01"), "p01 already sits at a table."),
        (Change(ChangeCode.NO_SHOW, "late"), "late has no seat."),
        (Change(ChangeCode.SWAP, "p01"), "A second person is needed."),
        (Change(ChangeCode.SWAP, "p01", "late"), "late has no seat."),
        (Change(ChangeCode.WRONG_NAME, "p01", "p01"), "A second person is needed."),
    ],
)
def test_a_change_that_makes_no_sense_is_refused(change: Change, said: str) -> None:
    request, tables = round_of(12)
    with pytest.raises(InvalidRequest) as refusal:
        repair(request, tables, change)
    assert [defect.words.en for defect in refusal.value.defects] == [said]


def test_every_criterion_is_priced(request_of: MakeRequest) -> None:
    codes = (
        "keep-apart clubs families regions winners bands fives threes repeats club-meetings "
        "player-club-meetings strength turn-order neighbours table-change"
    )
    history = draw(request_of(12, 2)).rounds
    request = request_of(
        12,
        1,
        codes,
        clubs=[*clubs_of(9), None, None, None],
        history=history,
        keep_apart=(("p00", "p01"),),
        winners=("p02", "p03"),
        standings=tuple(f"p{who:02}" for who in range(12)),
        horizon=3,
    )
    tables = draw(request).rounds[0]
    request = replace(request, players=(*request.players, Player(id="late")), present=request.seated)
    request = replace(request, standings=(*request.standings, "late"))
    found = repair(request, tables, Change(ChangeCode.LATE_ARRIVAL, "late"))
    assert [cost.criterion.value for cost in found[0].costs] == codes.split()


def test_free_tables_shrink_to_three_and_never_to_two() -> None:
    request, tables = round_of(10, split="even-3")
    at_three = next(table for table in tables if len(table) == 3)
    change = Change(ChangeCode.NO_SHOW, at_three[0])
    found = repair(request, tables, change, proposals=3)
    assert [min(sizes) for _, sizes in judged(request, change, found)] == [3, 3, 3]
    assert {(one.prize_before, one.prize_after) for way in found for one in way.table_changes} == {(1, 1)}
