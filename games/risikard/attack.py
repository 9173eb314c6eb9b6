"""Articles 2 and 4: attacks, and elimination."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.core.rule import rule
from games.core.ruling import Finding, applies, breach, missing
from games.core.text import Text, cards
from games.risikard.fight import defender_of, eliminated, fights, taken
from games.risikard.position import Action, Attack, Case, Position, Turn, without
from games.risikard.rulesets import CARDS_OF_AN_ATTACK, FIGHTS_TO_WIN
from games.risikard.wording import (
    SIDE_NAMES,
    missing_attacks,
    missing_board,
    missing_hand,
    missing_territory,
    name,
    not_owned,
    out_of_turn,
)


def can_attack(case: Case[Any]) -> bool | None:
    """Whether the player has the cards and the territories for an attack; None where the facts do not say."""
    position, hand = case.position, case.position.hands.get(case.actor)
    shielded = position.shielded()
    free = [(t, owner) for t, owner in position.board.items() if t not in shielded]
    able = {owner == case.actor for _, owner in free} == {True, False}
    if hand is not None and len(hand) < CARDS_OF_AN_ATTACK:
        return False
    if not able:
        return False if position.whole(case.deck) else None
    return None if hand is None else True


@rule(
    "2.1",
    "One attack is a duty",
    on=("muster", "skip_turn"),
    it=(
        "Un attacco è obbligatorio",
        "Nel suo turno ognuno deve fare un attacco con 3 carte; solo se non può, salta il turno.",
    ),
    pt=(
        "Um ataque é dever",
        "No seu turno cada jogador deve fazer um ataque com 3 cartas; só se não puder, pula o turno.",
    ),
)
def one_attack_is_a_duty(case: Case[Action]) -> Iterator[Finding]:
    """2.1. In its turn each player must make an attack with 3 cards; only if it cannot, it skips the turn."""
    yield from out_of_turn("2.1", case)
    attacks, able = case.position.turn.attacks, can_attack(case)
    if attacks is None:
        yield missing_attacks("2.1")
    elif attacks == 0 and able:
        yield breach(
            "2.1",
            "{player} can attack and has not.",
            "{player} può attaccare e non l'ha fatto.",
            "{player} pode atacar e não atacou.",
            player=case.actor,
        )
    elif attacks == 0 and able is None:
        yield (
            missing_hand("2.1", case.actor) if case.actor not in case.position.hands else missing_board("2.1")
        )
    elif attacks and case.action.type == "skip_turn":
        yield breach(
            "2.1",
            "The turn is not skipped: an attack was made.",
            "Il turno non si salta: un attacco è stato fatto.",
            "O turno não é pulado: um ataque foi feito.",
        )


@rule(
    "2.2",
    "Three cards for each attack",
    on=("attack",),
    it=(
        "Tre carte per ogni attacco",
        "Altri attacchi sono facoltativi; per ognuno servono almeno 3 carte in mano.",
    ),
    pt=(
        "Três cartas para cada ataque",
        "Outros ataques são livres; cada um exige pelo menos 3 cartas na mão.",
    ),
)
def three_cards_each(case: Case[Attack]) -> Iterator[Finding]:
    """2.2. Further attacks are free; each needs at least 3 cards in hand."""
    hand = case.position.hands.get(case.actor)
    if hand is None:
        yield missing_hand("2.2", case.actor)
    elif len(hand) < CARDS_OF_AN_ATTACK:
        yield breach(
            "2.2",
            "{player} has {cards}; three are needed.",
            "{player} ha {cards}; ne servono tre.",
            "{player} tem {cards}; são precisas três.",
            player=case.actor,
            cards=cards(len(hand)),
        )


@rule(
    "2.3",
    "The declaration",
    on=("attack",),
    it=(
        "La dichiarazione",
        "Chi è di turno nomina un proprio Territorio e quello, di un altro, che vuole conquistare.",
    ),
    pt=("A declaração", "Quem está na vez cita um Território próprio e o de outro que quer conquistar."),
    readings=(
        Text(
            "Nothing is said of borders: any territory of another may be named.",
            "Di confini non si parla: si può nominare qualsiasi territorio altrui.",
            "De fronteiras nada se diz: pode ser citado qualquer território de outro.",
        ),
    ),
)
def the_declaration(case: Case[Attack]) -> Iterator[Finding]:
    """2.3. Whoever is in turn names an own Territory and the one of another that it wants to conquer."""
    yield from out_of_turn("2.3", case)
    yield from not_owned("2.3", case, case.action.source)
    defender = defender_of(case)
    if defender is None:
        yield missing_territory("2.3", case, case.action.target)
    elif defender == case.actor:
        yield breach(
            "2.3",
            "{territory} is {player}'s own.",
            "{territory} è già di {player}.",
            "{territory} já é de {player}.",
            territory=name(case.card(case.action.target)),
            player=case.actor,
        )


@rule(
    "2.4",
    "A card each, face down",
    on=("attack",),
    it=(
        "Una carta per uno, coperta",
        "Attaccante e difensore mettono giù una carta Armata coperta, di valore da 1 a 6: vince il numero maggiore.",
    ),
    pt=(
        "Uma carta para cada um, virada para baixo",
        "Atacante e defensor baixam cada um uma carta de Exército virada para baixo, de valor de 1 a 6: vence o número maior.",
    ),
)
def a_card_each(case: Case[Attack]) -> Iterator[Finding]:
    """2.4. Attacker and defender each lay an Army card face down, of a value from 1 to 6: the higher number wins."""
    action, made = case.action, fights(case)
    if len(action.attacker_cards) != len(action.defender_cards):
        yield breach(
            "2.4",
            "Each lays one card for each fight: {attacker} against {defender}.",
            "Ognuno mette una carta per ogni scontro: {attacker} contro {defender}.",
            "Cada um baixa uma carta por combate: {attacker} contra {defender}.",
            attacker=cards(len(action.attacker_cards)),
            defender=cards(len(action.defender_cards)),
        )
    sides = ((case.actor, action.attacker_cards), (defender_of(case), action.defender_cards))
    for player, played in sides:
        hand = case.position.hands.get(player or "")
        if hand is not None and without(hand, played) is None:
            yield breach(
                "2.4",
                "{player} has not these cards.",
                "{player} non ha queste carte.",
                "{player} não tem estas cartas.",
                player=player,
            )
    if made.unsettled is not None and not _is_tie(case, made.unsettled) and not made.jokers:
        what = Text("the cards of the fight", "le carte dello scontro", "as cartas do combate")
        yield missing("2.4", f"action.attacker_cards[{made.unsettled}]", what)


def _is_tie(case: Case[Attack], number: int) -> bool:
    value = case.action.attacker_cards[number].value
    return value is not None and value == case.action.defender_cards[number].value


@rule(
    "2.5",
    "Ties",
    on=("attack",),
    it=(
        "La parità",
        "In parità vince il difensore, a meno che l'attaccante abbia il Simbolo Vincente del Territorio da cui attacca.",
    ),
    pt=(
        "Empates",
        "No empate vence o defensor, a não ser que o atacante tenha o Símbolo Vencedor do Território de onde ataca.",
    ),
    readings=(
        Text(
            "The attacker has it when its card of that fight shows the symbol of the territory.",
            "Lo ha quando la sua carta di quello scontro porta il simbolo del territorio.",
            "O atacante o tem quando sua carta daquele combate mostra o símbolo do território.",
        ),
    ),
)
def ties(case: Case[Attack]) -> Iterator[Finding]:
    """2.5. A tie goes to the defender, unless the attacker has the Winning Symbol of the Territory from which it
    attacks."""
    made = fights(case)
    for number, side in enumerate(made.winners):
        if _is_tie(case, number):
            yield applies(
                "2.5",
                "Fight {number} is a tie: {side} wins it.",
                "Lo scontro {number} è pari: lo vince {side}.",
                "O combate {number} é um empate: vence {side}.",
                number=number + 1,
                side=SIDE_NAMES[side],
            )
    if made.unsettled is not None and _is_tie(case, made.unsettled):
        what = Text(
            "the symbol on the attacker's card",
            "il simbolo sulla carta dell'attaccante",
            "o símbolo na carta do atacante",
        )
        yield missing("2.5", f"action.attacker_cards[{made.unsettled}]", what)


@rule(
    "2.6",
    "Best of three",
    on=("attack",),
    it=("Al meglio delle tre", "Si ripete al meglio delle tre."),
    pt=("Melhor de três", "Repete-se, em melhor de três."),
    readings=(
        Text(
            "After two wins no third card is laid.",
            "Dopo due vittorie non si mette la terza carta.",
            "Depois de duas vitórias não se baixa a terceira carta.",
        ),
    ),
)
def best_of_three(case: Case[Attack]) -> Iterator[Finding]:
    """2.6. This is repeated, best of three."""
    made, laid = fights(case), len(case.action.attacker_cards)
    if made.winner is not None and laid > len(made.winners):
        yield breach(
            "2.6",
            "The attack was over after {fights}.",
            "L'attacco era finito dopo: {fights}.",
            "O ataque já tinha acabado depois de: {fights}.",
            fights=cards(len(made.winners)),
        )
    elif laid > CARDS_OF_AN_ATTACK:
        yield breach(
            "2.6",
            "There are three fights at most.",
            "Gli scontri sono al massimo tre.",
            "Os combates são no máximo três.",
        )
    elif made.winner is None and made.unsettled is None and laid:
        what = Text(
            f"the next fight: nobody has won {FIGHTS_TO_WIN}",
            "il prossimo scontro: nessuno ne ha vinti due",
            "o próximo combate: ninguém venceu dois",
        )
        yield missing("2.6", "action.attacker_cards", what)


@rule(
    "2.7",
    "The winner takes the territory",
    on=("attack",),
    it=(
        "Chi vince prende il territorio",
        (
            "Chi vince prende il Territorio dell'avversario: anche il difensore può conquistare, quello da cui è partito "
            "l'attacco."
        ),
    ),
    pt=(
        "Quem vence fica com o território",
        "O vencedor fica com o Território do adversário: o defensor também pode conquistar, aquele de onde veio o ataque.",
    ),
)
def winner_takes(case: Case[Attack]) -> Iterator[Finding]:
    """2.7. The winner takes the opponent's Territory: the defender may conquer too, the one the attack came from."""
    change, won = taken(case), fights(case).winner
    if change is not None and won is not None:
        yield applies(
            "2.7",
            "{side} takes {territory}.",
            "{side} prende {territory}.",
            "{side} toma {territory}.",
            side=SIDE_NAMES[won],
            territory=name(case.card(change[0])),
        )


