"""Brings the database up to date, once, however many nodes ask at the same time."""

import io
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

# Any number will do, as long as every node takes the same.
LOCK_NUMBER = 5_042_016


class Command(BaseCommand):
    """Migrate where needed; on request load the demo into an empty database."""

    help = "Bring the database up to date. Safe to run from many nodes at once."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument(
            "--demo", action="store_true", help="load the demo when nobody has an account yet"
        )

    def handle(self, *_arguments: Any, **options: Any) -> None:
        """Wait for other nodes, then do what is still to be done."""
        with one_node_at_a_time():
            if migration_is_needed():
                self.stdout.write(_("Preparing the database …"))
                call_command("migrate", interactive=False, verbosity=0)
            if options["demo"] and not get_user_model().objects.exists():
                self.stdout.write(_("Loading the demo tournament …"))
                call_command("demo", stdout=io.StringIO())  # its users are named when the pages are served


def migration_is_needed() -> bool:
    """Tell whether the database lacks a migration."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


@contextmanager
def one_node_at_a_time() -> Iterator[None]:
    """Hold a lock of the database; SQLite has one node only, and its port is checked before."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK_NUMBER])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK_NUMBER])
