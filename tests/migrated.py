"""A database that every migration has gone over: the first process that needs one makes it, the others copy it."""

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
from django.db import connection

WITHIN_SECONDS = 120
TEMPLATE = "sdadata_migrated"


class Migrated:
    """What the processes of one run share, in a folder of theirs: whose turn it is, and that the copy may be taken."""

    def __init__(self, folder: Path) -> None:
        self.turn = folder / "migrating"
        self.ready = folder / "migrated"

    def is_mine_to_make(self) -> bool:
        """Tell whether this process is the first; where the first does not come to an end, each makes its own."""
        try:
            self.turn.mkdir()
        except FileExistsError:
            deadline = time.monotonic() + WITHIN_SECONDS
            while not self.ready.exists() and time.monotonic() < deadline:
                time.sleep(0.05)
            return not self.ready.exists()
        return True

    def copy(self, database: Path) -> None:
        """Put a copy where SQLite's test database of this process shall lie."""
        with _both(self.ready, database) as (ready, own):
            ready.backup(own)

    def offer(self, settings: dict[str, Any]) -> None:
        """Let the others copy the test database of this process, in which no test has written yet."""
        connection.close()  # PostgreSQL copies no database that somebody is connected to
        if settings["ENGINE"].endswith("sqlite3"):
            whole = self.ready.with_suffix(".part")
            with _both(settings["NAME"], whole) as (own, ready):
                own.backup(ready)
            whole.replace(self.ready)
            return
        known = {name: settings[name.upper()] for name in ("host", "port", "user", "password")}
        template, own = (psycopg.sql.Identifier(name) for name in (TEMPLATE, settings["NAME"]))
        with psycopg.connect(dbname="postgres", autocommit=True, **known) as server:
            server.execute(psycopg.sql.SQL("DROP DATABASE IF EXISTS {}").format(template))
            server.execute(psycopg.sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(template, own))
        self.ready.touch()


@contextlib.contextmanager
def _both(source: str | Path, target: str | Path) -> Iterator[tuple[sqlite3.Connection, sqlite3.Connection]]:
    with (
        contextlib.closing(sqlite3.connect(source)) as one,
        contextlib.closing(sqlite3.connect(target)) as other,
    ):
        yield one, other
