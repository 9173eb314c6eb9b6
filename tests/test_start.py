"""start.py: readable for old Pythons, one clear sentence for each missing piece, nothing lost."""

import ast
import os
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest

from deploy.laptop import browser, libraries, main, place, trial
from deploy.laptop.trouble import Trouble

ROOT = Path(__file__).resolve().parent.parent
START = ROOT / "start.py"


@pytest.fixture
def var(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A var/ of the test's own, not made yet."""
    folder = tmp_path / "var"
    monkeypatch.setenv("SDADATA_VAR", str(folder))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    return folder


@pytest.fixture
def listening() -> Iterator[int]:
    """A port on which something listens."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        yield server.getsockname()[1]


def test_very_old_pythons_can_read_it() -> None:
    source = START.read_bytes()
    tree = ast.parse(source.decode("ascii"), feature_version=(3, 4))
    too_new = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.AsyncFunctionDef, ast.Nonlocal, ast.Match)
    assert [node for node in ast.walk(tree) if isinstance(node, too_new)] == []
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert [
        each.name for each in functions if each.returns or any(one.annotation for one in each.args.args)
    ] == []


def test_an_old_python_says_what_is_missing_in_one_sentence(tmp_path: Path) -> None:
    code = f"import runpy, sys; sys.version_info = (3, 8, 18); runpy.run_path({str(START)!r}, run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    expected = "Sdadata needs Python 3.11 to 3.13 and this is Python 3.8: install a newer one from python.org and start again.\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", expected)


@pytest.mark.skipif(os.name != "posix", reason="makes a program of a shell script")
def test_an_old_python_hands_over_to_a_newer_one(tmp_path: Path) -> None:
    newer = tmp_path / "python3.13"
    newer.write_text('#!/bin/sh\n[ "$1" = -c ] && exit 0\necho "handed over: $2 $3"\nexit 7\n')
    newer.chmod(0o755)
    code = (
        f"import runpy, sys; sys.version_info = (3, 8, 18); sys.argv[1:] = ['--port', '81'];"
        f"runpy.run_path({str(START)!r}, run_name='__main__')"
    )
    path = f"{tmp_path}{os.pathsep}/bin"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (7, "handed over: --port 81\n")


@pytest.mark.skipif(os.name != "posix", reason="file modes of POSIX")
def test_the_secret_key_is_its_owners_and_stays(var: Path) -> None:
    place.make_var()
    key = var / "secret_key"
    first = key.read_text()
    place.make_var()
    assert key.read_text() == first
    assert len(first) >= 50
    assert stat.S_IMODE(key.stat().st_mode) == 0o600


def test_a_place_that_cannot_be_written_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("SDADATA_VAR", str(tmp_path / "file" / "var"))
    assert main.main([]) == 1
    said = f"Cannot write to {tmp_path / 'file' / 'var'} (Not a directory): move Sdadata to a folder of your own.\n"
    assert capsys.readouterr().err == said


def test_no_network_for_the_libraries_is_one_sentence(
    var: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = "http://127.0.0.1:9/simple"
    for name in ("PIP_INDEX_URL", "UV_INDEX_URL"):
        monkeypatch.setenv(name, nowhere)
    for name in ("PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS", "UV_EXTRA_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    wanted = tmp_path / "requirements.txt"
    wanted.write_text("sdadata-is-not-a-library==1.0\n")
    place.make_var()
    with pytest.raises(Trouble) as trouble:
        libraries.install(wanted)
    assert str(trouble.value) == (
        "The libraries cannot be downloaded: connect this computer to the internet for its first start; later ones need none."
    )


def test_libraries_are_installed_once_for_the_same_pins(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    installed: list[Path] = []
    monkeypatch.setattr(libraries, "VENV", tmp_path)
    monkeypatch.setattr(libraries, "environment_works", lambda: True)
    monkeypatch.setattr(libraries, "install", installed.append)
    libraries.ensure(libraries.RUNNING)
    libraries.ensure(libraries.RUNNING)
    assert installed == [ROOT / "requirements.txt"]


def test_reset_keeps_the_old_data(var: Path) -> None:
    place.make_var()
    (var / "sdadata.sqlite3").write_text("rows")
    (var / "sdadata.sqlite3-wal").write_text("latest rows")
    kept = place.put_data_aside()
    assert kept is not None
    assert sorted(file.name for file in kept.iterdir()) == ["sdadata.sqlite3", "sdadata.sqlite3-wal"]
    assert (kept / "sdadata.sqlite3").read_text() == "rows"
    assert sorted(file.name for file in var.iterdir()) == ["kept", "secret_key"]
    assert place.put_data_aside() is None


def test_reset_refuses_while_it_runs(var: Path, listening: int) -> None:
    place.make_var()
    (var / "port").write_text(str(listening))
    (var / "sdadata.sqlite3").write_text("rows")
    with pytest.raises(Trouble, match=r"^Sdadata is running: stop it"):
        place.put_data_aside()
    assert (var / "sdadata.sqlite3").read_text() == "rows"


def test_reset_refuses_a_database_elsewhere(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://somewhere/else")
    with pytest.raises(Trouble, match=r"^DATABASE_URL names a database of its own"):
        place.put_data_aside()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], ["--host", main.WHOLE_HALL, "--port", "8000", "--demo"]),
        (["--port", "9000", "--host", "127.0.0.1", "--no-demo"], ["--host", "127.0.0.1", "--port", "9000"]),
    ],
)
def test_options_reach_the_server(arguments: list[str], expected: list[str]) -> None:
    command = main.serve_command(main.parser().parse_args(arguments))
    assert command[1:] == [str(ROOT / "manage.py"), "serve", "--prepare", "--welcome", *expected]


@pytest.mark.parametrize("text", ["0", "-1", "65536", "9" * 5000, "web", "²"])
def test_a_port_that_there_is_not_is_refused_in_one_sentence(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main.parser().parse_args([f"--port={text}"])
    expected = "start.py: error: argument --port: ports are numbers from 1 to 65535, such as 8000"
    assert capsys.readouterr().err.splitlines()[-1] == expected


def test_in_ci_no_browser_test_may_be_skipped(
    var: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(libraries, "ensure", lambda _requirements: None)
    monkeypatch.setattr(browser, "find_or_install", lambda: None)
    assert main.main(["test"]) == 1
    assert capsys.readouterr().err == "There is no Chromium, and in CI no browser test may be skipped.\n"


def test_the_named_browser_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = tmp_path / "my-chromium"
    mine.touch()
    monkeypatch.setenv("CHROMIUM", str(mine))
    assert browser.find() == mine


@pytest.mark.parametrize(("codes", "expected"), [([0, 0], 0), ([1, 0], 1), ([0, 2], 2)])
def test_a_failure_of_either_run_fails(
    codes: list[int],
    expected: int,
    var: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    begun = f"import sys; print('on PostgreSQL', sys.argv[-1], flush=True); sys.exit({codes[1]})"

    def begin(command: list[str], environment: dict[str, str], said: IO[bytes]) -> Any:
        return really_begin([sys.executable, "-c", begun, command[1]], environment, said)

    def run(_command: list[str], _environment: dict[str, str], title: str) -> int:
        trial.tell(title)
        return codes[0]

    really_begin = trial.begun
    monkeypatch.setattr(libraries, "ensure", lambda _requirements: None)
    monkeypatch.setattr(browser, "find_or_install", lambda: Path("chromium"))
    monkeypatch.setattr(trial, "compile_kernels", lambda _environment: None)
    monkeypatch.setattr(trial, "run", run)
    monkeypatch.setattr(trial, "begun", begin)
    assert main.main(["test"]) == expected
    titles = ["Every test, on SQLite", "The tests of the database, on PostgreSQL"]
    assert capsys.readouterr().out.split("\n") == [titles[0], "", titles[1], "on PostgreSQL -m", "", ""]
