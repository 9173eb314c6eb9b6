"""Chapter 4 up to 4.14: attacks and dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.challenge import throwing
from games.challenge.geography import BOARD
from games.challenge.position import Attack, Case, Phase
from games.challenge.rulesets import GARRISON
from games.challenge.throw import continues, is_enemy, throw
from games.challenge.wording import missing_territories, named
from games.core.acts import CheckPosition, Occupy
from games.core.rule import rule, stated
from games.core.ruling import Finding, applies, breach
from games.core.text import Text, armies

BEFORE_COMBAT = (Phase.SETUP, Phase.REINFORCEMENT)
FREE_CHOICE = Text(
    "It leaves the player free; there is nothing to breach.",
    "Lascia libero il giocatore: non c'è nulla da violare.",
    "Deixa o jogador livre; não há o que violar.",
)


@rule(
    "4.1",
    "Attacks after the reinforcements",
    on=("attack",),
    it=(
        "Attacchi dopo i rinforzi",
        "Piazzati i rinforzi, il giocatore di turno può attaccare, chi e quanto vuole.",
    ),
    pt=(
        "Ataques depois dos reforços",
        "Colocados os reforços, o jogador da vez pode atacar, ou não, quem quiser.",
    ),
)
def after_the_reinforcements(case: Case[Attack]) -> Iterator[Finding]:
    """4.1. Once the reinforcements are placed the player may attack, or not, whomever it likes."""
    if case.position.turn.phase in BEFORE_COMBAT:
        yield breach(
            "4.1",
            "Attacks come after the reinforcements.",
            "Si attacca dopo aver piazzato i rinforzi.",
            "Os ataques vêm depois dos reforços.",
        )


@rule(
    "4.2",
    "Against enemy armies",
    on=("attack",),
    it=(
        "Contro armate nemiche",
        "Si attacca da un proprio territorio le armate nemiche di un territorio vicino.",
    ),
    pt=(
        "Contra exércitos inimigos",
        "De um território próprio atacam-se os exércitos inimigos de um território vizinho.",
    ),
)
def against_enemy_armies(case: Case[Attack]) -> Iterator[Finding]:
    """4.2. From an own territory one attacks the enemy armies on a neighbouring one."""
    position, action = case.position, case.action
    yield from missing_territories(
        "4.2", [t for t in (action.source, action.target) if t not in position.board]
    )
    if position.owns(action.player, action.source) is False:
        yield breach(
            "4.2",
            "{territory}, from which the attack comes, is not {player}'s.",
            "{territory}, da cui parte l'attacco, non è di {player}.",
            "{territory}, de onde parte o ataque, não é de {player}.",
            territory=named(action.source),
            player=action.player,
        )
    if is_enemy(case) is False:
        yield breach(
            "4.2",
            "{territory} is {player}'s own.",
            "{territory} è già di {player}.",
            "{territory} já é de {player}.",
            territory=named(action.target),
            player=action.player,
        )


@rule(
    "4.3",
    "A garrison stays",
    on=("attack", "occupy", "check_position"),
    it=(
        "Resta un presidio",
        (
            "Nessuno è obbligato ad attaccare; su ogni territorio resta sempre almeno un'armata, perciò da un territorio "
            "con una sola armata non si attacca."
        ),
    ),
    pt=(
        "Fica uma guarnição",
        "Ninguém é obrigado a atacar; em cada território fica sempre pelo menos um exército, por isso com um só exército não se ataca.",
    ),
)
def garrison_stays(case: Case[Any]) -> Iterator[Finding]:
    """4.3. Nobody must attack; at least one army stays on every territory, so a single army cannot attack."""
    yield from GARRISON_CHECKS[case.action.type](case)


def _attack_from_one(case: Case[Attack]) -> Iterator[Finding]:
    standing = case.position.armies_on(case.action.source)
    if (
        standing is not None
        and standing <= GARRISON
        and case.position.owns(case.action.player, case.action.source)
    ):
        yield breach(
            "4.3",
            "{territory} has {standing}; one must stay.",
            "{territory} ha {standing}: una deve restare.",
            "{territory} tem {standing}; um precisa ficar.",
            territory=named(case.action.source),
            standing=armies(standing),
        )


def _occupy_with_all(case: Case[Occupy]) -> Iterator[Finding]:
    standing = case.position.armies_on(case.action.source)
    if standing is not None and standing - case.action.armies < GARRISON:
        yield breach(
            "4.3",
            "{territory} has {standing}; at least one stays behind.",
            "{territory} ha {standing}: almeno una resta.",
            "{territory} tem {standing}; pelo menos um fica.",
            territory=named(case.action.source),
            standing=armies(standing),
        )


def _empty_territories(case: Case[CheckPosition]) -> Iterator[Finding]:
    turn, board = case.position.turn, case.position.board
    for territory, held in board.items():
        conquered = territory in (turn.conquered or ()) and held.owner == turn.player
        if held.armies < GARRISON and not (conquered and turn.phase is Phase.COMBAT):
            yield breach(
                "4.3",
                "{territory} has no army.",
                "{territory} non ha armate.",
                "{territory} não tem exército.",
                territory=named(territory),
            )


GARRISON_CHECKS: Mapping[str, Any] = {
    "attack": _attack_from_one,
    "occupy": _occupy_with_all,
    "check_position": _empty_territories,
}


@rule(
    "4.4",
    "By land or by sea",
    on=("attack",),
    it=(
        "Via terra o via mare",
        (
            "Si attacca un territorio confinante o unito dalla linea tratteggiata; Alaska e Kamchatka si attaccano a "
            "vicenda."
        ),
    ),
    pt=(
        "Por terra ou por mar",
        "Ataca-se por uma fronteira de terra ou por uma linha tracejada de mar; Alaska e Kamchatka se atacam.",
    ),
)
def by_land_or_sea(case: Case[Attack]) -> Iterator[Finding]:
    """4.4. One attacks across a land border or along a dashed sea line; Alaska and Kamchatka attack each other."""
    source, target = case.action.source, case.action.target
    if target not in BOARD.neighbours[source] and not (source == target and is_enemy(case) is False):
        yield breach(
            "4.4",
            "{source} and {target} do not touch.",
            "{source} e {target} non confinano.",
            "{source} e {target} não fazem fronteira.",
            source=named(source),
            target=named(target),
        )


again_or_stop = stated(
    "4.11",
    Text("Again, or stop", "Continuare o fermarsi", "De novo, ou parar"),
    Text(
        "The attacker may throw again as often as it likes and stop after any throw; each attack goes from one "
        "territory to one beside it.",
        "L'attaccante può ritirare quanto vuole e fermarsi dopo ogni tiro; ogni attacco va da un solo territorio a "
        "uno vicino.",
        "O atacante pode rolar de novo quantas vezes quiser e parar depois de qualquer lance; cada ataque vai de um território a um vizinho.",
    ),
    reason=FREE_CHOICE,
)


@rule(
    "4.12",
    "A throw without a word",
    on=("attack",),
    it=(
        "Un tiro senza dichiarazione",
        (
            "Chi tira senza dire nulla continua l'attacco di prima. Dopo il tiro l'attaccante non può ripensarci e il "
            "difensore deve sempre difendersi."
        ),
    ),
    pt=(
        "Um lance sem palavra",
        "Um lance sem palavra continua o ataque anterior. Depois do lance o atacante não pode mudar de ideia, e o defensor deve sempre defender.",
    ),
)
def throw_without_a_word(case: Case[Attack]) -> Iterator[Finding]:
    """4.12. A throw without a word goes on with the attack before it. After the throw the attacker cannot change its
    mind, and the defender must always defend."""
    if (case.action.implied or not case.action.announced) and continues(case):
        yield applies(
            "4.12",
            "The attack from {source} to {target} goes on.",
            "Continua l'attacco da {source} a {target}.",
            "O ataque de {source} a {target} continua.",
            source=named(case.action.source),
            target=named(case.action.target),
        )


@rule(
    "4.13",
    "One territory at a time",
    on=("attack",),
    it=(
        "Un territorio alla volta",
        (
            "In un tiro non si uniscono armate di territori diversi. Chi nomina solo il territorio di partenza attacca "
            "quello attaccato prima."
        ),
    ),
    pt=(
        "Um território de cada vez",
        "Exércitos de territórios diferentes não se juntam em um lance. Quem diz só o território de partida ataca o alvo anterior.",
    ),
)
def one_territory_at_a_time(case: Case[Attack]) -> Iterator[Finding]:
    """4.13. Armies of different territories are not joined in a throw. Naming only the territory of departure means
    the target attacked before."""
    if case.action.implied and not continues(case):
        yield applies(
            "4.13",
            "The target is the one attacked before: {target}.",
            "Il bersaglio è quello attaccato prima: {target}.",
            "O alvo é o atacado antes: {target}.",
            target=named(case.action.target),
        )


no_fixed_order = stated(
    "4.14",
    Text("No fixed order", "Nessun ordine fisso", "Sem ordem fixa"),
    Text(
        "Opponents may be attacked in any order and any number of times.",
        "Gli avversari si attaccano in qualsiasi ordine e quante volte si vuole.",
        "Os adversários podem ser atacados em qualquer ordem e quantas vezes se quiser.",
    ),
    reason=FREE_CHOICE,
)


def attack_remedy(case: Case[Attack]) -> tuple[Text, ...]:
    """What restores a legal state after a wrong throw."""
    action, made = case.action, throw(case)
    remedies = []
    if not action.announced and not continues(case):
        remedies.append(
            Text(
                "The dice are thrown again if the defender asks.",
                "Se il difensore lo chiede, si ritirano i dadi.",
                "Se o defensor pedir, os dados são rolados de novo.",
            )
        )
    thrown = action.attacker_dice is not None or action.defender_dice is not None
    if thrown and made.losses is None and is_enemy(case):
        remedies.append(
            Text(
                "The throw does not count; armies go back.",
                "Il tiro non vale; le armate tornano al loro posto.",
                "O lance não vale; os exércitos voltam.",
            )
        )
    return tuple(remedies)


CHAPTER = (
    after_the_reinforcements,
    against_enemy_armies,
    garrison_stays,
    by_land_or_sea,
    *throwing.CHAPTER,
    again_or_stop,
    throw_without_a_word,
    one_territory_at_a_time,
    no_fixed_order,
)
