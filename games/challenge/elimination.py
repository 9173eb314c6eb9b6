"""Chapter 7: the elimination of a player and what becomes of its cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from games.challenge.position import Attack, Case, Position
from games.challenge.rulesets import HAND_LIMIT
from games.challenge.throw import eliminates, threatens_last
from games.challenge.wording import missing_hand, missing_round
from games.core.acts import CheckPosition, TakeCards
from games.core.rule import rule
from games.core.ruling import Finding, applies, breach, missing
from games.core.text import Text, cards

PLAYER_ACTIONS = (
    "reinforce", "occupy", "move", "draw_card", "discard_card", "roll_closing", "claim_objective", "challenge_card",
)  # fmt: skip


@rule(
    "7.1",
    "Out of the game",
    on=("attack", "take_cards", "check_position", *PLAYER_ACTIONS),
    it=(
        "Fuori dal gioco",
        (
            "Chi distrugge l'ultima armata sull'ultimo territorio di un avversario ne prende le carte e l'avversario è "
            "eliminato. Non può accadere prima della fine del quarto giro."
        ),
    ),
    pt=(
        "Fora do jogo",
        "Quem destrói o último exército no último território de um adversário fica com as cartas dele, e o adversário é eliminado. Isso não pode acontecer antes do fim da quarta volta.",
    ),
    readings=(
        Text(
            "In rounds 1 to 4 a throw that could do it may not be made: the defender's armies there are no more than "
            "the attacker's dice.",
            "Nei giri da 1 a 4 non si fa il tiro che potrebbe farlo: le armate del difensore non superano i dadi "
            "dell'attaccante.",
            "Nas voltas 1 a 4 não se faz o lance que poderia causar isso: os exércitos do defensor ali não passam dos dados do atacante.",
        ),
    ),
)
def out_of_the_game(case: Case[Any]) -> Iterator[Finding]:
    """7.1. Whoever destroys the last army on an opponent's last territory takes its cards, and the opponent is out.
    This cannot happen before the end of the fourth round."""
    player = case.action.player
    if player is not None and player in case.position.eliminated:
        yield breach(
            "7.1",
            "{player} is out of the game.",
            "{player} è eliminato.",
            "{player} foi eliminado.",
            player=player,
        )
    if isinstance(case.action, Attack):
        yield from _last_territory(case)
    elif isinstance(case.action, TakeCards):
        yield from _cards_of_the_loser(case)
    elif isinstance(case.action, CheckPosition):
        yield from _who_is_out(case)


def _last_territory(case: Case[Attack]) -> Iterator[Finding]:
    threat = threatens_last(case)
    safe, now = case.options.safe_rounds, case.position.round
    if threat is False:
        return
    owner = case.position.board[case.action.target].owner
    if threat and now is not None and now <= safe:
        yield breach(
            "7.1",
            "In round {now} the throw could put {owner} out; not before the end of round {safe}.",
            "Al giro {now} il tiro potrebbe eliminare {owner}; non prima della fine del giro {safe}.",
            "Na volta {now} o lance poderia eliminar {owner}; não antes do fim da volta {safe}.",
            now=now,
            owner=owner,
            safe=safe,
        )
        return
    if now is None:
        yield missing_round("7.1")
    if threat is None and (now is None or now <= safe):
        yield _other_territories(case, owner, decisive=True)
    elif eliminates(case) is None:
        yield _other_territories(case, owner, decisive=False)
    elif eliminates(case):
        yield applies(
            "7.1",
            "{owner} is out of the game.",
            "{owner} è eliminato.",
            "{owner} foi eliminado.",
            owner=owner,
        )


def _other_territories(case: Case[Any], owner: str, *, decisive: bool) -> Finding:
    hidden = case.position.unlisted()
    where = f"position.board.{hidden[0]}" if len(hidden) == 1 else "position.board"
    what = Text(
        f"whether {owner} holds another territory",
        f"se {owner} possiede un altro territorio",
        f"se {owner} tem outro território",
    )
    return missing("7.1", where, what, decisive=decisive)


def _cards_of_the_loser(case: Case[TakeCards]) -> Iterator[Finding]:
    position, action, out = case.position, case.action, case.position.is_out(case.action.loser)
    if out is False:
        yield breach(
            "7.1",
            "{loser} still has territories.",
            "{loser} ha ancora territori.",
            "{loser} ainda tem territórios.",
            loser=action.loser,
        )
    elif out is None:
        yield _other_territories(case, action.loser, decisive=True)
    elif position.round is not None and position.round <= case.options.safe_rounds:
        yield breach(
            "7.1",
            "Nobody can be out in round {now}.",
            "Nessuno è eliminabile al giro {now}.",
            "Ninguém pode ser eliminado na volta {now}.",
            now=position.round,
        )
    turn = position.turn.player
    if turn is not None and turn != action.player:
        yield breach(
            "7.1",
            "The cards go to {turn}, whose turn it is.",
            "Le carte vanno a {turn}, di turno.",
            "As cartas vão para {turn}, que está na vez.",
            turn=turn,
        )
    loot = loot_of(case)
    held = position.hands.get(action.loser)
    if held is None:
        yield missing_hand("7.1", action.loser)
    elif action.cards > len(held):
        yield breach(
            "7.1",
            "{loser} held {held}.",
            "{loser} aveva {held}.",
            "{loser} tinha {held}.",
            loser=action.loser,
            held=cards(len(held)),
        )
    elif loot is not None and action.cards < loot.may_take == len(held):
        yield breach(
            "7.1",
            "All the cards pass: {due}.",
            "Passano tutte le carte: {due}.",
            "Passam todas as cartas: {due}.",
            due=cards(loot.may_take),
        )


def _who_is_out(case: Case[CheckPosition]) -> Iterator[Finding]:
    position = case.position
    for player in position.eliminated:
        if position.is_out(player) is False:
            yield breach(
                "7.1",
                "{player} is out and holds territories.",
                "{player} è eliminato e possiede territori.",
                "{player} foi eliminado e tem territórios.",
                player=player,
            )
    if position.eliminated and position.round is not None and position.round <= case.options.safe_rounds:
        yield breach(
            "7.1",
            "Nobody can be out in round {now}.",
            "Nessuno è eliminabile al giro {now}.",
            "Ninguém pode ser eliminado na volta {now}.",
            now=position.round,
        )


@dataclass(frozen=True, slots=True)
class Loot:
    """7.2: how many of the loser's cards the winner may take, and how many are discarded."""

    may_take: int
    discarded: int


