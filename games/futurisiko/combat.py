"""Article 8: combat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.core.rule import rule
from games.core.ruling import Finding, applies, breach, missing
from games.core.text import Text, dice
from games.futurisiko.actions import Action, Case, Roll
from games.futurisiko.position import Phase, Position, Side
from games.futurisiko.production import following
from games.futurisiko.rulesets import GARRISON_DICE, When
from games.futurisiko.special_cards import effect_of, not_in_hand, told, untold, wrong_moment
from games.futurisiko.throw import (
    beside_the_fight,
    dice_afloat,
    dice_due,
    enemy_submarines,
    fight,
    hits,
    played,
)
from games.futurisiko.wording import (
    SIDE_NAMES,
    missing_border,
    missing_fleets,
    missing_territory,
    missing_turn,
    name,
)


@rule(
    "8.1",
    "Every invasion is fought out",
    on=("roll", "end_operations"),
    it=(
        "Ogni invasione si combatte",
        (
            "Dopo i movimenti si combatte in tutti i territori invasi, nell'ordine che sceglie chi è di turno. Non ci sono "
            "ritirate né ripensamenti: ogni combattimento si conclude."
        ),
    ),
    pt=(
        "Toda invasão é combatida",
        "Depois dos movimentos há um combate em cada território invadido, na ordem que o jogador da vez escolher. Não há retirada nem arrependimento: cada um vai até o fim.",
    ),
    readings=(
        Text(
            "A combat that has begun ends before the next.",
            "Un combattimento iniziato finisce prima del prossimo.",
            "Um combate começado acaba antes do seguinte.",
        ),
    ),
)
def fought_out(case: Case[Any]) -> Iterator[Finding]:
    """8.1. After the movements there is a combat in every invaded territory, in the order that the active player
    chooses. There is no retreat and no second thought: each is fought to its end."""
    action, position = case.action, case.position
    if not isinstance(action, Roll):
        for territory in position.invaded():
            yield breach(
                "8.1",
                "The combat for {territory} is not fought out.",
                "Il combattimento per {territory} non è concluso.",
                "O combate por {territory} não foi até o fim.",
                territory=name(case.place(territory)),
            )
        return
    holding, combat = position.board.get(action.territory), position.turn.combat
    if holding is None:
        yield missing_territory("8.1", case, action.territory)
    elif not holding.invaders.total:
        yield breach(
            "8.1",
            "Nobody invaded {territory}.",
            "Nessuno ha invaso {territory}.",
            "Ninguém invadiu {territory}.",
            territory=name(case.place(action.territory)),
        )
    if position.turn.player is None:
        yield missing_turn("8.1", "player")
    if combat is not None and combat.territory != action.territory:
        yield breach(
            "8.1",
            "The combat for {territory} comes to its end first.",
            "Prima si conclude il combattimento per {territory}.",
            "Primeiro acaba o combate por {territory}.",
            territory=name(case.place(combat.territory)),
        )


@rule(
    "8.2",
    "Air superiority",
    on=("roll",),
    it=(
        "La superiorità aerea",
        "Tira per primo chi ha più armate aeree nel territorio, quante che siano quelle di terra; in parità il difensore.",
    ),
    pt=(
        "Superioridade aérea",
        "Rola primeiro quem tem mais exércitos aéreos no território, quaisquer que sejam os de terra; no empate, o defensor.",
    ),
)
def air_superiority(case: Case[Roll]) -> Iterator[Finding]:
    """8.2. Whoever has more air armies in the territory rolls first, whatever the land armies; in a tie the
    defender."""
    made = fight(case)
    if made is None:
        return
    if made.side is None:
        yield breach(
            "8.2",
            "{player} does not fight there.",
            "{player} non combatte lì.",
            "{player} não combate ali.",
            player=case.actor,
        )
    elif not made.started:
        found = applies if made.side is made.due else breach
        yield found(
            "8.2",
            "Aircraft: {attacking} against {defending}; {side} rolls first.",
            "Aerei: {attacking} contro {defending}; tira per primo {side}.",
            "Aviões: {attacking} contra {defending}; rola primeiro {side}.",
            attacking=made.holding.invaders.aircraft,
            defending=made.holding.units.aircraft,
            side=SIDE_NAMES[made.due],
        )


@rule(
    "8.3",
    "How many dice",
    on=("roll",),
    it=(
        "Quanti dadi",
        (
            "Chi tira usa un dado per ogni armata aerea e di terra nel territorio; il difensore ne aggiunge 2 per la bandiera, "
            "l'attaccante può aggiungerne uno per ogni sua armata navale in un mare confinante."
        ),
    ),
    pt=(
        "Quantos dados",
        "Quem rola usa um dado por exército aéreo e de terra no território; o defensor soma 2 pela bandeira, o atacante pode somar um por exército naval seu em um mar vizinho.",
    ),
    readings=(
        Text(
            "More than ten dice are rolled in parts.",
            "Più di dieci dadi si tirano in più volte.",
            "Mais de dez dados são rolados em partes.",
        ),
        Text(
            "The attacker is free to leave out dice of its naval armies.",
            "L'attaccante può rinunciare a dadi delle sue armate navali.",
            "O atacante pode abrir mão de dados de seus exércitos navais.",
        ),
    ),
)
def how_many_dice(case: Case[Roll]) -> Iterator[Finding]:
    """8.3. The roller takes a die for each air and land army in the territory; the defender adds 2 for the flag, the
    attacker may add one for each of its naval armies in an adjacent sea."""
    made, due = fight(case), dice_due(case)
    if made is None or made.side is None:
        return
    if made.side is Side.ATTACKER:
        if case.position.fleets is None:
            yield missing_fleets("8.3")
        open_seas = [sea for sea, touches in beside_the_fight(case).items() if touches is None]
        yield from (missing_border("8.3", case, sea, case.action.territory) for sea in open_seas)
    if due is None:
        return
    thrown = due if case.action.dice is None else case.action.dice
    enough = due - (dice_afloat(case) or 0) <= thrown <= due
    found = applies if enough else breach
    yield found(
        "8.3",
        "{side} rolls {due}.",
        "Tira {side}: {due}.",
        "Rola {side}: {due}.",
        side=SIDE_NAMES[made.side],
        due=dice(thrown if enough else due),
    )


@rule(
    "8.4",
    "A card with the roll",
    on=("roll",),
    it=(
        "Una carta con il tiro",
        "Chi tira può anche usare una delle proprie carte: si aggiunge al tiro, non lo sostituisce.",
    ),
    pt=(
        "Uma carta com os dados",
        "Quem rola também pode usar uma de suas cartas: ela se soma aos dados, não os substitui.",
    ),
    readings=(
        Text(
            "Which cards, and what they do, is on the summary sheet: the option `card_effects` gives it.",
            "Quali carte e con che effetto è sul foglio riassuntivo: lo dà l'opzione `card_effects`.",
            "Quais cartas, e o que fazem, está na folha de resumo: quem a dá é a opção `card_effects`.",
        ),
    ),
)
def card_with_the_roll(case: Case[Roll]) -> Iterator[Finding]:
    """8.4. Whoever rolls may also use one of its cards: it comes on top of the roll, not in its place."""
    card = case.action.card
    if card is None:
        return
    if case.action.dice == 0:
        yield breach(
            "8.4",
            "A card does not replace the roll.",
            "La carta non sostituisce il tiro.",
            "Uma carta não substitui os dados.",
        )
    yield from wrong_moment("8.4", case, card, When.COMBAT)
    yield from not_in_hand("8.4", case, case.actor, (card,))
    yield told("8.4", case, card) if effect_of(case, card).told else untold("8.4", card)


@rule(
    "8.5",
    "Explosions",
    on=("roll",),
    it=(
        "Le esplosioni",
        "Per ogni esplosione chi tira elimina subito un'armata aerea o di terra avversaria a sua scelta.",
    ),
    pt=(
        "Explosões",
        "A cada explosão quem rola remove na hora um exército aéreo ou de terra do adversário, à escolha.",
    ),
    readings=(
        Text(
            "An explosion stands on two faces of six; this figure is not from the rulebook.",
            "L'esplosione è su due facce di sei; questo dato non è nel regolamento.",
            "A explosão está em duas faces de seis; este número não está no regulamento.",
        ),
    ),
)
def explosions(case: Case[Roll]) -> Iterator[Finding]:
    """8.5. For each explosion the roller removes at once an air or land army of the opponent, of its choice."""
    made, action, due = fight(case), case.action, dice_due(case)
    if made is None or made.side is None:
        return
    if action.explosions is None:
        if action.remove.total or action.remove_garrison:
            yield missing(
                "8.5",
                "action.explosions",
                Text("the explosions rolled", "le esplosioni ottenute", "as explosões obtidas"),
            )
        return
    thrown = due if action.dice is None else action.dice
    if thrown is not None and action.explosions > thrown:
        yield breach(
            "8.5",
            "{explosions} explosions with {thrown} cannot be.",
            "{explosions} esplosioni con {thrown}: non può essere.",
            "{explosions} explosões com {thrown}: não pode ser.",
            explosions=action.explosions,
            thrown=dice(thrown),
        )
    if action.remove.total + action.remove_garrison > hits(case):
        yield breach(
            "8.5",
            "{removed} removed with {hits} explosions.",
            "Pezzi eliminati: {removed}, con {hits} esplosioni.",
            "Removidos: {removed}, com {hits} explosões.",
            removed=action.remove.total + action.remove_garrison,
            hits=hits(case),
        )
    if not made.targets.covers(action.remove):
        yield breach(
            "8.5",
            "Armies are removed that do not stand there.",
            "Si eliminano armate che non ci sono.",
            "Removem-se exércitos que não estão ali.",
        )


@rule(
    "8.6",
    "The dice pass",
    on=("roll",),
    it=(
        "I dadi passano",
        "Dopo ogni tiro i dadi passano all'avversario: si tira alternati fino alla fine, chiunque abbia più aerei.",
    ),
    pt=(
        "Os dados passam",
        "Depois de cada lance os dados passam ao adversário: alterna-se até o fim, tenha quem tiver mais aviões.",
    ),
)
def the_dice_pass(case: Case[Roll]) -> Iterator[Finding]:
    """8.6. After each roll the dice pass to the opponent: rolls alternate to the end, whoever has more aircraft."""
    made = fight(case)
    if made is not None and made.started and made.side is not None and made.side is not made.due:
        yield breach(
            "8.6", "{side} rolls now.", "Ora tira {side}.", "Agora rola: {side}.", side=SIDE_NAMES[made.due]
        )


@rule(
    "8.7",
    "When a combat ends",
    on=("roll",),
    it=(
        "Quando finisce",
        (
            "Il combattimento finisce quando il difensore perde tutte le armate e la bandiera, o l'attaccante tutte le armate "
            "aeree e di terra: le sole armate navali non lo continuano."
        ),
    ),
    pt=(
        "Quando um combate acaba",
        "Um combate acaba quando o defensor perdeu todos os exércitos e a bandeira, ou o atacante todos os exércitos aéreos e de terra: só com os navais não se continua.",
    ),
)
def when_it_ends(case: Case[Roll]) -> Iterator[Finding]:
    """8.7. A combat ends when the defender has lost all its armies and its flag, or the attacker all its air and land
    armies: naval armies alone do not go on."""
    made = fight(case)
    if made is None or made.side is not Side.DEFENDER or case.action.explosions is None:
        return
    if made.holding.invaders.total == case.action.remove.total:
        yield applies("8.7", "The attack is repelled.", "L'attacco è respinto.", "O ataque é repelido.")


@rule(
    "8.8",
    "The garrison goes last",
    on=("roll",),
    it=(
        "La bandiera per ultima",
        "Per eliminare la bandiera basta un'esplosione, ma dev'essere l'ultimo pezzo.",
    ),
    pt=(
        "A bandeira por último",
        "Uma explosão remove a bandeira do defensor, mas ela deve ser a última peça.",
    ),
)
def garrison_last(case: Case[Roll]) -> Iterator[Finding]:
    """8.8. One explosion removes the defender's flag, but it must be the last piece."""
    made, action = fight(case), case.action
    if made is None or not action.remove_garrison:
        return
    if made.side is Side.DEFENDER:
        yield breach(
            "8.8",
            "The attacker has no flag there.",
            "L'attaccante lì non ha una bandiera.",
            "O atacante não tem bandeira ali.",
        )
    elif made.holding.units != action.remove:
        yield breach(
            "8.8",
            "Armies of the defender stand: the flag goes last.",
            "Ci sono ancora armate del difensore: la bandiera è l'ultima.",
            "Ainda há exércitos do defensor: a bandeira vai por último.",
        )


