"""Judging a case of RisiKo! Challenge: read, check every rule of its action, say what follows."""

from __future__ import annotations

from collections.abc import Mapping

from games.challenge.army_limit import limit_remedy
from games.challenge.cards import discard_remedy, draw_after, draw_effects, draw_remedy
from games.challenge.combat import attack_remedy
from games.challenge.document import read_case, write_position
from games.challenge.elimination import take_after, take_effects
from games.challenge.ending import claim_after, claim_effects, roll_after, roll_effects
from games.challenge.final_score import score_after, score_effects
from games.challenge.kingmaker import kingmaker_after, kingmaker_effects
from games.challenge.movement import march_after, occupy_effects
from games.challenge.position import Case
from games.challenge.reinforcement import reinforce_after, reinforce_effects
from games.challenge.setup import deal_after, deal_effects, place_after
from games.challenge.throw import attack_after, attack_effects
from games.core.acts import Action
from games.core.judging import Consequences, ruling_on
from games.core.notation import Node
from games.core.rule import Ruleset
from games.core.ruling import Ruling

CONSEQUENCES: Mapping[str, Consequences] = {
    "deal_territory": Consequences(deal_effects, deal_after),
    "place_initial": Consequences(after=place_after),
    "reinforce": Consequences(reinforce_effects, reinforce_after, limit_remedy),
    "attack": Consequences(attack_effects, attack_after, attack_remedy),
    "occupy": Consequences(occupy_effects, march_after),
    "move": Consequences(after=march_after),
    "draw_card": Consequences(draw_effects, draw_after, draw_remedy),
    "discard_card": Consequences(remedy=discard_remedy),
    "take_cards": Consequences(take_effects, take_after),
    "roll_closing": Consequences(roll_effects, roll_after),
    "claim_objective": Consequences(claim_effects, claim_after),
    "score": Consequences(score_effects, score_after),
    "check_position": Consequences(remedy=limit_remedy),
    "kingmaker_distribute": Consequences(),
    "kingmaker_score": Consequences(kingmaker_effects, kingmaker_after),
    "challenge_card": Consequences(),
}


def judge(ruleset: Ruleset, document: Node) -> Ruling:
    """The ruling on a case. Raises UnreadableCase with every defect of the document."""
    case = read_case(document, ruleset.settings, actions_of(ruleset))
    return judge_case(ruleset, case)


def judge_case(ruleset: Ruleset, case: Case[Action]) -> Ruling:
    """The ruling on a case that is already read."""
    return ruling_on(ruleset, case, CONSEQUENCES[case.action.type], write_position)


def actions_of(ruleset: Ruleset) -> tuple[str, ...]:
    """The words for actions that the ruleset knows."""
    known = {action for rule in ruleset.rules for action in rule.actions}
    return tuple(action for action in CONSEQUENCES if action in known)
