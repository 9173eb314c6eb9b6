"""Documents in, standings out: the contract of the command line and the API."""

from typing import Any

import pytest

from scoring.document import DocumentError
from scoring.exchange import RefusedError, answer, number


def document(*points: Any, **more: Any) -> dict[str, Any]:
    seats = [{"player": key, "points": worth} for key, worth in enumerate(points, start=1)]
    return {"rounds": [{"tables": [{"table": 1, "seats": seats}]}]} | more


def with_seat(**changes: Any) -> dict[str, Any]:
    asked = document(40, 30, 20, 0)
    asked["rounds"][0]["tables"][0]["seats"][1] |= changes
    return asked


def totals(told: dict[str, Any]) -> dict[Any, Any]:
    return {row["player"]: row["total"] for row in told["standings"]}


def test_a_row_says_everything() -> None:
    told = answer(
        document(
            44.1,
            44,
            12,
            0,
            formula="open",
            players=[{"id": n, "first": f"P{n}", "last": "X"} for n in range(1, 5)],
        )
    )
    assert told["standings"][0] == {
        "rank": 1,
        "player": 1,
        "name": "P1 X",
        "total": 94,
        "games": [94],
        "counted": [True],
        "wins": 1,
        "penalty": 0,
        "tie_breaks": {"wins": 1, "best:1": 94},
        "why": "Above P2 X: total 94 against 44.",
        "why_it": "Davanti a P2 X: totale 94 contro 44.",
        "how": ["44 + 50 (victory prize) = 94"],
        "how_it": ["44 + 50 (premio vittoria) = 94"],
        "sum": "94 = 94",
    }
    assert told["formula"]["code"] == "open"
    assert [warning["article"] for warning in told["warnings"]] == []


def test_a_prize_that_is_not_scaled_is_remarked_on_where_both_sizes_occur() -> None:
    asked = document(44, 30, 12, 0, formula="open")
    asked["rounds"][0]["tables"].append(
        {"table": 2, "seats": [{"player": n, "points": n} for n in range(5, 10)]}
    )
    assert [(told["code"], told["article"], told["level"]) for told in answer(asked)["warnings"]] == [
        ("prize-at-four", "12.2.2", "warning")
    ]


def test_the_rulebook_is_the_default_and_its_prize_is_lower_at_tables_of_4() -> None:
    assert totals(answer(document(44, 30, 12, 0))) == {1: 44, 2: 30, 3: 12, 4: 0}
    assert totals(answer(document(44, 30, 12, 0, options={"victory_prize": 50}))) == {
        1: 84,
        2: 30,
        3: 12,
        4: 0,
    }
    assert totals(answer(document(44, 30, 12, 3, 0, options={"victory_prize": 50})))[1] == 94
    assert totals(answer(document(44, 30, 12, 0, options={"victory_prize": 50, "sizes": [4]})))[1] == 94


def test_given_options_and_formula_win_over_the_document() -> None:
    asked = document(44, 30, 12, 0, formula="open", options={"victory_prize": 10})
    assert totals(answer(asked, formula="raduno", options={"victory_prize": "20"}))[1] == 64


def test_a_whole_formula_may_stand_in_the_document() -> None:
    own = {"code": "mine", "title": "Mine", "parts": [{"kind": "points"}, {"kind": "bonus", "amount": 5}]}
    assert totals(answer(document(44, 30, 12, 0, formula=own))) == {1: 44, 2: 35, 3: 17, 4: 5}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"points": 100}, {1: 40, 2: 150, 3: 20, 4: 0}),
        ({"points": -1}, {1: 90, 2: 0, 3: 20, 4: 0}),
        ({"won": True}, {1: 40, 2: 80, 3: 20, 4: 0}),
        ({"won": "yes"}, {1: 40, 2: 80, 3: 20, 4: 0}),
        ({"objective": True}, {1: 40, 2: 150, 3: 20, 4: 0}),
        ({"objective": False, "points": 100, "won": False}, {1: 40, 2: 100, 3: 20, 4: 0}),
        ({"points": 40, "outside": 3}, {1: 40, 2: 90, 3: 20, 4: 0}),
    ],
)
def test_codings_and_explicit_fields(changes: dict[str, Any], expected: dict[int, int]) -> None:
    asked = with_seat(**changes)
    if changes.get("won") is False:
        asked["rounds"][0]["tables"][0]["seats"][0]["won"] = True
        expected = expected | {1: 90}
    assert totals(answer(asked, formula="raduno")) == expected


