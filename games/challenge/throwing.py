"""Chapter 4, 4.5 to 4.10: how many dice are thrown and how they are compared."""

from __future__ import annotations

from collections.abc import Iterator

from games.challenge.position import Attack, Case
from games.challenge.rulesets import DiceRule
from games.challenge.throw import continues, is_enemy, throw
from games.core.rule import rule, stated
from games.core.ruling import Finding, applies, breach, missing
from games.core.text import Text, armies, dice


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
    pt=(
        "Anúncio e dados do atacante",
        "O atacante diz de onde e para onde ataca; se não disser, o defensor pode mandar repetir o lance. Rola um dado por tanque usado, no máximo três, e sempre usa o máximo que pode.",
    ),
)
def announcement_and_dice(case: Case[Attack]) -> Iterator[Finding]:
    """4.5. The attacker says from where and where to; otherwise the defender may have the throw repeated. It throws a
    die for each tank used, three at most, and always uses as many as it can."""
    action, due = case.action, throw(case).attacker_due
    if not action.announced and not continues(case):
        yield breach(
            "4.5",
            "The attack was not announced: the defender may ask for a new throw.",
            "L'attacco non è stato annunciato: il difensore può far ripetere il tiro.",
            "O ataque não foi anunciado: o defensor pode pedir novo lance.",
        )
    if due is None or due < 1:
        return
    if action.attacker_dice is not None and len(action.attacker_dice) != due:
        yield breach(
            "4.5",
            "The attacker threw {thrown}; it must throw {due}.",
            "L'attaccante ha tirato {thrown}; ne deve tirare {due}.",
            "O atacante rolou {thrown}; deve rolar {due}.",
            thrown=dice(len(action.attacker_dice)),
            due=due,
        )
    else:
        yield applies(
            "4.5",
            "The attacker throws {due}.",
            "L'attaccante tira {due}.",
            "O atacante rola {due}.",
            due=dice(due),
        )


@rule(
    "4.6",
    "The defender's dice",
    on=("attack",),
    it=(
        "I dadi del difensore",
        "Il difensore tira un dado per armata, al massimo 3, e usa sempre il massimo.",
    ),
    pt=(
        "Os dados do defensor",
        "O defensor rola um dado por exército, no máximo três, e sempre usa o máximo que pode.",
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
            "O defensor rolou {thrown}; deve rolar {due}.",
            thrown=dice(len(action.defender_dice)),
            due=due,
        )
    else:
        yield applies(
            "4.6",
            "The defender throws {due}.",
            "Il difensore tira {due}.",
            "O defensor rola {due}.",
            due=dice(due),
        )
    if (action.attacker_dice is None) != (action.defender_dice is None):
        side = "defender_dice" if action.defender_dice is None else "attacker_dice"
        yield missing(
            "4.6",
            f"action.{side}",
            Text("the dice of one side", "i dadi di una delle due parti", "os dados de um dos lados"),
        )


@rule(
    "4.7",
    "Best against best",
    on=("attack",),
    it=(
        "Il migliore contro il migliore",
        "Si confrontano i punteggi in ordine: il più alto col più alto, e così via.",
    ),
    pt=(
        "O melhor contra o melhor",
        "Os dados são comparados em ordem: o mais alto com o mais alto, o segundo com o segundo, o terceiro com o terceiro.",
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
            "Comparação em ordem: {pairs} de {attacker} contra {defender}.",
            pairs=Text(
                "1 pair" if pairs == 1 else f"{pairs} pairs",
                "1 coppia" if pairs == 1 else f"{pairs} coppie",
                "1 par" if pairs == 1 else f"{pairs} pares",
            ),
            attacker=_in_order(case.action.attacker_dice),
            defender=_in_order(case.action.defender_dice),
        )


@rule(
    "4.8",
    "Who loses an army",
    on=("attack",),
    it=(
        "Chi perde l'armata",
        "Per ogni coppia il punteggio più basso toglie un'armata; in parità vince il difensore.",
    ),
    pt=("Quem perde um exército", "Em cada par o menor perde um exército; no empate vence o defensor."),
)
def who_loses(case: Case[Attack]) -> Iterator[Finding]:
    """4.8. For each pair the lower score removes an army; a tie goes to the defender."""
    losses = throw(case).losses
    if losses is not None and is_enemy(case):
        yield applies(
            "4.8",
            "The attacker loses {attacker}, the defender {defender}.",
            "L'attaccante perde {attacker}, il difensore {defender}.",
            "O atacante perde {attacker}, o defensor {defender}.",
            attacker=armies(losses.attacker),
            defender=armies(losses.defender),
        )


never_added = stated(
    "4.9",
    Text("Scores are never added", "I punteggi non si sommano", "Pontos nunca se somam"),
    Text(
        "Scores are only compared in order; against fewer dice the attacker uses its best.",
        "I punteggi si confrontano soltanto, in ordine; contro meno dadi l'attaccante usa i suoi migliori.",
        "Os pontos só se comparam, em ordem; contra menos dados o atacante usa os melhores.",
    ),
    reason=Text(
        "The comparison of 4.7 leaves no choice in which it could be broken.",
        "Il confronto del 4.7 non lascia scelta con cui violarlo.",
        "A comparação do 4.7 não deixa escolha que a pudesse violar.",
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
    pt=(
        "Nunca menos dados que o defensor",
        "O defensor pode ter menos dados que o atacante; o atacante não pode atacar com menos que o defensor.",
    ),
    readings=(
        Text(
            "It is looked at before every throw: min(3, armies - 1) against min(3, armies).",
            "Si guarda prima di ogni tiro: min(3, armate - 1) contro min(3, armate).",
            "Olha-se antes de cada lance: min(3, exércitos - 1) contra min(3, exércitos).",
        ),
    ),
)
def never_fewer_dice(case: Case[Attack]) -> Iterator[Finding]:
    """4.10. The defender may have fewer dice than the attacker; the attacker may not attack with fewer than the
    defender."""
    made = throw(case)
    if made.attacker_due is None or made.defender_due is None or not is_enemy(case):
        return
    if case.options.dice_rule is DiceRule.LAUNCH and continues(case):
        return
    if 0 < made.attacker_due < made.defender_due and case.position.owns(
        case.action.player, case.action.source
    ):
        yield breach(
            "4.10",
            "The attacker could throw {attacker}, the defender {defender}.",
            "L'attaccante potrebbe tirare {attacker}, il difensore {defender}.",
            "O atacante poderia rolar {attacker}, o defensor {defender}.",
            attacker=dice(made.attacker_due),
            defender=dice(made.defender_due),
        )


def _in_order(thrown: tuple[int, ...] | None) -> str:
    return "-".join(str(die) for die in sorted(thrown or (), reverse=True))


CHAPTER = (
    announcement_and_dice,
    defender_dice,
    best_against_best,
    who_loses,
    never_added,
    never_fewer_dice,
)
