"""Memory of an idle installation and the time from its start to the first page, beside a bare Python and Django.

Run with `python -m benchmarks.memory`, on Linux.
"""

import subprocess
import sys
import time
from pathlib import Path

from benchmarks._site import (
    await_answer,
    megabytes,
    played_tournament,
    processor_seconds,
    serving,
    site,
    tree,
)

SETTLES = 5
BASELINES = {
    "a bare Python": "pass",
    "Python with Django": "import django.core.handlers.wsgi, django.db.models, django.template",
}


def name_of(pid: int) -> str:
    """What a process is, from its command line."""
    words = Path(f"/proc/{pid}/cmdline").read_bytes().decode().replace("\0", " ")
    known = {"granian": "web", "celery": "worker", "supervisor": "supervisor"}
    return next((name for word, name in known.items() if word in words), "helper")


def baseline(code: str) -> float:
    """Megabytes of a Python that ran the code."""
    program = f"{code}\nimport sys; print(flush=True); sys.stdin.read()"
    process = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    used = megabytes(process.pid)
    process.communicate()
    return used


def main() -> None:
    """Measure and print."""
    for name, code in BASELINES.items():
        print(f"{name:28} {baseline(code):7.0f} MB")
    with site():
        played_tournament("open", 100)
        for run in ("cold", "warm"):
            began = time.perf_counter()
            with serving() as (server, port):
                await_answer(port, "/t/open/standings/")
                spent, used = time.perf_counter() - began, processor_seconds(server.pid)
                print(f"{run} start to first page    {spent:7.1f} s, of processor {used:.1f} s")
                time.sleep(SETTLES)
                if run == "warm":
                    idle(server.pid)


def idle(pid: int) -> None:
    """The processes of the installation and their sum."""
    processes = [(name_of(one), megabytes(one)) for one in tree(pid)]
    for name, used in processes:
        print(f"  {name:26} {used:7.0f} MB")
    print(f"installation idle            {sum(used for _, used in processes):7.0f} MB")


if __name__ == "__main__":
    main()
