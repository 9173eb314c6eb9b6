"""Chapter 11: further variations that the article names as options."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.rule import rule
from games.core.ruling import Finding, applies, breach
from games.core.text import Text
from games.risk.actions import Attack, Case, DrawCard
from games.risk.position import Phase
from games.risk.rulesets import SetWorth
from games.risk.throw import continues
from games.risk.wording import missing_hand, missing_turn


@rule(
    "11.1",
    "An objective instead of a card",
    on=("draw_card",),
    it=(
        "Un obiettivo invece della carta",
        "Nelle edizioni con le stelle, chi nel turno ha raggiunto un obiettivo non pesca la carta.",
    ),
    pt=(
        "Um objetivo em vez de carta",
        "Nas edições com estrelas, quem cumpriu um objetivo no turno não compra carta.",
    ),
)
def objective_instead_of_a_card(case: Case[DrawCard]) -> Iterator[Finding]:
    """11.1. In editions with stars, whoever accomplished an objective in the turn draws no card."""
    done = case.position.turn.objective_done
    if case.options.set_worth is not SetWorth.STARS:
        return
    if done is None:
        yield missing_turn("11.1", "objective_done")
    elif done:
        yield breach(
            "11.1",
            "An objective was accomplished.",
            "È stato raggiunto un obiettivo.",
            "Um objetivo foi cumprido.",
        )


@rule(
    "11.2",
    "A die thrown again",
    on=("attack",),
    it=(
        "Un dado ritirato",
        (
            "Con l'opzione, una volta per battaglia l'attaccante può ritirare un dado se ha la carta del territorio da cui "
            "o contro cui attacca."
        ),
    ),
    pt=(
        "Um dado rolado de novo",
        "Com a opção, uma vez por batalha o atacante pode rolar um dado de novo se tem a carta do território de onde ataca ou que ataca.",
    ),
    readings=(
        Text(
            "A battle is every throw from one territory against another without one elsewhere between. The die is the "
            "attacker's.",
            "Una battaglia sono tutti i tiri da un territorio contro un altro, senza altri in mezzo. Il dado è "
            "dell'attaccante.",
            "Uma batalha são todos os lances de um território contra outro sem outro lance no meio. O dado é do atacante.",
        ),
    ),
)
def die_thrown_again(case: Case[Attack]) -> Iterator[Finding]:
    """11.2. Under the option, once a battle the attacker may throw one die again if it holds the card of the
    territory that it attacks from or against."""
    action, last = case.action, case.position.turn.last_attack
    if action.reroll is None:
        return
    if not case.options.reroll:
        yield breach(
            "11.2",
            "No die is thrown again here.",
            "Qui non si ritirano dadi.",
            "Aqui não se rola um dado de novo.",
        )
        return
    yield from _is_thrown("11.2", action.reroll[0], action.attacker_dice)
    hand = case.position.hands.get(action.player)
    if hand is None:
        yield missing_hand("11.2", action.player)
    elif not {card.territory for card in hand} & {action.source, action.target}:
        yield breach(
            "11.2",
            "The attacker holds neither card.",
            "L'attaccante non ha nessuna delle due carte.",
            "O atacante não tem nenhuma das duas cartas.",
        )
    if last is not None and continues(case):
        if last.rerolled is None:
            yield missing_turn("11.2", "last_attack.rerolled")
        elif last.rerolled:
            yield breach("11.2", "Once a battle.", "Una volta per battaglia.", "Uma vez por batalha.")


def _is_thrown(article: str, die: int, thrown: tuple[int, ...] | None) -> Iterator[Finding]:
    if die not in (thrown or ()):
        yield breach(
            article, "No die shows {die}.", "Nessun dado mostra {die}.", "Nenhum dado mostra {die}.", die=die
        )


@rule(
    "11.3",
    "A die turned to six",
    on=("attack",),
    it=(
        "Un dado girato sul sei",
        "Con l'opzione, una volta per turno l'attaccante può girare sul sei uno dei suoi dadi.",
    ),
    pt=(
        "Um dado virado para seis",
        "Com a opção, uma vez por turno o atacante pode virar um de seus dados para seis.",
    ),
)
def die_turned_to_six(case: Case[Attack]) -> Iterator[Finding]:
    """11.3. Under the option, once a turn the attacker may turn one of its dice to six."""
    action, turned = case.action, case.position.turn.six_turned
    if action.turned is None:
        return
    if not case.options.turn_to_six:
        yield breach("11.3", "No die is turned here.", "Qui non si girano dadi.", "Aqui não se vira um dado.")
        return
    dice = action.attacker_dice or ()
    if action.reroll is not None and action.reroll[0] in dice:
        i = dice.index(action.reroll[0])
        dice = (*dice[:i], action.reroll[1], *dice[i + 1 :])
    yield from _is_thrown("11.3", action.turned, dice)
    if turned:
        yield breach("11.3", "Once a turn.", "Una volta per turno.", "Uma vez por turno.")
    elif turned is None and case.turn_is(Phase.COMBAT):
        yield missing_turn("11.3", "six_turned")
    else:
        yield applies("11.3", "One die becomes a six.", "Un dado diventa un sei.", "Um dado vira seis.")


CHAPTER = (objective_instead_of_a_card, die_thrown_again, die_turned_to_six)
