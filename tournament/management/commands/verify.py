"""`manage.py verify [FILE …]`: are backups, archives and what the database holds as they should be?"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.errors import TournamentError
from tournament.services.archive_format import sections_of
from tournament.services.backups import SUFFIX, verify_backup
from tournament.services.verifying import problems_of_installation


class Command(BaseCommand):
    """Without files the installation itself is looked through."""

    help = (
        "Check backups and archives byte by byte, or (without files) logs, snapshots and results stored here."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument("files", nargs="*", type=Path, help="backups and archives")

    def handle(self, *_arguments: Any, **options: Any) -> None:
        """Print a line for each file, or the problems found here; fail when there are any."""
        problems = [self.problem_of(path) for path in options["files"]]
        if not options["files"]:
            problems = list(problems_of_installation())
        found = [problem for problem in problems if problem]
        if found:
            raise CommandError("\n".join(found))
        self.stdout.write("Everything is as it should be.")

    def problem_of(self, path: Path) -> str:
        """What is wrong with a file; empty when nothing is."""
        try:
            if path.name.endswith(SUFFIX):
                backup = verify_backup(path)
                self.stdout.write(f"{path}: {backup.total} rows of {backup.made_at}")
            else:
                tournament = sections_of(path.read_bytes())["tournament"][0]
                self.stdout.write(f"{path}: “{tournament.get('name')}”")
        except TournamentError as error:
            return f"{path}: {error}"
        except OSError as error:
            return f"{path}: {error.strerror}"
        return ""
