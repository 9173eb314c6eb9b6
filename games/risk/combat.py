"""Chapter 4: attacks, dice and occupation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.acts import CheckPosition, Occupy
from games.core.rule import rule, stated
from games.core.ruling import Finding, applies, breach
from games.core.text import Text, armies, dice
from games.risk.actions import Attack, Case
from games.risk.position import Holding, Phase, Position
from games.risk.rulesets import ALLIED, ATTACKER_DICE, GARRISON, DefenderDice
from games.risk.throw import army_of, final_dice, throw
from games.risk.wording import missing_territories, missing_turn, named, not_owned

ALLIED_NAME = Text("the Allied Army", "l'Armata Alleata", "o Exército Aliado")
FREE = Text(
    "It leaves the player free; there is nothing to breach.",
    "Lascia libero il giocatore: non c'è nulla da violare.",
    "Deixa o jogador livre; não há o que violar.",
)


@rule(
    "4.1",
    "Against a neighbour",
    on=("attack",),
    it=(
        "Contro un vicino",
        "Si attacca da un proprio territorio uno altrui confinante, o unito al proprio da una linea di mare.",
    ),
    pt=(
        "Contra um vizinho",
        "De um território próprio ataca-se um de outro que faz fronteira com ele ou está ligado por uma rota de mar.",
    ),
)
def against_a_neighbour(case: Case[Attack]) -> Iterator[Finding]:
    """4.1. From an own territory one attacks somebody else's that borders on it or is joined to it by a sea-lane."""
    position, action = case.position, case.action
    own = army_of(case)
    yield from missing_territories("4.1", position, (action.source, action.target))
    yield from not_owned("4.1", position, own, [action.source], ALLIED_NAME if own == ALLIED else None)
    if position.owns(own, action.target):
        yield breach(
            "4.1",
            "{place} is the attacker's own.",
            "{place} è già dell'attaccante.",
            "{place} já é do atacante.",
            place=named(action.target),
        )
    elif action.target not in case.board.neighbours[action.source]:
        yield breach(
            "4.1",
            "{source} and {target} do not touch.",
            "{source} e {target} non confinano.",
            "{source} e {target} não fazem fronteira.",
            source=named(action.source),
            target=named(action.target),
        )


@rule(
    "4.2",
    "The attacker's dice",
    on=("attack", "check_position"),
    it=(
        "I dadi dell'attaccante",
        "Si attacca con una, due o tre armate, un dado per armata; una resta sempre nel territorio e non attacca.",
    ),
    pt=(
        "Os dados do atacante",
        "Ataca-se com um, dois ou três exércitos, um dado para cada; um exército sempre fica e não ataca.",
    ),
)
def attackers_dice(case: Case[Any]) -> Iterator[Finding]:
    """4.2. One attacks with one, two or three armies, a die for each; one army always stays behind and does not
    attack."""
    if isinstance(case.action, CheckPosition):
        yield from _empty(case)
        return
    most, thrown = throw(case).attacker_most, case.action.attacker_dice
    if most == 0:
        yield breach(
            "4.2", "{place} has one army: it must stay.", "{place} ha un'armata: deve restare.", "{place} tem um exército: ele deve ficar.",
            place=named(case.action.source),
        )  # fmt: skip
    elif thrown is not None and len(thrown) > (ATTACKER_DICE if most is None else most):
        yield breach(
            "4.2", "{thrown} thrown; at most {most}.", "{thrown} tirati; al massimo {most}.", "Rolados: {thrown}; no máximo {most}.",
            thrown=dice(len(thrown)), most=ATTACKER_DICE if most is None else most,
        )  # fmt: skip


def _empty(case: Case[CheckPosition]) -> Iterator[Finding]:
    for territory, held in case.position.board.items():
        if held.armies >= GARRISON:
            continue
        just_conquered = _just_conquered(case, territory)
        if just_conquered is None:
            yield missing_turn("4.2", "last_attack")
        elif not just_conquered:
            yield breach(
                "4.2",
                "{place} has no army.",
                "{place} non ha armate.",
                "{place} não tem exército.",
                place=named(territory),
            )


