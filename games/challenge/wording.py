"""How findings name territories, players and what is not given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.challenge.geography import BOARD
from games.challenge.position import Phase
from games.core.ruling import Finding, missing
from games.core.text import Text

PHASE_NAMES = {
    Phase.SETUP: Text("setup", "preparazione", "preparação"),
    Phase.REINFORCEMENT: Text("reinforcement", "rinforzi", "reforços"),
    Phase.COMBAT: Text("combat", "combattimento", "combate"),
    Phase.MOVEMENT: Text("movement", "spostamento", "movimento"),
    Phase.CARD: Text("card", "carta", "carta"),
    Phase.OVER: Text("game over", "partita finita", "partida encerrada"),
}
NOT_CHECKED_AT_A_TABLE = Text(
    "It describes the material or the way of playing; a position cannot break it.",
    "Descrive il materiale o il modo di giocare: una posizione non può violarlo.",
    "Descreve o material ou o modo de jogar; uma posição não pode violá-lo.",
)


def named(territory: str) -> str:
    """The printed name."""
    return BOARD.territory(territory).name


def listed(names: Iterable[str]) -> str:
    """Printed names of territories, comma between."""
    return ", ".join(named(t) for t in names)


_CONTINENTS = {
    "africa": "África",
    "america_del_nord": "América do Norte",
    "america_del_sud": "América do Sul",
    "asia": "Ásia",
    "europa": "Europa",
    "oceania": "Oceania",
}
"""The Portuguese names; the board prints the Italian ones."""


def continent_named(continent: str) -> Text:
    """The continent's name in every language."""
    found = BOARD.continents[continent]
    return Text(found.english, found.name, _CONTINENTS[continent])


def missing_territory(article: str, territory: str) -> Finding:
    """Nobody said who holds it."""
    name = named(territory)
    return missing(
        article,
        f"position.board.{territory}",
        Text(f"who holds {name}", f"chi possiede {name}", f"quem tem {name}"),
    )


def missing_territories(article: str, territories: Iterable[str]) -> Iterator[Finding]:
    """One finding for each."""
    for territory in territories:
        yield missing_territory(article, territory)


def missing_hand(article: str, player: str) -> Finding:
    """The cards of a player are not given."""
    return missing(
        article,
        f"position.hands.{player}",
        Text(
            f"the cards in hand of {player}", f"le carte in mano a {player}", f"as cartas na mão de {player}"
        ),
    )


def missing_objective(article: str, player: str) -> Finding:
    """The objective of a player is not given."""
    return missing(
        article,
        f"position.objectives.{player}",
        Text(f"the objective of {player}", f"l'obiettivo di {player}", f"o objetivo de {player}"),
    )


def missing_conquered(article: str) -> Finding:
    """What the turn conquered is not given."""
    return missing(
        article,
        "position.turn.conquered",
        Text(
            "the territories conquered in this turn",
            "i territori conquistati in questo turno",
            "os territórios conquistados neste turno",
        ),
    )


def missing_round(article: str) -> Finding:
    """The round is not given."""
    return missing(
        article, "position.round", Text("the round of the game", "il giro di gioco", "a volta da partida")
    )


TURN_FACTS = {
    "player": Text("whose turn it is", "di chi è il turno", "de quem é o turno"),
    "phase": Text("the phase of the turn", "la fase del turno", "a fase do turno"),
    "set_played": Text(
        "whether a set was played in this turn",
        "se in questo turno è già stato giocato un tris",
        "se uma trinca já foi jogada neste turno",
    ),
    "moved": Text(
        "whether the strategic movement was made",
        "se lo spostamento strategico è già stato fatto",
        "se o movimento estratégico já foi feito",
    ),
    "card_drawn": Text(
        "whether a card was drawn in this turn",
        "se in questo turno è già stata pescata una carta",
        "se uma carta já foi comprada neste turno",
    ),
}


def missing_turn(article: str, fact: str) -> Finding:
    """A fact of the turn is not given."""
    return missing(article, f"position.turn.{fact}", TURN_FACTS[fact])
