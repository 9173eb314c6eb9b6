"""The documents of requests and answers, and the command that speaks them."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from seating import InvalidRequest, Scheme, SplitPolicy, draw, drawing_document, request_from_document


def players(count: int) -> list[dict[str, Any]]:
    return [{"id": f"p{who:02}", "club": "Roma" if who < 2 else None} for who in range(count)]


FULL: dict[str, Any] = {
    "players": [
        {"id": "p01", "club": "Roma", "region": "LAZIO", "family": None, "strength": None},
        *({"id": f"p{who:02}", "strength": who} for who in range(2, 11)),
    ],
    "present": [f"p{who:02}" for who in range(1, 9)],
    "rounds": 1,
    "history": [[["p01", "p02", "p03", "p04"], ["p05", "p06", "p07", "p08"]]],
    "winners": ["p07", "p01"],
    "standings": ["p07", "p01"],
    "split": "most-fours",
    "criteria": ["clubs", "fives", "repeats", "turn-order"],
    "keep_apart": [["p01", "p02"]],
    "fixed_tables": {"p03": 1},
    "scheme": "draw",
    "seed": 20261129,
    "time_limit_s": 2.5,
}


def test_every_field_is_read() -> None:
    request = request_from_document(FULL)
    assert (request.seated, request.split, request.scheme) == (
        tuple(f"p{who:02}" for who in range(1, 9)),
        SplitPolicy.MOST_FOURS,
        Scheme.DRAW,
    )
    assert (request.keep_apart, request.fixed_tables, request.time_limit_s) == (
        (("p01", "p02"),),
        {"p03": 1},
        3,
    )
    assert request.players[0].region == "LAZIO"
    assert request.players[9].strength == 10


def test_the_answer_has_what_the_judge_reads() -> None:
    request = request_from_document({"players": players(8), "rounds": 2, "criteria": ["clubs", "repeats"]})
    answer = json.loads(json.dumps(drawing_document(request, draw(request))))
    assert sorted(answer) == ["clubs", "report", "rounds", "splits"]
    assert answer["clubs"] == {"p00": "Roma", "p01": "Roma"}
    assert [sorted(who for table in tables for who in table) for tables in answer["rounds"]] == [
        [f"p{who:02}" for who in range(8)]
    ] * 2
    repeats = answer["report"]["criteria"][1]
    assert {key: repeats[key] for key in ("criterion", "value", "lower_bound", "proven_optimal")} == {
        "criterion": "repeats",
        "value": 4,
        "lower_bound": 4,
        "proven_optimal": True,
    }
    assert [case["rounds"] for case in repeats["cases"]] == [[1, 2]] * 4


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"players": None}, ["players: required"]),
        ({"rounds": None}, ["rounds: required"]),
        ({"rounds": True}, ["rounds: a whole number is expected, not True"]),
        ({"rounds": 0}, ["A tournament has from 1 to 100 rounds."]),
        ({"colour": 1}, ["colour: unknown field"]),
        ({"players": "all"}, ["players: a list is expected"]),
        ({"players": ["p01"]}, ["players: a player is expected, not 'p01'"]),
        ({"players": [{"id": ""}]}, ["players: an identifier is expected, not ''"]),
        ({"split": "halves"}, ["split: 'halves' is not a valid SplitPolicy"]),
        ({"keep_apart": [["p01"]]}, ["keep_apart: not enough values to unpack (expected 2, got 1)"]),
        ({"time_limit_s": float("inf")}, ["time_limit_s: a whole number is expected, not inf"]),
        ({"time_limit_s": 0}, ["The time limit must be above zero."]),
        ({"players": [{"id": "p", "strength": -10_001}]}, ["The strength of p is beyond ±10000."]),
        (
            {"players": players(1_201), "rounds": 100},
            ["At most 12000 players and 120000 seats can be drawn at once."],
        ),
        ({"winners": ["x"]}, ["x (winners) is not among the players."]),
        ({"present": ["p01", "p01", "p02", "p03", "p04"]}, ["p01 is present twice."]),
        ({"players": players(8) + players(1)}, ["p00 is listed twice."]),
        ({"criteria": ["clubs", "clubs"]}, ["clubs is named twice as a criterion."]),
        ({"keep_apart": [["p01", "p01"]]}, ["p01 cannot be kept apart from themselves."]),
        ({"history": [[["p01", "p02"], ["p01"]]]}, ["p01 sits twice in round 1 of the history."]),
        ({"scheme": "swiss"}, ["This scheme needs the standings of all present."]),
        ({"scheme": "greca"}, ["This scheme needs a round already played."]),
        ({"fixed_tables": {"p01": 3}}, ["p01 is fixed at table 3, which does not exist."]),
        (
            {"fixed_tables": {f"p0{who}": 1 for who in range(5)}},
            ["5 people are fixed at table 1, which has 4 places."],
        ),
        (
            {"present": ["p00", "p01", "p02", "p03"], "fixed_tables": {"p04": 1}},
            ["p04 is fixed at a table but not present."],
        ),
        (
            {"keep_apart": [["p01", "p02"]], "fixed_tables": {"p01": 1, "p02": 1}},
            ["p01 and p02 must be kept apart but are fixed at the same table."],
        ),
        ({"sizes": [[4, 5]]}, ["Round 1: the table sizes do not hold 8 players."]),
        ({"sizes": [[4, 4], [4, 4]]}, ["Round 2: the table sizes do not hold 8 players."]),
        (
            {"winners": ["x"], "keep_apart": "no", "rounds": 0},
            [
                "keep_apart: a list is expected",
                "x (winners) is not among the players.",
                "A tournament has from 1 to 100 rounds.",
            ],
        ),
    ],
)
def test_every_defect_is_named(change: dict[str, Any], said: list[str]) -> None:
    with pytest.raises(InvalidRequest) as refusal:
        request_from_document({"players": players(8), "rounds": 1} | change)
    assert [defect.words.en for defect in refusal.value.defects] == said


def test_a_document_is_an_object() -> None:
    with pytest.raises(InvalidRequest, match="not an object"):
        request_from_document([])


def run(tmp_path: Path, document: Any, *arguments: str) -> tuple[int, str]:
    file = tmp_path / "request.json"
    file.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    out, status = io.StringIO(), 0
    try:
        call_command("seat", str(file), *arguments, stdout=out)
    except SystemExit as ended:
        status = int(ended.code or 0)
    return status, out.getvalue()


def test_the_command_answers_in_json(tmp_path: Path) -> None:
    status, text = run(tmp_path, {"players": players(9), "rounds": 1, "seed": 4}, "--json")
    assert status == 0
    assert [len(table) for table in json.loads(text)["rounds"][0]] == [4, 5]


def test_the_command_speaks(tmp_path: Path) -> None:
    status, text = run(tmp_path, {"players": players(4), "rounds": 1, "criteria": ["clubs"]}, "--lang", "it")
    lines = text.splitlines()
    assert (status, lines[0], lines[-1]) == (
        0,
        "Turno 1",
        "Stesso club separato: 1 coppia allo stesso tavolo, di cui 1 inevitabile",
    )
    assert lines[1].startswith("  Tavolo 1: ")


def test_the_command_refuses_a_broken_request(tmp_path: Path) -> None:
    status, text = run(tmp_path, {"players": players(8)}, "--json")
    words = {"en": "rounds: required", "it": "rounds: required", "pt": "rounds: required"}
    assert (status, json.loads(text)) == (2, {"errors": [{"code": "field", "words": words}]})
    assert run(tmp_path, {"players": players(8), "rounds": 0}) == (
        2,
        "A tournament has from 1 to 100 rounds.\n",
    )
    assert run(tmp_path, "{")[0] == 2


def test_the_command_proposes_where_nothing_is_possible(tmp_path: Path) -> None:
    status, text = run(tmp_path, {"players": players(11), "rounds": 1}, "--json")
    answer = json.loads(text)
    assert (status, answer["impossible"]) == (3, 11)
    assert [one["proposal"] for one in answer["proposals"]] == [
        "stand-in",
        "sit-out",
        "staggered-rounds",
        "table-of-three",
    ]
    lines = [
        "6 giocatori non si possono disporre a tavoli regolari.",
        "- giocano 2 sostituti: 2 × 4",
        "- 1 giocatore riposa, prima chi si offre: 1 × 5",
        "- tre turni in cui tutti giocano due volte: 4 + 4 + 4",
        "- tavoli da 3, dove la formula li ammette: 2 × 3",
    ]
    status, text = run(tmp_path, {"players": players(6), "rounds": 1}, "--lang", "it")
    assert (status, text.splitlines()) == (3, lines)