def _just_conquered(case: Case[CheckPosition], territory: str) -> bool | None:
    """Whether an empty territory waits for its conqueror; None where the given facts do not settle it."""
    turn = case.position.turn
    if turn.last_attack is not None:
        return turn.last_attack.target == territory
    by_the_allied = case.third == ALLIED and turn.phase in (Phase.ALLIED, None)
    return None if turn.conquered is None or territory in turn.conquered or by_the_allied else False


@rule(
    "4.3",
    "The defender's dice",
    on=("attack",),
    it=(
        "I dadi del difensore",
        (
            "Prima del tiro il difensore sceglie di resistere con una o due armate, un dado per armata, al massimo quante "
            "ne ha nel territorio."
        ),
    ),
    pt=(
        "Os dados do defensor",
        "Antes do lance o defensor escolhe resistir com um ou dois exércitos, um dado para cada, no máximo quantos estão ali.",
    ),
    readings=(
        Text(
            "The Portuguese text has the defender throw two dice whenever it can: option defender_dice = most.",
            "Il testo portoghese fa tirare due dadi al difensore appena può: opzione defender_dice = most.",
            "O texto português faz o defensor rolar dois dados sempre que pode: opção defender_dice = most.",
        ),
    ),
)
def defenders_dice(case: Case[Attack]) -> Iterator[Finding]:
    """4.3. Before the throw the defender chooses to resist with one or two armies, a die for each, at most as many as
    stand there."""
    most, thrown = throw(case).defender_most, case.action.defender_dice
    if thrown is None or most is None:
        return
    if len(thrown) > most:
        yield breach(
            "4.3", "{thrown} thrown; at most {most}.", "{thrown} tirati; al massimo {most}.", "Rolados: {thrown}; no máximo {most}.",
            thrown=dice(len(thrown)), most=most,
        )  # fmt: skip
    elif case.options.defender_dice is DefenderDice.MOST and len(thrown) < most:
        yield breach(
            "4.3", "{thrown} thrown; {most} are due.", "{thrown} tirati; ne spettano {most}.", "Rolados: {thrown}; cabem {most}.",
            thrown=dice(len(thrown)), most=most,
        )  # fmt: skip


@rule(
    "4.4",
    "Comparing the dice",
    on=("attack",),
    it=(
        "Il confronto dei dadi",
        "Si confrontano i più alti e poi i secondi; chi ha il minore perde un'armata, in parità l'attaccante. Il resto non conta.",
    ),
    pt=(
        "A comparação dos dados",
        "Comparam-se os dados mais altos, depois os segundos; o menor perde um exército, no empate o atacante. Os outros dados não contam.",
    ),
)
def comparing(case: Case[Attack]) -> Iterator[Finding]:
    """4.4. The highest dice are compared, then the second; the lower loses an army, the attacker on a tie. Other dice
    do not count."""
    made, thrown = throw(case), final_dice(case.action)
    if made.losses is not None:
        yield applies(
            "4.4",
            "{attacker} against {defender}: the attacker loses {a}, the defender {d}.",
            "{attacker} contro {defender}: l'attaccante perde {a}, il difensore {d}.",
            "{attacker} contra {defender}: o atacante perde {a}, o defensor {d}.",
            attacker=_sorted(thrown),
            defender=_sorted(case.action.defender_dice),
            a=made.losses.attacker,
            d=made.losses.defender,
        )


def _sorted(thrown: tuple[int, ...] | None) -> str:
    return " ".join(str(die) for die in sorted(thrown or (), reverse=True))


