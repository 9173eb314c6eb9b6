"""The casebook of Risikard!: tests/cases/risikard/*.jsonl, and what must be refused."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from games.adjudicator import adjudicate, adjudicate_json
from games.risikard.rulebook import RULES
from tests.games.casebook import CASES as FOLDER
from tests.games.casebook import cases_in, faults

CASES = list(cases_in(FOLDER / "risikard"))
OUTCOMES = {(c["article"], c["expect"].get("verdict", "error")) for c in CASES}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case_is_judged_as_expected(case: dict[str, Any]) -> None:
    answer = adjudicate_json(json.dumps(case["case"]))
    assert faults(case["expect"], answer) == []


def test_case_ids_are_unique() -> None:
    assert [name for name, count in Counter(case["id"] for case in CASES).items() if count > 1] == []


def test_every_checked_article_has_a_legal_and_an_illegal_case() -> None:
    checked = [r.number for r in RULES if r.check]
    # these follow from the cards on the table: whoever denies them breaks 2.4, 2.6 or 3.4
    assert [n for n in checked if (n, "legal") not in OUTCOMES] == []
    follow = ["2.5", "2.7", "2.8", "4.1"]
    assert [n for n in checked if (n, "illegal") not in OUTCOMES] == follow


@pytest.mark.parametrize(
    "case", [c for c in CASES if c["expect"].get("verdict") == "legal"], ids=lambda case: case["id"]
)
def test_the_position_afterwards_can_be_judged_again(case: dict[str, Any]) -> None:
    after = adjudicate(case["case"])["position"]
    again = {**case["case"], "position": after, "action": {"type": "final_count"}}
    answer = adjudicate(again)
    assert "errors" not in answer
    assert answer.get("position", after) == after