@rule(
    "2.8",
    "The defender draws again",
    on=("attack",),
    it=("Il difensore ripesca", "Dopo l'attacco il difensore ripristina il suo numero di carte Armata."),
    pt=(
        "O defensor compra de novo",
        "Depois do ataque o defensor recompõe seu número de cartas de Exército.",
    ),
    readings=(
        Text(
            "The number it had before the attack.",
            "Il numero che aveva prima dell'attacco.",
            "O número que tinha antes do ataque.",
        ),
    ),
)
def defender_draws(case: Case[Attack]) -> Iterator[Finding]:
    """2.8. After the attack the defender restores its number of Army cards."""
    if taken(case) is not None:
        drawn = len(case.action.defender_cards)
        yield applies(
            "2.8",
            "The defender draws {drawn}.",
            "Il difensore pesca {drawn}.",
            "O defensor compra {drawn}.",
            drawn=cards(drawn),
        )


@rule(
    "2.9",
    "The Joker",
    on=("attack",),
    it=("Il Jolly", "Chi gioca il Jolly si aggiudica i territori contesi senza altri scontri."),
    pt=("O Joker", "Quem joga o Joker fica com os territórios disputados sem outros combates."),
    readings=(
        Text(
            "It keeps its own and takes the other's; if both play one, the option `both_jokers` says who wins.",
            "Tiene il proprio e prende quello altrui; se lo giocano entrambi, l'opzione `both_jokers` dice chi vince.",
            "Mantém o próprio e toma o do outro; se os dois jogam um, a opção `both_jokers` diz quem vence.",
        ),
    ),
)
def the_joker(case: Case[Attack]) -> Iterator[Finding]:
    """2.9. Whoever plays the Joker wins the contested territories without further fights."""
    made = fights(case)
    if made.by_joker:
        yield applies("2.9", "The Joker decides.", "Decide il Jolly.", "O Joker decide.")
    if made.jokers:
        what = Text(
            "who wins when both play a Joker (not from the rulebook)",
            "chi vince se entrambi giocano il Jolly (non dal regolamento)",
            "quem vence quando os dois jogam um Joker (não está no regulamento)",
        )
        yield missing("2.9", "options.both_jokers", what)


