"""Chapter 6: the card phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.challenge.position import Case, DiscardCard, DrawCard, Phase, Position
from games.challenge.rulesets import HAND_LIMIT
from games.challenge.wording import missing_conquered, missing_hand, missing_turn
from games.core.acts import CheckPosition
from games.core.rule import rule
from games.core.ruling import Finding, applies, breach, verdict_of
from games.core.text import Text, cards

SHOW_AND_RESHUFFLE = Text(
    "Show the card to everybody, put it back into the deck and shuffle.",
    "Mostrare la carta a tutti, rimetterla nel mazzo e mescolare.",
    "Mostre a carta a todos, devolva-a ao baralho e embaralhe.",
)


@rule(
    "6.1",
    "A card for a conquest",
    on=("draw_card",),
    it=(
        "Una carta per chi conquista",
        "A fine turno chi ha conquistato almeno un territorio ha diritto a una carta territorio.",
    ),
    pt=(
        "Uma carta por conquista",
        "No fim do turno, quem conquistou pelo menos um território pode comprar uma carta de território.",
    ),
)
def card_for_a_conquest(case: Case[DrawCard]) -> Iterator[Finding]:
    """6.1. At the end of its turn, whoever conquered at least one territory may draw a territory card."""
    conquered = case.position.turn.conquered
    if conquered is None:
        yield missing_conquered("6.1")
    elif not conquered:
        yield breach(
            "6.1",
            "Nothing was conquered in this turn.",
            "In questo turno non è stato conquistato nulla.",
            "Nada foi conquistado neste turno.",
        )
    else:
        yield applies(
            "6.1",
            "A territory was conquered.",
            "È stato conquistato un territorio.",
            "Um território foi conquistado.",
        )


@rule(
    "6.2",
    "One card a turn",
    on=("draw_card",),
    it=(
        "Una carta per turno",
        "Per quanti siano i territori conquistati, si pesca una sola carta per turno.",
    ),
    pt=("Uma carta por turno", "Por mais territórios que se conquistem, compra-se uma só carta por turno."),
)
def one_card_a_turn(case: Case[DrawCard]) -> Iterator[Finding]:
    """6.2. However many territories were conquered, one card is drawn in a turn."""
    drawn = case.position.turn.card_drawn
    if drawn is None:
        yield missing_turn("6.2", "card_drawn")
    elif drawn:
        yield breach(
            "6.2",
            "A card was drawn in this turn.",
            "In questo turno è già stata pescata una carta.",
            "Uma carta já foi comprada neste turno.",
        )


@rule(
    "6.3",
    "A card drawn without right",
    on=("draw_card",),
    it=(
        "Una carta presa senza diritto",
        "Chi pesca senza averne diritto mostra la carta a tutti, la rimette nel mazzo e lo mescola.",
    ),
    pt=(
        "Uma carta comprada sem direito",
        "Quem compra sem ter direito mostra a carta a todos, devolve-a e embaralha o baralho.",
    ),
)
def card_without_right(case: Case[DrawCard]) -> Iterator[Finding]:
    """6.3. Whoever draws without the right to it shows the card to everybody, returns it and shuffles the deck."""
    if is_entitled(case) is False:
        yield applies(
            "6.3",
            "The card is shown, returned and shuffled in.",
            "La carta si mostra, si rimette e si mescola.",
            "A carta é mostrada, devolvida e embaralhada.",
        )


@rule(
    "6.4",
    "A forgotten card",
    on=("draw_card",),
    it=(
        "Una carta dimenticata",
        "Chi se ne dimentica può pescarla fino alla fine del turno del giocatore seguente; poi il diritto è perso.",
    ),
    pt=(
        "Uma carta esquecida",
        "Uma carta esquecida pode ser comprada até o fim do turno do jogador seguinte; depois o direito se perde.",
    ),
)
def forgotten_card(case: Case[DrawCard]) -> Iterator[Finding]:
    """6.4. A forgotten card may be drawn until the next player's turn ends; after that the right is lost."""
    if not case.action.late:
        return
    if case.action.next_turn_over:
        yield breach(
            "6.4",
            "The next player's turn is over: too late.",
            "Il turno seguente è finito: è tardi.",
            "O turno do jogador seguinte acabou: é tarde.",
        )
    else:
        yield applies(
            "6.4",
            "The next player's turn is not over.",
            "Il turno seguente non è ancora finito.",
            "O turno do jogador seguinte não acabou.",
        )


