"""Games as CSV: one line a seat with round, table, player, points, and perhaps club, team, won, eliminated,
objective, outside. Comma, semicolon or tab; the first line names the columns."""

import csv
from collections.abc import Iterator, Mapping
from io import StringIO
from typing import Any

from scoring.document import EXACT, INTEGER, DocumentError

NEEDED = ("round", "table", "player", "points")
OPTIONAL = ("club", "team", "won", "eliminated", "objective", "outside")


def document_of_csv(text: str) -> dict[str, Any]:
    """The document of a CSV, for `scoring.exchange.answer`. Raises DocumentError with the line of a mistake."""
    rounds: dict[int, dict[int, list[dict[str, Any]]]] = {}
    players: dict[Any, dict[str, Any]] = {}
    for line, fields in _lines(text):
        number = _counted(f"line {line}, column round", fields["round"])
        table = _counted(f"line {line}, column table", fields["table"])
        seat = _seat(line, fields)
        _note_player(players, seat["player"], fields)
        rounds.setdefault(number, {}).setdefault(table, []).append(seat)
    if not rounds:
        raise DocumentError("line 2", "no games")
    held = [rounds.get(number, {}) for number in range(1, max(rounds) + 1)]
    return {
        "players": list(players.values()),
        "rounds": [
            {"tables": [{"table": table, "seats": seats[table]} for table in sorted(seats)]} for seats in held
        ],
    }


def _lines(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Each filled line with its number and its fields by column."""
    first = text.lstrip("\ufeff").split("\n", 1)[0]
    separator = max(",;\t", key=first.count)
    reader = csv.reader(StringIO(text.lstrip("\ufeff")), delimiter=separator)
    header = [name.strip().lower() for name in next(reader, [])]
    for name in NEEDED:
        if name not in header:
            raise DocumentError(
                "line 1", f"the column {name} is missing; found are: {', '.join(header) or 'none'}"
            )
    for name in header:
        if name not in (*NEEDED, *OPTIONAL):
            raise DocumentError(
                "line 1", f"the column {name!r} is unknown; known are: {', '.join((*NEEDED, *OPTIONAL))}"
            )
    for fields in reader:
        if any(field.strip() for field in fields):
            if len(fields) != len(header):
                raise DocumentError(
                    f"line {reader.line_num}", f"{len(fields)} fields under {len(header)} columns"
                )
            yield reader.line_num, dict(zip(header, (field.strip() for field in fields), strict=True))


def _counted(place: str, written: str) -> int:
    number: int = INTEGER.read(place, written)
    if not 1 <= number <= 1000:
        raise DocumentError(place, f"a number from 1 to 1000 is expected, not {number}")
    return number


def _seat(line: int, fields: Mapping[str, str]) -> dict[str, Any]:
    if not fields["player"]:
        raise DocumentError(f"line {line}, column player", "empty")
    points = fields["points"].replace(",", ".")
    seat = {
        "player": _player(fields["player"]),
        "points": EXACT.read(f"line {line}, column points", points),
        "line": line,
    }
    return seat | {name: fields[name] for name in OPTIONAL[2:] if fields.get(name)}


def _player(written: str) -> int | str:
    return int(written) if written.lstrip("-").isdigit() else written


def _note_player(players: dict[Any, dict[str, Any]], key: int | str, fields: Mapping[str, str]) -> None:
    if key == -1:
        return
    known = players.setdefault(key, {"id": key, "name": key if isinstance(key, str) else ""})
    for column in ("club", "team"):
        if fields.get(column):
            known[column] = fields[column]
