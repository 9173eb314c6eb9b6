"""How findings name territories, sides and what is not given."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.ruling import Finding, breach, missing
from games.core.text import Text
from games.risikard.deck import Territory
from games.risikard.position import Action, Case
from games.risikard.rulesets import Side

SIDE_NAMES = {
    Side.ATTACKER: Text("the attacker", "l'attaccante", "o atacante"),
    Side.DEFENDER: Text("the defender", "il difensore", "o defensor"),
}
NOT_CHECKED_AT_A_TABLE = Text(
    "It describes the game or leaves the player free; a position cannot break it.",
    "Descrive il gioco o lascia libero il giocatore: una posizione non può violarlo.",
    "Descreve o jogo ou deixa o jogador livre; uma posição não pode violá-lo.",
)


def name(card: Territory) -> Text:
    """A territory in every language."""
    return Text(card.english, card.name, card.name)


def missing_territory(article: str, case: Case[Action], territory: str) -> Finding:
    """Nobody said who holds it."""
    where = name(case.card(territory))
    what = Text(f"who holds {where.en}", f"chi possiede {where.it}", f"quem tem {where.pt}")
    return missing(article, f"position.board.{territory}", what)


def missing_board(article: str, *, decisive: bool = True) -> Finding:
    """Territories are not given whose owners decide."""
    what = Text(
        "who holds the other territories",
        "chi possiede gli altri territori",
        "quem tem os outros territórios",
    )
    return missing(article, "position.board", what, decisive=decisive)


def missing_hand(article: str, player: str) -> Finding:
    """The Army cards of a player are not given."""
    what = Text(
        f"the Army cards of {player}", f"le carte Armata di {player}", f"as cartas de Exército de {player}"
    )
    return missing(article, f"position.hands.{player}", what)


def missing_attacks(article: str) -> Finding:
    """How many attacks the turn has made is not given."""
    what = Text(
        "how many attacks were made in this turn",
        "quanti attacchi si sono fatti in questo turno",
        "quantos ataques foram feitos neste turno",
    )
    return missing(article, "position.turn.attacks", what)


def out_of_turn(article: str, case: Case[Action]) -> Iterator[Finding]:
    """A breach where it is another's turn, a missing fact where nobody said."""
    player = case.position.turn.player
    if player is None:
        what = Text("whose turn it is", "di chi è il turno", "de quem é o turno")
        yield missing(article, "position.turn.player", what)
    elif player != case.action.player:
        yield breach(
            article,
            "It is {player}'s turn.",
            "È il turno di {player}.",
            "É o turno de {player}.",
            player=player,
        )


def not_owned(article: str, case: Case[Action], territory: str) -> Iterator[Finding]:
    """A breach where the territory is another's, a missing fact where it is not given."""
    owner = case.position.board.get(territory)
    if owner is None:
        yield missing_territory(article, case, territory)
    elif owner != case.action.player:
        yield breach(
            article,
            "{territory} is not {player}'s.",
            "{territory} non è di {player}.",
            "{territory} não é de {player}.",
            territory=name(case.card(territory)),
            player=case.actor,
        )
