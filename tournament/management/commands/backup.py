"""`manage.py backup`: the whole installation into one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.errors import TournamentError
from tournament.services.backups import write_backup


class Command(BaseCommand):
    """Write a backup, read it back, say where it lies."""

    help = "Write a backup of everything: all tournaments, people, users, uploaded files."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--to", type=Path, default=None, help="folder; default: backups/ in SDADATA_VAR")

    def handle(self, *_arguments: Any, **options: Any) -> None:
        """Write it."""
        try:
            backup = write_backup(folder=options["to"])
        except TournamentError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"{backup.path}: {backup.total} rows, {backup.path.stat().st_size} bytes, verified."
        )
