"""How an attack goes: fight by fight, to two wins or a Joker."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.risikard.position import FACE_DOWN, ArmyCard, Attack, Case, Position, without
from games.risikard.rulesets import FIGHTS_TO_WIN, Side

OTHER = {Side.ATTACKER: Side.DEFENDER, Side.DEFENDER: Side.ATTACKER}


@dataclass(frozen=True, slots=True)
class Fights:
    """`winners` of the fights so far; `unsettled`: the number of a fight that the facts do not settle; `jokers`: it is
    one in which both sides play a Joker; `by_joker`: a Joker decided.
    """

    winners: tuple[Side, ...] = ()
    unsettled: int | None = None
    jokers: bool = False
    by_joker: bool = False

    @property
    def winner(self) -> Side | None:
        """Who has won the attack, None while it is open."""
        if self.by_joker:
            return self.winners[-1]
        return next((side for side in Side if self.winners.count(side) == FIGHTS_TO_WIN), None)


def fights(case: Case[Attack]) -> Fights:
    """The fights of an attack, as far as they are settled."""
    made = Fights()
    for number, (attacker, defender) in enumerate(_pairs(case)):
        if made.winner is not None:
            return made
        won = _winner(case, attacker, defender)
        if won is None:
            return replace(made, unsettled=number, jokers=attacker.joker and defender.joker)
        made = replace(made, winners=(*made.winners, won), by_joker=attacker.joker or defender.joker)
    return made


def _pairs(case: Case[Attack]) -> list[tuple[ArmyCard, ArmyCard]]:
    return list(zip(case.action.attacker_cards, case.action.defender_cards, strict=False))


def _winner(case: Case[Attack], attacker: ArmyCard, defender: ArmyCard) -> Side | None:
    if attacker.joker and defender.joker:
        return case.options.both_jokers
    if attacker.joker or defender.joker:
        return Side.ATTACKER if attacker.joker else Side.DEFENDER
    if attacker.value is None or defender.value is None:
        return None
    if attacker.value != defender.value:
        return Side.ATTACKER if attacker.value > defender.value else Side.DEFENDER
    if attacker.symbol is None:
        return None
    return Side.ATTACKER if attacker.symbol is case.card(case.action.source).symbol else Side.DEFENDER


def defender_of(case: Case[Attack]) -> str | None:
    """Who holds the territory attacked."""
    return case.position.board.get(case.action.target)


def taken(case: Case[Attack]) -> tuple[str, str] | None:
    """2.7: the territory that changes hands and who loses it."""
    won, defender = fights(case).winner, defender_of(case)
    if won is None or defender is None:
        return None
    if won is Side.ATTACKER:
        return case.action.target, defender
    return case.action.source, case.actor


def eliminated(case: Case[Attack]) -> bool | None:
    """4.1: whether the loser held nothing else, None where the given territories do not say."""
    change = taken(case)
    if change is None or len(case.position.territories_of(change[1])) > 1:
        return False
    return True if case.position.whole(case.deck) else None


def attack_effects(case: Case[Attack]) -> dict[str, object]:
    """`fights`: who won each; after the last `winner`, `taken`, `defender_draws`, `eliminated` (who, or null)."""
    made, change = fights(case), taken(case)
    effects: dict[str, object] = {"fights": [side.value for side in made.winners]}
    if made.winner is None or change is None:
        return effects
    out = eliminated(case)
    effects |= {
        "winner": made.winner.value,
        "taken": change[0],
        "defender_draws": len(case.action.defender_cards),
    }
    return effects if out is None else {**effects, "eliminated": change[1] if out else None}


def attack_after(case: Case[Attack]) -> Position:
    """The territory changes hands, the defender has as many cards as before; a loser without territories is out."""
    change, defender = taken(case), defender_of(case)
    if change is None or defender is None:
        return case.position
    position, (territory, loser) = case.position, change
    gainer = case.actor if loser == defender else defender
    attacks = position.turn.attacks
    turn = replace(position.turn, attacks=None if attacks is None else attacks + 1)
    position = replace(position, board={**position.board, territory: gainer}, turn=turn)
    position = _played(position, case.actor, case.action.attacker_cards)
    position = _played(position, defender, case.action.defender_cards)
    if defender in position.hands:
        drawn = (FACE_DOWN,) * len(case.action.defender_cards)
        position = position.with_hand(defender, (*position.hands[defender], *drawn))
    return _out(position, loser, gainer) if eliminated(case) else position


def _played(position: Position, player: str, cards: tuple[ArmyCard, ...]) -> Position:
    hand = position.hands.get(player)
    return position if hand is None else position.with_hand(player, without(hand, cards) or ())


def _out(position: Position, loser: str, gainer: str) -> Position:
    """4.1: the Army cards pass to whoever took the last territory; an attacker who is out ends its turn."""
    hands = dict(position.hands)
    passed = hands.pop(loser, None)
    if passed is not None and gainer in hands:
        hands[gainer] = (*hands[gainer], *passed)
    else:
        hands.pop(gainer, None)
    position = replace(position, hands=hands, eliminated=(*position.eliminated, loser))
    if position.turn.player != loser:
        return position
    return replace(position, turn=replace(position.turn, player=position.after(loser), attacks=0))
