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
    if case.options.dice_rule is DiceRule.LAUNCH and continues(case):
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