@rule(
    "4.5",
    "Moving in",
    on=("occupy", "attack", "move", "draw_card"),
    it=(
        "L'occupazione",
        (
            "Il territorio conquistato si occupa con almeno le armate dell'ultimo tiro; ne possono seguire quante si "
            "vuole, ma una resta."
        ),
    ),
    pt=(
        "A ocupação",
        "Um território conquistado é ocupado com pelo menos os exércitos do último lance; podem seguir quantos se quiser, mas um fica.",
    ),
)
def moving_in(case: Case[Any]) -> Iterator[Finding]:
    """4.5. A conquered territory is occupied with at least the armies of the last throw; any number may follow, but
    one stays."""
    if isinstance(case.action, Occupy):
        yield from _occupation(case)
        return
    empty = case.position.unoccupied()
    if empty is not None:
        yield breach(
            "4.5",
            "{place} must be occupied first.",
            "Prima si deve occupare {place}.",
            "{place} deve ser ocupado primeiro.",
            place=named(empty),
        )


def _occupation(case: Case[Occupy]) -> Iterator[Finding]:
    position, action, last = case.position, case.action, case.position.turn.last_attack
    yield from missing_territories("4.5", position, (action.source, action.target))
    yield from not_owned("4.5", position, army_of(case), (action.source, action.target))
    if last is None:
        yield missing_turn("4.5", "last_attack.armies")
    elif (last.source, last.target) != (action.source, action.target) or position.armies_on(action.target):
        yield breach(
            "4.5",
            "There is nothing to occupy so.",
            "Non c'è nulla da occupare così.",
            "Não há nada a ocupar assim.",
        )
    elif last.armies is None:
        yield missing_turn("4.5", "last_attack.armies")
    elif action.armies < last.armies:
        yield breach(
            "4.5", "{n} threw; {moved} would move in.", "Hanno tirato in {n}; entrerebbero {moved}.", "Rolaram {n}; entrariam {moved}.",
            n=last.armies, moved=armies(action.armies),
        )  # fmt: skip
    yield from someone_stays("4.5", case)


def someone_stays(article: str, case: Case[Any]) -> Iterator[Finding]:
    """A breach where no army would stay in the territory of departure."""
    standing = case.position.armies_on(case.action.source)
    if standing is not None and standing - case.action.armies < GARRISON:
        yield breach(
            article,
            "{place} has {standing}; at least one stays.",
            "{place} ha {standing}: almeno una resta.",
            "{place} tem {standing}; pelo menos um fica.",
            place=named(case.action.source),
            standing=armies(standing),
        )


as_often_as_one_likes = stated(
    "4.6",
    Text("As often as one likes", "Quante volte si vuole", "Quantas vezes se quiser"),
    Text(
        "A player may attack any territories any number of times, or not at all, before fortifying.",
        "Si può attaccare qualsiasi territorio quante volte si vuole, o mai, prima di fortificare.",
        "Um jogador pode atacar qualquer território quantas vezes quiser, ou nenhuma, antes de fortificar.",
    ),
    reason=FREE,
)
alliances = stated(
    "4.7",
    Text("Alliances", "Alleanze", "Alianças"),
    Text(
        "The rules neither endorse nor forbid truces and alliances, and do not enforce them.",
        "Le regole non prevedono né vietano tregue e alleanze, e non obbligano a rispettarle.",
        "As regras não preveem nem proíbem tréguas e alianças, e não obrigam a cumpri-las.",
    ),
    reason=FREE,
)


def occupy_effects(case: Case[Occupy]) -> dict[str, object]:
    """`minimum` and `maximum` that may move in, where they are known."""
    last, standing = case.position.turn.last_attack, case.position.armies_on(case.action.source)
    if last is None or last.armies is None or standing is None:
        return {}
    return {"minimum": last.armies, "maximum": standing - GARRISON}


def march_after(case: Case[Any]) -> Position:
    """The armies stand on the other territory; a manoeuvre closes the attacks."""
    position, action = case.position, case.action
    source, target = position.board[action.source], position.board[action.target]
    after = position.with_board(
        {
            action.source: Holding(source.owner, source.armies - action.armies),
            action.target: Holding(target.owner, target.armies + action.armies),
        }
    )
    return after if isinstance(action, Occupy) else after.with_turn(phase=Phase.MOVEMENT, moved=True)


CHAPTER = (
    against_a_neighbour,
    attackers_dice,
    defenders_dice,
    comparing,
    moving_in,
    as_often_as_one_likes,
    alliances,
)
