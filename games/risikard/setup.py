"""Article 1: the deal, who begins, and the rotations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.core.rule import rule
from games.core.ruling import Finding, applies, breach, missing
from games.core.text import Text
from games.risikard.position import Begin, Case, Deal, Position, Turn
from games.risikard.rulesets import ARMY_CARDS, OBJECTIVES
from games.risikard.wording import missing_territory, name


@rule(
    "1.1",
    "The deal",
    on=("deal",),
    it=(
        "La distribuzione",
        (
            "Ognuno riceve una carta Obiettivo, che resta segreta, tre carte Armata, e una carta Territorio per volta finché il "
            "mazzo è finito."
        ),
    ),
    pt=(
        "A distribuição",
        "Cada um recebe uma carta de Objetivo, que fica em segredo, três cartas de Exército, e uma carta de Território de cada vez até o baralho acabar.",
    ),
    readings=(
        Text(
            "So nobody has two territories more than another.",
            "Così nessuno ha due territori più di un altro.",
            "Assim ninguém tem dois territórios a mais que outro.",
        ),
    ),
)
def the_deal(case: Case[Deal]) -> Iterator[Finding]:
    """1.1. Each receives one Objective card, which stays secret, three Army cards, and one Territory card at a time
    until the deck is used up."""
    dealt = case.action.cards
    for player in case.position.players:
        if player not in dealt:
            what = Text(
                f"the cards dealt to {player}", f"le carte date a {player}", f"as cartas dadas a {player}"
            )
            yield missing("1.1", f"action.cards.{player}", what)
        elif (dealt[player].objectives, dealt[player].armies) != (OBJECTIVES, ARMY_CARDS):
            yield breach(
                "1.1",
                "{player} has {objectives} Objective and {armies} Army cards; 1 and 3 are due.",
                "{player} ha {objectives} carte Obiettivo e {armies} Armata; ne spettano 1 e 3.",
                "{player} tem {objectives} cartas de Objetivo e {armies} de Exército; cabem 1 e 3.",
                player=player,
                objectives=dealt[player].objectives,
                armies=dealt[player].armies,
            )
    counts = [cards.territories for cards in dealt.values()]
    if len(counts) < len(case.position.players):
        return
    if max(counts) - min(counts) > 1:
        yield breach(
            "1.1",
            "The territories are not dealt one at a time: {least} to {most}.",
            "I territori non sono dati uno per volta: da {least} a {most}.",
            "Os territórios não são dados um de cada vez: de {least} a {most}.",
            least=min(counts),
            most=max(counts),
        )
    if sum(counts) != len(case.deck.territories):
        yield breach(
            "1.1",
            "{sum} territories are dealt; the deck has {whole}.",
            "Territori dati: {sum}; il mazzo ne ha {whole}.",
            "Foram dados {sum} territórios; o baralho tem {whole}.",
            sum=sum(counts),
            whole=len(case.deck.territories),
        )


@rule(
    "1.2",
    "Who begins",
    on=("begin",),
    it=("Chi comincia", "Comincia chi possiede il Territorio chiamato dal mazziere."),
    pt=("Quem começa", "Começa quem tem o Território que quem dá as cartas chama."),
)
def who_begins(case: Case[Begin]) -> Iterator[Finding]:
    """1.2. Whoever holds the Territory that the dealer calls begins."""
    called = case.action.called
    owner = case.position.board.get(called)
    if owner is None:
        yield missing_territory("1.2", case, called)
        return
    found = applies if owner == case.action.player else breach
    yield found(
        "1.2",
        "{owner} holds {territory} and begins.",
        "{owner} possiede {territory} e comincia.",
        "{owner} tem {territory} e começa.",
        owner=owner,
        territory=name(case.card(called)),
    )


@rule(
    "1.3",
    "The rotations",
    on=("begin", "reshuffle"),
    it=("Le rotazioni", "Prima di cominciare si decide quante volte si rimescolerà il mazzo delle Armate."),
    pt=("As voltas", "Antes da partida decide-se quantas vezes o baralho de Exércitos será reembaralhado."),
)
def rotations(case: Case[Begin]) -> Iterator[Finding]:
    """1.3. Before the game it is decided how often the Army deck will be shuffled again."""
    agreed, made = case.options.rotations, case.position.rotation
    if agreed is None:
        what = Text(
            "the rotations agreed before the game",
            "le rotazioni decise prima della partita",
            "as voltas combinadas antes da partida",
        )
        yield missing("1.3", "options.rotations", what)
    if case.action.type == "begin":
        return
    if made is None:
        what = Text(
            "how often the deck was shuffled again",
            "quante volte il mazzo è stato rimescolato",
            "quantas vezes o baralho foi reembaralhado",
        )
        yield missing("1.3", "position.rotation", what)
    elif agreed is not None and made >= agreed:
        yield breach(
            "1.3",
            "The {agreed} rotations agreed are over: the points are counted.",
            "Le {agreed} rotazioni decise sono finite: si contano i punti.",
            "As {agreed} voltas combinadas acabaram: contam-se os pontos.",
            agreed=agreed,
        )


def begin_after(case: Case[Begin]) -> Position:
    """The first turn."""
    return replace(case.position, rotation=0, turn=Turn(case.action.player, 0))


def reshuffle_after(case: Case[Begin]) -> Position:
    """One rotation more."""
    return replace(case.position, rotation=(case.position.rotation or 0) + 1)


CHAPTER = (the_deal, who_begins, rotations)
