"""Judging a case that is read: every rule of its action is asked, then what follows is said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.core.rule import Ruleset, checks_for
from games.core.ruling import Ruling, Verdict, in_order, verdict_of
from games.core.text import Text


def _no_effects(_case: Any) -> dict[str, object]:
    return {}


def _no_remedy(_case: Any) -> tuple[Text, ...]:
    return ()


def _as_before(case: Any) -> Any:
    return case.position


@dataclass(frozen=True, slots=True)
class Consequences:
    """What follows an action: `effects` always, `remedy` where the rulebook says so, the position `after` when it is legal."""

    effects: Callable[[Any], dict[str, object]] = _no_effects
    after: Callable[[Any], Any] = _as_before
    remedy: Callable[[Any], tuple[Text, ...]] = _no_remedy


def ruling_on(
    ruleset: Ruleset,
    case: Any,
    consequences: Consequences,
    write_position: Callable[[Any], dict[str, object]],
) -> Ruling:
    """The ruling on a case, with the position after a legal action as its game writes it."""
    findings = in_order(f for check in checks_for(ruleset, case.action.type) for f in check(case))
    verdict = verdict_of(findings)
    return Ruling(
        findings=findings,
        effects=consequences.effects(case),
        remedy=consequences.remedy(case) if verdict is Verdict.ILLEGAL else (),
        position=write_position(consequences.after(case)) if verdict is Verdict.LEGAL else None,
    )
