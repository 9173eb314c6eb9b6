"""Issued standings, any two of them side by side: whose rank, total or games differ."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournament.models import StandingsVersion
from tournament.selectors.public import Sight

Row = Mapping[str, Any]
COMPARED = ("rank", "total", "games", "counted")


@dataclass(frozen=True, slots=True)
class RowChange:
    """An entrant whose line differs; None where the line is missing. `games` are the columns that changed, from 1."""

    entrant: int
    rank_before: int | None
    rank: int | None
    total_before: str | None
    total: str | None
    games: tuple[tuple[int, str | None, str | None], ...]


def version_before(version: StandingsVersion) -> StandingsVersion | None:
    """The version that this one replaced, None for a first one."""
    return version.stage.standings_versions.filter(
        after_round=version.after_round, version=version.version - 1
    ).first()


def versions_for_sight(sight: Sight) -> list[StandingsVersion]:
    """Every issued version that this visitor may see, of all stages, in the order of issue within each round."""
    issued = sight.tournament.standings_versions.select_related("stage")
    limit = sight.through_round
    if limit is not None:
        issued = issued.filter(after_round__lte=limit)
    return list(issued.order_by("stage__position", "after_round", "version"))


def issued_scores(row: Row) -> list[tuple[str | None, bool]]:
    """Each game of an issued line with whether it counted."""
    counted = row["counted"] or [True] * len(row["games"])
    return list(zip(row["games"], counted, strict=True))


def row_changes(before: Iterable[Row], after: Iterable[Row]) -> list[RowChange]:
    """The lines that differ, in the order of the later standings; those that are gone come last."""
    earlier = {row["entrant"]: row for row in before}
    later = {row["entrant"]: row for row in after}
    everybody = [*later, *(key for key in earlier if key not in later)]
    pairs = ((key, earlier.get(key), later.get(key)) for key in everybody)
    return [_change(key, old, new) for key, old, new in pairs if _facts(old) != _facts(new)]


def _facts(row: Row | None) -> list[Any] | None:
    return None if row is None else [row.get(name) for name in COMPARED]


def _change(entrant: int, before: Row | None, after: Row | None) -> RowChange:
    old, new = before or {}, after or {}
    games_before, games = old.get("games") or [], new.get("games") or []
    columns = range(max(len(games_before), len(games)))
    pairs = [(column + 1, _at(games_before, column), _at(games, column)) for column in columns]
    return RowChange(
        entrant,
        old.get("rank"),
        new.get("rank"),
        old.get("total"),
        new.get("total"),
        tuple(pair for pair in pairs if pair[1] != pair[2]),
    )


def _at(games: list[str | None], column: int) -> str | None:
    return games[column] if column < len(games) else None
