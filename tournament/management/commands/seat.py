"""`manage.py seat REQUEST.json`: tables for a request, without a tournament in the database."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from seating import (
    CRITERIA,
    CriterionCode,
    Impossible,
    InvalidRequest,
    defects_document,
    draw,
    drawing_document,
    impossible_document,
    request_from_document,
)
from tournament.management.wire import write_json

BROKEN, IMPOSSIBLE = 2, 3


class Command(BaseCommand):
    """Draw. Exit status 0 for a drawing, 2 for a broken request, 3 when no legal tables exist."""

    help = "Draw the tables of a request: who sits where, in turn order, with the proof of quality."
    requires_system_checks: list[str] = []  # noqa: RUF012  # Django declares it so
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """FILE or `-`, and how to answer."""
        parser.add_argument("request", help="a JSON file, or - for standard input")
        parser.add_argument("--json", action="store_true", help="answer in JSON")
        parser.add_argument(
            "--lang", choices=("en", "it", "pt"), default="en", help="language of the spoken answer"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the drawing, or why there is none."""
        status, answer = _answer(options["request"])
        if options["json"]:
            write_json(self.stdout, answer)
        else:
            for line in _spoken(answer, options["lang"]):
                self.stdout.write(line)
        if status:
            sys.exit(status)


def _answer(name: str) -> tuple[int, dict[str, Any]]:
    """Return the exit status and the answer to the request in a file."""
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        request = request_from_document(json.loads(text))
        return 0, drawing_document(request, draw(request))
    except InvalidRequest as error:
        return BROKEN, defects_document(error)
    except Impossible as refusal:
        return IMPOSSIBLE, impossible_document(refusal)
    except (OSError, ValueError) as error:
        words = dict.fromkeys(("en", "it", "pt"), f"{name}: {error}")
        return BROKEN, {"errors": [{"code": "unreadable", "words": words}]}


def _spoken(answer: dict[str, Any], language: str) -> list[str]:
    """Return the answer in lines for people."""
    if "errors" in answer:
        return [defect["words"][language] for defect in answer["errors"]]
    if "proposals" in answer:
        ways = [f"- {proposal['words'][language]}" for proposal in answer["proposals"]]
        return [answer["words"][language], *ways]
    lines: list[str] = []
    titles = {"en": ("Round", "Table"), "it": ("Turno", "Tavolo"), "pt": ("Rodada", "Mesa")}[language]
    for number, tables in enumerate(answer["rounds"], start=1):
        lines.append(f"{titles[0]} {number}")
        lines.extend(
            f"  {titles[1]} {place}: {', '.join(table)}" for place, table in enumerate(tables, start=1)
        )
    for line in answer["report"]["criteria"]:
        title = CRITERIA[CriterionCode(line["criterion"])].title
        lines.append(f"{getattr(title, language)}: {line['words'][language]}")
    return lines
