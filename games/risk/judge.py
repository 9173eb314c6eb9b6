"""Judging a case of Risk: read, check every rule of its action, say what follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.acts import Action
from games.core.judging import Consequences, ruling_on
from games.core.notation import Node
from games.core.rule import Ruleset
from games.core.ruling import Ruling
from games.risk.actions import Case
from games.risk.allied import place_allied_after, place_allied_effects
from games.risk.capital import choose_after
from games.risk.cards import draw_after
from games.risk.combat import march_after, occupy_effects
from games.risk.document import read_case, write_position
from games.risk.drafting import reinforce_after, reinforce_effects
from games.risk.elimination import take_after, take_effects, victory_after
from games.risk.setup import claim_after, deal_after, place_after
from games.risk.throw import attack_after, attack_effects

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
    return ruling_on(ruleset, case, CONSEQUENCES[case.action.type], write_position)


def actions_of(ruleset: Ruleset) -> tuple[str, ...]:
    """The words for actions that the ruleset knows: those of the other games are absent."""
    absent: Any = ruleset.settings["absent"]
    return tuple(action for action in CONSEQUENCES if action not in absent)
