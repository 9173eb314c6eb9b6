"""Cases of the casebooks, spoilt at random: the adjudicator always answers, and what it calls legal can be read again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.adjudicator import adjudicate_json
from tests.games.casebook import CASES, cases_in

SPOILT = 1500


@pytest.mark.parametrize("game", ["futurisiko", "risikard"])
def test_every_spoilt_case_is_answered(game: str) -> None:
    lot = Random(game)
    whole = [case["case"] for case in cases_in(CASES / game)]
    parts = [part for case in whole for part in _parts(case)]
    seen = set()
    for _ in range(SPOILT):
        case = {**lot.choice(whole), "action": lot.choice(whole)["action"]}
        spoilt = {**_spoilt(case, parts, lot), "ruleset": game}
        answer = adjudicate_json(json.dumps(spoilt))
        seen.add(answer.get("verdict", "unreadable"))
        if "position" in answer:
            assert "errors" not in adjudicate_json(json.dumps({**spoilt, "position": answer["position"]}))
    assert seen == {"legal", "illegal", "undetermined", "unreadable"}


def _parts(value: Any) -> Iterator[Any]:
    yield value
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in below:
        yield from _parts(part)


def _spoilt(value: Any, parts: list[Any], lot: Random, *, top: bool = True) -> Any:
    if not top and lot.random() < 0.03:
        return lot.choice(parts)
    if isinstance(value, dict):
        return {k: _spoilt(v, parts, lot, top=False) for k, v in value.items() if lot.random() > 0.03}
    if isinstance(value, list):
        return [_spoilt(v, parts, lot, top=False) for v in value if lot.random() > 0.03]
    return value
