"""Standings of games in a file, by any preset: no database is opened."""

import json
import sys
from argparse import ArgumentParser
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.csv_games import document_of_csv
from scoring.document import DocumentError
from scoring.exchange import RefusedError, answer
from tournament.reports.problems import has_errors
from tournament.reports.workbook import Workbook, read_workbook

_XLS = b"\xd0\xcf\x11\xe0"


class Command(BaseCommand):
    """Games in, standings out."""

    help = "Standings of a JSON, CSV or clubs' workbook file (- reads standard input)."
    requires_system_checks = ()  # no database, so nothing to check

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, the preset, its options, JSON or a table for people."""
        parser.add_argument("file", help="a JSON, CSV or .xls file, or - for standard input")
        parser.add_argument("--json", action="store_true", dest="as_json", help="print JSON")
        parser.add_argument("--preset", help="the formula, in place of the one in the file")
        parser.add_argument(
            "--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the formula"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the standings; a mistake ends with its place and status 2."""
        try:
            document = _document(_content(options["file"]))
            told = answer(document, formula=options["preset"], options=_options(options["option"]))
        except DocumentError as mistake:
            raise CommandError(str(mistake), returncode=2) from None
        except RefusedError as refused:
            articles = "\n".join(f"{problem.article}: {problem.text.en}" for problem in refused.problems)
            raise CommandError(articles, returncode=2) from None
        self.stdout.write(
            json.dumps(told, ensure_ascii=False, indent=2) if options["as_json"] else _for_people(told)
        )


def _content(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise DocumentError(name, error.strerror or "cannot be read") from None


def _options(written: list[str]) -> dict[str, str]:
    options = {}
    for entry in written:
        key, equals, value = entry.partition("=")
        if not equals:
            raise DocumentError(f"--option {entry}", "KEY=VALUE is expected")
        options[key.strip()] = value.strip()
    return options


def _document(content: bytes) -> Any:
    if content.startswith(_XLS):
        return _document_of_workbook(read_workbook(content))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DocumentError(f"byte {error.start}", "neither UTF-8 text nor an .xls workbook") from None
    if text.lstrip()[:1] in {"{", "["}:
        return _document_of_json(text)
    return document_of_csv(text)


def _document_of_json(text: str) -> Any:
    try:
        return json.loads(text, parse_float=Decimal)
    except json.JSONDecodeError as error:
        raise DocumentError(f"line {error.lineno}, column {error.colno}", error.msg) from None
    except RecursionError:
        raise DocumentError("line 1", "nested too deeply") from None


def _document_of_workbook(workbook: Workbook) -> dict[str, Any]:
    if has_errors(workbook.problems):
        first = next(problem for problem in workbook.problems if has_errors((problem,)))
        raise DocumentError("workbook", str(first.text))
    return {
        "players": [
            {
                "id": entrant.number,
                "first": entrant.first,
                "last": entrant.last,
                "club": entrant.club,
                "takes_part": entrant.takes_part,
            }
            for entrant in workbook.entrants
        ],
        "rounds": [
            {
                "tables": [
                    {
                        "table": table.number,
                        "seats": [{"player": seat.entrant, "points": seat.points} for seat in table.seats],
                    }
                    for table in played.tables
                ]
            }
            for played in workbook.rounds
        ],
    }


def _for_people(told: dict[str, Any]) -> str:
    lines = [f"{told['formula']['title']['en']}"]
    for row in told["standings"]:
        games = "  ".join("–" if game is None else str(game) for game in row["games"])
        lines.append(
            f"{row['rank'] or '–':>4}  {row['name']:<30} {row['total']:>10}  {row['wins']:>2}  {games}"
        )
    lines.extend(
        f"{row['rank']:>4}  {row['team'] or '–':<30} {row['total']:>10}  {row['wins']:>2}"
        for row in told.get("team_standings", ())
    )
    lines.extend(f"{warning['article']}: {warning['text']}" for warning in told["warnings"])
    return "\n".join(lines)
