"""Article 12.3: structures of tables of 4 and 5, and who goes on from a round."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cut import Edge, TieAtCut
from scoring.knockout import (
    EliminationRound,
    Structure,
    TableOutcome,
    best_of_tables,
    plan,
    table_counts,
)


def winners_only_by_hand(entrants: int, final: int) -> set[tuple[int, ...]]:
    """Every chain of table counts with only winners going on, found by trying all numbers."""
    if entrants == final:
        return {(1,)}
    return {
        (tables, *rest)
        for tables in range(2, entrants)
        if tables % final == 0 and 4 * tables <= entrants <= 5 * tables
        for rest in winners_only_by_hand(tables, final)
    }


def test_the_example_of_the_article():
    structure = plan(100, finals=(5,))[0]
    assert structure == Structure(
        (EliminationRound(100, 20, 20), EliminationRound(20, 5, 5), EliminationRound(5, 1, 1))
    )
    assert structure.notation == "20×5 → 5×4 → 5"
    assert (structure.entrants, structure.final, structure.winners_only, structure.filled) == (
        100,
        5,
        True,
        0,
    )


@pytest.mark.parametrize(
    ("entrants", "notations"),
    [
        (4, ["4"]),
        (5, ["5"]),
        (16, ["4×4 → 4"]),
        (20, ["5×4 → 5", "4×5 → 4"]),
        (22, ["3×4 + 2×5 → 5"]),
        (
            32,
            [
                "8×4 → 4×4 → 4",
                "8×4 → 3×4 + 1×5 → 4",
                "8×4 → 2×4 + 2×5 → 4",
                "8×4 → 1×4 + 3×5 → 4",
                "8×4 → 4×5 → 4",
            ],
        ),
        (6, []),
        (11, []),
        (12, []),
        (30, []),
        (0, []),
    ],
)
def test_structures_of_small_fields(entrants, notations):
    assert [structure.notation for structure in plan(entrants)] == notations


def test_winners_fill_up_with_the_best_remaining_only_where_they_must():
    filled = [s.rounds[0] for s in plan(32)]
    assert [(r.best_per_table, r.best_remaining) for r in filled] == [(2, 0), (2, 1), (2, 2), (2, 3), (2, 4)]
    assert all(stage.advancing == stage.tables for stage in plan(100)[0].rounds)


def test_without_the_multiple_every_field_that_can_sit_has_a_structure():
    assert [n for n in range(4, 200) if not plan(n, strict=False)] == [6, 7, 11]
    loose = plan(12, strict=False)
    assert [(s.notation, s.keeps_multiple, s.rounds[0].best_remaining) for s in loose] == [
        ("3×4 → 4", False, 1),
        ("3×4 → 5", False, 2),
    ]


def test_structures_with_the_multiple_come_first():
    assert [s.keeps_multiple for s in plan(20, strict=False)][:2] == [True, True]
    assert set(plan(20)) < set(plan(20, strict=False))


@pytest.mark.parametrize("entrants", [*range(1, 130), 200, 251])
def test_winners_only_structures_are_complete(entrants):
    found = {
        tuple(stage.tables for stage in structure.rounds)
        for structure in plan(entrants)
        if structure.winners_only
    }
    assert found == winners_only_by_hand(entrants, 4) | winners_only_by_hand(entrants, 5)


@given(st.integers(0, 400))
def test_every_structure_is_legal(entrants):
    structures = plan(entrants)
    assert len(set(structures)) == len(structures)
    for structure in structures:
        assert structure.entrants == entrants
        assert structure.keeps_multiple
        assert structure.final in {4, 5}
        assert structure.rounds[-1] == EliminationRound(structure.final, 1, 1)
        for stage, following in zip(structure.rounds, structure.rounds[1:], strict=False):
            assert set(stage.sizes) <= {4, 5}
            assert sum(stage.sizes) == stage.entrants
            assert len(stage.sizes) == stage.tables
            assert stage.tables <= stage.advancing == following.entrants < stage.entrants
            assert stage.best_per_table * stage.tables + stage.best_remaining == stage.advancing


@pytest.mark.parametrize(("entrants", "finals"), [(-1, (4,)), (20, (3,))])
def test_what_the_article_does_not_know_is_refused(entrants, finals):
    with pytest.raises(ValueError, match="a knockout has"):
        plan(entrants, finals=finals)


def test_numbers_that_cannot_sit_by_four_and_five():
    assert [n for n in range(30) if not table_counts(n)] == [0, 1, 2, 3, 6, 7, 11]


OUTCOMES = (
    TableOutcome(1, ("a", "b", "c", "d"), (40, 35, 20, 5)),
    TableOutcome(2, ("e", "f", "g", "h"), (60, 30, 10, 0)),
    TableOutcome(3, ("i", "j", "k", "l"), (50, 38, 37, 1)),
)


def test_winners_then_best_remaining_by_points():
    assert best_of_tables(OUTCOMES, 5) == ("a", "e", "i", "j", "b")


def test_k_best_of_each_table():
    assert best_of_tables(OUTCOMES, 6) == ("a", "b", "e", "f", "i", "j")


def test_equal_points_at_the_edge_of_the_best_remaining_are_a_tie():
    level = (OUTCOMES[0], TableOutcome(2, ("e", "f", "g", "h"), (60, 35, 10, 0)), OUTCOMES[2])
    assert best_of_tables(level, 5) == TieAtCut(Edge.REMAINING, 2, ("b", "f"), 1)
