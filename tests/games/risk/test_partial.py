"""Cases with a fact left out: the adjudicator answers, and never makes a legal act illegal for want of a fact."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from games.adjudicator import adjudicate_json
from tests.games.casebook import CASES as FOLDER
from tests.games.casebook import cases_in

CASES = [case for case in cases_in(FOLDER / "risk") if not case["expect"].get("error")]
# left out, `remaining` says that nothing was placed yet: no fact that is not given
FACTS = ("hands", "missions", "capitals", "eliminated_by", "sets_traded", "turn")


def without_a_fact(case: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The case without one fact of the position or of the turn."""
    board = case["position"].get("board", {})
    if case["position"].get("turn", {}).get("phase") != "setup":
        for territory in list(board)[:6]:
            lesser = copy.deepcopy(case)
            del lesser["position"]["board"][territory]
            yield lesser
    for place, keys in (
        (("position",), FACTS),
        (("position", "turn"), tuple(case["position"].get("turn", ()))),
    ):
        for key in keys:
            lesser = copy.deepcopy(case)
            node = lesser
            for step in place:
                node = node[step]
            if key != "remaining" and node.pop(key, None) is not None:
                yield lesser


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_missing_fact_never_makes_an_act_illegal(case: dict[str, Any]) -> None:
    whole = adjudicate_json(json.dumps(case["case"]))["verdict"]
    lesser = [adjudicate_json(json.dumps(one))["verdict"] for one in without_a_fact(case["case"])]
    assert not (whole == "legal" and "illegal" in lesser)
