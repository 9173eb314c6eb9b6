"""`manage.py doctor`, `/healthz` and `/readyz`: what is wrong with an installation, in words."""

import io
import os
import re
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from tests.servers import free_port
from tournament.management import diagnosis
from tournament.management.commands import doctor
from tournament.management.diagnosis import Finding, unwell, well
from tournament.web import health


@pytest.fixture
def installation(settings: Any, tmp_path: Path) -> Path:
    """An installation in the hall with nothing wrong."""
    settings.VAR = tmp_path
    settings.SECRET_KEY = "a-key-of-its-own"
    settings.REDIS_URL = ""
    settings.BROKER_FOLDER = tmp_path / "broker"
    (tmp_path / "broker" / "queue").mkdir(parents=True)
    settings.LOCALE_PATHS = []
    return tmp_path


def seen(examination: Any) -> list[Finding]:
    return list(examination())


@pytest.mark.django_db
def test_a_good_installation_is_well(installation: Path) -> None:
    out = io.StringIO()
    call_command("doctor", stdout=out)
    lines = out.getvalue().splitlines()
    assert [line[0] for line in lines[:-1]] == ["✓"] * len(diagnosis.EXAMINATIONS)
    assert lines[-1] == "Everything is well."


@pytest.mark.django_db
def test_trouble_is_counted_and_fails(installation: Path, settings: Any) -> None:
    settings.SECRET_KEY = "django-insecure-development-only"
    out = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", stdout=out)
    assert ended.value.code == 1
    assert out.getvalue().splitlines()[-1] == "1 to mend."


def test_a_finding_carries_its_remedy() -> None:
    assert doctor.line(unwell("It leaks.", "Close it.")) == "✗ It leaks.\n  → Close it."
    assert doctor.line(well("It holds.")) == "✓ It holds."


@pytest.mark.skipif(os.name != "posix", reason="file modes of POSIX")
def test_a_key_that_others_can_read_is_found(installation: Path) -> None:
    kept = installation / "secret_key"
    kept.touch()
    kept.chmod(0o644)
    assert seen(diagnosis.secret_key) == [unwell(f"Other users can read {kept}.", f"chmod 600 {kept}")]
    kept.chmod(0o600)
    assert seen(diagnosis.secret_key) == [well("The signing key is secret.")]


def test_a_full_disk_is_found(installation: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnosis, "ROOM_NEEDED_MEGABYTES", 10**9)
    (finding,) = seen(diagnosis.folder)
    assert (finding.is_well, finding.remedy) == (False, "Make room: at least 1000000000 MB.")


def test_tasks_that_nobody_takes_are_found(installation: Path) -> None:
    task = installation / "broker" / "queue" / "1_task.interactive.msg"
    task.touch()
    assert seen(diagnosis.queue) == [well("No task waits for a worker.")]
    long_ago = time.time() - diagnosis.PATIENCE_SECONDS - 1
    os.utime(task, (long_ago, long_ago))
    expected = unwell("1 tasks wait and nobody takes them.", "Start the worker: python manage.py serve")
    assert seen(diagnosis.queue) == [expected]


def test_a_language_that_is_not_compiled_is_found(installation: Path, settings: Any) -> None:
    source = installation / "locale" / "it" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.touch()
    settings.LOCALE_PATHS = [installation / "locale"]
    assert seen(diagnosis.languages) == [unwell("Not compiled: it.", "python manage.py compilemessages")]
    source.with_suffix(".mo").touch()
    assert seen(diagnosis.languages) == [well("All languages are compiled.")]


def test_production_needs_its_static_files(installation: Path, settings: Any) -> None:
    settings.PRODUCTION = True
    settings.STATIC_ROOT = installation / "static"
    expected = unwell(f"No static files in {installation / 'static'}.", "python manage.py collectstatic")
    assert seen(diagnosis.static_files) == [expected]


def test_an_unsafe_production_is_found(installation: Path, settings: Any) -> None:
    settings.PRODUCTION = True
    settings.SECURE_HSTS_SECONDS = 0
    found = [finding.seen for finding in seen(diagnosis.production)]
    assert any(
        text.startswith("You have not set a value for the SECURE_HSTS_SECONDS setting.") for text in found
    )


