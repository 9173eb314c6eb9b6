"""Whose game a formula is for: what its tournament rules say, and what its points are counted in."""

from collections.abc import Mapping
from enum import StrEnum

from scoring.text import Text


class Game(StrEnum):
    """The game whose results a formula scores."""

    CHALLENGE = "challenge"
    KINGMAKER = "kingmaker"
    RISK = "risk"
    FUTURISIKO = "futurisiko"
    RISIKARD = "risikard"


RULED = frozenset({Game.CHALLENGE, Game.KINGMAKER})
"""The games whose rulebook has articles on tournaments (RisiKo! Challenge, 12)."""

SAMPLE_POINTS: Mapping[Game, tuple[int, ...]] = {
    Game.CHALLENGE: (46, 31, 31, 12, 4, 2, 1),
    Game.KINGMAKER: (55, 54, 53, 33, 20),
    Game.RISK: (20, 6, 6, 2, 1, 1),
    Game.FUTURISIKO: (20, 6, 6, 2, 1, 1),
    Game.RISIKARD: (80, 41, 41, 12, 4, 2),
}
"""What the players of a sample table have at the end, the best first; some are level."""


class Counts(StrEnum):
    """What is counted at the end of a game."""

    POINTS = "points"
    TERRITORIES = "territories"
    TERRITORY_POINTS = "territory-points"
    KINGMAKER = "kingmaker"


COUNT_WORDS: Mapping[Counts, Text] = {
    Counts.POINTS: Text("the points of the game", "i punti della partita", "os pontos da partida"),
    Counts.TERRITORIES: Text(
        "the territories held at the end",
        "i territori posseduti alla fine",
        "os territórios que se tem no fim",
    ),
    Counts.TERRITORY_POINTS: Text(
        "the points of the territories held at the end",
        "i punti dei territori posseduti alla fine",
        "os pontos dos territórios que se tem no fim",
    ),
    Counts.KINGMAKER: Text(
        "the points of the game with the Kingmaker points",
        "i punti della partita con i punti Kingmaker",
        "os pontos da partida com os pontos Kingmaker",
    ),
}
AS_PLAYED = frozenset({Counts.KINGMAKER})
"""Counts in which an objective is contained already."""
