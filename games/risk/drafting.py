"""Chapter 3, from 3.2: getting and placing new armies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from games.core.rule import rule
from games.core.ruling import Finding, applies, breach, missing
from games.core.text import Text, armies, cards
from games.risk.actions import Case, Reinforce
from games.risk.entitlement import (
    board_armies,
    bonus_armies,
    continent_armies,
    due_now,
    territory_armies,
    traded_cards,
    worth_of_set,
)
from games.risk.position import Card, Phase, Position
from games.risk.rulesets import FULL_HAND, OWN_TERRITORY_BONUS, SetWorth
from games.risk.sets import is_set
from games.risk.setup import with_armies
from games.risk.wording import (
    card_named,
    continent_named,
    listed,
    missing_board,
    missing_hand,
    missing_territories,
    missing_turn,
    named,
    not_owned,
)


@rule(
    "3.2",
    "A third of the territories",
    on=("reinforce",),
    it=("Un terzo dei territori", "Spetta un'armata ogni tre territori, per difetto, e mai meno di 3."),
    pt=(
        "Um terço dos territórios",
        "O jogador recebe um exército a cada três territórios que tem, arredondado para baixo, e nunca menos de 3.",
    ),
    readings=(
        Text(
            "The Portuguese text says to the nearest whole number, but its example (11 give 3) rounds down.",
            "Il testo portoghese dice al numero più vicino, ma il suo esempio (11 danno 3) è per difetto.",
            "O texto português diz ao inteiro mais próximo, mas o exemplo dele (11 dão 3) arredonda para baixo.",
        ),
    ),
)
def third_of_the_territories(case: Case[Reinforce]) -> Iterator[Finding]:
    """3.2. A player takes one army for every three territories it holds, rounded down, and never fewer than 3."""
    due, placed = due_now(case), sum(case.action.armies.values())
    share = territory_armies(case.position, case.action.player).known
    if share is not None:
        held = len(case.position.territories_of(case.action.player))
        yield applies(
            "3.2",
            "{held} territories: {share}.",
            "{held} territori: {share}.",
            "{held} territórios: {share}.",
            held=held,
            share=armies(share),
        )
    if due is None or placed <= due.least:
        return
    if placed <= due.most:
        yield missing_board("3.2")
    else:
        yield breach(
            "3.2",
            "{placed} placed; {due} are due.",
            "{placed} piazzate; ne spettano {due}.",
            "Colocados: {placed}; cabem {due}.",
            placed=armies(placed),
            due=due.most,
        )


@rule(
    "3.3",
    "Whole continents",
    on=("reinforce",),
    it=(
        "Continenti interi",
        "Un continente intero dà in più: Asia 7, America del Nord 5, Europa 5, Africa 3, Australia 2, America del Sud 2.",
    ),
    pt=(
        "Continentes inteiros",
        "Um continente inteiro dá a mais: Ásia 7, América do Norte 5, Europa 5, África 3, Austrália 2, América do Sul 2.",
    ),
)
def whole_continents(case: Case[Reinforce]) -> Iterator[Finding]:
    """3.3. A whole continent gives more: Asia 7, North America 5, Europe 5, Africa 3, Australia 2, South America 2."""
    for continent, bonus in continent_armies(case.position, case.action.player).items():
        if bonus.known:
            yield applies(
                "3.3",
                "{continent} is whole: {bonus} more.",
                "{continent}: continente intero, altre {bonus}.",
                "{continent} inteiro: {bonus} a mais.",
                continent=continent_named(continent),
                bonus=armies(bonus.most),
            )


@rule(
    "3.4",
    "A set of three cards",
    on=("reinforce",),
    it=(
        "Il tris di carte",
        "Un tris è di tre simboli uguali o tutti diversi; un Jolly va con due carte qualsiasi. Con le stelle: da 2 a 10 stelle.",
    ),
    pt=(
        "Uma trinca de cartas",
        "Uma trinca são três símbolos iguais ou um de cada; um coringa vai com dois quaisquer. Com estrelas: de 2 a 10 estrelas.",
    ),
)
def set_of_three(case: Case[Reinforce]) -> Iterator[Finding]:
    """3.4. A set is three equal symbols or one of each; a wild card goes with any two. With stars: 2 to 10 stars."""
    traded = traded_cards(case)
    if not traded:
        return
    right = is_set(traded, case.options)
    if right is None:
        yield missing(
            "3.4",
            "action.set",
            Text("the stars on the cards", "le stelle sulle carte", "as estrelas das cartas"),
        )
    elif not right:
        yield breach(
            "3.4",
            "These cards are no set: {cards}.",
            "Queste carte non sono un tris: {cards}.",
            "Estas cartas não são trinca: {cards}.",
            cards=_shown(traded),
        )
    yield from _in_hand(case)


def _in_hand(case: Case[Reinforce]) -> Iterator[Finding]:
    player, hands = case.action.player, case.position.hands
    if player not in hands:
        yield missing_hand("3.4", player)
        return
    lacking = Counter(c.key for c in case.action.set) - Counter(c.key for c in hands[player])
    strangers = [card for card in case.action.set if card.key in lacking]
    if strangers:
        yield breach(
            "3.4", "{player} does not hold {cards}.", "{player} non ha in mano {cards}.", "{player} não tem na mão {cards}.",
            player=player, cards=_shown(strangers),
        )  # fmt: skip


def _shown(shown: tuple[Card, ...] | list[Card]) -> Text:
    return listed(card_named(card) for card in shown)


WORTH_TEXTS: Mapping[SetWorth, Text] = {
    SetWorth.INCREASING: Text(
        "4, 6, 8, 10, 12, 15, then 5 more each",
        "4, 6, 8, 10, 12, 15, poi 5 in più ogni volta",
        "4, 6, 8, 10, 12, 15, depois 5 a mais a cada vez",
    ),
    SetWorth.RESET: Text(
        "4, 6, 8, 10, 12, 15, then 4 again",
        "4, 6, 8, 10, 12, 15, poi di nuovo 4",
        "4, 6, 8, 10, 12, 15, depois de novo 4",
    ),
    SetWorth.BY_ONE: Text(
        "4, then 1 more each", "4, poi 1 in più ogni volta", "4, depois 1 a mais a cada vez"
    ),
    SetWorth.EMBLEM: Text(
        "infantry 4, cavalry 6, artillery 8, one of each 10",
        "fanti 4, cavalli 6, cannoni 8, misto 10",
        "infantaria 4, cavalaria 6, artilharia 8, uma de cada 10",
    ),
    SetWorth.STARS: Text(
        "by the stars: 2, 4, 7, 10, 13, 17, 21, 25, 30",
        "secondo le stelle: 2, 4, 7, 10, 13, 17, 21, 25, 30",
        "pelas estrelas: 2, 4, 7, 10, 13, 17, 21, 25, 30",
    ),
}


@rule(
    "3.5",
    "What a set is worth",
    on=("reinforce",),
    it=(
        "Quanto vale un tris",
        (
            "I tris di tutti valgono nell'ordine 4, 6, 8, 10, 12, 15 e poi 5 in più ogni volta. Varianti: dopo il sesto si "
            "ricomincia; 1 in più ogni volta; secondo il simbolo; secondo le stelle."
        ),
    ),
    pt=(
        "Quanto vale uma trinca",
        "As trincas de todos valem em ordem 4, 6, 8, 10, 12, 15, depois 5 a mais a cada vez. Variantes: depois da sexta recomeça; 1 a mais a cada vez; pelo símbolo; pelas estrelas.",
    ),
    readings=(
        Text(
            "Increasing by one begins at 4 too. A wild card stands for the symbol that gives most.",
            "Anche crescendo di uno si parte da 4. Un Jolly vale il simbolo che dà di più.",
            "Crescendo de um em um também se começa em 4. Um coringa vale o símbolo que dá mais.",
        ),
    ),
)
def worth_of_a_set(case: Case[Reinforce]) -> Iterator[Finding]:
    """3.5. The sets of all players are worth 4, 6, 8, 10, 12, 15 in turn, then 5 more each time. Variants: the count
    begins anew after the sixth; 1 more each time; by the symbol; by the stars."""
    if not is_set(traded_cards(case), case.options):
        return
    worth = worth_of_set(case)
    if worth is None:
        what = Text(
            "how many sets were traded before",
            "quanti tris sono stati giocati prima",
            "quantas trincas foram trocadas antes",
        )
        yield missing("3.5", "position.sets_traded", what)
    else:
        yield applies(
            "3.5", "The set gives {worth} ({way}).", "Il tris dà {worth} ({way}).", "A trinca dá {worth} ({way}).",
            worth=armies(worth), way=WORTH_TEXTS[case.options.set_worth],
        )  # fmt: skip


@rule(
    "3.6",
    "Five cards",
    on=("attack", "move", "draw_card"),
    it=(
        "Cinque carte",
        "Chi ha cinque carte deve giocare un tris. Con le stelle le carte si tengono quanto si vuole.",
    ),
    pt=(
        "Cinco cartas",
        "Quem tem cinco cartas deve trocar uma trinca. Cartas com estrelas podem ser guardadas quanto se quiser.",
    ),
)
def five_cards(case: Case[Any]) -> Iterator[Finding]:
    """3.6. Whoever has five cards must trade a set. Cards with stars may be kept as long as one likes."""
    hand, drawn = case.position.hands.get(case.action.player), case.position.turn.card_drawn
    if not must_trade(hand, case) or drawn or case.action.player == case.third:
        return
    if drawn is None and case.position.turn.phase not in (Phase.REINFORCEMENT, Phase.COMBAT):
        yield missing_turn("3.6", "card_drawn")
        return
    yield breach(
        "3.6",
        "{player} holds {held} and must trade a set first.",
        "{player} ha in mano {held} e deve prima giocare un tris.",
        "{player} tem {held} na mão e deve antes trocar uma trinca.",
        player=case.action.player,
        held=cards(len(hand or ())),
    )


def must_trade(hand: tuple[Card, ...] | None, case: Case[Any]) -> bool:
    """Whether this hand must be made smaller."""
    return hand is not None and len(hand) >= FULL_HAND and case.options.trade_is_forced


@rule(
    "3.7",
    "Two on an own territory",
    on=("reinforce",),
    it=(
        "Due su un proprio territorio",
        "Chi possiede territori mostrati dal tris ne sceglie uno, che riceve 2 armate in più. Con le stelle non vale.",
    ),
    pt=(
        "Dois em um território próprio",
        "Quem tem territórios mostrados na trinca escolhe um deles, que recebe 2 exércitos a mais. Não com estrelas.",
    ),
)
def two_on_an_own_territory(case: Case[Reinforce]) -> Iterator[Finding]:
    """3.7. Whoever owns territories shown on the set chooses one of them, which gets 2 armies more. Not with stars."""
    chosen, player = case.action.bonus, case.action.player
    if chosen is None:
        return
    if case.options.set_worth is SetWorth.STARS:
        yield breach(
            "3.7",
            "With stars the territory does not count.",
            "Con le stelle il territorio non conta.",
            "Com estrelas o território não conta.",
        )
    elif chosen not in [card.territory for card in case.action.set]:
        yield breach(
            "3.7",
            "{place} is not on the set.",
            "{place} non è fra le carte del tris.",
            "{place} não está na trinca.",
            place=named(chosen),
        )
    yield from not_owned("3.7", case.position, player, [chosen])
    yield from missing_territories("3.7", case.position, [chosen])
    if case.position.owns(player, chosen):
        yield applies(
            "3.7",
            "{place} gets {n}.",
            "{place} riceve {n}.",
            "{place} recebe {n}.",
            place=named(chosen),
            n=armies(OWN_TERRITORY_BONUS),
        )


@rule(
    "3.8",
    "Where and when to place",
    on=("reinforce", "attack", "move"),
    it=(
        "Dove e quando piazzare",
        "Le nuove armate vanno su territori propri, come si vuole, all'inizio del turno; un tris si gioca allora.",
    ),
    pt=(
        "Onde e quando colocar",
        "Os exércitos novos vão em territórios próprios, como se quiser, no começo do turno; é então que se troca uma trinca.",
    ),
    readings=(
        Text(
            "Armies that are not placed must be placed before the first attack or manoeuvre.",
            "Le armate non ancora piazzate si piazzano prima del primo attacco o della manovra.",
            "Exércitos não colocados devem ser colocados antes do primeiro ataque ou da manobra.",
        ),
    ),
)
def where_and_when(case: Case[Any]) -> Iterator[Finding]:
    """3.8. New armies go on own territories, as one likes, at the beginning of the turn; a set is traded then."""
    position, action, left = case.position, case.action, case.position.turn.remaining
    if not isinstance(action, Reinforce):
        if left and action.player == position.turn.player:
            yield breach(
                "3.8",
                "{left} are still to be placed.",
                "Restano da piazzare {left}.",
                "Falta colocar {left}.",
                left=armies(left),
            )
        return
    yield from not_owned("3.8", position, action.player, action.armies)
    yield from missing_territories("3.8", position, action.armies)
    if case.turn_is(Phase.COMBAT) and not action.set and not left:
        yield breach(
            "3.8",
            "The armies of this turn are placed.",
            "Le armate del turno sono già piazzate.",
            "Os exércitos deste turno já foram colocados.",
        )


def reinforce_effects(case: Case[Reinforce]) -> dict[str, object]:
    """`entitled` with its parts and `remaining`; what the given facts do not settle stays out."""
    position, player, worth = case.position, case.action.player, worth_of_set(case)
    bonuses = continent_armies(position, player)
    entitled: dict[str, object] = {}
    share, whole, due = (
        territory_armies(position, player).known,
        board_armies(position, player),
        due_now(case),
    )
    if share is not None:
        entitled["territories"] = share
    if all(bonus.known is not None for bonus in bonuses.values()):
        entitled["continents"] = {name: bonus.most for name, bonus in bonuses.items()}
    if worth is not None:
        entitled["set"] = worth
    if whole.known is None:
        entitled["at_least"], entitled["at_most"] = whole.least, whole.most
    entitled["bonus"] = bonus_armies(case)
    effects: dict[str, object] = {"entitled": entitled}
    if due is not None and due.known is not None:
        effects["remaining"] = max(0, due.known - sum(case.action.armies.values()))
    return effects


def reinforce_after(case: Case[Reinforce]) -> Position:
    """The armies stand on the board, the cards are gone, the rest is still to place."""
    position, action, due = case.position, case.action, due_now(case)
    first = position.turn.remaining is None and not case.turn_is(Phase.COMBAT)
    placed = Counter(action.armies) + Counter({action.bonus: bonus_armies(case)} if action.bonus else {})
    left = None if due is None or due.known is None else due.known - sum(action.armies.values())
    gained = (worth_of_set(case) or 0) + bonus_armies(case)
    base = board_armies(position, action.player).known if first else position.turn.received
    traded = position.sets_traded
    after = replace(
        with_armies(position, placed),
        hands=_without(position, action),
        sets_traded=None if traded is None else traded + bool(action.set),
    )
    return after.with_turn(remaining=left, received=None if base is None else base + gained)


def _without(position: Position, action: Reinforce) -> Mapping[str, tuple[Card, ...]]:
    if not action.set:
        return position.hands
    gone = Counter(card.key for card in action.set)
    kept = []
    for card in position.hands[action.player]:
        if gone[card.key]:
            gone[card.key] -= 1
        else:
            kept.append(card)
    return {**position.hands, action.player: tuple(kept)}


CHAPTER = (
    third_of_the_territories,
    whole_continents,
    set_of_three,
    worth_of_a_set,
    five_cards,
    two_on_an_own_territory,
    where_and_when,
)