@pytest.mark.parametrize(
    ("fallen", "expected"),
    [
        ([{}, {}, {"points": -2}, {"points": -1}], [12.4, 7.3, 1, 2]),
        ([{}, {}, {"eliminated": 1, "points": 0}, {"eliminated": 2}], [12.4, 7.3, 1, 2]),
        ([{}, {}, {"eliminated": "2", "points": 0}, {"eliminated": "1"}], [12.4, 7.3, 2, 1]),
        ([{}, {}, {}, {"eliminated": True}], [12.4, 7.3, 5.2, 1]),
        ([{}, {}, {}, {"eliminated": False, "points": -1}], [12.4, 7.3, 5.2, 3]),
        ([{}, {}, {}, {"eliminated": 0}], [12.4, 7.3, 5.2, 3]),
    ],
)
def test_eliminations(fallen: list[dict[str, Any]], expected: list[float]) -> None:
    asked = document(40, 30, 20, 0)
    for seat, changes in zip(asked["rounds"][0]["tables"][0]["seats"], fallen, strict=True):
        seat.update(changes)
    told = answer(asked, formula="gufo")
    assert [totals(told)[key] for key in range(1, 5)] == expected


def test_a_ghost_is_no_player() -> None:
    asked = document(40, 30, 20)
    asked["rounds"][0]["tables"][0]["seats"].append({"player": -1, "points": 0})
    assert totals(answer(asked, formula="campionato-gufo")) == {1: 140, 2: 90, 3: 80}


def test_absences_and_discards() -> None:
    asked = document(40, 30, 20, 10)
    asked["rounds"].append({"tables": [{"seats": [{"player": 1, "points": 5}, {"player": 3, "points": 30}]}]})
    asked["rounds"].append({"tables": []})
    asked["best_of"] = [2, 3]
    told = answer(asked)
    line = next(row for row in told["standings"] if row["player"] == 2)
    assert (line["games"], line["counted"], line["total"]) == ([30, None, None], [True, False, False], 30)
    assert line["how"] == ["30", "not played: a 0, discarded first", "not played: a 0, discarded first"]
    assert totals(answer(asked | {"best_of": "two-thirds"})) == {1: 45, 2: 30, 3: 50, 4: 10}


@pytest.mark.rule("12.2.3")
@pytest.mark.parametrize("best_of", [[3, 5], "3 of 5", "3/5", "3,5"])
def test_fewer_than_two_thirds_are_refused(best_of: Any) -> None:
    with pytest.raises(RefusedError) as refused:
        answer(document(40, 30, 20, 10, best_of=best_of))
    assert [(problem.article, problem.code) for problem in refused.value.problems] == [
        ("12.2.3", "too-few-valid-scores")
    ]


@pytest.mark.rule("12.2.3")
def test_more_rounds_than_planned_need_more_valid_scores() -> None:
    asked = document(40, 30, 20, 10, best_of=[2, 3])
    asked["rounds"] = asked["rounds"] * 4
    with pytest.raises(RefusedError, match="Only 2 of 4 scores count; two thirds are 3"):
        answer(asked)


@pytest.mark.rule("12.2.1")
def test_a_prize_above_100_is_refused() -> None:
    with pytest.raises(RefusedError) as refused:
        answer(document(40, 30, 20, 10, 0, options={"victory_prize": 101}))
    assert [problem.article for problem in refused.value.problems] == ["12.2.1"]


@pytest.mark.rule("12.1")
def test_played_tables_are_remarked_on_not_refused() -> None:
    asked = document(40, 30, 20)
    asked["rounds"][0]["tables"].append(
        {"table": 2, "seats": [{"player": n, "points": n} for n in range(5, 9)]}
    )
    assert [(told["article"], told["level"]) for told in answer(asked)["warnings"]] == [("12.1", "warning")]


