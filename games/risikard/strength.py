"""Article 3: the strength of an army, sets and their protection."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from games.core.board import Symbol
from games.core.rule import rule
from games.core.ruling import Finding, applies, breach
from games.core.text import Text, cards, counted
from games.risikard.attack import turn_over
from games.risikard.deck import Deck
from games.risikard.position import FACE_DOWN, Attack, Case, Muster, Position, Protect, without
from games.risikard.rulesets import BASE_STRENGTH, SET_SIZE, SetKind
from games.risikard.wording import missing_board, missing_hand, name, not_owned, out_of_turn


def sets_among(territories: Iterable[str], deck: Deck, kind: SetKind) -> int:
    """The sets that these territories make, each within one continent and no territory in two."""
    symbols: dict[str, Counter[Symbol]] = defaultdict(Counter)
    for territory in territories:
        card = deck.territories[territory]
        symbols[card.continent][card.symbol] += 1
    return sum(_sets(counts, kind) for counts in symbols.values())


def _sets(counts: Counter[Symbol], kind: SetKind) -> int:
    numbers = [counts[symbol] for symbol in Symbol]
    mixed = min(numbers)
    if kind is SetKind.ONE_OF_EACH:
        return mixed
    if kind is SetKind.EQUAL:
        return sum(n // SET_SIZE for n in numbers)
    return max(m + sum((n - m) // SET_SIZE for n in numbers) for m in range(mixed + 1))


def strength(case: Case[Muster]) -> int | None:
    """3.1: the cards that the army of the player may hold; None where not every territory is given."""
    position = case.position
    if not position.whole(case.deck):
        return None
    own = set(position.territories_of(case.actor)) - position.shielded()
    return BASE_STRENGTH + sets_among(own, case.deck, case.options.set_kind)


@rule(
    "3.1",
    "The strength of the army",
    on=("muster",),
    it=(
        "La forza dell'esercito",
        "Finiti gli attacchi, la forza dell'esercito è 3 carte più una per ogni tris.",
    ),
    pt=(
        "A força do exército",
        "Depois dos ataques o exército de um jogador tem força de 3 cartas mais uma por trinca.",
    ),
)
def army_strength(case: Case[Muster]) -> Iterator[Finding]:
    """3.1. After its attacks a player's army has a strength of 3 cards and one for each set."""
    made = strength(case)
    if made is None:
        yield missing_board("3.1")
    else:
        yield applies(
            "3.1",
            "{sets}: the strength is {strength}.",
            "{sets}: la forza è {strength}.",
            "{sets}: a força é {strength}.",
            sets=counted(made - BASE_STRENGTH, ("set", "sets"), ("tris", "tris"), ("trinca", "trincas")),
            strength=made,
        )


@rule(
    "3.2",
    "Sets",
    on=("protect",),
    it=(
        "I tris",
        "Un tris si forma con i Simboli Vincenti, fante, cavallo e cannone, di territori dello stesso continente.",
    ),
    pt=(
        "Trincas",
        "Uma trinca se forma com os Símbolos Vencedores, infantaria, cavalaria e canhão, de territórios de um mesmo continente.",
    ),
    readings=(
        Text(
            "One of each; the option `set_kind` allows three equal ones instead, or either.",
            "Uno di ciascuno; l'opzione `set_kind` ammette invece tre uguali, o entrambi.",
            "Um de cada; a opção `set_kind` permite três iguais em vez disso, ou os dois.",
        ),
        Text(
            "A territory counts in one set only.",
            "Un territorio conta in un solo tris.",
            "Um território conta em uma só trinca.",
        ),
    ),
)
def sets(case: Case[Protect]) -> Iterator[Finding]:
    """3.2. A set is made of the Winning Symbols, infantry, cavalry and cannon, of territories in one continent."""
    yield from out_of_turn("3.2", case)
    for territory in case.action.territories:
        yield from not_owned("3.2", case, territory)
    territories = case.action.territories
    if len(territories) != SET_SIZE or sets_among(territories, case.deck, case.options.set_kind) != 1:
        yield breach(
            "3.2",
            "These territories are no set of one continent.",
            "Questi territori non sono un tris di un continente.",
            "Estes territórios não são trinca de um continente.",
        )


