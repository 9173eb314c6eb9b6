"""Chapter 4: attacks, dice and the occupation of what was conquered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.challenge.geography import BOARD
from games.challenge.position import Attack, Case, CheckPosition, Occupy, Phase
from games.challenge.rulesets import ATTACKER_DICE, GARRISON, DiceRule
from games.challenge.throw import is_enemy, throw
from games.challenge.wording import missing_territories, named
from games.core.rule import rule, stated
from games.core.ruling import Finding, applies, breach, missing
from games.core.text import Text, armies, dice

BEFORE_COMBAT = (Phase.SETUP, Phase.REINFORCEMENT)
FREE_CHOICE = Text(
    "It leaves the player free; there is nothing to breach.",
    "Lascia libero il giocatore: non c'è nulla da violare.",
)


@rule(
    "4.1",
    "Attacks after the reinforcements",
    on=("attack",),
    it=(
        "Attacchi dopo i rinforzi",
        "Piazzati i rinforzi, il giocatore di turno può attaccare, chi e quanto vuole.",
    ),
)
def after_the_reinforcements(case: Case[Attack]) -> Iterator[Finding]:
    """4.1. Once the reinforcements are placed the player may attack, or not, whomever it likes."""
    if case.position.turn.phase in BEFORE_COMBAT:
        yield breach(
            "4.1", "Attacks come after the reinforcements.", "Si attacca dopo aver piazzato i rinforzi."
        )


@rule(
    "4.2",
    "Against enemy armies",
    on=("attack",),
    it=(
        "Contro armate nemiche",
        "Si attacca da un proprio territorio le armate nemiche di un territorio vicino.",
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
            territory=named(action.source),
            player=action.player,
        )
    if is_enemy(case) is False:
        yield breach(
            "4.2",
            "{territory} is {player}'s own.",
            "{territory} è già di {player}.",
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
)
def by_land_or_sea(case: Case[Attack]) -> Iterator[Finding]:
    """4.4. One attacks across a land border or along a dashed sea line; Alaska and Kamchatka attack each other."""
    source, target = case.action.source, case.action.target
    if target not in BOARD.neighbours[source] and not (source == target and is_enemy(case) is False):
        yield breach(
            "4.4",
            "{source} and {target} do not touch.",
            "{source} e {target} non confinano.",
            source=named(source),
            target=named(target),
        )


@rule(
    "4.5",
    "Announcement and attacker's dice",
    on=("attack",),
    it=(
        "Annuncio e dadi dell'attaccante",
        (
            "L'attaccante dice da dove e dove attacca; se non lo dice, il difensore può far ripetere il tiro. Tira un "
            "dado per ogni carro usato, al massimo 3, e usa sempre il massimo possibile."
        ),
    ),
)
def announcement_and_dice(case: Case[Attack]) -> Iterator[Finding]:
    """4.5. The attacker says from where and where to; otherwise the defender may have the throw repeated. It throws a
    die for each tank used, three at most, and always uses as many as it can."""
    action, due = case.action, throw(case).attacker_due
    if not action.announced and not _continues(case):
        yield breach(
            "4.5",
            "The attack was not announced: the defender may ask for a new throw.",
            "L'attacco non è stato annunciato: il difensore può far ripetere il tiro.",
        )
    if due is None or due < 1:
        return
    if action.attacker_dice is not None and len(action.attacker_dice) != due:
        yield breach(
            "4.5",
            "The attacker threw {thrown}; it must throw {due}.",
            "L'attaccante ha tirato {thrown}; ne deve tirare {due}.",
            thrown=dice(len(action.attacker_dice)),
            due=due,
        )
    else:
        yield applies("4.5", "The attacker throws {due}.", "L'attaccante tira {due}.", due=dice(due))


def _continues(case: Case[Attack]) -> bool:
    last = case.position.turn.last_attack
    return last is not None and (last.source, last.target) == (case.action.source, case.action.target)


@rule(
    "4.6",
    "The defender's dice",
    on=("attack",),
    it=(
        "I dadi del difensore",
        "Il difensore tira un dado per armata, al massimo 3, e usa sempre il massimo.",
    ),
)
def defender_dice(case: Case[Attack]) -> Iterator[Finding]:
    """4.6. The defender throws a die for each army, three at most, and always uses as many as it can."""
    action, due = case.action, throw(case).defender_due
    if due is None or due < 1 or not is_enemy(case):
        return
    if action.defender_dice is not None and len(action.defender_dice) != due:
        yield breach(
            "4.6",
            "The defender threw {thrown}; it must throw {due}.",
            "Il difensore ha tirato {thrown}; ne deve tirare {due}.",
            thrown=dice(len(action.defender_dice)),
            due=due,
        )
    else:
        yield applies("4.6", "The defender throws {due}.", "Il difensore tira {due}.", due=dice(due))
    if (action.attacker_dice is None) != (action.defender_dice is None):
        side = "defender_dice" if action.defender_dice is None else "attacker_dice"
        yield missing("4.6", f"action.{side}", Text("the dice of one side", "i dadi di una delle due parti"))


@rule(
    "4.7",
    "Best against best",
    on=("attack",),
    it=(
        "Il migliore contro il migliore",
        "Si confrontano i punteggi in ordine: il più alto col più alto, e così via.",
    ),
)
def best_against_best(case: Case[Attack]) -> Iterator[Finding]:
    """4.7. The dice are compared in order: highest with highest, second with second, third with third."""
    losses = throw(case).losses
    if losses is not None and is_enemy(case):
        pairs = sum(losses)
        yield applies(
            "4.7",
            "Compared in order: {pairs} of {attacker} against {defender}.",
            "Confrontati in ordine: {pairs} fra {attacker} e {defender}.",
            pairs=Text(
                "1 pair" if pairs == 1 else f"{pairs} pairs", "1 coppia" if pairs == 1 else f"{pairs} coppie"
            ),
            attacker=_sorted(case.action.attacker_dice),
            defender=_sorted(case.action.defender_dice),
        )


@rule(
    "4.8",
    "Who loses an army",
    on=("attack",),
    it=(
        "Chi perde l'armata",
        "Per ogni coppia il punteggio più basso toglie un'armata; in parità vince il difensore.",
    ),
)
def who_loses(case: Case[Attack]) -> Iterator[Finding]:
    """4.8. For each pair the lower score removes an army; a tie goes to the defender."""
    losses = throw(case).losses
    if losses is not None and is_enemy(case):
        yield applies(
            "4.8",
            "The attacker loses {attacker}, the defender {defender}.",
            "L'attaccante perde {attacker}, il difensore {defender}.",
            attacker=armies(losses.attacker),
            defender=armies(losses.defender),
        )


never_added = stated(
    "4.9",
    Text("Scores are never added", "I punteggi non si sommano"),
    Text(
        "Scores are only compared in order; against fewer dice the attacker uses its best.",
        "I punteggi si confrontano soltanto, in ordine; contro meno dadi l'attaccante usa i suoi migliori.",
    ),
    reason=Text(
        "The comparison of 4.7 leaves no choice in which it could be broken.",
        "Il confronto del 4.7 non lascia scelta con cui violarlo.",
    ),
)


@rule(
    "4.10",
    "Never fewer dice than the defender",
    on=("attack",),
    it=(
        "Mai meno dadi del difensore",
        "Il difensore può avere meno dadi dell'attaccante; l'attaccante non può attaccare con meno dadi del difensore.",
    ),
    readings=(
        Text(
            "It is looked at before every throw: min(3, armies - 1) against min(3, armies).",
            "Si guarda prima di ogni tiro: min(3, armate - 1) contro min(3, armate).",
        ),
    ),
)
def never_fewer_dice(case: Case[Attack]) -> Iterator[Finding]:
    """4.10. The defender may have fewer dice than the attacker; the attacker may not attack with fewer than the
    defender."""
    made = throw(case)
    if made.attacker_due is None or made.defender_due is None or not is_enemy(case):
        return
    if case.options.dice_rule is DiceRule.LAUNCH and _continues(case):
        return
    if 0 < made.attacker_due < made.defender_due and case.position.owns(
        case.action.player, case.action.source
    ):
        yield breach(
            "4.10",
            "The attacker could throw {attacker}, the defender {defender}.",
            "L'attaccante potrebbe tirare {attacker}, il difensore {defender}.",
            attacker=dice(made.attacker_due),
            defender=dice(made.defender_due),
        )


again_or_stop = stated(
    "4.11",
    Text("Again, or stop", "Continuare o fermarsi"),
    Text(
        "The attacker may throw again as often as it likes and stop after any throw; each attack goes from one "
        "territory to one beside it.",
        "L'attaccante può ritirare quanto vuole e fermarsi dopo ogni tiro; ogni attacco va da un solo territorio a "
        "uno vicino.",
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
)
def throw_without_a_word(case: Case[Attack]) -> Iterator[Finding]:
    """4.12. A throw without a word goes on with the attack before it. After the throw the attacker cannot change its
    mind, and the defender must always defend."""
    if (case.action.implied or not case.action.announced) and _continues(case):
        yield applies(
            "4.12",
            "The attack from {source} to {target} goes on.",
            "Continua l'attacco da {source} a {target}.",
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
)
def one_territory_at_a_time(case: Case[Attack]) -> Iterator[Finding]:
    """4.13. Armies of different territories are not joined in a throw. Naming only the territory of departure means
    the target attacked before."""
    if case.action.implied and not _continues(case):
        yield applies(
            "4.13",
            "The target is the one attacked before: {target}.",
            "Il bersaglio è quello attaccato prima: {target}.",
            target=named(case.action.target),
        )


no_fixed_order = stated(
    "4.14",
    Text("No fixed order", "Nessun ordine fisso"),
    Text(
        "Opponents may be attacked in any order and any number of times.",
        "Gli avversari si attaccano in qualsiasi ordine e quante volte si vuole.",
    ),
    reason=FREE_CHOICE,
)


def minimum_in(case: Case[Occupy]) -> int | None:
    """4.15: the armies of the last throw, which must move in."""
    standing = case.position.armies_on(case.action.source)
    return None if standing is None else max(1, min(ATTACKER_DICE, standing - GARRISON))


@rule(
    "4.15",
    "The winners move in",
    on=("occupy", "attack", "move", "draw_card"),
    it=(
        "I vincitori entrano",
        "Il territorio conquistato si occupa con le armate che hanno fatto l'ultimo tiro.",
    ),
    readings=(
        Text(
            "min(3, armies - 1) must move in; this is not voluntary, so 5.2 does not bind it.",
            "Devono entrare min(3, armate - 1); non è un movimento volontario, perciò il 5.2 non vale.",
        ),
    ),
)
def winners_move_in(case: Case[Any]) -> Iterator[Finding]:
    """4.15. A conquered territory is occupied with the armies that made the last throw."""
    if not isinstance(case.action, Occupy):
        yield from _still_empty(case)
        return
    position, action, least = case.position, case.action, minimum_in(case)
    if position.owns(action.player, action.target) is False:
        yield breach(
            "4.15",
            "{territory} is not conquered.",
            "{territory} non è conquistato.",
            territory=named(action.target),
        )
    yield from missing_territories(
        "4.15", [t for t in (action.source, action.target) if t not in position.board]
    )
    if least is not None and action.armies < least:
        yield breach(
            "4.15",
            "{armies} moved in; at least {least} must.",
            "Entrate: {armies}; ne devono entrare almeno {least}.",
            armies=armies(action.armies),
            least=least,
        )


def _still_empty(case: Case[Any]) -> Iterator[Finding]:
    turn = case.position.turn
    last = turn.last_attack
    if last is None or last.target not in (turn.conquered or ()):
        return
    held = case.position.holding(last.target)
    if held is not None and held.armies == 0 and held.owner == case.action.player:
        yield breach(
            "4.15",
            "{territory} must be occupied first.",
            "Prima va occupato {territory}.",
            territory=named(last.target),
        )


@rule(
    "4.16",
    "More may follow",
    on=("occupy",),
    it=(
        "Altre possono seguire",
        (
            "Dal territorio da cui è partito l'attacco possono entrare altre armate, nel rispetto del presidio minimo; "
            "dal territorio conquistato si può attaccare ancora."
        ),
    ),
)
def more_may_follow(case: Case[Occupy]) -> Iterator[Finding]:
    """4.16. More armies may follow from the territory of the attack, within the minimum garrison; the conquered
    territory may attack on."""
    position, action = case.position, case.action
    last, held = position.turn.last_attack, position.holding(action.target)
    if position.owns(action.player, action.source) is False or _came_from_elsewhere(case):
        start = last.source if last else action.source
        yield breach(
            "4.16",
            "Armies come only from where the attack was launched, not from {source}: {start}.",
            "Le armate entrano solo da dove è partito l'attacco, non da {source}: {start}.",
            source=named(action.source),
            start=named(start),
        )
    if held is not None and held.owner == action.player and held.armies > 0:
        yield breach(
            "4.16",
            "{territory} is occupied already.",
            "{territory} è già occupato.",
            territory=named(action.target),
        )


def _came_from_elsewhere(case: Case[Occupy]) -> bool:
    last, action = case.position.turn.last_attack, case.action
    if action.target not in BOARD.neighbours[action.source]:
        return True
    return last is not None and (last.source, last.target) != (action.source, action.target)


def attack_remedy(case: Case[Attack]) -> tuple[Text, ...]:
    """What restores a legal state after a wrong throw."""
    action, made = case.action, throw(case)
    remedies = []
    if not action.announced and not _continues(case):
        remedies.append(
            Text(
                "The dice are thrown again if the defender asks.",
                "Se il difensore lo chiede, si ritirano i dadi.",
            )
        )
    thrown = action.attacker_dice is not None or action.defender_dice is not None
    if thrown and made.losses is None and is_enemy(case):
        remedies.append(
            Text(
                "The throw does not count; armies go back.",
                "Il tiro non vale; le armate tornano al loro posto.",
            )
        )
    return tuple(remedies)


def _sorted(thrown: tuple[int, ...] | None) -> str:
    return "-".join(str(die) for die in sorted(thrown or (), reverse=True))


CHAPTER = (
    after_the_reinforcements,
    against_enemy_armies,
    garrison_stays,
    by_land_or_sea,
    announcement_and_dice,
    defender_dice,
    best_against_best,
    who_loses,
    never_added,
    never_fewer_dice,
    again_or_stop,
    throw_without_a_word,
    one_territory_at_a_time,
    no_fixed_order,
    winners_move_in,
    more_may_follow,
)
