"""Chapter 6: the card for a conquest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.core.rule import rule
from games.core.ruling import Finding, applies, breach
from games.core.text import Text
from games.risk.actions import Case, DrawCard
from games.risk.position import Phase, Position
from games.risk.wording import missing_turn


@rule(
    "6.1",
    "A card for a conquest",
    on=("draw_card",),
    it=(
        "Una carta per la conquista",
        "Finiti gli attacchi, chi ha conquistato almeno un territorio pesca una carta.",
    ),
    pt=(
        "Uma carta por conquista",
        "Acabados os ataques, quem conquistou pelo menos um território compra uma carta.",
    ),
)
def card_for_a_conquest(case: Case[DrawCard]) -> Iterator[Finding]:
    """6.1. When the attacks are over, whoever conquered at least one territory draws a card."""
    conquered = case.position.turn.conquered
    if conquered is None:
        yield missing_turn("6.1", "conquered")
    elif conquered:
        yield applies(
            "6.1",
            "A territory was conquered.",
            "È stato conquistato un territorio.",
            "Um território foi conquistado.",
        )
    else:
        yield breach(
            "6.1", "Nothing was conquered.", "Non è stato conquistato nulla.", "Nada foi conquistado."
        )


@rule(
    "6.2",
    "One card a turn",
    on=("draw_card",),
    it=("Una carta per turno", "In un turno si pesca al massimo una carta."),
    pt=("Uma carta por turno", "Em um turno compra-se no máximo uma carta."),
    readings=(
        Text(
            "A card that is not known yet counts as not drawn while the attacks go on.",
            "Durante gli attacchi una carta di cui non si dice nulla conta come non pescata.",
            "Enquanto os ataques continuam, uma carta de que nada se diz conta como não comprada.",
        ),
    ),
)
def one_card_a_turn(case: Case[DrawCard]) -> Iterator[Finding]:
    """6.2. In a turn at most one card is drawn."""
    drawn = case.position.turn.card_drawn
    if drawn:
        yield breach(
            "6.2", "A card was drawn.", "Una carta è già stata pescata.", "Uma carta já foi comprada."
        )
    elif drawn is None and not case.turn_is(Phase.COMBAT):
        yield missing_turn("6.2", "card_drawn")


def draw_after(case: Case[DrawCard]) -> Position:
    """The card is in the hand; where it is not known, the hand is no longer given."""
    position, player, card = case.position, case.action.player, case.action.card
    hands = dict(position.hands)
    own = hands.pop(player, None)
    if own is not None and card is not None:
        hands[player] = (*own, card)
    return replace(position, hands=hands).with_turn(card_drawn=True, phase=Phase.MOVEMENT)


CHAPTER = (card_for_a_conquest, one_card_a_turn)
