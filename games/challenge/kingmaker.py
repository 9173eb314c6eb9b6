"""The Kingmaker variant and the Challenge card. The rulebook does not number these articles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.challenge.position import (
    Attack,
    Case,
    KingmakerScore,
    Phase,
    PlayChallengeCard,
    Position,
)
from games.core.rule import rule
from games.core.ruling import Finding, applies, breach, missing
from games.core.text import Text

DISTRIBUTION, POINTS, CHALLENGE_CARD = "distribution", "points", "challenge-card"
KINDS = {
    "game_points": Text("the game points of {p}", "i punti partita di {p}", "os pontos da partida de {p}"),
    "cards": Text("the Kingmaker cards of {p}", "le carte Kingmaker di {p}", "as cartas Kingmaker de {p}"),
    "chosen": Text("the colour chosen by {p}", "il colore scelto da {p}", "a cor escolhida por {p}"),
}


@rule(
    DISTRIBUTION,
    "The Kingmaker cards are given out",
    on=("kingmaker_distribute", "kingmaker_score"),
    it=(
        "La distribuzione delle carte Kingmaker",
        (
            "Prima del primo turno ognuno dà coperta una carta colorata a ciascun avversario, mai del suo colore, e ne "
            "tiene una non del proprio."
        ),
    ),
    pt=(
        "A distribuição das cartas Kingmaker",
        "Antes do primeiro turno cada um dá a cada adversário uma carta colorida virada para baixo, nunca da cor dele, e fica com uma que não é da própria cor.",
    ),
)
def cards_given_out(case: Case[Any]) -> Iterator[Finding]:
    """distribution. Before the first turn everybody gives one coloured card face down to each opponent, never of that
    opponent's colour, and keeps one that is not of its own."""
    if isinstance(case.action, KingmakerScore):
        yield from _held_wrongly(case)
        return
    action, position = case.action, case.position
    if position.turn.phase not in (Phase.SETUP, None):
        yield breach(DISTRIBUTION, "The game has begun.", "La partita è cominciata.", "A partida já começou.")
    opponents = [p for p in position.players if p != action.player]
    for opponent in opponents:
        if opponent not in action.give:
            yield breach(
                DISTRIBUTION,
                "{p} gets no card.",
                "{p} non riceve carte.",
                "{p} não recebe carta.",
                p=opponent,
            )
        elif action.give[opponent] == opponent:
            yield breach(
                DISTRIBUTION,
                "{p} gets its own colour.",
                "{p} riceve il proprio colore.",
                "{p} recebe a própria cor.",
                p=opponent,
            )
    if action.player in action.give:
        yield breach(
            DISTRIBUTION,
            "{p} gives to itself.",
            "{p} dà una carta a sé.",
            "{p} dá a si mesmo.",
            p=action.player,
        )
    if action.keep == action.player:
        yield breach(
            DISTRIBUTION,
            "{p} keeps its own colour.",
            "{p} tiene il proprio colore.",
            "{p} fica com a própria cor.",
            p=action.player,
        )
    for colour, number in Counter([*action.give.values(), action.keep]).items():
        if number > 1:
            yield breach(
                DISTRIBUTION,
                "There is one {colour} card, used {number} times.",
                "Di carte {colour} ce n'è una, usata {number} volte.",
                "De carta {colour} há uma, usada {number} vezes.",
                colour=colour,
                number=number,
            )


def _held_wrongly(case: Case[KingmakerScore]) -> Iterator[Finding]:
    due = len(case.position.players)
    for player, held in case.action.cards.items():
        if player in held:
            yield breach(
                DISTRIBUTION,
                "{p} holds its own colour.",
                "{p} ha il proprio colore.",
                "{p} tem a própria cor.",
                p=player,
            )
        if len(held) != due:
            yield breach(
                DISTRIBUTION,
                "{p} holds {held} cards, not {due}.",
                "{p} ha {held} carte, non {due}.",
                "{p} tem {held} cartas, não {due}.",
                p=player,
                held=len(held),
                due=due,
            )


@rule(
    POINTS,
    "Kingmaker points",
    on=("kingmaker_score",),
    it=(
        "I punti Kingmaker",
        (
            "Il valore di ognuno sono i suoi punti partita divisi per i partecipanti, per difetto. Si sceglie un colore "
            "che si ha in mano e se ne aggiunge il valore per ogni carta. In parità contano i punti partita, poi chi "
            "gioca dopo."
        ),
    ),
    pt=(
        "Os pontos Kingmaker",
        "O valor de cada um são seus pontos da partida divididos pelos participantes, arredondados para baixo. Escolhe-se uma cor da mão e soma-se o valor dela por carta. No empate contam os pontos da partida, depois quem joga mais tarde.",
    ),
    readings=(
        Text(
            "Participants are all who began the game.",
            "I partecipanti sono tutti quelli che hanno cominciato la partita.",
            "Participantes são todos os que começaram a partida.",
        ),
    ),
)
def kingmaker_points(case: Case[KingmakerScore]) -> Iterator[Finding]:
    """points. Everybody's value is its game points divided by the participants, rounded down. One colour held is
    chosen, and its value added for each card. Equal totals: more game points, then whoever plays later."""
    action = case.action
    for player in case.position.players:
        for kind, given in (
            ("game_points", action.game_points),
            ("cards", action.cards),
            ("chosen", action.chosen),
        ):
            if player not in given:
                words = KINDS[kind]
                what = Text(words.en.format(p=player), words.it.format(p=player), words.pt.format(p=player))
                yield missing(POINTS, f"action.{kind}.{player}", what)
        colour, held = action.chosen.get(player), action.cards.get(player)
        if colour is not None and held is not None and colour not in held:
            yield breach(
                POINTS,
                "{p} holds no {colour} card.",
                "{p} non ha carte {colour}.",
                "{p} não tem carta {colour}.",
                p=player,
                colour=colour,
            )
    for row in final_rows(case):
        yield applies(
            POINTS,
            "{p}: {game} and {gained} make {total}.",
            "{p}: {game} più {gained} fanno {total}.",
            "{p}: {game} mais {gained} dão {total}.",
            p=row["player"],
            game=row["game_points"],
            gained=row["kingmaker_points"],
            total=row["points"],
        )


