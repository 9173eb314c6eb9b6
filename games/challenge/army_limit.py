"""Chapter 11: the limit on the number of armies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.challenge.position import Case, Reinforce
from games.challenge.wording import missing_territories
from games.core.acts import CheckPosition
from games.core.rule import rule, stated
from games.core.ruling import Finding, breach
from games.core.text import Text, armies


@rule(
    "11.1",
    "The limit of tanks",
    on=("reinforce", "check_position"),
    it=(
        "Il limite di carri",
        "Nei tornei ufficiali i carri utilizzabili da ciascuno sono limitati, di solito a 120 o 130.",
    ),
    pt=(
        "O limite de tanques",
        "Nos torneios oficiais os tanques que cada um pode usar são limitados, em geral a 120 ou 130.",
    ),
    readings=(
        Text(
            "Above the limit nothing may be placed. Without the option there is no limit.",
            "Oltre il limite non si piazza nulla. Senza l'opzione non c'è limite.",
            "Acima do limite nada pode ser colocado. Sem a opção não há limite.",
        ),
    ),
)
def limit_of_tanks(case: Case[Any]) -> Iterator[Finding]:
    """11.1. In official tournaments the tanks that each may use are limited, usually to 120 or 130."""
    limit = case.options.army_limit
    if limit is None:
        return
    if isinstance(case.action, CheckPosition):
        for player in case.position.players:
            yield from _above(case, player, case.position.armies_of(player), limit)
    else:
        yield from _placing(case, limit)


def _placing(case: Case[Reinforce], limit: int) -> Iterator[Finding]:
    placed = sum(case.action.armies.values())
    if not placed:
        return
    total = case.position.armies_of(case.action.player) + placed
    if total <= limit:
        yield from missing_territories("11.1", case.position.unlisted())
    yield from _above(case, case.action.player, total, limit)


def _above(case: Case[Any], player: str, total: int, limit: int) -> Iterator[Finding]:
    if total > limit:
        verb = (
            Text("has", "ha", "tem")
            if isinstance(case.action, CheckPosition)
            else Text("would have", "avrebbe", "teria")
        )
        yield breach(
            "11.1",
            "{player} {verb} {total}; the limit is {limit}.",
            "{player} {verb} {total}; il limite è {limit}.",
            "{player} {verb} {total}; o limite é {limit}.",
            player=player,
            verb=verb,
            total=armies(total),
            limit=limit,
        )


penalties = stated(
    "11.2",
    Text("Above the limit", "Oltre il limite", "Acima do limite"),
    Text(
        "Whoever is found with more tanks than the limit may be penalised as the tournament lays down.",
        "Chi è trovato con più carri del limite può subire le penalità previste dal torneo.",
        "Quem for encontrado com mais tanques que o limite pode sofrer a penalidade prevista pelo torneio.",
    ),
    reason=Text(
        "The penalty is the tournament's, from its catalogue of sanctions; 11.1 finds the tanks.",
        "La penalità è del torneo, dal suo catalogo di sanzioni; i carri li trova l'11.1.",
        "A penalidade é do torneio, do seu catálogo de sanções; quem acha os tanques é o 11.1.",
    ),
)


def limit_remedy(case: Case[Any]) -> tuple[Text, ...]:
    """11.2, where somebody is above the limit."""
    limit, position = case.options.army_limit, case.position
    placed = sum(case.action.armies.values()) if isinstance(case.action, Reinforce) else 0
    more = {case.action.player: placed}
    if limit is None or all(position.armies_of(p) + more.get(p, 0) <= limit for p in position.players):
        return ()
    return (
        Text(
            "The tanks above the limit come off; the tournament's penalty applies (11.2).",
            "I carri oltre il limite si tolgono; vale la penalità prevista dal torneo (11.2).",
            "Os tanques acima do limite saem; vale a penalidade do torneio (11.2).",
        ),
    )


CHAPTER = (limit_of_tanks, penalties)
