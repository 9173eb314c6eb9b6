"""Article 7: movement of tanks, aircraft and submarines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.core.rule import rule, stated
from games.core.ruling import Finding, applies, breach
from games.core.text import Text
from games.futurisiko.actions import Case, Move
from games.futurisiko.position import Holding, Phase, Position, Units
from games.futurisiko.rulesets import Unit
from games.futurisiko.wording import (
    NOT_CHECKED_AT_A_TABLE,
    missing_border,
    missing_fleets,
    missing_territory,
    missing_turn,
    name,
    pieces,
)


def free(case: Case[Move]) -> int | None:
    """The pieces at the start of the move that have not moved in this turn; None where the facts do not say."""
    position, action, turn = case.position, case.action, case.position.turn
    if action.unit is Unit.SUBMARINES:
        standing = position.submarines(case.actor, action.source)
        return (
            None if standing is None or turn.sailed is None else standing - turn.sailed.get(action.source, 0)
        )
    holding = position.board.get(action.source)
    if holding is None or turn.moved is None:
        return None
    if holding.owner != case.actor:
        return 0
    return holding.units.of(action.unit) - turn.moved.get(action.source, Units()).of(action.unit)


@rule(
    "7.1",
    "Movement first, each piece once",
    on=("move",),
    it=(
        "Prima il movimento, ogni pezzo una volta",
        (
            "Nelle operazioni si fanno tutti i movimenti, poi i combattimenti; finite le battaglie non ci si muove più. Ogni "
            "pezzo si muove secondo le sue caratteristiche."
        ),
    ),
    pt=(
        "Primeiro o movimento, cada peça uma vez",
        "Nas operações fazem-se todos os movimentos, depois os combates; depois dos combates nada se move. Cada peça se move conforme seu tipo.",
    ),
    readings=(
        Text(
            "A piece moves once a turn; those that invaded do not go on.",
            "Un pezzo si muove una volta per turno; chi ha invaso non prosegue.",
            "Uma peça se move uma vez por turno; as que invadiram não continuam.",
        ),
        Text(
            "No army has to stay behind: the flag holds the territory.",
            "Nessuna armata deve restare: il territorio è tenuto dalla bandiera.",
            "Nenhum exército precisa ficar: a bandeira mantém o território.",
        ),
    ),
)
def movement_first(case: Case[Move]) -> Iterator[Finding]:
    """7.1. In the operations all movements are made, then the combats; after the combats nothing moves. Each piece
    moves according to its kind."""
    turn, action = case.position.turn, case.action
    if turn.phase is Phase.COMBAT or turn.combat is not None:
        yield breach(
            "7.1",
            "Combat has begun: nothing moves any more.",
            "I combattimenti sono cominciati: non ci si muove più.",
            "O combate começou: nada mais se move.",
        )
    afloat = action.unit is Unit.SUBMARINES
    fact = "sailed" if afloat else "moved"
    if (turn.sailed if afloat else turn.moved) is None:
        yield missing_turn("7.1", fact)
    if afloat and case.position.fleets is None:
        yield missing_fleets("7.1")
    if not afloat and action.source in case.board.territories and action.source not in case.position.board:
        yield missing_territory("7.1", case, action.source)
    left = free(case)
    if left is not None and action.number > left:
        yield breach(
            "7.1",
            "{place}: {wanted} would move; {left} can.",
            "{place}: si muoverebbero {wanted}; possono farlo {left}.",
            "{place}: iriam se mover {wanted}; podem {left}.",
            place=name(case.place(action.source)),
            wanted=pieces(action.unit, action.number),
            left=max(0, left),
        )


@rule(
    "7.2",
    "Tanks",
    on=("move",),
    it=("I carri", "Un carro va dal suo territorio a uno confinante, proprio o nemico."),
    pt=("Tanques", "Um tanque vai do seu território a um vizinho, próprio ou inimigo."),
)
def tanks(case: Case[Move]) -> Iterator[Finding]:
    """7.2. A tank goes from its territory to an adjacent one, friendly or enemy."""
    action = case.action
    if action.unit is not Unit.TANKS:
        return
    if action.source in case.board.seas or action.target in case.board.seas:
        yield breach(
            "7.2", "Tanks do not go to sea.", "I carri non vanno per mare.", "Tanques não vão para o mar."
        )
    elif action.via is None:
        yield from _step("7.2", case, action.source, action.target)
        yield from _destination("7.2", case)


@rule(
    "7.3",
    "Aircraft",
    on=("move",),
    it=(
        "Gli aerei",
        (
            "Un aereo va a un territorio o mare confinante e da lì a un altro territorio confinante con quello, proprio o "
            "nemico; non finisce mai in mare."
        ),
    ),
    pt=(
        "Aviões",
        "Um avião vai a um território ou mar vizinho e dali a outro território vizinho desse, próprio ou inimigo; nunca termina no mar.",
    ),
    readings=(
        Text(
            "It may also stop after the first step, on a territory.",
            "Può anche fermarsi dopo il primo passo, su un territorio.",
            "Também pode parar depois do primeiro passo, em um território.",
        ),
    ),
)
def aircraft(case: Case[Move]) -> Iterator[Finding]:
    """7.3. An aircraft goes to an adjacent territory or sea and from there to another territory adjacent to that,
    friendly or enemy; it never ends at sea."""
    action, seas = case.action, case.board.seas
    if action.unit is not Unit.AIRCRAFT:
        return
    if action.source in seas or action.target in seas:
        yield breach(
            "7.3",
            "An aircraft does not stop at sea.",
            "Un aereo non si ferma in mare.",
            "Um avião não para no mar.",
        )
        return
    if action.target == action.source:
        yield breach("7.3", "It stays where it is.", "Resta dov'è.", "Ele fica onde está.")
    elif action.via is None:
        yield from _step("7.3", case, action.source, action.target)
    else:
        yield from _step("7.3", case, action.source, action.via)
        yield from _step("7.3", case, action.target, action.via)
    yield from _destination("7.3", case)


@rule(
    "7.4",
    "Submarines",
    on=("move",),
    it=(
        "I sottomarini",
        "Un sottomarino va dal suo mare a uno confinante, di chiunque siano i territori attorno.",
    ),
    pt=(
        "Submarinos",
        "Um submarino vai do seu mar a um mar vizinho, sejam de quem forem os territórios em volta.",
    ),
)
def submarines(case: Case[Move]) -> Iterator[Finding]:
    """7.4. A submarine goes from its sea to an adjacent sea, whoever holds the territories around."""
    action, seas = case.action, case.board.seas
    if action.unit is not Unit.SUBMARINES:
        return
    if action.source not in seas or action.target not in seas:
        yield breach(
            "7.4", "Submarines stay at sea.", "I sottomarini restano in mare.", "Submarinos ficam no mar."
        )
    elif action.via is not None or action.source == action.target:
        yield breach(
            "7.4", "It goes to the next sea only.", "Va solo al mare vicino.", "Ele só vai ao mar vizinho."
        )
    else:
        yield from _touching("7.4", case, action.source, action.target)


@rule(
    "7.5",
    "Amphibious movement",
    on=("move",),
    it=(
        "Movimento anfibio",
        (
            "Un proprio sottomarino che in questo turno non si è mosso rende confinanti i territori attorno al suo mare, per i "
            "carri che non si sono mossi; gli altri sottomarini non contano."
        ),
    ),
    pt=(
        "Movimento anfíbio",
        "Um submarino próprio que não se moveu neste turno torna vizinhos os territórios em volta do seu mar, para tanques que não se moveram; outros submarinos não importam.",
    ),
    readings=(
        Text(
            "Whether the submarine has moved is looked at when tanks cross; one submarine serves any number of tanks.",
            "Se il sottomarino si è mosso si guarda quando i carri attraversano; uno serve per quanti carri si vuole.",
            "Se o submarino se moveu vê-se quando os tanques atravessam; um submarino serve a quantos tanques se quiser.",
        ),
    ),
)
def amphibious(case: Case[Move]) -> Iterator[Finding]:
    """7.5. An own submarine that has not moved in this turn makes the territories around its sea adjacent for tanks
    that have not moved; other submarines do not matter."""
    action, position = case.action, case.position
    sea = action.via
    if (
        action.unit is not Unit.TANKS
        or sea is None
        or {action.source, action.target} & case.board.seas.keys()
    ):
        return
    if sea not in case.board.seas:
        yield breach(
            "7.5",
            "Tanks do not pass through {place}: only a sea with a submarine is crossed.",
            "I carri non passano per {place}: si attraversa solo un mare con un sottomarino.",
            "Tanques não passam por {place}: só se atravessa um mar com submarino.",
            place=name(case.place(sea)),
        )
        return
    yield from _touching("7.5", case, sea, action.source)
    yield from _touching("7.5", case, sea, action.target)
    yield from _destination("7.5", case)
    standing, sailed = position.submarines(case.actor, sea), position.turn.sailed
    if standing is None:
        yield missing_fleets("7.5")
    if sailed is None:
        yield missing_turn("7.5", "sailed")
    if standing is not None and (standing == 0 or (sailed is not None and standing <= sailed.get(sea, 0))):
        yield breach(
            "7.5",
            "{player} has no submarine in {sea} that stayed there this turn.",
            "{player} non ha in {sea} un sottomarino rimasto fermo in questo turno.",
            "{player} não tem em {sea} um submarino que ficou ali neste turno.",
            player=case.actor,
            sea=name(case.place(sea)),
        )


no_duty = stated(
    "7.6",
    Text("No duty to move", "Nessun obbligo di muovere", "Sem obrigação de mover"),
    Text(
        "Invading is free: a player may move only among its own territories, or not at all.",
        "Invadere è facoltativo: ci si può muovere solo fra i propri territori, o per niente.",
        "Invadir é livre: o jogador pode se mover só entre territórios próprios, ou nem se mover.",
    ),
    reason=NOT_CHECKED_AT_A_TABLE,
)


def _step(article: str, case: Case[Move], territory: str, place: str) -> Iterator[Finding]:
    """A step from a territory to a territory or a sea."""
    if territory == place:
        yield breach(article, "It stays where it is.", "Resta dov'è.", "Ele fica onde está.")
    else:
        yield from _touching(article, case, place, territory)


def _touching(article: str, case: Case[Move], place: str, other: str) -> Iterator[Finding]:
    board = case.board
    if place in board.seas and other in board.seas:
        touch = board.seas_touch(place, other)
    else:
        touch = board.beside(other, place)
    if touch is None:
        yield missing_border(article, case, place, other)
    elif not touch:
        yield breach(
            article,
            "{place} and {other} do not touch.",
            "{place} e {other} non confinano.",
            "{place} e {other} não fazem fronteira.",
            place=name(case.place(place)),
            other=name(case.place(other)),
        )


def _destination(article: str, case: Case[Move]) -> Iterator[Finding]:
    own = case.position.owns(case.actor, case.action.target)
    if own is None:
        yield missing_territory(article, case, case.action.target)
    elif not own and case.action.target != case.position.removed:
        yield applies(
            article,
            "{place} is invaded: a combat is due.",
            "{place} è invaso: ci sarà un combattimento.",
            "{place} é invadido: um combate é devido.",
            place=name(case.place(case.action.target)),
        )


def move_effects(case: Case[Move]) -> dict[str, object]:
    """`invades`: whether a combat is due there; absent at sea or where nobody said whose it is."""
    own = case.position.owns(case.actor, case.action.target)
    return {} if own is None else {"invades": not own}


def move_after(case: Case[Move]) -> Position:
    """The pieces stand elsewhere and have moved."""
    position, action, turn = case.position, case.action, case.position.turn
    if action.unit is Unit.SUBMARINES:
        sailed = dict(turn.sailed or {})
        sailed[action.target] = sailed.get(action.target, 0) + action.number
        there = position.with_fleet(action.source, case.actor, -action.number)
        there = there.with_fleet(action.target, case.actor, action.number)
        return replace(there, turn=replace(turn, sailed=sailed))
    start, end = position.board[action.source], position.board[action.target]
    moved = dict(turn.moved or {})
    moved[action.target] = moved.get(action.target, Units()).plus(action.unit, action.number)
    changes = {
        action.source: start._replace(units=start.units.plus(action.unit, -action.number)),
        action.target: _arrived(end, case),
    }
    return position.with_holdings(changes, replace(turn, moved=moved))


def _arrived(holding: Holding, case: Case[Move]) -> Holding:
    unit, number = case.action.unit, case.action.number
    if holding.owner == case.actor:
        return holding._replace(units=holding.units.plus(unit, number))
    return holding._replace(invaders=holding.invaders.plus(unit, number))


CHAPTER = (movement_first, tanks, aircraft, submarines, amphibious, no_duty)
