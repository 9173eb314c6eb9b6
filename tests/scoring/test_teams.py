"""Team standings: the best results of all members."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.adjustments import Adjustments, Penalty
from scoring.criteria import Code, Criterion
from scoring.formulas import TeamRule
from scoring.presets import preset
from scoring.sheet import Player
from scoring.standings import Standings, standings
from scoring.teams import team_standings, team_why
from tests.scoring.builders import table

RULEBOOK = preset("rulebook")
TOTAL = Criterion(Code.TOTAL)
MEMBERS = [
    Player(1, team="Rossi"),
    Player(2, team="Blu"),
    Player(3, team="Rossi"),
    Player(4),
    Player(9, team="Nessuno"),
]


def played(*games: tuple[int, ...], **taken: Adjustments) -> Standings:
    return standings(RULEBOOK, [[table(*points)] for points in games], MEMBERS, **taken)


def test_the_best_results_count_and_all_are_shown() -> None:
    rows = team_standings(played((40, 30, 20, 10), (5, 86, 7, 1)), TeamRule(best=2))
    assert [(row.rank, row.team, row.total, row.total_all, row.wins) for row in rows] == [
        (1, "Blu", 11600, 11600, 1),
        (2, "Rossi", 6000, 7200, 1),
        (3, None, 1100, 1100, 0),
    ]
    assert (rows[1].games, rows[1].counted) == ((4000, 500, 2000, 700), (True, False, True, False))


def test_without_a_rule_everything_counts() -> None:
    rows = team_standings(played((40, 30, 20, 10)))
    assert [(row.team, row.total) for row in rows] == [("Rossi", 6000), ("Blu", 3000), (None, 1000)]
    assert team_standings(played((40, 30, 20, 10)), replace(TeamRule(), best=1))[0].total == 4000


def test_a_team_with_too_few_at_the_tables_loses_the_round() -> None:
    games = [[table(40, 30, 20, 10)], [table(50, 20, 10, players=[1, 2, 4])]]
    rows = team_standings(standings(RULEBOOK, games, MEMBERS), TeamRule(present=2))
    assert [(row.team, row.games, row.wins, row.total) for row in rows] == [
        ("Rossi", (4000, 0, 2000), 1, 6000),
        (None, (1000, 1000), 0, 2000),
        ("Blu", (0, 0), 0, 0),
    ]
    assert team_standings(standings(RULEBOOK, games, MEMBERS), TeamRule())[0].total == 11000


def test_penalties_weigh_on_the_team() -> None:
    rows = team_standings(played((40, 30, 20, 10), adjustments=Adjustments((Penalty(3, Fraction(65, 2)),))))
    assert [(row.team, row.total) for row in rows] == [("Blu", 3000), ("Rossi", 2750), (None, 1000)]


@pytest.mark.parametrize(
    ("criteria", "ranks", "sentence"),
    [
        ((TOTAL,), [1, 1, 3], "Level with Rossi: they share the place."),
        ((TOTAL, Criterion(Code.WINS)), [1, 2, 3], "Above Blu: wins 1 against 0."),
        (
            (TOTAL, Criterion(Code.ALL_GAMES)),
            [1, 2, 3],
            "Above Rossi: games from the best down 50 against 40 / 10.",
        ),
        ((TOTAL, Criterion(Code.BEST, n=1)), [1, 2, 3], "Above Rossi: best game 50 against 40."),
        ((TOTAL, Criterion(Code.BEST, n=2)), [1, 2, 3], "Above Blu: second best game 10 against 0."),
        ((Criterion(Code.TOTAL_ALL),), [1, 1, 3], "Level with Rossi: they share the place."),
    ],
)
def test_criteria_of_teams(criteria: tuple[Criterion, ...], ranks: list[int], sentence: str) -> None:
    games = [[table(40, 30, players=[1, 4])], [table(60, 10, 50, players=[4, 3, 2])]]
    games[1] = [table(51, 50, 10, players=[4, 2, 3])]
    found = standings(RULEBOOK, games, [*MEMBERS[:3], Player(4, team="Altri")])
    rule = TeamRule(criteria=criteria)
    rows = [row for row in team_standings(found, rule) if row.team != "Altri"]
    everybody = team_standings(found, rule)
    assert [row.rank for row in everybody] == [1, *[rank + 1 for rank in ranks[:2]]]
    assert team_why(RULEBOOK, tuple(rows), 0).en == sentence


def test_the_last_team_and_players_without_a_team() -> None:
    rows = team_standings(played((40, 30, 20, 35)))
    assert team_why(RULEBOOK, rows, 0).it == "Davanti ai giocatori senza squadra: totale 60 contro 35."
    assert team_why(RULEBOOK, rows, 2) == (
        "Last of the teams.",
        "Ultima delle squadre.",
        "Última das equipes.",
    )
