"""Games as documents: read with the place of every mistake, typed codings of the clubs understood.

A document has `rounds`, each with `tables`, each with `seats` of `player` and `points`. As clubs type them, 100 is
an objective reached in time, a decimal orders equal points, a negative number is an elimination (−1 the last to
fall) and player −1 is a ghost. The explicit fields `won`, `eliminated` (the order of falling, 1 first, or true),
`objective` and `outside` win over the coding.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.document import EXACT, FLAG, INTEGER, DocumentError
from scoring.results import OBJECTIVE_POINTS, PlayerKey, SeatResult, TableResult
from scoring.sheet import Player
from scoring.text import plain

GHOST = -1


@dataclass(frozen=True, slots=True)
class Games:
    """What a document holds: the players in its order and the tables of each round."""

    players: tuple[Player, ...]
    rounds: tuple[tuple[TableResult, ...], ...]


def read_games(document: Any) -> Games:
    """The games of a document. Raises DocumentError with the place of the first mistake."""
    if not isinstance(document, Mapping):
        raise DocumentError("", "an object with rounds is expected")
    players = _players(document.get("players"))
    known = {player.key for player in players} if players else None
    rounds = tuple(
        _round(f"rounds[{index}]", raw, known)
        for index, raw in enumerate(_list("rounds", document.get("rounds")))
    )
    return Games(players, rounds)


def _list(place: str, raw: Any) -> Sequence[Any]:
    if not isinstance(raw, list | tuple):
        raise DocumentError(place, "a list is expected" if raw is not None else "missing")
    return raw


def _object(place: str, raw: Any) -> Mapping[str, Any]:
    if not isinstance(raw, Mapping):
        raise DocumentError(place, f"an object is expected, not {raw!r}")
    return raw


def _players(raw: Any) -> tuple[Player, ...]:
    players: dict[PlayerKey, Player] = {}
    for index, entry in enumerate(_list("players", raw or [])):
        place = f"players[{index}]"
        player = _player(place, _object(place, entry))
        if player.key in players:
            raise DocumentError(f"{place}.id", f"{player.key!r} occurs twice")
        players[player.key] = player
    return tuple(players.values())


def _player(place: str, raw: Mapping[str, Any]) -> Player:
    if "id" not in raw:
        raise DocumentError(f"{place}.id", "missing")
    names = [str(raw[part]).strip() for part in ("first", "last") if raw.get(part)]
    team = raw.get("team") or raw.get("club")
    takes_part = FLAG.read(f"{place}.takes_part", raw.get("takes_part", True))
    name = str(raw.get("name") or " ".join(names))
    return Player(player_key(f"{place}.id", raw["id"]), name, str(team) if team else None, takes_part)


def player_key(place: str, raw: Any) -> PlayerKey:
    """What names a player in a document: a number or a text. Raises DocumentError."""
    if isinstance(raw, bool) or not isinstance(raw, int | str) or raw == "":
        raise DocumentError(place, f"a number or a name is expected, not {raw!r}")
    return raw


def _round(place: str, raw: Any, known: set[PlayerKey] | None) -> tuple[TableResult, ...]:
    seen: dict[PlayerKey, str] = {}
    tables: dict[int, TableResult] = {}
    for index, entry in enumerate(_list(f"{place}.tables", _object(place, raw).get("tables"))):
        here = f"{place}.tables[{index}]"
        table = _table(here, _object(here, entry), index + 1)
        if table.table in tables:
            raise DocumentError(f"{here}.table", f"table {table.table} occurs twice in the round")
        for place_of_seat, key in _seated(here, entry["seats"]):
            _check_player(f"{place_of_seat}.player", key, known, seen)
        tables[table.table] = table
    return tuple(tables.values())


def _seated(place: str, seats: Sequence[Mapping[str, Any]]) -> list[tuple[str, PlayerKey]]:
    """The people of a table with the place of their seat."""
    return [
        (_where(place, index, seat), seat["player"])
        for index, seat in enumerate(seats)
        if seat["player"] != GHOST
    ]


def _where(place: str, index: int, seat: Mapping[str, Any]) -> str:
    """Where a seat stands: its line in the file that it came from, or its path."""
    return f"line {seat['line']}" if "line" in seat else f"{place}.seats[{index}]"


def _check_player(
    place: str, key: PlayerKey, known: set[PlayerKey] | None, seen: dict[PlayerKey, str]
) -> None:
    if known is not None and key not in known:
        raise DocumentError(place, f"{key!r} is not among the players")
    if key in seen:
        raise DocumentError(place, f"{key!r} sits twice in the round, first at {seen[key]}")
    seen[key] = place


def _table(place: str, raw: Mapping[str, Any], number: int) -> TableResult:
    written = _list(f"{place}.seats", raw.get("seats"))
    objects = [_object(f"{place}.seats[{index}]", seat) for index, seat in enumerate(written)]
    people = [
        (_where(place, index, seat), seat)
        for index, seat in enumerate(objects)
        if seat.get("player") != GHOST
    ]
    if not people:
        raise DocumentError(f"{place}.seats", "nobody sits at the table")
    typed = [_points(where, seat) for where, seat in people]
    fallen = sorted(points for points in typed if points < 0)
    seats = [_seat(where, seat, points, fallen) for (where, seat), points in zip(people, typed, strict=True)]
    table = INTEGER.read(f"{place}.table", raw.get("table", number))
    return TableResult(table, tuple(seats), len(written) - len(people))


def _points(place: str, seat: Mapping[str, Any]) -> Fraction:
    if seat.get("points") is None:
        raise DocumentError(f"{place}.points", "missing")
    points: Fraction = EXACT.read(f"{place}.points", seat["points"])
    if points > OBJECTIVE_POINTS:
        raise DocumentError(
            f"{place}.points", f"{plain(points)} is more than 100, the points of an objective (10.5)"
        )
    if points < 0 and points.denominator != 1:
        raise DocumentError(f"{place}.points", f"an elimination is a whole number, not {plain(points)}")
    return points


def _seat(place: str, raw: Mapping[str, Any], typed: Fraction, fallen: list[Fraction]) -> SeatResult:
    eliminated = fallen.index(typed) + 1 if typed < 0 else None
    if raw.get("eliminated") is not None:
        eliminated = _eliminated(f"{place}.eliminated", raw["eliminated"], eliminated)
    objective = _given(raw, "objective", place, FLAG.read, typed == OBJECTIVE_POINTS)
    whole = OBJECTIVE_POINTS if objective else max(int(typed), 0)
    decimals = typed - int(typed) if typed > 0 and not objective else Fraction(0)
    return SeatResult(
        player=player_key(f"{place}.player", raw.get("player")),
        points=whole,
        decimals=decimals or 0,
        outside=_given(raw, "outside", place, INTEGER.read, None),
        eliminated=eliminated,
        objective=objective,
        won=_given(raw, "won", place, FLAG.read, None),
    )


def _given(
    raw: Mapping[str, Any], field: str, place: str, read: Callable[[str, Any], Any], default: Any
) -> Any:
    return default if raw.get(field) is None else read(f"{place}.{field}", raw[field])


def _eliminated(place: str, raw: Any, coded: int | None) -> int | None:
    """The order of falling: a number from 1, or yes and no."""
    if isinstance(raw, bool) or (isinstance(raw, str) and not raw.strip().lstrip("-").isdigit()):
        return (coded or 1) if FLAG.read(place, raw) else None
    order: int = INTEGER.read(place, raw)
    if order < 0:
        raise DocumentError(place, f"the order of falling counts from 1, not {order}")
    return order or None
