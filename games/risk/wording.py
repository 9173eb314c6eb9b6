"""How findings name territories, phases and what is not given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.core.ruling import Finding, breach, missing
from games.core.text import Text
from games.risk.geography import BOARD, PORTUGUESE
from games.risk.position import Card, Phase, Position

PHASE_NAMES = {
    Phase.SETUP: Text("setup", "preparazione", "preparação"),
    Phase.REINFORCEMENT: Text("new armies", "nuove armate", "exércitos novos"),
    Phase.COMBAT: Text("attack", "attacco", "ataque"),
    Phase.ALLIED: Text("Allied Army", "Armata Alleata", "Exército Aliado"),
    Phase.MOVEMENT: Text("fortifying", "fortificazione", "fortificação"),
    Phase.CARD: Text("card", "carta", "carta"),
    Phase.OVER: Text("game over", "partita finita", "partida encerrada"),
}
WILD_NAME = Text("wild card", "Jolly", "coringa")
TURN_FACTS = {
    "player": Text("whose turn it is", "di chi è il turno", "de quem é o turno"),
    "phase": Text("the part of the turn", "la fase del turno", "a parte do turno"),
    "conquered": Text(
        "what was conquered in this turn",
        "i territori conquistati in questo turno",
        "o que foi conquistado neste turno",
    ),
    "moved": Text(
        "whether the turn's manoeuvre was made",
        "se la manovra del turno è già stata fatta",
        "se a manobra do turno já foi feita",
    ),
    "card_drawn": Text(
        "whether a card was drawn in this turn",
        "se in questo turno è già stata pescata una carta",
        "se uma carta já foi comprada neste turno",
    ),
    "six_turned": Text(
        "whether a die was turned to six in this turn",
        "se in questo turno un dado è già stato girato sul sei",
        "se um dado já foi virado para seis neste turno",
    ),
    "objective_done": Text(
        "whether an objective was accomplished in this turn",
        "se in questo turno è stato raggiunto un obiettivo",
        "se um objetivo foi cumprido neste turno",
    ),
    "last_attack": Text("the last throw of the turn", "l'ultimo tiro del turno", "o último lance do turno"),
    "last_attack.armies": Text(
        "the armies of the last throw", "le armate dell'ultimo tiro", "os exércitos do último lance"
    ),
    "last_attack.rerolled": Text(
        "whether a die was thrown again in this battle",
        "se in questa battaglia un dado è già stato ritirato",
        "se um dado já foi rolado de novo nesta batalha",
    ),
    "received": Text(
        "the armies received in this turn",
        "le armate ricevute in questo turno",
        "os exércitos recebidos neste turno",
    ),
    "allied_over": Text(
        "whether the opponent has finished with the Allied Army",
        "se l'avversario ha finito con l'Armata Alleata",
        "se o adversário terminou com o Exército Aliado",
    ),
}


def named(territory: str) -> Text:
    """The name in every language."""
    found = BOARD.territory(territory)
    return Text(found.english, found.name, PORTUGUESE[territory])


def continent_named(continent: str) -> Text:
    """The continent's name in every language."""
    found = BOARD.continents[continent]
    return Text(found.english, found.name, PORTUGUESE[continent])


def listed(texts: Iterable[Text]) -> Text:
    """Names with commas between."""
    texts = list(texts)
    return Text(
        ", ".join(t.en for t in texts), ", ".join(t.it for t in texts), ", ".join(t.pt for t in texts)
    )


def card_named(card: Card) -> Text:
    """A card by its territory."""
    return WILD_NAME if card.territory is None else named(card.territory)


def missing_territories(article: str, position: Position, territories: Iterable[str]) -> Iterator[Finding]:
    """One finding for each of these that is not given."""
    for territory in dict.fromkeys(territories):
        if territory not in position.board:
            name = named(territory)
            what = Text(f"who holds {name.en}", f"chi possiede {name.it}", f"quem tem {name.pt}")
            yield missing(article, f"position.board.{territory}", what)


def missing_board(article: str, *, decisive: bool = True) -> Finding:
    """Territories are not given whose owners decide."""
    what = Text(
        "who holds the other territories",
        "chi possiede gli altri territori",
        "quem tem os outros territórios",
    )
    return missing(article, "position.board", what, decisive=decisive)


def missing_hand(article: str, player: str) -> Finding:
    """The cards of a player are not given."""
    what = Text(
        f"the cards in hand of {player}", f"le carte in mano a {player}", f"as cartas na mão de {player}"
    )
    return missing(article, f"position.hands.{player}", what)


def missing_turn(article: str, fact: str, *, decisive: bool = True) -> Finding:
    """A fact of the turn is not given."""
    return missing(article, f"position.turn.{fact}", TURN_FACTS[fact], decisive=decisive)


def not_owned(
    article: str, position: Position, player: str, territories: Iterable[str], owner: Text | None = None
) -> Iterator[Finding]:
    """A breach for each of these that the player (or the army `owner`) is known not to hold."""
    for territory in dict.fromkeys(territories):
        if position.owns(player, territory) is False:
            yield breach(
                article,
                "{territory} is not {player}'s.",
                "{territory} non è di {player}.",
                "{territory} não é de {player}.",
                territory=named(territory),
                player=owner or player,
            )
