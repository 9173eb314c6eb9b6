"""Judging a case of Risk: read, check every rule of its action, say what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.core.notation import Node
from games.core.rule import Ruleset, checks_for
from games.core.ruling import Ruling, Verdict, in_order, verdict_of
from games.risk.actions import Action, Case
from games.risk.allied import place_allied_after, place_allied_effects
from games.risk.capital import choose_after
from games.risk.cards import draw_after
from games.risk.combat import march_after, occupy_effects
from games.risk.document import read_case, write_position
from games.risk.drafting import reinforce_after, reinforce_effects
from games.risk.elimination import take_after, take_effects, victory_after
from games.risk.position import Position
from games.risk.setup import claim_after, deal_after, place_after
from games.risk.throw import attack_after, attack_effects


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
    "claim_territory": Consequences(after=claim_after),
    "deal_territory": Consequences(after=deal_after),
    "place_initial": Consequences(after=place_after),
    "choose_capital": Consequences(after=choose_after),
    "reinforce": Consequences(reinforce_effects, reinforce_after),
    "attack": Consequences(attack_effects, attack_after),
    "occupy": Consequences(occupy_effects, march_after),
    "place_allied": Consequences(place_allied_effects, place_allied_after),
    "move": Consequences(after=march_after),
    "draw_card": Consequences(after=draw_after),
    "take_cards": Consequences(take_effects, take_after),
    "claim_victory": Consequences(after=victory_after),
    "check_position": Consequences(),
}


def judge(ruleset: Ruleset, document: Node) -> Ruling:
    """The ruling on a case. Raises UnreadableCase with every defect of the document."""
    return judge_case(ruleset, read_case(document, ruleset.settings, actions_of(ruleset)))


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


def actions_of(ruleset: Ruleset) -> tuple[str, ...]:
    """The words for actions that the ruleset knows: those of the other games are absent."""
    absent: Any = ruleset.settings["absent"]
    return tuple(action for action in CONSEQUENCES if action not in absent)
