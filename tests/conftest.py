"""What every test gets: reproducible Hypothesis, no network but loopback, real servers on demand."""

import gc
import ipaddress
import os
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connections
from django.utils import translation
from hypothesis import HealthCheck, settings
from whitenoise.middleware import WhiteNoiseMiddleware

from config.celery import app
from tests import servers
from tests.migrated import TEMPLATE, Migrated
from tests.pace import Measuring, in_stretches, is_of_both_databases, is_unmeasured
from tournament.selectors.known import known_entrants, known_standings
from tournament.web.caching import kept_pages

IN_MEMORY = Path("/dev/shm")  # noqa: S108  # a folder of its own is made in it

settings.register_profile("dev", deadline=None, derandomize=True, max_examples=50)
settings.register_profile(
    "ci", deadline=None, derandomize=True, max_examples=100, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


measuring = Measuring()

# Nothing that collecting makes is garbage; looking for some in it would take a tenth of the whole run.
gc.disable()


class NetworkBlockedError(RuntimeError):
    """A test wanted to leave this machine."""


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Mark what runs on SQLite and once more on PostgreSQL; order what is left where several processes share it."""
    for item in items:
        if is_of_both_databases(item):
            item.add_marker("both_databases")
    yield
    processes = getattr(config, "workerinput", {}).get("workercount", 1)
    if processes > 1:
        items[:] = in_stretches(items, processes)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """Measure what a test reaches, its fixtures included, unless a table of the unmeasured names it."""
    (measuring.pause if is_unmeasured(item) else measuring.resume)()
    return (yield)


def pytest_collection_finish() -> None:
    """Look for garbage in what the tests make only, and less often than a program that stays small would."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _loopback_only() -> Iterator[None]:
    """Refuse every connection that would leave this machine."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex"):
            patch.setattr(socket.socket, name, _guarded(getattr(socket.socket, name)))
        yield


def _guarded(connect: Any) -> Any:
    def connect_on_this_machine(self: socket.socket, address: Any) -> Any:
        if self.family in {socket.AF_INET, socket.AF_INET6} and not _is_loopback(address[0]):
            raise NetworkBlockedError(f"A test may not connect to {address!r}.")
        return connect(self, address)

    return connect_on_this_machine


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@pytest.fixture(scope="session")
def migrated(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Migrated | None:
    """The database that the processes of this run share out, where there are several."""
    several = hasattr(request.config, "workerinput")
    return Migrated(tmp_path_factory.getbasetemp().parent) if several else None


@pytest.fixture(scope="session")
def django_db_modify_db_settings(request: pytest.FixtureRequest, migrated: Migrated | None) -> Iterator[None]:
    """Keep SQLite's test database in a file, as in the hall: readers, writers and locks are the real ones.

    The file lies in memory where the system offers that, so that waiting for the disk costs nothing.
    """
    settings = connections.databases["default"]
    if not settings["ENGINE"].endswith("sqlite3"):
        request.getfixturevalue("django_db_modify_db_settings_parallel_suffix")
        if migrated and not request.getfixturevalue("makes_database"):
            settings["TEST"]["TEMPLATE"] = TEMPLATE
        yield
        return
    with tempfile.TemporaryDirectory(
        prefix="sdadata-sqlite-", dir=IN_MEMORY if IN_MEMORY.is_dir() else None
    ) as folder:
        settings["TEST"]["NAME"] = str(Path(folder) / "test.sqlite3")
        if migrated and not request.getfixturevalue("makes_database"):
            migrated.copy(Path(settings["TEST"]["NAME"]))
        yield
        connections["default"].close()


@pytest.fixture(scope="session")
def makes_database(migrated: Migrated | None) -> bool:
    """Whether this process has to go over every migration, and the others copy what comes of it."""
    return migrated is not None and migrated.is_mine_to_make()


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None) -> bool:
    """A copied file is not made anew: only what migrations it lacks, none, are gone over."""
    database = connections.databases["default"]
    return database["ENGINE"].endswith("sqlite3") and Path(database["TEST"]["NAME"]).exists()


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: Any, migrated: Migrated | None, makes_database: bool
) -> None:
    """Offer the database to the other processes before any test writes in it."""
    if migrated and makes_database:
        with django_db_blocker.unblock():
            migrated.offer(connections.databases["default"])


@pytest.fixture(scope="session", autouse=True)
def _var_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep what tests upload, print or mail out of the installation's own var/."""
    var = tmp_path_factory.mktemp("var")
    django_settings.VAR = var
    django_settings.MEDIA_ROOT = var / "media"
    django_settings.STATIC_ROOT = var / "static"
    django_settings.STATIC_ROOT.mkdir()


@pytest.fixture(scope="session", autouse=True)
def _passwords_cost_nothing() -> None:
    """Passwords are hashed at once, not as slowly as is wanted against guessing."""
    fast = "django.contrib.auth.hashers.MD5PasswordHasher"
    django_settings.PASSWORD_HASHERS = [fast, *django_settings.PASSWORD_HASHERS]


@pytest.fixture(scope="session", autouse=True)
def _files_of_the_house_are_listed_once() -> Iterator[None]:
    """Each test has a client, each client the middleware anew, and each WhiteNoise lists every file of the house."""
    listed: dict[str, Any] = {}
    really_list = WhiteNoiseMiddleware.add_files_from_finders

    def list_once(middleware: WhiteNoiseMiddleware) -> None:
        if not listed:
            really_list(middleware)
            listed.update(middleware.files)
        middleware.files.update(listed)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", list_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def _source_language() -> Iterator[None]:
    """Pages speak the language of the source, here and in servers started by tests, unless a test asks."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(django_settings, "LANGUAGE_CODE", "en")
        patch.setenv("LANGUAGE_CODE", "en")
        yield


@pytest.fixture(autouse=True)
def _language_of_this_test(_source_language: None) -> Iterator[None]:
    """No request of an earlier test leaves its language behind."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def _no_page_of_another_test() -> None:
    """Numbers of rows and versions begin anew in each test, so that a kept page could pass for another's.

    What `tournament.remembered` keeps stays: it is compared with the facts.
    """
    kept_pages.clear()
    known_standings.clear()
    known_entrants.cache_clear()


@pytest.fixture(scope="session", autouse=True)
def _tasks_run_at_once() -> None:
    """Tasks run in the caller, after commit; tests of the real queue start a real worker."""
    app.conf.update(task_always_eager=True, task_eager_propagates=True, broker_url="memory://")


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The URL of a PostgreSQL server that lives as long as the test session."""
    with servers.postgres() as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The URL of a Redis server that lives as long as the test session."""
    with servers.redis() as url:
        yield url
