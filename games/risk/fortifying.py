"""Chapter 5: the manoeuvre at the end of the turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.acts import Move
from games.core.rule import rule
from games.core.ruling import Finding, breach
from games.core.text import Text
from games.risk.actions import Case
from games.risk.combat import someone_stays
from games.risk.position import Phase, is_connected
from games.risk.rulesets import Reach
from games.risk.wording import missing_board, missing_territories, missing_turn, named, not_owned


@rule(
    "5.1",
    "One manoeuvre",
    on=("move", "attack", "occupy"),
    it=(
        "Una manovra",
        "Finiti gli attacchi si possono spostare armate da un solo proprio territorio a un altro, una volta sola.",
    ),
    pt=(
        "Uma manobra",
        "Acabados os ataques, exércitos podem ir de um só território próprio a outro, uma vez.",
    ),
)
def one_manoeuvre(case: Case[Any]) -> Iterator[Finding]:
    """5.1. When the attacks are over, armies may go from a single own territory to another, once."""
    moved = case.position.turn.moved
    if not isinstance(case.action, Move):
        if moved:
            yield breach(
                "5.1",
                "After the manoeuvre there is no attack.",
                "Dopo la manovra non si attacca.",
                "Depois da manobra não se ataca.",
            )
        return
    if moved:
        yield breach(
            "5.1",
            "The turn's manoeuvre was made.",
            "La manovra del turno è già stata fatta.",
            "A manobra do turno já foi feita.",
        )
    elif moved is None and case.turn_is(Phase.MOVEMENT):
        yield missing_turn("5.1", "moved")
    if case.action.armies == 0:
        yield breach("5.1", "No army is moved.", "Non si sposta nessuna armata.", "Nenhum exército é movido.")
    ends = (case.action.source, case.action.target)
    yield from missing_territories("5.1", case.position, ends)
    yield from not_owned("5.1", case.position, case.action.player, ends)


@rule(
    "5.2",
    "How far",
    on=("move",),
    it=(
        "Quanto lontano",
        "Il territorio d'arrivo è vicino; con l'opzione, unito al primo da territori propri.",
    ),
    pt=(
        "Até onde",
        "O outro território é vizinho; com a opção, um ligado ao primeiro por territórios próprios.",
    ),
    readings=(
        Text(
            "Option fortify: adjacent or connected.",
            "Opzione fortify: adjacent o connected.",
            "Opção fortify: adjacent ou connected.",
        ),
    ),
)
def how_far(case: Case[Move]) -> Iterator[Finding]:
    """5.2. The other territory is a neighbour; under the option, one joined to the first by own territories."""
    position, action, reach = case.position, case.action, case.options.fortify
    joined: bool | None = action.target in case.board.neighbours[action.source]
    if reach is Reach.CONNECTED and action.source != action.target:
        joined = is_connected(position, case.board, action.player, action.source, action.target)
    if joined is None:
        yield missing_board("5.2")
    elif not joined:
        yield breach(
            "5.2",
            "{source} and {target} are not joined.",
            "{source} e {target} non sono uniti.",
            "{source} e {target} não estão ligados.",
            source=named(action.source),
            target=named(action.target),
        )


@rule(
    "5.3",
    "One stays",
    on=("move",),
    it=("Una resta", "Nel territorio di partenza resta almeno un'armata."),
    pt=("Um fica", "Pelo menos um exército fica no território de partida."),
)
def one_stays(case: Case[Move]) -> Iterator[Finding]:
    """5.3. At least one army stays in the territory of departure."""
    yield from someone_stays("5.3", case)


CHAPTER = (one_manoeuvre, how_far, one_stays)