@rule(
    CHALLENGE_CARD,
    "The Challenge card",
    on=("challenge_card", "attack"),
    it=(
        "La carta Challenge",
        (
            "Una volta a partita, nel proprio turno e prima di tirare i dadi di un attacco, prima della sdadata: per quel "
            "solo attacco chi la gioca vince le parità."
        ),
    ),
    pt=(
        "A carta Challenge",
        "Uma vez por partida, no próprio turno e antes dos dados de um ataque, antes da sdadata: só nesse ataque quem a joga vence os empates.",
    ),
    readings=(
        Text(
            "It is played before the first throw of an attack; 4.10 stays in force.",
            "Si gioca prima del primo tiro di un attacco; il 4.10 resta valido.",
            "É jogada antes do primeiro lance de um ataque; o 4.10 continua valendo.",
        ),
    ),
)
def challenge_card(case: Case[Any]) -> Iterator[Finding]:
    """challenge-card. Once a game, on one's turn and before the dice of an attack, before sdadata: for that one attack
    its player wins ties."""
    if isinstance(case.action, Attack) and not case.action.challenge_card:
        return
    if not case.options.challenge_card:
        yield breach(
            CHALLENGE_CARD, "It is not in this game.", "In questa partita non c'è.", "Não está nesta partida."
        )
    if case.position.closing is not None:
        yield breach(
            CHALLENGE_CARD, "Sdadata has begun.", "La sdadata è cominciata.", "A sdadata já começou."
        )
    if isinstance(case.action, Attack):
        yield applies(
            CHALLENGE_CARD,
            "Ties go to the attacker.",
            "Le parità vanno all'attaccante.",
            "Os empates vão para o atacante.",
        )
        return
    yield from _playing(case)


def _playing(case: Case[PlayChallengeCard]) -> Iterator[Finding]:
    action = case.action
    if case.position.turn.phase in (Phase.SETUP, Phase.OVER):
        yield breach(
            CHALLENGE_CARD, "It is nobody's turn.", "Non è il turno di nessuno.", "Não é o turno de ninguém."
        )
    if action.already_played:
        yield breach(
            CHALLENGE_CARD,
            "The card has been played.",
            "La carta è già stata giocata.",
            "A carta já foi jogada.",
        )
    elif action.already_played is None:
        what = Text(
            "whether the card has been played", "se la carta è già stata giocata", "se a carta já foi jogada"
        )
        yield missing(CHALLENGE_CARD, "action.already_played", what)
    if action.dice_on_the_table:
        yield breach(
            CHALLENGE_CARD, "The dice are thrown.", "I dadi sono già tirati.", "Os dados já foram rolados."
        )
    elif action.dice_on_the_table is None:
        what = Text(
            "whether the dice are thrown", "se i dadi sono già tirati", "se os dados já foram rolados"
        )
        yield missing(CHALLENGE_CARD, "action.dice_on_the_table", what)


def kingmaker_value(game_points: int, participants: int) -> int:
    """What one card of a player's colour is worth: its game points divided by the participants, rounded down."""
    return game_points // participants


def final_rows(case: Case[KingmakerScore]) -> list[dict[str, Any]]:
    """The players in order of rank; empty where something is not given."""
    players, action = case.position.players, case.action
    if any(p not in given for p in players for given in (action.game_points, action.cards, action.chosen)):
        return []
    value = {p: kingmaker_value(action.game_points[p], len(players)) for p in players}
    gained = {p: value[action.chosen[p]] * action.cards[p].count(action.chosen[p]) for p in players}
    total = {p: action.game_points[p] + gained[p] for p in players}
    order = sorted(players, key=lambda p: (total[p], action.game_points[p], players.index(p)), reverse=True)
    return [
        {
            "player": p,
            "game_points": action.game_points[p],
            "kingmaker_value": value[p],
            "kingmaker_points": gained[p],
            "points": total[p],
            "rank": rank,
        }
        for rank, p in enumerate(order, start=1)
    ]


def kingmaker_effects(case: Case[KingmakerScore]) -> dict[str, object]:
    """`players` in order of rank."""
    rows = final_rows(case)
    return {"players": rows} if rows else {}


def kingmaker_after(case: Case[KingmakerScore]) -> Position:
    """The game is over."""
    return replace(case.position, turn=replace(case.position.turn, phase=Phase.OVER))


CHAPTER = (cards_given_out, kingmaker_points, challenge_card)
