"""Renunciation chains step by step, finals with fewer players, corrections, the final ranking."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cut import Edge, Place, TieAtCut, by_lots, by_play_off
from scoring.finals import (
    BestBy,
    ChainStep,
    Contender,
    FinalPlace,
    Finals,
    FinalSeat,
    Semifinal,
    StepOutcome,
    Via,
    final_ranking,
    leave_empty,
    open_finals,
    recompute,
    renounce,
)

TABLES = (
    Semifinal(1, 1, ("a1", "a2", "a3", "a4"), (60, 50, 20, 10)),
    Semifinal(1, 2, ("b1", "b2", "b3", "b4"), (50, 45, 44, 0)),
    Semifinal(1, 3, ("c1", "c2", "c3", "c4"), (70, 48, 12, 11)),
    Semifinal(1, 4, ("d1", "d2", "d3", "d4"), (55, 30, 20, 10)),
)
ORDER = ["a1", "b2", "c1", "d1", "a2", "b1", "c2", "d2", "a3", "b3", "c3", "d3", "a4", "b4", "c4", "d4"]
STANDING = tuple(Place(key, rank) for rank, key in enumerate(ORDER, 1))


def opened(**options: object) -> Finals:
    return open_finals(TABLES, STANDING, **options)


def after(finals: Finals, *players: str) -> Finals:
    for player in players:
        outcome = renounce(finals, player)
        assert isinstance(outcome, Finals)
        finals = outcome
    return finals


def test_winners_take_the_seats():
    assert opened().players(1) == ("a1", "b1", "c1", "d1")
    assert opened().seats[0] == FinalSeat(1, 1, "a1", Via.WINNER)


def test_the_second_of_the_table_replaces_the_winner():
    finals = after(opened(), "a1")
    assert finals.seats[0] == FinalSeat(1, 1, "a2", Via.SAME_TABLE)
    assert finals.steps == (ChainStep("a1", StepOutcome.TAKES_SEAT, "a2", 1, 2),)


def test_then_the_third_then_the_fourth():
    finals = after(opened(), "a1", "a2", "a3")
    assert finals.players(1) == ("a4", "b1", "c1", "d1")
    assert finals.steps[1:] == (
        ChainStep("a2", StepOutcome.NOT_AVAILABLE, "a2", 1, 2),
        ChainStep("a2", StepOutcome.TAKES_SEAT, "a3", 1, 3),
        ChainStep("a3", StepOutcome.NOT_AVAILABLE, "a2", 1, 2),
        ChainStep("a3", StepOutcome.NOT_AVAILABLE, "a3", 1, 3),
        ChainStep("a3", StepOutcome.TAKES_SEAT, "a4", 1, 4),
    )


def test_a_whole_table_gives_way_to_the_best_second_of_the_standing_at_the_cut():
    finals = after(opened(), "a1", "a2", "a3", "a4")
    assert finals.seats[0] == FinalSeat(1, 1, "b2", Via.OTHER_TABLE)
    assert finals.steps[-1] == ChainStep("a4", StepOutcome.TAKES_SEAT, "b2", 2, 2)


def test_or_by_the_points_of_the_semifinal_where_the_club_says_so():
    finals = after(opened(best_by=BestBy.SEMIFINAL_POINTS), "a1", "a2", "a3", "a4")
    assert finals.players(1)[0] == "c2"


def test_best_third_when_no_second_is_left():
    finals = after(opened(), "b2", "c2", "d2", "a1", "a2", "a3", "a4")
    assert finals.players(1)[0] == "b3"
    assert finals.steps[:3] == tuple(ChainStep(key, StepOutcome.HELD_NO_SEAT) for key in ("b2", "c2", "d2"))
    assert finals.steps[-4:] == (
        ChainStep("a4", StepOutcome.NOT_AVAILABLE, "b2", 2, 2),
        ChainStep("a4", StepOutcome.NOT_AVAILABLE, "c2", 3, 2),
        ChainStep("a4", StepOutcome.NOT_AVAILABLE, "d2", 4, 2),
        ChainStep("a4", StepOutcome.TAKES_SEAT, "b3", 2, 3),
    )


def test_whoever_took_a_seat_keeps_it():
    finals = after(opened(), "a1", "a2", "a3", "a4", "b1")
    assert finals.players(1) == ("b2", "b3", "c1", "d1")
    assert finals.steps[-2:] == (
        ChainStep("b1", StepOutcome.SEATED_ALREADY, "b2", 2, 2),
        ChainStep("b1", StepOutcome.TAKES_SEAT, "b3", 2, 3),
    )


def test_a_substitute_who_renounces_is_replaced_in_turn():
    finals = after(opened(), "a1", "a2", "a3", "a4", "b2")
    assert finals.players(1) == ("c2", "b1", "c1", "d1")


def test_a_direct_finalist_is_replaced_by_the_best_second():
    finals = after(open_finals(TABLES[:2], STANDING, direct=[(1, "c1"), (1, "d1")]), "d1")
    assert finals.players(1) == ("c1", "b2", "a1", "b1")
    assert finals.seats[1] == FinalSeat(1, None, "b2", Via.OTHER_TABLE)


def test_players_withdrawn_at_the_cut_are_passed_over():
    standing = tuple(Place(row.player, row.rank, available=row.player != "a2") for row in STANDING)
    assert after(open_finals(TABLES, standing), "a1").players(1)[0] == "a3"


def test_parallel_finals_do_not_mix():
    tables = (*TABLES[:2], *(Semifinal(2, one.number, one.order) for one in TABLES[2:]))
    finals = after(open_finals(tables, STANDING), "c1", "c2", "c3", "c4")
    assert (finals.players(1), finals.players(2)) == (("a1", "b1"), ("d2", "d1"))


def test_nobody_left_means_a_player_fewer():
    finals = after(open_finals(TABLES[:1], STANDING), "a1", "a2", "a3", "a4")
    assert finals.seats == (FinalSeat(1, 1, None, None),)
    assert finals.steps[-1] == ChainStep("a4", StepOutcome.NOBODY_LEFT, table=1)


def test_two_finalists_do_not_show_and_the_director_plays_on():
    finals = leave_empty(leave_empty(opened(), "a1"), "c1")
    assert finals.players(1) == ("b1", "d1")
    assert finals.steps[0] == ChainStep("a1", StepOutcome.LEFT_EMPTY, table=1)
    with pytest.raises(ValueError, match="holds no seat"):
        leave_empty(finals, "a2")


def test_nobody_renounces_twice():
    with pytest.raises(ValueError, match="before"):
        renounce(after(opened(), "a1"), "a1")


def test_an_exact_tie_of_seconds_is_returned_and_settled():
    standing = tuple(Place(row.player, 2 if row.player in {"b2", "c2"} else row.rank) for row in STANDING)
    finals = after(open_finals(TABLES, standing), "a1", "a2", "a3")
    tie = renounce(finals, "a4")
    assert tie == TieAtCut(Edge.SUBSTITUTE, 1, ("b2", "c2"), 1)
    unrelated = by_lots(TieAtCut(Edge.CUT, 1, ("x", "y"), 1), 1)
    done = renounce(finals, "a4", resolutions=[unrelated, by_play_off(tie, ("c2", "b2"))])
    assert isinstance(done, Finals)
    assert done.players(1)[0] == "c2"
    assert recompute(done, TABLES) == done


def test_a_player_unknown_to_the_cut_comes_last():
    finals = after(open_finals(TABLES, STANDING[:5]), "a1", "a2", "a3", "a4")
    assert finals.players(1)[0] == "b2"


def test_scenario_winner_renounces_after_the_score_was_corrected():
    finals = after(opened(), "b1")
    assert finals.players(1) == ("a1", "b2", "c1", "d1")
    corrected = (TABLES[0], Semifinal(1, 2, ("b3", "b1", "b2", "b4"), (61, 50, 45, 0)), *TABLES[2:])
    redone = recompute(finals, corrected)
    assert isinstance(redone, Finals)
    assert redone.players(1) == ("a1", "b3", "c1", "d1")
    assert redone.standing == finals.standing
    assert redone.steps == (ChainStep("b1", StepOutcome.HELD_NO_SEAT),)


def test_recompute_keeps_an_empty_seat_only_while_it_is_the_same_finalist():
    finals = leave_empty(opened(), "b1")
    assert recompute(finals, TABLES) == finals
    corrected = (TABLES[0], Semifinal(1, 2, ("b3", "b1", "b2", "b4")), *TABLES[2:])
    redone = recompute(finals, corrected)
    assert isinstance(redone, Finals)
    assert redone.players(1) == ("a1", "b3", "c1", "d1")


def test_recompute_stops_at_a_tie_that_the_correction_opens():
    standing = tuple(Place(row.player, 7 if row.player in {"b3", "c2"} else row.rank) for row in STANDING)
    finals = after(open_finals(TABLES, standing), "a1", "a2", "a3", "a4", "d1")
    corrected = (TABLES[0], Semifinal(1, 2, ("b1", "b3", "b2", "b4")), *TABLES[2:])
    assert recompute(finals, corrected) == TieAtCut(Edge.SUBSTITUTE, 1, ("b3", "c2"), 1)


@pytest.mark.parametrize("tables", [(TABLES[0], TABLES[0]), (Semifinal(1, 1, ()),)])
def test_semifinals_that_cannot_be(tables):
    with pytest.raises(ValueError, match="each semifinal has players"):
        open_finals(tables, STANDING)


@given(st.permutations(ORDER))
def test_any_order_of_renunciations_keeps_every_seat_filled_while_players_last(order):
    finals = opened()
    for gone, player in enumerate(order, 1):
        finals = after(finals, player)
        seated = finals.players(1)
        assert len(set(seated)) == len(seated) == min(4, len(order) - gone)
        assert not set(seated) & finals.gone


def test_finalists_first_then_the_others_by_total():
    ranking = final_ranking(
        [("w", "x", "y", "z")],
        [
            Contender("lost well", 100, 9, Decimal("44.5")),
            Contender("never there", 140, 17),
            Contender("level high", Fraction(279, 2), 6, 5),
            Contender("level low", 140, 7, Fraction(9, 2)),
            Contender("same one", 3, 30),
            Contender("same two", 3, 30),
            Contender("last", 2, 40),
        ],
    )
    assert [(line.rank, line.player) for line in ranking] == [
        (1, "w"),
        (2, "x"),
        (3, "y"),
        (4, "z"),
        (5, "level high"),
        (6, "level low"),
        (7, "lost well"),
        (8, "never there"),
        (9, "same one"),
        (9, "same two"),
        (11, "last"),
    ]
    assert ranking[0] == FinalPlace(1, "w", None)
    assert ranking[4].total == Fraction(289, 2)


def test_parallel_finals_share_places():
    ranking = final_ranking([("a", "b", "c", "d"), ("e", "f", "g")], [Contender("x", 1, 1)])
    assert [(line.rank, line.player) for line in ranking] == [
        (1, "a"),
        (1, "e"),
        (3, "b"),
        (3, "f"),
        (5, "c"),
        (5, "g"),
        (7, "d"),
        (8, "x"),
    ]


def test_without_finals_the_total_ranks_all():
    assert [line.rank for line in final_ranking([], [Contender("x", 1, 2), Contender("y", 2, 1)])] == [1, 2]


def test_nobody_is_ranked_twice():
    with pytest.raises(ValueError, match="once"):
        final_ranking([("a",)], [Contender("a", 1, 1)])
