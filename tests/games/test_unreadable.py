"""Whatever stands in a document: a ruling, or errors with their places; never anything else."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.adjudicator import UnreadableCase, adjudicate, adjudicate_json
from games.challenge import BOARD
from games.core.notation import ERRORS_SHOWN, LARGEST_TEXT, MOST_CONTAINERS, MOST_ENTRIES, SUGGESTIONS_MADE
from tests.games.casebook import cases_in

CASES = [case["case"] for case in cases_in()]
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=12),
    st.sampled_from(["red", "blue", "brasile", "joker", "combat", "attack", "kingmaker", -1, 0, 7, 10**30]),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
)


def _errors(text: bytes | str) -> list[str]:
    errors = adjudicate_json(text)["errors"]
    assert isinstance(errors, list)
    return errors


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "document: no JSON at line 1, column 1: Expecting value"),
        (b"\xff\xfe", "document: not UTF-8 at byte 0"),
        (b"null", "document: must be an object"),
        (b"[]", "document: must be an object"),
        (b"NaN", "document: NaN is not a number"),
        (b'{"ruleset": Infinity}', "document: Infinity is not a number"),
        (b"[" * 100_000, "document: too many values for a case"),
        (b"[" * 1_500, "document: nested too deeply"),
        (b'{"a":' * 1_500, "document: nested too deeply"),
        (b" " * (LARGEST_TEXT + 1), f"document: longer than {LARGEST_TEXT} characters"),
        (b'{"a": 1, "a": 2}', "a: given twice"),
        (b'{"a": [{"b": {"c": 1, "c": 2}}]}', "a[0].b.c: given twice"),
        (b"{}", "ruleset: missing"),
        (b'{"ruleset": 7}', "ruleset: must be a text, not a number"),
    ],
    ids=lambda value: str(value)[:24],
)
def test_document_that_is_no_case(text: bytes, message: str) -> None:
    assert _errors(text) == [message]


def test_endless_number_is_an_error() -> None:
    assert _errors(b"9" * 10_000)[0].startswith("document: Exceeds the limit")


def test_errors_are_limited_and_counted() -> None:
    case = copy.deepcopy(CASES[0])
    case["position"]["board"] = {f"nowhere {i}": ["red", 1] for i in range(ERRORS_SHOWN + 7)}
    errors = _errors(json.dumps(case))
    assert errors[-1] == "… and 7 more"
    assert len(errors) == ERRORS_SHOWN + 1


def test_a_board_beyond_all_measure_is_one_error() -> None:
    case = copy.deepcopy(CASES[0])
    case["position"]["board"] = {f"nowhere {i}": ["red", 1] for i in range(MOST_ENTRIES + 1)}
    assert _errors(json.dumps(case)) == [f"position.board: more than {MOST_ENTRIES} entries"]


def test_suggestions_are_limited() -> None:
    case = copy.deepcopy(CASES[0])
    case["position"]["board"] = {t: ["blak", 1] for t in BOARD.ids}
    errors = _errors(json.dumps(case))
    assert sum("did you mean" in error for error in errors) == 0
    case["position"]["board"] = {t: ["blu", 1] for t in BOARD.ids}
    errors = _errors(json.dumps(case))
    assert sum('did you mean "blue"' in error for error in errors) == SUGGESTIONS_MADE


def test_document_of_the_api_may_be_anything() -> None:
    with pytest.raises(UnreadableCase, match="document: must be an object"):
        adjudicate([[]] * (MOST_CONTAINERS + 1))


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.binary(max_size=60), st.text(max_size=60)))
def test_any_text_is_answered(text: bytes | str) -> None:
    answer = adjudicate_json(text)
    assert all(isinstance(e, str) and e for e in answer["errors"])


@settings(max_examples=600, deadline=None)
@given(st.data())
def test_any_value_in_any_place_is_answered(data: st.DataObject) -> None:
    case = copy.deepcopy(data.draw(st.sampled_from(CASES)))
    place: Any = case
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            break
        key = data.draw(st.sampled_from(keys))
        inner = place[key]
        if not isinstance(inner, dict | list) or data.draw(st.booleans()):
            place[key] = data.draw(VALUES)
            break
        place = inner
    answer = _ruling_or_errors(case)
    assert answer.get("errors") or answer["verdict"] in ("legal", "illegal", "undetermined")
    assert json.loads(json.dumps(answer)) == answer


def _ruling_or_errors(case: object) -> dict[str, Any]:
    try:
        return adjudicate(case)
    except UnreadableCase as unreadable:
        return {"errors": list(unreadable.errors)}


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_fewer_facts_never_turn_illegal_into_legal_or_back(data: st.DataObject) -> None:
    """Leaving out a territory may make a ruling undetermined; it never turns one verdict into the other.

    Where the last attack went is left alone: not given, it counts as occupied (4.15).
    """
    case = copy.deepcopy(data.draw(st.sampled_from(PARTIAL)))
    before = adjudicate(case)["verdict"]
    last = (case["position"]["turn"].get("last_attack") or {}).get("to")
    given_ones = sorted(t for t in case["position"]["board"] if t != last)
    territory = data.draw(st.sampled_from(given_ones))
    del case["position"]["board"][territory]
    after = adjudicate(case)["verdict"]
    assert after in (before, "undetermined")


PARTIAL = [
    case
    for case in (entry["case"] for entry in cases_in() if not entry["expect"].get("error"))
    if case["position"]["board"]
    and case["action"]["type"]
    in ("reinforce", "attack", "occupy", "move", "claim_objective", "score", "take_cards")
]