@rule(
    "8.9",
    "Naval armies",
    on=("roll",),
    it=(
        "Le armate navali",
        (
            "Le armate navali dell'attaccante non si eliminano, non servono in difesa e nello stesso turno valgono in più "
            "combattimenti. Solo una carta può eliminarne una."
        ),
    ),
    pt=(
        "Exércitos navais",
        "Os exércitos navais do atacante não podem ser removidos, não servem na defesa e contam em vários combates do mesmo turno. Só uma carta pode remover um.",
    ),
)
def naval_armies(case: Case[Roll]) -> Iterator[Finding]:
    """8.9. The attacker's naval armies cannot be removed, do not serve in defence, and count in several combats of the
    same turn. Only a card can remove one."""
    made, action = fight(case), case.action
    if made is None or made.side is None or not action.remove_submarines:
        return
    if action.remove_submarines > (played(case).submarines or 0):
        yield breach(
            "8.9",
            "Explosions do not remove submarines; only a card does.",
            "Le esplosioni non eliminano sottomarini; solo una carta può farlo.",
            "Explosões não removem submarinos; só uma carta remove.",
        )
    elif action.sea is None:
        yield missing(
            "8.9",
            "action.sea",
            Text("the sea of the submarine", "il mare del sottomarino", "o mar do submarino"),
        )
    else:
        standing = enemy_submarines(case, made)
        if standing is None:
            yield missing_fleets("8.9")
        elif standing < action.remove_submarines:
            yield breach(
                "8.9",
                "There is no such submarine.",
                "Quel sottomarino non c'è.",
                "Esse submarino não existe.",
            )


