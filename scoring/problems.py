"""What the rulebook objects to in a formula, in words, each with its article."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from scoring.measures import Exact
from scoring.parts import VictoryPrize
from scoring.text import Text, figure


class Level(StrEnum):
    """How grave a problem is: an error forbids the formula, a warning names a departure from the rulebook."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a formula: a code, the article of the rulebook and a sentence in every language."""

    code: str
    article: str
    text: Text
    level: Level = Level.ERROR


NO_PARTS = Problem("no-parts", "12.2", Text("Nothing scores.", "Niente dà punti.", "Nada dá pontos."))
DIGITS = Problem(
    "digits",
    "12.2",
    Text(
        "A score has from 0 to 9 decimals.",
        "Un punteggio ha da 0 a 9 decimali.",
        "Uma pontuação tem de 0 a 9 decimais.",
    ),
)
NO_CRITERIA = Problem(
    "no-criteria",
    "12.2",
    Text(
        "No criterion orders the players.",
        "Nessun criterio ordina i giocatori.",
        "Nenhum critério ordena os jogadores.",
    ),
)
PRIZE_NEGATIVE = Problem(
    "prize-negative",
    "12.2.1",
    Text("The prize is negative.", "Il premio è negativo.", "O prêmio é negativo."),
)


def prize_too_high(value: Exact) -> Problem:
    """A prize beyond 100."""
    return Problem(
        "prize-too-high",
        "12.2.1",
        Text(
            f"The victory prize is {figure(value).en}; 12.2.1 allows 100 at most.",
            f"Il premio vittoria è {figure(value).it}; 12.2.1 ammette al massimo 100.",
            f"O prêmio por vitória é {figure(value).pt}; o 12.2.1 admite no máximo 100.",
        ),
    )


def prize_at_four(prize: VictoryPrize, due: Exact, level: Level) -> Problem:
    """A prize at tables of 4 that is not four fifths of that at tables of 5."""
    at_four, at_five = figure(prize.at(4)), figure(prize.at(5))
    return Problem(
        "prize-at-four",
        "12.2.2",
        Text(
            f"The prize is {at_four.en} at tables of 4 and {at_five.en} at tables of 5; "
            f"12.2.2 asks for 20% less at tables of 4: {figure(due).en}.",
            f"Il premio è {at_four.it} ai tavoli da 4 e {at_five.it} ai tavoli da 5; "
            f"12.2.2 chiede il 20% in meno ai tavoli da 4: {figure(due).it}.",
            f"O prêmio é {at_four.pt} nas mesas de 4 e {at_five.pt} nas mesas de 5; "
            f"o 12.2.2 pede 20% a menos nas mesas de 4: {figure(due).pt}.",
        ),
        level,
    )


def too_few_scores(valid: int, games: int, least: int) -> Problem:
    """Fewer scores that count than two thirds of the games."""
    return Problem(
        "too-few-valid-scores",
        "12.2.3",
        Text(
            f"Only {valid} of {games} scores count; two thirds are {least} (12.2.3).",
            f"Contano solo {valid} punteggi su {games}; i due terzi sono {least} (12.2.3).",
            f"Só {valid} de {games} pontuações valem; dois terços são {least} (12.2.3).",
        ),
    )


def threes_mixed(others: Iterable[int], level: Level) -> Problem:
    """Tables of 3 beside tables of other sizes."""
    named = _listed(others)
    return Problem(
        "threes-mixed",
        "12.1",
        Text(
            f"Tables of 3 are mixed with tables of {named}; 12.1 allows them only among themselves.",
            f"Tavoli da 3 insieme a tavoli da {named}: 12.1 li ammette solo tra loro.",
            f"Mesas de 3 junto com mesas de {named}: o 12.1 só as admite entre si.",
        ),
        level,
    )


def strange_sizes(sizes: Iterable[int], level: Level) -> Problem:
    """Tables of sizes that the article does not know."""
    named = _listed(sizes)
    return Problem(
        "size",
        "12.1",
        Text(
            f"Tables have 4 or 5 players, not {named}.",
            f"I tavoli sono da 4 o 5, non da {named}.",
            f"As mesas são de 4 ou 5, não de {named}.",
        ),
        level,
    )


def different_times(minutes: Iterable[int], level: Level) -> Problem:
    """Games of a stage that do not last equally long."""
    named = _listed(minutes)
    return Problem(
        "different-times",
        "12.2",
        Text(
            f"The games of a stage last equally long (12.2), not {named} minutes.",
            f"Le partite di una fase durano tutte uguali (12.2), non {named} minuti.",
            f"As partidas de uma fase duram todas o mesmo (12.2), não {named} minutos.",
        ),
        level,
    )


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(numbers)))
