"""Article 5: the end of the game."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.rule import rule
from games.core.ruling import Finding, applies, breach, missing
from games.core.text import Text
from games.risikard.position import Action, Case, ClaimVictory
from games.risikard.rulesets import POINTS_TO_WIN
from games.risikard.wording import missing_board, missing_territory, name


def points_of(case: Case[Action], player: str) -> int:
    """The points of a player's given territories."""
    return sum(case.card(t).points for t in case.position.territories_of(player))


def ranking(case: Case[Action]) -> list[dict[str, object]]:
    """Players by their points, equal ones on one rank."""
    points = {player: points_of(case, player) for player in case.position.players}
    order = sorted(points, key=lambda player: -points[player])
    return [
        {"player": p, "points": points[p], "rank": 1 + sum(n > points[p] for n in points.values())}
        for p in order
    ]


@rule(
    "5.1",
    "80 points or the objective",
    on=("claim_victory",),
    it=(
        "80 punti o l'obiettivo",
        "Vince subito chi raggiunge il proprio Obiettivo, o 80 punti con tutti i suoi Territori.",
    ),
    pt=(
        "80 pontos ou o objetivo",
        "Vence na hora quem alcança seu Objetivo, ou 80 pontos com todos os seus Territórios.",
    ),
    readings=(
        Text(
            "A case says which territories the Objective card asks for.",
            "Il caso dice quali territori chiede la carta Obiettivo.",
            "O caso diz quais territórios a carta de Objetivo pede.",
        ),
    ),
)
def points_or_objective(case: Case[ClaimVictory]) -> Iterator[Finding]:
    """5.1. Whoever reaches its Objective, or 80 points from all its Territories, wins at once."""
    yield from _by_objective(case) if case.action.by_objective else _by_points(case)


def _by_points(case: Case[ClaimVictory]) -> Iterator[Finding]:
    points = points_of(case, case.actor)
    if points < POINTS_TO_WIN and not case.position.whole(case.deck):
        yield missing_board("5.1")
        return
    found = applies if points >= POINTS_TO_WIN else breach
    yield found(
        "5.1",
        "{player} has {points} points; 80 win.",
        "{player} ha {points} punti; ne servono 80.",
        "{player} tem {points} pontos; vencem 80.",
        player=case.actor,
        points=points,
    )


def _by_objective(case: Case[ClaimVictory]) -> Iterator[Finding]:
    wanted = case.position.objectives.get(case.actor)
    if wanted is None:
        what = Text(
            f"the objective of {case.actor}", f"l'obiettivo di {case.actor}", f"o objetivo de {case.actor}"
        )
        yield missing("5.1", f"position.objectives.{case.actor}", what)
        return
    for territory in wanted:
        owner = case.position.board.get(territory)
        if owner is None:
            yield missing_territory("5.1", case, territory)
        elif owner != case.actor:
            yield breach(
                "5.1",
                "{territory} is missing to the objective.",
                "All'obiettivo manca {territory}.",
                "Ao objetivo falta {territory}.",
                territory=name(case.card(territory)),
            )


@rule(
    "5.2",
    "The end of the rotations",
    on=("final_count",),
    it=(
        "La fine delle rotazioni",
        "Se alla fine delle rotazioni nessuno ha vinto, si contano i punti dei Territori: vince chi ne ha di più.",
    ),
    pt=(
        "O fim das voltas",
        "Se ninguém venceu quando as voltas acabam, contam-se os pontos dos Territórios: quem tem mais vence.",
    ),
    readings=(
        Text(
            "The rotations end when the deck has been shuffled again as often as agreed and is used up.",
            "Le rotazioni finiscono quando il mazzo, rimescolato quante volte si è deciso, è esaurito.",
            "As voltas acabam quando o baralho, reembaralhado tantas vezes quantas se combinou, se esgota.",
        ),
        Text(
            "Equal points share a rank.",
            "A pari punti il posto è lo stesso.",
            "Pontos iguais dividem a posição.",
        ),
    ),
)
def end_of_rotations(case: Case[Action]) -> Iterator[Finding]:
    """5.2. If nobody has won when the rotations end, the points of the Territories are counted: the most win."""
    agreed, made = case.options.rotations, case.position.rotation
    if agreed is None:
        yield missing(
            "5.2",
            "options.rotations",
            Text("the rotations agreed", "le rotazioni decise", "as voltas combinadas"),
        )
    if made is None:
        yield missing(
            "5.2",
            "position.rotation",
            Text("the rotations so far", "le rotazioni fatte", "as voltas até agora"),
        )
    if agreed is not None and made is not None and made < agreed:
        yield breach(
            "5.2",
            "{made} of {agreed} rotations are over.",
            "Rotazioni finite: {made} di {agreed}.",
            "Voltas acabadas: {made} de {agreed}.",
            made=made,
            agreed=agreed,
        )
    if not case.position.whole(case.deck):
        yield missing_board("5.2")


def claim_effects(case: Case[ClaimVictory]) -> dict[str, object]:
    """`points` of the player's given territories."""
    return {"points": points_of(case, case.actor)}


def count_effects(case: Case[Action]) -> dict[str, object]:
    """`ranking`, once every territory is given."""
    return {"ranking": ranking(case)} if case.position.whole(case.deck) else {}


CHAPTER = (points_or_objective, end_of_rotations)
