"""The casebook of Risk: every line of tests/cases/risk/*.jsonl is judged and compared."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from games.adjudicator import adjudicate_json
from games.risk.rulebook import RULESETS
from tests.games.casebook import CASES as FOLDER
from tests.games.casebook import cases_in, faults

CASES = list(cases_in(FOLDER / "risk"))
CHECKED = {r.number for ruleset in RULESETS.values() for r in ruleset.rules if r.check}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case_is_judged_as_expected(case: dict[str, Any]) -> None:
    answer = adjudicate_json(json.dumps(case["case"]))
    assert faults(case["expect"], answer) == []


def test_case_ids_are_unique() -> None:
    assert [name for name, count in Counter(case["id"] for case in CASES).items() if count > 1] == []


def test_every_checked_rule_has_cases() -> None:
    assert {case["article"] for case in CASES} >= CHECKED


def test_every_checked_rule_is_breached_somewhere() -> None:
    breached = {article for case in CASES for article in case["expect"].get("breaches", ())}
    only_applied = {"3.3", "3.5", "4.4"}
    assert breached >= CHECKED - only_applied
