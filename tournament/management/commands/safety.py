"""`manage.py safety`: print the page of what is safe when."""

from typing import Any

from django.core.management.base import BaseCommand

from tournament.safety import page


class Command(BaseCommand):
    """docs/safety.md is what this prints."""

    help = "Print the matrix of acts and the states of a round (docs/safety.md)."
    requires_system_checks = ()

    def handle(self, *_arguments: Any, **_options: Any) -> None:
        """Print it."""
        self.stdout.write(page(), ending="")