def loot_of(case: Case[TakeCards]) -> Loot | None:
    """The cards that pass; None where a hand is not given."""
    own, other = (case.position.hands.get(p) for p in (case.action.player, case.action.loser))
    if other is not None and not other:
        return Loot(0, 0)
    if own is None or other is None:
        return None
    may_take = min(len(other), max(0, HAND_LIMIT - len(own)))
    return Loot(may_take, len(other) - may_take)


@rule(
    "7.2",
    "Seven cards at most, of a loser too",
    on=("take_cards",),
    it=(
        "Al massimo sette, anche dallo sconfitto",
        (
            "Se con le carte dello sconfitto si superano le 7, se ne pescano a caso solo quante ne mancano a 7; le altre "
            "si scartano."
        ),
    ),
    pt=(
        "No máximo sete, também do derrotado",
        "Se as cartas do derrotado fizessem passar de 7, sorteiam-se só as que faltam para 7; as outras são descartadas.",
    ),
)
def seven_of_a_loser_too(case: Case[TakeCards]) -> Iterator[Finding]:
    """7.2. If the loser's cards would make more than 7, only as many are drawn at random as reach 7; the others are
    discarded."""
    position, action, loot = case.position, case.action, loot_of(case)
    if action.player not in position.hands and loot is None:
        yield missing_hand("7.2", action.player)
    if loot is None or action.cards > loot.may_take + loot.discarded:
        return
    if loot.discarded and action.cards != loot.may_take:
        yield breach(
            "7.2",
            "{taken} taken; exactly {due} may be taken.",
            "Prese {taken}; se ne prendono esattamente {due}.",
            "Pegas: {taken}; pode-se pegar exatamente {due}.",
            taken=cards(action.cards),
            due=loot.may_take,
        )
    elif loot.discarded:
        yield applies(
            "7.2",
            "Discarded: {rest}.",
            "Si scartano: {rest}.",
            "Descartadas: {rest}.",
            rest=cards(loot.discarded),
        )


def take_effects(case: Case[TakeCards]) -> dict[str, object]:
    """`may_take` and `discarded`; absent where a hand is not given."""
    loot = loot_of(case)
    return {} if loot is None else {"may_take": loot.may_take, "discarded": loot.discarded}


def take_after(case: Case[TakeCards]) -> Position:
    """The loser's hand is empty; the winner's is known where all cards pass."""
    position, action = case.position, case.action
    loot, hands = loot_of(case), dict(position.hands)
    taken = hands.get(action.loser, ())
    hands[action.loser] = ()
    own = hands.pop(action.player, None)
    if own is not None and loot is not None and (not loot.discarded or not loot.may_take):
        hands[action.player] = own if not loot.may_take else (*own, *taken)
    out = position.eliminated
    return replace(position, hands=hands, eliminated=out if action.loser in out else (*out, action.loser))


CHAPTER = (out_of_the_game, seven_of_a_loser_too)
