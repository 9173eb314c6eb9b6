"""`manage.py seating-report`: random tournaments through draw and checker, and a table of figures."""  # noqa: N999 — a command's name is its module's

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from seating.simulation import Outcome, simulate
from tournament.management.wire import write_json

FOUND = 1


class Command(BaseCommand):
    """Simulate. Exit status 1 when the checker found anything against the rules."""

    help = "Play random tournaments through the draw and its checker, and print the figures."
    requires_system_checks: list[str] = []  # noqa: RUF012  # Django declares it so
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How many, how large, and from which seed."""
        parser.add_argument("--tournaments", type=int, default=200, help="how many to play (default 200)")
        parser.add_argument("--largest", type=int, default=60, help="most entrants (default 60)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same tournaments")
        parser.add_argument("--json", action="store_true", help="answer in JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the figures."""
        if options["tournaments"] < 1 or options["largest"] < 8:
            raise CommandError("at least 1 tournament and 8 entrants")
        outcome = Outcome()
        for outcome in simulate(options["tournaments"], options["seed"], largest=options["largest"]):
            if outcome.tournaments % 50 == 0:
                self.stderr.write(f"{outcome.tournaments} tournaments, {outcome.rounds} rounds")
        if options["json"]:
            write_json(self.stdout, _document(outcome))
        else:
            self.stdout.write(_table(outcome))
        if outcome.violations:
            sys.exit(FOUND)


def _document(outcome: Outcome) -> dict[str, Any]:
    return {
        "tournaments": outcome.tournaments,
        "rounds": outcome.rounds,
        "seats": outcome.seats,
        "violations": outcome.violations,
        "impossible": outcome.impossible,
        "slowest_s": outcome.slowest,
        "criteria": [
            {
                "criterion": code.value,
                "rounds": figures.rounds,
                "value": figures.value,
                "lower_bound": figures.bound,
                "proven_optimal": figures.optimal,
            }
            for code, figures in outcome.criteria.items()
        ],
    }


def _table(outcome: Outcome) -> str:
    """Return the figures as a table that Markdown understands too."""
    facts = _document(outcome)
    lines = [
        f"{facts['tournaments']} tournaments, {facts['rounds']} rounds, {facts['seats']} seats",
        f"{facts['violations']} violations, {facts['impossible']} tournaments stopped without legal tables",
        f"slowest round {facts['slowest_s']} s",
        "",
        "| criterion | rounds | value | lower bound | proven optimal |",
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| {row['criterion']} | {row['rounds']} | {row['value']} | {row['lower_bound']} | {row['proven_optimal']} |"
        for row in facts["criteria"]
    ]
    return "\n".join(lines)
