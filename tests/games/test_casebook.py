"""The casebook: every line of tests/cases/*.jsonl is judged and compared. A referee adds a case by adding a line."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from games.adjudicator import adjudicate_json
from tests.games.casebook import cases_in, faults

CASES = list(cases_in())


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case_is_judged_as_expected(case: dict[str, Any]) -> None:
    answer = adjudicate_json(json.dumps(case["case"]))
    assert faults(case["expect"], answer) == []


def test_case_ids_are_unique() -> None:
    assert [name for name, count in Counter(case["id"] for case in CASES).items() if count > 1] == []


def test_comparison_finds_every_kind_of_fault() -> None:
    answer = {
        "verdict": "illegal",
        "findings": [{"article": "4.3", "outcome": "breach", "fact": {}}],
        "effects": {"attacker_dice": 2, "missing": ["cina"]},
        "remedy": [],
    }
    expect = {
        "verdict": "legal",
        "breaches": ["4.10"],
        "missing": 1,
        "missing_mentions": ["siam"],
        "effects": {"attacker_dice": 3, "missing": ["cina", "siam"], "value": 4},
        "remedy_required": True,
    }
    assert faults(expect, answer) == [
        "illegal, not legal",
        "no breach of 4.10",
        "breaches too many: ['4.3']",
        "0 facts missing, not 1",
        "no missing finding mentions 'siam'",
        "effects.attacker_dice: 2, not 3",
        "effects.missing: ['cina'], not ['cina', 'siam']",
        "effects.value: absent",
        "no remedy",
    ]
