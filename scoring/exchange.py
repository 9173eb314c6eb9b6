"""Standings of a document: what the command line and the API answer, without a database."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from scoring.adjustments import Adjustments, Leaver, Penalty, Policy, SitOut
from scoring.criteria import Code, Criterion
from scoring.document import EXACT, INTEGER, STRING, Codec, DocumentError, Plain, choice, many, record
from scoring.explain import round_story, total_story, why
from scoring.formulas import Formula
from scoring.games_document import Games, player_key, read_games
from scoring.options import resolve
from scoring.ordering import KEYS, lot_of
from scoring.problems import Level, Problem
from scoring.results import PlayerKey, SeatResult, TableResult
from scoring.sheet import Sheet
from scoring.standings import Row, Standings, rank
from scoring.teams import TeamRow, team_standings, team_why
from scoring.text import plain, units_plain

_KEY: Codec = Plain(lambda key: key, player_key)
_PENALTIES = many(record(Penalty, {"player": _KEY, "points": EXACT, "reason": STRING}))
_SIT_OUTS = many(record(SitOut, {"player": _KEY, "round": INTEGER, "points": EXACT}))
_LEAVERS = many(record(Leaver, {"player": _KEY, "policy": choice(Policy)}))


class RefusedError(ValueError):
    """The rulebook forbids what was asked: the problems say what, each with its article."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(" ".join(problem.text.en for problem in problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Asked:
    """A document understood: the formula with its options, the games, what touches the standings beside them."""

    formula: Formula
    games: Games
    adjustments: Adjustments
    warnings: tuple[Problem, ...]


def read_question(
    document: Any, *, formula: str | None = None, options: Mapping[str, Any] | None = None
) -> Asked:
    """What a document asks; `formula` and `options` win over what stands in it.

    Raises DocumentError with the place of a mistake and RefusedError for what the rulebook forbids.
    """
    games = read_games(document)
    given = document.get("options") or {}
    if not isinstance(given, Mapping):
        raise DocumentError("options", "an object is expected")
    named = formula if formula is not None else document.get("formula", "rulebook")
    resolved = resolve(named, {**given, **(options or {})}, best_of=_best_of(document, options))
    problems = _problems(resolved, games)
    errors = [problem for problem in problems if problem.level is Level.ERROR]
    if errors:
        raise RefusedError(errors)
    _check_winners(resolved, games)
    return Asked(resolved, games, _adjustments(document), tuple(problems))


def _best_of(document: Mapping[str, Any], options: Mapping[str, Any] | None) -> Any:
    return None if options and "best_of" in options else document.get("best_of")


_OF_PLAYED_TABLES = frozenset({"size", "threes-mixed"})


def _problems(formula: Formula, games: Games) -> list[Problem]:
    """What the rulebook objects to; tables that have been played can no longer be forbidden, only remarked on."""
    sizes = {len(table.seats) + table.ghosts for tables in games.rounds for table in tables}
    rounds = max(len(games.rounds), formula.discards.of or 0)
    return [
        replace(problem, level=Level.WARNING) if problem.code in _OF_PLAYED_TABLES else problem
        for problem in formula.validate(sizes=sizes, rounds=rounds)
    ]


def _check_winners(formula: Formula, games: Games) -> None:
    if not formula.single_winner:
        return
    scored = Sheet(formula)
    for round_index, tables in enumerate(games.rounds):
        for table_index, table in enumerate(tables):
            winners = [score for score in scored.scorer.score(table) if score.won]
            if len(winners) != 1:
                raise DocumentError(
                    f"rounds[{round_index}].tables[{table_index}]", _winners_text(table, len(winners))
                )


def _winners_text(table: TableResult, winners: int) -> str:
    best: SeatResult = max(table.seats, key=lambda seat: seat.points + seat.decimals)
    if winners == 0:
        return f"table {table.table} has no winner: `won` says who won"
    return (
        f"{winners} players share the first place of table {table.table} with {best.points}; "
        "`won` says who won, or the option single_winner=false lets them share (10.4)"
    )


def _adjustments(document: Mapping[str, Any]) -> Adjustments:
    return Adjustments(
        penalties=_PENALTIES.read("penalties", document.get("penalties") or []),
        sit_outs=_SIT_OUTS.read("sit_outs", document.get("sit_outs") or []),
        leavers=_LEAVERS.read("leavers", document.get("leavers") or []),
    )


