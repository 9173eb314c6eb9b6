"""Chapter 9: Capital Risk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.core.rule import rule
from games.core.ruling import Finding, applies, breach, missing
from games.core.text import Text
from games.risk.actions import Case, ChooseCapital, ClaimVictory
from games.risk.position import Position
from games.risk.wording import missing_territories, named, not_owned


@rule(
    "9.1",
    "A capital",
    on=("choose_capital",),
    it=("Una capitale", "Ogni giocatore ha una capitale in uno dei territori che occupa all'inizio."),
    pt=("Uma capital", "Cada jogador tem uma capital em um dos territórios que ocupa no começo."),
    readings=(
        Text(
            "Chosen once, in the setup.",
            "Si sceglie una volta, nella preparazione.",
            "Escolhida uma vez, na preparação.",
        ),
    ),
)
def a_capital(case: Case[ChooseCapital]) -> Iterator[Finding]:
    """9.1. Every player has a capital in one of the territories that it occupies at first."""
    position, action = case.position, case.action
    yield from not_owned("9.1", position, action.player, [action.territory])
    yield from missing_territories("9.1", position, [action.territory])
    chosen = position.capitals.get(action.player)
    if chosen is not None:
        yield breach(
            "9.1", "{player} has chosen {place}.", "{player} ha già scelto {place}.", "{player} já escolheu {place}.",
            player=action.player, place=named(chosen),
        )  # fmt: skip


@rule(
    "9.2",
    "All capitals",
    on=("claim_victory",),
    it=("Tutte le capitali", "Vince chi conquista tutte le capitali."),
    pt=("Todas as capitais", "Vence quem conquista todas as capitais."),
    readings=(
        Text(
            "Whoever holds all of them, its own included, has won.",
            "Ha vinto chi le possiede tutte, compresa la propria.",
            "Quem tem todas, a própria também, venceu.",
        ),
    ),
)
def all_capitals(case: Case[ClaimVictory]) -> Iterator[Finding]:
    """9.2. Whoever captures all capitals wins."""
    position, player = case.position, case.action.player
    for other in position.players:
        if other not in position.capitals:
            what = Text(f"the capital of {other}", f"la capitale di {other}", f"a capital de {other}")
            yield missing("9.2", f"position.capitals.{other}", what)
    capitals = list(position.capitals.values())
    yield from not_owned("9.2", position, player, capitals)
    yield from missing_territories("9.2", position, capitals)
    if len(capitals) == len(position.players) and position.owns_all(player, tuple(capitals)):
        yield applies(
            "9.2",
            "{player} holds every capital.",
            "{player} possiede ogni capitale.",
            "{player} tem todas as capitais.",
            player=player,
        )


def choose_after(case: Case[ChooseCapital]) -> Position:
    """The capital is known."""
    action = case.action
    return replace(case.position, capitals={**case.position.capitals, action.player: action.territory})


CHAPTER = (a_capital, all_capitals)
