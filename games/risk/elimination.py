"""Chapter 7: elimination, and world domination."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.core.acts import CheckPosition, TakeCards
from games.core.rule import rule
from games.core.ruling import Finding, applies, breach, missing
from games.core.text import Text, cards
from games.risk.actions import Attack, Case, ClaimVictory, Reinforce
from games.risk.drafting import must_trade
from games.risk.geography import BOARD
from games.risk.position import Phase, Position
from games.risk.throw import eliminates
from games.risk.wording import missing_board, missing_hand

PLAYER_ACTIONS = (
    "reinforce", "attack", "occupy", "move", "draw_card", "take_cards", "claim_victory", "place_allied",
)  # fmt: skip


@rule(
    "7.1",
    "Out of the game",
    on=(*PLAYER_ACTIONS, "check_position"),
    it=(
        "Fuori dal gioco",
        "Chi occupa l'ultimo territorio di un avversario lo elimina e ne prende tutte le carte.",
    ),
    pt=(
        "Fora do jogo",
        "Quem ocupa o último território de um adversário o elimina e fica com todas as cartas dele.",
    ),
)
def out_of_the_game(case: Case[Any]) -> Iterator[Finding]:
    """7.1. Whoever occupies an opponent's last territory eliminates it and takes all its cards."""
    action, position = case.action, case.position
    if action.player in position.eliminated:
        yield breach(
            "7.1",
            "{player} is out of the game.",
            "{player} è eliminato.",
            "{player} foi eliminado.",
            player=action.player,
        )
    if isinstance(action, Attack):
        out = eliminates(case)
        if out is None:
            yield missing_board("7.1", decisive=False)
        elif out:
            owner = position.board[action.target].owner
            yield applies(
                "7.1",
                "{owner} is out of the game.",
                "{owner} è eliminato.",
                "{owner} foi eliminado.",
                owner=owner,
            )
    elif isinstance(action, TakeCards):
        yield from _loot(case)
    elif isinstance(action, CheckPosition):
        for player in position.eliminated:
            if position.territories_of(player):
                yield breach(
                    "7.1", "{player} is out and holds territories.", "{player} è eliminato e possiede territori.", "{player} foi eliminado e tem territórios.",
                    player=player,
                )  # fmt: skip


def _loot(case: Case[TakeCards]) -> Iterator[Finding]:
    position, action = case.position, case.action
    out, held = position.is_out(action.loser), position.hands.get(action.loser)
    by = position.eliminated_by.get(action.loser)
    if out is None:
        yield missing_board("7.1")
    elif not out:
        yield breach(
            "7.1",
            "{loser} still has territories.",
            "{loser} ha ancora territori.",
            "{loser} ainda tem territórios.",
            loser=action.loser,
        )
    if by is not None and by != action.player:
        yield breach(
            "7.1", "The cards go to {by}.", "Le carte vanno a {by}.", "As cartas vão para {by}.", by=by
        )
    if held is None:
        yield missing_hand("7.1", action.loser)
    elif len(held) != action.cards:
        yield breach(
            "7.1",
            "All pass: {held}.",
            "Passano tutte: {held}.",
            "Passam todas: {held}.",
            held=cards(len(held)),
        )


@rule(
    "7.2",
    "Trading at once",
    on=("take_cards", "attack", "reinforce"),
    it=(
        "Il tris immediato",
        "Chi arriva così a cinque o più carte gioca subito tris finché ne ha meno di cinque, e piazza le armate.",
    ),
    pt=(
        "A troca na hora",
        "Quem assim chega a cinco cartas ou mais troca trincas na hora até ter menos de cinco, e coloca os exércitos.",
    ),
    readings=(
        Text(
            "Whoever then holds fewer than five keeps them until its next turn.",
            "Chi ne ha allora meno di cinque le tiene fino al suo prossimo turno.",
            "Quem então tem menos de cinco as guarda até seu próximo turno.",
        ),
    ),
)
def trading_at_once(case: Case[Any]) -> Iterator[Finding]:
    """7.2. Whoever so comes to five or more cards trades sets at once until it has fewer than five, and places the
    armies."""
    action, hands = case.action, case.position.hands
    if isinstance(action, TakeCards):
        held = [hands.get(player) for player in (action.player, action.loser)]
        together = sum((hand or () for hand in held), ())
        if must_trade(together, case):
            yield applies(
                "7.2",
                "{n}: sets are due.",
                "{n}: si devono giocare tris.",
                "{n}: trincas são devidas.",
                n=cards(len(together)),
            )
    elif isinstance(action, Reinforce):
        if case.turn_is(Phase.COMBAT) and action.set:
            yield from _trade_in_combat(case)
    else:
        yield from _cards_not_taken(case)


