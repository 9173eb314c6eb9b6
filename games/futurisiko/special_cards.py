"""Article 6: the cards of the production phase. The summary sheet's figures are the club's to give."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.core.rule import rule
from games.core.ruling import Finding, applies, breach, missing
from games.core.text import Text
from games.futurisiko.actions import Action, Case, PlayCard
from games.futurisiko.position import Phase, Position, without
from games.futurisiko.rulesets import PRINTED_EFFECTS, Card, Effect, When
from games.futurisiko.wording import CARD_NAMES, missing_hand

WHEN_NAMES = {
    When.PRODUCTION: Text("in the production phase", "nella fase di produzione", "na fase de produção"),
    When.COMBAT: Text(
        "with a roll in combat", "insieme a un tiro di combattimento", "com um lance de dados no combate"
    ),
}


def effect_of(case: Case[Action], card: Card) -> Effect:
    """What the card does at this table; nothing is known of a card whose face is not told."""
    return case.options.card_effects.get(card, Effect())


def not_in_hand(article: str, case: Case[Action], player: str, cards: tuple[Card, ...]) -> Iterator[Finding]:
    """A breach where the player does not hold these cards."""
    held = case.position.hands.get(player)
    if held is None:
        yield missing_hand(article, player)
    elif without(held, cards) is None:
        yield breach(
            article,
            "{player} does not hold {card}.",
            "{player} non ha: {card}.",
            "{player} não tem na mão {card}.",
            player=player,
            card=CARD_NAMES[cards[0]],
        )


def wrong_moment(article: str, case: Case[Action], card: Card, now: When) -> Iterator[Finding]:
    """A breach where the card is played at another moment, a missing fact where only the summary sheet says when."""
    when = effect_of(case, card).when
    if when is None:
        what = Text(
            f"when {CARD_NAMES[card].en} is played (not from the rulebook: the summary sheet tells)",
            f"quando si gioca {CARD_NAMES[card].it} (non dal regolamento: lo dice il foglio riassuntivo)",
            f"quando se joga {CARD_NAMES[card].pt} (não está no regulamento: diz a folha de resumo)",
        )
        yield missing(article, f"options.card_effects.{card}.when", what)
    elif when is not now:
        yield breach(
            article,
            "{card} is played {when}.",
            "{card} si gioca {when}.",
            "{card} se joga {when}.",
            card=CARD_NAMES[card],
            when=WHEN_NAMES[when],
        )


def untold(article: str, card: Card) -> Finding:
    """What the card does is not given."""
    what = Text(
        f"what {CARD_NAMES[card].en} does (not from the rulebook: the summary sheet tells)",
        f"l'effetto di {CARD_NAMES[card].it} (non dal regolamento: lo dice il foglio riassuntivo)",
        f"o efeito de {CARD_NAMES[card].pt} (não está no regulamento: diz a folha de resumo)",
    )
    return missing(article, f"options.card_effects.{card}", what)


def told(article: str, case: Case[Action], card: Card) -> Finding:
    """The effect that the club gave."""
    effect = effect_of(case, card)
    if effect == effect_of_rulebook(card):
        return applies(
            article,
            "{card}: {text}.",
            "{card}: {text}.",
            "{card}: {text}.",
            card=CARD_NAMES[card],
            text=effect.text,
        )
    return applies(
        article,
        "{card} as this table plays it (not from the rulebook). {text}",
        "{card} come si gioca a questo tavolo (non dal regolamento). {text}",
        "{card} como esta mesa a joga (não está no regulamento). {text}",
        card=CARD_NAMES[card],
        text=effect.text,
    )


@rule(
    "6.1",
    "Cards in production",
    on=("play_card",),
    it=(
        "Carte in produzione",
        "In questa fase si possono giocare le proprie carte Super produzione, Missile balistico e Scudo spaziale.",
    ),
    pt=(
        "Cartas na produção",
        "Nesta fase pode-se jogar as próprias cartas Superprodução, Míssil Balístico e Escudo Espacial.",
    ),
)
def cards_in_production(case: Case[PlayCard]) -> Iterator[Finding]:
    """6.1. In this phase one may play one's Super Production, Ballistic Missile and Space Shield cards."""
    phase = case.position.turn.phase
    if phase not in (None, Phase.PRODUCTION):
        yield breach(
            "6.1",
            "The production phase is not running.",
            "Non è la fase di produzione.",
            "A fase de produção não está em andamento.",
        )
    yield from wrong_moment("6.1", case, case.action.card, When.PRODUCTION)
    yield from not_in_hand("6.1", case, case.actor, (case.action.card,))


