"""What an attack comes to: dice, losses, conquest, elimination. None is "the given facts do not say"."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from games.core.acts import Occupy
from games.core.dice import Losses, compare
from games.risk.actions import Attack, Case
from games.risk.position import Holding, LastAttack, Phase, Position, Turn
from games.risk.rulesets import ALLIED, ATTACKER_DICE, DEFENDER_DICE, DIE_FACES, GARRISON, DefenderDice


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice that each side may throw at most, and what the thrown dice did where their number is right."""

    attacker_most: int | None
    defender_most: int | None
    losses: Losses | None
    conquered: bool | None


def army_of(case: Case[Any]) -> str:
    """Whose armies act: the player's, or the Allied Army's where the player commands it (8.6)."""
    action, turn = case.action, case.position.turn
    commanded = isinstance(action, Attack) and action.command
    if isinstance(action, Occupy) and case.third == ALLIED and turn.phase in (Phase.ALLIED, None):
        held = case.position.board.get(action.source)
        commanded = held is not None and held.owner == ALLIED and action.player != turn.player
    return ALLIED if commanded else str(action.player)


def throw(case: Case[Attack]) -> Throw:
    """The throw of an attack, made or only intended."""
    attacking, defending = (case.position.armies_on(t) for t in (case.action.source, case.action.target))
    most_a = None if attacking is None else max(0, min(ATTACKER_DICE, attacking - GARRISON))
    most_d = None if defending is None else min(DEFENDER_DICE, defending)
    losses = _losses(case, most_a, most_d)
    return Throw(most_a, most_d, losses, None if losses is None else losses.defender == defending)


def _losses(case: Case[Attack], attacker_most: int | None, defender_most: int | None) -> Losses | None:
    attacker, defender = final_dice(case.action), case.action.defender_dice
    if attacker is None or defender is None or attacker_most is None or defender_most is None:
        return None
    least = defender_most if case.options.defender_dice is DefenderDice.MOST else 1
    if not (1 <= len(attacker) <= attacker_most and least <= len(defender) <= defender_most):
        return None
    return compare(attacker, defender)


def final_dice(action: Attack) -> tuple[int, ...] | None:
    """The attacker's dice after a die was thrown again (11.2) and one was turned to six (11.3)."""
    if action.attacker_dice is None:
        return None
    dice = action.attacker_dice
    if action.reroll is not None:
        dice = _changed(dice, *action.reroll)
    return dice if action.turned is None else _changed(dice, action.turned, DIE_FACES)


def _changed(dice: tuple[int, ...], old: int, new: int) -> tuple[int, ...]:
    if old not in dice:
        return dice
    i = dice.index(old)
    return (*dice[:i], new, *dice[i + 1 :])


def continues(case: Case[Attack]) -> bool:
    """Whether the throw goes on with the battle of the throw before it."""
    last = case.position.turn.last_attack
    return last is not None and (last.source, last.target) == (case.action.source, case.action.target)


def eliminates(case: Case[Attack]) -> bool | None:
    """Whether the throw takes the last territory of a player."""
    if not throw(case).conquered or case.position.board[case.action.target].owner == case.third:
        return False
    return case.position.is_last_territory(case.action.target)


def attack_effects(case: Case[Attack]) -> dict[str, object]:
    """The dice that may be thrown and, with dice thrown, losses, `conquered` and `eliminated`."""
    made = throw(case)
    effects: dict[str, object] = {}
    if made.attacker_most is not None:
        effects["attacker_dice_most"] = made.attacker_most
    if made.defender_most is not None:
        effects["defender_dice_most"] = made.defender_most
    if made.losses is None:
        return effects
    effects["attacker_dice"] = list(final_dice(case.action) or ())
    effects["attacker_losses"], effects["defender_losses"] = made.losses
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
    owner = army_of(case) if made.conquered else defender.owner
    changes = {
        action.source: Holding(attacker.owner, attacker.armies - made.losses.attacker),
        action.target: Holding(owner, defender.armies - made.losses.defender),
    }
    after = position.with_board(changes, turn=_turn_after(case, conquered=bool(made.conquered)))
    if not eliminates(case) or defender.owner in position.eliminated:
        return after
    by = {**position.eliminated_by, defender.owner: action.player}
    return replace(after, eliminated=(*position.eliminated, defender.owner), eliminated_by=by)


def _turn_after(case: Case[Attack], *, conquered: bool) -> Turn:
    turn, action, commanded = case.position.turn, case.action, army_of(case) == ALLIED
    again: bool | None = action.reroll is not None
    if continues(case) and not again and turn.last_attack:
        again = turn.last_attack.rerolled
    taken = turn.conquered
    if conquered and not commanded and taken is not None:
        taken = (*taken, action.target)
    return replace(
        turn,
        phase=turn.phase if commanded else Phase.COMBAT,
        conquered=taken,
        six_turned=True if action.turned is not None else turn.six_turned,
        last_attack=LastAttack(action.source, action.target, len(action.attacker_dice or ()), again),
    )