@pytest.mark.rule("10.4")
def test_two_at_the_top_are_refused_where_one_wins() -> None:
    with pytest.raises(DocumentError) as mistake:
        answer(document(40, 40, 20, 10))
    assert mistake.value.place == "rounds[0].tables[0]"
    assert mistake.value.message.startswith(
        "2 players share the first place of table 1 with 40; `won` says who won"
    )
    shared = answer(document(40, 40, 20, 10, options={"single_winner": False}), formula="raduno")
    assert totals(shared) == {1: 65, 2: 65, 3: 20, 4: 10}


def test_a_table_without_a_winner_is_refused() -> None:
    asked = document(40, 30, 20, 10)
    asked["rounds"][0]["tables"][0]["seats"][0]["won"] = False
    with pytest.raises(DocumentError, match=r"rounds\[0\].tables\[0\]: table 1 has no winner"):
        answer(asked)


def test_the_program_never_asks_for_one_winner_where_it_shares() -> None:
    asked = document(40, 40, 20, 10, options={"single_winner": True, "compatibility": "gestionetorneo"})
    assert totals(answer(asked, formula="nazionale")) == {1: 65, 2: 65, 3: 20, 4: 10}
    with pytest.raises(DocumentError):
        answer(asked, formula="open")


def test_penalties_leavers_and_sit_outs() -> None:
    asked = document(
        40, 30, 20, 10,
        penalties=[{"player": 1, "points": 25, "reason": "late"}],
        leavers=[{"player": 3, "policy": "unranked"}],
        sit_outs=[{"player": 4, "round": 2, "points": "12.5"}],
    )  # fmt: skip
    asked["rounds"].append({"tables": []})
    told = answer(asked)
    assert totals(told) == {2: 30, 4: 22.5, 1: 15, 3: 20}
    rows = {row["player"]: row for row in told["standings"]}
    assert (rows[1]["penalty"], rows[1]["sum"], rows[4]["how"][1]) == (
        25,
        "40 - 25 (penalty) = 15",
        "sat out: 12.5",
    )
    assert (rows[3]["rank"], rows[3]["why"], rows[1]["why"]) == (
        None,
        "Without a rank.",
        "Last of those with a rank.",
    )


def test_tie_breaks_of_every_kind() -> None:
    asked = document(40, 30.5, 20, 10)
    asked["rounds"].append({"tables": [{"seats": [{"player": 1, "points": 5}, {"player": 2, "points": 30}]}]})
    wanted = (
        "total,wins,best:2,all-games,best-win,total-all,previous,after-round:1,games-played,game-points,decimals,"
        "direct,first-difference"
    )
    told = answer(asked, options={"criteria": wanted, "lots_seed": 5})
    assert told["standings"][0]["tie_breaks"] == {
        "wins": 1,
        "best:2": 30,
        "all-games": [30, 30],
        "best-win": 30,
        "total-all": 60,
        "previous": 2,
        "after-round:1": 2,
        "games-played": 2,
        "game-points": 60.5,
        "lots": "7fe2b1d80c673fff",
    }
    assert told["standings"][2]["tie_breaks"]["best-win"] is None
    first = answer(document(40, 30, 20, 10), options={"criteria": "total,previous"})
    assert first["standings"][0]["tie_breaks"] == {}


def test_teams() -> None:
    asked = document(
        40, 30, 20, 0, players=[{"id": n, "club": f"Club {n % 2}"} for n in range(1, 5)], formula="squadre"
    )
    told = answer(asked)
    assert told["team_standings"][0] == {
        "rank": 1,
        "team": "Club 1",
        "total": 17.6,
        "total_all": 17.6,
        "games": [12.4, 5.2],
        "counted": [True, True],
        "wins": 1,
        "why": "Above Club 0: total 17.6 against 10.3.",
        "why_it": "Davanti a Club 0: totale 17,6 contro 10,3.",
    }
    assert "team_standings" not in answer(asked, formula="gufo")
    assert answer(asked, formula="gufo", options={"team_best": 1})["team_standings"][0]["total"] == 12.4


