"""Judging a case of futuRisiKo!: read, check every rule of its action, say what follows."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.judging import Consequences, ruling_on
from games.core.notation import Node
from games.core.rule import Ruleset
from games.core.ruling import Ruling
from games.futurisiko.actions import Action, Case
from games.futurisiko.cards import take_after, take_effects
from games.futurisiko.combat import end_operations_after
from games.futurisiko.document import read_case, write_position
from games.futurisiko.movement import move_after, move_effects
from games.futurisiko.production import end_production_after, produce_after, produce_effects
from games.futurisiko.sequence import sequence_after, sequence_effects
from games.futurisiko.setup import claim_after
from games.futurisiko.special_cards import play_after, play_effects
from games.futurisiko.throw import roll_after, roll_effects

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
    return ruling_on(ruleset, case, CONSEQUENCES[case.action.type], write_position)
