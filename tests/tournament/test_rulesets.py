"""The games of tournaments: each ruleset once, with formats, tables and what may be agreed."""

import pytest

from games.adjudicator import HOMES
from scoring.presets import preset_names
from seating.checker import COMMON_SIZES
from seating.splits import FREE_POLICIES, SplitPolicy
from tournament.models import Ending, Tournament
from tournament.rulesets import CHALLENGE, GAMES, GOAL_OPTION, TournamentGame, game_named
from tournament.services.tournaments import usual_plan


def test_every_ruleset_can_be_a_tournament() -> None:
    assert set(GAMES) == set(HOMES)
    assert game_named("scala-quaranta") is GAMES[CHALLENGE]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.ruleset)
def test_a_game_has_formats_tables_and_endings(game: TournamentGame) -> None:
    assert preset_names(game.game)
    assert set(game.endings) <= set(Ending.values)
    assert usual_plan(game)["split"] in game.policies
    assert game.has_board == FREE_POLICIES.isdisjoint(game.policies)
    for policy in game.policies:
        assert all(game.allows(size) for size in COMMON_SIZES[policy])
    assert bool(game.unprinted) != game.is_challenge


def test_sizes_are_those_of_the_rulebooks() -> None:
    assert {name: game.sizes for name, game in GAMES.items()} == {
        "risiko-challenge": (3, 5),
        "kingmaker": (3, 5),
        "risk-classic": (2, 6),
        "risk-mission": (2, 6),
        "risk-capital": (2, 6),
        "risk-two-player": (2, 2),
        "futurisiko": (2, 6),
        "risikard": (2, 6),
    }
    assert GAMES["risk-two-player"].policies == (SplitPolicy.PAIRS,)


@pytest.mark.parametrize(("agreed", "goal"), [({}, 20), ({GOAL_OPTION: 16}, 16), ({GOAL_OPTION: 17}, 20)])
def test_a_tournament_of_futurisiko_agrees_on_its_goal(agreed: dict[str, int], goal: int) -> None:
    assert Tournament(ruleset="futurisiko", ruleset_options=agreed).game.goal == goal
