"""Replay and mass play, each against a plain baseline in the same run.

Run with `python -m benchmarks.engine`; prints rates and ratios, asserts nothing about time. The baseline of the replay
is reading the same acts from their words; that of the mass play is the engine's own Python playing the same games.
"""

from time import perf_counter

from games.challenge.engine import GameOptions
from games.challenge.engine import kernel_layout as at
from games.challenge.engine.batch import compiled, random_games
from games.play import greedy_player, play_game, random_player
from games.replay import read_record, record_of, replay, write_record

PLAYERS = ("A", "B", "C", "D")
GAMES = 3_000


def replay_rates(games: int = 20) -> tuple[float, float]:
    """Acts a second: read from text, and replayed with every check."""
    played = [play_game(seed, [greedy_player, random_player] * 2) for seed in range(games)]
    texts = [write_record(record_of(PLAYERS, game.options, game.acts)) for game in played]
    acts = sum(len(game.acts) for game in played)
    start = perf_counter()
    records = [read_record(text) for text in texts]
    middle = perf_counter()
    for record in records:
        assert replay(record).illegal is None
    return acts / (middle - start), acts / (perf_counter() - middle)


def play_rates() -> tuple[float, float, float]:
    """Random games of four a second: Python, compiled, and acts a second compiled."""
    options = GameOptions(4)
    start = perf_counter()
    for seed in range(30):
        play_game(seed, [random_player] * 4, options)
    plain = 30 / (perf_counter() - start)
    random_games(range(2), options)
    start = perf_counter()
    rows = random_games(range(GAMES), options)
    seconds = perf_counter() - start
    return plain, GAMES / seconds, float(rows[:, at.ACTS].sum()) / seconds


def main() -> None:
    """Measure and print."""
    read, replayed = replay_rates()
    print(f"reading     {read:12,.0f} acts/s")
    print(f"replay      {replayed:12,.0f} acts/s   {replayed / read:.2f} of reading")
    plain, fast, acts = play_rates()
    print(f"plain play  {plain:12,.0f} games/s")
    kind = "compiled" if compiled() else "plain   "
    print(f"{kind}    {fast:12,.0f} games/s   {fast / plain:.1f} times the plain engine, {acts:,.0f} acts/s")


if __name__ == "__main__":
    main()
