"""Chapter 5: the minimum garrison and the strategic movement."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.challenge.geography import BOARD
from games.challenge.occupation import minimum_in
from games.challenge.position import Case, Holding, Phase, Position
from games.challenge.rulesets import ATTACKER_DICE, GARRISON
from games.challenge.wording import missing_territories, missing_turn, named
from games.core.acts import Move, Occupy
from games.core.rule import rule
from games.core.ruling import Finding, applies, breach
from games.core.text import Text, armies

MARCHES = ("occupy", "move")


@rule(
    "5.1",
    "One strategic movement",
    on=("move", "attack", "occupy"),
    it=(
        "Un solo spostamento strategico",
        (
            "Nel proprio turno si spostano armate da un territorio proprio a uno proprio vicino, una volta sola, "
            "lasciandone almeno una; poi non si attacca più e il turno è concluso."
        ),
    ),
    pt=(
        "Um movimento estratégico",
        "Uma vez por turno exércitos podem ir de um território próprio a outro próprio vizinho, deixando pelo menos um; depois não se ataca mais e o turno acabou.",
    ),
)
def one_strategic_movement(case: Case[Any]) -> Iterator[Finding]:
    """5.1. Once a turn armies may go from an own territory to an own one beside it, leaving at least one; after that
    there is no attack and the turn is over."""
    moved = case.position.turn.moved
    if not isinstance(case.action, Move):
        if moved:
            yield breach(
                "5.1",
                "After the movement there is no attack.",
                "Dopo lo spostamento non si attacca.",
                "Depois do movimento não se ataca.",
            )
        return
    if moved:
        yield breach(
            "5.1",
            "The movement of this turn was made.",
            "Lo spostamento di questo turno è già stato fatto.",
            "O movimento deste turno já foi feito.",
        )
    elif moved is None and not case.turn_is(Phase.COMBAT):
        yield missing_turn("5.1", "moved")
    yield from _route(case)
    yield from _someone_stays(case)


def _route(case: Case[Move]) -> Iterator[Finding]:
    position, action = case.position, case.action
    for territory in dict.fromkeys((action.source, action.target)):
        if position.owns(action.player, territory) is False:
            yield breach(
                "5.1",
                "{territory} is not {player}'s.",
                "{territory} non è di {player}.",
                "{territory} não é de {player}.",
                territory=named(territory),
                player=action.player,
            )
    yield from missing_territories(
        "5.1", [t for t in dict.fromkeys((action.source, action.target)) if t not in position.board]
    )
    if action.target not in BOARD.neighbours[action.source]:
        yield breach(
            "5.1",
            "{source} and {target} do not touch.",
            "{source} e {target} non confinano.",
            "{source} e {target} não fazem fronteira.",
            source=named(action.source),
            target=named(action.target),
        )


def _someone_stays(case: Case[Move]) -> Iterator[Finding]:
    standing = case.position.armies_on(case.action.source)
    if case.action.armies == 0:
        yield breach("5.1", "No army is moved.", "Non si sposta nessuna armata.", "Nenhum exército é movido.")
    elif standing is not None and standing - case.action.armies < GARRISON:
        yield breach(
            "5.1",
            "{territory} has {standing}; at least one stays behind.",
            "{territory} ha {standing}: almeno una resta.",
            "{territory} tem {standing}; pelo menos um fica.",
            territory=named(case.action.source),
            standing=armies(standing),
        )


@rule(
    "5.2",
    "The minimum garrison",
    on=MARCHES,
    it=(
        "Il presidio minimo",
        "Dopo un movimento volontario, un territorio che confina con un nemico non resta con meno di 2 carri.",
    ),
    pt=(
        "A guarnição mínima",
        "Depois de um movimento voluntário, um território vizinho de inimigo não fica com menos de 2 tanques.",
    ),
    readings=(
        Text(
            "Borders by land and sea count, as they stand after the move.",
            "Contano i confini di terra e di mare, come sono dopo il movimento.",
            "Contam as fronteiras de terra e de mar, como estão depois do movimento.",
        ),
    ),
)
def minimum_garrison(case: Case[Any]) -> Iterator[Finding]:
    """5.2. After a voluntary movement a territory beside an enemy is not left with fewer than 2 tanks."""
    position, action = case.position, case.action
    standing, enemy = position.armies_on(action.source), enemy_after(case)
    if standing is None or action.armies <= (_bound_to_move(case) or 0):
        return
    left = standing - action.armies
    if left >= case.options.minimum_garrison or position.owns(action.player, action.source) is False:
        return
    if enemy:
        yield breach(
            "5.2",
            "{territory} borders an enemy and would keep {left}.",
            "{territory} confina con un nemico e resterebbe con {left}.",
            "{territory} faz fronteira com inimigo e ficaria com {left}.",
            territory=named(action.source),
            left=armies(max(0, left)),
        )
    elif enemy is None and left >= GARRISON:
        yield from missing_territories("5.2", _unlisted_after(case))
    elif enemy is False and left >= GARRISON:
        yield applies(
            "5.2",
            "{territory} borders no enemy: one army may stay.",
            "{territory} non confina con nemici: può restare un'armata.",
            "{territory} não faz fronteira com inimigo: um exército pode ficar.",
            territory=named(action.source),
        )


def _bound_to_move(case: Case[Any]) -> int | None:
    return minimum_in(case) if isinstance(case.action, Occupy) else 0


def enemy_after(case: Case[Any]) -> bool | None:
    """Whether the territory that was left borders an enemy."""
    return case.position.enemy_beside(case.action.player, case.action.source)


def _unlisted_after(case: Case[Any]) -> list[str]:
    target = case.action.target
    return [t for t in case.position.unlisted_beside(case.action.source) if t != target]


@rule(
    "5.3",
    "Three of four",
    on=("occupy",),
    it=(
        "Tre su quattro",
        "Un solo carro accanto a un nemico resta solo quando da 4 si attacca con 3 e si vince: i 3 devono entrare.",
    ),
    pt=(
        "Três de quatro",
        "Um só tanque ao lado de um inimigo fica apenas quando 3 de 4 atacam e vencem: os três devem entrar.",
    ),
)
def three_of_four(case: Case[Occupy]) -> Iterator[Finding]:
    """5.3. A single tank beside an enemy stays only when 3 of 4 attack and win: the three must move in."""
    standing = case.position.armies_on(case.action.source)
    if standing is not None and case.action.armies == minimum_in(case) == standing - GARRISON:
        yield applies(
            "5.3",
            "The armies of the throw must move in, so one may stay behind.",
            "Le armate del tiro devono entrare, perciò può restarne una.",
            "Os exércitos do lance devem entrar, por isso pode ficar um só.",
        )


@rule(
    "5.4",
    "The movement ends combat",
    on=("attack", "occupy"),
    it=(
        "Lo spostamento chiude i combattimenti",
        "Fatto lo spostamento non si torna indietro: i combattimenti sono finiti.",
    ),
    pt=(
        "O movimento encerra o combate",
        "O movimento encerra de vez a fase de combate; não há como voltar atrás.",
    ),
)
def movement_ends_combat(case: Case[Any]) -> Iterator[Finding]:
    """5.4. The movement ends the combat phase for good; there is no second thought."""
    if case.position.turn.moved:
        yield breach(
            "5.4",
            "The movement has ended combat.",
            "Lo spostamento ha concluso i combattimenti.",
            "O movimento encerrou o combate.",
        )


def occupy_effects(case: Case[Occupy]) -> dict[str, object]:
    """`minimum` and `maximum` that may move in; what the given facts do not settle stays out."""
    standing, least = case.position.armies_on(case.action.source), minimum_in(case)
    if standing is None or least is None:
        return {}
    enemy = enemy_after(case)
    most = {True: standing - case.options.minimum_garrison, False: standing - GARRISON}
    effects: dict[str, object] = {"minimum": least}
    if enemy is not None:
        effects["maximum"] = max(least, most[enemy])
    elif standing - GARRISON <= ATTACKER_DICE:
        effects["maximum"] = least
    return effects


def march_after(case: Case[Any]) -> Position:
    """The armies stand on the other territory."""
    position, action = case.position, case.action
    source, target = position.board[action.source], position.board[action.target]
    changes = {
        action.source: Holding(source.owner, source.armies - action.armies),
        action.target: Holding(target.owner, target.armies + action.armies),
    }
    if isinstance(action, Move):
        return position.with_board(changes, turn=replace(position.turn, phase=Phase.MOVEMENT, moved=True))
    return position.with_board(changes)


CHAPTER = (one_strategic_movement, minimum_garrison, three_of_four, movement_ends_combat)
