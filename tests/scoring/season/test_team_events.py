"""Team events: line-ups, tables of different clubs, lost rounds, the best games of a team."""

from fractions import Fraction

import pytest

from scoring.team_events import (
    LineUp,
    LineUpFault,
    LineUpFinding,
    TeamGame,
    TeamRule,
    check_line_up,
    lost_rounds,
    rank_teams,
    shared_clubs,
)

ROSTER = ("a", "b", "c", "d", "r1", "r2")


@pytest.mark.parametrize(
    ("players", "findings"),
    [
        (("a", "b", "c", "r2"), ()),
        (("a", "b", "c", "d", "r1"), (LineUpFinding(LineUpFault.TOO_MANY, ("r1",)),)),
        (("a", "b", "c"), (LineUpFinding(LineUpFault.TOO_FEW, ("a", "b", "c")),)),
        (("a", "b", "c", "x"), (LineUpFinding(LineUpFault.NOT_ON_THE_ROSTER, ("x",)),)),
        (("a", "b", "a", "d"), (LineUpFinding(LineUpFault.TWICE, ("a",)),)),
    ],
)
def test_line_ups(players, findings):
    assert check_line_up(LineUp("Lupi", 1, players), ROSTER) == findings


def test_tables_seat_different_clubs():
    assert shared_clubs(("Lupi", "Gufi", "Orsi", "Volpi")) == ()
    assert shared_clubs(("Lupi", "Gufi", "Lupi", "Gufi")) == ("Lupi", "Gufi")


def test_a_round_is_lost_with_fewer_than_four():
    line_ups = [
        LineUp("Lupi", 1, ROSTER[:4]),
        LineUp("Lupi", 2, ROSTER[:3]),
        LineUp("Gufi", 1, ("a", "a", "b", "c")),
    ]
    assert lost_rounds(line_ups) == {("Lupi", 2), ("Gufi", 1)}


def games(team: str, points: list[int], per_round: int = 4) -> list[TeamGame]:
    return [
        TeamGame(team, 1 + n // per_round, f"{team} {n % per_round}", value) for n, value in enumerate(points)
    ]


def test_the_best_nine_of_twelve_count():
    rows = rank_teams([*games("Lupi", list(range(12))), *games("Gufi", [6] * 12)])
    assert [(row.rank, row.team, row.total) for row in rows] == [(1, "Lupi", 63), (2, "Gufi", 54)]
    assert [one.counted for one in rows[0].games] == [True] * 9 + [False] * 3


def test_a_lost_round_is_worth_nothing():
    rows = rank_teams(games("Lupi", [10] * 12), lost=frozenset({("Lupi", 2), ("Orsi", 1)}))
    assert [(row.total, row.lost_rounds) for row in rows] == [(80, (2,))]
    assert [one.worth for one in rows[0].games] == [10] * 8 + [0] * 4


def test_level_teams_are_separated_by_their_best_games_or_share():
    rule = TeamRule(counted=2)
    rows = rank_teams(
        [*games("A", [5, 5]), *games("B", [7, 3]), *games("C", [7, 3, 0]), *games("D", [10])],
        rule,
        teams=["E", "A"],
    )
    assert [(row.rank, row.team) for row in rows] == [(1, "D"), (2, "B"), (2, "C"), (4, "A"), (5, "E")]
    assert rows[-1].total == Fraction(0)
    assert rows[-1].games == ()
