"""Chapter 3, 3.1: whose turn it is, and the parts of a turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.core.rule import rule
from games.core.ruling import Finding, breach
from games.core.text import Text
from games.risk.actions import Case
from games.risk.position import Phase
from games.risk.rulesets import ALLIED
from games.risk.throw import army_of
from games.risk.wording import PHASE_NAMES, missing_turn

PHASES_OF: Mapping[str, tuple[Phase, ...]] = {
    "claim_territory": (Phase.SETUP,),
    "deal_territory": (Phase.SETUP,),
    "place_initial": (Phase.SETUP,),
    "choose_capital": (Phase.SETUP,),
    "reinforce": (Phase.REINFORCEMENT,),
    "attack": (Phase.COMBAT,),
    "occupy": (Phase.COMBAT,),
    "take_cards": (Phase.COMBAT,),
    "place_allied": (Phase.COMBAT, Phase.ALLIED),
    "move": (Phase.COMBAT, Phase.ALLIED, Phase.MOVEMENT),
    "draw_card": (Phase.COMBAT, Phase.ALLIED, Phase.MOVEMENT, Phase.CARD),
}
SETUP_ACTIONS = ("claim_territory", "deal_territory", "place_initial", "choose_capital")
ON_ONES_TURN = ("reinforce", "attack", "occupy", "take_cards", "move", "draw_card")


@rule(
    "3.1",
    "The parts of a turn",
    on=tuple(PHASES_OF),
    it=(
        "Le fasi del turno",
        "Il turno ha tre fasi: nuove armate, attacchi, fortificazione; chi ha conquistato pesca una carta alla fine.",
    ),
    pt=(
        "As partes de um turno",
        "Um turno tem três partes: exércitos novos, ataques, fortificação; quem conquistou compra uma carta no fim dos ataques.",
    ),
    readings=(
        Text(
            "With all new armies placed an attack or a manoeuvre opens the next part; a manoeuvre or a card closes the "
            "attacks.",
            "Piazzate tutte le nuove armate, un attacco o una manovra apre la fase seguente; la manovra o la carta "
            "chiude gli attacchi.",
            "Colocados todos os exércitos novos, um ataque ou uma manobra abre a parte seguinte; uma manobra ou uma carta encerra os ataques.",
        ),
    ),
)
def parts_of_a_turn(case: Case[Any]) -> Iterator[Finding]:
    """3.1. A turn has three parts: new armies, attacks, fortifying; whoever conquered draws a card at their end."""
    kind, phase = case.action.type, case.position.turn.phase
    if kind in ON_ONES_TURN and army_of(case) != case.third:
        yield from _whose_turn(case)
    if phase is None:
        if kind not in SETUP_ACTIONS:
            yield missing_turn("3.1", "phase")
    elif phase not in _allowed(case):
        yield breach(
            "3.1",
            "This is not done in the part: {phase}.",
            "Non si fa in questa fase: {phase}.",
            "Isto não se faz nesta parte: {phase}.",
            phase=PHASE_NAMES[phase],
        )
    elif kind in ("attack", "occupy", "reinforce") and case.position.turn.card_drawn:
        yield breach(
            "3.1",
            "The card is drawn: attacks are over.",
            "La carta è pescata: gli attacchi sono finiti.",
            "A carta foi comprada: os ataques acabaram.",
        )


def _whose_turn(case: Case[Any]) -> Iterator[Finding]:
    turn = case.position.turn.player
    if turn is None:
        yield missing_turn("3.1", "player")
    elif turn != case.action.player:
        yield breach(
            "3.1", "It is {turn}'s turn.", "È il turno di {turn}.", "É o turno de {turn}.", turn=turn
        )


def _allowed(case: Case[Any]) -> tuple[Phase, ...]:
    usual, kind = PHASES_OF[case.action.type], case.action.type
    if army_of(case) == ALLIED and kind in ("attack", "occupy"):
        return (Phase.ALLIED,)
    if kind == "reinforce":
        return (*usual, Phase.COMBAT)
    if case.position.turn.remaining == 0 and kind in ("attack", "move", "place_allied"):
        return (Phase.REINFORCEMENT, *usual)
    return usual


CHAPTER = (parts_of_a_turn,)