@rule(
    "8.10",
    "The garrison alone",
    on=("roll",),
    it=("La bandiera da sola", "La bandiera si difende anche senza altre armate, sempre con due dadi."),
    pt=("A bandeira sozinha", "A bandeira se defende também sem outros exércitos, sempre com dois dados."),
)
def garrison_alone(case: Case[Roll]) -> Iterator[Finding]:
    """8.10. The flag defends itself also without other armies, always with two dice."""
    made = fight(case)
    if made is not None and made.side is Side.DEFENDER and not made.holding.units.total:
        yield applies(
            "8.10",
            "The flag alone defends with {dice}.",
            "La bandiera da sola si difende con {dice}.",
            "A bandeira sozinha se defende com {dice}.",
            dice=dice(GARRISON_DICE),
        )


@rule(
    "8.11",
    "The winner's flag",
    on=("roll",),
    it=(
        "La bandiera del vincitore",
        "L'attaccante che vince pone sul territorio una bandiera della sua riserva.",
    ),
    pt=(
        "A bandeira do vencedor",
        "O atacante que vence põe no território uma bandeira própria, da sua reserva.",
    ),
)
def winners_flag(case: Case[Roll]) -> Iterator[Finding]:
    """8.11. An attacker who wins places one of its own flags, from its supply, on the territory."""
    made = fight(case)
    if made is not None and made.side is Side.ATTACKER and case.action.remove_garrison:
        yield applies(
            "8.11",
            "{territory} is {player}'s.",
            "{territory} è di {player}.",
            "{territory} é de {player}.",
            territory=name(case.place(case.action.territory)),
            player=case.actor,
        )


