"""JSON as it is written: exact, whatever stands in a document."""

import io
import json
from datetime import UTC, date, datetime
from decimal import Decimal
from types import MappingProxyType
from typing import Any

import pytest
from django.utils.functional import lazystr
from rest_framework.exceptions import ParseError

from tournament.api.rendering import PROBLEM, OrjsonRenderer, as_json, json_answer
from tournament.api.wire import StrictJSON


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (Decimal("12.50"), b'"12.50"'),
        (lazystr("Yes"), b'"Yes"'),
        (MappingProxyType({1: "a"}), b'{"1":"a"}'),
        (datetime(2026, 11, 29, 10, tzinfo=UTC), b'"2026-11-29T10:00:00Z"'),
        (date(2026, 11, 29), b'"2026-11-29"'),
        (2**70, b"1180591620717411303424"),
        ("\ud800", b'"\\ud800"'),
        ({"n": 2**70, "total": Decimal("0.10")}, b'{"n":1180591620717411303424,"total":"0.10"}'),
        ({"n": 2**70, "on": date(2026, 11, 29)}, b'{"n":1180591620717411303424,"on":"2026-11-29"}'),
        ({"n": 2**70, "one": MappingProxyType({})}, b'{"n":1180591620717411303424,"one":{}}'),
    ],
)
def test_what_is_exact_stays_exact(value: Any, written: bytes) -> None:
    assert as_json(value) == written


def test_what_is_no_document_is_refused() -> None:
    with pytest.raises(TypeError, match="object"):
        as_json({"what": object()})


def test_answers_carry_their_media_type() -> None:
    answer = json_answer({"code": "x"}, 409, PROBLEM)
    assert [answer.status_code, answer["Content-Type"], answer.content] == [409, PROBLEM, b'{"code":"x"}']
    assert [OrjsonRenderer().render(None), OrjsonRenderer().render([1])] == [b"", b"[1]"]


@pytest.mark.parametrize(
    "body", [rb'{"a": "b\u0000"}', rb'{"\\\u0000": 1}', rb'["\ud800"]', rb'{"\udfff": 1}', b'"a\x00"']
)
def test_texts_that_no_database_keeps_are_refused(body: bytes) -> None:
    with pytest.raises(ParseError):
        StrictJSON().parse(io.BytesIO(body))


@pytest.mark.parametrize("text", ["è 😀", "\\u0000", "\\\\u0000", "\u202e", '"'])
def test_all_other_texts_come_as_they_are(text: str) -> None:
    for body in (json.dumps(text), json.dumps(text, ensure_ascii=False)):
        assert StrictJSON().parse(io.BytesIO(body.encode())) == text
