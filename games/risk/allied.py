"""Chapter 8: the game for two with the Allied Army (1975)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from games.core.acts import CheckPosition
from games.core.rule import rule, stated
from games.core.ruling import Finding, applies, breach
from games.core.text import Text, armies
from games.risk.actions import Attack, Case, ClaimTerritory, ClaimVictory, PlaceAllied
from games.risk.combat import ALLIED_NAME
from games.risk.geography import TERRITORIES
from games.risk.position import Phase, Position
from games.risk.rulesets import ALLIED, ALLIED_GARRISON, EACH_OCCUPIES
from games.risk.setup import with_armies
from games.risk.wording import missing_board, missing_territories, missing_turn, named, not_owned


@rule(
    "8.1",
    "Fourteen territories each",
    on=("claim_territory", "check_position"),
    it=(
        "Quattordici territori a testa",
        "A turno ognuno mette un'armata su un territorio libero, finché ne ha 14.",
    ),
    pt=(
        "Catorze territórios para cada um",
        "Por vez cada um põe um exército em um território livre até ter 14.",
    ),
)
def fourteen_each(case: Case[Any]) -> Iterator[Finding]:
    """8.1. In turn each puts one army on a free territory until it has 14."""
    claim = isinstance(case.action, ClaimTerritory)
    if not claim and not case.turn_is(Phase.SETUP):
        return
    for player in case.position.players:
        held = len(case.position.territories_of(player)) + (claim and player == case.action.player)
        if held > EACH_OCCUPIES:
            yield breach(
                "8.1", "{player} would have {held}; 14 each.", "{player} ne avrebbe {held}: 14 a testa.", "{player} teria {held}; são 14 para cada um.",
                player=player, held=held,
            )  # fmt: skip


@rule(
    "8.2",
    "The Allied Army",
    on=("check_position",),
    it=("L'Armata Alleata", "Gli altri 14 territori sono dell'Armata Alleata, con due armate ciascuno."),
    pt=("O Exército Aliado", "Os outros 14 territórios são do Exército Aliado, com dois exércitos em cada."),
)
def allied_army(case: Case[CheckPosition]) -> Iterator[Finding]:
    """8.2. The other 14 territories are the Allied Army's, with two armies on each."""
    if not case.turn_is(Phase.SETUP):
        return
    allied = case.position.territories_of(ALLIED)
    for territory in allied:
        standing = case.position.board[territory].armies
        if standing != ALLIED_GARRISON:
            yield breach(
                "8.2", "{place} has {standing}; two are due.", "{place} ha {standing}: ne spettano due.", "{place} tem {standing}; cabem dois.",
                place=named(territory), standing=armies(standing),
            )  # fmt: skip
    if len(allied) > EACH_OCCUPIES:
        yield breach(
            "8.2",
            "The Allied Army has {n} territories.",
            "L'Armata Alleata ha {n} territori.",
            "O Exército Aliado tem {n} territórios.",
            n=len(allied),
        )


@rule(
    "8.3",
    "Half the armies",
    on=("place_allied",),
    it=(
        "La metà delle armate",
        "A ogni turno spetta all'Armata Alleata la metà, per difetto, delle armate ricevute dal giocatore.",
    ),
    pt=(
        "A metade dos exércitos",
        "A cada turno cabe ao Exército Aliado a metade dos exércitos que o jogador recebe, arredondada para baixo.",
    ),
    readings=(
        Text(
            "All armies received in the turn count, those of sets too.",
            "Contano tutte le armate ricevute nel turno, anche quelle dei tris.",
            "Contam todos os exércitos recebidos no turno, também os das trincas.",
        ),
    ),
)
def half_the_armies(case: Case[PlaceAllied]) -> Iterator[Finding]:
    """8.3. Each turn the Allied Army is entitled to half the armies that the player receives, rounded down."""
    due, placed = allied_due(case.position), sum(case.action.armies.values())
    if due is None:
        yield missing_turn("8.3", "received")
    elif placed > due:
        yield breach(
            "8.3", "{placed} placed; {due} are due.", "{placed} piazzate; ne spettano {due}.", "Colocados: {placed}; cabem {due}.",
            placed=armies(placed), due=due,
        )  # fmt: skip
    else:
        yield applies("8.3", "Due: {due}.", "Spettano: {due}.", "Cabem: {due}.", due=armies(due))


