"""The flat kernel, plain and compiled, plays act for act what the engine plays."""

import importlib.util

import numpy as np
import pytest

from games.challenge.engine import GameOptions, batch, kernel_layout
from games.challenge.engine.batch import PLAIN, acts, compiled, edition, random_games
from games.play import play_game, random_player
from games.play_summary import Facts, facts_of, played, row_facts, summarise, summary_document

# Long games without a limit, so that players go out; short ones with the usual limits.
AGREED = {
    "three without limit": (GameOptions(3, army_limit=None), 40),
    "four to 130": (GameOptions(4), 15),
    "five to 120": (GameOptions(5, army_limit=120), 12),
    "four, two sets a turn": (GameOptions(4, sets_per_turn=2), 25),
    "three to 40": (GameOptions(3, army_limit=40), 60),
}


def same_game(seed, options, rounds, engine):
    """Compare one game of the kernel with the engine's; what the engine's came to."""
    game = play_game(seed, [random_player] * options.players, options, time_up_round=rounds)
    log = np.zeros(100_000, np.int64)
    row = random_games([seed], options, time_up_round=rounds, log=log, engine=engine)[0]
    assert tuple(acts(log[: row[kernel_layout.LOGGED]])) == game.acts
    at, final = kernel_layout, game.final
    assert tuple(row[at.OWNER : at.OWNER + 42]) == final.owners
    assert tuple(row[at.ARMIES : at.ARMIES + 42]) == final.armies
    assert tuple(row[at.HANDS : at.HANDS + options.players]) == final.hands
    assert tuple(row[at.OUT_ORDER : at.OUT_ORDER + row[at.OUT_COUNT]]) == final.eliminated
    assert (row[at.DISCARDS], row[at.CLOSING], row[at.TIME_UP]) == (
        final.discards,
        final.closing,
        final.time_up,
    )
    assert row_facts(row, options.players) == facts_of(game)
    return facts_of(game)


@pytest.mark.parametrize("agreed", AGREED)
def test_plain_kernel_plays_the_same_games(agreed):
    options, rounds = AGREED[agreed]
    for seed in range(4):
        same_game(seed, options, rounds, PLAIN)


@pytest.mark.parametrize("agreed", AGREED)
def test_compiled_kernel_plays_the_same_games(agreed):
    pytest.importorskip("numba", reason="numba is optional: without it there is no compiled kernel")
    options, rounds = AGREED[agreed]
    out = sum(same_game(seed, options, rounds, compiled()).out for seed in range(100, 112))
    assert out > 0 or options.army_limit is not None


def test_all_three_endings_occur_and_agree():
    """Among random games with players of three, few end by the objective: those that do are compared too."""
    pytest.importorskip("numba", reason="only the compiled kernel is fast enough to find them")
    options = GameOptions(3, army_limit=None)
    rows = random_games(range(400), options, time_up_round=60)
    reasons = {}
    for seed, row in enumerate(rows):
        reasons.setdefault(row_facts(row, 3).reason, seed)
    assert len(reasons) >= 2
    for seed in reasons.values():
        same_game(seed, options, 60, PLAIN)


def test_without_numba_the_plain_kernel_plays(monkeypatch):
    compiled.cache_clear()
    monkeypatch.setattr(
        batch, "find_spec", lambda name: None if name == "numba" else importlib.util.find_spec(name)
    )
    assert compiled() is None
    compiled.cache_clear()


def test_edition_depends_on_the_numbers_of_the_rulebook(monkeypatch):
    before = edition()
    assert edition() == before
    monkeypatch.setattr(kernel_layout, "W_ATTACK", 99)
    assert edition() != before


def test_summary_is_the_same_whoever_plays():
    options, names = GameOptions(4), ["random"] * 4
    plain = summarise(played(range(5), names, options, time_up_round=6, compiled=False), 4)
    fast = summarise(played(range(5), names, options, time_up_round=6, compiled=True), 4)
    assert plain == fast
    assert plain.games == sum(plain.wins) == sum(plain.reasons.values()) == 5


def test_summary_document():
    games = [Facts(0, "closing", 10, 300, 0, (40, 30, 20)), Facts(2, "objective", 11, 301, 1, (0, 30, 100))]
    document = summary_document(summarise(games, 3), ["greedy", "random", "random"])
    assert document == {
        "games": 2,
        "reasons": {"objective": 1, "closing": 1, "alone": 0},
        "eliminations": 1,
        "mean_rounds": "10.50",
        "mean_acts": "300.50",
        "seats": [
            {"seat": 1, "player": "greedy", "wins": 1, "mean_points": "20.00"},
            {"seat": 2, "player": "random", "wins": 0, "mean_points": "30.00"},
            {"seat": 3, "player": "random", "wins": 1, "mean_points": "60.00"},
        ],
    }


def test_no_games_no_summary():
    with pytest.raises(ValueError, match="no game"):
        summarise([], 4)
