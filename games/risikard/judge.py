"""Judging a case of Risikard!: read, check every rule of its action, say what follows."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.judging import Consequences, ruling_on
from games.core.notation import Node
from games.core.rule import Ruleset
from games.core.ruling import Ruling
from games.risikard.attack import turn_over
from games.risikard.document import read_case, write_position
from games.risikard.ending import claim_effects, count_effects
from games.risikard.fight import attack_after, attack_effects
from games.risikard.position import Action, Case
from games.risikard.setup import begin_after, reshuffle_after
from games.risikard.strength import muster_after, muster_effects, protect_after

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
    return ruling_on(ruleset, case, CONSEQUENCES[case.action.type], write_position)