@rule(
    "4.1",
    "Elimination",
    on=("attack",),
    it=(
        "L'eliminazione",
        (
            "Un giocatore è eliminato quando si conquista il suo ultimo Territorio; le sue carte Armata passano a chi l'ha "
            "eliminato."
        ),
    ),
    pt=(
        "Eliminação",
        "Um jogador sai quando seu último Território é conquistado; suas cartas de Exército passam a quem o eliminou.",
    ),
)
def elimination(case: Case[Attack]) -> Iterator[Finding]:
    """4.1. A player is out when its last Territory is conquered; its Army cards pass to whoever eliminated it."""
    change, out = taken(case), eliminated(case)
    if change is not None and out:
        yield applies(
            "4.1",
            "{player} is out; its Army cards pass.",
            "{player} è eliminato; le sue carte Armata passano.",
            "{player} foi eliminado; suas cartas de Exército passam.",
            player=change[1],
        )
    elif out is None:
        yield missing_board("4.1", decisive=False)


def turn_over(case: Case[Action]) -> Position:
    """The next player's turn."""
    return replace(case.position, turn=Turn(case.position.after(case.actor), 0))


CHAPTER = (
    one_attack_is_a_duty, three_cards_each, the_declaration, a_card_each, ties, best_of_three, winner_takes,
    defender_draws, the_joker,
)  # fmt: skip
