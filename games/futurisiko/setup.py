"""Articles 1 and 2: the material and the setup."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.core.rule import rule, stated
from games.core.ruling import Finding, breach, missing
from games.core.text import Text
from games.futurisiko.actions import Action, Case, ClaimTerritory, DetermineSequence
from games.futurisiko.board_document import TERRITORIES
from games.futurisiko.position import Holding, Phase, Position
from games.futurisiko.rulesets import PLAYERS_WITH_ONE_OVER
from games.futurisiko.sequence import clockwise, drawn_colours
from games.futurisiko.wording import (
    CHECKED_WITH_THE_BOARD,
    missing_turn,
    name,
)

material = stated(
    "1.1",
    Text("The material", "Il materiale", "O material"),
    Text(
        "Up to six armies, each of 50 tanks, 20 aircraft, 10 submarines and 20 flags; ten special dice; sixty cards: "
        "12 Secret Weapon, 12 Killer Torpedo, 12 Super Production, 6 each of the other four.",
        "Fino a sei armate, ognuna di 50 carri, 20 aerei, 10 sottomarini e 20 bandiere; dieci dadi speciali; sessanta "
        "carte: 12 Arma segreta, 12 Siluro killer, 12 Super produzione, 6 di ciascuna delle altre quattro.",
        "Até seis exércitos, cada um de 50 tanques, 20 aviões, 10 submarinos e 20 bandeiras; dez dados especiais; sessenta cartas: 12 Arma Secreta, 12 Torpedo Assassino, 12 Superprodução, 6 de cada uma das outras quatro.",
    ),
    reason=Text(
        "Article 9.1 looks at the supply; more cards of a kind than exist are refused when the case is read.",
        "Della riserva si occupa il 9.1; più carte di un tipo di quante esistano sono rifiutate alla lettura.",
        "O artigo 9.1 olha a reserva; mais cartas de um tipo do que existem são recusadas quando o caso é lido.",
    ),
)
the_board = stated(
    "1.2",
    Text("Territories and seas", "Territori e mari", "Territórios e mares"),
    Text(
        "36 territories and 8 sea areas.",
        "36 territori e 8 zone di mare.",
        "36 territórios e 8 áreas de mar.",
    ),
    reason=CHECKED_WITH_THE_BOARD,
)
islands = stated(
    "1.3",
    Text("Islands", "Isole", "Ilhas"),
    Text(
        "Lines join Japan, Borneo, New Guinea, Baffin, Victoria and Great Britain to other lands; Borneo is one "
        "territory, beside Indochina and New Guinea. Greenland and Madagascar have no link by land.",
        "Linee uniscono Giappone, Borneo, Nuova Guinea, Baffin, Victoria e Gran Bretagna ad altre terre; il Borneo è un "
        "solo territorio, accanto a Indocina e Nuova Guinea. Groenlandia e Madagascar non hanno collegamenti via terra.",
        "Linhas ligam Japão, Bornéu, Nova Guiné, Baffin, Victoria e Grã-Bretanha a outras terras; Bornéu é um só território, ao lado da Indochina e da Nova Guiné. Groenlândia e Madagascar não têm ligação por terra.",
    ),
    reason=CHECKED_WITH_THE_BOARD,
)
planisphere = stated(
    "1.4",
    Text("East meets west", "L'est tocca l'ovest", "O leste encontra o oeste"),
    Text(
        "The left and right edges of the board are joined: both Pacifics wash America as well as Asia and Oceania. "
        "North and south are not joined.",
        "I bordi sinistro e destro del tabellone sono uniti: i due Pacifici bagnano l'America e anche Asia e Oceania. "
        "Nord e sud non sono uniti.",
        "As bordas esquerda e direita do tabuleiro são ligadas: os dois Pacíficos banham a América e também a Ásia e a Oceania. Norte e sul não são ligados.",
    ),
    reason=CHECKED_WITH_THE_BOARD,
)


@rule(
    "2.1",
    "Who begins",
    on=("determine_sequence",),
    it=(
        "Chi comincia",
        (
            "Prima di cominciare una carta estratta indica col suo colore chi è primo, gli altri seguono in senso orario. "
            "Un colore che nessuno ha si ripete. Le carte tornano nel mazzo, che si rimescola."
        ),
    ),
    pt=(
        "Quem começa",
        "Antes da partida uma carta virada mostra pela cor quem é o primeiro, os outros seguem no sentido horário. Uma cor que ninguém tem é virada de novo. Essas cartas voltam e o baralho é embaralhado.",
    ),
)
def who_begins(case: Case[DetermineSequence]) -> Iterator[Finding]:
    """2.1. Before the game a card drawn shows by its colour who is first, the others follow clockwise. A colour that
    nobody has is drawn again. These cards go back and the deck is shuffled."""
    if case.phase_is(Phase.SETUP):
        yield from drawn_colours("2.1", case)


@rule(
    "2.2",
    "The deck is shuffled once",
    on=("shuffle_deck",),
    it=(
        "Il mazzo si mescola una volta",
        "Dopo la preparazione il mazzo non si mescola più: le carte giocate o scartate vanno in fondo, coperte.",
    ),
    pt=(
        "O baralho é embaralhado uma vez",
        "Depois da preparação o baralho nunca mais é embaralhado: cartas jogadas ou descartadas vão para o fundo, viradas para baixo.",
    ),
)
def shuffled_once(case: Case[Action]) -> Iterator[Finding]:
    """2.2. After the setup the deck is never shuffled again: cards played or discarded go to the bottom, face down."""
    phase = case.position.turn.phase
    if phase is None:
        yield missing_turn("2.2", "phase")
    elif phase is not Phase.SETUP:
        yield breach(
            "2.2",
            "The deck is not shuffled during the game; cards go to its bottom.",
            "Durante la partita il mazzo non si mescola: le carte vanno in fondo.",
            "O baralho não é embaralhado durante a partida; as cartas vão para o fundo.",
        )


@rule(
    "2.3",
    "Flags on free territories",
    on=("claim_territory",),
    it=(
        "Bandiere sui territori liberi",
        (
            "A turno, in senso orario, ognuno pone una bandiera su un territorio libero a sua scelta, finché tutti sono "
            "occupati."
        ),
    ),
    pt=(
        "Bandeiras em territórios livres",
        "Por vez, no sentido horário, cada um põe uma bandeira em um território livre à escolha, até todos estarem ocupados.",
    ),
)
def flags_on_free(case: Case[ClaimTerritory]) -> Iterator[Finding]:
    """2.3. In turn, clockwise, each places a flag on a free territory of its choice, until all are occupied."""
    taken = case.position.board.get(case.action.territory)
    if taken is not None:
        yield breach(
            "2.3",
            "{territory} is not free: it is {owner}'s.",
            "{territory} non è libero: è di {owner}.",
            "{territory} não está livre: é de {owner}.",
            territory=name(case.place(case.action.territory)),
            owner=taken.owner,
        )
    if case.position.held:
        yield missing(
            "2.3",
            "position.board",
            Text(
                "the territories placed so far", "i territori già presi", "os territórios ocupados até agora"
            ),
        )


@rule(
    "2.4",
    "Five players: a territory left out",
    on=("claim_territory", "produce", "move", "check_position"),
    it=(
        "Cinque giocatori: un territorio escluso",
        (
            "In cinque si toglie un territorio, che nessuno può occupare per tutta la partita; si consigliano Madagascar e "
            "Groenlandia."
        ),
    ),
    pt=(
        "Cinco jogadores: um território de fora",
        "Com cinco jogadores tira-se um território, que ninguém pode ocupar na partida inteira; recomendam-se Madagascar ou a Groenlândia.",
    ),
)
def one_left_out(case: Case[Any]) -> Iterator[Finding]:
    """2.4. With five players a territory is taken out, and nobody may occupy it all game long; Madagascar or Greenland
    are recommended."""
    position = case.position
    five = len(position.players) == PLAYERS_WITH_ONE_OVER
    if five and position.removed is None:
        what = Text("the territory left out", "il territorio escluso", "o território deixado de fora")
        yield missing("2.4", "position.removed", what)
    if not five and position.removed is not None:
        yield breach(
            "2.4",
            "A territory is left out only with five players.",
            "Si esclude un territorio solo in cinque.",
            "Um território fica de fora só com cinco jogadores.",
        )
    entered = {getattr(case.action, key, None) for key in ("territory", "target")} | {*position.board}
    entered |= {*getattr(case.action, "pieces", ())}
    if five and position.removed is not None and position.removed in entered:
        yield breach(
            "2.4",
            "{territory} is left out: nobody may occupy it.",
            "{territory} è escluso: nessuno può occuparlo.",
            "{territory} ficou de fora: ninguém pode ocupá-lo.",
            territory=name(case.place(position.removed)),
        )


@rule(
    "2.5",
    "Only flags at the start",
    on=("claim_territory", "check_position"),
    it=("All'inizio solo bandiere", "All'inizio della partita sul tabellone ci sono soltanto bandiere."),
    pt=("Só bandeiras no começo", "No começo da partida só há bandeiras no tabuleiro."),
)
def only_flags(case: Case[Action]) -> Iterator[Finding]:
    """2.5. At the start of the game only flags stand on the board."""
    if not case.phase_is(Phase.SETUP):
        return
    afloat = any(number for fleet in (case.position.fleets or {}).values() for number in fleet.values())
    if afloat or any(h.units.total or h.invaders.total for h in case.position.board.values()):
        yield breach(
            "2.5",
            "No armies stand on the board during the setup.",
            "Durante la preparazione sul tabellone non ci sono armate.",
            "Não há exércitos no tabuleiro durante a preparação.",
        )


def claim_after(case: Case[ClaimTerritory]) -> Position:
    """The flag stands, the next player is due; after the last flag the first turn begins."""
    position = case.position
    after = position.with_holdings({case.action.territory: Holding(case.actor)})
    following = clockwise(position, case.actor)[1]
    whole = len(after.board) + (after.removed is not None) == TERRITORIES
    turn = replace(after.turn, player=following)
    if whole:
        turn = replace(turn, player=None, phase=Phase.SEQUENCE, order=None)
    return replace(after, turn=turn)


CHAPTERS = (
    material, the_board, islands, planisphere, who_begins, shuffled_once, flags_on_free, one_left_out, only_flags,
)  # fmt: skip