def allied_due(position: Position) -> int | None:
    """8.3: what the Allied Army may still be given in this turn; None where the armies received are not known."""
    received, before = position.turn.received, position.turn.allied_placed or 0
    return None if received is None else max(0, received // 2 - before)


@rule(
    "8.4",
    "The opponent places them",
    on=("place_allied",),
    it=(
        "Le piazza l'avversario",
        "Finiti gli attacchi e prima della fortificazione l'avversario le piazza su territori dell'Armata Alleata.",
    ),
    pt=(
        "O adversário os coloca",
        "Depois dos ataques e antes da fortificação, o adversário os coloca em territórios do Exército Aliado.",
    ),
)
def opponent_places(case: Case[PlaceAllied]) -> Iterator[Finding]:
    """8.4. After the attacks and before fortifying, the opponent places them on territories of the Allied Army."""
    turn, action = case.position.turn, case.action
    if turn.player is None:
        yield missing_turn("8.4", "player")
    elif turn.player == action.player:
        yield breach(
            "8.4",
            "The opponent of {player} places.",
            "Piazza l'avversario di {player}.",
            "Quem coloca é o adversário de {player}.",
            player=turn.player,
        )
    yield from not_owned("8.4", case.position, ALLIED, action.armies, ALLIED_NAME)
    yield from missing_territories("8.4", case.position, action.armies)


dice_for_the_allied = stated(
    "8.5",
    Text("Dice for the Allied Army", "I dadi dell'Armata Alleata", "Os dados do Exército Aliado"),
    Text(
        "When a player attacks the Allied Army the other player throws its dice.",
        "Quando un giocatore attacca l'Armata Alleata, i suoi dadi li tira l'altro.",
        "Quando um jogador ataca o Exército Aliado, o outro jogador rola os dados dele.",
    ),
    reason=Text(
        "A case gives the dice, not the hand that threw them.",
        "Un caso dà i dadi, non la mano che li ha tirati.",
        "O caso dá os dados, não a mão que os rolou.",
    ),
)


@rule(
    "8.6",
    "Commanding the Allied Army",
    on=("attack", "occupy"),
    it=(
        "Il comando dell'Armata Alleata",
        (
            "Piazzate le armate, chi l'ha fatto può attaccare come Armata Alleata le armate dell'altro; non è obbligato. "
            "Mai contro i propri territori."
        ),
    ),
    pt=(
        "O comando do Exército Aliado",
        "Colocados os exércitos, quem os colocou pode atacar os exércitos do outro como Exército Aliado; não é obrigado. Nunca contra territórios próprios.",
    ),
)
def commanding(case: Case[Any]) -> Iterator[Finding]:
    """8.6. With the armies placed, whoever placed them may attack the other's armies as the Allied Army; it need not.
    Never against own territories."""
    turn, action = case.position.turn, case.action
    if action.player == ALLIED:
        yield breach("8.6", "A player commands it.", "La comanda un giocatore.", "Um jogador o comanda.")
    if not (isinstance(action, Attack) and action.command):
        return
    if turn.player is None:
        yield missing_turn("8.6", "player")
    elif turn.player == action.player:
        yield breach(
            "8.6", "The opponent commands now.", "Ora comanda l'avversario.", "Agora comanda o adversário."
        )
    if case.position.owns(action.player, action.target):
        yield breach(
            "8.6",
            "{place} is the commander's own.",
            "{place} è di chi comanda.",
            "{place} é de quem comanda.",
            place=named(action.target),
        )


@rule(
    "8.7",
    "No cards, no manoeuvre",
    on=(
        "draw_card",
        "move",
        "reinforce",
        "take_cards",
        "claim_territory",
        "place_initial",
        "place_allied",
        "claim_victory",
    ),
    it=(
        "Niente carte, niente manovra",
        "L'Armata Alleata non pesca carte, non fa manovre e riceve armate solo come detto.",
    ),
    pt=(
        "Sem cartas, sem manobra",
        "O Exército Aliado não compra cartas, não faz manobra e só recebe exércitos como dito.",
    ),
)
def no_cards_no_manoeuvre(case: Case[Any]) -> Iterator[Finding]:
    """8.7. The Allied Army draws no cards, makes no manoeuvre and gets armies only as said."""
    if case.action.player == ALLIED:
        yield breach(
            "8.7", "The Allied Army may not.", "L'Armata Alleata non può.", "O Exército Aliado não pode."
        )


@rule(
    "8.8",
    "The manoeuvre after the Allied Army",
    on=("move",),
    it=(
        "La manovra dopo l'Armata Alleata",
        "La manovra si fa solo quando l'altro ha finito di attaccare con l'Armata Alleata.",
    ),
    pt=(
        "A manobra depois do Exército Aliado",
        "A manobra só é feita quando o outro parou de atacar com o Exército Aliado.",
    ),
    readings=(
        Text(
            "The rule names the first player; it is taken for whoever is on turn.",
            "La regola nomina il primo giocatore: si intende chi è di turno.",
            "A regra cita o primeiro jogador; entende-se quem está na vez.",
        ),
    ),
)
def after_the_allied(case: Case[Any]) -> Iterator[Finding]:
    """8.8. The manoeuvre is made only when the other has stopped attacking with the Allied Army."""
    position, over = case.position, case.position.turn.allied_over
    if over or case.action.player == ALLIED:
        return
    if not position.territories_of(ALLIED):
        if position.unlisted():
            yield missing_board("8.8")
    elif over is None:
        yield missing_turn("8.8", "allied_over")
    else:
        yield breach(
            "8.8",
            "The Allied Army comes first.",
            "Prima tocca all'Armata Alleata.",
            "Primeiro vem o Exército Aliado.",
        )


@rule(
    "8.9",
    "The end for two",
    on=("claim_victory",),
    it=("La fine in due", "La partita finisce quando un giocatore ha perso tutti i territori."),
    pt=("O fim para dois", "A partida acaba quando um jogador perdeu todos os territórios."),
)
def end_for_two(case: Case[ClaimVictory]) -> Iterator[Finding]:
    """8.9. The game ends when one player has lost all its territories."""
    position, player = case.position, case.action.player
    other = next(p for p in position.players if p != player)
    out = position.is_out(other)
    if out is None:
        yield missing_board("8.9")
    elif out:
        yield applies(
            "8.9",
            "{other} has no territory.",
            "{other} non ha territori.",
            "{other} não tem território.",
            other=other,
        )
    else:
        yield breach(
            "8.9",
            "{other} still has territories.",
            "{other} ha ancora territori.",
            "{other} ainda tem territórios.",
            other=other,
        )


@rule(
    "8.10",
    "Without territories",
    on=("place_allied",),
    it=(
        "Senza territori",
        "Se l'Armata Alleata perde tutti i territori non riceve più armate e si continua come al solito.",
    ),
    pt=(
        "Sem territórios",
        "Se o Exército Aliado perde todos os territórios não recebe mais exércitos, e o jogo segue como sempre.",
    ),
)
def without_territories(case: Case[PlaceAllied]) -> Iterator[Finding]:
    """8.10. If the Allied Army loses all its territories it gets no more armies, and play goes on as usual."""
    if len(case.position.board) == TERRITORIES and not case.position.territories_of(ALLIED):
        yield breach(
            "8.10",
            "The Allied Army is gone.",
            "L'Armata Alleata non c'è più.",
            "O Exército Aliado não existe mais.",
        )


def place_allied_effects(case: Case[PlaceAllied]) -> dict[str, object]:
    """`allied_due`, where it is known."""
    due = allied_due(case.position)
    return {} if due is None else {"allied_due": due}


def place_allied_after(case: Case[PlaceAllied]) -> Position:
    """The armies stand there; the opponent commands."""
    position, placed = case.position, Counter(case.action.armies)
    before = position.turn.allied_placed or 0
    after = with_armies(position, placed)
    return after.with_turn(phase=Phase.ALLIED, allied_placed=before + placed.total())


CHAPTER = (
    fourteen_each,
    allied_army,
    half_the_armies,
    opponent_places,
    dice_for_the_allied,
    commanding,
    no_cards_no_manoeuvre,
    after_the_allied,
    end_for_two,
    without_territories,
)