@pytest.mark.parametrize(
    ("changes", "place", "message"),
    [
        ({"rounds": None}, "rounds", "missing"),
        ({"rounds": {}}, "rounds", "a list is expected"),
        ({"rounds": [5]}, "rounds[0]", "an object is expected, not 5"),
        ({"rounds": [{}]}, "rounds[0].tables", "missing"),
        ({"rounds": [{"tables": [{}]}]}, "rounds[0].tables[0].seats", "missing"),
        ({"rounds": [{"tables": [{"seats": []}]}]}, "rounds[0].tables[0].seats", "nobody sits at the table"),
        ({"players": [{}]}, "players[0].id", "missing"),
        ({"players": [{"id": 1}, {"id": 1}]}, "players[1].id", "1 occurs twice"),
        ({"players": [{"id": 1}]}, "rounds[0].tables[0].seats[1].player", "2 is not among the players"),
        ({"players": [{"id": True}]}, "players[0].id", "a number or a name is expected, not True"),
        (
            {"players": [{"id": 1, "takes_part": "perhaps"}]},
            "players[0].takes_part",
            "true or false is expected",
        ),
        ({"options": 5}, "options", "an object is expected"),
        ({"options": {"colour": 1}}, "options.colour", "unknown; known are: compatibility, single_winner"),
        (
            {"options": {"compatibility": "excel"}},
            "options.compatibility",
            "'excel' is not known; 'gestionetorneo' is",
        ),
        ({"options": {"digits": "x"}}, "options.digits", "a number is expected, not 'x'"),
        ({"formula": "briscola"}, "formula", "no preset is called 'briscola'"),
        ({"best_of": [3]}, "best_of", "two numbers k and n, 0 < k ≤ n, are expected, not [3]"),
        ({"best_of": [4, 3]}, "best_of", "two numbers k and n"),
        ({"penalties": [{"player": 1}]}, "penalties[0]", "incomplete; needed are: points, reason"),
        ({"leavers": [{"player": 1, "policy": "gone"}]}, "leavers[0].policy", "'gone' is none of: keep"),
    ],
)
def test_a_mistake_is_told_with_its_place(changes: dict[str, Any], place: str, message: str) -> None:
    with pytest.raises(DocumentError) as mistake:
        answer(document(40, 30, 20, 10) | changes)
    assert mistake.value.place == place
    assert mistake.value.message.startswith(message)


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"points": None}, "points", "missing"),
        ({"points": "many"}, "points", "a number is expected, not 'many'"),
        ({"points": 101}, "points", "101 is more than 100, the points of an objective (10.5)"),
        ({"points": -1.5}, "points", "an elimination is a whole number, not -1.5"),
        ({"player": 1}, "player", "1 sits twice in the round, first at rounds[0].tables[0].seats[0].player"),
        ({"player": None}, "player", "a number or a name is expected, not None"),
        ({"eliminated": -2}, "eliminated", "the order of falling counts from 1, not -2"),
        ({"eliminated": "soon"}, "eliminated", "true or false is expected, not 'soon'"),
        ({"objective": "soon"}, "objective", "true or false is expected, not 'soon'"),
        ({"outside": "x"}, "outside", "a number is expected, not 'x'"),
    ],
)
def test_a_mistake_in_a_seat_is_told_with_its_place(
    changes: dict[str, Any], field: str, message: str
) -> None:
    with pytest.raises(DocumentError) as mistake:
        answer(with_seat(**changes))
    assert (mistake.value.place, mistake.value.message) == (f"rounds[0].tables[0].seats[1].{field}", message)


def test_a_table_number_occurs_once_in_a_round() -> None:
    asked = document(40, 30)
    asked["rounds"][0]["tables"].append({"table": 1, "seats": [{"player": 7, "points": 1}]})
    with pytest.raises(
        DocumentError, match=r"rounds\[0\].tables\[1\].table: table 1 occurs twice in the round"
    ):
        answer(asked)


def test_a_document_is_an_object() -> None:
    with pytest.raises(DocumentError, match="an object with rounds is expected"):
        answer([])


@pytest.mark.parametrize(("units", "written"), [(12345, 123.45), (12300, 123), (-5, -0.05)])
def test_numbers_are_exact_decimals(units: int, written: float) -> None:
    assert number(units, 2) == written
    assert isinstance(number(12300, 2), int)
