"""Team standings: the results of all members together, of which the best so many count.

A team that comes with too few players may lose the round.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.criteria import Code, Criterion
from scoring.formulas import Formula, TeamRule
from scoring.standings import Row, Standings
from scoring.text import Text, units_figure


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team's line; `team` is None for players without one. Numbers are units of 10**-digits.

    `games` are the results of all members in the order of rows and rounds, `counted` says which are in the total;
    `separated_by` is what puts the team above the next line.
    """

    rank: int
    team: str | None
    games: tuple[int, ...]
    counted: tuple[bool, ...]
    wins: int
    total: int
    total_all: int
    separated_by: Criterion | None = None

    @property
    def descending(self) -> list[int]:
        """The results from the best down."""
        return sorted(self.games, reverse=True)


def team_standings(standings: Standings, rule: TeamRule | None = None) -> tuple[TeamRow, ...]:
    """The teams of a standings in order, by the rule given or that of the formula.

    Criteria that make no sense for teams raise KeyError: use total, wins, best, all-games and total-all.
    """
    used = rule or standings.formula.teams or TeamRule()
    members: dict[str | None, list[Row]] = {}
    for row in standings.rows:
        if any(game is not None for game in row.games):
            members.setdefault(row.player.team, []).append(row)
    lines = [_line(team, rows, used) for team, rows in members.items()]
    keys = [TEAM_KEYS[criterion.code] for criterion in used.criteria]
    return tuple(_ranked(lines, used, keys))


def _line(team: str | None, rows: Iterable[Row], rule: TeamRule) -> TeamRow:
    members = list(rows)
    lost = _lost_rounds(members, rule) if team is not None else frozenset()
    games = tuple(
        0 if number in lost else game
        for row in members
        for number, game in enumerate(row.games)
        if game is not None
    )
    best = sorted(range(len(games)), key=lambda index: -games[index])[: rule.best]
    kept = set(best)
    penalties = sum(row.tally.penalty for row in members)
    return TeamRow(
        rank=0,
        team=team,
        games=games,
        counted=tuple(index in kept for index in range(len(games))),
        wins=sum(
            won is True for row in members for number, won in enumerate(row.tally.won) if number not in lost
        ),
        total=sum(games[index] for index in best) - penalties,
        total_all=sum(games) - penalties,
    )


def _lost_rounds(members: list[Row], rule: TeamRule) -> frozenset[int]:
    """The rounds (from 0) in which fewer of the team have a game than the rule asks for."""
    at_tables = zip(*(row.tally.won for row in members), strict=True)
    return frozenset(
        number for number, won in enumerate(at_tables) if sum(one is not None for one in won) < rule.present
    )


def _ranked(
    lines: list[TeamRow], rule: TeamRule, keys: list[Callable[[TeamRow, Criterion], Any]]
) -> Iterable[TeamRow]:
    values = {
        line.team: [key(line, what) for key, what in zip(keys, rule.criteria, strict=True)] for line in lines
    }
    named = sorted(lines, key=lambda line: (line.team is None, (line.team or "").casefold(), line.team or ""))
    ordered = sorted(named, key=lambda line: values[line.team], reverse=True)
    rank = 1
    for index, line in enumerate(ordered):
        if index and values[line.team] != values[ordered[index - 1].team]:
            rank = index + 1
        following = ordered[index + 1] if index + 1 < len(ordered) else None
        separated = None if following is None else _first(rule, values[line.team], values[following.team])
        yield TeamRow(
            rank, line.team, line.games, line.counted, line.wins, line.total, line.total_all, separated
        )  # fmt: skip


def _first(rule: TeamRule, one: list[Any], other: list[Any]) -> Criterion | None:
    pairs = zip(rule.criteria, one, other, strict=True)
    return next((criterion for criterion, mine, theirs in pairs if mine != theirs), None)


def _nth_best(line: TeamRow, criterion: Criterion) -> int:
    games, n = line.descending, criterion.n or 1
    return games[n - 1] if n <= len(games) else 0


TEAM_KEYS: Mapping[Code, Callable[[TeamRow, Criterion], Any]] = {
    Code.TOTAL: lambda line, _: line.total,
    Code.WINS: lambda line, _: line.wins,
    Code.BEST: _nth_best,
    Code.ALL_GAMES: lambda line, _: line.descending,
    Code.TOTAL_ALL: lambda line, _: line.total_all,
}


def team_why(formula: Formula, rows: tuple[TeamRow, ...], index: int) -> Text:
    """One sentence: what put the team above the next one."""
    row = rows[index]
    if index + 1 == len(rows):
        return Text("Last of the teams.", "Ultima delle squadre.", "Última das equipes.")
    following = rows[index + 1]
    name = _called(following.team)
    if row.separated_by is None:
        return Text(
            f"Level with {name.en}: they share the place.",
            f"Pari {name.it}: stesso posto.",
            f"Empate com {name.pt}: mesma posição.",
        )
    criterion = row.separated_by
    mine, theirs = (_value(formula, one, criterion) for one in (row, following))
    title = criterion.title()
    return Text(
        f"Above {name.en}: {title.en} {mine.en} against {theirs.en}.",
        f"Davanti {name.it}: {title.it} {mine.it} contro {theirs.it}.",
        f"Supera {name.pt}: {title.pt} {mine.pt} contra {theirs.pt}.",
    )


def _called(team: str | None) -> Text:
    """The team as it follows *above* and *davanti*."""
    if team is None:
        return Text("the players without a team", "ai giocatori senza squadra", "os jogadores sem equipe")
    return Text(team, f"a {team}", team)


def _value(formula: Formula, row: TeamRow, criterion: Criterion) -> Text:
    value = TEAM_KEYS[criterion.code](row, criterion)
    if criterion.code is Code.WINS:
        return Text(str(value), str(value), str(value))
    numbers = value if isinstance(value, list) else [value]
    figures = [units_figure(units, formula.digits) for units in numbers]
    return Text(
        " / ".join(text.en for text in figures),
        " / ".join(text.it for text in figures),
        " / ".join(text.pt for text in figures),
    )
