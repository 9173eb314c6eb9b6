#!/usr/bin/env python
"""Django's command line for Sdadata: `python manage.py help` lists what it can do."""

import os
import sys
from importlib import import_module
from pathlib import Path

from django.conf import settings
from django.core.management import execute_from_command_line

# these ask only the rules engine: without settings, apps and database they start several times faster
RULES_COMMANDS = ("adjudicate", "odds", "play", "replay", "rules")


def main(arguments: list[str]) -> None:
    """Run a command of the rules engine on its own, any other one through Django."""
    if arguments[1:2] and arguments[1] in RULES_COMMANDS:
        settings.configure(BASE_DIR=Path(__file__).resolve().parent, USE_I18N=False)
        import_module(f"tournament.management.commands.{arguments[1]}").Command().run_from_argv(arguments)
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    execute_from_command_line(arguments)


if __name__ == "__main__":
    main(sys.argv)