def _trade_in_combat(case: Case[Reinforce]) -> Iterator[Finding]:
    hand = case.position.hands.get(case.action.player)
    if hand is None:
        yield missing_hand("7.2", case.action.player)
    elif must_trade(hand, case):
        yield applies(
            "7.2",
            "{n}: a set is due.",
            "{n}: si deve giocare un tris.",
            "{n}: uma trinca é devida.",
            n=cards(len(hand)),
        )
    else:
        yield breach(
            "7.2",
            "Fewer than five cards: no set now.",
            "Meno di cinque carte: ora niente tris.",
            "Menos de cinco cartas: nada de trinca agora.",
        )


def _cards_not_taken(case: Case[Attack]) -> Iterator[Finding]:
    position = case.position
    for loser, winner in position.eliminated_by.items():
        if winner == case.action.player == position.turn.player and position.hands.get(loser):
            yield breach(
                "7.2",
                "The cards of {loser} are taken first.",
                "Prima si prendono le carte di {loser}.",
                "Primeiro se pegam as cartas de {loser}.",
                loser=loser,
            )


@rule(
    "7.3",
    "World domination",
    on=("claim_victory",),
    it=("Il dominio del mondo", "Vince chi occupa tutti i territori, eliminando tutti gli altri."),
    pt=("O domínio do mundo", "Vence quem ocupa todos os territórios, eliminando assim todos os outros."),
)
def world_domination(case: Case[ClaimVictory]) -> Iterator[Finding]:
    """7.3. Whoever occupies every territory, so eliminating everybody else, wins."""
    yield from domination("7.3", case)


def domination(article: str, case: Case[ClaimVictory]) -> Iterator[Finding]:
    """Whether the player holds the whole board."""
    player = case.action.player
    rules_all = case.position.owns_all(player, BOARD.ids)
    if rules_all is None:
        yield missing_board(article)
    elif rules_all:
        yield applies(
            article,
            "{player} holds the world.",
            "{player} possiede il mondo.",
            "{player} domina o mundo.",
            player=player,
        )
    else:
        held = len(case.position.territories_of(player))
        yield breach(
            article, "{player} holds {held} of 42 territories.", "{player} possiede {held} territori su 42.", "{player} tem {held} de 42 territórios.",
            player=player, held=held,
        )  # fmt: skip


def missing_eliminator(article: str, loser: str) -> Finding:
    """Who eliminated a player is not given."""
    what = Text(f"who eliminated {loser}", f"chi ha eliminato {loser}", f"quem eliminou {loser}")
    return missing(article, f"position.eliminated_by.{loser}", what)


def take_effects(case: Case[TakeCards]) -> dict[str, object]:
    """`must_trade`: whether sets are due afterwards; absent where a hand is not given."""
    hands = [case.position.hands.get(player) for player in (case.action.player, case.action.loser)]
    if None in hands:
        return {}
    return {"must_trade": must_trade(sum((hand or () for hand in hands), ()), case)}


def take_after(case: Case[TakeCards]) -> Position:
    """The loser's hand is empty; the winner's, where it is given, has the cards."""
    position, action = case.position, case.action
    hands = dict(position.hands)
    taken, own = hands[action.loser], hands.get(action.player)
    hands[action.loser] = ()
    if own is not None:
        hands[action.player] = (*own, *taken)
    out = position.eliminated
    return replace(position, hands=hands, eliminated=out if action.loser in out else (*out, action.loser))


def victory_after(case: Case[ClaimVictory]) -> Position:
    """The game is over."""
    return case.position.with_turn(phase=Phase.OVER)


CHAPTER = (out_of_the_game, trading_at_once, world_domination)