@rule(
    "6.2",
    "What the cards do",
    on=("play_card",),
    it=(
        "Che cosa fanno le carte",
        (
            "Super produzione aumenta i propri PP, Missile balistico riduce quelli di un avversario; il foglio riassuntivo "
            "dice di quanto."
        ),
    ),
    pt=(
        "O que as cartas fazem",
        "A Superprodução aumenta os próprios PP, o Míssil Balístico diminui os de um adversário; a folha de resumo diz quanto.",
    ),
    readings=(
        Text(
            "The figures are not in the rulebook: the option `card_effects` gives them.",
            "Le cifre non sono nel regolamento: le dà l'opzione `card_effects`.",
            "Os números não estão no regulamento: quem os dá é a opção `card_effects`.",
        ),
    ),
)
def what_cards_do(case: Case[PlayCard]) -> Iterator[Finding]:
    """6.2. Super Production raises one's PP, Ballistic Missile lowers an opponent's; the summary sheet says by how
    much."""
    action = case.action
    if action.card is Card.BALLISTIC_MISSILE and action.against is None:
        yield missing(
            "6.2",
            "action.against",
            Text("the opponent it strikes", "l'avversario colpito", "o adversário que ela atinge"),
        )
    if action.against == action.player and action.against is not None:
        yield breach(
            "6.2",
            "It strikes an opponent, not oneself.",
            "Colpisce un avversario, non se stessi.",
            "Ela atinge um adversário, não a si mesmo.",
        )
    if action.shielded:
        return
    yield told("6.2", case, action.card) if effect_of(case, action.card).told else untold("6.2", action.card)


@rule(
    "6.3",
    "The Space Shield",
    on=("play_card",),
    it=("Lo Scudo spaziale", "Scudo spaziale protegge chi lo gioca da un Missile balistico."),
    pt=("O Escudo Espacial", "Um Escudo Espacial protege quem o joga de um Míssil Balístico."),
    readings=(
        Text(
            "It is played in answer to a missile; both cards are spent.",
            "Si gioca in risposta a un missile; le due carte sono spese.",
            "É jogado em resposta a um míssil; as duas cartas são gastas.",
        ),
    ),
)
def space_shield(case: Case[PlayCard]) -> Iterator[Finding]:
    """6.3. A Space Shield protects whoever plays it from a Ballistic Missile."""
    action = case.action
    if action.card is Card.SPACE_SHIELD or (action.shielded and action.card is not Card.BALLISTIC_MISSILE):
        yield breach(
            "6.3",
            "A Space Shield answers a Ballistic Missile.",
            "Lo Scudo spaziale risponde a un Missile balistico.",
            "Um Escudo Espacial responde a um Míssil Balístico.",
        )
    elif action.shielded and action.against is not None:
        yield from not_in_hand("6.3", case, action.against, (Card.SPACE_SHIELD,))
        yield applies(
            "6.3", "The missile has no effect.", "Il missile non ha effetto.", "O míssil não tem efeito."
        )


def effect_of_rulebook(card: Card) -> Effect:
    """What the rulebook itself tells."""
    return PRINTED_EFFECTS.get(card, Effect())


def play_effects(case: Case[PlayCard]) -> dict[str, object]:
    """`points`: how the production points of each change; empty where a shield stops it or nobody said."""
    return {"points": _changes(case)}


def play_after(case: Case[PlayCard]) -> Position:
    """The cards are spent, the points changed."""
    position, action = case.position, case.action
    before = position.turn.changes
    changes = {**before, **{p: before.get(p, 0) + more for p, more in _changes(case).items()}}
    position = position.with_hand(case.actor, without(position.hands[case.actor], (action.card,)) or ())
    if action.shielded and action.against is not None:
        shield = without(position.hands[action.against], (Card.SPACE_SHIELD,)) or ()
        position = position.with_hand(action.against, shield)
    return replace(position, turn=replace(position.turn, changes=changes))


def _changes(case: Case[PlayCard]) -> dict[str, int]:
    action, effect = case.action, effect_of(case, case.action.card)
    if action.shielded:
        return {}
    changes = {case.actor: effect.own_points, action.against: effect.opponent_points}
    return {player: more for player, more in changes.items() if player is not None and more is not None}


CHAPTER = (cards_in_production, what_cards_do, space_shield)
