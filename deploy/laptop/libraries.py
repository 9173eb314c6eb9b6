"""The virtual environment and the pinned libraries in it: made once, renewed when the pins change."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from deploy.laptop.place import ROOT, VENV, python, var
from deploy.laptop.trouble import Trouble

RUNNING = "requirements.txt"
TESTING = "requirements-dev.txt"
NETWORK_SIGNS = re.compile(
    r"name resolution|name or service|getaddrinfo|network is unreachable|connection (refused|timed out|error)"
    r"|failed to establish|dns error|error sending request|could not connect|no route to host",
    re.IGNORECASE,
)


def ensure(requirements: str) -> None:
    """Have the libraries of a requirements file in the virtual environment.

    Raises Trouble when they cannot be installed.
    """
    if not environment_works():
        make_environment()
    stamp = VENV / f"installed-{requirements}"
    wanted = fingerprint()
    if stamp.exists() and stamp.read_text(encoding="ascii") == wanted:
        return
    tell(f"Installing the libraries of {requirements} (only once; it takes a minute) …")
    install(ROOT / requirements)
    stamp.write_text(wanted, encoding="ascii")


def fingerprint() -> str:
    """Return what identifies the wanted libraries: the pins of both files."""
    pins = b"".join((ROOT / name).read_bytes() for name in (RUNNING, TESTING))
    return hashlib.sha256(pins).hexdigest()


def environment_works() -> bool:
    """Tell whether the virtual environment is there and of this Python's version; a moved folder breaks it."""
    asked = [str(python()), "-c", "import sys; print(sys.version_info[:2], sys.prefix)"]
    try:
        answer = subprocess.run(asked, capture_output=True, text=True, check=False)
    except OSError:
        return False
    return answer.stdout.strip() == f"{sys.version_info[:2]} {VENV}"


def make_environment() -> None:
    """Create the virtual environment, with uv where it is installed.

    Raises Trouble when it cannot.
    """
    tell("Making the virtual environment …")
    uv = shutil.which("uv")
    with_uv = [str(uv), "venv", "--quiet", "--clear", "--python", sys.executable, str(VENV)]
    with_pip = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    done = subprocess.run(with_uv if uv else with_pip, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return
    reason = done.stderr + done.stdout
    if "ensurepip" in reason:
        raise Trouble(
            "Python's venv module is missing: install it (on Debian and Ubuntu: apt install python3-venv)."
        )
    if not os.access(ROOT, os.W_OK):
        raise Trouble(f"Cannot write to {ROOT}: move Sdadata to a folder of your own.")
    raise Trouble(f"Cannot make the virtual environment: {last_line(reason)}")


def install(requirements: Path) -> None:
    """Install a requirements file, with uv where it is installed; the whole output is kept in var/install.log.

    Raises Trouble when a library cannot be had.
    """
    uv = shutil.which("uv")
    command = install_command(requirements, uv)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    log = var() / "install.log"
    log.write_text(done.stdout, encoding="utf-8")
    if done.returncode == 0:
        return
    if NETWORK_SIGNS.search(done.stdout):
        raise Trouble(
            "The libraries cannot be downloaded: connect this computer to the internet for its first start; "
            "later ones need none."
        )
    raise Trouble(f"The libraries cannot be installed: {last_line(done.stdout)} (all of it is in {log})")


def install_command(requirements: Path, uv: str | None) -> Sequence[str]:
    """Return the command line that installs a requirements file."""
    if uv:
        return [uv, "pip", "install", "--python", str(python()), "--requirement", str(requirements)]
    pip = [str(python()), "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--quiet"]
    return [*pip, "--retries", "2", "--requirement", str(requirements)]


def last_line(text: str) -> str:
    """Return the last line that says something."""
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "no reason was given")


def tell(text: str) -> None:
    """Tell the person at the terminal what takes its time."""
    print(text, flush=True)
