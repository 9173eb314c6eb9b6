"""`start.py test`: every test, on SQLite and those of the database once more on PostgreSQL."""

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from typing import IO

from deploy.laptop import browser, libraries
from deploy.laptop.libraries import tell
from deploy.laptop.place import ROOT, python
from deploy.laptop.trouble import Trouble

# One process more than cores, because some wait for their browser; whoever is done first takes over what waits.
# Beside them two processes that ask for what is left.
EVERYWHERE = ("-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal")
BESIDE = ("-n", "2", "--dist", "worksteal")
GENTLE = ("nice", "-n", "3")

# They need no database, and finding them takes as long as finding all others.
WITHOUT_DATABASE = ("tests/e2e", "tests/games", "tests/scoring", "tests/seating")

# Both kernels, once for all processes of the tests, instead of in each that comes to need them: half a minute each.
COMPILE = (
    "import seating; from games.challenge.engine import GameOptions, batch; "
    "seating.warm_up(); batch.random_games([1], GameOptions(3))"
)


def run_tests(chosen: Sequence[str]) -> int:
    """Run all tests, or once what pytest's own arguments choose; return the exit code.

    Raises Trouble in CI when there is no browser: none of its tests may be skipped there.
    """
    libraries.ensure(libraries.TESTING)
    environment = {**os.environ, "PYTHONUTF8": "1"}
    found = browser.find_or_install()
    if found:
        environment["CHROMIUM"] = str(found)
    elif os.environ.get("CI"):
        raise Trouble("There is no Chromium, and in CI no browser test may be skipped.")
    else:
        tell("No Chrome or Chromium found: the browser tests are skipped.")
    pytest = [str(python()), "-m", "pytest"]
    if chosen:
        return run([*pytest, *chosen], environment)
    compile_kernels(environment)
    return run_both(pytest, environment)


def compile_kernels(environment: dict[str, str]) -> None:
    """Compile what waits to be compiled; where that fails, the test that needs a kernel says why."""
    run([str(python()), "-c", COMPILE], environment)


def run_both(pytest: Sequence[str], environment: dict[str, str]) -> int:
    """Run everything with SQLite and coverage, beside it the tests of the database with PostgreSQL; the exit code.

    What the second says is told when both are done. Together they leave no core idle: alone, each would wait for its
    collecting, its servers and its last test.
    """
    on_sqlite = [*pytest, *EVERYWHERE, "--cov", "--cov-report="]
    left_out = [f"--ignore={folder}" for folder in WITHOUT_DATABASE]
    with_server = [str(python()), "-m", "tests.servers", *pytest]
    on_postgresql = [*with_server, *BESIDE, "-m", "both_databases", *left_out]
    with tempfile.TemporaryFile() as said:
        with begun(on_postgresql, environment, said) as beside:
            code = run(on_sqlite, environment, "Every test, on SQLite")
        tell("\nThe tests of the database, on PostgreSQL")
        said.seek(0)
        tell(said.read().decode(errors="replace"))
    return code or beside.returncode


@contextlib.contextmanager
def begun(
    command: Sequence[str], environment: dict[str, str], said: IO[bytes]
) -> Iterator[subprocess.Popen[bytes]]:
    """Have a command run in the project's folder with less claim to the processor, until it has ended by itself."""
    gentle = GENTLE if shutil.which(GENTLE[0]) else ()
    with subprocess.Popen(
        [*gentle, *command], cwd=ROOT, env=environment, stdout=said, stderr=said
    ) as process:
        yield process


def run(command: Sequence[str], environment: dict[str, str], title: str = "") -> int:
    """Run a command in the project's folder; return its exit code."""
    if title:
        tell(f"\n{title}")
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
