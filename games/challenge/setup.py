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
    Text("The decks", "I mazzi"),
    Text(
        "The three decks are separated; the Kingmaker cards stay in the box unless that variant is played.",
        "Si separano i tre mazzi; le carte Kingmaker restano nella scatola se non si gioca la variante.",
    ),
    reason=NOT_CHECKED_AT_A_TABLE,
)
board_in_the_middle = stated(
    "2.2",
    Text("Board and battlefields", "Tabellone e campi di battaglia"),
    Text(
        "The board lies in the middle, a battlefield for the dice at each end.",
        "Il tabellone sta al centro, un campo di battaglia per i dadi a ciascuna estremità.",
    ),
    reason=NOT_CHECKED_AT_A_TABLE,
)
seats_by_dice = stated(
    "2.3",
    Text("Seats by dice", "Posti ai dadi"),
    Text(
        "Everybody throws a die; the highest plays first and the others sit clockwise by their score. Ties throw again.",
        "Ognuno tira un dado: il più alto è primo di mano, gli altri siedono in senso orario secondo il punteggio. "
        "I pari ritirano.",
    ),
    reason=Text(
        "The order of play is given with the position; the throws that made it are played out by the game engine.",
        "L'ordine di gioco è dato con la posizione; i tiri che lo decidono li gioca il motore di partita.",
    ),
)


@rule(
    "2.4",
    "The starting supply",
    on=("check_position", "place_initial"),
    it=("La dotazione iniziale", "Ognuno parte con 35 armate in 3 giocatori, 30 in 4, 25 in 5."),
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
            due=dealt.due,
            to=action.to,
        )
    elif dealt.certain and action.skipped and action.skipped[0] != dealt.due:
        yield breach(
            "2.5",
            "It was {due}'s turn to receive, not {first}'s.",
            "Toccava a {due}, non a {first}.",
            due=dealt.due,
            first=action.skipped[0],
        )
    else:
        yield applies("2.5", "The card is due to {due}.", "La carta tocca a {due}.", due=dealt.due)


armies_on_dealt = stated(
    "2.6",
    Text("A tank on each card", "Un carro per ogni carta"),
    Text(
        "Whoever receives a territory puts one tank of the starting supply on it; the cards are laid aside.",
        "Chi riceve un territorio vi mette un carro della dotazione; le carte si mettono da parte.",
    ),
    reason=Text(
        "The resulting position puts the tank there; nobody chooses.",
        "La posizione risultante mette il carro: non c'è scelta.",
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
    readings=(
        Text(
            "More than half of n territories is more than n/2: at most 2, 2, 3, 3, 4, 6. The search goes on to the "
            "right until somebody may receive; the neighbour's card counts as its card of the deal.",
            "Più di metà di n territori è più di n/2: al massimo 2, 2, 3, 3, 4, 6. Si cerca verso destra finché "
            "qualcuno può ricevere; la carta del vicino vale come sua carta del giro.",
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
            player=player,
            continent=continent,
        )
    if action.to != dealt.to and (dealt.passed or case.position.owed or action.skipped):
        yield breach(
            "2.7",
            "Under the 50% rule the card goes to {right}, not to {to}.",
            "Per la regola del 50% la carta va a {right}, non a {to}.",
            right=dealt.to,
            to=action.to,
        )
    elif action.to != dealt.to and not may_receive(case.position, action.to, action.territory):
        yield breach(
            "2.7",
            "{player} would hold more than half of {continent}.",
            "{player} avrebbe più di metà: {continent}.",
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
                    player=player,
                    continent=continent_named(continent.id),
                )


jokers_return = stated(
    "2.8",
    Text("The Jokers return", "Tornano i Jolly"),
    Text(
        "After the deal the two Jokers join the territory deck, which is shuffled and laid face down.",
        "Finita la distribuzione i due Jolly tornano nel mazzo, che si mescola e si posa coperto.",
    ),
    reason=NOT_CHECKED_AT_A_TABLE,
)
objectives_dealt = stated(
    "2.9",
    Text("The objectives", "Gli obiettivi"),
    Text(
        "Everybody gets one objective card and keeps it secret.",
        "Ognuno riceve una carta obiettivo e la tiene segreta.",
    ),
    reason=Text(
        "One objective given to two players is refused when the case is read.",
        "Lo stesso obiettivo a due giocatori è respinto alla lettura del caso.",
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
)
def three_armies_in_turn(case: Case[PlaceInitial]) -> Iterator[Finding]:
    """2.10. From the first player clockwise, each puts 3 armies of the supply on own territories, as it likes."""
    position, action = case.position, case.action
    turn = position.turn.player
    if turn is None:
        yield missing_turn("2.10", "player")
    elif turn != action.player:
        yield breach("2.10", "It is {turn}'s turn to place.", "Tocca a {turn} piazzare.", turn=turn)
    for territory in action.armies:
        if position.owns(action.player, territory) is False:
            yield breach(
                "2.10",
                "{territory} is not {player}'s.",
                "{territory} non è di {player}.",
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
            placed=placed,
        )
    elif action.supply is not None and placed < min(INITIAL_PLACEMENT, action.supply):
        yield breach(
            "2.10",
            "{placed} placed; {due} are due.",
            "{placed} piazzate; se ne devono {due}.",
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
)
def until_used_up(case: Case[PlaceInitial]) -> Iterator[Finding]:
    """2.11. This goes on until the supplies are used up; only the last time may fewer than 3 armies be placed."""
    supply, placed = case.action.supply, sum(case.action.armies.values())
    if placed > INITIAL_PLACEMENT:
        return
    if supply is None:
        left = Text(
            f"the supply {case.action.player} has left", f"la dotazione rimasta a {case.action.player}"
        )
        yield missing("2.11", "action.supply", left)
    elif placed > supply:
        yield breach(
            "2.11",
            "{placed} placed; only {left} left in the supply.",
            "{placed} piazzate; in dotazione ne restano {left}.",
            placed=placed,
            left=supply,
        )
    elif supply < INITIAL_PLACEMENT:
        yield applies(
            "2.11", "The last {left} are placed.", "Si piazza l'ultimo resto: {left}.", left=armies(supply)
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
