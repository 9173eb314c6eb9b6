"""`manage.py restore FILE`: put a backup back, or open a tournament's archive."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.errors import TournamentError
from tournament.services.archive import import_tournament
from tournament.services.backups import SUFFIX, restore_backup


class Command(BaseCommand):
    """A backup replaces everything; an archive becomes one more tournament."""

    help = "Put a backup back (it replaces everything), or open the archive of one tournament (it is added)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument("file", type=Path, help=f"a backup (*{SUFFIX}) or an archive (*.sdadata)")
        parser.add_argument("--yes", action="store_true", help="do not ask before everything is replaced")

    def handle(self, *_arguments: Any, **options: Any) -> None:
        """Ask, then restore."""
        path: Path = options["file"]
        try:
            if path.name.endswith(SUFFIX):
                self.restore(path, sure=options["yes"])
            else:
                self.open(path)
        except TournamentError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from error

    def restore(self, path: Path, *, sure: bool) -> None:
        """Everything that is there now is kept in a backup of its own first."""
        if (
            not sure
            and input("Everything in this installation will be replaced. Type “restore”: ") != "restore"
        ):
            raise CommandError("Nothing was changed.")
        backup = restore_backup(path)
        self.stdout.write(f"{backup.total} rows of {backup.made_at} are back. Sign in anew.")

    def open(self, path: Path) -> None:
        """One more tournament."""
        tournament = import_tournament(archive=path.read_bytes(), actor=None)
        self.stdout.write(f"Opened “{tournament.name}”: /t/{tournament.slug}/")
