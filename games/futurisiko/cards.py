"""Article 4: the distribution of the cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from games.core.rule import rule
from games.core.ruling import Finding, applies, breach
from games.core.text import Text, cards
from games.futurisiko.actions import Case, TakeCards
from games.futurisiko.position import Phase, Position, without
from games.futurisiko.wording import missing_count, missing_hand, missing_turn


class Hand(NamedTuple):
    """Sizes of a hand: the cards due, and those kept when the drawing begins."""

    due: int
    kept: int


def hand(case: Case[TakeCards]) -> Hand | None:
    """The sizes of the hand in question, None where the facts do not say."""
    due, held, action = case.position.cards_due(case.actor), case.position.hands.get(case.actor), case.action
    if due is None or held is None:
        return None
    return Hand(due, len(held) - len(action.discard))


@rule(
    "4.1",
    "A card for every three territories",
    on=("take_cards",),
    it=(
        "Una carta ogni tre territori",
        "All'inizio di ogni turno spetta una carta ogni 3 territori posseduti: con 9 tre carte, con 8 o 7 due.",
    ),
    pt=(
        "Uma carta a cada três territórios",
        "No começo de cada turno cabe ao jogador uma carta a cada 3 territórios: três com 9, duas com 8 ou 7.",
    ),
)
def card_for_three(case: Case[TakeCards]) -> Iterator[Finding]:
    """4.1. At the start of each turn a player is due one card for every 3 territories: three with 9, two with 8 or
    7."""
    due = case.position.cards_due(case.actor)
    if due is None:
        yield missing_count("4.1", case.actor)
    else:
        yield applies(
            "4.1",
            "{player} is due {due}.",
            "A {player}: {due}.",
            "Cabem a {player}: {due}.",
            player=case.actor,
            due=cards(due),
        )
    if case.actor not in case.position.hands:
        yield missing_hand("4.1", case.actor)


@rule(
    "4.2",
    "Too many cards",
    on=("take_cards",),
    it=("Troppe carte", "Chi ha più carte di quante gliene spettano scarta quelle di troppo, scegliendole."),
    pt=("Cartas de mais", "Quem tem mais cartas do que lhe cabem descarta as que sobram, escolhendo quais."),
)
def too_many(case: Case[TakeCards]) -> Iterator[Finding]:
    """4.2. Whoever holds more cards than are due discards those over, choosing which."""
    sizes = hand(case)
    if sizes is not None and sizes.kept > sizes.due:
        yield breach(
            "4.2",
            "{kept} would stay in hand; {due} are due.",
            "Resterebbero in mano {kept}; ne spettano {due}.",
            "Ficariam na mão {kept}; cabem {due}.",
            kept=cards(sizes.kept),
            due=sizes.due,
        )


@rule(
    "4.3",
    "Too few cards",
    on=("take_cards",),
    it=("Poche carte", "Chi ha meno carte di quante gliene spettano ne pesca fino ad averle."),
    pt=("Cartas de menos", "Quem tem menos cartas do que lhe cabem compra até completar a mão."),
)
def too_few(case: Case[TakeCards]) -> Iterator[Finding]:
    """4.3. Whoever holds fewer cards than are due draws as many as complete the hand."""
    sizes, drawn = hand(case), case.position.turn.drawn
    if drawn is None:
        yield missing_turn("4.3", "drawn")
    elif case.actor in drawn:
        yield breach(
            "4.3",
            "{player} has had its cards in this turn.",
            "{player} ha già avuto le carte in questo turno.",
            "{player} já teve suas cartas neste turno.",
            player=case.actor,
        )
    if sizes is None or sizes.kept > sizes.due or case.action.discard_after:
        return
    drawing = len(case.action.draw)
    if drawing != sizes.due - sizes.kept:
        yield breach(
            "4.3",
            "{drawing} drawn; {wanted} complete the hand.",
            "Pescate: {drawing}; per completare la mano: {wanted}.",
            "Compradas: {drawing}; para completar a mão: {wanted}.",
            drawing=cards(drawing),
            wanted=cards(sizes.due - sizes.kept),
        )


@rule(
    "4.4",
    "Discard first, then draw",
    on=("take_cards",),
    it=(
        "Prima si scarta, poi si pesca",
        "Si può sempre scartare una carta che si ritiene inutile, purché la si abbia già e prima di pescare.",
    ),
    pt=(
        "Primeiro descartar, depois comprar",
        "O jogador pode sempre descartar uma carta que já tem e acha inútil, antes de comprar.",
    ),
)
def discard_first(case: Case[TakeCards]) -> Iterator[Finding]:
    """4.4. A player may always discard a card that it already holds and thinks useless, before it draws."""
    held = case.position.hands.get(case.actor)
    if case.action.discard_after:
        yield breach(
            "4.4",
            "After drawing nothing is discarded.",
            "Dopo aver pescato non si scarta.",
            "Depois de comprar não se descarta.",
        )
    if held is not None and without(held, case.action.discard) is None:
        yield breach(
            "4.4",
            "A card that is not in hand cannot be discarded.",
            "Non si può scartare una carta che non si ha.",
            "Uma carta que não está na mão não pode ser descartada.",
        )


@rule(
    "4.5",
    "Without the special cards",
    on=("take_cards", "play_card", "roll"),
    it=(
        "Senza carte speciali",
        "Per imparare si può giocare senza carte speciali: servono solo a determinare la sequenza.",
    ),
    pt=(
        "Sem as cartas especiais",
        "Para aprender, pode-se jogar sem as cartas especiais: elas só dão a sequência.",
    ),
    readings=(Text("Option `special_cards`.", "Opzione `special_cards`.", "Opção `special_cards`."),),
)
def without_special_cards(case: Case[Any]) -> Iterator[Finding]:
    """4.5. To learn the game it may be played without the special cards: they only give the sequence."""
    used = case.action.type != "roll" or case.action.card is not None
    if used and not case.options.special_cards:
        yield breach(
            "4.5",
            "This table plays without special cards.",
            "A questo tavolo non si usano carte speciali.",
            "Esta mesa joga sem cartas especiais.",
        )


def take_effects(case: Case[TakeCards]) -> dict[str, object]:
    """`due`, and `discard` or `draw`: how many."""
    due, held = case.position.cards_due(case.actor), case.position.hands.get(case.actor)
    if due is None:
        return {}
    if held is None:
        return {"due": due}
    return {
        "due": due,
        "discard": max(0, len(held) - due),
        "draw": max(0, due - len(held) + len(case.action.discard)),
    }


def take_after(case: Case[TakeCards]) -> Position:
    """The new hand; when all have theirs, production begins."""
    position, action = case.position, case.action
    kept = without(position.hands[case.actor], action.discard) or ()
    drawn = (*(position.turn.drawn or ()), case.actor)
    turn = replace(position.turn, drawn=drawn)
    if set(drawn) == set(position.players):
        order = turn.order
        turn = replace(turn, phase=Phase.PRODUCTION, player=order[0] if order else None, spent=0, changes={})
    return replace(position.with_hand(case.actor, (*kept, *action.draw)), turn=turn)


CHAPTER = (card_for_three, too_many, too_few, discard_first, without_special_cards)
