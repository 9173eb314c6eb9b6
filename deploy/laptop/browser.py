"""The Chrome or Chromium that drives the browser tests: the one of this computer, or Debian's where it may be installed."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

WITHOUT_WINDOW = "chromium-headless-shell"
"""Debian's Chromium less everything that a screen needs: the same pages for a third of the processor."""

NAMES = (
    WITHOUT_WINDOW,
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
)
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
APT_TRIES = 3


def find() -> Path | None:
    """Return the browser named by the variable CHROMIUM, else the first one found, else None."""
    return next((path for path in candidates() if path.is_file()), None)


def candidates() -> Iterator[Path]:
    """Yield where a browser may be, the most wanted first."""
    named = os.environ.get("CHROMIUM")
    if named:
        yield Path(named)
    for name in NAMES:
        found = shutil.which(name)
        if found:
            yield Path(found)
    yield from map(Path, PLACES)


def find_or_install() -> Path | None:
    """Return a browser, installing Debian's where this process may; None when there is none to be had."""
    return find() or (find() if may_install() and install() else None)


def may_install() -> bool:
    """Tell whether this is root on a system with apt."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install() -> bool:
    """Install Debian's Chromium; return whether that went well."""
    print("Installing Chromium for the browser tests …", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    update = ["apt-get", "-qq", "update"]
    wanted = ["apt-get", "-qq", "install", "--yes", "--no-install-recommends", "fonts-dejavu-core"]
    return any(
        subprocess.run(update, env=environment, check=False).returncode == 0
        and subprocess.run(
            [*wanted, browser], env=environment, check=False, stdout=subprocess.DEVNULL
        ).returncode
        == 0
        for _ in range(APT_TRIES)
        for browser in (WITHOUT_WINDOW, "chromium")
    )