@pytest.mark.redis
def test_redis_without_a_worker_is_found(
    installation: Path, settings: Any, redis_url: str, broker: Any
) -> None:
    settings.REDIS_URL = redis_url
    broker(redis_url)
    assert seen(diagnosis.queue) == [unwell("Redis answers, but no worker does.", "celery -A config worker")]


def test_redis_that_does_not_answer_is_found(installation: Path, settings: Any, broker: Any) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    broker(settings.REDIS_URL)
    (finding,) = seen(diagnosis.queue)
    assert (finding.is_well, finding.remedy) == (False, "Is its server running, and REDIS_URL right?")


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give `broker(url)`: an application of the test's own that queues there."""

    def use(url: str) -> None:
        monkeypatch.setattr(
            diagnosis, "app", diagnosis.app.__class__("doctor", broker=url, set_as_current=False)
        )

    return use


def test_the_process_says_that_it_lives(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok")


@pytest.mark.django_db
def test_it_is_ready_when_the_database_answers(client: Client, settings: Any) -> None:
    settings.REDIS_URL = ""
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"ready": True, "database": True})


def test_it_is_not_ready_without_its_database(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_cursor() -> None:
        raise OperationalError("gone")

    settings.REDIS_URL = ""
    monkeypatch.setattr(health.connection, "cursor", no_cursor)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, {"ready": False, "database": False})


@pytest.mark.django_db
@pytest.mark.redis
def test_redis_is_reported_but_decides_nothing(client: Client, settings: Any, redis_url: str) -> None:
    settings.REDIS_URL = redis_url
    assert client.get("/readyz").json() == {"ready": True, "database": True, "redis": True}
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"ready": True, "database": True, "redis": False})


def test_an_unsupported_python_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnosis, "sys", SimpleNamespace(version_info=(3, 8, 1, "final", 0)))
    assert seen(diagnosis.python) == [
        unwell("Python 3.8.1 is not supported.", "Use Python 3.11, 3.12 or 3.13.")
    ]


def test_a_folder_that_cannot_be_written_is_found(
    installation: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diagnosis.os, "access", lambda _path, _mode: False)
    assert seen(diagnosis.folder) == [
        unwell(f"{installation} cannot be written.", "Give this user the right to write there.")
    ]


@pytest.mark.django_db
def test_missing_migrations_are_counted(installation: Path) -> None:
    MigrationRecorder(connection).migration_qs.filter(app="tournament").delete()
    (finding,) = seen(diagnosis.database)
    assert finding.remedy == "python manage.py prepare"
    assert re.fullmatch(r"The database lacks \d+ migrations\.", finding.seen)


@pytest.mark.django_db
def test_a_damaged_file_is_found(installation: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnosis, "file_damage", lambda: "row 7 missing from index")
    expected = unwell(
        "The database file is damaged: row 7 missing from index", "Bring back the latest snapshot or backup."
    )
    assert seen(diagnosis.database) == [expected]


def test_a_database_that_does_not_answer_is_found(
    installation: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone() -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(diagnosis.connection, "ensure_connection", gone)
    expected = unwell(
        "The database does not answer: connection refused", "Is its server running, and DATABASE_URL right?"
    )
    assert seen(diagnosis.database) == [expected]


def test_pages_that_are_served_are_named(installation: Path, live_server: Any) -> None:
    assert seen(diagnosis.pages) == [well("No pages are served from this folder now.")]
    port = live_server.url.rsplit(":", 1)[1]
    (installation / "port").write_text(port)
    assert seen(diagnosis.pages) == [well(f"Pages are served on port {port}.")]


def test_a_safe_production_is_well(
    installation: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PRODUCTION = True
    monkeypatch.setattr(diagnosis.checks, "run_checks", lambda **_options: [])
    assert seen(diagnosis.production) == [well("Fit to face the internet.")]


def test_workers_that_answer_are_counted(
    installation: Path, settings: Any, redis_url: str, broker: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REDIS_URL = redis_url
    broker(redis_url)
    monkeypatch.setattr(diagnosis.app.control, "ping", lambda **_options: [{"a": "pong"}, {"b": "pong"}])
    assert seen(diagnosis.queue) == [well("Redis answers, and 2 workers do.")]