@rule(
    "6.5",
    "Say how many",
    on=("draw_card",),
    it=("Dire quante", "Chi pesca dichiara ad alta voce quante carte ha, compresa quella appena presa."),
    pt=("Dizer quantas", "Quem compra diz em voz alta quantas cartas tem, contando a nova."),
)
def say_how_many(case: Case[DrawCard]) -> Iterator[Finding]:
    """6.5. Whoever draws says aloud how many cards it holds, the new one included."""
    hand = case.position.hands.get(case.action.player)
    if hand is not None and is_entitled(case):
        yield applies(
            "6.5",
            "To be said: {held}.",
            "Da dichiarare: {held}.",
            "A dizer: {held}.",
            held=cards(len(hand) + 1),
        )


@rule(
    "6.6",
    "Seven cards at most",
    on=("draw_card", "check_position"),
    it=("Al massimo sette carte", "Nessuno può avere più di 7 carte in mano."),
    pt=("No máximo sete cartas", "Ninguém pode ter mais de 7 cartas na mão."),
)
def seven_cards_at_most(case: Case[Any]) -> Iterator[Finding]:
    """6.6. Nobody may hold more than 7 cards."""
    looked_at = case.position.players if isinstance(case.action, CheckPosition) else (case.action.player,)
    allowed = HAND_LIMIT if isinstance(case.action, CheckPosition) else HAND_LIMIT - 1
    for player in looked_at:
        hand = case.position.hands.get(player)
        if hand is not None and len(hand) > allowed:
            yield breach(
                "6.6",
                "{player} holds {held}.",
                "{player} ha in mano {held}.",
                "{player} tem {held} na mão.",
                player=player,
                held=cards(len(hand)),
            )


@rule(
    "6.7",
    "No card for a full hand",
    on=("draw_card",),
    it=(
        "Mano piena, niente carta",
        "Chi ha già 7 carte non pesca finché non ne gioca tre in un tris.",
    ),
    pt=("Mão cheia, nada de carta", "Com 7 cartas na mão não se compra até jogar uma trinca."),
)
def no_card_for_a_full_hand(case: Case[DrawCard]) -> Iterator[Finding]:
    """6.7. With 7 cards in hand there is no drawing until a set has been played."""
    hand = case.position.hands.get(case.action.player)
    if hand is None:
        yield missing_hand("6.7", case.action.player)
    elif len(hand) >= HAND_LIMIT:
        yield breach(
            "6.7",
            "The hand is full: no card.",
            "La mano è piena: niente carta.",
            "A mão está cheia: nada de carta.",
        )


@rule(
    "6.8",
    "No discarding",
    on=("discard_card",),
    it=("Niente scarti", "Nessuno scarta carte per scelta: se ne hanno di meno soltanto giocando un tris."),
    pt=("Nada de descartes", "Ninguém descarta cartas por escolha; só uma trinca diminui a mão."),
)
def no_discarding(case: Case[DiscardCard]) -> Iterator[Finding]:
    """6.8. Nobody discards a card by choice; only a set makes a hand smaller."""
    yield breach(
        "6.8",
        "{player} may not discard.",
        "{player} non può scartare.",
        "{player} não pode descartar.",
        player=case.action.player,
    )


def is_entitled(case: Case[DrawCard]) -> bool | None:
    """Whether the player may draw; None where the given facts do not say."""
    found: list[Finding] = []
    for check in (card_for_a_conquest, one_card_a_turn, forgotten_card, no_card_for_a_full_hand):
        found.extend(check.check(case) if check.check else ())
    return {"legal": True, "illegal": False, "undetermined": None}[verdict_of(found)]


def draw_effects(case: Case[DrawCard]) -> dict[str, object]:
    """`entitled`; absent where the given facts do not say."""
    entitled = is_entitled(case)
    return {} if entitled is None else {"entitled": entitled}


def draw_remedy(case: Case[DrawCard]) -> tuple[Text, ...]:
    """6.3, for a card drawn without right."""
    return (SHOW_AND_RESHUFFLE,) if is_entitled(case) is False else ()


def draw_after(case: Case[DrawCard]) -> Position:
    """The card is drawn; which one is not known, so the hand is no longer given."""
    hands = {p: hand for p, hand in case.position.hands.items() if p != case.action.player}
    turn = replace(case.position.turn, phase=Phase.CARD, card_drawn=True)
    return replace(case.position, hands=hands, turn=turn)


def discard_remedy(_case: Case[DiscardCard]) -> tuple[Text, ...]:
    """The card goes back."""
    return (
        Text("The card goes back into the hand.", "La carta torna in mano.", "A carta volta para a mão."),
    )


CHAPTER = (
    card_for_a_conquest,
    one_card_a_turn,
    card_without_right,
    forgotten_card,
    say_how_many,
    seven_cards_at_most,
    no_card_for_a_full_hand,
    no_discarding,
)
