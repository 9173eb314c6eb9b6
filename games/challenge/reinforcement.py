"""Chapter 3: the reinforcement phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.challenge.entitlement import Range, entitlement, set_value
from games.challenge.geography import BOARD
from games.challenge.position import JOKER, Case, Phase, Position, Reinforce
from games.challenge.rulesets import SET_SIZE, SET_WITH_JOKER
from games.challenge.setup import add_armies
from games.challenge.wording import (
    PHASE_NAMES,
    continent_named,
    missing_hand,
    missing_territories,
    missing_turn,
    named,
)
from games.core.rule import rule, stated
from games.core.ruling import Finding, applies, breach
from games.core.text import Text, armies

LATER_PHASES = (Phase.COMBAT, Phase.MOVEMENT, Phase.CARD)
LARGEST_SET = SET_WITH_JOKER + 2 * SET_SIZE


@rule(
    "3.1",
    "A third of the territories",
    on=("reinforce",),
    it=(
        "Un terzo dei territori",
        "A inizio turno spetta un'armata ogni tre territori posseduti, per difetto.",
    ),
    pt=(
        "Um terço dos territórios",
        "No começo do turno o jogador recebe um exército a cada três territórios que tem, arredondado para baixo.",
    ),
)
def third_of_the_territories(case: Case[Reinforce]) -> Iterator[Finding]:
    """3.1. On its turn a player takes one army for every three territories it holds, rounded down."""
    due, placed = due_now(case), sum(case.action.armies.values())
    held = len(case.position.territories_of(case.action.player))
    share = entitlement(case).territories.known
    if share is not None:
        yield applies(
            "3.1",
            "{held} territories give {share}.",
            "{held} territori danno {share}.",
            "{held} territórios dão {share}.",
            held=held,
            share=armies(share),
        )
    if placed <= due.least:
        return
    if placed <= due.most:
        yield from missing_territories("3.1", case.position.unlisted())
        return
    article = _exceeded_article(case, placed - due.most)
    if article is not None:
        yield breach(
            article,
            "{placed} placed; {due} are due.",
            "{placed} piazzate; ne spettano {due}.",
            "Colocados: {placed}; cabem {due}.",
            placed=armies(placed),
            due=due.most,
        )


def _exceeded_article(case: Case[Reinforce], excess: int) -> str | None:
    """Which article the armies too many go against; None where an invalid set (3.3) explains them."""
    if case.action.set:
        if set_value(case.action.set) is None:
            return "3.1" if excess > LARGEST_SET else None
        return "3.3"
    return "3.2" if excess in _almost_whole(case) else "3.1"


def _almost_whole(case: Case[Reinforce]) -> set[int]:
    """The bonuses of continents of which the player lacks one territory."""
    position, player = case.position, case.action.player
    owned = {c.id: [position.owns(player, t) for t in c.territories] for c in BOARD.continents.values()}
    return {BOARD.continents[c].bonus for c, known in owned.items() if known.count(True) == len(known) - 1}


@rule(
    "3.2",
    "Whole continents",
    on=("reinforce",),
    it=(
        "Continenti interi",
        (
            "Chi possiede tutto un continente riceve in più: Oceania 2, America del Sud 2, Africa 3, Europa 5, "
            "America del Nord 5, Asia 7."
        ),
    ),
    pt=(
        "Continentes inteiros",
        "Um continente inteiro dá a mais: Oceania 2, América do Sul 2, África 3, Europa 5, América do Norte 5, Ásia 7.",
    ),
)
def whole_continents(case: Case[Reinforce]) -> Iterator[Finding]:
    """3.2. A whole continent gives more: Oceania 2, South America 2, Africa 3, Europe 5, North America 5, Asia 7."""
    for continent, bonus in entitlement(case).continents.items():
        if bonus.known:
            yield applies(
                "3.2",
                "{continent} is whole: {bonus} more.",
                "{continent} è intera: altre {bonus}.",
                "{continent} inteiro: {bonus} a mais.",
                continent=continent_named(continent),
                bonus=armies(bonus.least),
            )


@rule(
    "3.3",
    "A set of three cards",
    on=("reinforce",),
    it=(
        "Il tris di carte",
        "Tre cannoni, tre cavalli o tre fanti: 8. Uno per tipo: 10. Un Jolly con due carte uguali: 12.",
    ),
    pt=(
        "Uma trinca de cartas",
        "Três canhões, três cavalos ou três infantes: 8. Um de cada: 10. Um Joker com duas cartas iguais: 12.",
    ),
    readings=(
        Text(
            "A Joker goes only with two equal symbols and a set holds at most one; one set a turn (an option).",
            "Il Jolly vale solo con due simboli uguali e al massimo uno per tris; un tris per turno (opzione).",
            "Um Joker só vai com dois símbolos iguais e a trinca tem no máximo um; uma trinca por turno (opção).",
        ),
    ),
)
def set_of_three(case: Case[Reinforce]) -> Iterator[Finding]:
    """3.3. Three cannons, three cavalry or three infantry: 8. One of each: 10. A Joker with two equal cards: 12."""
    cards, player = case.action.set, case.action.player
    if not cards:
        return
    worth = set_value(cards)
    if worth is None:
        yield breach(
            "3.3",
            "These cards are no set: {cards}.",
            "Queste carte non sono un tris: {cards}.",
            "Estas cartas não são trinca: {cards}.",
            cards=_shown(cards),
        )
    else:
        yield applies(
            "3.3",
            "The set gives {worth}.",
            "Il tris dà {worth}.",
            "A trinca dá {worth}.",
            worth=armies(worth),
        )
    yield from _in_hand(case, cards, player)
    yield from _sets_in_turn(case)


def _in_hand(case: Case[Reinforce], cards: tuple[str, ...], player: str) -> Iterator[Finding]:
    hand = case.position.hands.get(player)
    elsewhere = [c for p, held in case.position.hands.items() if p != player for c in held if c != JOKER]
    strangers = [c for c in dict.fromkeys(cards) if hand is not None and cards.count(c) > hand.count(c)]
    strangers += [c for c in cards if hand is None and c in elsewhere]
    if strangers:
        yield breach(
            "3.3",
            "{player} does not hold {cards}.",
            "{player} non ha in mano {cards}.",
            "{player} não tem na mão {cards}.",
            player=player,
            cards=_shown(tuple(strangers)),
        )
    elif hand is None:
        yield missing_hand("3.3", player)


def _sets_in_turn(case: Case[Reinforce]) -> Iterator[Finding]:
    if case.options.sets_each_turn is None:
        return
    played = case.position.turn.set_played
    if played is None:
        yield missing_turn("3.3", "set_played")
    elif played and case.options.sets_each_turn <= 1:
        yield breach(
            "3.3",
            "A set was played in this turn already.",
            "In questo turno è già stato giocato un tris.",
            "Uma trinca já foi jogada neste turno.",
        )


@rule(
    "3.4",
    "Cards of own territories",
    on=("reinforce",),
    it=(
        "Carte di territori propri",
        "Ogni carta del tris che mostra un territorio proprio dà 2 armate in più.",
    ),
    pt=(
        "Cartas de territórios próprios",
        "Cada carta da trinca que mostra um território próprio dá 2 exércitos a mais.",
    ),
)
def cards_of_own_territories(case: Case[Reinforce]) -> Iterator[Finding]:
    """3.4. Each card of the set that shows an own territory gives 2 armies more."""
    bonus = entitlement(case).own_territory_bonus
    if bonus.known:
        yield applies(
            "3.4",
            "Own territories on the cards: {bonus} more.",
            "Territori propri sulle carte: altre {bonus}.",
            "Territórios próprios nas cartas: {bonus} a mais.",
            bonus=armies(bonus.least),
        )


played_cards_leave = stated(
    "3.5",
    Text("Played cards", "Le carte giocate", "As cartas jogadas"),
    Text(
        "Played cards are discarded; an empty deck is made anew from the discards.",
        "Le carte giocate si scartano; finito il mazzo, gli scarti si rimescolano.",
        "As cartas jogadas são descartadas; quando o baralho acaba, é refeito com os descartes.",
    ),
    reason=Text(
        "The resulting position takes the cards out of the hand; the deck is kept by the game engine.",
        "La posizione risultante toglie le carte dalla mano; il mazzo lo tiene il motore di partita.",
        "A posição resultante tira as cartas da mão; o baralho fica com o motor da partida.",
    ),
)


@rule(
    "3.6",
    "Where and when to place",
    on=("reinforce",),
    it=(
        "Dove e quando piazzare",
        (
            "I rinforzi vanno sui propri territori, quanti se ne vuole, tutti prima dei combattimenti ed entro il "
            "limite di armate."
        ),
    ),
    pt=(
        "Onde e quando colocar",
        "Os reforços vão em territórios próprios, quantos se quiser, todos antes do combate e dentro do limite de exércitos.",
    ),
    readings=(
        Text(
            "They may be placed in parts; what is not placed when combat begins is lost.",
            "Si possono piazzare a più riprese; quel che non è piazzato all'inizio dei combattimenti è perso.",
            "Podem ser colocados em partes; o que não está colocado quando o combate começa se perde.",
        ),
    ),
)
def where_and_when(case: Case[Reinforce]) -> Iterator[Finding]:
    """3.6. Reinforcements go on own territories, as many as one likes, all before combat and within the army limit."""
    position, action = case.position, case.action
    for territory in action.armies:
        if position.owns(action.player, territory) is False:
            yield breach(
                "3.6",
                "{territory} is not {player}'s.",
                "{territory} non è di {player}.",
                "{territory} não é de {player}.",
                territory=named(territory),
                player=action.player,
            )
    yield from missing_territories("3.6", [t for t in action.armies if t not in position.board])
    if position.turn.phase in LATER_PHASES and not action.set:
        yield breach(
            "3.6",
            "Reinforcements are placed before combat; the phase is: {phase}.",
            "I rinforzi si piazzano prima dei combattimenti; la fase è: {phase}.",
            "Os reforços são colocados antes do combate; a fase é: {phase}.",
            phase=PHASE_NAMES[position.turn.phase],
        )


@rule(
    "3.7",
    "Sets only in this phase",
    on=("reinforce",),
    it=("Tris solo in questa fase", "Nessun tris si gioca fuori dalla fase dei rinforzi."),
    pt=("Trincas só nesta fase", "Nenhuma trinca é jogada fora da fase de reforços."),
)
def sets_only_in_this_phase(case: Case[Reinforce]) -> Iterator[Finding]:
    """3.7. No set is played outside the reinforcement phase."""
    phase = case.position.turn.phase
    if case.action.set and phase in LATER_PHASES:
        yield breach(
            "3.7",
            "A set is not played in the phase: {phase}.",
            "Un tris non si gioca in questa fase: {phase}.",
            "Uma trinca não se joga na fase: {phase}.",
            phase=PHASE_NAMES[phase],
        )


def due_now(case: Case[Reinforce]) -> Range:
    """What may be placed now: the whole, or what earlier parts left over, and a set played now."""
    due, left = entitlement(case), case.position.turn.remaining
    if left is None:
        return due.total
    return Range(left, left) + Range(due.set, due.set) + due.own_territory_bonus


def reinforce_effects(case: Case[Reinforce]) -> dict[str, object]:
    """`entitled` with its parts and `remaining`; what the given facts do not settle stays out."""
    due, now = entitlement(case), due_now(case)
    entitled: dict[str, object] = {"set": due.set}
    if due.territories.known is not None:
        entitled["territories"] = due.territories.known
    if all(bonus.known is not None for bonus in due.continents.values()):
        entitled["continents"] = {c: bonus.least for c, bonus in due.continents.items() if bonus.least}
    if due.own_territory_bonus.known is not None:
        entitled["own_territory_bonus"] = due.own_territory_bonus.known
    if due.total.known is None:
        entitled["at_least"], entitled["at_most"] = due.total.least, due.total.most
        return {"entitled": entitled}
    entitled["total"] = due.total.known
    return {"entitled": entitled, "remaining": max(0, now.least - sum(case.action.armies.values()))}


def reinforce_after(case: Case[Reinforce]) -> Position:
    """The armies stand on the board, the cards are gone, the rest is still to place."""
    position, action, now = case.position, case.action, due_now(case)
    hands = dict(position.hands)
    if action.set:
        hand = list(hands[action.player])
        for card in action.set:
            hand.remove(card)
        hands[action.player] = tuple(hand)
    left = None if now.known is None else now.known - sum(action.armies.values())
    played = True if action.set else position.turn.set_played
    placed = add_armies(position, action.armies)
    return replace(placed, hands=hands, turn=replace(placed.turn, remaining=left, set_played=played))


def _shown(cards: tuple[str, ...]) -> str:
    return ", ".join("Jolly" if c == JOKER else named(c) for c in cards)


CHAPTER = (
    third_of_the_territories,
    whole_continents,
    set_of_three,
    cards_of_own_territories,
    played_cards_leave,
    where_and_when,
    sets_only_in_this_phase,
)
