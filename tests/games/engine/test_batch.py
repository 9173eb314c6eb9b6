"""The flat kernel, plain and compiled, plays act for act what the engine plays."""

import importlib.util

import numpy as np
import pytest

from games.challenge.engine import Dice, GameOptions, Reason, batch, kernel_dice, kernel_layout
from games.challenge.engine.batch import PLAIN, acts, compiled, edition, random_games
from games.challenge.engine.rng import seed_words
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


# Seeds of games of five without a limit in which something rare happens.
RARE = {
    "somebody without cards goes out": 5,
    "the objective is reached after the time limit": 9,
    "the last seat is out when the closing begins": 15,
    "somebody goes out with a card still to draw": 337,
}


@pytest.mark.parametrize("event", RARE)
def test_rare_events_are_played_alike(event):
    facts = same_game(RARE[event], GameOptions(5, army_limit=None), 40, PLAIN)
    assert facts.out > 0


@pytest.mark.parametrize(("seed", "reason"), [(514, Reason.OBJECTIVE), (193, Reason.ALONE)])
def test_endings_other_than_the_closing_are_played_alike(seed, reason):
    assert same_game(seed, GameOptions(3, army_limit=None), 60, PLAIN).reason is reason


@pytest.mark.parametrize("bound", [2, 6, 1000, 3 << 29, (1 << 31) - 1])
def test_draws_are_the_same_and_in_bounds(bound):
    dice, game = Dice(bound), np.zeros(kernel_layout.SIZE, np.int64)
    game[kernel_layout.WORD_A : kernel_layout.WORD_B + 1] = dice.words
    drawn = [dice.below(bound) for _ in range(200)]
    assert drawn == [kernel_dice.below(game, bound) for _ in range(200)]
    assert 0 <= min(drawn) < max(drawn) < bound


def test_a_log_without_room_changes_nothing():
    options = GameOptions(3)
    silent = random_games([4], options, engine=PLAIN)
    assert (silent == random_games([4], options, engine=PLAIN, log=np.zeros(10, np.int64))).all()


def test_two_thousand_games_end_in_possible_positions():
    pytest.importorskip("numba", reason="only the compiled kernel is fast enough")
    at = kernel_layout
    rows = random_games(range(5000, 7000), GameOptions(4), time_up_round=10)
    owners, armies = rows[:, at.OWNER : at.OWNER + 42], rows[:, at.ARMIES : at.ARMIES + 42]
    assert ((owners >= 0) & (owners < 4)).all()
    assert (armies >= 1).all()
    for seat in range(4):
        assert (np.where(owners == seat, armies, 0).sum(axis=1) <= 130).all()
    masks = rows[:, [*range(at.HANDS, at.HANDS + 4), at.DISCARDS]]
    assert (
        np.bitwise_count(masks).sum(axis=1) == np.bitwise_count(np.bitwise_or.reduce(masks, axis=1))
    ).all()
    assert (np.bitwise_count(masks[:, :4]) <= 7).all()
    assert set(rows[:, at.REASON]) <= {at.BY_OBJECTIVE, at.BY_CLOSING, at.ALONE}


def test_no_seed_gives_a_dead_stream():
    """The one seed that SplitMix64 maps to zero is stepped over."""
    assert seed_words(-0x9E3779B97F4A7C15) != (0, 0)


def test_machine_code_is_kept_in_memory_where_no_folder_can_be_written(monkeypatch):
    numba = pytest.importorskip("numba", reason="numba is optional: without it there is no compiled kernel")
    real = numba.njit

    def nowhere(function, **options):
        if options.get("cache"):
            raise RuntimeError("no locator available")
        return real(function, **options)

    monkeypatch.setattr(numba, "njit", nowhere)
    compiled.cache_clear()
    assert compiled().py_func.__name__ == "play_rows"
    compiled.cache_clear()


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
