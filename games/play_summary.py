"""What many played games have in common: who won, how they ended, how long they lasted."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple

from games.challenge.engine import GameOptions, Reason, final_scores
from games.challenge.engine import kernel_layout as at
from games.challenge.engine.batch import REASONS, random_games
from games.play import PLAYERS, PlayedGame, play_game

# From so many games on, starting the compiled kernel costs less than it saves.
WORTH_COMPILING: Final = 500
CHUNK: Final = 5_000


class Facts(NamedTuple):
    """One finished game; `points` by seat."""

    winner: int
    reason: Reason
    rounds: int
    acts: int
    out: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """Means are exact fractions."""

    games: int
    wins: tuple[int, ...]
    reasons: dict[Reason, int]
    out: int
    rounds: Fraction
    acts: Fraction
    points: tuple[Fraction, ...]


def facts_of(game: PlayedGame) -> Facts:
    """What a played game comes to."""
    points = {row.seat: row.points for row in final_scores(game.final)}
    return Facts(
        winner=game.outcome.winner,
        reason=game.outcome.reason,
        rounds=game.final.round,
        acts=len(game.acts),
        out=len(game.final.eliminated),
        points=tuple(points[seat] for seat in range(game.options.players)),
    )


def row_facts(row: Sequence[int], players: int) -> Facts:
    """The same of a row of the kernel."""
    return Facts(
        winner=int(row[at.WINNER]),
        reason=REASONS[int(row[at.REASON])],
        rounds=int(row[at.ROUND]),
        acts=int(row[at.ACTS]),
        out=int(row[at.OUT_COUNT]),
        points=tuple(int(points) for points in row[at.POINTS : at.POINTS + players]),
    )


def played(
    seeds: range,
    players: Sequence[str],
    options: GameOptions,
    *,
    time_up_round: int,
    compiled: bool | None = None,
) -> Iterator[Facts]:
    """Play a game for each seed with these players (names of `PLAYERS`, by seat).

    Games of random players only may run in the compiled kernel, which plays the same games: `compiled` None leaves the
    choice to their number.
    """
    random_only = set(players) == {"random"}
    if random_only and (len(seeds) >= WORTH_COMPILING if compiled is None else compiled):
        for start in range(0, len(seeds), CHUNK):
            rows = random_games(seeds[start : start + CHUNK], options, time_up_round=time_up_round)
            yield from (row_facts(row, options.players) for row in rows)
        return
    seats = [PLAYERS[name] for name in players]
    for seed in seeds:
        yield facts_of(play_game(seed, seats, options, time_up_round=time_up_round))


def summarise(games: Iterable[Facts], players: int) -> Summary:
    """The summary of at least one game; ValueError for none."""
    wins, reasons, count = [0] * players, Counter[Reason](), 0
    out = rounds = acts = 0
    points = [0] * players
    for game in games:
        count += 1
        wins[game.winner] += 1
        reasons[game.reason] += 1
        out, rounds, acts = out + game.out, rounds + game.rounds, acts + game.acts
        points = [total + more for total, more in zip(points, game.points, strict=True)]
    if not count:
        raise ValueError("no game was played")
    return Summary(
        games=count,
        wins=tuple(wins),
        reasons={reason: reasons[reason] for reason in Reason},
        out=out,
        rounds=Fraction(rounds, count),
        acts=Fraction(acts, count),
        points=tuple(Fraction(total, count) for total in points),
    )


def summary_document(summary: Summary, players: Sequence[str]) -> dict[str, Any]:
    """The summary as plain values; means with two decimals, as text."""
    return {
        "games": summary.games,
        "reasons": {reason.value: count for reason, count in summary.reasons.items()},
        "eliminations": summary.out,
        "mean_rounds": _two(summary.rounds),
        "mean_acts": _two(summary.acts),
        "seats": [
            {"seat": seat, "player": name, "wins": wins, "mean_points": _two(points)}
            for seat, (name, wins, points) in enumerate(
                zip(players, summary.wins, summary.points, strict=True), 1
            )
        ],
    }


def _two(value: Fraction) -> str:
    hundredths = round(value * 100)
    return f"{hundredths // 100}.{hundredths % 100:02}"
