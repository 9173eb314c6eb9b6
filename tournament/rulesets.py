"""The games that a tournament can be of: one row a ruleset of the adjudicator.

What a row states comes from the game's rulebook where that says it; what it does not say is named in `left_open` and
marked "not from the rulebook" on the pages.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.adjudicator import ruleset_named
from games.futurisiko.rulesets import GOALS
from games.risikard.rulesets import LEAST_PLAYERS, MOST_PLAYERS, POINTS_TO_WIN
from games.risk.geography import TERRITORIES
from games.risk.rulesets import SUPPLY
from scoring.games import Game
from scoring.text import Text
from seating.splits import EVEN, FREE_POLICIES, PREFERRED, SplitPolicy
from tournament.language import words

CHALLENGE = "risiko-challenge"
KINGMAKER = "kingmaker"
GOAL_OPTION = "territories_to_win"
"""The option of futuRisiKo! that says how many territories win (10.2)."""

POINTS = _("Points")
RISIKO_POLICIES = tuple(one for one in SplitPolicy if one not in FREE_POLICIES)
FREE = (*EVEN, *PREFERRED)

RISIKO_ENDINGS = ("closing", "objective_in_time", "objective_late", "last_one", "referee")
"""Values of `Ending` in the order in which a form offers them."""


class Entry(StrEnum):
    """How a result is entered: the board of RisiKo!, the same with the Kingmaker cards, or places and figures."""

    BOARD = "board"
    KINGMAKER = "kingmaker"
    FIGURES = "figures"


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentGame:
    """A game as a tournament needs it.

    `sizes` are the smallest and largest table. `figure` names what is counted for each player: at most `most`, for a
    table at most `total` together (0: no bound), and exactly so much from `whole` players on, where every territory
    has an owner. `goal` ends the game at once; `goals` are those that may be agreed. `objective` words what else wins.
    With `shared`, level players share a place.
    """

    ruleset: str
    game: Game
    policies: tuple[SplitPolicy, ...] = RISIKO_POLICIES
    sizes: tuple[int, int] = (3, 5)
    entry: Entry = Entry.BOARD
    figure: str | Promise = POINTS
    most: int = 0
    total: int = 0
    whole: int | None = None
    goal: int | None = None
    goals: tuple[int, ...] = ()
    objective: str | Promise = ""
    endings: tuple[str, ...] = RISIKO_ENDINGS
    shared: bool = False
    minutes: int = 90
    left_open: tuple[Text, ...] = ()

    @property
    def title(self) -> str:
        """The game's name in the language of the page."""
        return words(ruleset_named(self.ruleset).title)

    @property
    def unprinted(self) -> tuple[str, ...]:
        """What the rulebook leaves open, in the language of the page."""
        return tuple(words(choice) for choice in self.left_open)

    @property
    def has_board(self) -> bool:
        """Whether a result is a board of RisiKo! with its objectives, armies and closing throws."""
        return self.entry is not Entry.FIGURES

    @property
    def is_challenge(self) -> bool:
        """Whether it is RisiKo! Challenge, for which article 12 and everything that follows from it holds."""
        return self.ruleset == CHALLENGE

    def allows(self, size: int) -> bool:
        """Whether so many may sit at a table."""
        return self.sizes[0] <= size <= self.sizes[1]


_TIME = Text(
    "A time limit: when it is over, who has more comes first, unless the table states another order.",
    "Un limite di tempo: quando scade viene prima chi ha di più, se il tavolo non dichiara un altro ordine.",
    "Um limite de tempo: quando acaba, quem tem mais vem primeiro, se a mesa não declarar outra ordem.",
)
_RISK_ENDINGS = ("time_over", "last_one", "referee")
_MISSION_ENDINGS = ("objective_in_time", *_RISK_ENDINGS)
_FUTURE_TERRITORIES = 36
_ANY_POINTS = 1000


def _risk(
    ruleset: str,
    objective: str | Promise = "",
    *,
    sizes: tuple[int, int] = (min(SUPPLY), max(SUPPLY)),
    policies: tuple[SplitPolicy, ...] = (*FREE, SplitPolicy.PAIRS),
) -> TournamentGame:
    """A way of playing Risk: 42 territories, 2 to 6 players; with two, a third army holds the rest."""
    return TournamentGame(
        ruleset=ruleset,
        game=Game.RISK,
        policies=policies,
        sizes=sizes,
        entry=Entry.FIGURES,
        figure=_("Territories"),
        most=TERRITORIES,
        total=TERRITORIES,
        whole=3,
        objective=objective,
        endings=_MISSION_ENDINGS if objective else _RISK_ENDINGS,
        left_open=(_TIME,),
    )


_OFFERED = (
    TournamentGame(ruleset=CHALLENGE, game=Game.CHALLENGE),
    TournamentGame(
        ruleset=KINGMAKER,
        game=Game.KINGMAKER,
        entry=Entry.KINGMAKER,
        left_open=(
            Text(
                "The rulebook does not adopt this variant in official tournaments.",
                "Il regolamento non adotta questa variante nei tornei ufficiali.",
                "O regulamento não adota esta variante nos torneios oficiais.",
            ),
        ),
    ),
    _risk("risk-classic"),
    _risk("risk-mission", _("Mission fulfilled by")),
    _risk("risk-capital", _("All capitals taken by")),
    _risk("risk-two-player", sizes=(2, 2), policies=(SplitPolicy.PAIRS,)),
    TournamentGame(
        ruleset="futurisiko",
        game=Game.FUTURISIKO,
        policies=(*FREE, SplitPolicy.PAIRS),
        sizes=(2, 6),
        entry=Entry.FIGURES,
        figure=_("Territories"),
        most=_FUTURE_TERRITORIES,
        total=_FUTURE_TERRITORIES,
        goal=GOALS[0],
        goals=GOALS,
        endings=("goal", *_RISK_ENDINGS),
        left_open=(
            _TIME,
            Text(
                "The smallest table: the box has six armies, and says no more.",
                "Il tavolo più piccolo: la scatola ha sei eserciti, e non dice altro.",
                "A menor mesa: a caixa tem seis exércitos, e não diz mais nada.",
            ),
        ),
    ),
    TournamentGame(
        ruleset="risikard",
        game=Game.RISIKARD,
        policies=(*FREE, SplitPolicy.PAIRS),
        sizes=(LEAST_PLAYERS, MOST_PLAYERS),
        entry=Entry.FIGURES,
        most=_ANY_POINTS,
        goal=POINTS_TO_WIN,
        objective=_("Objective reached by"),
        endings=("goal", "objective_in_time", *_RISK_ENDINGS),
        shared=True,
        left_open=(
            _TIME,
            Text(
                "How many play at a table.", "In quanti si gioca a un tavolo.", "Quantos jogam em uma mesa."
            ),
            Text(
                "The points of the single territories.",
                "I punti dei singoli territori.",
                "Os pontos de cada território.",
            ),
        ),
    ),
)

GAMES: Mapping[str, TournamentGame] = {one.ruleset: one for one in _OFFERED}
"""Every game by its ruleset, in the order in which it is offered."""


def game_named(ruleset: str) -> TournamentGame:
    """The game of a ruleset; that of RisiKo! Challenge for a name that is none."""
    return GAMES.get(ruleset, GAMES[CHALLENGE])
