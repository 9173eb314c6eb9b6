"""How a case of the casebook is compared with the adjudicator's answer (see tests/cases/README.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CASES = Path(__file__).parents[1] / "cases"


def cases_in(folder: Path = CASES) -> Iterator[dict[str, Any]]:
    """Every case of the files of a folder, not of those below it."""
    for file in sorted(folder.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.strip():
                yield json.loads(line)


def faults(expect: dict[str, Any], answer: dict[str, Any]) -> list[str]:
    """What the answer lacks or has too much; empty when it is right."""
    if expect.get("error"):
        said = "\n".join(answer.get("errors", ()))
        return [f"no error with {word!r}" for word in expect["mentions"] if word not in said or not said]
    if "errors" in answer:
        return [f"unreadable: {answer['errors']}"]
    found = [
        *_verdict(expect, answer),
        *_breaches(expect, answer),
        *_missing(expect, answer),
        *differences("effects", expect.get("effects", {}), answer["effects"]),
    ]
    if expect.get("remedy_required") and not answer["remedy"]:
        found.append("no remedy")
    return found


def differences(place: str, expected: Any, actual: Any) -> Iterator[str]:
    """Where `actual` does not contain `expected`."""
    key = place.rpartition(".")[2]
    if isinstance(expected, dict):
        if not isinstance(actual, dict):
            yield f"{place}: {actual!r} is no object"
            return
        for name, value in expected.items():
            if name in actual:
                yield from differences(f"{place}.{name}", value, actual[name])
            elif not (name == "eliminated" and not value):
                yield f"{place}.{name}: absent"
    elif isinstance(expected, list) and key != "missing":
        if not isinstance(actual, list) or len(actual) != len(expected):
            yield f"{place}: {actual!r}, not {expected!r}"
            return
        for i, (one, other) in enumerate(zip(expected, actual, strict=True)):
            yield from differences(f"{place}[{i}]", one, other)
    elif not _same(key, expected, actual):
        yield f"{place}: {actual!r}, not {expected!r}"


def _same(key: str, expected: Any, actual: Any) -> bool:
    if key == "missing":
        return set(expected) == set(actual)
    if key == "eliminated":
        return bool(expected) == bool(actual)
    return bool(expected == actual)


def _verdict(expect: dict[str, Any], answer: dict[str, Any]) -> Iterator[str]:
    verdict = answer["verdict"]
    if verdict != expect.get("verdict", verdict):
        yield f"{verdict}, not {expect['verdict']}"
    if ("position" in answer) != (verdict == "legal"):
        yield f"position with {verdict}"


def _breaches(expect: dict[str, Any], answer: dict[str, Any]) -> Iterator[str]:
    if "breaches" not in expect:
        return
    named = {f["article"] for f in answer["findings"] if f["outcome"] == "breach"}
    allowed = set(expect.get("also_allowed", ()))
    for article in expect["breaches"]:
        equal = {article, *expect.get("equivalents", {}).get(article, ())}
        allowed |= equal
        if not named & equal:
            yield f"no breach of {article}"
    if named - allowed:
        yield f"breaches too many: {sorted(named - allowed)}"


def _missing(expect: dict[str, Any], answer: dict[str, Any]) -> Iterator[str]:
    lacking = [json.dumps(f, ensure_ascii=False) for f in answer["findings"] if f["outcome"] == "missing"]
    if "missing" in expect and len(lacking) != expect["missing"]:
        yield f"{len(lacking)} facts missing, not {expect['missing']}"
    for word in expect.get("missing_mentions", ()):
        if not any(word in finding for finding in lacking):
            yield f"no missing finding mentions {word!r}"
