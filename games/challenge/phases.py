"""Chapter 2, 2.12: whose turn it is, and the order of the phases of a turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.challenge.position import Case, Phase
from games.challenge.wording import PHASE_NAMES, missing_turn
from games.core.acts import Action
from games.core.rule import rule
from games.core.ruling import Finding, breach
from games.core.text import Text

PHASES_OF: Mapping[str, tuple[Phase, ...]] = {
    "deal_territory": (Phase.SETUP,),
    "place_initial": (Phase.SETUP,),
    "reinforce": (Phase.REINFORCEMENT,),
    "attack": (Phase.COMBAT,),
    "occupy": (Phase.COMBAT,),
    "move": (Phase.COMBAT, Phase.MOVEMENT),
    "draw_card": (Phase.COMBAT, Phase.MOVEMENT, Phase.CARD),
    "roll_closing": (Phase.COMBAT, Phase.MOVEMENT, Phase.CARD),
}
TURN_ACTIONS = tuple(PHASES_OF)


@rule(
    "2.12",
    "The phases of a turn",
    on=(*TURN_ACTIONS, "challenge_card"),
    it=(
        "Le fasi del turno",
        (
            "Il turno ha quattro fasi in quest'ordine: rinforzi, combattimenti, spostamento strategico, carta; poi "
            "passa al prossimo in senso orario."
        ),
    ),
    pt=(
        "As fases de um turno",
        "Um turno tem quatro fases nesta ordem: reforços, combates, movimento estratégico, carta; depois passa no sentido horário.",
    ),
    readings=(
        Text(
            "A movement declared in combat ends combat; a card drawn in combat or movement ends that phase.",
            "Lo spostamento dichiarato in combattimento lo conclude; la carta pescata in combattimento o "
            "spostamento conclude quella fase.",
            "Um movimento declarado no combate encerra o combate; uma carta comprada no combate ou no movimento encerra essa fase.",
        ),
    ),
)
def phases_of_a_turn(case: Case[Action]) -> Iterator[Finding]:
    """2.12. A turn has four phases in this order: reinforcements, combat, strategic movement, card; then it passes
    clockwise."""
    yield from _out_of_turn(case)
    phase, allowed = case.position.turn.phase, PHASES_OF.get(case.action.type)
    if allowed is None or _said_elsewhere(case):
        return
    if phase is None:
        if case.action.type not in ("deal_territory", "place_initial"):
            yield missing_turn("2.12", "phase")
    elif phase not in allowed:
        yield breach(
            "2.12",
            "This is not done in the phase: {phase}.",
            "Non si fa in questa fase: {phase}.",
            "Isto não se faz na fase: {phase}.",
            phase=PHASE_NAMES[phase],
        )
    elif case.action.type in ("attack", "occupy", "move") and case.position.turn.card_drawn:
        yield breach(
            "2.12",
            "The card is drawn: combat and movement are over.",
            "La carta è pescata: combattimenti e spostamento sono finiti.",
            "A carta foi comprada: combate e movimento acabaram.",
        )


def _out_of_turn(case: Case[Action]) -> Iterator[Finding]:
    player, turn = case.action.player, case.position.turn.player
    if player is None or case.action.type == "place_initial":
        return
    if turn is None:
        yield missing_turn("2.12", "player")
    elif turn != player:
        yield breach(
            "2.12", "It is {turn}'s turn.", "È il turno di {turn}.", "É o turno de {turn}.", turn=turn
        )


def _said_elsewhere(case: Case[Action]) -> bool:
    """Whether a more specific article speaks of this phase: 3.6, 3.7, 5.1, 5.4, 6.4, 9.2."""
    phase, turn = case.position.turn.phase, case.position.turn
    if case.action.type == "reinforce":
        return phase in (Phase.COMBAT, Phase.MOVEMENT, Phase.CARD)
    if case.action.type in ("attack", "occupy"):
        return turn.moved is True and phase is not Phase.SETUP
    if case.action.type == "draw_card":
        return bool(getattr(case.action, "late", False))
    return case.action.type == "roll_closing" and phase in (Phase.SETUP, Phase.REINFORCEMENT)


CHAPTER = (phases_of_a_turn,)
