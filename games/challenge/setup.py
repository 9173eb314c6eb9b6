"""Chapter 2 up to 2.11: the setup."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from games.challenge.dealing import deal, may_receive, next_player
from games.challenge.geography import BOARD
from games.challenge.position import Case, DealTerritory, Holding, Phase, Position
from games.challenge.rulesets import INITIAL_PLACEMENT, SUPPLY
from games.challenge.wording import (
    NOT_CHECKED_AT_A_TABLE,
    continent_named,
    missing_territories,
    missing_turn,
    named,
)
from games.core.acts import CheckPosition, PlaceInitial
from games.core.rule import rule, stated
from games.core.ruling import Finding, applies, breach, missing
from games.core.text import Text, armies

decks = stated(
    "2.1",
    Text("The decks", "I mazzi", "Os baralhos"),
    Text(
        "The three decks are separated; the Kingmaker cards stay in the box unless that variant is played.",
        "Si separano i tre mazzi; le carte Kingmaker restano nella scatola se non si gioca la variante.",
        "Separam-se os três baralhos; as cartas Kingmaker ficam na caixa, a não ser que se jogue essa variante.",
    ),
    reason=NOT_CHECKED_AT_A_TABLE,
)
board_in_the_middle = stated(
    "2.2",
    Text("Board and battlefields", "Tabellone e campi di battaglia", "Tabuleiro e campos de batalha"),
    Text(
        "The board lies in the middle, a battlefield for the dice at each end.",
        "Il tabellone sta al centro, un campo di battaglia per i dadi a ciascuna estremità.",
        "O tabuleiro fica no meio, com um campo de batalha para os dados em cada ponta.",
    ),
    reason=NOT_CHECKED_AT_A_TABLE,
)
seats_by_dice = stated(
    "2.3",
    Text("Seats by dice", "Posti ai dadi", "Lugares nos dados"),
    Text(
        "Everybody throws a die; the highest plays first and the others sit clockwise by their score. Ties throw again.",
        "Ognuno tira un dado: il più alto è primo di mano, gli altri siedono in senso orario secondo il punteggio. "
        "I pari ritirano.",
        "Cada um rola um dado; o mais alto joga primeiro e os outros sentam no sentido horário conforme os pontos. Empates rolam de novo.",
    ),
    reason=Text(
        "The order of play is given with the position; the throws that made it are played out by the game engine.",
        "L'ordine di gioco è dato con la posizione; i tiri che lo decidono li gioca il motore di partita.",
        "A ordem de jogo vem com a posição; os lances que a decidiram são feitos pelo motor da partida.",
    ),
)


@rule(
    "2.4",
    "The starting supply",
    on=("check_position", "place_initial"),
    it=("La dotazione iniziale", "Ognuno parte con 35 armate in 3 giocatori, 30 in 4, 25 in 5."),
    pt=("A dotação inicial", "Cada um começa com 35 exércitos em partida de 3, 30 em 4, 25 em 5."),
)
def starting_supply(case: Case[Any]) -> Iterator[Finding]:
    """2.4. Everybody starts with 35 armies in a game of 3, 30 of 4, 25 of 5."""
    due = SUPPLY[len(case.position.players)]
    if isinstance(case.action, PlaceInitial):
        if case.action.supply is not None and case.action.supply > due:
            yield breach(
                "2.4",
                "{player} cannot have {left} left: the supply is {due}.",
                "{player} non può avere ancora {left}: la dotazione è di {due}.",
                "{player} não pode ter ainda {left}: a dotação é de {due}.",
                player=case.action.player,
                left=armies(case.action.supply),
                due=due,
            )
        return
    if not case.turn_is(Phase.SETUP):
        return
    for player in case.position.players:
        total = case.position.armies_of(player)
        if total > due:
            yield breach(
                "2.4",
                "{player} has {total} on the board; the supply is {due}.",
                "{player} ha {total} sul tabellone; la dotazione è di {due}.",
                "{player} tem {total} no tabuleiro; a dotação é de {due}.",
                player=player,
                total=armies(total),
                due=due,
            )


@rule(
    "2.5",
    "The order of the deal",
    on=("deal_territory",),
    it=(
        "L'ordine della distribuzione",
        (
            "Le carte territorio si danno una alla volta, scoperte, dal giocatore alla destra del primo di mano e poi "
            "in senso antiorario."
        ),
    ),
    pt=(
        "A ordem da distribuição",
        "As cartas de território são dadas abertas, uma de cada vez, a partir da direita do primeiro jogador e no sentido anti-horário.",
    ),
)
def order_of_the_deal(case: Case[DealTerritory]) -> Iterator[Finding]:
    """2.5. Territory cards are dealt face up, one at a time, from the right of the first player and anticlockwise."""
    dealt, action = deal(case), case.action
    claimed = bool(action.skipped) or case.position.owed is not None
    if dealt.certain and not dealt.passed and action.to != dealt.due and not claimed:
        yield breach(
            "2.5",
            "The card is {due}'s, not {to}'s.",
            "La carta tocca a {due}, non a {to}.",
            "A carta é de {due}, não de {to}.",
            due=dealt.due,
            to=action.to,
        )
    elif dealt.certain and action.skipped and action.skipped[0] != dealt.due:
        yield breach(
            "2.5",
            "It was {due}'s turn to receive, not {first}'s.",
            "Toccava a {due}, non a {first}.",
            "Era a vez de {due} receber, não de {first}.",
            due=dealt.due,
            first=action.skipped[0],
        )
    else:
        yield applies(
            "2.5",
            "The card is due to {due}.",
            "La carta tocca a {due}.",
            "A carta cabe a {due}.",
            due=dealt.due,
        )


armies_on_dealt = stated(
    "2.6",
    Text("A tank on each card", "Un carro per ogni carta", "Um tanque em cada carta"),
    Text(
        "Whoever receives a territory puts one tank of the starting supply on it; the cards are laid aside.",
        "Chi riceve un territorio vi mette un carro della dotazione; le carte si mettono da parte.",
        "Quem recebe um território põe nele um tanque da dotação inicial; as cartas são postas de lado.",
    ),
    reason=Text(
        "The resulting position puts the tank there; nobody chooses.",
        "La posizione risultante mette il carro: non c'è scelta.",
        "A posição resultante põe o tanque; ninguém escolhe.",
    ),
)


@rule(
    "2.7",
    "The 50% rule",
    on=("deal_territory", "check_position"),
    it=(
        "La regola del 50%",
        (
            "Nessuno riceve più di metà di un continente: la carta va a chi siede alla destra e la prossima spetta a "
            "chi è stato saltato; se neanche quella va bene, passa due posti più in là."
        ),
    ),
    pt=(
        "A regra dos 50%",
        "Ninguém recebe mais da metade de um continente: a carta vai para o vizinho da direita e a próxima é de quem foi pulado; se também essa não servir, vai dois lugares adiante.",
    ),
    readings=(
        Text(
            "More than half of n territories is more than n/2: at most 2, 2, 3, 3, 4, 6. The search goes on to the "
            "right until somebody may receive; the neighbour's card counts as its card of the deal.",
            "Più di metà di n territori è più di n/2: al massimo 2, 2, 3, 3, 4, 6. Si cerca verso destra finché "
            "qualcuno può ricevere; la carta del vicino vale come sua carta del giro.",
            "Mais da metade de n territórios é mais de n/2: no máximo 2, 2, 3, 3, 4, 6. Procura-se para a direita até que alguém possa receber; a carta do vizinho vale como a carta dele naquela distribuição.",
        ),
    ),
)
def fifty_percent(case: Case[Any]) -> Iterator[Finding]:
    """2.7. Nobody is dealt more than half of a continent: the card goes to the right-hand neighbour and the next one
    belongs to whoever was passed over; if that will not do either, it goes two places on."""
    if isinstance(case.action, CheckPosition):
        yield from _halves_exceeded(case)
        return
    dealt, action = deal(case), case.action
    continent = continent_named(_continent_of(action.territory))
    for player in dealt.passed:
        yield applies(
            "2.7",
            "{player} would hold more than half of {continent}.",
            "{player} avrebbe più di metà: {continent}.",
            "{player} teria mais da metade de {continent}.",
            player=player,
            continent=continent,
        )
    if action.to != dealt.to and (dealt.passed or case.position.owed or action.skipped):
        yield breach(
            "2.7",
            "Under the 50% rule the card goes to {right}, not to {to}.",
            "Per la regola del 50% la carta va a {right}, non a {to}.",
            "Pela regra dos 50% a carta vai para {right}, não para {to}.",
            right=dealt.to,
            to=action.to,
        )
    elif action.to != dealt.to and not may_receive(case.position, action.to, action.territory):
        yield breach(
            "2.7",
            "{player} would hold more than half of {continent}.",
            "{player} avrebbe più di metà: {continent}.",
            "{player} teria mais da metade de {continent}.",
            player=action.to,
            continent=continent,
        )


def _continent_of(territory: str) -> str:
    return BOARD.territory(territory).continent


def _halves_exceeded(case: Case[CheckPosition]) -> Iterator[Finding]:
    if not case.turn_is(Phase.SETUP):
        return
    for continent in BOARD.continents.values():
        for player in case.position.players:
            held = sum(case.position.owns(player, t) is True for t in continent.territories)
            if held > len(continent.territories) // 2:
                yield breach(
                    "2.7",
                    "{player} was dealt more than half of {continent}.",
                    "{player} ha ricevuto più di metà: {continent}.",
                    "{player} recebeu mais da metade de {continent}.",
                    player=player,
                    continent=continent_named(continent.id),
                )


jokers_return = stated(
    "2.8",
    Text("The Jokers return", "Tornano i Jolly", "Os Jokers voltam"),
    Text(
        "After the deal the two Jokers join the territory deck, which is shuffled and laid face down.",
        "Finita la distribuzione i due Jolly tornano nel mazzo, che si mescola e si posa coperto.",
        "Depois da distribuição os dois Jokers voltam ao baralho de territórios, que é embaralhado e posto virado para baixo.",
    ),
    reason=NOT_CHECKED_AT_A_TABLE,
)
objectives_dealt = stated(
    "2.9",
    Text("The objectives", "Gli obiettivi", "Os objetivos"),
    Text(
        "Everybody gets one objective card and keeps it secret.",
        "Ognuno riceve una carta obiettivo e la tiene segreta.",
        "Cada um recebe uma carta de objetivo e a mantém em segredo.",
    ),
    reason=Text(
        "One objective given to two players is refused when the case is read.",
        "Lo stesso obiettivo a due giocatori è respinto alla lettura del caso.",
        "O mesmo objetivo para dois jogadores é recusado quando o caso é lido.",
    ),
)


@rule(
    "2.10",
    "Three armies in turn",
    on=("place_initial",),
    it=(
        "Tre armate a turno",
        "Dal primo di mano, in senso orario, ognuno mette 3 armate della dotazione sui propri territori, come vuole.",
    ),
    pt=(
        "Três exércitos por vez",
        "A partir do primeiro jogador, no sentido horário, cada um põe 3 exércitos da dotação em territórios próprios, como quiser.",
    ),
)
def three_armies_in_turn(case: Case[PlaceInitial]) -> Iterator[Finding]:
    """2.10. From the first player clockwise, each puts 3 armies of the supply on own territories, as it likes."""
    position, action = case.position, case.action
    turn = position.turn.player
    if turn is None:
        yield missing_turn("2.10", "player")
    elif turn != action.player:
        yield breach(
            "2.10",
            "It is {turn}'s turn to place.",
            "Tocca a {turn} piazzare.",
            "É a vez de {turn} colocar.",
            turn=turn,
        )
    for territory in action.armies:
        if position.owns(action.player, territory) is False:
            yield breach(
                "2.10",
                "{territory} is not {player}'s.",
                "{territory} non è di {player}.",
                "{territory} não é de {player}.",
                territory=named(territory),
                player=action.player,
            )
    yield from missing_territories("2.10", [t for t in action.armies if t not in position.board])
    placed = sum(action.armies.values())
    if placed > INITIAL_PLACEMENT:
        yield breach(
            "2.10",
            "{placed} placed; 3 are placed at a time.",
            "{placed} piazzate; se ne piazzano 3 per volta.",
            "Colocados: {placed}; colocam-se 3 por vez.",
            placed=placed,
        )
    elif action.supply is not None and placed < min(INITIAL_PLACEMENT, action.supply):
        yield breach(
            "2.10",
            "{placed} placed; {due} are due.",
            "{placed} piazzate; se ne devono {due}.",
            "Colocados: {placed}; cabem {due}.",
            placed=placed,
            due=min(INITIAL_PLACEMENT, action.supply),
        )


@rule(
    "2.11",
    "Until the supply is used up",
    on=("place_initial",),
    it=(
        "Fino a esaurire la dotazione",
        "Si ripete finché tutti hanno esaurito la dotazione; solo all'ultimo giro le armate possono essere meno di 3.",
    ),
    pt=(
        "Até a dotação acabar",
        "Continua até as dotações acabarem; só na última vez podem ser colocados menos de 3 exércitos.",
    ),
)
def until_used_up(case: Case[PlaceInitial]) -> Iterator[Finding]:
    """2.11. This goes on until the supplies are used up; only the last time may fewer than 3 armies be placed."""
    supply, placed = case.action.supply, sum(case.action.armies.values())
    if placed > INITIAL_PLACEMENT:
        return
    if supply is None:
        left = Text(
            f"the supply {case.action.player} has left",
            f"la dotazione rimasta a {case.action.player}",
            f"a dotação que resta a {case.action.player}",
        )
        yield missing("2.11", "action.supply", left)
    elif placed > supply:
        yield breach(
            "2.11",
            "{placed} placed; only {left} left in the supply.",
            "{placed} piazzate; in dotazione ne restano {left}.",
            "Colocados: {placed}; na dotação só restam {left}.",
            placed=placed,
            left=supply,
        )
    elif supply < INITIAL_PLACEMENT:
        yield applies(
            "2.11",
            "The last {left} are placed.",
            "Si piazza l'ultimo resto: {left}.",
            "Colocam-se os últimos {left}.",
            left=armies(supply),
        )


def deal_effects(case: Case[DealTerritory]) -> dict[str, object]:
    """`to`: who gets the card; `next`: whose card comes next."""
    dealt = deal(case)
    return {"to": dealt.to, "next": next_player(case.position, dealt)}


def deal_after(case: Case[DealTerritory]) -> Position:
    """The territory is held with one tank; whoever was passed over is owed the next card."""
    dealt, action = deal(case), case.action
    owed = dealt.due if dealt.passed else None
    return case.position.with_board({action.territory: Holding(action.to, 1)}, owed=owed)


def place_after(case: Case[PlaceInitial]) -> Position:
    """The armies stand on the board and the next player in order places."""
    placed = add_armies(case.position, case.action.armies)
    order = placed.players
    following = order[(order.index(case.action.player) + 1) % len(order)]
    return replace(placed, turn=replace(placed.turn, player=following))


def add_armies(position: Position, more: Mapping[str, int]) -> Position:
    """The position with armies added to territories that are given."""
    held = {t: position.board[t] for t in more if t in position.board}
    return position.with_board({t: Holding(h.owner, h.armies + more[t]) for t, h in held.items()})


CHAPTER = (
    decks,
    board_in_the_middle,
    seats_by_dice,
    starting_supply,
    order_of_the_deal,
    armies_on_dealt,
    fifty_percent,
    jokers_return,
    objectives_dealt,
    three_armies_in_turn,
    until_used_up,
)
