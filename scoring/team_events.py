"""Events of teams: who may sit down for a club, when a team loses a round, and tables of different clubs.

In the clubs' championship a team has four starters and reserves; every table seats players of four different clubs;
a team with fewer than four present loses the round: its players' games of that round are worth nothing. The points
of a team are the best so many of all its games.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.cut import Key, Points


@dataclass(frozen=True, slots=True)
class TeamRule:
    """Starters of a team in a round, players to be present at least, best games that count of all rounds."""

    starters: int = 4
    present: int = 4
    counted: int = 9


CHAMPIONSHIP = TeamRule()
"""Four starters, all present, the best 9 of 12 games."""


@dataclass(frozen=True, slots=True)
class LineUp:
    """Who plays a round for a team."""

    team: str
    round: int
    players: tuple[Key, ...]


class LineUpFault(StrEnum):
    """What may be wrong with a line-up."""

    TOO_MANY = "more players than starters"
    TOO_FEW = "too few present: the round is lost"
    NOT_ON_THE_ROSTER = "not on the roster of the team"
    TWICE = "named twice"


@dataclass(frozen=True, slots=True)
class LineUpFinding:
    """A fault of a line-up with the players concerned."""

    fault: LineUpFault
    players: tuple[Key, ...]


def check_line_up(
    line_up: LineUp, roster: Sequence[Key], rule: TeamRule = CHAMPIONSHIP
) -> tuple[LineUpFinding, ...]:
    """All faults of a line-up against the roster of starters and reserves; empty when it may play."""
    players = line_up.players
    strangers = tuple(player for player in players if player not in roster)
    repeated = tuple(player for player in dict.fromkeys(players) if players.count(player) > 1)
    faults = (
        (len(players) > rule.starters, LineUpFault.TOO_MANY, players[rule.starters :]),
        (len(players) < rule.present, LineUpFault.TOO_FEW, players),
        (bool(strangers), LineUpFault.NOT_ON_THE_ROSTER, strangers),
        (bool(repeated), LineUpFault.TWICE, repeated),
    )
    return tuple(LineUpFinding(fault, concerned) for wrong, fault, concerned in faults if wrong)


def shared_clubs(table: Sequence[str]) -> tuple[str, ...]:
    """The teams that have more than one player at a table, given the team of each seat; empty when all differ."""
    return tuple(team for team in dict.fromkeys(table) if table.count(team) > 1)


@dataclass(frozen=True, slots=True)
class TeamGame:
    """A game that a player played for a team, with its tournament points."""

    team: str
    round: int
    player: Key
    points: Points


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A game with what it is worth to the team (0 in a lost round) and whether it is among the best."""

    game: TeamGame
    worth: Fraction
    counted: bool


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A line of the team ranking, with the games that explain the total, the best first."""

    rank: int
    team: str
    total: Fraction
    games: tuple[CountedGame, ...]
    lost_rounds: tuple[int, ...]


def lost_rounds(line_ups: Iterable[LineUp], rule: TeamRule = CHAMPIONSHIP) -> frozenset[tuple[str, int]]:
    """The (team, round) pairs lost because too few were present."""
    return frozenset((one.team, one.round) for one in line_ups if len(set(one.players)) < rule.present)


def rank_teams(
    games: Iterable[TeamGame],
    rule: TeamRule = CHAMPIONSHIP,
    *,
    lost: frozenset[tuple[str, int]] = frozenset(),
    teams: Iterable[str] = (),
) -> tuple[TeamRow, ...]:
    """The teams by the sum of their best games; equal teams are separated by their best, second best … game.

    Teams level in every counted game share a rank. `teams` adds those without a game.
    """
    by_team: dict[str, list[TeamGame]] = {team: [] for team in teams}
    for game in games:
        by_team.setdefault(game.team, []).append(game)
    counted = {team: _counted(own, rule, lost) for team, own in by_team.items()}
    merits = {team: _merit(own, rule) for team, own in counted.items()}
    ordered = sorted(by_team, key=lambda team: ([-worth for worth in merits[team]], team))
    ranks: dict[tuple[Fraction, ...], int] = {}
    for place, team in enumerate(ordered, 1):
        ranks.setdefault(merits[team], place)
    rounds = {team: tuple(sorted(number for name, number in lost if name == team)) for team in by_team}
    return tuple(
        TeamRow(ranks[merits[team]], team, merits[team][0], counted[team], rounds[team]) for team in ordered
    )


def _counted(
    games: Sequence[TeamGame], rule: TeamRule, lost: frozenset[tuple[str, int]]
) -> tuple[CountedGame, ...]:
    """A team's games, the best first, the first so many marked as counting."""
    worths: Mapping[TeamGame, Fraction] = {
        game: Fraction(0) if (game.team, game.round) in lost else Fraction(game.points) for game in games
    }
    ordered = sorted(games, key=lambda game: (-worths[game], game.round, str(game.player)))
    return tuple(CountedGame(game, worths[game], place < rule.counted) for place, game in enumerate(ordered))


def _merit(games: Sequence[CountedGame], rule: TeamRule) -> tuple[Fraction, ...]:
    """The total, then each counted game from the best, 0 for a game not played."""
    best = [one.worth for one in games if one.counted]
    return sum(best, Fraction(0)), *best, *(Fraction(0),) * (rule.counted - len(best))
