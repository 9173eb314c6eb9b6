"""Article 10: the end of the game."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.rule import rule, stated
from games.core.ruling import Finding, applies, breach
from games.core.text import Text, counted
from games.futurisiko.actions import Action, Case
from games.futurisiko.position import Position
from games.futurisiko.wording import missing_count

PLAYING = (
    "determine_sequence", "claim_territory", "take_cards", "play_card", "produce", "end_production", "move", "roll",
    "end_operations",
)  # fmt: skip


def winner(position: Position, goal: int) -> str | None:
    """Who is known to hold enough territories."""
    return next((p for p in position.players if (position.count(p) or position.count_given(p)) >= goal), None)


@rule(
    "10.1",
    "Twenty territories",
    on=("claim_victory", "check_position"),
    it=("Venti territori", "Vince chi per primo occupa 20 territori."),
    pt=("Vinte territórios", "Vence quem primeiro ocupa 20 territórios."),
)
def twenty_territories(case: Case[Action]) -> Iterator[Finding]:
    """10.1. Whoever is first to occupy 20 territories wins."""
    goal, player = case.options.territories_to_win, case.action.player
    if player is None:
        won = winner(case.position, goal)
        if won is not None:
            yield applies("10.1", "{player} has won.", "{player} ha vinto.", "{player} venceu.", player=won)
        return
    count = case.position.count(player)
    if count is None and case.position.count_given(player) < goal:
        yield missing_count("10.1", player)
        return
    held = count or case.position.count_given(player)
    found = applies if held >= goal else breach
    yield found(
        "10.1",
        "{player} holds {held}; {goal} win.",
        "{player} ha {held}; per vincere: {goal}.",
        "{player} tem {held}; para vencer: {goal}.",
        player=player,
        held=counted(
            held, ("territory", "territories"), ("territorio", "territori"), ("território", "territórios")
        ),
        goal=goal,
    )


shorter = stated(
    "10.2",
    Text("Eighteen or sixteen", "Diciotto o sedici", "Dezoito ou dezesseis"),
    Text(
        "For a shorter game 18 or 16 territories may be agreed, before the game only.",
        "Per una partita più breve si possono fissare 18 o 16 territori, solo prima di cominciare.",
        "Para uma partida mais curta podem ser combinados 18 ou 16 territórios, só antes de começar.",
    ),
    reason=Text(
        "It is the option `territories_to_win`; the tournament freezes it before its first game.",
        "È l'opzione `territories_to_win`; il torneo la fissa prima della prima partita.",
        "É a opção `territories_to_win`; o torneio a fixa antes da primeira partida.",
    ),
)


@rule(
    "10.3",
    "The end is instantaneous",
    on=PLAYING,
    it=(
        "La fine è istantanea",
        "La partita finisce in quel momento: gli altri non completano le loro operazioni.",
    ),
    pt=("O fim é imediato", "A partida acaba nesse momento: os outros não completam suas operações."),
)
def instantaneous(case: Case[Action]) -> Iterator[Finding]:
    """10.3. The game ends at that moment: the others do not complete their operations."""
    won = winner(case.position, case.options.territories_to_win)
    if won is not None:
        yield breach(
            "10.3",
            "{player} has reached its territories: the game is over.",
            "{player} ha raggiunto i suoi territori: la partita è finita.",
            "{player} alcançou seus territórios: a partida acabou.",
            player=won,
        )


CHAPTER = (twenty_territories, shorter, instantaneous)
