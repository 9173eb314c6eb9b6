"""`start.py test`: every test, on SQLite and those of the database once more on PostgreSQL."""

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence

from deploy.laptop import browser, libraries
from deploy.laptop.libraries import tell
from deploy.laptop.place import ROOT, python
from deploy.laptop.trouble import Trouble

# Both cores, and whoever is done first takes over what waits.
IN_PARALLEL = ("-n", "auto", "--dist", "worksteal")

# Both kernels, once for all processes of the tests, instead of in each that comes to need them.
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
    with kernels_compiling(environment):
        return max(run(command, environment, title) for title, command in both_runs(pytest))


@contextlib.contextmanager
def kernels_compiling(environment: dict[str, str]) -> Iterator[None]:
    """Have the kernels compiled beside what is done; where that fails, a test that needs one compiles it itself."""
    with subprocess.Popen([str(python()), "-c", COMPILE], cwd=ROOT, env=environment):
        yield


def both_runs(pytest: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return the two runs: everything with SQLite and coverage, then the tests of the database with PostgreSQL."""
    with_postgresql = [str(python()), "-m", "tests.servers"]
    return [
        ("Every test, on SQLite", [*pytest, *IN_PARALLEL, "--cov", "--cov-report="]),
        (
            "The tests of the database, on PostgreSQL",
            [*with_postgresql, *pytest, *IN_PARALLEL, "-m", "both_databases"],
        ),
    ]


def run(command: Sequence[str], environment: dict[str, str], title: str = "") -> int:
    """Run a command in the project's folder; return its exit code."""
    if title:
        tell(f"\n{title}")
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
