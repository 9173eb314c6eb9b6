"""`manage.py odds A D`: exact probabilities of a battle, and of a chain of battles."""

import json
from argparse import ArgumentParser
from decimal import Decimal
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.core.odds import OddsError, StopRule
from games.core.odds_document import odds_document


class Command(BaseCommand):
    """Answer from exact rational arithmetic; exit status 2 for a battle that cannot be."""

    help = "Exact probabilities of a battle of A attacking armies (without the one that stays) against D."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Armies, ruleset, Challenge card, chain, stop rules, JSON."""
        parser.add_argument("attackers", type=int, metavar="A")
        parser.add_argument("defenders", type=int, metavar="D")
        parser.add_argument("--ruleset", choices=["challenge", "risk"], default="challenge")
        parser.add_argument("--challenge-card", action="store_true", help="ties go to the attacker")
        parser.add_argument(
            "--chain", type=int, nargs="+", default=[], metavar="D2", help="further territories"
        )
        parser.add_argument(
            "--stop-at", type=int, default=0, metavar="N", help="stop with N usable armies left"
        )
        parser.add_argument(
            "--stop-lead", type=int, metavar="N", help="stop when the lead falls below N armies"
        )
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the document, as JSON or as a short table."""
        try:
            document = odds_document(
                options["attackers"],
                options["defenders"],
                ruleset=options["ruleset"],
                challenge_card=options["challenge_card"],
                further=options["chain"],
                stop=StopRule(options["stop_at"], options["stop_lead"]),
            )
        except OddsError as error:
            raise CommandError(str(error), returncode=2) from error
        self.stdout.write(
            json.dumps(document, indent=2, default=_number) if options["as_json"] else _table(document)
        )


def _number(value: Decimal) -> float:
    """JSON has one kind of number: the nearest double of the decimal; the fraction beside it is exact."""
    return float(value)


def _table(document: dict[str, Any]) -> str:
    means = document["expected_attackers_left"], document["expected_defenders_left"]
    lines = [
        f"{document['attackers']} against {document['defenders']}: conquest {_percent(document['conquest'])}",
        "on average {:.2f} attackers and {:.2f} defenders left".format(*means),
    ]
    lines += [
        f"  {row['attackers_left']:>3} attackers, {row['defenders_left']:>3} defenders: {_percent(row)}"
        for row in document["outcomes"]
    ]
    if "chain" in document:
        chain = document["chain"]
        lines.append(
            f"territories taken: {chain['mean_territories']:.2f} on average, {chain['territories_90']} with 90% confidence"
        )
    return "\n".join(lines)


def _percent(row: dict[str, Any]) -> str:
    return f"{row['decimal'] * 100:.2f}%"
