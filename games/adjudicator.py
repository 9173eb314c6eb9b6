"""The adjudicator: one door for every game. A case goes in as a document, a ruling comes out as one.

A game registers by naming the module that holds its `RULESETS` in HOMES; it is imported when first asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module

from games.core.notation import Node, UnreadableCase, read_json, read_value
from games.core.rule import Ruleset

__all__ = [
    "HOMES",
    "UnreadableCase",
    "adjudicate",
    "adjudicate_json",
    "option_defects",
    "ruleset_named",
    "rulesets",
]

# ruleset id → module with `RULESETS: Mapping[str, Ruleset]`
HOMES: Mapping[str, str] = {
    "risiko-challenge": "games.challenge.rulebook",
    "kingmaker": "games.challenge.rulebook",
    "risk-classic": "games.risk.rulebook",
    "risk-mission": "games.risk.rulebook",
    "risk-capital": "games.risk.rulebook",
    "risk-two-player": "games.risk.rulebook",
    "futurisiko": "games.futurisiko.rulebook",
    "risikard": "games.risikard.rulebook",
}


@lru_cache(maxsize=64)
def ruleset_named(name: str) -> Ruleset:
    """The ruleset of that id. Raises KeyError."""
    found: Ruleset = import_module(HOMES[name]).RULESETS[name]
    return found


def rulesets() -> Mapping[str, Ruleset]:
    """Every registered ruleset by its id."""
    return {name: ruleset_named(name) for name in HOMES}


def adjudicate(document: object) -> dict[str, object]:
    """The ruling on a case, as the contract writes it. Raises UnreadableCase with one message per defect."""
    return _ruling(read_value(document))


def adjudicate_json(text: bytes | str) -> dict[str, object]:
    """The ruling on the text of a case, or `{"errors": […]}` where it cannot be read. Never raises for bad input."""
    try:
        return _ruling(read_json(text))
    except UnreadableCase as unreadable:
        return {"errors": list(unreadable.errors)}


def option_defects(ruleset: str, options: object) -> tuple[str, ...]:
    """What is wrong with a table's options, one message per defect with its place; nothing when they can be read."""
    try:
        _ruling(read_value({"ruleset": ruleset, "options": options}))
    except UnreadableCase as unreadable:
        return tuple(error for error in unreadable.errors if error.startswith("options"))
    raise AssertionError("a case without a position was ruled")  # pragma: no cover  # every game needs one


def _ruling(document: Node) -> dict[str, object]:
    if not isinstance(document.value, dict):
        raise UnreadableCase(["document: must be an object"])
    entry = document.need("ruleset")
    name = entry.one_of(tuple(HOMES), "ruleset") if entry else None
    if name is None:
        raise UnreadableCase(document.errors.messages)
    ruleset = ruleset_named(name)
    answer = ruleset.judge(ruleset, document).as_dict()
    return {**answer, "ruleset": {"id": ruleset.id, "edition": ruleset.edition.isoformat()}}
