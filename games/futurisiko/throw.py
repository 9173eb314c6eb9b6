"""What a roll in a combat comes to: who rolls, with how many dice, what remains. None is "the facts do not say"."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.futurisiko.actions import Case, Roll
from games.futurisiko.position import Combat, Holding, Phase, Position, Side, Units, without
from games.futurisiko.rulesets import GARRISON_DICE, Effect
from games.futurisiko.special_cards import effect_of

OTHER = {Side.ATTACKER: Side.DEFENDER, Side.DEFENDER: Side.ATTACKER}


@dataclass(frozen=True, slots=True)
class Fight:
    """The combat in question: its holding, who rolls and who should; `started` once a roll was made."""

    holding: Holding
    side: Side | None
    due: Side
    started: bool

    @property
    def targets(self) -> Units:
        """The armies that the roller may remove."""
        return self.holding.units if self.side is Side.ATTACKER else self.holding.invaders


def fight(case: Case[Roll]) -> Fight | None:
    """The combat, None where its territory or the turn's player is not given, or nobody invaded it."""
    position, action, turn = case.position, case.action, case.position.turn
    holding = position.board.get(action.territory)
    if holding is None or turn.player is None or not holding.invaders.total:
        return None
    started = turn.combat is not None and turn.combat.territory == action.territory
    due = turn.combat.next if started and turn.combat else first_to_roll(holding)
    return Fight(holding, side_of(case, holding), due, started)


def side_of(case: Case[Roll], holding: Holding) -> Side | None:
    """On which side the player fights."""
    sides = {case.position.turn.player: Side.ATTACKER, holding.owner: Side.DEFENDER}
    return sides.get(case.action.player)


def first_to_roll(holding: Holding) -> Side:
    """8.2: more aircraft roll first; equal ones leave it to the defender."""
    more = holding.invaders.aircraft > holding.units.aircraft
    return Side.ATTACKER if more else Side.DEFENDER


def played(case: Case[Roll]) -> Effect:
    """The effect of the card played with the roll, or none."""
    return Effect() if case.action.card is None else effect_of(case, case.action.card)


def beside_the_fight(case: Case[Roll]) -> dict[str, bool | None]:
    """Seas with submarines of the attacker → whether they border the territory."""
    attacker = case.position.turn.player or ""
    fleets = case.position.fleets or {}
    return {
        sea: case.board.washes(sea, case.action.territory)
        for sea, fleet in fleets.items()
        if fleet.get(attacker)
    }


def dice_due(case: Case[Roll]) -> int | None:
    """8.3: the dice of the player who rolls."""
    made = fight(case)
    if made is None or made.side is None:
        return None
    more = played(case).dice or 0
    if made.side is Side.DEFENDER:
        return made.holding.units.total + GARRISON_DICE + more
    afloat = dice_afloat(case)
    return None if afloat is None else made.holding.invaders.total + afloat + more


def dice_afloat(case: Case[Roll]) -> int | None:
    """8.3: the dice that the attacker may add for its submarines, none where the defender rolls."""
    made, near = fight(case), beside_the_fight(case)
    if made is None or made.side is not Side.ATTACKER:
        return 0
    if case.position.fleets is None or None in near.values():
        return None
    attacker = case.position.turn.player or ""
    return sum(case.position.fleets[sea][attacker] for sea, touches in near.items() if touches)


def hits(case: Case[Roll]) -> int:
    """Explosions, with those of a card."""
    return (case.action.explosions or 0) + (played(case).explosions or 0)


def roll_effects(case: Case[Roll]) -> dict[str, object]:
    """`first` or `next`: who rolls; `dice`: how many; after a roll `over`, `winner`, `conquered`."""
    made = fight(case)
    if made is None:
        return {}
    effects: dict[str, object] = {"next" if made.started else "first": made.due.value}
    due = dice_due(case)
    if due is not None:
        effects["dice"] = due
    if case.action.explosions is None or made.side is None:
        return effects
    over = _over(case, made)
    return {
        **effects,
        "over": over,
        "winner": made.side.value if over else None,
        "conquered": case.action.remove_garrison,
    }


def _over(case: Case[Roll], made: Fight) -> bool:
    if made.side is Side.ATTACKER:
        return case.action.remove_garrison
    return made.holding.invaders.total <= case.action.remove.total


def roll_after(case: Case[Roll]) -> Position:
    """The armies are removed; a conquered territory gets the conqueror's flag; the dice pass."""
    made = fight(case)
    if made is None or made.side is None or case.action.explosions is None:
        return case.position
    position = _card_spent(case)
    if case.action.sea is not None:
        position = position.with_fleet(case.action.sea, _enemy(case, made), -case.action.remove_submarines)
    combat = None if _over(case, made) else Combat(case.action.territory, OTHER[made.side])
    turn = replace(position.turn, phase=Phase.COMBAT, combat=combat)
    return position.with_holdings({case.action.territory: _left(case, made)}, turn)


def _left(case: Case[Roll], made: Fight) -> Holding:
    holding, removed = made.holding, case.action.remove
    if case.action.remove_garrison:
        return Holding(case.actor, holding.invaders)
    if made.side is Side.ATTACKER:
        return holding._replace(units=holding.units.less(removed))
    return holding._replace(invaders=holding.invaders.less(removed))


def _enemy(case: Case[Roll], made: Fight) -> str:
    return made.holding.owner if made.side is Side.ATTACKER else case.position.turn.player or ""


def enemy_submarines(case: Case[Roll], made: Fight) -> int | None:
    """The opponent's submarines in the sea that the roll names."""
    return case.position.submarines(_enemy(case, made), case.action.sea or "")


def _card_spent(case: Case[Roll]) -> Position:
    card = case.action.card
    if card is None:
        return case.position
    hand = without(case.position.hands[case.actor], (card,)) or ()
    return case.position.with_hand(case.actor, hand)
