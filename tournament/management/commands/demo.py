"""`manage.py demo`: load the demo tournament, or print its users."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tournament.models import Tournament
from tournament.services.demo import ACCOUNTS, SEED, demo_users, make_demo


class Command(BaseCommand):
    """Make the demo once; asked again, say that it is there."""

    help = "Load a lifelike demo tournament (41 entrants, two rounds played, semifinals in play)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--seed", type=int, default=SEED, help="another seed gives another tournament")
        parser.add_argument("--credentials", action="store_true", help="only print users and passwords")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Load the demo unless it is loaded, then print who can log in."""
        if options["credentials"]:
            self.stdout.write(credentials())
            return
        if Tournament.objects.filter(is_demo=True).exists():
            demo_users()
            self.stdout.write("The demo tournament is loaded already.")
        else:
            tournament = make_demo(seed=options["seed"])
            self.stdout.write(f"Loaded “{tournament.name}”: /t/{tournament.slug}/")
        self.stdout.write(credentials())


def credentials() -> str:
    """The demo's users, one a line: name, password, role."""
    width = max(len(account.username) for account in ACCOUNTS)
    return "\n".join(
        f"{account.username:<{width}}  {account.password}  ({account.role.label})" for account in ACCOUNTS
    )
