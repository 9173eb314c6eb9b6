"""Many finished games at once: rows of a database scored by arrays into a score sheet.

Seats with equal facts are scored once, so ten thousand results cost a few hundred sums. Only games whose places are
all decided come this way, without ghosts and typed decimals; everything else goes through `Sheet.put`.
"""

from collections.abc import Iterable, Sequence, Set
from functools import lru_cache, partial
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from scoring.adjustments import NO_ADJUSTMENTS, Adjustments
from scoring.formulas import Formula, GameScore
from scoring.results import PlayerKey, SeatFacts, SeatResult, TableResult
from scoring.scorer import REMEMBERED
from scoring.sheet import Sheet

Row: TypeAlias = tuple[int, int, int, int, int, int]
"""Round from 1, table, game points, place, order of falling (0: not eliminated), objective in time (0 or 1).

Who shares a victory has place 1.
"""

Numbers: TypeAlias = NDArray[np.int64]
_ROUND, _TABLE, _POINTS, _PLACE, _FELL, _OBJECTIVE = range(6)


def can_load(formula: Formula) -> bool:
    """Whether games can be scored by rows: not where a ghost plays along."""
    return formula.ghost.share is None


def sheet_of_rows(
    formula: Formula,
    players: Sequence[PlayerKey],
    rows: Sequence[Row] | Numbers,
    adjustments: Adjustments = NO_ADJUSTMENTS,
) -> Sheet:
    """The score sheet of games given as one row a seat, beside the player of each row.

    Raises ValueError where the formula lets a ghost play along: such games need `Sheet.put`.
    """
    if not can_load(formula):
        raise ValueError("a formula with a playing ghost cannot be scored by rows")
    sheet = Sheet(formula, adjustments)
    table = np.asarray(rows, dtype=np.int64)
    if not len(table):
        return sheet
    scores = _scores(sheet, table)
    order = np.argsort(table[:, _ROUND], kind="stable")
    indices = order.tolist()
    seated, entered = [players[index] for index in indices], [scores[index] for index in indices]
    table = table[order]
    ends = [*(np.flatnonzero(np.diff(table[:, _ROUND])) + 1).tolist(), len(table)]
    for start, end in pairwise((0, *ends)):
        sat, part = seated[start:end], table[start:end]
        scored = dict(zip(sat, entered[start:end], strict=True))
        sheet.fill(int(part[0, _ROUND]), scored, partial(_tables, sat, part))
    return sheet


def revise_round(
    sheet: Sheet,
    number: int,
    gone: Iterable[PlayerKey],
    players: Sequence[PlayerKey],
    rows: Numbers,
    tables: Set[int],
) -> None:
    """Enter some tables of a round anew: `gone` sat there before, `players` and `rows` are all games as they are now."""
    scores = sheet.scores_in(number)
    for player in gone:
        scores.pop(player, None)
    chosen = [at for at, table in enumerate(rows[:, _TABLE].tolist()) if table in tables]
    for table in tables_of_rows([players[at] for at in chosen], rows[chosen]):
        scored = sheet.scorer.score(table)
        scores.update({seat.player: score for seat, score in zip(table.seats, scored, strict=True)})
    sheet.fill(number, scores, partial(_tables, players, rows))


def _tables(players: Sequence[PlayerKey], rows: Numbers) -> dict[int, TableResult]:
    return {table.table: table for table in tables_of_rows(players, rows)}


def tables_of_rows(players: Sequence[PlayerKey], rows: Numbers) -> tuple[TableResult, ...]:
    """The tables of one round, given as rows, in the order in which they come."""
    seats: dict[int, list[SeatResult]] = {}
    for player, (_, number, points, place, fell, objective) in zip(players, rows.tolist(), strict=True):
        seat = SeatResult(player, points, place, eliminated=fell or None, objective=bool(objective))
        seats.setdefault(number, []).append(seat)
    return tuple(TableResult(number, tuple(seated)) for number, seated in seats.items())


def _scores(sheet: Sheet, table: Numbers) -> list[GameScore]:
    """The score of each row: equal facts are scored once."""
    facts = _facts(table, looks_at_table=sheet.scorer.looks_at_table)
    _, first, which = np.unique(_packed(facts), return_index=True, return_inverse=True)
    known = [sheet.scorer.scored(_seat(tuple(line))) for line in facts[:, first].T.tolist()]
    return [known[index] for index in which.tolist()]


def _facts(table: Numbers, *, looks_at_table: bool) -> Numbers:
    """The facts of each row as nine lines of numbers: what `_seat` takes."""
    games, sizes = _counted(table[:, _ROUND] * (table[:, _TABLE].max() + 1) + table[:, _TABLE])
    _, tied = _counted(games * (table[:, _PLACE].max() + 1) + table[:, _PLACE])
    won = table[:, _PLACE] == 1
    winners = _per_game(games, won.astype(np.int64), np.add)
    idle = np.zeros_like(games)
    top = _per_game(games, np.where(won, table[:, _POINTS], 0), np.maximum) if looks_at_table else idle
    pot = _per_game(games, table[:, _POINTS], np.add) if looks_at_table else idle
    return np.stack(
        [
            sizes,
            table[:, _PLACE],
            tied,
            winners,
            table[:, _POINTS],
            table[:, _OBJECTIVE],
            table[:, _FELL],
            top,
            pot,
        ]
    )


def _counted(keys: Numbers) -> tuple[Numbers, Numbers]:
    """Which distinct key each row has, and how many rows share it."""
    _, which, counts = np.unique(keys, return_inverse=True, return_counts=True)
    return which, counts[which]


def _per_game(games: Numbers, values: Numbers, fold: np.ufunc) -> Numbers:
    gathered = np.zeros(int(games.max()) + 1, dtype=np.int64)
    fold.at(gathered, games, values)
    return gathered[games]


def _packed(lines: Numbers) -> Numbers:
    """One number a column, different for different columns."""
    low = lines.min(axis=1)
    weights = np.cumprod(np.concatenate(([1], lines.max(axis=1) - low + 1)))[:-1]
    packed: Numbers = weights @ (lines - low[:, np.newaxis])
    return packed


@lru_cache(maxsize=REMEMBERED)
def _seat(numbers: tuple[int, ...]) -> SeatFacts:
    """The facts of a seat; most have been seen before."""
    size, place, tied, winners, points, objective, fell, top, pot = numbers
    return SeatFacts(
        size, size, place, tied, place == 1, winners, points, 0, bool(objective), fell or None, top, pot
    )
