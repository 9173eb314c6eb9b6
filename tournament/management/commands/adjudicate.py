"""`manage.py adjudicate CASE.json`: the ruling on a case, or on many cases, one a line."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.adjudicator import adjudicate_json
from tournament.management.wire import one_line, write_json

UNREADABLE = 2


class Command(BaseCommand):
    """Judge cases. Exit status 0 for any ruling, 2 for an unreadable case. Needs no database."""

    help = "Judge an adjudication case: what is legal, which articles decide, what follows."
    requires_system_checks: list[str] = []  # noqa: RUF012  # Django declares it so
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """FILE or `-`, and how to answer."""
        parser.add_argument("case", help="a JSON file, or - for standard input")
        parser.add_argument("--json", action="store_true", help="answer in JSON")
        parser.add_argument("--lines", action="store_true", help="one case a line in, one answer a line out")
        parser.add_argument(
            "--lang", choices=("en", "it", "pt"), default="en", help="language of the spoken answer"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the rulings."""
        try:
            text = _read(options["case"])
        except OSError as error:
            answer: dict[str, Any] = {"errors": [f"{options['case']}: {error.strerror}"]}
        else:
            if options["lines"]:
                sys.exit(0 if self._lines(text.split(b"\n")) else UNREADABLE)
            answer = adjudicate_json(text)
        if options["json"]:
            write_json(self.stdout, answer)
        else:
            self._speak(answer, options["lang"])
        sys.exit(UNREADABLE if "errors" in answer else 0)

    def _lines(self, lines: Iterable[bytes]) -> bool:
        ok = True
        for line in lines:
            if line.strip():
                answer = adjudicate_json(line)
                ok = ok and "errors" not in answer
                self.stdout.write(one_line(answer))
        return ok

    def _speak(self, answer: dict[str, Any], language: str) -> None:
        for message in answer.get("errors", ()):
            self.stderr.write(message)
        if "errors" in answer:
            return
        self.stdout.write(str(answer["verdict"]).upper())
        for finding in answer["findings"]:
            self.stdout.write(
                f"  {finding['article']:<7} {finding['outcome']:<8} {finding['fact'][language]}"
            )
        for remedy in answer["remedy"]:
            self.stdout.write(f"  → {remedy[language]}")
        if answer["effects"]:
            self.stdout.write(f"  {one_line(answer['effects'])}")


def _read(name: str) -> bytes:
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
