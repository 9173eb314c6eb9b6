"""Judging a case of futuRisiKo!: read, check every rule of its action, say what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.core.notation import Node
from games.core.rule import Ruleset, checks_for
from games.core.ruling import Ruling, Verdict, in_order, verdict_of
from games.futurisiko.actions import Action, Case
from games.futurisiko.cards import take_after, take_effects
from games.futurisiko.combat import end_operations_after
from games.futurisiko.document import read_case, write_position
from games.futurisiko.movement import move_after, move_effects
from games.futurisiko.position import Position
from games.futurisiko.production import end_production_after, produce_after, produce_effects
from games.futurisiko.sequence import claim_after, sequence_after, sequence_effects
from games.futurisiko.special_cards import play_after, play_effects
from games.futurisiko.throw import roll_after, roll_effects


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
    "determine_sequence": Consequences(sequence_effects, sequence_after),
    "shuffle_deck": Consequences(),
    "claim_territory": Consequences(after=claim_after),
    "take_cards": Consequences(take_effects, take_after),
    "play_card": Consequences(play_effects, play_after),
    "produce": Consequences(produce_effects, produce_after),
    "end_production": Consequences(after=end_production_after),
    "move": Consequences(move_effects, move_after),
    "roll": Consequences(roll_effects, roll_after),
    "end_operations": Consequences(after=end_operations_after),
    "claim_victory": Consequences(),
    "check_position": Consequences(),
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
