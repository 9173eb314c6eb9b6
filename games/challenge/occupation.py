"""Chapter 4, 4.15 and 4.16: the occupation of what was conquered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.challenge.geography import BOARD
from games.challenge.position import Case
from games.challenge.rulesets import ATTACKER_DICE, GARRISON
from games.challenge.wording import missing_territories, named
from games.core.acts import Occupy
from games.core.rule import rule
from games.core.ruling import Finding, breach
from games.core.text import Text, armies


def minimum_in(case: Case[Occupy]) -> int | None:
    """4.15: the armies of the last throw, which must move in."""
    standing = case.position.armies_on(case.action.source)
    return None if standing is None else max(1, min(ATTACKER_DICE, standing - GARRISON))


@rule(
    "4.15",
    "The winners move in",
    on=("occupy", "attack", "move", "draw_card"),
    it=(
        "I vincitori entrano",
        "Il territorio conquistato si occupa con le armate che hanno fatto l'ultimo tiro.",
    ),
    pt=(
        "Os vencedores entram",
        "Um território conquistado é ocupado com os exércitos que fizeram o último lance.",
    ),
    readings=(
        Text(
            "min(3, armies - 1) must move in; this is not voluntary, so 5.2 does not bind it.",
            "Devono entrare min(3, armate - 1); non è un movimento volontario, perciò il 5.2 non vale.",
            "Devem entrar min(3, exércitos - 1); não é voluntário, por isso o 5.2 não vale.",
        ),
    ),
)
def winners_move_in(case: Case[Any]) -> Iterator[Finding]:
    """4.15. A conquered territory is occupied with the armies that made the last throw."""
    if not isinstance(case.action, Occupy):
        yield from _still_empty(case)
        return
    position, action, least = case.position, case.action, minimum_in(case)
    if position.owns(action.player, action.target) is False:
        yield breach(
            "4.15",
            "{territory} is not conquered.",
            "{territory} non è conquistato.",
            "{territory} não foi conquistado.",
            territory=named(action.target),
        )
    yield from missing_territories(
        "4.15", [t for t in (action.source, action.target) if t not in position.board]
    )
    if least is not None and action.armies < least:
        yield breach(
            "4.15",
            "{armies} moved in; at least {least} must.",
            "Entrate: {armies}; ne devono entrare almeno {least}.",
            "Entraram {armies}; devem entrar pelo menos {least}.",
            armies=armies(action.armies),
            least=least,
        )


def _still_empty(case: Case[Any]) -> Iterator[Finding]:
    turn = case.position.turn
    last = turn.last_attack
    if last is None or last.target not in (turn.conquered or ()):
        return
    held = case.position.holding(last.target)
    if held is not None and held.armies == 0 and held.owner == case.action.player:
        yield breach(
            "4.15",
            "{territory} must be occupied first.",
            "Prima va occupato {territory}.",
            "{territory} deve ser ocupado primeiro.",
            territory=named(last.target),
        )


@rule(
    "4.16",
    "More may follow",
    on=("occupy",),
    it=(
        "Altre possono seguire",
        (
            "Dal territorio da cui è partito l'attacco possono entrare altre armate, nel rispetto del presidio minimo; "
            "dal territorio conquistato si può attaccare ancora."
        ),
    ),
    pt=(
        "Outros podem seguir",
        "Outros exércitos podem seguir do território do ataque, respeitada a guarnição mínima; do território conquistado pode-se continuar a atacar.",
    ),
)
def more_may_follow(case: Case[Occupy]) -> Iterator[Finding]:
    """4.16. More armies may follow from the territory of the attack, within the minimum garrison; the conquered
    territory may attack on."""
    position, action = case.position, case.action
    last, held = position.turn.last_attack, position.holding(action.target)
    if position.owns(action.player, action.source) is False or _came_from_elsewhere(case):
        start = last.source if last else action.source
        yield breach(
            "4.16",
            "Armies come only from where the attack was launched, not from {source}: {start}.",
            "Le armate entrano solo da dove è partito l'attacco, non da {source}: {start}.",
            "Os exércitos vêm só de onde o ataque partiu, não de {source}: {start}.",
            source=named(action.source),
            start=named(start),
        )
    if held is not None and held.owner == action.player and held.armies > 0:
        yield breach(
            "4.16",
            "{territory} is occupied already.",
            "{territory} è già occupato.",
            "{territory} já está ocupado.",
            territory=named(action.target),
        )


def _came_from_elsewhere(case: Case[Occupy]) -> bool:
    last, action = case.position.turn.last_attack, case.action
    if action.target not in BOARD.neighbours[action.source]:
        return True
    return last is not None and (last.source, last.target) != (action.source, action.target)


CHAPTER = (winners_move_in, more_may_follow)
