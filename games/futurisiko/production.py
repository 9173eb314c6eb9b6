"""Articles 5 and 9: production points, where new pieces stand, and the supply."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.core.rule import rule, stated
from games.core.ruling import Finding, applies, breach, missing
from games.core.text import Text
from games.futurisiko.actions import Action, Case, Produce
from games.futurisiko.board_document import TERRITORIES
from games.futurisiko.position import Holding, Phase, Position, Turn
from games.futurisiko.rulesets import COST, SUPPLY, Unit
from games.futurisiko.wording import (
    NOT_CHECKED_AT_A_TABLE,
    missing_border,
    missing_count,
    missing_territory,
    missing_turn,
    name,
    not_owned,
    pieces,
    points,
)


def available(case: Case[Any]) -> int | None:
    """The production points that the player may still spend."""
    count, turn = case.position.count(case.actor), case.position.turn
    if count is None or turn.spent is None:
        return None
    return max(0, count + turn.changes.get(case.actor, 0) - turn.spent)


def price(action: Produce) -> int:
    """What the pieces cost."""
    return sum(cost * action.built(unit) for unit, cost in COST.items())


@rule(
    "5.1",
    "Production points",
    on=("produce",),
    it=(
        "Punti produzione",
        (
            "Ogni territorio dà 1 PP. Un'armata di terra costa 1 PP, una aerea 2, una navale 5; qualsiasi combinazione, entro "
            "i PP disponibili."
        ),
    ),
    pt=(
        "Pontos de produção",
        "Cada território dá 1 PP. Um exército de terra custa 1 PP, um aéreo 2, um naval 5; qualquer combinação, dentro dos PP disponíveis.",
    ),
)
def production_points(case: Case[Produce]) -> Iterator[Finding]:
    """5.1. Each territory gives 1 PP. A land army costs 1 PP, an air army 2, a naval army 5; any combination, within the
    PP available."""
    left = available(case)
    if case.position.count(case.actor) is None:
        yield missing_count("5.1", case.actor)
    if case.position.turn.spent is None:
        yield missing_turn("5.1", "spent")
    if left is None:
        return
    found = applies if price(case.action) <= left else breach
    yield found(
        "5.1",
        "This costs {price}; {left} are available.",
        "Il costo è {price}; ne sono disponibili {left}.",
        "O custo é {price}; estão disponíveis {left}.",
        price=points(price(case.action)),
        left=points(left),
    )


@rule(
    "5.2",
    "Nothing is carried over",
    on=("produce", "end_production"),
    it=("Niente si conserva", "I PP che non si usano in questa fase sono perduti."),
    pt=("Nada se guarda", "Pontos não usados nesta fase se perdem."),
)
def nothing_carried_over(case: Case[Any]) -> Iterator[Finding]:
    """5.2. Points not used in this phase are lost."""
    if isinstance(case.action, Produce):
        if case.action.carried:
            yield breach(
                "5.2",
                "Points of an earlier turn cannot be used.",
                "I punti di un turno precedente non si possono usare.",
                "Pontos de um turno anterior não podem ser usados.",
            )
        return
    left = available(case)
    if left:
        yield applies("5.2", "{left} are lost.", "Perduti: {left}.", "{left} se perdem.", left=points(left))
    if case.position.turn.order is None:
        yield missing_turn("5.2", "order")


@rule(
    "5.3",
    "Armies on one's own territories",
    on=("produce",),
    it=(
        "Armate sui propri territori",
        "Le nuove armate di terra e aeree si pongono sui territori che si controllano, divise come si vuole.",
    ),
    pt=(
        "Exércitos em territórios próprios",
        "Exércitos novos de terra e aéreos são postos em territórios que se controla, divididos como se quiser.",
    ),
)
def armies_on_own(case: Case[Produce]) -> Iterator[Finding]:
    """5.3. New land and air armies are placed on territories that one controls, divided as one likes."""
    for place, built in case.action.pieces.items():
        if not built.get(Unit.TANKS) and not built.get(Unit.AIRCRAFT):
            continue
        if place in case.board.seas:
            yield breach(
                "5.3",
                "Tanks and aircraft do not stand at sea: {sea}.",
                "Carri e aerei non stanno in mare: {sea}.",
                "Tanques e aviões não ficam no mar: {sea}.",
                sea=name(case.place(place)),
            )
        else:
            yield from not_owned("5.3", case, case.actor, [place])


@rule(
    "5.4",
    "Submarines beside one's own coast",
    on=("produce",),
    it=(
        "Sottomarini accanto alle proprie coste",
        "Un nuovo sottomarino si pone in un mare che confina con un territorio che si controlla.",
    ),
    pt=(
        "Submarinos junto à própria costa",
        "Um submarino novo é posto em um mar que faz fronteira com um território que se controla.",
    ),
)
def submarines_beside_coast(case: Case[Produce]) -> Iterator[Finding]:
    """5.4. A new submarine is placed in a sea that borders a territory one controls."""
    for place, built in case.action.pieces.items():
        if not built.get(Unit.SUBMARINES):
            continue
        if place not in case.board.seas:
            yield breach(
                "5.4",
                "A submarine stands in a sea, not on {territory}.",
                "Un sottomarino sta in un mare, non su {territory}.",
                "Um submarino fica em um mar, não em {territory}.",
                territory=name(case.place(place)),
            )
        else:
            yield from _own_coast(case, place)


def _own_coast(case: Case[Produce], sea: str) -> Iterator[Finding]:
    coast = {t: case.board.washes(sea, t) for t in case.board.territories}
    mine = {t: case.position.owns(case.actor, t) for t in coast}
    if any(coast[t] and mine[t] for t in coast):
        return
    open_questions = [t for t in coast if coast[t] is not False and mine[t] is not False]
    if not open_questions:
        yield breach(
            "5.4",
            "{sea} borders no territory of {player}.",
            "{sea} non confina con alcun territorio di {player}.",
            "{sea} não faz fronteira com nenhum território de {player}.",
            sea=name(case.place(sea)),
            player=case.actor,
        )
    for territory in open_questions:
        if coast[territory]:
            yield missing_territory("5.4", case, territory)
        elif mine[territory]:
            yield missing_border("5.4", case, sea, territory)
    if open_questions and not any(coast[t] or mine[t] for t in open_questions):
        yield missing_border("5.4", case, sea, open_questions[0])


seas_are_open = stated(
    "5.5",
    Text("The seas belong to nobody", "I mari non sono di nessuno", "Os mares não são de ninguém"),
    Text(
        "No player controls a sea: submarines of several colours may be in one.",
        "Nessuno controlla un mare: vi possono stare sottomarini di colori diversi.",
        "Nenhum jogador controla um mar: submarinos de várias cores podem estar no mesmo.",
    ),
    reason=NOT_CHECKED_AT_A_TABLE,
)


@rule(
    "9.1",
    "The supply is the limit",
    on=("produce", "check_position"),
    it=(
        "La riserva è il limite",
        "Non si costruiscono più armate di quante ne restano: 50 carri, 20 aerei e 10 sottomarini per giocatore.",
    ),
    pt=(
        "A reserva é o limite",
        "Não se produzem mais exércitos do que restam na reserva: 50 tanques, 20 aviões e 10 submarinos por jogador.",
    ),
)
def supply(case: Case[Action]) -> Iterator[Finding]:
    """9.1. No more armies are built than are left in the supply: 50 tanks, 20 aircraft and 10 submarines a player."""
    action = case.action
    players = case.position.players if action.player is None else (action.player,)
    for player in players:
        standing = case.position.pieces(player)
        for unit, most in SUPPLY.items():
            wanted = standing[unit] + (action.built(unit) if isinstance(action, Produce) else 0)
            if wanted > most:
                yield breach(
                    "9.1",
                    "{player} would have {wanted}; the supply holds {most}.",
                    "{player} avrebbe {wanted}; la riserva ne ha {most}.",
                    "{player} teria {wanted}; a reserva é de {most}.",
                    player=player,
                    wanted=pieces(unit, wanted),
                    most=most,
                )
    if len(case.position.board) + (case.position.removed is not None) < TERRITORIES:
        what = Text(
            "the other pieces on the board", "gli altri pezzi sul tabellone", "as outras peças no tabuleiro"
        )
        yield missing("9.1", "position.board", what, decisive=False)


def produce_effects(case: Case[Produce]) -> dict[str, object]:
    """`cost` and, where the facts say, `points`: what may be spent."""
    left = available(case)
    effects: dict[str, object] = {"cost": price(case.action)}
    return effects if left is None else {**effects, "points": left}


def produce_after(case: Case[Produce]) -> Position:
    """The new pieces stand, the points are spent."""
    position, player = case.position, case.actor
    changes: dict[str, Holding] = {}
    for place, built in case.action.pieces.items():
        if place in case.board.seas:
            position = position.with_fleet(place, player, built.get(Unit.SUBMARINES, 0))
        else:
            holding = position.board[place]
            units = holding.units
            for unit in (Unit.TANKS, Unit.AIRCRAFT):
                units = units.plus(unit, built.get(unit, 0))
            changes[place] = holding._replace(units=units)
    turn = replace(position.turn, spent=(position.turn.spent or 0) + price(case.action))
    return position.with_holdings(changes, turn)


def end_production_after(case: Case[Action]) -> Position:
    """The next player produces; after the last the operations begin."""
    return following(case, replace(case.position.turn, phase=Phase.MOVEMENT, moved={}, sailed={}))


def following(case: Case[Action], when_all_are_done: Turn) -> Position:
    """The next player of the sequence, or the turn as it stands after the last."""
    turn = case.position.turn
    order = turn.order or ()
    at = order.index(case.actor) + 1
    if at < len(order):
        return replace(case.position, turn=replace(turn, player=order[at], spent=0, moved={}, sailed={}))
    return replace(case.position, turn=replace(when_all_are_done, player=order[0]))


CHAPTER = (production_points, nothing_carried_over, armies_on_own, submarines_beside_coast, seas_are_open)
