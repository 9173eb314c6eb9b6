"""Keeps an installation's processes alive and stops them together; knows nothing of Django.

`manage.py serve` turns into this module, so that watching costs a few megabytes only. It reads its `Plan`
as JSON from standard input.
"""

import contextlib
import ctypes
import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from types import FrameType
from typing import Any

POLL_SECONDS = 0.1
STOP_WITHIN_SECONDS = 8.0
FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 30.0
# A process that lived this long was well: its next death counts as the first again.
HEALTHY_AFTER_SECONDS = 60.0
POSIX = os.name == "posix"
PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of Linux


@dataclass(frozen=True, slots=True)
class Plan:
    """What to run: a command line per name; where the web process answers; what to say once it does.

    Processes that have not stopped `stop_within` seconds after they were asked are killed.
    """

    programs: Mapping[str, Sequence[str]]
    host: str
    port: int
    welcome: str = ""
    stop_within: float = STOP_WITHIN_SECONDS

    def to_json(self) -> str:
        """Write the plan for the process that will carry it out."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "Plan":
        """Read what `to_json` wrote."""
        values: dict[str, Any] = json.loads(text)
        return cls(**values)


@dataclass(slots=True)
class Child:
    """One watched process: started again when it dies, each time after a longer pause."""

    name: str
    command: Sequence[str]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    deaths: int = 0
    start_at: float = field(default=0.0)

    def start(self) -> None:
        """Start it in a process group of its own: the terminal's Ctrl-C reaches only the supervisor."""
        self.started = time.monotonic()
        if POSIX:
            # The supervisor has one thread only, so code between fork and exec is safe.
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                preexec_fn=die_with_parent,  # noqa: PLW1509
            )
        else:  # pragma: no cover  # Windows
            new_group: int = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
            self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, creationflags=new_group)

    def watch(self) -> None:
        """Start it when its time has come; notice its death and plan the next start."""
        now = time.monotonic()
        if self.process is None:
            if now >= self.start_at:
                self.start()
            return
        code = self.process.poll()
        if code is None:
            return
        self.kill()  # what it left behind would keep the port or the queue
        self.process = None
        self.deaths = 1 if now - self.started > HEALTHY_AFTER_SECONDS else self.deaths + 1
        pause = pause_before_restart(self.deaths)
        self.start_at = now + pause
        say(f"The {self.name} process ended ({code}); it starts again in {pause:g} s.")

    def ask_to_stop(self) -> None:
        """Ask it to finish what it does and end."""
        if self.process is not None:
            self.process.terminate()

    def kill(self) -> None:
        """End it and all its own children at once."""
        if self.process is None:
            return
        if POSIX:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        else:  # pragma: no cover  # Windows
            subprocess.run(
                ["taskkill", "/F", "/T", "/PID", str(self.process.pid)], capture_output=True, check=False
            )
        self.process.wait()

    @property
    def is_running(self) -> bool:
        """Tell whether it lives now."""
        return self.process is not None and self.process.poll() is None


def pause_before_restart(deaths: int) -> float:
    """Return the seconds to wait after so many deaths in a row: 0.5, 1, 2, 4 … at most 30."""
    doubled: float = FIRST_PAUSE_SECONDS * 2 ** (min(deaths, 10) - 1)
    return min(doubled, LONGEST_PAUSE_SECONDS)


def die_with_parent() -> None:
    """On Linux, have this process asked to stop when the supervisor is killed outright."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGTERM)


def answers(host: str, port: int) -> bool:
    """Tell whether the web process answers requests, with whatever status."""
    connection = http.client.HTTPConnection(host, port, timeout=1)
    try:
        connection.request("GET", "/healthz")
        connection.getresponse()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return True


def run(plan: Plan) -> int:
    """Run the plan until a signal asks to stop; return the exit code."""
    stopping = False

    def stop(_signal: int, _frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True

    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), stop)
    children = [Child(name, command) for name, command in plan.programs.items()]
    welcome = plan.welcome
    try:
        while not stopping:
            for child in children:
                child.watch()
            if welcome and answers(plan.host, plan.port):
                say(welcome)
                welcome = ""
            time.sleep(POLL_SECONDS)
    finally:
        stop_all(children, within=plan.stop_within)
    say("Stopped.")
    return 0


def stop_all(children: Sequence[Child], *, within: float) -> None:
    """Ask all to stop, wait for them together, and kill those that take too long."""
    for child in children:
        child.ask_to_stop()
    deadline = time.monotonic() + within
    while any(child.is_running for child in children) and time.monotonic() < deadline:
        time.sleep(POLL_SECONDS)
    for child in children:
        child.kill()


def say(text: str) -> None:
    """Tell the person at the terminal."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(run(Plan.from_json(sys.stdin.read())))