@rule(
    "8.12",
    "The next player",
    on=("end_operations",),
    it=(
        "Il prossimo giocatore",
        "Conclusi tutti i combattimenti tocca al prossimo; dopo l'ultimo comincia un nuovo turno dalla sequenza.",
    ),
    pt=(
        "O próximo jogador",
        "Acabados todos os combates, move e combate o próximo; depois do último começa um novo turno com sua sequência.",
    ),
)
def next_player(case: Case[Action]) -> Iterator[Finding]:
    """8.12. When all combats are over the next player moves and fights; after the last a new turn begins with its
    sequence."""
    order = case.position.turn.order
    if order is None:
        yield missing_turn("8.12", "order")
    elif order[-1] == case.action.player:
        yield applies("8.12", "A new turn begins.", "Comincia un nuovo turno.", "Começa um novo turno.")


def end_operations_after(case: Case[Action]) -> Position:
    """The next player's movement, or the next turn."""
    turn = case.position.turn
    begun = replace(
        turn, phase=Phase.SEQUENCE, order=None, drawn=None, spent=None, changes={}, moved=None, sailed=None
    )
    after = following(case, begun)
    if after.turn.phase is Phase.SEQUENCE:
        return replace(after, turn=replace(after.turn, player=None))
    return replace(after, turn=replace(after.turn, phase=Phase.MOVEMENT))


CHAPTER = (
    fought_out, air_superiority, how_many_dice, card_with_the_roll, explosions, the_dice_pass, when_it_ends, garrison_last,
    naval_armies, garrison_alone, winners_flag, next_player,
)  # fmt: skip
