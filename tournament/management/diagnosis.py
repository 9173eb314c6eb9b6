"""What an installation needs to be well, each looked at and put into words for its operator."""

import os
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core import checks
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from kombu.exceptions import OperationalError

from config.celery import app
from tournament.management.supervisor import answers

ROOM_NEEDED_MEGABYTES = 500
# An idle worker takes a task within a second; what waits longer is waiting for a worker.
PATIENCE_SECONDS = 60
BROKER_WITHIN_SECONDS = 5


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: whether it is well, what was seen, and what to do when it is not."""

    is_well: bool
    seen: str
    remedy: str = ""


def well(seen: str) -> Finding:
    """Return a finding that asks for nothing."""
    return Finding(is_well=True, seen=seen)


def unwell(seen: str, remedy: str) -> Finding:
    """Return a finding with what to do about it."""
    return Finding(is_well=False, seen=seen, remedy=remedy)


def python() -> Iterator[Finding]:
    """Python is one of the versions that the libraries are pinned for."""
    version = ".".join(map(str, sys.version_info[:3]))
    if (3, 11) <= sys.version_info[:2] <= (3, 13):
        yield well(f"Python {version}.")
    else:
        yield unwell(f"Python {version} is not supported.", "Use Python 3.11, 3.12 or 3.13.")


def folder() -> Iterator[Finding]:
    """The folder of all data can be written and has room."""
    var: Path = settings.VAR
    if not os.access(var, os.W_OK):
        yield unwell(f"{var} cannot be written.", "Give this user the right to write there.")
        return
    free = shutil.disk_usage(var).free // 2**20
    if free < ROOM_NEEDED_MEGABYTES:
        yield unwell(
            f"Only {free} MB are free for {var}.", f"Make room: at least {ROOM_NEEDED_MEGABYTES} MB."
        )
    else:
        yield well(f"{var} can be written, {free} MB are free.")


def secret_key() -> Iterator[Finding]:
    """The signing key is secret."""
    if settings.SECRET_KEY.startswith("django-insecure"):
        yield unwell(
            "The signing key is the one of the source code.", "Start with start.py, or set SECRET_KEY."
        )
        return
    kept: Path = settings.VAR / "secret_key"
    if os.name == "posix" and kept.exists() and stat.S_IMODE(kept.stat().st_mode) & 0o077:
        yield unwell(f"Other users can read {kept}.", f"chmod 600 {kept}")
        return
    yield well("The signing key is secret.")


def database() -> Iterator[Finding]:
    """The database answers, is whole and up to date."""
    try:
        connection.ensure_connection()
        plan = MigrationExecutor(connection).migration_plan(
            MigrationExecutor(connection).loader.graph.leaf_nodes()
        )
        damage = file_damage()
    except DatabaseError as error:
        yield unwell(
            f"The database does not answer: {error}".strip(), "Is its server running, and DATABASE_URL right?"
        )
        return
    if plan:
        yield unwell(f"The database lacks {len(plan)} migrations.", "python manage.py prepare")
    elif damage:
        yield unwell(f"The database file is damaged: {damage}", "Bring back the latest snapshot or backup.")
    else:
        yield well(f"{connection.display_name} answers and is up to date.")


def file_damage() -> str:
    """Return what SQLite's own examination of its file found; empty when it is whole, and for other databases."""
    if connection.vendor != "sqlite":
        return ""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        (answer,) = cursor.fetchone()
    return "" if answer == "ok" else str(answer)


def queue() -> Iterator[Finding]:
    """Tasks can be queued, and somebody takes them."""
    if settings.REDIS_URL:
        yield from shared_queue()
        return
    waiting = [file.stat().st_mtime for file in (settings.BROKER_FOLDER / "queue").glob("*.msg")]
    if waiting and time.time() - min(waiting) > PATIENCE_SECONDS:
        yield unwell(
            f"{len(waiting)} tasks wait and nobody takes them.", "Start the worker: python manage.py serve"
        )
    else:
        yield well("No task waits for a worker.")


def shared_queue() -> Iterator[Finding]:
    """Redis answers, and at least one worker does."""
    try:
        with app.connection_for_write() as broker:
            broker.ensure_connection(max_retries=1, timeout=BROKER_WITHIN_SECONDS)
    except OperationalError as error:
        yield unwell(f"Redis does not answer: {error}", "Is its server running, and REDIS_URL right?")
        return
    workers = app.control.ping(timeout=2)
    if workers:
        yield well(f"Redis answers, and {len(workers)} workers do.")
    else:
        yield unwell("Redis answers, but no worker does.", "celery -A config worker")


def static_files() -> Iterator[Finding]:
    """In production the static files are collected."""
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if settings.PRODUCTION and not manifest.exists():
        yield unwell(f"No static files in {settings.STATIC_ROOT}.", "python manage.py collectstatic")
    else:
        yield well("Static files are in place.")


def languages() -> Iterator[Finding]:
    """Every language is compiled."""
    sources = [
        source for folder in settings.LOCALE_PATHS for source in Path(folder).glob("*/LC_MESSAGES/*.po")
    ]
    missing = sorted(source.parts[-3] for source in sources if not source.with_suffix(".mo").exists())
    if missing:
        yield unwell(f"Not compiled: {', '.join(missing)}.", "python manage.py compilemessages")
    else:
        yield well("All languages are compiled.")


def production() -> Iterator[Finding]:
    """Django has nothing against this installation facing the internet."""
    if not settings.PRODUCTION:
        yield well("Made for the hall; for the internet set PRODUCTION, see compose.yaml.")
        return
    warnings = [
        message
        for message in checks.run_checks(include_deployment_checks=True)
        if message.level >= checks.WARNING
    ]
    yield from (unwell(str(message.msg), str(message.hint or message.id)) for message in warnings)
    if not warnings:
        yield well("Fit to face the internet.")


def pages() -> Iterator[Finding]:
    """The web process answers where it was last started."""
    note: Path = settings.VAR / "port"
    port = int(note.read_text(encoding="ascii")) if note.exists() else None
    if port and answers("127.0.0.1", port):
        yield well(f"Pages are served on port {port}.")
    else:
        yield well("No pages are served from this folder now.")


EXAMINATIONS: tuple[Callable[[], Iterator[Finding]], ...] = (
    python,
    folder,
    secret_key,
    database,
    queue,
    static_files,
    languages,
    production,
    pages,
)


def examine() -> Iterator[Finding]:
    """Yield what each examination finds, in the order in which an operator would mend it."""
    for examination in EXAMINATIONS:
        yield from examination()
