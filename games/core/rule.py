"""Rules as objects: a number, a title, the text that a referee reads, and a check that cites it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Any

from games.core.notation import Node
from games.core.ruling import Finding, Ruling
from games.core.text import Text

Check = Callable[[Any], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Rule:
    """One article. `check` reads a frozen case and yields findings; without one, `reason` says why."""

    number: str
    title: Text
    text: Text
    actions: tuple[str, ...] = ()
    check: Check | None = None
    reason: Text | None = None
    readings: tuple[Text, ...] = ()


def rule(
    number: str,
    title: str,
    *,
    on: tuple[str, ...],
    it: tuple[str, str],
    pt: tuple[str, str],
    readings: tuple[Text, ...] = (),
) -> Callable[[Check], Rule]:
    """Make a check the rule `number`. Its docstring, after the number, is the English text.

    `on` names the actions it looks at; `it` and `pt` are the Italian and the Portuguese title and text.
    """

    def make(check: Check) -> Rule:
        text = " ".join((inspect.getdoc(check) or "").split())
        start = f"{number}. "
        if not text.startswith(start):
            raise ValueError(f"the docstring of {check.__name__} does not begin with {number!r}")
        return Rule(
            number,
            Text(title, it[0], pt[0]),
            Text(text[len(start) :], it[1], pt[1]),
            on,
            check,
            None,
            readings,
        )

    return make


def stated(number: str, title: Text, text: Text, *, reason: Text) -> Rule:
    """An article that no case can breach, with the reason."""
    return Rule(number, title, text, reason=reason)


@dataclass(frozen=True, slots=True)
class Option:
    """A tournament's choice among the readings that the text allows."""

    name: str
    default: str
    meaning: Text


@dataclass(frozen=True, eq=False)
class Ruleset:
    """A frozen, dated selection of rules with the function that judges a case under them.

    `numbered` lists the articles of the rulebook, so that a catalogue can show what stands behind each.
    """

    id: str
    edition: date
    title: Text
    rules: tuple[Rule, ...]
    judge: Callable[[Ruleset, Node], Ruling]
    options: tuple[Option, ...] = ()
    settings: Mapping[str, object] = field(default_factory=dict)

    def rule(self, number: str) -> Rule | None:
        """The rule of that number."""
        return next((r for r in self.rules if r.number == number), None)


@lru_cache(maxsize=256)
def checks_for(ruleset: Ruleset, action: str) -> tuple[Check, ...]:
    """The checks that look at an action, in printed order."""
    return tuple(r.check for r in ruleset.rules if r.check is not None and action in r.actions)
