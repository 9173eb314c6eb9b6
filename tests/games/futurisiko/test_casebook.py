"""The casebook of futuRisiKo!: tests/cases/futurisiko/*.jsonl, and what must be refused."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from games.adjudicator import adjudicate, adjudicate_json
from games.futurisiko.rulebook import RULES
from tests.games.casebook import CASES as FOLDER
from tests.games.casebook import cases_in, faults

CASES = list(cases_in(FOLDER / "futurisiko"))
OUTCOMES = {(c["article"], c["expect"].get("verdict", "error")) for c in CASES}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case_is_judged_as_expected(case: dict[str, Any]) -> None:
    answer = adjudicate_json(json.dumps(case["case"]))
    assert faults(case["expect"], answer) == []


def test_case_ids_are_unique() -> None:
    assert [name for name, count in Counter(case["id"] for case in CASES).items() if count > 1] == []


def test_every_checked_article_has_a_legal_and_an_illegal_case() -> None:
    checked = [r.number for r in RULES if r.check]
    # 8.7 and 8.10 to 8.12 only follow: whoever denies them breaks 8.1 or 8.3
    assert [n for n in checked if (n, "legal") not in OUTCOMES] == []
    assert [n for n in checked if (n, "illegal") not in OUTCOMES] == ["8.11", "8.12"]


@pytest.mark.parametrize(
    "case", [c for c in CASES if c["expect"].get("verdict") == "legal"], ids=lambda case: case["id"]
)
def test_the_position_afterwards_can_be_judged_again(case: dict[str, Any]) -> None:
    after = adjudicate(case["case"])["position"]
    again = {**case["case"], "position": after, "action": {"type": "check_position"}}
    answer = adjudicate(again)
    assert "errors" not in answer
    assert answer.get("position", after) == after