@rule(
    "3.3",
    "Protected sets",
    on=("protect", "attack"),
    it=(
        "Tris protetti",
        "Un tris si può proteggere dagli attacchi: allora non aumenta la forza e i suoi territori non possono attaccare.",
    ),
    pt=(
        "Trincas protegidas",
        "Uma trinca pode ser protegida de ataques: então não soma força, e seus territórios não podem atacar.",
    ),
    readings=(
        Text(
            "It is done in one's own turn; a position says which sets are protected.",
            "Si fa nel proprio turno; la posizione dice quali tris sono protetti.",
            "Faz-se no próprio turno; uma posição diz quais trincas estão protegidas.",
        ),
    ),
)
def protected_sets(case: Case[Protect | Attack]) -> Iterator[Finding]:
    """3.3. A set may be protected from attacks: it then adds no strength, and its territories cannot attack."""
    action, shielded = case.action, case.position.shielded()
    if isinstance(action, Protect):
        wrong = [t for t in action.territories if t in shielded]
        said = Text(
            "{territory} is in a protected set already.",
            "{territory} è già in un tris protetto.",
            "{territory} já está em uma trinca protegida.",
        )
        yield from _breaches(case, wrong, said)
        return
    attacking = Text(
        "{territory} is protected: it cannot attack.",
        "{territory} è protetto: non può attaccare.",
        "{territory} está protegido: não pode atacar.",
    )
    yield from _breaches(case, [action.source] if action.source in shielded else [], attacking)
    attacked = Text(
        "{territory} is protected: nobody attacks it.",
        "{territory} è protetto: non si attacca.",
        "{territory} está protegido: ninguém o ataca.",
    )
    yield from _breaches(case, [action.target] if action.target in shielded else [], attacked)


def _breaches(case: Case[Protect | Attack], territories: list[str], said: Text) -> Iterator[Finding]:
    for territory in territories:
        yield breach("3.3", said.en, said.it, said.pt, territory=name(case.card(territory)))


@rule(
    "3.4",
    "Cards to match the strength",
    on=("muster",),
    it=(
        "Carte pari alla forza",
        "Calcolata la forza, si pesca, o si scarta, fino ad avere altrettante carte.",
    ),
    pt=(
        "Cartas conforme a força",
        "Conhecida a força, o jogador compra, ou descarta, até ter o mesmo número de cartas.",
    ),
)
def cards_to_match(case: Case[Muster]) -> Iterator[Finding]:
    """3.4. When the strength is known the player draws, or discards, to hold as many cards."""
    action, hand, made = case.action, case.position.hands.get(case.actor), strength(case)
    if hand is None:
        yield missing_hand("3.4", case.actor)
        return
    if without(hand, action.discard) is None:
        yield breach(
            "3.4",
            "The discarded cards are not in hand.",
            "Le carte scartate non sono in mano.",
            "As cartas descartadas não estão na mão.",
        )
    if action.draw and action.discard:
        yield breach(
            "3.4",
            "One draws or discards, not both.",
            "Si pesca o si scarta, non entrambe le cose.",
            "Ou se compra ou se descarta, não os dois.",
        )
    after = len(hand) + action.draw - len(action.discard)
    if made is not None and after != made:
        yield breach(
            "3.4",
            "{after} in hand; the strength is {strength}.",
            "In mano: {after}; la forza è {strength}.",
            "Na mão: {after}; a força é {strength}.",
            after=cards(after),
            strength=made,
        )


def muster_effects(case: Case[Muster]) -> dict[str, object]:
    """`strength`, and `draw` or `discard`: how many; what the given facts do not settle stays out."""
    made, hand = strength(case), case.position.hands.get(case.actor)
    if made is None or hand is None:
        return {} if made is None else {"strength": made}
    return {"strength": made, "draw": max(0, made - len(hand)), "discard": max(0, len(hand) - made)}


def muster_after(case: Case[Muster]) -> Position:
    """The new hand, and the next player's turn."""
    kept = without(case.position.hands[case.actor], case.action.discard) or ()
    hand = (*kept, *(FACE_DOWN,) * case.action.draw)
    return turn_over(replace(case, position=case.position.with_hand(case.actor, hand)))


def protect_after(case: Case[Protect]) -> Position:
    """One protected set more."""
    position = case.position
    mine = (*position.protected.get(case.actor, ()), case.action.territories)
    return replace(position, protected={**position.protected, case.actor: mine})


CHAPTER = (army_strength, sets, protected_sets, cards_to_match)
