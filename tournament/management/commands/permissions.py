"""`manage.py permissions`: print the page of who may do what."""

from typing import Any

from django.core.management.base import BaseCommand

from tournament.grid import page


class Command(BaseCommand):
    """docs/permissions.md is what this prints."""

    help = "Print the grid of roles, pages and calls (docs/permissions.md). Needs no database."
    requires_system_checks = ()

    def handle(self, *_arguments: Any, **_options: Any) -> None:
        """Print it."""
        self.stdout.write(page(), ending="")
