"""Judging a case of Risikard!: read, check every rule of its action, say what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.core.notation import Node
from games.core.rule import Ruleset, checks_for
from games.core.ruling import Ruling, Verdict, in_order, verdict_of
from games.risikard.attack import turn_over
from games.risikard.document import read_case, write_position
from games.risikard.ending import claim_effects, count_effects
from games.risikard.fight import attack_after, attack_effects
from games.risikard.position import Action, Case, Position
from games.risikard.setup import begin_after, reshuffle_after
from games.risikard.strength import muster_after, muster_effects, protect_after


def _no_effects(_case: Case[Any]) -> dict[str, object]:
    return {}


def _as_before(case: Case[Any]) -> Position:
    return case.position


@dataclass(frozen=True, slots=True)
class Consequences:
    """What follows an action: `effects` always, `after` when it is legal."""

    effects: Callable[[Case[Any]], dict[str, object]] = _no_effects
    after: Callable[[Case[Any]], Position] = _as_before


CONSEQUENCES: Mapping[str, Consequences] = {
    "deal": Consequences(),
    "begin": Consequences(after=begin_after),
    "reshuffle": Consequences(after=reshuffle_after),
    "attack": Consequences(attack_effects, attack_after),
    "skip_turn": Consequences(after=turn_over),
    "muster": Consequences(muster_effects, muster_after),
    "protect": Consequences(after=protect_after),
    "claim_victory": Consequences(claim_effects),
    "final_count": Consequences(count_effects),
}


def judge(ruleset: Ruleset, document: Node) -> Ruling:
    """The ruling on a case. Raises UnreadableCase with every defect of the document."""
    return judge_case(ruleset, read_case(document, tuple(CONSEQUENCES)))


def judge_case(ruleset: Ruleset, case: Case[Action]) -> Ruling:
    """The ruling on a case that is already read."""
    findings = in_order(f for check in checks_for(ruleset, case.action.type) for f in check(case))
    consequences = CONSEQUENCES[case.action.type]
    legal = verdict_of(findings) is Verdict.LEGAL
    return Ruling(
        findings=findings,
        effects=consequences.effects(case),
        position=write_position(consequences.after(case)) if legal else None,
    )
