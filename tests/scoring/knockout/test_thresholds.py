"""Threshold tables of the clubs: every row at both its ends, the master rule below 50, editing."""

import pytest

from scoring.cut import Place
from scoring.thresholds import (
    CONDITION_TEXTS,
    LEAGUE,
    MASTER,
    RADUNO,
    THRESHOLD_TABLES,
    Choice,
    Condition,
    FinalsShape,
    Selection,
    ThresholdStep,
    ThresholdTable,
    finals_for,
)


@pytest.mark.parametrize(
    ("players", "shape"),
    [
        (10, (2, 2, 8, 1)),
        (36, (2, 2, 8, 1)),
        (37, (0, 4, 16, 1)),
        (76, (0, 4, 16, 1)),
        (77, (0, 8, 32, 2)),
        (116, (0, 8, 32, 2)),
        (117, (0, 12, 48, 3)),
        (156, (0, 12, 48, 3)),
        (157, (0, 16, 64, 4)),
        (196, (0, 16, 64, 4)),
        (197, (0, 20, 80, 5)),
        (400, (0, 20, 80, 5)),
    ],
)
def test_raduno(players, shape):
    assert finals_for(RADUNO, players) == Selection(FinalsShape(*shape), None)


@pytest.mark.parametrize(
    ("players", "shape"),
    [
        (50, (0, 4, 16, 1)),
        (99, (0, 4, 16, 1)),
        (100, (0, 8, 32, 2)),
        (149, (0, 8, 32, 2)),
        (150, (0, 12, 48, 3)),
        (199, (0, 12, 48, 3)),
        (200, (0, 16, 64, 4)),
    ],
)
def test_master(players, shape):
    assert finals_for(MASTER, players).shape == FinalsShape(*shape)


def head(*rows: tuple[int, int], gone: int = 0) -> tuple[Place, ...]:
    """Rows of (total, wins); the `gone`-th withdrew."""
    return tuple(
        Place(number, number, total, wins, available=number != gone)
        for number, (total, wins) in enumerate(rows, 1)
    )


@pytest.mark.parametrize(
    ("standing", "semifinals", "direct", "because"),
    [
        (head((1091, 1), (1080, 1), (1070, 1)), 4, 0, Condition.LEADER_UNDER_TWO_WINS),
        (head((2100, 2), (2100, 2), (2100, 2)), 4, 0, Condition.FIRST_THREE_LEVEL),
        (head((2100, 2), (2090, 2), (2080, 2), gone=1), 4, 0, Condition.ONE_OF_FIRST_TWO_WITHDREW),
        (head((2100, 2), (2090, 2), (2080, 2), gone=2), 4, 0, Condition.ONE_OF_FIRST_TWO_WITHDREW),
        (head((2100, 2), (1090, 1), (1080, 1)), 3, 1, Condition.ONLY_LEADER_TWO_WINS),
        (head((2100, 2), (2090, 2), (2090, 2)), 3, 1, Condition.SECOND_AND_THIRD_LEVEL),
        (head((2100, 2), (2100, 2), (2090, 2)), 2, 2, None),
        (head((2100, 2), (2090, 2), (2080, 2), gone=3), 2, 2, None),
        (head((2100, 2), (2090, 2)), 2, 2, None),
        ((), 4, 0, Condition.LEADER_UNDER_TWO_WINS),
    ],
)
def test_master_below_fifty(standing, semifinals, direct, because):
    expected = Selection(FinalsShape(direct, semifinals, 4 * semifinals, 1), because)
    assert finals_for(MASTER, 49, standing) == expected


def test_league_has_a_ripescato():
    shape = finals_for(LEAGUE, 24).shape
    assert shape == FinalsShape(2, 2, 8, 1, ripescati=1)
    assert (shape.by_standing, shape.finalists) == (9, 4)


@pytest.mark.parametrize("table", THRESHOLD_TABLES.values(), ids=list(THRESHOLD_TABLES))
def test_tables_are_sound_and_survive_their_document(table):
    assert table.problems() == ()
    assert ThresholdTable.from_document(table.to_document()) == table


def test_every_final_of_the_clubs_has_four_players():
    shapes = [choice.shape for table in (RADUNO, MASTER) for step in table.steps for choice in step.choices]
    assert {shape.finalists // shape.winners for shape in shapes} == {4}
    assert {shape.semifinalists // shape.semifinals for shape in shapes} == {4}


def test_a_table_may_begin_later():
    table = ThresholdTable("own", (ThresholdStep(20, (Choice(FinalsShape(0, 4, 16, 1)),)),))
    with pytest.raises(ValueError, match="begins with 20 players, not 19"):
        finals_for(table, 19)


@pytest.mark.parametrize(
    ("shape", "problem"),
    [
        (FinalsShape(-1, 2, 8, 1), "numbers are 0 or more, with one winner or more"),
        (FinalsShape(0, 4, 16, 0), "numbers are 0 or more, with one winner or more"),
        (FinalsShape(0, 5, 20, 2), "each final has equally many semifinals and direct finalists"),
        (FinalsShape(1, 4, 16, 2), "each final has equally many semifinals and direct finalists"),
        (FinalsShape(2, 4, 16, 1), "a final has 5 players at most"),
        (FinalsShape(0, 4, 21, 1), "a semifinal has 5 players at most"),
        (FinalsShape(0, 4, 3, 1), "each semifinal has a player"),
        (FinalsShape(0, 2, 4, 1, ripescati=5), "the ripescati are semifinalists"),
    ],
)
def test_shapes_that_cannot_be_played(shape, problem):
    assert [text.en for text in shape.problems()] == [problem]
    table = ThresholdTable("own", (ThresholdStep(0, (Choice(shape),)),))
    assert [text.it.split(":")[0] for text in table.problems()] == ["da 0 giocatori"]
    with pytest.raises(ValueError, match=problem):
        ThresholdTable.from_document(table.to_document())


def test_a_table_names_each_fault():
    shape = FinalsShape(0, 4, 16, 1)
    conditional = Choice(shape, (Condition.FIRST_THREE_LEVEL,))
    table = ThresholdTable(
        "own",
        (
            ThresholdStep(50, (conditional,)),
            ThresholdStep(20, ()),
            ThresholdStep(60, (Choice(shape), Choice(shape))),
        ),
    )
    last = "the last choice, and only that one, has no condition"
    assert [text.en for text in table.problems()] == [
        "the steps rise by number of players",
        f"from 50 players: {last}",
        f"from 20 players: {last}",
        f"from 60 players: {last}",
    ]
    assert [text.en for text in ThresholdTable("none", ()).problems()] == [
        "the steps rise by number of players"
    ]


def test_every_condition_has_its_words():
    assert set(CONDITION_TEXTS) == set(Condition)
