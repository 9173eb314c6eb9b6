"""What an attack comes to: dice due, losses, conquest, elimination. None is "the given facts do not say"."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.challenge.position import Attack, Case, Holding, LastAttack, Position
from games.challenge.rulesets import ATTACKER_DICE, DEFENDER_DICE, GARRISON
from games.core.dice import Losses, compare


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice due on each side, and what the thrown dice did where they are the right number."""

    attacker_due: int | None
    defender_due: int | None
    losses: Losses | None
    conquered: bool | None


def throw(case: Case[Attack]) -> Throw:
    """The throw of an attack, launched or only intended."""
    position, action = case.position, case.action
    attacking, defending = position.armies_on(action.source), position.armies_on(action.target)
    due_a = None if attacking is None else max(0, min(ATTACKER_DICE, attacking - GARRISON))
    due_d = None if defending is None else min(DEFENDER_DICE, defending)
    losses = _losses(action, due_a, due_d)
    return Throw(due_a, due_d, losses, None if losses is None else losses.defender == defending)


def _losses(action: Attack, attacker_due: int | None, defender_due: int | None) -> Losses | None:
    attacker, defender = action.attacker_dice, action.defender_dice
    if attacker is None or defender is None:
        return None
    if len(attacker) != attacker_due or len(defender) != defender_due:
        return None
    return compare(attacker, defender, ties_to_attacker=action.challenge_card)


def continues(case: Case[Attack]) -> bool:
    """Whether the throw goes on with the last attack (4.12)."""
    last = case.position.turn.last_attack
    return last is not None and (last.source, last.target) == (case.action.source, case.action.target)


def is_enemy(case: Case[Attack]) -> bool | None:
    """Whether an enemy holds the attacked territory."""
    own = case.position.owns(case.action.player, case.action.target)
    return None if own is None else not own


def threatens_last(case: Case[Attack]) -> bool | None:
    """Whether this throw could destroy the last army on its owner's last territory (7.1).

    None where only the defender's other territories are not given.
    """
    made = throw(case)
    if not is_enemy(case) or made.attacker_due is None or made.defender_due is None:
        return False
    defending = case.position.board[case.action.target].armies
    if not 0 < defending <= made.attacker_due:
        return False
    return case.position.is_last_territory(case.action.target)


def eliminates(case: Case[Attack]) -> bool | None:
    """Whether the throw puts the defender out of the game."""
    if not throw(case).conquered or not is_enemy(case):
        return False
    return case.position.is_last_territory(case.action.target)


def attack_effects(case: Case[Attack]) -> dict[str, object]:
    """The dice due and, with dice thrown, losses, `conquered` and `eliminated` (who, or null; absent if unknown)."""
    made = throw(case)
    effects: dict[str, object] = {}
    if made.attacker_due is not None:
        effects["attacker_dice"] = made.attacker_due
    if made.defender_due is not None and is_enemy(case):
        effects["defender_dice"] = made.defender_due
    if made.losses is None or not is_enemy(case):
        return effects
    effects["attacker_losses"] = made.losses.attacker
    effects["defender_losses"] = made.losses.defender
    effects["conquered"] = bool(made.conquered)
    out = eliminates(case)
    if out is not None:
        effects["eliminated"] = case.position.board[case.action.target].owner if out else None
    return effects


def attack_after(case: Case[Attack]) -> Position:
    """The position after the throw; a conquered territory is its conqueror's with no army yet."""
    position, action, made = case.position, case.action, throw(case)
    if made.losses is None:
        return position
    attacker, defender = position.board[action.source], position.board[action.target]
    changes = {
        action.source: Holding(attacker.owner, attacker.armies - made.losses.attacker),
        action.target: Holding(defender.owner, defender.armies - made.losses.defender),
    }
    turn = replace(position.turn, last_attack=LastAttack(action.source, action.target, made.attacker_due))
    out = position.eliminated
    if made.conquered:
        changes[action.target] = Holding(action.player, 0)
        if turn.conquered is not None:
            turn = replace(turn, conquered=(*turn.conquered, action.target))
        if eliminates(case) and defender.owner not in out:
            out = (*out, defender.owner)
    return position.with_board(changes, turn=turn, eliminated=out)