def answer(
    document: Any, *, formula: str | None = None, options: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The standings of a document, as JSON knows it; numbers are exact decimals.

    Raises DocumentError with the place of a mistake and RefusedError for what the rulebook forbids.
    """
    asked = read_question(document, formula=formula, options=options)
    sheet = Sheet.of(asked.formula, asked.games.rounds, asked.adjustments)
    table = rank(sheet, asked.games.players)
    earlier = _earlier_ranks(sheet, table, asked.games)
    answered: dict[str, Any] = {
        "standings": [_row(table, index, earlier) for index in range(len(table.rows))],
        "formula": asked.formula.to_document(),
        "warnings": [_problem(problem) for problem in asked.warnings],
    }
    if asked.formula.teams is not None:
        teams = team_standings(table)
        answered["team_standings"] = [_team(asked.formula, teams, index) for index in range(len(teams))]
    return answered


def number(units: int, digits: int) -> int | float:
    """Units as the JSON number that is written like the exact decimal."""
    written = units_plain(units, digits)
    return float(written) if "." in written else int(written)


Earlier: TypeAlias = Mapping[str, Mapping[PlayerKey, int | None]]
"""For each criterion that looks at an earlier round, by name, everybody's rank after it."""


def _earlier_ranks(sheet: Sheet, table: Standings, games: Games) -> Earlier:
    rounds = {
        criterion.name: (criterion.n or 1) if criterion.code is Code.AFTER_ROUND else table.rounds - 1
        for criterion in table.formula.criteria
        if criterion.code in {Code.PREVIOUS, Code.AFTER_ROUND}
    }
    return {
        name: {row.player.key: row.rank for row in rank(sheet, games.players, rounds=upto).rows}
        for name, upto in rounds.items()
        if upto > 0
    }


def _row(table: Standings, index: int, earlier: Earlier) -> dict[str, Any]:
    row, formula = table.rows[index], table.formula
    told, summed = why(table, index), total_story(formula, row)
    stories = [round_story(formula, row, played) for played in range(1, table.rounds + 1)]
    return {
        "rank": row.rank,
        "player": row.player.key,
        "name": row.player.called,
        "total": number(row.total, formula.digits),
        "games": [None if units is None else number(units, formula.digits) for units in row.games],
        "counted": list(row.counted),
        "wins": row.wins,
        "penalty": number(row.tally.penalty, formula.digits),
        "tie_breaks": _tie_breaks(formula, row, earlier),
        "why": told.en,
        "why_it": told.it,
        "how": [story.en for story in stories],
        "how_it": [story.it for story in stories],
        "sum": summed.en,
    }


def _tie_breaks(formula: Formula, row: Row, earlier: Earlier) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for criterion in formula.criteria:
        if criterion.name in earlier:
            values[criterion.name] = earlier[criterion.name].get(row.player.key)
        elif criterion.code in _SHOWN:
            values[criterion.name] = _SHOWN[criterion.code](formula, row, criterion)
    return values


def _in_units(formula: Formula, row: Row, criterion: Criterion) -> Any:
    return number(KEYS[criterion.code](row.tally, criterion, row.player.key), formula.digits)


def _best_win(formula: Formula, row: Row, criterion: Criterion) -> Any:
    return _in_units(formula, row, criterion) if row.wins else None


def _as_it_is(_: Formula, row: Row, criterion: Criterion) -> Any:
    value = KEYS[criterion.code](row.tally, criterion, row.player.key)
    return value if isinstance(value, int) else float(plain(value))


def _all_games(formula: Formula, row: Row, _: Criterion) -> Any:
    return [number(units, formula.digits) for units in row.tally.descending]


def _lot(_: Formula, row: Row, criterion: Criterion) -> Any:
    return f"{lot_of(row.player.key, criterion.seed or 0):016x}"


_SHOWN: Mapping[Code, Callable[[Formula, Row, Criterion], Any]] = {
    Code.WINS: _as_it_is,
    Code.BEST: _in_units,
    Code.ALL_GAMES: _all_games,
    Code.BEST_WIN: _best_win,
    Code.TOTAL_ALL: _in_units,
    Code.GAMES_PLAYED: _as_it_is,
    Code.GAME_POINTS: _as_it_is,
    Code.LOTS: _lot,
}
"""The criteria that have a value to show; the others compare players with each other."""


def _problem(problem: Problem) -> dict[str, str]:
    return {
        "code": problem.code,
        "article": problem.article,
        "level": str(problem.level),
        "text": problem.text.en,
        "text_it": problem.text.it,
    }


def _team(formula: Formula, rows: tuple[TeamRow, ...], index: int) -> dict[str, Any]:
    row, told = rows[index], team_why(formula, rows, index)
    return {
        "rank": row.rank,
        "team": row.team,
        "total": number(row.total, formula.digits),
        "total_all": number(row.total_all, formula.digits),
        "games": [number(units, formula.digits) for units in row.games],
        "counted": list(row.counted),
        "wins": row.wins,
        "why": told.en,
        "why_it": told.it,
    }
