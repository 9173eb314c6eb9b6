"""Chapter 2: the setup."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.core.acts import CheckPosition, PlaceInitial
from games.core.rule import rule, stated
from games.core.ruling import Finding, breach
from games.core.text import Text, armies
from games.risk.actions import Case, ClaimTerritory, DealTerritory
from games.risk.position import Holding, Phase, Position
from games.risk.rulesets import ALLIED, EACH_OCCUPIES, GARRISON, NEUTRAL, SUPPLY, Setup
from games.risk.wording import named, not_owned

IN_TURN = Text(
    "Nobody may be ahead by more than one: whoever has fewest is next.",
    "Nessuno può essere avanti di più di uno: tocca a chi ne ha meno.",
    "Ninguém pode estar mais de um à frente: é a vez de quem tem menos.",
)


@rule(
    "2.1",
    "The starting supply",
    on=("check_position", "place_initial", "claim_territory"),
    it=("La dotazione iniziale", "Si parte con 40 armate in 2, 35 in 3, 30 in 4, 25 in 5, 20 in 6."),
    pt=(
        "A dotação inicial",
        "Começa-se com 40 exércitos em partida de 2, 35 em 3, 30 em 4, 25 em 5, 20 em 6.",
    ),
)
def starting_supply(case: Case[Any]) -> Iterator[Finding]:
    """2.1. Everybody starts with 40 armies in a game of 2, 35 of 3, 30 of 4, 25 of 5, 20 of 6."""
    if isinstance(case.action, CheckPosition) and not case.turn_is(Phase.SETUP):
        return
    due = SUPPLY[len(case.position.players)]
    for player in case.position.players:
        total = case.position.armies_of(player) + _put_down(case, player)
        if total > due:
            yield breach(
                "2.1",
                "{player} would have {total} on the board; the supply is {due}.",
                "{player} avrebbe {total} sul tabellone; la dotazione è {due}.",
                "{player} teria {total} no tabuleiro; a dotação é de {due}.",
                player=player,
                total=armies(total),
                due=due,
            )


def _put_down(case: Case[Any], player: str) -> int:
    if case.action.player != player:
        return 0
    return sum(case.action.armies.values()) if isinstance(case.action, PlaceInitial) else GARRISON


@rule(
    "2.2",
    "Claiming territories",
    on=("claim_territory",),
    it=(
        "La scelta dei territori",
        "A turno ognuno mette un'armata su un territorio libero, finché tutti sono occupati.",
    ),
    pt=(
        "A escolha dos territórios",
        "Por vez cada um põe um exército em um território livre, até todos estarem ocupados.",
    ),
    readings=(IN_TURN,),
)
def claiming(case: Case[ClaimTerritory]) -> Iterator[Finding]:
    """2.2. In turn everybody puts one army on a territory that nobody holds, until all are occupied."""
    yield from _way(case, "2.2", Setup.CLAIM)
    position, action = case.position, case.action
    if action.territory in position.board:
        yield breach(
            "2.2",
            "{territory} is occupied by {owner}.",
            "{territory} è già occupato da {owner}.",
            "{territory} já está ocupado por {owner}.",
            territory=named(action.territory),
            owner=position.board[action.territory].owner,
        )
    counts = {p: len(position.territories_of(p)) for p in position.players}
    yield from _ahead("2.2", action.player, counts)


def _way(case: Case[Any], article: str, way: Setup) -> Iterator[Finding]:
    if case.options.setup is not way:
        yield breach(
            article,
            "In this game territories are not given out so (option setup).",
            "In questa partita i territori non si assegnano così (opzione setup).",
            "Nesta partida os territórios não são dados assim (opção setup).",
        )


def _ahead(article: str, player: str, counts: Mapping[str, int]) -> Iterator[Finding]:
    if player in counts and counts[player] > min(counts.values()):
        yield breach(
            article,
            "{next} comes before {player}.",
            "{next} viene prima di {player}.",
            "{next} vem antes de {player}.",
            next=min(counts, key=counts.__getitem__),
            player=player,
        )


@rule(
    "2.3",
    "The remaining armies",
    on=("place_initial",),
    it=(
        "Le armate restanti",
        "Occupati tutti i territori, a turno ognuno aggiunge un'armata su un proprio territorio, fino a esaurirle.",
    ),
    pt=(
        "Os exércitos restantes",
        "Ocupados todos os territórios, cada um por vez acrescenta um exército a um território próprio, até acabarem.",
    ),
    readings=(
        IN_TURN,
        Text(
            "One at a time is the word of the Portuguese text; the English one gives no number.",
            "Una alla volta lo dice il testo portoghese; quello inglese non dà un numero.",
            "Um de cada vez é o que diz o texto português; o inglês não dá número.",
        ),
    ),
)
def remaining_armies(case: Case[PlaceInitial]) -> Iterator[Finding]:
    """2.3. When all territories are occupied everybody in turn adds one army to an own territory, until none is
    left."""
    position, action = case.position, case.action
    if _still_claiming(case):
        yield breach(
            "2.3",
            "Territories are still to be claimed.",
            "Ci sono ancora territori da scegliere.",
            "Ainda há territórios a escolher.",
        )
    yield from not_owned("2.3", position, action.player, action.armies)
    placed = sum(action.armies.values())
    if placed != 1:
        yield breach(
            "2.3",
            "{placed} placed; one at a time.",
            "{placed}: se ne mette una.",
            "Colocados: {placed}; um de cada vez.",
            placed=armies(placed),
        )
    if action.supply == 0:
        yield breach("2.3", "No army is left.", "Le armate sono finite.", "Não resta exército.")
    yield from _ahead("2.3", action.player, {p: position.armies_of(p) for p in position.players})


def _still_claiming(case: Case[PlaceInitial]) -> bool:
    """Whether territories are free that the players claim: with the Allied Army, 14 each (8.1)."""
    position = case.position
    if case.third == ALLIED:
        return any(len(position.territories_of(p)) < EACH_OCCUPIES for p in position.players)
    return bool(position.unlisted())


@rule(
    "2.4",
    "Dealing territories",
    on=("deal_territory",),
    it=(
        "La distribuzione dei territori",
        "In alternativa si distribuiscono tutte le carte senza i Jolly: ognuno occupa i territori delle sue carte.",
    ),
    pt=(
        "A distribuição dos territórios",
        "Em vez disso podem ser dadas todas as cartas menos os coringas; cada um ocupa os territórios de suas cartas.",
    ),
    readings=(
        Text(
            "One card each in turn, as cards are dealt; which player gets the first is not said.",
            "Una carta a testa a turno, come si danno le carte; a chi vada la prima non è detto.",
            "Uma carta para cada um por vez, como se dão cartas; quem recebe a primeira não é dito.",
        ),
    ),
)
def dealing(case: Case[DealTerritory]) -> Iterator[Finding]:
    """2.4. Instead all cards but the wild ones may be dealt; everybody occupies the territories of its cards."""
    yield from _way(case, "2.4", Setup.DEAL)
    position, action = case.position, case.action
    if action.territory in position.board:
        yield breach(
            "2.4",
            "{territory} has been dealt already.",
            "{territory} è già stato assegnato.",
            "{territory} já foi dado.",
            territory=named(action.territory),
        )
    yield from _ahead("2.4", action.to, {p: len(position.territories_of(p)) for p in position.players})


@rule(
    "2.5",
    "The neutral army",
    on=(
        "attack",
        "move",
        "reinforce",
        "occupy",
        "draw_card",
        "take_cards",
        "choose_capital",
        "claim_victory",
        "check_position",
    ),
    it=(
        "L'armata neutrale",
        "In due c'è una terza armata di 40, neutrale: si difende soltanto, e i suoi dadi li tira chi non attacca.",
    ),
    pt=(
        "O exército neutro",
        "Dois jogadores têm um terceiro exército, neutro, de 40: só se defende, e quem não ataca rola os dados dele.",
    ),
    readings=(
        Text(
            "How the neutral armies get on the board is not said; any order is taken.",
            "Come si dispongano le armate neutrali non è detto: si accetta qualsiasi ordine.",
            "Como os exércitos neutros chegam ao tabuleiro não é dito; qualquer ordem é aceita.",
        ),
    ),
)
def neutral_army(case: Case[Any]) -> Iterator[Finding]:
    """2.5. Two players have a third, neutral army of 40: it only defends, and whoever does not attack throws its
    dice."""
    if case.third != NEUTRAL:
        return
    if case.action.player == NEUTRAL:
        yield breach(
            "2.5",
            "The neutral army only defends.",
            "L'armata neutrale si difende soltanto.",
            "O exército neutro só se defende.",
        )
    total = case.position.armies_of(NEUTRAL)
    if total > SUPPLY[2]:
        yield breach(
            "2.5",
            "There are {total} neutral ones.",
            "Le neutrali sono {total}.",
            "Os neutros são {total}.",
            total=armies(total),
        )


playing_order = stated(
    "2.6",
    Text("The order of play", "L'ordine di gioco", "A ordem de jogo"),
    Text(
        "After the setup a die decides who plays first; play goes clockwise.",
        "Dopo la preparazione un dado decide chi comincia; si gioca in senso orario.",
        "Depois da preparação um dado decide quem joga primeiro; joga-se no sentido horário.",
    ),
    reason=Text(
        "The players stand in the position in their order of play.",
        "I giocatori stanno nella posizione nell'ordine di gioco.",
        "Os jogadores estão na posição em sua ordem de jogo.",
    ),
)


def with_armies(position: Position, placed: Mapping[str, int]) -> Position:
    """The position with more armies on territories that are given."""
    board = position.board
    return position.with_board({t: Holding(board[t].owner, board[t].armies + n) for t, n in placed.items()})


def claim_after(case: Case[ClaimTerritory]) -> Position:
    """One army stands there."""
    return case.position.with_board({case.action.territory: Holding(case.action.player, GARRISON)})


def deal_after(case: Case[DealTerritory]) -> Position:
    """One army stands there."""
    return case.position.with_board({case.action.territory: Holding(case.action.to, GARRISON)})


def place_after(case: Case[PlaceInitial]) -> Position:
    """The army is added."""
    return with_armies(case.position, case.action.armies)


CHAPTER = (starting_supply, claiming, remaining_armies, dealing, neutral_army, playing_order)
