"""`manage.py replay FILE`: a recorded game, its position at any point, its first illegal act."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.replay import RecordError, read_record, replay
from games.replay_document import replay_document, replay_text


class Command(BaseCommand):
    """Exit status 0 whatever the acts are worth, 2 for a file that is no record."""

    help = (
        "Replay a recorded game: shows the position at any point and the first illegal act with its article."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, how far, the language, JSON."""
        parser.add_argument("file", metavar="FILE", help="a game record, or - for standard input")
        parser.add_argument("--at", type=int, metavar="N", help="stop after N acts")
        parser.add_argument("--lang", choices=["en", "it", "pt"], default="en")
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Read, replay, print."""
        if options["at"] is not None and options["at"] < 0:
            raise CommandError("--at counts acts from 0", returncode=2)
        try:
            record = read_record(_text(options["file"]))
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{options['file']}: {error}", returncode=2) from error
        except RecordError as error:
            if options["as_json"]:
                self.stdout.write(json.dumps({"errors": error.problems}, ensure_ascii=False))
            raise CommandError(str(error), returncode=2) from error
        played = replay(record, upto=options["at"])
        if options["as_json"]:
            self.stdout.write(json.dumps(replay_document(played), ensure_ascii=False, indent=2))
        else:
            self.stdout.write(replay_text(played, options["lang"]))


def _text(file: str) -> str:
    return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
